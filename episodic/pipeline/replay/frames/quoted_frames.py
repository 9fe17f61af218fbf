"""Decides by quotation marks which statements are part of a letter or tale and which belong to the main line.

A reader gives each passage only one frame, such as letter or main line. However, the first passage of a letter often
begins with the sentence that introduces the letter. The last lines of a letter often stand in a passage of the main
line. A passage of a tale often contains a sentence of narration, such as "he went on", between the words of the tale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.readings import Participant, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement
from episodic.text.speech import speech

_TOLD: Final = (FrameKind.LETTER, FrameKind.TALE)
_LEAST: Final = 2
"""The minimum number of a letter's statements of which a person must be the holder to count as its writer."""


def in_quoted_frames(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], text: str
) -> list[StatementSource]:
    """Return the statements of a chapter, each in a passage of the letter, tale or main line to which its quote
    belongs.

    Some statements about the story's world stand in a passage of a letter or tale, but do not belong to the letter or
    tale. They are narrated before or between its words, or are about the telling itself. Such a statement is placed in
    the last main-line passage before it, or else in the next main-line passage. A main-line statement that is not about
    the story's world, such as a claim, may belong to an earlier passage of a letter or tale. It is placed in that
    passage if one quotation contains both the statement and words of the passage. Speech may follow the last words of a
    letter in the same passage. The statements of this speech are placed in the main-line passage after the letter, or
    else in the main-line passage before the letter.
    """
    if not any(one.frame in _TOLD for one in framed):
        return list(sources)
    spoken = speech(text)
    told = _told_in_quotes(sources, framed, spoken)
    scenes = _TellingScenes.of(sources, framed, spoken)
    after = _after_letters(sources, framed, text)
    made: list[StatementSource] = []
    for spanned, numbers, names in sources:
        place = _before_words(spanned, framed, spoken, text)
        if place is None and spanned.passage in told and scenes.has((spanned, numbers, names)):
            place = _main_near(spanned, framed)
        place = _in_words(spanned, framed, spoken) if place is None else place
        ended = after.get(framed[spanned.passage if place is None else place].run)
        if ended is not None and ended[0] <= spanned.span.start:
            place = ended[1] if framed[spanned.passage].frame is FrameKind.LETTER else None
        made.append((spanned if place is None else replace(spanned, passage=place), numbers, names))
    return made


def _after_letters(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], text: str
) -> Mapping[int, tuple[int, int]]:
    """Return, for each letter that ends inside its last passage, the offset of the end of the letter and the index of a
    main-line passage. The keys of the result are the numbers (`run`) of the letters. The text after the letter counts
    as a part of this main-line passage. A letter ends inside its last passage under two conditions. First, words after
    the last statement of the writer, such as "he said", introduce the speech of another person. Second, this other
    person is the subject or holder of a statement in the main-line passage after the letter (or else before it). The
    writer is the entity that is most often the holder of the letter's statements.
    """
    held: dict[int, list[tuple[Span, int]]] = {}
    for spanned, numbers, _ in sources:
        passage, holder = framed[spanned.passage], spanned.reading.holder
        if passage.frame is FrameKind.LETTER and holder is not None and not spanned.reading.tellers:
            held.setdefault(passage.run, []).append((spanned.span, numbers[holder]))
    found: dict[int, tuple[int, int]] = {}
    for run, said in held.items():
        writer, times = Counter(person for _, person in said).most_common(1)[0]
        end = max(span.end for span, person in said if person == writer)
        others = sorted((span.start, person) for span, person in said if person != writer and span.start >= end)
        last = max(one.index for one in framed if one.run == run)
        place = _main_beside(framed, last)
        if times < _LEAST or not others or place is None or others[0][1] not in _people(sources, place):
            continue
        # The windows of a long letter are read separately, so that its writer may not be recognised in all of them.
        if end <= framed[last].span.start:
            continue
        if lexicon.pattern("speech_introductions").search(text, end, others[0][0]):
            found[run] = (end, place)
    return found


def _main_beside(framed: Sequence[FramedPassage], last: int) -> int | None:
    main = [one.index for one in framed if one.frame is FrameKind.MAIN]
    return min((one for one in main if one > last), default=max(main, default=None))


def _people(sources: Sequence[StatementSource], passage: int) -> set[int]:
    near = ((one.reading, numbers) for one, numbers, _ in sources if one.passage == passage)
    parties = ((numbers, (reading.subject, reading.holder)) for reading, numbers in near)
    return {numbers[each] for numbers, both in parties for each in both if each is not None}


def _before_words(
    spanned: SpannedStatement, framed: Sequence[FramedPassage], spoken: Sequence[Span], text: str
) -> int | None:
    number, passage = spanned.passage, framed[spanned.passage]
    if not number or passage.frame not in _TOLD or spanned.reading.core.scope is not StatementScope.WORLD:
        return None
    if framed[number - 1].frame is not FrameKind.MAIN:
        return None
    words = next((one for one in spoken if one.end > passage.span.start), None)
    if words is None or words.start >= passage.span.end or words.start < spanned.span.end:
        return None
    # A statement of narration can stand at the beginning of a passage of a letter or tale, before the quoted words.
    # Such a statement belongs to the narration of the previous passage, unless narration also follows the quoted words.
    return None if text[words.end : passage.span.end].strip() else number - 1


def _told_in_quotes(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], spoken: Sequence[Span]
) -> frozenset[int]:
    """Return the indexes of the passages whose narrated statements belong to the main line. The result contains the
    passages of each letter or mostly quoted tale that has more claims than statements about the story's world. For
    a letter of only one passage, the result also contains this passage if it quotes the letter between sentences of
    narration (`_quotes_letter`). The claims and other statements of neighbouring passages with the same frame, such as
    two passages of a tale, are counted together.
    """
    told: set[int] = set()
    for frame, members in groupby(range(len(framed)), key=lambda number: framed[number].frame):
        numbers = set(members)
        if frame not in _TOLD:
            continue
        scopes = [one.reading.core.scope for one, _, _ in sources if one.passage in numbers]
        in_words = frame is FrameKind.LETTER or _is_mostly_quoted(framed, numbers, spoken)
        if in_words and scopes.count(StatementScope.CLAIM) > scopes.count(StatementScope.WORLD):
            told |= numbers
    passages_of_run = Counter(one.run for one in framed)
    told.update(
        number
        for number, one in enumerate(framed)
        if one.frame is FrameKind.LETTER
        and passages_of_run[one.run] == 1
        and _quotes_letter(sources, framed, number, spoken)
    )
    return frozenset(told)


def _is_mostly_quoted(framed: Sequence[FramedPassage], passages: AbstractSet[int], spoken: Sequence[Span]) -> bool:
    start, end = framed[min(passages)].span.start, framed[max(passages)].span.end
    return 2 * sum(max(0, min(one.end, end) - max(one.start, start)) for one in spoken) > end - start


def _quotes_letter(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], passage: int, spoken: Sequence[Span]
) -> bool:
    """Return whether a passage of a letter quotes the letter between sentences of narration. In such a passage, all
    claims stand in quotation marks. In addition, all other statements stand outside the quotation marks, or quotations
    are most of the text of the passage.
    """
    claimed = [
        (one.reading.core.scope is StatementScope.CLAIM, any(words.holds(one.span) for words in spoken))
        for one, _, _ in sources
        if one.passage == passage
    ]
    if not any(claim for claim, _ in claimed) or any(claim and not within for claim, within in claimed):
        return False
    return _is_mostly_quoted(framed, {passage}, spoken) or all(claim == within for claim, within in claimed)


class _TellingScenes(NamedTuple):
    """What belongs to the scene in which a letter is read or a tale is told, and not to the letter or tale. Narration
    belongs to this scene, and so does speech before the words of a letter. What the teller of a tale says to his
    listeners about the telling belongs to the scene, too.

    `spoken` are all quotations of the chapter, and `claimed` contains, by the index of each passage, the quotations
    with claims of the passage. `tellers` contains pairs of a letter or tale (`run`) and the cluster number of its
    writer or teller. `listeners` contains pairs of a letter or tale (`run`) and the cluster number of a person to whom
    something in it is said.
    """

    framed: Sequence[FramedPassage]
    spoken: Sequence[Span]
    claimed: Mapping[int, Sequence[Span]]
    tellers: AbstractSet[tuple[int, int]]
    listeners: AbstractSet[tuple[int, int]]

    @staticmethod
    def of(
        sources: Sequence[StatementSource], framed: Sequence[FramedPassage], spoken: Sequence[Span]
    ) -> _TellingScenes:
        claimed: dict[int, list[Span]] = {}
        held: dict[int, Counter[int]] = {}
        listeners: set[tuple[int, int]] = set()
        for spanned, numbers, _ in sources:
            reading, passage = spanned.reading, framed[spanned.passage]
            if reading.core.scope is StatementScope.WORLD or passage.frame not in _TOLD:
                continue
            claimed.setdefault(spanned.passage, []).extend(one for one in spoken if one.holds(spanned.span))
            if reading.holder is not None and not reading.tellers:
                held.setdefault(passage.run, Counter())[numbers[reading.holder]] += 1
            heard = (numbers[one.node] for one in reading.participants if _role(one) in lexicon.words("listener_roles"))
            listeners.update((passage.run, person) for person in heard)
        tellers = {(run, people.most_common(1)[0][0]) for run, people in held.items()}
        return _TellingScenes(framed, spoken, claimed, tellers, listeners)

    def has(self, source: StatementSource) -> bool:
        """Return whether a statement about the story's world in a passage of a letter or tale belongs to the scene of
        reading or telling.
        """
        spanned, numbers, _ = source
        if spanned.reading.core.scope is not StatementScope.WORLD:
            return False
        around = [one for one in self.spoken if one.start < spanned.span.end and spanned.span.start < one.end]
        return not around or self._is_before_letter(spanned, around) or self._is_about_telling(spanned, numbers)

    def _is_before_letter(self, spanned: SpannedStatement, around: Sequence[Span]) -> bool:
        words = self.claimed.get(spanned.passage, ())
        letter = self.framed[spanned.passage].frame is FrameKind.LETTER
        return letter and bool(words) and max(one.end for one in around) <= min(one.start for one in words)

    def _is_about_telling(self, spanned: SpannedStatement, numbers: Sequence[int]) -> bool:
        run, reading = self.framed[spanned.passage].run, spanned.reading
        addressed = lexicon.words("recipient_roles") | lexicon.words("listener_roles")
        people = (numbers[one.node] for one in reading.participants if _role(one) in addressed)
        return (run, numbers[reading.subject]) in self.tellers and any((run, one) in self.listeners for one in people)


def _role(participant: Participant) -> str:
    return participant.role.casefold()


def _main_near(spanned: SpannedStatement, framed: Sequence[FramedPassage]) -> int | None:
    """Return the index of the last main-line passage before a statement. If there is no such passage, return the index
    of the first main-line passage of the chapter. Return None if the chapter has no main-line passage.
    """
    main = [number for number, one in enumerate(framed) if one.frame is FrameKind.MAIN]
    return max((one for one in main if one < spanned.passage), default=min(main, default=None))


def _in_words(spanned: SpannedStatement, framed: Sequence[FramedPassage], spoken: Sequence[Span]) -> int | None:
    if framed[spanned.passage].frame is not FrameKind.MAIN or spanned.reading.core.scope is StatementScope.WORLD:
        return None
    words = next((one for one in spoken if one.start <= spanned.span.start and spanned.span.end <= one.end), None)
    if words is None:
        return None
    told = (number for number in range(spanned.passage) if _tells(framed[number], words))
    return max(told, default=None)


def _tells(passage: FramedPassage, words: Span) -> bool:
    return passage.frame in _TOLD and words.start < passage.span.end and passage.span.start < words.end
