"""Answers by rules, without a language model: the facts and sentences of the text that say what the question asks for.

A fact or sentence is selected only if it contains all names and all required words of the question (see `Question`). A
selected fact or sentence must also contain most of the question's other words. If the question is how people are
related, every fact with the names of these people is an answer. A selected fact or sentence must also have something of
the kind that is asked for, such as a place for "where". If no fact and no sentence of the text can be selected, the
question gets no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from episodic.answering.answers import AnswerSentence, Citation, LookUp, StartEntity
from episodic.answering.fitting_facts import fact_fits, has_name, is_asked_predicate, names_predicate
from episodic.answering.look_ups import HITS, shows_fact, shows_passage, starts_of
from episodic.answering.present_answers import present_answer
from episodic.answering.present_states import NOT_TRUE_YET, holds_at_end
from episodic.answering.questions import AskedFor, Question
from episodic.answering.sources import SourceBook, fact_source, fact_words, passage_source
from episodic.languages import lexicon
from episodic.model.episodes import FrameKind, Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.asked_slots import AskedSlot
from episodic.search.fact_listing import VisibleFact
from episodic.search.fact_views import FactView
from episodic.search.hybrid_search import search
from episodic.search.known_names import known_names
from episodic.search.prompt_lines import one_line
from episodic.search.results import FactHit, PassageHit, SearchResults
from episodic.search.searched_text import searched_text
from episodic.search.view import View
from episodic.search.word_overlap import fact_terms
from episodic.text.inflections import stem
from episodic.text.scripts import is_ideographic
from episodic.text.sentences import sentences
from episodic.text.tokens import tokens

MOST_SENTENCES = 4
_MOST_CLOSEST = 3
_LEAST_SHARE_OF_SENTENCE = 0.8
"""The minimum share of the question's words, not counting names, that a selected sentence of the text must contain. A
fact may be selected with fewer of the question's words (see `fitting_facts`), because its subject and object are
checked as well. A sentence of the text has no fields for a subject and an object that could be checked.
"""
_SHARE_OF_BEST = 0.6
"""A fact is selected only if it has at least this fraction of the question words that the best fact has. For example,
if the best fact has five question words, another fact needs three.
"""
_LONGEST_SENTENCE = 400
_FORMER = (FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.DREAM)
_CLAUSE_MARK = re.compile("[,;:，；：、]")
_WORD = re.compile(r"[^\W_]+")
_SIGNS = {AskedFor.WHEN: "time_signs", AskedFor.WHERE: "place_signs"}
"""The name of the pattern that a sentence must match to answer a question with "when" or "where"."""


@dataclass(frozen=True, slots=True)
class Extract:
    """The sentences that rules selected, with their sources, and the search that found them.

    If no sentence was selected, `closest` are the facts that come closest to the question but do not answer it.
    """

    sentences: tuple[AnswerSentence, ...]
    closest: tuple[Citation, ...]
    book: SourceBook
    look_up: LookUp
    starts: tuple[StartEntity, ...]
    degraded: tuple[str, ...]


async def extract(view: View, question: str, *, language: Language) -> Extract:
    """Return at most four sentences: the facts that match the question, or the matching sentences of the text if no
    fact matches. A question such as "where is Ann" or "who has the key" is answered only by what is known of the
    present (see `present_answer`).
    """
    view = view.wider()
    found = await search(view, question, limit=2 * HITS)
    shown = frozenset(found.searched.names)
    bearers = {one.key: one.entities for one in await known_names(view, question) if one.key in shown}
    asked = Question.of(question, shown, view.vocabulary)
    selection = _Selection(view, found, asked, bearers, SourceBook(), language)
    states = await present_answer(view, asked, bearers, found.facts)
    selected = [] if states is None else selection.cited(states.known)
    if states is None or (asked.past and not selected):
        fitting = selection.fitting()
        of_now = [one for one in fitting if selection.is_of_asked_time(one)]
        selected = selection.of_facts(of_now) or ([] if fitting else selection.of_passages())
        closest = () if selected else selection.cited_closest(_newest_first(fitting)) or selection.closest()
    else:
        closest = () if selected else selection.cited_closest(states.others)
    return Extract(
        sentences=tuple(selected[:MOST_SENTENCES]),
        closest=closest,
        book=selection.book,
        look_up=LookUp("search", (question,), tuple(range(1, len(selection.book) + 1))),
        starts=starts_of(view, found),
        degraded=found.searched.degraded,
    )


@dataclass(frozen=True, slots=True)
class _Selection:
    """Selects the facts and sentences that answer a question from the results of a search, and gives their sources
    numbers.

    `bearers` maps each name in the question to the ids of the entities that have this name.
    """

    view: View
    found: SearchResults
    asked: Question
    bearers: Mapping[str, Collection[str]]
    book: SourceBook
    language: Language

    def fitting(self) -> list[FactView]:
        """Return the matching facts, best first, including states that follow from a found event: after "Ann gave Wu
        the sword", Wu has the sword. If the question names the predicate of some matching facts, such as "killed", only
        these facts are returned.
        """
        shown = list({one.uuid: one for hit in self.found.facts for one in (hit.shown, *hit.shown.effects)}.values())
        vocabulary = self.view.vocabulary
        found = [
            one
            for one in shown
            if shows_fact(self.view, one.fact, one.holding)
            and fact_fits(one.fact, self.asked, self.bearers, vocabulary=vocabulary)
        ]
        return [one for one in found if names_predicate(one.fact, self.asked, vocabulary)] or found

    def is_of_asked_time(self, one: FactView) -> bool:
        """Return False for a state that does not hold at the end of what is told, or is not known to, if the question
        asks what is so at present. A question without content words, such as "who is Ann", asks for all states, unless
        it says "now".
        """
        asked = self.asked
        if not asked.now and not (asked.present and (asked.terms.tokens or asked.occupation)):
            return True
        if one.fact.kind is PredicateKind.EVENT:
            return not asked.now or asked.asked_for is not AskedFor.WHERE
        return one.fact.kind is PredicateKind.FIXED or holds_at_end(self.view, VisibleFact(one.fact, one.holding))

    def of_facts(self, fitting: Sequence[FactView]) -> list[AnswerSentence]:
        """Return sentences of the matching facts *fitting*. If the question asks for an owner and there is a present
        owner, former owners are left out.

        If the question asks who did something and some facts have exactly the predicate that it asks for, only these
        facts are kept. If it asks for a state and there is another answer, plans, wishes and dreams are left out. Facts
        that have far fewer words of the question than the best fact are left out too.
        """
        asked, vocabulary = self.asked, self.view.vocabulary
        shares = {one.uuid: asked.terms.matched_share(fact_terms(one.fact)) for one in fitting}
        if asked.asked_for is AskedFor.WHO:
            fitting = [one for one in fitting if is_asked_predicate(one.fact, asked, vocabulary)] or fitting
        if asked.state:
            fitting = [one for one in fitting if one.fact.scope not in NOT_TRUE_YET] or fitting
        if asked.owner:
            fitting = [one for one in fitting if not one.validity.ended] or fitting
        best = max((shares[one.uuid] for one in fitting), default=0.0)
        fitting = [one for one in fitting if shares[one.uuid] >= _SHARE_OF_BEST * best]
        return self.cited(sorted(fitting, key=lambda one: (_is_outside_world(one), one.validity.ended)))

    def cited(self, facts: Iterable[FactView]) -> list[AnswerSentence]:
        """Return at most four sentences that tell *facts*. Facts with the same words become one sentence, which cites
        all of them.
        """
        numbers: dict[str, list[int]] = {}
        for one in facts:
            words = fact_words(one, language=self.language)
            if words in numbers or len(numbers) < MOST_SENTENCES:
                numbers.setdefault(words, []).append(self.book.add(fact_source(one, language=self.language)))
        return [AnswerSentence(words, tuple(sources)) for words, sources in numbers.items()]

    def closest(self) -> tuple[Citation, ...]:
        """Return at most three facts that the search found, best first. Each fact contains a word of the question and,
        if the question has names, one of these names. The text of each fact says who claims it and when it holds.
        """
        facts = (hit.shown for hit in self.found.facts if shows_fact(self.view, hit.shown.fact, hit.shown.holding))
        close = (
            one
            for one in facts
            if any(self.asked.terms.matches(fact_terms(one.fact)))
            and (not self.bearers or any(has_name(one.fact, name, ids) for name, ids in self.bearers.items()))
        )
        return self.cited_closest(close)

    def cited_closest(self, facts: Iterable[FactView]) -> tuple[Citation, ...]:
        """Return the first three of *facts* as citations. Their texts say who claims each fact and when it holds."""
        return tuple(
            replace(self.book.citation(number), text=sentence.text)
            for sentence in self.cited(islice(facts, _MOST_CLOSEST))
            for number in sentence.sources
        )

    def of_passages(self) -> list[AnswerSentence]:
        """Return at most four sentences: from each found passage, the sentence that answers the question best, if any
        does. A sentence does not answer where somebody is now, because it may tell of an earlier time. A sentence about
        former times does not answer what is so at present, such as where somebody lives.
        """
        selected: list[AnswerSentence] = []
        names = self.found.searched.names
        if (self.asked.now and self.asked.asked_for is AskedFor.WHERE) or not _is_judged_by_words(self.asked, names):
            return selected
        for hit in _passages(self.found):
            if not shows_passage(self.view, hit.passage) or (self.asked.state and hit.passage.frame in _FORMER):
                continue
            best = _best_sentence(hit.text, self.asked, names, self.language)
            if best and len(selected) < MOST_SENTENCES:
                number = self.book.add(passage_source(self.view, hit.passage, language=self.language))
                selected.append(AnswerSentence(best, (number,)))
        return selected


def _is_outside_world(one: FactView) -> bool:
    return one.fact.scope is not StatementScope.WORLD


def _newest_first(facts: Sequence[FactView]) -> list[FactView]:
    newest = sorted(facts, key=lambda one: one.fact.narrative_key, reverse=True)
    return sorted(newest, key=_is_outside_world)


def _is_judged_by_words(asked: Question, names: Sequence[str]) -> bool:
    """Return whether a sentence that shares words with the question can be selected as an answer. Shared words are not
    enough if the question asks for a relation, or if it contains only names. Shared words are not enough either if the
    question has fewer than two content words and names in total. A question with "who", such as "who is Ann", may not
    show whether it asks for the subject or the object. If the question does not show this, shared words are enough only
    if it asks who says or thinks something.
    """
    if asked.asked_for is AskedFor.RELATION or len(asked.terms.tokens) + len(names) < 2:
        return False
    is_who = asked.asked_for is AskedFor.WHO
    return bool(asked.terms.tokens) and (not is_who or asked.reports or asked.slot is not AskedSlot.ANY)


def _passages(found: SearchResults) -> Sequence[PassageHit]:
    attached = [hit.said_in for hit in found.hits if isinstance(hit, FactHit) and hit.said_in is not None]
    return list({one.uuid: one for one in (*found.passages, *attached)}.values())


def _best_sentence(text: str, asked: Question, names: Iterable[str], language: Language) -> str:
    best, best_share = "", 0.0
    for span in sentences(text, language):
        words = one_line(span.of(text))[:_LONGEST_SENTENCE]
        share = _share_of_sentence(words, asked, names)
        if share > best_share:
            best, best_share = words, share
    return best


def _share_of_sentence(words: str, asked: Question, names: Iterable[str]) -> float:
    key, spoken = name_key(words), searched_text(words)
    if not all(name in key for name in names) or lexicon.pattern("question_ends").search(words):
        return 0.0
    signs = _SIGNS.get(asked.asked_for)
    if signs is not None and not lexicon.pattern(signs).search(words):
        return 0.0
    if asked.state and lexicon.pattern("former_states").search(words):
        return 0.0
    if asked.slot is not AskedSlot.ANY and not _acts(words, asked, names):
        return 0.0
    share = asked.share(asked.terms.matches(spoken))
    return share if share >= _LEAST_SHARE_OF_SENTENCE else 0.0


def _acts(words: str, asked: Question, names: Iterable[str]) -> bool:
    """Return whether a sentence has the verb of the question in the right place, and is no denial. If the question asks
    for the subject, something must precede the question's verb in the sentence. Another word or a name of the question
    must follow the verb in the same clause. For example, "Tobias burned the mill" answers "who burned the mill", but
    "the mill burned" does not. If the question asks for the object, the sentence must contain all words and names of
    the question. At least one name or other word of the question must precede the question's verb in the sentence.
    """
    if lexicon.pattern("negations").search(words) or lexicon.words("never_words") & frozenset(tokens(words)):
        return False
    folded = name_key(words)
    verbs, *others = [_places(one.text, folded) for one in asked.terms.tokens]
    others += [[match.start() for match in re.finditer(re.escape(name), folded)] for name in names]
    if asked.slot is AskedSlot.OBJECT:
        first = min((one[0] for one in others), default=-1) if all(others) else -1
        return first >= 0 and any(first < verb for verb in verbs)
    after = [place for one in others for place in one]
    return any(
        0 < verb < place and _CLAUSE_MARK.search(folded, verb, place) is None for verb in verbs for place in after
    )


def _places(word: str, folded: str) -> list[int]:
    """Return the offsets at which *word* or another word with its stem begins in *folded*, a sentence normalised for
    comparison.
    """
    if is_ideographic(word[0]):
        return [match.start() for match in re.finditer(re.escape(word), folded)]
    return [match.start() for match in _WORD.finditer(folded) if stem(match[0]) == stem(word)]
