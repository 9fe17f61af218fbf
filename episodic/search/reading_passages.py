"""The author's own words behind facts, and what stands before and after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.errors import InputError
from episodic.model.episodes import Passage
from episodic.model.records import Kind, Link, Record, from_json
from episodic.model.spans import Evidence
from episodic.search.resolving import current_id
from episodic.search.shown import Quotation, placed
from episodic.search.view import View

PassageRef = str | Evidence | Quotation


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage with its chapter; `asked`: it was asked for, and is not there because it stands next to one that was."""

    passage: Passage
    sentence: Quotation
    asked: bool

    @property
    def text(self) -> str:
        """The passage as the author wrote it."""
        return self.passage.text


@dataclass(frozen=True, slots=True)
class _Place:
    episode: str
    start: int
    end: int

    def lies_in(self, passage: Passage) -> bool:
        span = passage.span
        # A quote that runs over a passage's end is found in each passage that it touches.
        return passage.episode == self.episode and span.start < max(self.end, self.start + 1) and self.start < span.end


async def read_passages(
    view: View, refs: Sequence[PassageRef], *, before: int = 0, after: int = 0
) -> tuple[ShownPassage, ...]:
    """The passages with these ids, or that hold these quotes or the quotes of the facts with these ids, each once, as told.

    Before and after each come so many of its neighbours in the telling, over chapters' ends too; filters do not apply to them.
    Raises InputError for an id that no passage and no fact of the view has.
    """
    wanted, places = await _wanted(view, refs)
    line = await _line(view, places=places, neighbours=before > 0 or after > 0, wanted=wanted)
    asked = {
        number
        for number, passage in enumerate(line)
        if passage.uuid in wanted or any(place.lies_in(passage) for place in places)
    }
    around = {
        number
        for middle in asked
        for number in range(middle - before, middle + after + 1)
        if 0 <= number < len(line) and line[number].layer is line[middle].layer
    }
    return tuple(_shown(view, line[number], asked=number in asked) for number in sorted(around))


async def _wanted(view: View, refs: Sequence[PassageRef]) -> tuple[set[str], list[_Place]]:
    ids = [await current_id(view, ref) for ref in refs if isinstance(ref, str)]
    whole = view.without_filters().wider()
    found = {one.uuid for one in await view.passages(ids) if whole.sees_passage(one)}
    facts = [one for one in await view.facts(ids) if whole.standing(one).seen]
    unknown = set(ids) - found - {one.uuid for one in facts}
    if unknown:
        raise InputError(
            f"There is no passage and no fact {min(unknown)!r} in this view.",
            hint="`episodic search` shows the ids of passages and facts.",
        )
    places = [_Place(ref.episode, ref.start, ref.end) for ref in refs if not isinstance(ref, str)]
    places.extend(_Place(one.episode, one.start, one.end) for fact in facts for one in fact.evidence)
    return found, places


async def _line(view: View, *, places: Sequence[_Place], neighbours: bool, wanted: set[str]) -> list[Passage]:
    """The passages in telling order, layer by layer: all where neighbours are asked for, else those of the chapters in question."""
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


def _shown(view: View, passage: Passage, *, asked: bool) -> ShownPassage:
    span = passage.span
    return ShownPassage(
        passage, placed(view, passage.episode, text=passage.text, start=span.start, end=span.end), asked
    )
