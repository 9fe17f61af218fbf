"""Selects pairs of statement contents that may contradict or repeat each other, to ask a judge about them.

Two statements can be rivals (statements that may contradict or repeat each other) only if they have the same scope and
the same holder. The contents of two statements with the same predicate and subject are rivals (a judge is asked about
them) if their values are similar. Two different states of the same subject and object are rivals if at least one of
their predicates is not in the predicate table. A judge is then asked whether one state excludes the other. Two
statements about the same two entities are also rivals (a judge is asked about them) if the sentence of one may negate
the sentence of the other. For example, "Ann never met Bo" may negate "Ann once met Bo". The contents of two statements
are not compared if one quote states both and no other quote states either of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rapidfuzz import fuzz

from episodic.languages.messages import message_text
from episodic.model.deferred import Deferred
from episodic.model.episodes import Episode, Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Span
from episodic.pipeline.replay.questions.contradicting_words import contradict_in_words
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.text_positions import shortened
from episodic.temporal.questions import RivalSide

ASKED_PER_STATEMENT = 3
"""The maximum number of questions per statement that ask whether a rival (another statement) contradicts or repeats the
statement. If a statement has more rivals than this, the questions are first about the rivals whose sentences may negate
its sentence. The remaining questions are about the most recently narrated rivals.
"""
ASKED_PER_CHAPTER = 20
"""The maximum number of questions per chapter that ask whether two rivals (contents of statements) contradict or repeat
each other. Further questions are not asked, and the report of the chapter states their number.
"""
ALIKE = 50.0
"""The minimum similarity (rapidfuzz ratio, from 0 to 100) at which two values are compared because they may have the
same meaning.
"""


@dataclass(frozen=True, slots=True)
class ContentKey:
    """What a statement says (scope, holder, subject, predicate, and object or value), without its time. The fields
    `subject`, `object` and `holder` are cluster numbers.

    `predicate` is the canonical name if the predicate table has the predicate, otherwise the predicate in the reading.
    The answers of a judge to questions about predicates are not used. The questions about predicates are asked in the
    same step as the questions about rival statements.
    """

    subject: int
    predicate: str
    object: int | None
    value: str
    scope: StatementScope
    holder: int | None


@dataclass(frozen=True, slots=True)
class ComparedContent(Deferred):
    """The content of a statement, with the first and the latest quote that state this content.

    `statement` is the id of the first statement of this content. `marks` contains words such as "claimed" or "denied".
    A question to a judge about this content shows these words beside the first statement of the content.
    """

    key: ContentKey
    statement: str
    text: str
    value: str | None
    kind: PredicateKind
    known: bool
    first_quote: str
    latest_quote: str
    marks: tuple[str, ...] = ()

    def said(self) -> RivalSide:
        quotes = tuple(dict.fromkeys(quote for quote in (self.first_quote, self.latest_quote) if quote))
        return RivalSide(self.text, self.key.predicate, quotes, self.marks)


class ContentIndex:
    """The statement contents of the chapters so far with which later statements are compared. A statement with a value
    is found by its subject and predicate, and a statement with an object by its two entities. Callers leave out
    statements from chapters that the rule-based reader read. Callers also leave out statements that end a state, follow
    from another statement, or relate an entity to itself.

    *root* maps the number of a cluster to the number of the merged cluster that contains it.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_added", "_by_key", "_by_subject", "_by_pair")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, root: Callable[[int], int]) -> None:
        self._root = root
        self._added = SharedDict[ContentKey, ComparedContent]()
        """The contents of statements as they were added, with the cluster numbers that the entities had before clusters
        were merged.
        """
        self._by_key = SharedDict[ContentKey, ComparedContent]()
        self._by_subject = SharedDict[tuple[int, str], tuple[ContentKey, ...]]()
        """The contents of statements that have a value, by subject and predicate. Only contents with a value are
        compared with other contents of the same subject and predicate.
        """
        self._by_pair = SharedDict[tuple[int, int], tuple[ContentKey, ...]]()

    def copy(self, root: Callable[[int], int]) -> ContentIndex:
        copied = ContentIndex(root)
        copied._added = self._added.copy()
        copied._by_key = self._by_key.copy()
        copied._by_subject = self._by_subject.copy()
        copied._by_pair = self._by_pair.copy()
        return copied

    def resolved(self) -> ContentIndex:
        """Return a new index of the same statement contents, for use after clusters (sets of mentions of one entity)
        were merged or divided. Statement contents that are equal because their clusters were merged become one content
        in the new index. If the link between two clusters was cut, contents that were equal because of this link become
        separate again.
        """
        index = ContentIndex(self._root)
        for one in self._added.values():
            index.add(one)
        return index

    def key_of(self, key: ContentKey) -> ContentKey:
        """Return *key* with the number of each cluster replaced by the number of the merged cluster to which it belongs
        now.
        """
        return ContentKey(
            self._root(key.subject),
            key.predicate,
            None if key.object is None else self._root(key.object),
            key.value,
            key.scope,
            None if key.holder is None else self._root(key.holder),
        )

    def add(self, said: ComparedContent) -> None:
        """Add the content of a statement to the index. If the index already has an equal content, only the latest quote
        of that content is updated.
        """
        before = self._added.get(said.key)
        self._added[said.key] = said if before is None else replace(before, latest_quote=said.latest_quote)
        key = self.key_of(said.key)
        known = self._by_key.get(key)
        if known is not None:
            if said.latest_quote and said.latest_quote != known.latest_quote:
                self._by_key[key] = replace(known, latest_quote=said.latest_quote)
            return
        self._index(replace(said, key=key))

    def _index(self, content: ComparedContent) -> None:
        self._by_key[content.key] = content
        if content.value:
            subject = (content.key.subject, content.key.predicate)
            self._by_subject[subject] = (*self._by_subject.get(subject, ()), content.key)
        if content.key.object is not None:
            pair = (min(content.key.subject, content.key.object), max(content.key.subject, content.key.object))
            self._by_pair[pair] = (*self._by_pair.get(pair, ()), content.key)

    def with_predicate(self, name: str) -> Iterator[ComparedContent]:
        """Yield the statement contents in the index with the predicate *name*, with the cluster numbers that their
        entities had before clusters were merged.
        """
        return (one for one in self._added.values() if one.key.predicate == name)

    def rivals(self, said: ComparedContent) -> tuple[Sequence[ComparedContent], int]:
        """Return the statement contents to compare with *said*, and the number of contents that were left out. At most
        ASKED_PER_STATEMENT contents are returned, and none if the index has an equal content. Contents whose sentences
        may negate the sentence of *said* come first, and then the latest contents.
        """
        key = self.key_of(said.key)
        if key in self._by_key:
            return (), 0
        found: list[ComparedContent] = []
        if key.object is None and said.value and said.kind is not PredicateKind.EVENT:
            same_subject = [self._by_key[one] for one in self._by_subject.get((key.subject, key.predicate), ())]
            found.extend(one for one in same_subject if alike(one.value or "", said.value))
        if key.object is not None:
            pair = (min(key.subject, key.object), max(key.subject, key.object))
            told = [self._by_key[one] for one in self._by_pair.get(pair, ())]
            found.extend(one for one in told if _unclear(one, said, key) or contradict_in_words(one.text, said.text))
        fitting = [
            one
            for one in found
            if (one.key.scope, one.key.holder) == (key.scope, key.holder) and not _from_one_quote(one, said)
        ]
        fitting.reverse()
        fitting.sort(key=lambda one: not contradict_in_words(one.text, said.text))
        return fitting[:ASKED_PER_STATEMENT], max(0, len(fitting) - ASKED_PER_STATEMENT)


def _from_one_quote(known: ComparedContent, said: ComparedContent) -> bool:
    """Return whether one quote states both statement contents and no other quote states either of them."""
    quotes = {known.first_quote, known.latest_quote, said.first_quote, said.latest_quote}
    return len(quotes) == 1 and quotes != {""}


def _unclear(known: ComparedContent, said: ComparedContent, key: ContentKey) -> bool:
    """Return whether rules cannot tell if two statement contents about the same two entities exclude each other. This
    is so for two states of the same subject with different predicates, if one of the predicates is not in the predicate
    table.
    """
    return (
        known.key.predicate != key.predicate
        and known.key.subject == key.subject
        and PredicateKind.EVENT not in {known.kind, said.kind}
        and not (known.known and said.known)
    )


def alike(first: str, second: str) -> bool:
    """Return whether two values may mean the same: they are similar, or one of them contains the other."""
    return fuzz.ratio(first, second) >= ALIKE or first in second or second in first


def needs_no_rivals(statement: ReplayedStatement, root: Callable[[int], int]) -> bool:
    """Return whether a statement is not compared with others. Such a statement ends a state, follows from another
    statement, or has the same entity as subject and object. *root* returns, for the number of a cluster of mentions,
    the number that all clusters of the same entity share.
    """
    core = statement.reading.core
    about_itself = statement.object is not None and root(statement.subject) == root(statement.object)
    return core.phase is Phase.ENDS or core.derived or about_itself


def compared_content(
    statement: ReplayedStatement, episode: Episode, find: Callable[[str], Predicate | None]
) -> ComparedContent:
    """Return the content of a statement of a chapter, with which later statements are compared. *find* returns the
    predicate of the predicate table with a given name, or None.
    """
    core = statement.reading.core
    span = Span(statement.evidence.start, statement.evidence.end)
    quote = shortened(episode.text, span, span)
    known = find(core.predicate) is not None
    key = ContentKey(
        statement.subject,
        statement.predicate.name if known else core.predicate,
        statement.object,
        name_key(core.value) if core.value else "",
        core.scope,
        statement.holder,
    )
    return ComparedContent(
        key,
        statement.uuid,
        core.text,
        core.value,
        statement.predicate.kind,
        known,
        quote,
        quote,
        rival_marks(core, episode.language),
    )


def rival_marks(core: StatementCore, language: Language) -> tuple[str, ...]:
    """Return the words, such as "claim" or "denied", that a question about two rival statements shows beside one of
    them. There are such words if the statement is not said of the story's world, is denied, or is about another time.
    The result is empty for a statement that is said of the story's world, is about the current moment, and is not
    denied.
    """
    found: list[str] = []
    if core.scope is not StatementScope.WORLD:
        found.append(message_text(f"prompts.mark_{core.scope.value}", language))
    if core.phase is Phase.DENIED:
        found.append(message_text("prompts.mark_denied", language))
    if core.placing is not Placement.NOW:
        found.append(message_text(f"prompts.mark_{core.placing.value}", language))
    return tuple(found)
