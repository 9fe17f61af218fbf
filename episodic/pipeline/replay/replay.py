"""The replay of a work's chapters. Identities are resolved, time expressions are parsed, and open questions are
collected.

The result of a replay depends only on the chapters in narrative order, their readings, the stored answers, the
overrides and the settings.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.clusters import Clusters
from episodic.dedup.identity import ChapterNodes, IdentityFold, IdentityStep
from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import Episode, FrameKind
from episodic.model.ids import OccurrenceCounter, identify
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate, shipped_table
from episodic.model.readings import Phase, Placement
from episodic.model.records import from_json
from episodic.model.settings import WorkSettings
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides, with_decisions
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX, ChapterPreparer, Nodes, PreparedChapter
from episodic.pipeline.replay.open_questions import OpenQuestions, QuestionCollector
from episodic.pipeline.replay.predicate_resolution import PredicateResolver, table_for
from episodic.pipeline.replay.rejected_quotes import rejected_in
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.pipeline.replay.rivals import ASKED_PER_CHAPTER, ComparedContent, ContentIndex, ContentKey
from episodic.pipeline.replay.statement_keys import as_spanned_statement, key_of_reading
from episodic.pipeline.replay.time_resolution import TimeResolver
from episodic.pipeline.text_positions import SpannedStatement, shortened
from episodic.temporal.judges import rule_based_rival_answer
from episodic.temporal.questions import RivalAnswer, RivalQuestion, Verdict, question_of


@dataclass(frozen=True, slots=True)
class _IdentifiedChapter:
    """A chapter with splits applied, with its nodes, its mentions and the result of identity resolution."""

    chapter: ChapterInput
    nodes: Nodes
    step: IdentityStep
    places: tuple[tuple[int, str, Span], ...]


class Replay:
    """The state of a work after the chapters added so far."""

    def __init__(
        self,
        group_id: str,
        settings: WorkSettings,
        *,
        answers: Mapping[str, str],
        decisions: AppliedOverrides,
        preparing: ChapterPreparer,
    ) -> None:
        attributes = tuple(
            (attribute.name, attribute.many) for one in settings.entity_types for attribute in one.attributes
        )
        self.group_id = group_id
        self.settings = settings
        self.calendars = preparing.calendars
        self.open = False
        """Whether any replayed chapter raised a question that has no stored answer."""
        self.chapters: list[ReplayedChapter] = []
        self.decisions = decisions
        self._answers = answers
        self._preparing = preparing
        self._identity = IdentityFold(answers)
        table = table_for(settings.predicates, shipped_table(), attributes)
        self._predicates = PredicateResolver(table.extended(decisions.predicates), answers)
        self._times = TimeResolver(preparing.calendars, answers)
        self._contents = ContentIndex(self._identity.clusters.root)
        self._statement_numbers = OccurrenceCounter()
        self._passage_numbers = OccurrenceCounter()
        self._near: TimeExpression | None = None
        self._met = 0

    @property
    def clusters(self) -> Clusters:
        """Return the clusters of nodes in the chapters replayed so far."""
        return self._identity.clusters

    def differing(self) -> set[frozenset[int]]:
        """Return the pairs of clusters that an answer or the author has declared different."""
        return self.clusters.differing(self._answers)

    def predicate(self, name: str) -> Predicate | None:
        """Return the predicate with this name from the work's predicate table, or None.

        The table contains shipped predicates, custom predicates and predicates that the author corrected.
        """
        return self._predicates.table.find(name)

    def copy(self) -> Replay:
        """Return an independent copy. Chapters added to one copy are not added to the other copy."""
        copied = copy.copy(self)
        copied._branch()  # noqa: SLF001 - an object of the same class
        return copied

    def _branch(self) -> None:
        """Copy all objects that are changed when a chapter is added."""
        self.chapters = list(self.chapters)
        self.decisions = self.decisions.copy()
        self._identity = self._identity.copy()
        self._predicates = self._predicates.copy()
        self._contents = self._contents.copy(self._identity.clusters.root)
        self._statement_numbers = self._statement_numbers.copy()
        self._passage_numbers = self._passage_numbers.copy()

    def resolve_identities(self, chapter: ChapterInput) -> OpenQuestions:
        """Resolve only the identities of the next chapter, and return the chapter's open identity questions.

        A replay on which this method was called must not be saved, because the replay lacks the chapter's statements.
        """
        step = self._identify(chapter).step
        self.open = self.open or bool(step.missing)
        return OpenQuestions(step.missing, ())

    def _identify(self, chapter: ChapterInput) -> _IdentifiedChapter:
        laid, marks = self.decisions.prepare(chapter)
        episode = laid.episode
        nodes = with_decisions(self._preparing.nodes(laid), marks)
        by_rule = episode.reader.startswith(RULE_READER_PREFIX)
        step = self._identity.step(ChapterNodes(episode.uuid, self._met, episode.language, nodes, by_rule))
        places = _places(laid, step.numbers)
        self.decisions.apply(laid, step.numbers, places=places, clusters=self.clusters)
        self._met += 1
        return _IdentifiedChapter(laid, nodes, step, places)

    def add(self, chapter: ChapterInput) -> OpenQuestions:
        """Replay the next chapter, and return the chapter's questions without a stored answer.

        For a question without a stored answer, the replay uses the rule-based answer.
        """
        by_rule = chapter.episode.reader.startswith(RULE_READER_PREFIX)
        before, already = len(self.clusters), len(self.clusters.changed())
        found = self._identify(chapter)
        chapter, nodes, step, places = found.chapter, found.nodes, found.step, found.places
        prepared = self._preparing.of(chapter)
        absorbed = any(number < before for number in self.clusters.changed()[already:])
        if absorbed:
            self._contents = self._contents.resolved()
        asked = QuestionCollector(silent=by_rule)
        reference = self._reference(chapter.episode, asked)
        passages = self._passages(chapter, prepared, asked)
        statements = self._statements(chapter, prepared, passages, step.numbers, nodes, asked)
        verdicts: tuple[tuple[str, str, Verdict], ...] = () if by_rule else self._compare(chapter, statements, asked)
        numbered = tuple(
            (number, node)
            for window, row in zip(step.numbers, nodes, strict=True)
            for number, node in zip(window, row, strict=True)
        )
        self.chapters.append(
            ReplayedChapter(
                chapter.episode,
                reference,
                passages,
                statements,
                places,
                numbered,
                verdicts,
                (*step.questions, *asked.questions),
                asked.left_out,
                absorbed,
                rejected_in(chapter),
            )
        )
        self.open = self.open or bool(step.missing or asked.missing)
        return OpenQuestions(step.missing, tuple(asked.missing))

    def _reference(self, episode: Episode, asked: QuestionCollector) -> TimeExpression | None:
        expression = self._times.of_chapter(episode, asked)
        if expression is not None and expression.kind is TimeKind.CALENDAR and expression.year is not None:
            self._near = expression
        return expression

    def _passages(
        self, chapter: ChapterInput, prepared: PreparedChapter, asked: QuestionCollector
    ) -> tuple[ReplayedPassage, ...]:
        episode = chapter.episode
        found: list[ReplayedPassage] = []
        for framed, words in zip(prepared.framed, prepared.words, strict=True):
            value = self._preparing.passage_of(self.group_id, episode, framed, self._passage_numbers)
            time = self._times.of_passage(words, value.text, episode, asked)
            time = self._dated(time, back=framed.frame is FrameKind.FLASHBACK)
            if framed.frame is FrameKind.MAIN and time is not None and time.year is not None:
                self._near = time
            found.append(self._preparing.passage(ReplayedPassage(value, framed, time, words, self._near)))
        return tuple(found)

    def _dated(
        self, time: TimeExpression | None, *, back: bool, near: TimeExpression | None = None
    ) -> TimeExpression | None:
        """Return *time*, completed with a year if *time* is a date without a year, such as "the ninth of Larkrise".

        If *back* is false, the completed date is the first possible date after the full date *near*. If *back* is true,
        the last possible date before *near* is considered as well, and the date nearer to *near* is used. By default,
        *near* is the latest full date on the main line. A season without a month is not changed.
        """
        whole = near or self._near
        if time is None or whole is None or time.month is None:
            return time
        ahead = self.calendars.completed(time, whole)
        if not back:
            return ahead
        behind = self.calendars.completed(time, whole, back=True)
        return min((behind, ahead), key=lambda one: self._distance(one, whole))

    def _distance(self, first: TimeExpression, second: TimeExpression) -> int:
        """Return the number of days between two dates, or 0 if the dates cannot be compared."""
        one, other = self.calendars.range_of(first), self.calendars.range_of(second)
        return abs(one[0] - other[0]) if one and other else 0

    def _statements(
        self,
        chapter: ChapterInput,
        prepared: PreparedChapter,
        passages: Sequence[ReplayedPassage],
        numbers: Sequence[Sequence[int]],
        nodes: Sequence[Sequence[PlacedNode]],
        asked: QuestionCollector,
    ) -> tuple[ReplayedStatement, ...]:
        found: list[ReplayedStatement] = []
        authored = self.decisions.authored
        framed = prepared.framed
        told: list[tuple[SpannedStatement, Sequence[int], Sequence[str]]] = []
        for read in prepared.spanned:
            names = [node.decided.whole or node.reading.name for node in nodes[read.window]]
            told.append((read, numbers[read.window], names))
        told.extend((as_spanned_statement(one, framed), one.numbers, one.names) for one in authored.added(chapter))
        for spanned, people, written in told:
            self._predicates.use(spanned.reading.core.predicate, chapter.episode.text, spanned.span)
            decision = authored.decision_for(key_of_reading(spanned, chapter.episode, written), spanned.span)
            if decision.gone:
                continue
            said, who, called = spanned, people, written
            if decision.instead is not None:
                said, who, called = (
                    as_spanned_statement(decision.instead, framed),
                    decision.instead.numbers,
                    decision.instead.names,
                )
            made = self._statement(chapter.episode, said, passages, who, asked)
            uuid = self._statement_id(chapter.episode, made, called)
            made = replace(made, uuid=uuid, locked=decision.locked, anchor=decision.anchor)
            found.append(self._preparing.statement(made))
        return tuple(sorted(found, key=lambda one: (one.evidence.start, one.evidence.end)))

    def _statement(
        self,
        episode: Episode,
        spanned: SpannedStatement,
        passages: Sequence[ReplayedPassage],
        numbers: Sequence[int],
        asked: QuestionCollector,
    ) -> ReplayedStatement:
        """Return the statement with cluster numbers."""
        reading = spanned.reading
        self._predicates.use(reading.core.predicate, episode.text, spanned.span)
        canonical, question, missing = self._predicates.canonical(reading.core.predicate, episode.uuid)
        asked.add(question, missing)
        subject, object_ = numbers[reading.subject], None if reading.object is None else numbers[reading.object]
        predicate = canonical.predicate
        if canonical.swapped and object_ is not None:
            subject, object_ = object_, subject
        elif canonical.swapped:
            predicate = self._predicates.table.find(reading.core.predicate) or predicate
        quote = spanned.span.of(episode.text)
        time = self._times.of_statement(reading.core.time, quote, episode, asked)
        if time is not None:
            time = self._dated(time, back=reading.core.placing is Placement.BACK, near=passages[spanned.passage].near)
        told = NarrativePosition(episode.order, spanned.span.start)
        return ReplayedStatement(
            uuid="",
            passage=passages[spanned.passage].value.uuid,
            evidence=Evidence(episode.uuid, quote, spanned.span.start, spanned.span.end, told),
            reading=reading,
            predicate=predicate,
            subject=subject,
            object=object_,
            participants=tuple((numbers[part.node], part.role) for part in reading.participants),
            holder=None if reading.holder is None else numbers[reading.holder],
            tellers=tuple(numbers[node] for node in reading.tellers),
            time=time,
        )

    def _statement_id(self, episode: Episode, made: ReplayedStatement, names: Sequence[str]) -> str:
        reading = made.reading
        words = (
            episode.layer.value,
            made.evidence.quote,
            names[reading.subject],
            reading.core.predicate,
            None if reading.object is None else names[reading.object],
            reading.core.value,
            reading.core.phase.value,
            reading.core.scope.value,
            None if reading.holder is None else names[reading.holder],
        )
        return identify("statement", self.group_id, *words, self._statement_numbers.next_of(words))

    def _compare(
        self, chapter: ChapterInput, statements: Sequence[ReplayedStatement], asked: QuestionCollector
    ) -> tuple[tuple[str, str, Verdict], ...]:
        """Return the verdicts on pairs of the chapter's statements and their rival statements.

        All pairs of the chapter are selected before any verdict is used, so that the questions of a chapter do not
        depend on each other.
        """
        made: list[tuple[str, str, RivalQuestion]] = []
        for statement in statements:
            if statement.reading.core.phase is Phase.ENDS or self._about_itself(statement):
                continue
            content = self._content(chapter.episode, statement)
            rivals, left_out = self._contents.rivals(content)
            asked.left_out += left_out
            made.extend(
                (statement.uuid, rival.statement, RivalQuestion(chapter.episode.language, content.said(), rival.said()))
                for rival in rivals
            )
            self._contents.add(content)
        asked.left_out += max(0, len(made) - ASKED_PER_CHAPTER)
        verdicts: list[tuple[str, str, Verdict]] = []
        for new, known, pair in made[:ASKED_PER_CHAPTER]:
            question = question_of(pair, chapter.episode.uuid)
            kept = self._answers.get(question.uuid)
            asked.add(question, kept is None)
            answer = rule_based_rival_answer(pair) if kept is None else from_json(RivalAnswer, kept)
            verdicts.append((new, known, answer.verdict))
        return tuple(verdicts)

    def _about_itself(self, statement: ReplayedStatement) -> bool:
        root = self.clusters.root
        return statement.object is not None and root(statement.subject) == root(statement.object)

    def _content(self, episode: Episode, statement: ReplayedStatement) -> ComparedContent:
        span = Span(statement.evidence.start, statement.evidence.end)
        quote = shortened(episode.text, span, span)
        in_table = self._predicates.table.find(statement.reading.core.predicate)
        name = statement.reading.core.predicate if in_table is None else statement.predicate.name
        key = ContentKey(
            statement.subject,
            name,
            statement.object,
            name_key(statement.reading.core.value) if statement.reading.core.value else "",
            statement.reading.core.scope,
            statement.holder,
        )
        known = in_table is not None
        return ComparedContent(
            key,
            statement.uuid,
            statement.reading.core.text,
            statement.reading.core.value,
            statement.predicate.kind,
            known,
            quote,
            quote,
        )


def _places(chapter: ChapterInput, numbers: Sequence[Sequence[int]]) -> tuple[tuple[int, str, Span], ...]:
    found: list[tuple[int, str, Span]] = []
    for start, window, row in zip(chapter.reading.starts, chapter.reading.windows, numbers, strict=True):
        for node, number in zip(window.nodes, row, strict=True):
            for surface in node.surfaces:
                found.extend((number, surface.text, span.shifted(start)) for span in surface.spans)
    return tuple(sorted(found, key=lambda one: (one[2], one[0])))
