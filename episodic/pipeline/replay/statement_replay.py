"""The replay of one chapter's statements: overrides, canonical predicates, time expressions, ids and derived states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode
from episodic.model.ids import OccurrenceCounter, identify
from episodic.model.predicates import Cardinality, Predicate
from episodic.model.readings import SETS_UP, Phase, StatementReading, StatementScope
from episodic.model.settings import LIVING
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.statement_overrides import StatementOverrides
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX, ChapterPreparer, PreparedChapter
from episodic.pipeline.replay.frames.dream_bounds import outside_dreams
from episodic.pipeline.replay.frames.quoted_frames import in_quoted_frames
from episodic.pipeline.replay.frames.tellers import is_of_teller, tellers_of, with_tellers
from episodic.pipeline.replay.identities.known_partners import KnownBonds
from episodic.pipeline.replay.questions.answered_ends import ending_statements
from episodic.pipeline.replay.questions.candidate_questions import CandidateQuestions
from episodic.pipeline.replay.questions.open_questions import QuestionCollector
from episodic.pipeline.replay.questions.payoffs import PlantedSetups, paying_statements
from episodic.pipeline.replay.questions.rivals import ContentIndex
from episodic.pipeline.replay.questions.state_ends import LastingStates
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage, ReplayedStatement
from episodic.pipeline.replay.sentences.group_sentences import with_group_names
from episodic.pipeline.replay.sentences.narrator_sentences import with_narrator_names
from episodic.pipeline.replay.sentences.own_sentences import own_sentences, with_state_sentences
from episodic.pipeline.replay.sentences.owner_sentences import with_owner_names
from episodic.pipeline.replay.sentences.partner_sentences import with_partner_names
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext
from episodic.pipeline.replay.sentences.uttered_sentences import with_speaker_names
from episodic.pipeline.replay.statement_sources import SourcedStatement, StatementSource, forms_of
from episodic.pipeline.replay.statements.bonds_of_the_dead import with_former_bonds
from episodic.pipeline.replay.statements.effects import derived_statements, states_already, told_name
from episodic.pipeline.replay.statements.former_sides import FormerSides
from episodic.pipeline.replay.statements.group_members import of_members
from episodic.pipeline.replay.statements.intentions import as_intention, with_whole_clauses
from episodic.pipeline.replay.statements.narrative_order import in_narrative_order
from episodic.pipeline.replay.statements.orders import as_asked_for, as_given_order
from episodic.pipeline.replay.statements.predicate_resolution import PredicateResolver
from episodic.pipeline.replay.statements.statement_keys import as_spanned_statement, is_thing, key_of_reading
from episodic.pipeline.replay.statements.told_deaths import as_dying
from episodic.pipeline.replay.statements.widowhood import as_widowed, in_phase
from episodic.pipeline.replay.times.date_completion import DateCompletion
from episodic.pipeline.replay.times.earlier_placing import placed_as_told
from episodic.pipeline.replay.times.scene_ends import scene_end
from episodic.pipeline.replay.times.since_when import beginning_of, since_learned
from episodic.pipeline.replay.times.statement_times import StatementTimes
from episodic.pipeline.replay.times.time_resolution import TimeResolver
from episodic.pipeline.text_positions import SpannedStatement
from episodic.text.final_marks import without_final_mark

_INTENDING: Final = (*LIVING, "Organization")
"""The types of entities that can intend something. An entity of another type can be the holder of an intention only if
its name stands directly before the verb of intention.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementReplay:
    """The replay of one chapter's statements, after the chapter's identities are resolved and its passages are
    replayed.

    `asked` collects the questions about the chapter's statements. `numbers` counts equal statements of the whole work,
    so that statements with the same words get different ids. `told` is the index of the statement contents of earlier
    chapters. `deaths` are the people whose death the main line of an earlier chapter narrates. `parted` are the pairs
    of people whose bond, such as a marriage, ends in an earlier chapter.
    """

    group_id: str
    chapter: ChapterInput
    passages: Sequence[ReplayedPassage]
    asked: QuestionCollector
    preparing: ChapterPreparer
    authored: StatementOverrides
    clusters: Clusters
    predicates: PredicateResolver
    times: TimeResolver
    dates: DateCompletion
    numbers: OccurrenceCounter
    setups: PlantedSetups
    states: LastingStates
    answers: Mapping[str, str]
    told: ContentIndex
    deaths: Collection[int]
    parted: Collection[tuple[int, int]]
    tellers: dict[int, int] = field(default_factory=dict[int, int])
    """For the number (`run`) of each letter or tale whose teller is known, the cluster number of its teller. It is
    filled when the chapter's statements are replayed.
    """

    def statements(
        self, prepared: PreparedChapter, numbers: Sequence[Sequence[int]], nodes: Sequence[Sequence[PlacedNode]]
    ) -> tuple[ReplayedStatement, ...]:
        """Return the chapter's statements in text order: extracted statements, statements that the author added, states
        that are derived from events, beginnings of states ("since 3 May"), payoffs of setups, and ends of states.

        *nodes* contains the entities found in each window (part) of the chapter, and *numbers* their cluster numbers.
        """
        episode, find = self.chapter.episode, self.predicates.table.find
        sources = self._extracted(prepared, numbers, nodes)
        sentences = own_sentences(sources, nodes=nodes, find=find, language=episode.language)
        added = self.authored.added(self.chapter)
        sources.extend((as_spanned_statement(one, prepared.framed), one.numbers, one.names) for one in added)
        events: list[SourcedStatement] = []
        for number, source in enumerate(sources):
            spanned = source[0]
            self.predicates.use(spanned.reading, episode.text, spanned.span)
            thing = number < len(prepared.spanned) and is_thing(spanned, nodes)
            if number < len(prepared.spanned):
                intended, clause = self._with_intention(source, nodes)
                sentence = clause or sentences[number]
                stated = self._decided(_with_asking(intended, sentence, nodes), thing=thing, sentence=sentence)
            else:
                stated = self._decided(source, thing=thing)
            if stated is not None:
                events.append(stated)
        events = with_former_bonds(events, self.clusters.root)
        found, derived = self._with_consequences(events)
        found.extend(self._settled(events, derived))
        context = SentenceContext(
            chapter=self.chapter,
            passages=[one.framed for one in self.passages],
            nodes=nodes,
            numbers=numbers,
            clusters=self.clusters,
            read=events,
            derived=derived,
            find=find,
        )
        return tuple(in_narrative_order(self._with_clear_sentences(found, context), self.clusters.root))

    def _with_consequences(
        self, events: Sequence[SourcedStatement]
    ) -> tuple[list[ReplayedStatement], list[SourcedStatement]]:
        """Return two lists. The first has the statements of *events*, each followed by the states that the event begins
        or ends. The second has only the states that were derived from an event's predicate.
        """
        told = [event.made for event in events]
        found: list[ReplayedStatement] = []
        derived: list[SourcedStatement] = []
        for event in events:
            found.append(event.made)
            began = beginning_of(event.spanned, event.made.predicate)
            stated = None if began is None else self._decided((began, event.numbers, event.names))
            if stated is not None:
                told.append(stated.made)
                found.append(stated.made)
            for source in self._derived(event, told):
                stated = self._decided(source)
                if stated is not None and not states_already(stated.made, told, self.clusters.root):
                    told.append(stated.made)
                    found.append(stated.made)
                    derived.append(stated)
        return found, derived

    def _extracted(
        self, prepared: PreparedChapter, numbers: Sequence[Sequence[int]], nodes: Sequence[Sequence[PlacedNode]]
    ) -> list[StatementSource]:
        """Return the reading's statements, with frames (letter, tale, dream) corrected and missing holders added."""
        sources: list[StatementSource] = []
        for read in prepared.statements(self.passages):
            names = [node.decided.whole or node.reading.name for node in nodes[read.window]]
            sources.append((read, numbers[read.window], names))
        episode = self.chapter.episode
        sources = in_quoted_frames(sources, prepared.framed, episode.text)
        if not episode.reader.startswith(RULE_READER_PREFIX):
            sources = outside_dreams(sources, prepared.framed, episode.text, self.predicates.table.find)
        tellers = tellers_of(sources, prepared.framed, root=self.clusters.root)
        self.tellers.update((run, number) for run, (number, _) in tellers.items())
        return with_tellers(sources, prepared.framed, tellers)

    def _with_clear_sentences(
        self, found: Sequence[ReplayedStatement], context: SentenceContext
    ) -> list[ReplayedStatement]:
        """Return the statements with sentences that can be understood without the text around them. A state that
        follows from an event gets its own short sentence, and the name of the narrator replaces "I". If a model read
        the chapter, the sentences also name who says "my" and "our", the people called "we", the partner called "her
        husband", and who promises what.
        """
        found = with_state_sentences(found, context)
        found = with_narrator_names(found, context)
        if self.chapter.episode.reader.startswith(RULE_READER_PREFIX):
            return found
        found = with_owner_names(found, context)
        found = with_group_names(found, context)
        partners = KnownBonds(found, self.told, self.deaths, self.parted, self.clusters).link_partners()
        context = replace(context, partners=partners)
        found = with_partner_names(found, context)
        return with_speaker_names(found, context)

    def _with_intention(
        self, source: StatementSource, nodes: Sequence[Sequence[PlacedNode]]
    ) -> tuple[StatementSource, str | None]:
        """Return the statement, as a plan if it is only intended (`as_intention`), and the clause that tells the
        intention, if any. A reader extracts an order as a plan of the person who gives it. The order becomes an event
        if its predicate is not in the predicate table, because the giving of the order has happened. If a model read
        the chapter, what the text tells as earlier ("she had already gone", "once, ...") is placed before its scene.
        """
        spanned, people, names = source
        episode, find = self.chapter.episode, self.predicates.table.find
        clauses = with_whole_clauses(episode.text, spanned.span.start, spanned.span.end)
        canonical, _, _ = self.predicates.canonical(spanned.reading.core.predicate, episode.uuid)
        subject = nodes[spanned.window][spanned.reading.subject]
        forms, reading = [one.text for one in subject.reading.surfaces], spanned.reading
        if not canonical.known:
            reading = as_given_order(reading, clauses, forms=forms, predicate=canonical.predicate)

        def can_intend(node: int) -> bool:
            return self.clusters[people[node]].type in _INTENDING

        reading, clause = as_intention(reading, clauses, names=names, can_intend=can_intend, find=find)
        if not episode.reader.startswith(RULE_READER_PREFIX):
            passage = self.passages[spanned.passage].framed
            language = episode.language
            reading = placed_as_told(reading, spanned.span, episode.text, language=language, passage=passage, find=find)
        return (replace(spanned, reading=reading), people, names), clause

    def _derived(self, event: SourcedStatement, told: Sequence[ReplayedStatement]) -> Iterator[StatementSource]:
        """Yield the states that an event begins or ends. *told* are the statements of the chapter so far."""
        found = derived_statements(
            event,
            name_of=lambda node: without_final_mark(told_name(event.names[node], self.clusters[event.numbers[node]])),
            type_of=lambda number: self.clusters[number].type,
            find=self.predicates.table.find,
            language=self.chapter.episode.language,
        )
        yield from ((one, event.numbers, event.names) for one in found if not self._is_of_several(one.reading, event))
        sides = FormerSides(told, self.told, self.clusters, self.predicates.table.find, self.chapter.episode.language)
        yield from sides.ended_by(event)

    def _is_of_several(self, state: StatementReading, event: SourcedStatement) -> bool:
        """Return whether *state*, which only one entity can have at a time, would wrongly begin for one of several
        people who act together in *event*. For example, "all arms were taken" does not say who has the sword from then
        on.
        """
        reading, known = event.spanned.reading, self.predicates.table.find(state.core.predicate)
        alone = known is None or known.cardinality is not Cardinality.ONE_SUBJECT
        together = any(one.role in ("companion", "together") for one in reading.participants)
        if alone or not together or state.subject != reading.subject or state.core.phase is Phase.ENDS:
            return False
        cluster = self.clusters[event.numbers[state.subject]]
        return not any(name in reading.core.text for name in (*cluster.names, *cluster.titles))

    def _settled(
        self, events: Sequence[SourcedStatement], derived: Sequence[SourcedStatement]
    ) -> Iterator[ReplayedStatement]:
        """Record the setups (open questions) and lasting states of this chapter, beside those of earlier chapters.
        Yield the payoffs of setups, and the ends of states, that a judge found in the chapter. *derived* are the states
        that follow from *events*.
        """
        episode, root, framed = self.chapter.episode, self.clusters.root, [one.framed for one in self.passages]
        find = self.predicates.table.find
        for one in events:
            if one.made.reading.core.scope is StatementScope.SETUP and one.made.predicate.name == SETS_UP:
                self.setups.plant(one, episode.uuid)
        if self.asked.silent:
            return
        told = sorted((*events, *derived), key=lambda one: one.made.evidence.start)
        self.states.add(told, framed, root=root, find=find)
        asked = CandidateQuestions(episode, self.answers, self.asked)
        for setup, said, payoff in paying_statements(events, self.setups, asked=asked, root=root):
            stated = self._decided((payoff, said.numbers, said.names))
            if stated is not None:
                self.setups.pay(setup, stated.made.uuid)
                yield stated.made
        for state, end in ending_statements(events, self.states, framed, asked=asked, root=root, find=find):
            stated = self._decided(end)
            if stated is not None:
                self.states.end(state, stated.made.uuid)
                yield stated.made

    def _decided(
        self, source: StatementSource, *, thing: bool = False, sentence: str | None = None
    ) -> SourcedStatement | None:
        """Return the statement after the author's corrections and locks, or None if the author retracted it. *sentence*
        replaces the reader's sentence, unless it is None or the author corrected the statement.
        """
        spanned, people, written = source
        key = key_of_reading(spanned, self.chapter.episode, written)
        decision = self.authored.decision_for(key, spanned.span)
        if decision.gone:
            return None
        if decision.instead is not None:
            spanned = as_spanned_statement(decision.instead, [one.framed for one in self.passages])
            people, written = decision.instead.numbers, decision.instead.names
        made = self._statement(spanned, people)
        uuid = self._statement_id(made, written)
        thing = thing and decision.instead is None
        sentence = sentence if decision.instead is None else None
        if decision.instead is None:
            told = self._as_told(made, written)
            made = replace(made, predicate=told, scene_end=scene_end(self.passages, spanned, told))
            made = as_dying(as_widowed(made, written))
            spanned = in_phase(spanned, made.reading.core.phase)
        made = replace(
            made,
            uuid=uuid,
            locked=decision.locked,
            anchor=decision.anchor,
            in_thing=thing,
            sentence=sentence,
        )
        return SourcedStatement(self.preparing.statement(made), spanned, people, written)

    def _statement(self, spanned: SpannedStatement, numbers: Sequence[int]) -> ReplayedStatement:
        """Return the statement with cluster numbers, canonical predicate and parsed time, but without an id."""
        episode, passage, reading = self.chapter.episode, self.passages[spanned.passage], spanned.reading
        self.predicates.use(reading, episode.text, spanned.span)
        canonical, question, missing = self.predicates.canonical(reading.core.predicate, episode.uuid)
        self.asked.add(question, missing)
        canonical = self.predicates.fitting(canonical, reading, self._argument_types(reading, numbers))
        subject, object_ = numbers[reading.subject], None if reading.object is None else numbers[reading.object]
        predicate = canonical.predicate
        if canonical.swapped and object_ is not None:
            subject, object_ = object_, subject
        elif canonical.swapped:
            predicate = self.predicates.table.find(reading.core.predicate) or predicate
        quote = spanned.span.of(episode.text)
        of_teller = is_of_teller(reading, numbers, self.tellers.get(passage.framed.run), root=self.clusters.root)
        timed = StatementTimes(episode, self.times, self.dates, self.asked).of(spanned, passage, of_teller=of_teller)
        reading = replace(reading, core=since_learned(timed.core, predicate, quote))
        told = NarrativePosition(episode.order, spanned.span.start)
        return ReplayedStatement(
            uuid="",
            passage=passage.value.uuid,
            evidence=Evidence(episode.uuid, quote, spanned.span.start, spanned.span.end, told),
            reading=reading,
            predicate=predicate,
            subject=subject,
            object=object_,
            participants=tuple((numbers[part.node], part.role) for part in reading.participants),
            holder=None if reading.holder is None else numbers[reading.holder],
            tellers=tuple(numbers[node] for node in reading.tellers),
            time=timed.time,
            time_start=timed.start,
            lasting=self.times.lasting(reading.core, episode.language),
        )

    def _as_told(self, made: ReplayedStatement, names: Sequence[str]) -> Predicate:
        """Return the predicate of a statement, or a more exact one that fits its words better. For example, a stay of a
        few days gets "stays in" instead of "lives in". A momentary reaction gets a predicate of the kind EVENT. The
        death of members of a group gets "death among".
        """
        reading = made.reading
        predicate = self.predicates.for_days(made.predicate, reading.core, made.lasting)
        return of_members(
            self.predicates.for_moment(predicate, reading.core),
            self.clusters[made.subject].type,
            subject=names[reading.subject],
            words=(reading.core.text, made.evidence.quote),
            language=self.chapter.episode.language,
        )

    def _argument_types(self, reading: StatementReading, numbers: Sequence[int]) -> tuple[str, str | None]:
        subject = self.clusters[numbers[reading.subject]].type
        return subject, None if reading.object is None else self.clusters[numbers[reading.object]].type

    def _statement_id(self, made: ReplayedStatement, names: Sequence[str]) -> str:
        reading = made.reading
        words = (
            self.chapter.episode.layer.value,
            made.evidence.quote,
            names[reading.subject],
            reading.core.predicate,
            None if reading.object is None else names[reading.object],
            reading.core.value,
            reading.core.phase.value,
            reading.core.scope.value,
            None if reading.holder is None else names[reading.holder],
        )
        kind = "derived statement" if reading.core.derived else "statement"
        return identify(kind, self.group_id, *words, self.numbers.next_of((kind, *words)))


def _with_asking(
    source: StatementSource, sentence: str | None, nodes: Sequence[Sequence[PlacedNode]]
) -> StatementSource:
    """Return the statement, with `asked_for` set if it says that the holder of a plan asks somebody to carry it out."""
    spanned, people, names = source
    reading = spanned.reading
    if reading.holder is None:
        return source
    reading = as_asked_for(reading, sentence or reading.core.text, forms_of(source, reading.holder, nodes))
    return replace(spanned, reading=reading), people, names
