"""Reads passages by id, by quote, or by the facts that they state, with or without the passages around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.errors import InputError
from episodic.model.episodes import Passage
from episodic.model.records import Kind, Link, Record, from_json
from episodic.model.spans import Evidence
from episodic.search.entity_lookup import current_id
from episodic.search.fact_views import Quotation, quotation_at
from episodic.search.view import View

PassageRef = str | Evidence | Quotation


@dataclass(frozen=True, slots=True)
class PassageView:
    """A passage with the title and the numbers of its chapter.

    `asked` is true for a requested passage, and false for a neighbouring passage that was added to a requested one.
    """

    passage: Passage
    sentence: Quotation
    asked: bool

    @property
    def text(self) -> str:
        """Return the text of the passage as the author wrote it."""
        return self.passage.text


@dataclass(frozen=True, slots=True)
class _TextRange:
    episode: str
    start: int
    end: int

    def lies_in(self, passage: Passage) -> bool:
        span = passage.span
        # A quote that runs over the end of a passage belongs to every passage that contains a part of it.
        return passage.episode == self.episode and span.start < max(self.end, self.start + 1) and self.start < span.end


async def read_passages(
    view: View, refs: Sequence[PassageRef], *, before: int = 0, after: int = 0
) -> tuple[PassageView, ...]:
    """Return the requested passages, each once, in narrative order, with *before* passages before and *after* passages
    after each.

    A reference is a quote, the id of a passage, or the id of a fact, which stands for all quotes of the fact. Passages
    added before and after a requested passage may be in another chapter of the layer. Passages are returned even if
    they do not pass the view's filters. Raises InputError if an id is neither a passage id nor a fact id of the view.
    """
    wanted, places = await _resolved(view, refs)
    line = await _line(view, places=places, neighbours=before > 0 or after > 0, wanted=wanted)
    asked = {
        number
        for number, passage in enumerate(line)
        if passage.uuid in wanted or any(place.lies_in(passage) for place in places)
    }
    returned = {
        number
        for middle in asked
        for number in range(middle - before, middle + after + 1)
        if 0 <= number < len(line) and line[number].layer is line[middle].layer
    }
    return tuple(_passage_view(view, line[number], asked=number in asked) for number in sorted(returned))


async def _resolved(view: View, refs: Sequence[PassageRef]) -> tuple[set[str], list[_TextRange]]:
    ids = [await current_id(view, ref) for ref in refs if isinstance(ref, str)]
    whole = view.without_filters().wider()
    found = {one.uuid for one in await view.passages(ids) if whole.sees_passage(one)}
    facts = [one for one in await view.facts(ids) if whole.visibility_of(one).seen]
    unknown = set(ids) - found - {one.uuid for one in facts}
    if unknown:
        raise InputError(
            "No passage or fact with the id {id!r} in this view.",
            hint="`episodic search` shows the ids of passages and facts.",
            key="no_passage_or_fact",
            id=min(unknown),
        )
    places = [_TextRange(ref.episode, ref.start, ref.end) for ref in refs if not isinstance(ref, str)]
    places.extend(_TextRange(one.episode, one.start, one.end) for fact in facts for one in fact.evidence)
    return found, places


async def _line(view: View, *, places: Sequence[_TextRange], neighbours: bool, wanted: set[str]) -> list[Passage]:
    if not places and not neighbours:
        return _in_order(
            view, await view.store.fetch(view.group_id, Kind.PASSAGE, ids=sorted(wanted)) if wanted else ()
        )
    records = await view.store.fetch(view.group_id, Kind.PASSAGE)
    if not neighbours:
        chapters = {place.episode for place in places}
        records = [one for one in records if one.uuid in wanted or one.linked(Link.EPISODE) in chapters]
    return _in_order(view, records)


def _in_order(view: View, records: Iterable[Record]) -> list[Passage]:
    whole = view.without_filters()
    passages = [from_json(Passage, one.value) for one in records]
    return sorted(
        (one for one in passages if whole.sees_passage(one)), key=lambda one: (one.layer, one.order, one.index)
    )


def _passage_view(view: View, passage: Passage, *, asked: bool) -> PassageView:
    span = passage.span
    return PassageView(
        passage, quotation_at(view, passage.episode, text=passage.text, start=span.start, end=span.end), asked
    )
