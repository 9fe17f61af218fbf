"""Replays chapters in narrative order: resolves identities, parses time expressions, collects open questions.

The result of a replay depends only on the chapters in narrative order, their readings, the vectors of their nodes, the
stored answers, the overrides and the settings.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.dedup.identity import IdentityFold, IdentityStep
from episodic.dedup.nodes import ChapterNodes
from episodic.model.episodes import Episode
from episodic.model.ids import OccurrenceCounter
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.predicates import Predicate, shipped_table
from episodic.model.records import from_json
from episodic.model.settings import Density, WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides, with_decisions
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX, ChapterPreparer, Nodes, PreparedChapter
from episodic.pipeline.replay.frames.frame_runs import FrameRuns
from episodic.pipeline.replay.identities.identity_conflicts import apply_conflicts
from episodic.pipeline.replay.identities.known_names import KnownNames
from episodic.pipeline.replay.identities.known_partners import ended_bonds
from episodic.pipeline.replay.override_matching import rematched
from episodic.pipeline.replay.questions.named_events import offered_events
from episodic.pipeline.replay.questions.open_questions import OpenQuestions, QuestionCollector
from episodic.pipeline.replay.questions.payoffs import PlantedSetups
from episodic.pipeline.replay.questions.rivals import ASKED_PER_CHAPTER, ContentIndex, compared_content, needs_no_rivals
from episodic.pipeline.replay.questions.state_ends import LastingStates
from episodic.pipeline.replay.rejected_quotes import rejected_in
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.pipeline.replay.statement_replay import StatementReplay
from episodic.pipeline.replay.statements.predicate_resolution import PredicateResolver, table_for
from episodic.pipeline.replay.times.date_completion import DateCompletion, PassageClock
from episodic.pipeline.replay.times.passage_words import is_period
from episodic.pipeline.replay.times.strands import counted_in_strand
from episodic.pipeline.replay.times.telling_times import counted_from_scene, counted_from_telling
from episodic.pipeline.replay.times.time_resolution import TimeResolver
from episodic.pipeline.text_positions import mention_places
from episodic.temporal.expressions.now_words import names_some_day
from episodic.temporal.judges import rule_based_rival_answer
from episodic.temporal.placed import TimeShift
from episodic.temporal.questions import RivalAnswer, RivalQuestion, Verdict, question_of


@dataclass(frozen=True, slots=True)
class _IdentifiedChapter:
    """A chapter after the author's splits were applied, with its nodes (entities as read), its mentions and the result
    of identity resolution.
    """

    chapter: ChapterInput
    nodes: Nodes
    step: IdentityStep
    places: tuple[tuple[int, str, Span], ...]


class Replay:
    """The state of a work after the chapters added so far."""

    KEPT: ClassVar[tuple[str, ...]] = ("chapters", "open", "_met", "_deaths", "_parted")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = (
        "decisions",
        "_identity",
        "_known",
        "_predicates",
        "_contents",
        "_statement_numbers",
        "_passage_numbers",
        "_dates",
        "_runs",
        "_setups",
        "_states",
    )

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
        self._detailed: str | None = None
        """The id of a draft that is checked: rules read all its details, even if the settings ask for fewer."""
        self.open = False
        """True if a replayed chapter raised a question that has no stored answer."""
        self.chapters: list[ReplayedChapter] = []
        self.decisions = decisions
        self._answers = answers
        self._preparing = preparing
        self._identity = IdentityFold(answers)
        self._latest_step = IdentityStep((), (), ())
        self._known = KnownNames(self._identity.clusters, self._identity.bearers)
        self.completed: list[ChapterInput] = []
        """The replayed chapters with the readings that the replay used."""
        table = table_for(settings.predicates, shipped_table(), attributes)
        self._predicates = PredicateResolver(table.extended(decisions.predicates), answers)
        self._times = TimeResolver(preparing.calendars, answers)
        self._contents = ContentIndex(self._identity.clusters.root)
        self._statement_numbers = OccurrenceCounter()
        self._passage_numbers = OccurrenceCounter()
        self._dates = DateCompletion(preparing.calendars)
        self._runs = FrameRuns()
        self._setups = PlantedSetups()
        self._states = LastingStates()
        self._met = 0
        self._deaths: dict[int, str] = {}
        self._parted: set[tuple[int, int]] = set()

    @property
    def clusters(self) -> Clusters:
        """Return the clusters of the chapters replayed so far, each of which contains the nodes (entities as read) that
        are the same entity.
        """
        return self._identity.clusters

    def chapters_by_id(self) -> dict[str, ReplayedChapter]:
        """Return the replayed chapters by episode id, in narrative order."""
        return {one.episode.uuid: told for one, told in zip(self.completed, self.chapters, strict=True)}

    def is_answered(self, question: str) -> bool:
        """Return whether the question with this id has a stored answer."""
        return question in self._answers

    def predicate(self, name: str) -> Predicate | None:
        """Return the predicate with this name from the work's predicate table, or None.

        The table contains shipped predicates, custom predicates, attributes of entity types, and predicates that the
        author corrected.
        """
        return self._predicates.table.find(name)

    def copy(self) -> Replay:
        """Return an independent copy."""
        copied = copy.copy(self)
        copied._branch()  # noqa: SLF001 - an object of the same class
        return copied

    def with_details_of(self, episode: str) -> Replay:
        """Return an independent copy in which rules read all details of the chapter *episode*, even if the settings ask
        for fewer.
        """
        copied = self.copy()
        copied._detailed = episode  # noqa: SLF001 - an object of the same class
        return copied

    def _branch(self) -> None:
        self.chapters = list(self.chapters)
        self.completed = list(self.completed)
        self.decisions = self.decisions.copy()
        self._identity = self._identity.copy()
        self._known = self._known.copy(self._identity.clusters, self._identity.bearers)
        self._predicates = self._predicates.copy()
        self._contents = self._contents.copy(self._identity.clusters.root)
        self._statement_numbers = self._statement_numbers.copy()
        self._passage_numbers = self._passage_numbers.copy()
        self._runs = self._runs.copy()
        self._setups = self._setups.copy()
        self._states = self._states.copy()
        self._deaths = dict(self._deaths)
        self._parted = set(self._parted)
        self._dates = self._dates.copy()

    def with_overrides(self, decisions: AppliedOverrides) -> Replay:
        """Return a copy of this replay with other overrides, *decisions*, under which its chapters have the same
        results.
        """
        copied = self.copy()
        copied.decisions = rematched(decisions, self.decisions, self.completed, self.chapters)
        return copied

    def with_first(self, first: Replay, known: Replay) -> Replay:
        """Return a copy of this replay in which the chapters of the replay *first* replace the first chapters. *known*
        is a replay of exactly the chapters that are replaced. All later chapters must have the same results after the
        chapters of *first* as after those of *known*.
        """
        copied = self.copy()
        copied._begin_otherwise(first, known)  # noqa: SLF001 - an object of the same class
        return copied

    def _begin_otherwise(self, first: Replay, known: Replay) -> None:
        count = len(known.chapters)
        self.chapters[:count], self.completed[:count] = first.chapters, first.completed
        self._statement_numbers.begin_otherwise(known._statement_numbers, first._statement_numbers)
        self._passage_numbers.begin_otherwise(known._passage_numbers, first._passage_numbers)
        self.decisions.authored.begin_otherwise(known.decisions.authored, first.decisions.authored)

    def resolve_identities(self, chapter: ChapterInput) -> OpenQuestions:
        """Resolve only the identities of the next chapter, and return the chapter's open identity questions.

        A replay in which only the identities of a chapter are resolved must not be saved, because the replay lacks the
        chapter's statements.
        """
        step = self._identify(chapter, None).step
        self.open = self.open or bool(step.missing)
        return OpenQuestions(step.missing, (), step.unsettled)

    def _identify(self, chapter: ChapterInput, identified: Replay | None) -> _IdentifiedChapter:
        settings = self.settings
        if chapter.episode.uuid == self._detailed:
            settings = replace(settings, density=Density.EVERYTHING)
        read = self._preparing.completed(chapter, settings, self._known)
        self.completed.append(read)
        laid, marks = self.decisions.prepare(read)
        nodes = with_decisions(self._preparing.nodes(laid), marks)
        step = self._resolved(laid, nodes) if identified is None else self._continued(identified)
        self._latest_step = step
        places = mention_places(laid, step.numbers)
        self.decisions.apply(laid, step.numbers, places=places, clusters=self.clusters)
        self._met += 1
        return _IdentifiedChapter(laid, nodes, step, places)

    def _resolved(self, chapter: ChapterInput, nodes: Nodes) -> IdentityStep:
        episode = chapter.episode
        by_rule = episode.reader.startswith(RULE_READER_PREFIX)
        step = self._identity.step(ChapterNodes(episode.uuid, self._met, episode.language, nodes, by_rule))
        self._known.add(nodes, titles=not by_rule)
        return step

    def _continued(self, identified: Replay) -> IdentityStep:
        """Take over the identities that the replay *identified* has resolved. Return the result for the last chapter of
        *identified*, without the questions that were answered since.
        """
        self._identity = identified._identity.copy()
        self._known = identified._known.copy(self._identity.clusters, self._identity.bearers)
        self._contents = self._contents.copy(self._identity.clusters.root)
        step = identified._latest_step
        return replace(step, missing=tuple(one for one in step.missing if one.uuid not in self._answers))

    def add(self, chapter: ChapterInput, identified: Replay | None = None) -> OpenQuestions:
        """Replay the next chapter, and return the chapter's questions without a stored answer.

        A question without a stored answer is answered by rules. A time that rules cannot parse then counts as unknown,
        a setup counts as not paid, and a state counts as lasting. A chapter that was read by rules raises no questions
        for a model. *identified* is a replay of the same chapters including *chapter*, with the same answers and
        without overrides, from which the identities of *chapter* are taken.
        """
        self._preparing.begin(chapter.episode.uuid)
        by_rule = chapter.episode.reader.startswith(RULE_READER_PREFIX)
        before, already = len(self.clusters), len(self.clusters.changed())
        corrected = len(self.decisions.corrections.placed)
        found = self._identify(chapter, identified)
        chapter, nodes, step, places = found.chapter, found.nodes, found.step, found.places
        prepared = self._preparing.of(chapter)
        told = (one.reading for one in prepared.spanned)
        asked = QuestionCollector(silent=by_rule, named_events=offered_events(told))
        reference = self._reference(chapter.episode, asked)
        passages = self._passages(chapter, prepared, asked)
        replay = self._statement_replay(chapter, passages, asked)
        statements = replay.statements(prepared, step.numbers, nodes)
        self._parted.update(ended_bonds(statements))
        apply_conflicts(statements, passages, clusters=self.clusters, deaths=self._deaths, table=self._predicates.table)
        moved = {number: self.clusters.root(number) for number in self.clusters.changed()[already:]}
        absorbed = any(number < before for number in moved)
        if absorbed:
            self._contents = self._contents.resolved()
        verdicts: tuple[tuple[str, str, Verdict], ...] = () if by_rule else self._compare(chapter, statements, asked)
        numbered = tuple(
            (number, node)
            for window, row in zip(step.numbers, nodes, strict=True)
            for number, node in zip(window, row, strict=True)
        )
        made = ReplayedChapter(
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
            tuple(sorted(moved.items())),
            tuple((act.uuid, number) for act, number in self.decisions.corrections.placed[corrected:]),
        )
        self.chapters.append(self._preparing.chapter(made))
        self.open = self.open or bool(step.missing or asked.missing)
        return OpenQuestions(step.missing, tuple(asked.missing), step.unsettled)

    def _reference(self, episode: Episode, asked: QuestionCollector) -> TimeExpression | None:
        expression = self._times.of_chapter(episode, asked)
        if expression is not None and expression.kind is TimeKind.CALENDAR and expression.year is not None:
            self._dates.begin(expression)
        return expression

    def _passages(
        self, chapter: ChapterInput, prepared: PreparedChapter, asked: QuestionCollector
    ) -> tuple[ReplayedPassage, ...]:
        episode = chapter.episode
        found: list[ReplayedPassage] = []
        runs = self._runs.of(chapter, prepared.framed)
        for (framed, run), words in zip(runs, prepared.words, strict=True):
            value = self._preparing.passage_of(self.group_id, episode, framed, self._passage_numbers)
            clock = PassageClock(self._dates, framed, words)
            start, opening = (None, None) if words.opening is None else words.opening
            time = self._times.of_passage(opening, value.text, episode, asked)
            if opening is not None and opening == framed.reading.time and not asked.silent and is_period(opening):
                start = opening = time = None
            if start is not None:
                time = counted_from_telling(time, opening or "", framed.frame)
                time = clock.moved(counted_in_strand(time, episode.text, start), start)
            shifts: list[TimeShift] = []
            for place, text in words.later:
                read = self._times.of_passage(text, value.text, episode, asked) if text == framed.reading.time else None
                read = counted_from_telling(read or self._times.by_rule(text, episode.language), text, framed.frame)
                read = counted_from_scene(read, episode.text, start=value.span.start, place=place, frame=framed.frame)
                said = clock.moved(counted_in_strand(read, episode.text, place), place)
                if said is not None and (said.stated or names_some_day(said, text)):
                    shifts.append(TimeShift(place, text, said))
            clock.finish()
            made = ReplayedPassage(
                value, framed, time, opening, tuple(clock.nears), run, start, tuple(shifts), words.breaks
            )
            found.append(self._preparing.passage(made))
        return tuple(found)

    def _statement_replay(
        self, chapter: ChapterInput, passages: Sequence[ReplayedPassage], asked: QuestionCollector
    ) -> StatementReplay:
        return StatementReplay(
            group_id=self.group_id,
            chapter=chapter,
            passages=passages,
            asked=asked,
            preparing=self._preparing,
            authored=self.decisions.authored,
            clusters=self.clusters,
            predicates=self._predicates,
            times=self._times,
            dates=self._dates,
            numbers=self._statement_numbers,
            setups=self._setups,
            states=self._states,
            answers=self._answers,
            told=self._contents,
            deaths=self._deaths,
            parted=self._parted,
        )

    def _compare(
        self, chapter: ChapterInput, statements: Sequence[ReplayedStatement], asked: QuestionCollector
    ) -> tuple[tuple[str, str, Verdict], ...]:
        """Return the verdicts on at most ASKED_PER_CHAPTER pairs of a statement of the chapter and an earlier rival
        statement. A pair of statements about which no judge's answer is stored gets the verdict of the rules. For each
        pair of rival statements, the question whether one excludes the other is added to *asked*.

        All pairs are selected before any verdict is used, so that no question of the chapter depends on the answer to
        another.
        """
        made: list[tuple[str, str, RivalQuestion]] = []
        for statement in statements:
            if needs_no_rivals(statement, self.clusters.root):
                continue
            content = compared_content(statement, chapter.episode, self._predicates.table.find)
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
            if kept is None:
                # Older versions of the program asked this question without the marks (words such as "claim" for what is
                # unusual about a statement). The store may have the answer in that form.
                kept = self._answers.get(question_of(pair.without_marks(), chapter.episode.uuid).uuid)
            asked.add(question, kept is None)
            answer = rule_based_rival_answer(pair) if kept is None else from_json(RivalAnswer, kept)
            verdicts.append((new, known, answer.verdict))
        return tuple(verdicts)
