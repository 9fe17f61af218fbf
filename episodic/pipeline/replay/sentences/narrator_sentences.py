"""Names the narrator in sentences that say "I", such as "I asked Ann for her story"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from episodic.dedup.cluster import Cluster
from episodic.dedup.designations import is_indefinite, is_personal
from episodic.dedup.nodes import PlacedNode, is_pronoun
from episodic.dedup.plausibility import sex_of
from episodic.languages.messages import message_text
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import StatementScope
from episodic.model.settings import LIVING
from episodic.model.spans import Span
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.text.first_person import FirstPersonRules, first_person_rules
from episodic.text.speech import Quoted, quoted

_TOLD: Final = (FrameKind.LETTER, FrameKind.TALE)


def with_narrator_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with the name of the speaker in place of "I" in each sentence whose speaker is certain.

    In a sentence that begins with "I", the speaker can be the statement's subject. The subject is the speaker if it
    says "I" in its window or is the main narrator. In other sentences, the speaker is the statement's teller, or else
    the person who says "I" in the same passage inside equally many nested quotations. Outside letters and tales, the
    speaker of a sentence such as "he gave me his word" can be the main narrator. The main narrator is the speaker if
    the statement has no teller and nobody says "I" in the passage. If the quote of the statement is in quotation marks,
    `_narrators` decides whether the "I" of its sentence can mean the main narrator. A speaker without a name or title
    is called "the narrator".
    """
    told = context.told
    saying = [(one, rules) for one in told if (rules := _rules(one.made.shown_sentence, one.names)) is not None]
    if not saying:
        return list(statements)
    chapter, clusters = context.chapter, context.clusters
    spoken = [one for one in quoted(chapter.episode.text) if one.speech]
    places = [
        list(first_persons(window, start)) for start, window in zip(chapter.reading.starts, context.nodes, strict=True)
    ]
    made: dict[str, str] = {}
    for one, rules in saying:
        passage, others = context.passages[one.spanned.passage], context.window_of(one)
        numbers = _speakers(one, rules, places, others, passage.span, spoken)
        if not numbers and passage.frame not in _TOLD:
            numbers = _narrators(one, rules, others, spoken)
        if len(numbers) == 1:
            speaker = numbers.pop()
            name = speaker_name(clusters[speaker], context.language)
            sentence = rules.named(
                one.made.shown_sentence,
                name,
                alone=not _names_another(one.made.shown_sentence, speaker, zip(one.numbers, others, strict=False)),
                sex=sex_of(_names(clusters[speaker])),
            )
            made[one.made.uuid] = sentence[:1].upper() + sentence[1:]
    return with_sentences(statements, made)


def _rules(sentence: str, names: Sequence[str]) -> FirstPersonRules | None:
    """Return the first-person rules of the language in which a sentence clearly says "I" or "my", or None if it does
    not. A pronoun inside a name ("my colt") does not count, and neither does a pronoun in quotation marks, because its
    speaker is unclear.
    """
    rules, rest = first_person_rules(sentence), sentence
    if rules is None or not rules.is_clear(sentence):
        return None
    for name in names:
        if rules.words.search(name) and not is_pronoun(name):
            rest = rest.replace(name, "")
    return rules if rules.words.search(rest) else None


def _names_another(sentence: str, speaker: int, nodes: Iterable[tuple[int, PlacedNode]]) -> bool:
    return any(
        number != speaker and node.reading.type in LIVING and any(one.text in sentence for one in node.reading.surfaces)
        for number, node in nodes
    )


def first_persons(nodes: Sequence[PlacedNode], start: int) -> Iterator[tuple[int, Span]]:
    """Yield each place at which an entity (node) of a window says "I" or "my". A place is given by the index of the
    node in the window and the span in the text. *start* is the offset of the window in the text.
    """
    for number, node in enumerate(nodes):
        for surface in node.reading.surfaces:
            if surface.shared and is_pronoun(surface.text):
                yield from ((number, span.shifted(start)) for span in surface.spans)


def _speakers(
    one: SourcedStatement,
    rules: FirstPersonRules,
    places: Sequence[Sequence[tuple[int, Span]]],
    nodes: Sequence[PlacedNode],
    passage: Span,
    spoken: Sequence[Quoted],
) -> set[int]:
    reading, window, quote = one.spanned.reading, one.spanned.window, one.spanned.span
    said = places[window] if nodes else ()
    speaking = {number for number, _ in said} | narrating(nodes)
    if reading.subject in speaking and rules.words.match(one.made.shown_sentence):
        return {one.numbers[reading.subject]}
    if reading.tellers:
        return {one.numbers[teller] for teller in reading.tellers}
    depth = depth_in(quote, spoken)
    return {one.numbers[number] for number, span in said if passage.holds(span) and depth_in(span, spoken) == depth}


def _narrators(
    one: SourcedStatement, rules: FirstPersonRules, nodes: Sequence[PlacedNode], spoken: Sequence[Quoted]
) -> set[int]:
    """Return the cluster numbers of those nodes (entities) of the statement's window that are the main narrator. A node
    to which no "I" of the statement can refer is left out. For a quote in quotation marks, the result is often empty,
    because another speaker may say "my". If the quote is in quotation marks and the main narrator is not its speaker,
    the narrator is returned only under two conditions. First, the narrator is subject, object or participant of the
    statement. The first condition is also met if the sentence names the holder who says the quote and has an "I" or
    "me" that the quote does not have. Second, the quote says no "I" or "my", or the sentence names the speaker. The
    second condition is also met if the statement does not concern the speaker and its sentence does not name the
    narrator. The speaker of a quote in quotation marks is the holder. In a statement about the story's world without a
    holder, the speaker is the subject if the subject is not the narrator.
    """
    reading, found = one.spanned.reading, narrating(nodes)
    if depth_in(one.spanned.span, spoken):
        concerned = {reading.subject, reading.object, *(part.node for part in reading.participants)}
        if reading.holder in found:
            return {one.numbers[reading.holder]}
        if _keeps_words(one, rules) or not _is_named(one, {reading.holder}, nodes):
            found &= concerned
        world = reading.core.scope is StatementScope.WORLD and reading.subject not in found
        speaker = reading.subject if reading.holder is None and world else reading.holder
        unconcerned = speaker is not None and speaker not in concerned and not _is_named(one, found, nodes)
        clear = unconcerned or _is_named(one, {speaker}, nodes)
        if not clear and rules.words.search(one.made.evidence.quote):
            return set()
    return {one.numbers[number] for number in found}


def _keeps_words(one: SourcedStatement, rules: FirstPersonRules) -> bool:
    """Return whether the quote of a statement has an "I", "me" or "my" of the statement's sentence."""
    said = {found[0].casefold() for found in rules.words.finditer(one.made.evidence.quote)}
    return any(found[0].casefold() in said for found in rules.words.finditer(one.made.shown_sentence))


def _is_named(one: SourcedStatement, numbers: Collection[int | None], nodes: Sequence[PlacedNode]) -> bool:
    """Return whether the statement's sentence contains a name of one of the nodes (entities) with these indexes in the
    window.
    """
    surfaces = (
        each
        for number in numbers
        if number is not None and number < len(nodes)
        for each in nodes[number].reading.surfaces
    )
    return any(each.text in one.made.shown_sentence for each in surfaces if not is_pronoun(each.text))


def narrating(nodes: Sequence[PlacedNode]) -> set[int]:
    """Return the indexes of the nodes (entities of one part of a chapter) that are the main narrator."""
    return {number for number, node in enumerate(nodes) if node.reading.narrator}


def depth_in(span: Span, spoken: Sequence[Quoted]) -> int:
    """Return the number of quotations *spoken* that contain the span."""
    return sum(one.span.holds(span) for one in spoken)


def speaker_name(cluster: Cluster, language: Language) -> str:
    """Return the most used proper name of a person, or else another name or title, or else "the narrator".

    A name that shows the point of view of another person, such as "my lawyer" or "a friend of mine", is not used.
    """
    known = [name for name in _names(cluster) if first_person_rules(name) is None and not is_indefinite(name)]
    nameless = message_text("chapters.narrator", language)
    return next(filter(is_personal, known), known[0] if known else nameless)


def _names(cluster: Cluster) -> list[str]:
    names = [*(name for name, _ in cluster.names.most_common()), *(title for title, _ in cluster.titles.most_common())]
    return [name for name in names if not is_pronoun(name)]
