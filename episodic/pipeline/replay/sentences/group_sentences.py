"""Names the people who are called "we" in the sentence of a statement, as in "We took Bo in"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from episodic.dedup.nodes import PlacedNode
from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import FrameKind
from episodic.model.settings import LIVING
from episodic.model.spans import Span
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.narrator_sentences import narrating, speaker_name
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.text.speech import speech

_WITH: Final = ("together", "companion")
"""The roles of participants (entities beside subject and object) who act together with the subject."""


def with_group_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with names in place of "we" or "us" in their sentences. A sentence is changed only if it
    contains "we" or "us" exactly once, and if the people whom it calls "we" are known. The sentence must contain no
    form that names cannot replace ("our", "both of us").

    At the beginning of a sentence, "we" means the subjects of its statements and those who act together with them. One
    of the people whom a "we" at the beginning of a sentence means must be the speaker. The speaker is the holder of the
    statement, or in narration the narrator. In main-line narration, a "we" that is not replaced by a list of names
    becomes the narrator's name with "and the others". For example, "we horses" becomes the narrator's name with "and
    the other horses". The "we" is kept if the words before it name several people.
    """
    naming = _GroupNaming(context)
    sentences = {one.uuid: one.shown_sentence for one in statements}
    made: dict[str, str] = {}
    for one in context.told:
        sentence = sentences.get(one.made.uuid, "")
        said = list(lexicon.pattern("group_pronouns").finditer(sentence))
        if len(said) == 1 and not lexicon.pattern("group_owners").search(sentence):
            name = naming.name_of(one, sentence, said[0])
            if name:
                named = f"{sentence[: said[0].start()]}{name}{sentence[said[0].end() :]}"
                made[one.made.uuid] = named[:1].upper() + named[1:]
    return with_sentences(statements, made)


@dataclass(frozen=True)
class _GroupNaming:
    context: SentenceContext

    @cached_property
    def spoken(self) -> Sequence[Span]:
        """The spans of speech in the chapter."""
        return tuple(speech(self.context.chapter.episode.text))

    def name_of(self, one: SourcedStatement, sentence: str, said: re.Match[str]) -> str:
        spanned, language, clusters = one.spanned, self.context.language, self.context.clusters
        main = self.context.passages[spanned.passage].frame is FrameKind.MAIN
        spoken = any(each.holds(spanned.span) for each in self.spoken)
        window = self.context.window_of(one)
        narrators = {one.numbers[number] for number in narrating(window)} if main and not spoken else set[int]()
        speakers = {clusters.root(each) for each in (narrators if one.made.holder is None else [one.made.holder])}
        members = [] if said.start() else self._members(one, sentence)
        if len(members) > 1 and speakers & set(members):
            names = [speaker_name(clusters[each], language) for each in members]
            others = message_text("marks.list", language).join(names[:-1])
            return message_text("derived.members", language, others=others, last=names[-1])
        if len(narrators) == 1 and one.made.holder is None and not self._several(one, window, sentence[: said.start()]):
            name = speaker_name(clusters[narrators.pop()], language)
            noun = lexicon.pattern("group_nouns").match(sentence, said.end()) is not None
            return message_text("derived.and_other" if noun else "derived.and_others", language, name=name)
        return ""

    @staticmethod
    def _several(one: SourcedStatement, window: Sequence[PlacedNode], words: str) -> bool:
        """Return whether *words*, the part of the sentence before "we", name several people: after these words, "the
        others" would seem to mean these people.
        """
        named = (
            number
            for number, node in zip(one.numbers, window, strict=False)
            if node.reading.type in LIVING and any(each.text in words for each in node.reading.surfaces)
        )
        return len(set(named)) > 1

    def _members(self, one: SourcedStatement, sentence: str) -> list[int]:
        """Return the clusters of the subjects of all statements with this sentence and of participants who act with
        them, except people whom the sentence names.
        """
        clusters = self.context.clusters
        found: dict[int, None] = {}
        for each in self.context.told:
            if (each.spanned.span, each.spanned.reading.core.text) != (one.spanned.span, one.spanned.reading.core.text):
                continue
            reading = each.spanned.reading
            joined = (part.node for part in reading.participants if part.role in _WITH)
            for node in (reading.subject, *joined):
                number = each.numbers[node]
                living = clusters[number].type in LIVING
                if living and not any(name in sentence for name in (*clusters[number].names, each.names[node])):
                    found[clusters.root(number)] = None
        return list(found)
