"""Names the narrator in sentences of a language model that say "I", such as "I asked Mrs. Dean for her story"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from episodic.dedup.cluster import Cluster
from episodic.dedup.clusters import Clusters
from episodic.dedup.designations import is_personal
from episodic.dedup.nodes import PlacedNode, is_pronoun
from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.effects import EventStatement
from episodic.text.speech import Quoted, quoted

_FIRST_PERSON: Final = re.compile(
    r"(?<![\w'’])(?P<subject>I)(?![\w])(?:['’](?P<short>m|ve))?(?P<verb>\s+[a-z]+)?"
    r"|(?<![\w'’])(?P<object>[Mm]e)(?![\w'’-])|(?<![\w'’])(?P<owner>[Mm]y|[Mm]ine)(?![\w'’-])"
    r"|(?P<han>我)(?!们|等|辈|国)"
)
_UNCLEAR: Final = re.compile(r"[\"“”「『]|\b[Mm]yself\b|['’](?:ll|d)\b|我自己|自我")
_SHORT: Final = {"m": "is", "ve": "has"}


def narrator_sentences(
    told: Sequence[EventStatement],
    *,
    chapter: ChapterInput,
    nodes: Sequence[Sequence[PlacedNode]],
    passages: Sequence[Span],
    clusters: Clusters,
) -> dict[str, str]:
    """Return the sentence with the narrator's name for each statement whose sentence says "I", by the id of the
    statement. *nodes* contains the nodes of each window, and *passages* are the passages of the chapter.

    "I" is the teller of what somebody tells, or else who says "I" in the passage, inside or outside quotation marks as
    the quote. If nobody has told the narrator's name by the end of the chapter, the name is "the narrator".
    """
    saying = [one for one in told if _says_i(_sentence(one), one.names)]
    if not saying:
        return {}
    spoken = [one for one in quoted(chapter.episode.text) if one.speech]
    places = [list(_first_persons(window, start)) for start, window in zip(chapter.reading.starts, nodes, strict=True)]
    made: dict[str, str] = {}
    for one in saying:
        numbers = _speakers(one, places, passages[one.spanned.passage], spoken)
        if len(numbers) == 1:
            name = _name(clusters[numbers.pop()], chapter.episode.language)
            sentence = _named(_sentence(one), name)
            made[one.made.uuid] = sentence[:1].upper() + sentence[1:]
    return made


def _says_i(sentence: str, names: Sequence[str]) -> bool:
    """Return whether a sentence says "I" or "my" outside names such as "my colt", which anybody may have used."""
    owned = any(_FIRST_PERSON.search(name) and not is_pronoun(name) and name in sentence for name in names)
    return _FIRST_PERSON.search(sentence) is not None and not _UNCLEAR.search(sentence) and not owned


def _sentence(one: EventStatement) -> str:
    return one.made.sentence or one.spanned.reading.core.text


def _first_persons(nodes: Sequence[PlacedNode], start: int) -> Iterator[tuple[int, Span]]:
    """Yield the places in the chapter at which the nodes of the window at *start* say "I", with the node's number."""
    for number, node in enumerate(nodes):
        for surface in node.reading.surfaces:
            if surface.shared and is_pronoun(surface.text):
                yield from ((number, span.shifted(start)) for span in surface.spans)


def _speakers(
    one: EventStatement, places: Sequence[Sequence[tuple[int, Span]]], passage: Span, spoken: Sequence[Quoted]
) -> set[int]:
    """Return the clusters of the persons who may be "I" in the sentence of a statement."""
    reading, window, quote = one.spanned.reading, one.spanned.window, one.spanned.span
    if reading.tellers:
        return {one.numbers[teller] for teller in reading.tellers}
    said = places[window] if window < len(places) else ()
    if reading.subject in {number for number, _ in said} and _FIRST_PERSON.match(_sentence(one)):
        return {one.numbers[reading.subject]}
    depth = _depth(quote, spoken)
    return {one.numbers[number] for number, span in said if passage.holds(span) and _depth(span, spoken) == depth}


def _depth(span: Span, spoken: Sequence[Quoted]) -> int:
    return sum(one.span.holds(span) for one in spoken)


def _name(cluster: Cluster, language: Language) -> str:
    """Return the most used proper name of a person, or else another name or title, or else "the narrator"."""
    names = [*(name for name, _ in cluster.names.most_common()), *(title for title, _ in cluster.titles.most_common())]
    known = [name for name in names if not is_pronoun(name)]
    nameless = message_text("chapters.narrator", language)
    return next(filter(is_personal, known), known[0] if known else nameless)


def _named(sentence: str, name: str) -> str:
    """Return the sentence in the third person."""
    third = {first: third for third, first in _verb_forms()}

    def replaced(match: re.Match[str]) -> str:
        if match["owner"]:
            return f"{name}’s"
        if not match["subject"]:
            return name
        verb = (match["verb"] or "").strip()
        said = f" {_SHORT[match['short']]}" if match["short"] else ""
        return f"{name}{said}" + (f" {third.get(verb, verb)}" if verb else "")

    return _FIRST_PERSON.sub(replaced, sentence)


def _verb_forms() -> Iterator[tuple[str, str]]:
    for entry in lexicon.words("first_person_verbs"):
        third, _, first = entry.partition("=")
        yield third, first
