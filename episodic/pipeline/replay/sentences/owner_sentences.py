"""Names the owner in sentences that keep the "my" or "our" of their quote, such as "Ann took my bag"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.narrator_sentences import depth_in, first_persons, narrating, speaker_name
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.text.first_person import FirstPersonRules, first_owner_rules
from episodic.text.speech import Quoted, quoted

_TOLD: Final = (FrameKind.LETTER, FrameKind.TALE)


def with_owner_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with the speaker's name in place of "my" and "our" in their sentences. A sentence is
    changed only if its quote says the same words ("my bag") and the speaker is certain. "Our" is replaced by the
    speaker's name as well, because what belongs to "us" also belongs to the speaker. "Our" is kept in a sentence about
    several people ("Ann and Bo must obey our orders"), because it may mean these people.

    In main-line narration, the speaker is the narrator. In quotation marks, and in a letter or tale, the speaker is the
    holder of the claim. If a statement in a letter or tale is no claim, the speaker is the only person who says "I" in
    its passage.
    """
    sentences = {one.uuid: one.shown_sentence for one in statements}
    owning = [
        (one, sentence, rules)
        for one in context.told
        if (sentence := sentences.get(one.made.uuid)) and (rules := _rules(sentence, one.made.evidence.quote))
    ]
    told_of = Counter(map(_what_is_told, context.told))
    spoken = [one for one in quoted(context.chapter.episode.text) if one.speech] if owning else []
    made: dict[str, str] = {}
    for one, sentence, rules in owning:
        speakers = _speakers(one, context, spoken)
        several = told_of[_what_is_told(one)] > 1 or _acts_together(one)
        ours = several and lexicon.pattern("group_owners").search(sentence)
        if len(speakers) == 1 and not ours:
            named = rules.with_owner(sentence, speaker_name(context.clusters[speakers.pop()], context.language))
            made[one.made.uuid] = named[:1].upper() + named[1:]
    return with_sentences(statements, made)


def _acts_together(one: SourcedStatement) -> bool:
    roles = lexicon.words("co_subject_roles")
    return any(part.role.casefold() in roles for part in one.spanned.reading.participants)


def _what_is_told(one: SourcedStatement) -> tuple[Span, str]:
    """Return the quote and predicate of a statement. Statements with equal quotes and predicates say the same of
    several people.
    """
    return one.spanned.span, one.spanned.reading.core.predicate


def _rules(sentence: str, quote: str) -> FirstPersonRules | None:
    """Return the first-person rules of the language if the sentence says "my" or "our" in the same words as the quote.
    Return None if the quote does not contain each "my" or "our" of the sentence with the same word beside it ("my
    bag"). Return None also if the sentence says "I" or "we".
    """
    rules = first_owner_rules(sentence)
    if rules is None or not rules.is_clear(sentence):
        return None
    rest, said = rules.owners.sub("", sentence), " ".join(quote.split()).casefold()
    if rules.words.search(rest) or lexicon.pattern("group_pronouns").search(rest):
        return None
    return rules if all(match[0].casefold() in said for match in rules.owners.finditer(sentence)) else None


def _speakers(one: SourcedStatement, context: SentenceContext, spoken: Sequence[Quoted]) -> set[int]:
    """Return the clusters of the possible speakers of a statement's quote. The result is empty if no speaker is known,
    for example if the quote is partly narration and partly speech.
    """
    reading, quote = one.spanned.reading, one.spanned.span
    passage, nodes = context.passages[one.spanned.passage], context.window_of(one)
    depth, told = depth_in(quote, spoken), passage.frame in _TOLD
    if reading.tellers:
        return set()
    if depth or told:
        if reading.core.scope is StatementScope.CLAIM:
            return set() if one.made.holder is None else {one.made.holder}
        if depth:
            return set()
        start = context.chapter.reading.starts[one.spanned.window]
        said = first_persons(nodes, start)
        return {one.numbers[number] for number, span in said if passage.span.holds(span) and not depth_in(span, spoken)}
    if any(each.span.start < quote.end and quote.start < each.span.end for each in spoken):
        return set()
    return {one.numbers[number] for number in narrating(nodes)}
