"""The work told again from its assertions, chapter by chapter: who is who, what is said of them, which questions are open.

A pure function of chapters in telling order, their readings, the kept answers and the author's acts.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.clusters import Clusters, PlacedNode
from episodic.dedup.identity import ChapterNodes, IdentityFold, IdentityStep
from episodic.model.asserted import Question
from episodic.model.episodes import Episode, FrameKind, Passage
from episodic.model.ids import Numbering, identify
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.names import name_key
from episodic.model.predicates import Predicate, shipped_table
from episodic.model.readings import Phase, Placing
from episodic.model.records import from_json
from episodic.model.settings import WorkSettings
from episodic.model.spans import Evidence, Span, Told
from episodic.pipeline.acts.deciding import Decisions, marked
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.placing import SpannedStatement, framed_passages, shortened
from episodic.pipeline.telling.asked_ahead import asked_ahead
from episodic.pipeline.telling.open_questions import Asked, Missing
from episodic.pipeline.telling.predicates import Predicates, table_for
from episodic.pipeline.telling.preparing import RULED, Nodes, Prepared, Preparing
from episodic.pipeline.telling.rejections import rejected_in
from episodic.pipeline.telling.replayed import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.pipeline.telling.rivals import ASKED_PER_CHAPTER, Content, ContentKey, Contents
from episodic.pipeline.telling.statement_words import as_if_read, as_read
from episodic.pipeline.telling.timing import TimeWords
from episodic.temporal.judges import ruled_rival
from episodic.temporal.questions import RivalAnswer, RivalQuestion, Verdict, question_of


@dataclass(frozen=True, slots=True)
class _Met:
    """A chapter with the author's decisions laid on it, its nodes, and who they are."""

    chapter: AssertedChapter
    nodes: Nodes
    step: IdentityStep
    places: tuple[tuple[int, str, Span], ...]


class Replay:
    """What a work comes to after the chapters added so far."""

    def __init__(
        self,
        group_id: str,
        settings: WorkSettings,
        *,
        answers: Mapping[str, str],
        decisions: Decisions,
        preparing: Preparing,
    ) -> None:
        attributes = tuple(
            (attribute.name, attribute.many) for one in settings.entity_types for attribute in one.attributes
        )
        self.group_id = group_id
        self.settings = settings
        self.calendars = preparing.calendars
        self.open = False
        """Whether a question was met on the way that has no kept answer."""
        self.chapters: list[ReplayedChapter] = []
        self.decisions = decisions
        self._answers = answers
        self._preparing = preparing
        self._identity = IdentityFold(answers)
        table = table_for(settings.predicates, shipped_table(), attributes)
        self._predicates = Predicates(table.extended(decisions.predicates), answers)
        self._times = TimeWords(preparing.calendars, answers)
        self._contents = Contents(self._identity.clusters.root)
        self._statement_numbers = Numbering()
        self._passage_numbers = Numbering()
        self._near: TimeExpression | None = None
        self._met = 0
        self._last: _Met | None = None

    @property
    def clusters(self) -> Clusters:
        """Who is who so far."""
        return self._identity.clusters

    def differing(self) -> set[frozenset[int]]:
        """The pairs of people, by cluster number, whom an answer or the author has told apart."""
        return self.clusters.differing(self._answers)

    def predicate(self, name: str) -> Predicate | None:
        """What the work's table (the shipped one, the caller's and the author's) has under this name."""
        return self._predicates.table.find(name)

    def copy(self) -> Replay:
        """An independent replay of the same chapters; chapters added to one are not in the other."""
        other = copy.copy(self)
        other._branch()  # noqa: SLF001 - its own kind
        return other

    def _branch(self) -> None:
        """Take copies of everything that adding a chapter changes."""
        self.chapters = list(self.chapters)
        self.decisions = self.decisions.copy()
        self._identity = self._identity.copy()
        self._predicates = self._predicates.copy()
        self._contents = self._contents.copy(self._identity.clusters.root)
        self._statement_numbers = self._statement_numbers.copy()
        self._passage_numbers = self._passage_numbers.copy()

    def meet(self, chapter: AssertedChapter) -> Missing:
        """Tell only who is who in the next chapter: enough for asking about it, and no replay to save."""
        step = self._who(chapter).step
        self.open = self.open or bool(step.missing)
        return Missing(step.missing, ())

    def has_met(self, chapter: AssertedChapter) -> bool:
        """Whether this is the chapter that was met last, by the author's words and the readers' alone: then `add` may go by it."""
        last = self._last
        if last is None or not self.decisions.nothing or last.chapter.episode != chapter.episode:
            return False
        read = (last.chapter.reading.windows, chapter.reading.windows)
        return [window.nodes for window in read[0]] == [window.nodes for window in read[1]]

    def _taken(self, chapter: AssertedChapter, other: Replay) -> _Met:
        """Who is who in the next chapter, as *other* has it."""
        assert other._last is not None, "it has met the chapter"  # noqa: S101
        self._identity = other._identity.copy()
        self._contents.follow(self._identity.clusters.root)
        self._met += 1
        self._last = replace(other._last, chapter=chapter)
        return self._last

    def _who(self, chapter: AssertedChapter) -> _Met:
        laid, marks = self.decisions.lay(chapter)
        episode = laid.episode
        nodes = marked(self._preparing.nodes(laid), marks)
        by_rule = episode.reader.startswith(RULED)
        step = self._identity.step(ChapterNodes(episode.uuid, self._met, episode.language, nodes, by_rule))
        places = _places(laid, step.numbers)
        self.decisions.unite(laid, step.numbers, places=places, clusters=self.clusters)
        self._met += 1
        self._last = _Met(laid, nodes, step, places)
        return self._last

    def add(self, chapter: AssertedChapter, met: Replay | None = None) -> Missing:
        """Tell the next chapter. What it asks and has no kept answer counts as answered by rule.

        *met* is a replay of the same chapters so far that `has_met` this one: who is who is not told again.
        """
        by_rule = chapter.episode.reader.startswith(RULED)
        before, already = len(self.clusters), len(self.clusters.absorbed())
        found = self._who(chapter) if met is None else self._taken(chapter, met)
        chapter, nodes, step, places = found.chapter, found.nodes, found.step, found.places
        prepared = self._preparing.of(chapter)
        absorbed = any(number < before for number in self.clusters.absorbed()[already:])
        if absorbed:
            self._contents = self._contents.resolved()
        asked = Asked(silent=by_rule)
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
        return Missing(step.missing, tuple(asked.missing))

    def asks_ahead(self, chapters: Iterable[AssertedChapter]) -> list[Question]:
        """What *chapters*, told next, will ask about their words alone, and has no kept answer: it hangs on nobody's identity.

        It may be somewhat too much or too little where the author took statements back or added some.
        """
        return asked_ahead(chapters, preparing=self._preparing, predicates=self._predicates.copy(), times=self._times)

    def passages_ahead(self, chapters: Iterable[AssertedChapter]) -> Iterator[list[Passage]]:
        """The passages of each of *chapters*, told next, as far as they do not hang on what the author decided."""
        numbers = self._passage_numbers.copy()
        for one in chapters:
            framed = framed_passages(one)
            yield [self._preparing.passage_of(self.group_id, one.episode, passage, numbers) for passage in framed]

    def _reference(self, episode: Episode, asked: Asked) -> TimeExpression | None:
        expression = self._times.of_chapter(episode, asked)
        if expression is not None and expression.kind is TimeKind.CALENDAR and expression.year is not None:
            self._near = expression
        return expression

    def _passages(self, chapter: AssertedChapter, prepared: Prepared, asked: Asked) -> tuple[ReplayedPassage, ...]:
        episode = chapter.episode
        found: list[ReplayedPassage] = []
        for one, words in zip(prepared.framed, prepared.words, strict=True):
            value = self._preparing.passage_of(self.group_id, episode, one, self._passage_numbers)
            time = self._times.of_passage(words, value.text, episode, asked)
            time = self._dated(time, back=one.frame is FrameKind.FLASHBACK)
            if one.frame is FrameKind.MAIN and time is not None and time.year is not None:
                self._near = time
            found.append(self._preparing.passage(ReplayedPassage(value, one, time, words, self._near)))
        return tuple(found)

    def _dated(
        self, time: TimeExpression | None, *, back: bool, near: TimeExpression | None = None
    ) -> TimeExpression | None:
        """A date without a year ("the ninth of Larkrise") in the year that the story has come to.

        Narration goes on to the next such date; words that look back may mean it too, so there the nearer one counts.
        A bare season stays as it is.
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
        """Days between two dates; 0 where they cannot be compared."""
        one, other = self.calendars.range_of(first), self.calendars.range_of(second)
        return abs(one[0] - other[0]) if one and other else 0

    def _statements(
        self,
        chapter: AssertedChapter,
        prepared: Prepared,
        passages: Sequence[ReplayedPassage],
        numbers: Sequence[Sequence[int]],
        nodes: Sequence[Sequence[PlacedNode]],
        asked: Asked,
    ) -> tuple[ReplayedStatement, ...]:
        found: list[ReplayedStatement] = []
        authored = self.decisions.authored
        framed = prepared.framed
        told: list[tuple[SpannedStatement, Sequence[int], Sequence[str]]] = []
        for read in prepared.spanned:
            names = [node.decided.whole or node.reading.name for node in nodes[read.window]]
            told.append((read, numbers[read.window], names))
        told.extend((as_if_read(one, framed), one.numbers, one.names) for one in authored.added(chapter))
        for one, people, written in told:
            self._predicates.use(one.reading.predicate, chapter.episode.text, one.span)
            ruling = authored.ruling(as_read(one, chapter.episode, written), one.span)
            if ruling.gone:
                continue
            said, who, called = one, people, written
            if ruling.instead is not None:
                said, who, called = as_if_read(ruling.instead, framed), ruling.instead.numbers, ruling.instead.names
            made = self._statement(chapter.episode, said, passages, who, asked)
            if made is not None:
                uuid = self._statement_id(chapter.episode, made, called)
                made = replace(made, uuid=uuid, locked=ruling.locked, anchor=ruling.anchor)
                found.append(self._preparing.statement(made))
        return tuple(sorted(found, key=lambda one: (one.evidence.start, one.evidence.end)))

    def _statement(
        self,
        episode: Episode,
        one: SpannedStatement,
        passages: Sequence[ReplayedPassage],
        numbers: Sequence[int],
        asked: Asked,
    ) -> ReplayedStatement | None:
        """The statement with its people known; None where subject and object prove to be one (a tautology)."""
        reading = one.reading
        self._predicates.use(reading.predicate, episode.text, one.span)
        canonical, question, missing = self._predicates.canonical(reading.predicate, episode.uuid)
        asked.add(question, missing)
        subject, object_ = numbers[reading.subject], None if reading.object is None else numbers[reading.object]
        predicate = canonical.predicate
        if canonical.swapped and object_ is not None:
            subject, object_ = object_, subject
        elif canonical.swapped:
            predicate = self._predicates.table.find(reading.predicate) or predicate
        if object_ is not None and self.clusters.root(subject) == self.clusters.root(object_):
            return None
        quote = one.span.of(episode.text)
        time = self._times.of_statement(reading.time, quote, episode, asked)
        if time is not None:
            time = self._dated(time, back=reading.placing is Placing.BACK, near=passages[one.passage].near)
        told = Told(episode.order, one.span.start)
        return ReplayedStatement(
            uuid="",
            passage=passages[one.passage].value.uuid,
            evidence=Evidence(episode.uuid, quote, one.span.start, one.span.end, told),
            reading=reading,
            predicate=predicate,
            written=reading.predicate,
            subject=subject,
            object=object_,
            value=reading.value,
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
            reading.predicate,
            None if reading.object is None else names[reading.object],
            reading.value,
            reading.phase.value,
            reading.scope.value,
            None if reading.holder is None else names[reading.holder],
        )
        return identify("statement", self.group_id, *words, self._statement_numbers.next_of(words))

    def _compare(
        self, chapter: AssertedChapter, statements: Sequence[ReplayedStatement], asked: Asked
    ) -> tuple[tuple[str, str, Verdict], ...]:
        """The verdicts on the chapter's statements and their rivals; questions are made before any of them is told."""
        made: list[tuple[str, str, RivalQuestion]] = []
        for one in statements:
            if one.reading.phase is Phase.ENDS:
                continue
            content = self._content(chapter.episode, one)
            rivals, left_out = self._contents.rivals(content)
            asked.left_out += left_out
            made.extend(
                (one.uuid, rival.statement, RivalQuestion(chapter.episode.language, content.said(), rival.said()))
                for rival in rivals
            )
            self._contents.tell(content)
        asked.left_out += max(0, len(made) - ASKED_PER_CHAPTER)
        verdicts: list[tuple[str, str, Verdict]] = []
        for new, known, pair in made[:ASKED_PER_CHAPTER]:
            question = question_of(pair, chapter.episode.uuid)
            kept = self._answers.get(question.uuid)
            asked.add(question, kept is None)
            answer = ruled_rival(pair) if kept is None else from_json(RivalAnswer, kept)
            verdicts.append((new, known, answer.verdict))
        return tuple(verdicts)

    def _content(self, episode: Episode, one: ReplayedStatement) -> Content:
        span = Span(one.evidence.start, one.evidence.end)
        quote = shortened(episode.text, span, span)
        in_table = self._predicates.table.find(one.written)
        name = one.written if in_table is None else one.predicate.name
        key = ContentKey(
            one.subject, name, one.object, name_key(one.value) if one.value else "", one.reading.scope, one.holder
        )
        known = in_table is not None
        return Content(key, one.uuid, one.reading.text, one.value, one.predicate.kind, known, quote, quote)


def _places(chapter: AssertedChapter, numbers: Sequence[Sequence[int]]) -> tuple[tuple[int, str, Span], ...]:
    found: list[tuple[int, str, Span]] = []
    for start, window, row in zip(chapter.reading.starts, chapter.reading.windows, numbers, strict=True):
        for node, number in zip(window.nodes, row, strict=True):
            for surface in node.surfaces:
                found.extend((number, surface.text, span.shifted(start)) for span in surface.spans)
    return tuple(sorted(found, key=lambda one: (one[2], one[0])))
