"""Finds where a statement belongs on the lines of a chronology: sequences of moments told in story order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.graph import LinePlace, TimelineTurn
from episodic.model.moments import Anchor, TimeKind
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.strand_places import beside_strands, line_of
from episodic.temporal.expressions.now_words import leads_before
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.text.tokens import tokens

MAIN_LINE = "main"
_CLAUSE_END: Final = re.compile(r"[,;:.!?，；：。！？]|—|--")
_INTENTIONS = (StatementScope.PLAN, StatementScope.WISH)
_OF_SPEECH = (Anchor.HERE, Anchor.SCENE)
"""The anchors of time words that count from the moment at which somebody speaks ("tomorrow", "three years ago")."""


def name_line(layout: ChronologyLayout, passage: PlacedPassage) -> None:
    """Record the name of the chain (sequence of moments in certain order) that begins with the current moment of
    *passage*, if there is one. Statements give their place on the chain under this name. The name is MAIN_LINE for the
    first main-line passage of a layer, and the passage's id for any other passage.
    """
    now = layout.nows[passage.uuid]
    if layout.chains.rank.get(now) == 0:
        first = layout.run_places[passage.uuid][1] == 0
        layout.line_names[layout.chains.chain[now]] = MAIN_LINE if passage.main and first else passage.uuid


def line_places(layout: ChronologyLayout, statement: PlacedStatement) -> tuple[LinePlace, ...]:
    """Return the positions of a statement on all lines of the story (sequences of moments told in story order) to which
    it belongs. Every statement belongs to the line (sequence of moments told in story order) of its passage. A
    statement also has places on the lines of parallel strands. A statement in a flashback, dream, letter or tale also
    has places on the lines of the scenes around it. A statement in a sequence of statements that look back or ahead
    also belongs to the line of this sequence. A statement with a time of day also belongs to the line of its day. A
    statement that continues a tale also belongs to the line of the tale.

    A claim, belief, plan or dream lies where its holder says or thinks it. If it is about another time, it lies before
    or after the moment at which its holder says or thinks it.
    """
    own = _on_own_line(layout, statement)
    beside = () if own is None else beside_strands(layout, own)
    places = [own, *beside, *_on_lines_around(layout, statement, own), _in_sequence(layout, statement)]
    places += layout.clock_places.get(statement.uuid, ())
    tale = layout.continued_tales.get(statement.uuid)
    if tale is not None:
        places.append(LinePlace(tale, statement.told))
    return tuple(one for one in places if one is not None)


def said_places(layout: ChronologyLayout, statement: PlacedStatement) -> tuple[LinePlace, ...]:
    """Return where the holder of a claim, belief, plan or dream says or thinks it. The result contains positions on the
    lines of the story (sequences of moments told in story order). Words that another person passes on were said earlier
    than the moment at which they are passed on. A plan or wish of the past ("he had once meant to go") is older than
    the moment of the text. Return an empty tuple for a statement of the story's world.
    """
    if statement.world:
        return ()
    said = layout.said[statement.uuid].start
    passed_on = line_of(layout, said) is None
    node = layout.told_from.get(statement.uuid) if passed_on else said
    line = None if node is None else line_of(layout, node)
    if node is None or line is None:
        return ()
    past = statement.core.placing.past and statement.core.scope in _INTENTIONS
    turn = TimelineTurn.BACK if passed_on or past else TimelineTurn.ON
    own = LinePlace(line, max(statement.told, layout.positions.get(node, statement.told)), turn)
    return (own, *beside_strands(layout, own), *_seen_around(layout, statement.passage, own))


def _on_own_line(layout: ChronologyLayout, statement: PlacedStatement) -> LinePlace | None:
    placing = statement.core.placing
    if not statement.world and statement.uuid in layout.told_from:
        return _beside_telling(layout, statement)
    # A statement about the past that has the time words of its passage is about the passage's current moment.
    if placing is Placement.NOW and _is_supposed(statement):
        return None
    if placing is Placement.NOW or (statement.world and statement.uuid not in layout.told_from):
        content = layout.places[statement.uuid]
        place = content if statement.world else layout.said.get(statement.uuid)
        if place is None or (place != content and statement.uuid not in layout.in_line):
            return None
        node = place.start
        line = line_of(layout, node)
        if line is None and statement.uuid in layout.told_from:
            line = line_of(layout, layout.told_from[statement.uuid])
            return None if line is None else LinePlace(line, statement.told, TimelineTurn.BACK)
        # The quote of a statement may begin before the time words that set the statement's moment.
        told = max(statement.told, layout.positions.get(node, statement.told))
        earlier = _reports_event(layout, statement) or _is_of_long_standing(statement) or _was_at_first(statement)
        earlier = earlier or _is_in_past_perfect(layout, statement)
        turn = TimelineTurn.BACK if earlier else TimelineTurn.AHEAD if _is_planned_for(statement) else TimelineTurn.ON
        return None if line is None else LinePlace(line, told, turn)
    now = layout.told_from.get(statement.uuid)
    now = _before_scene(layout, statement) if placing is Placement.BACK else now
    line = None if now is None else line_of(layout, now)
    if now is None or line is None:
        return None
    if placing is Placement.BACK:
        before_that = leads_before(statement.core.time or "")
        in_flashback = _run_of(layout, statement) in layout.flashback_scenes and not before_that
        # In a flashback, words that look back may look back from the flashback or from the scene around it.
        return None if in_flashback else LinePlace(line, layout.positions[now], TimelineTurn.BACK)
    return LinePlace(line, statement.told, TimelineTurn.BACK if placing.past else TimelineTurn.AHEAD)


def _reports_event(layout: ChronologyLayout, statement: PlacedStatement) -> bool:
    """Return whether a statement is an unconditional claim that an event happened, or a state began or ended. The claim
    must be on the main line, in a dream or in a flashback. What somebody reports as happened, begun or ended ("Bo has
    taken to drink") is earlier than his words. This holds even if the extraction from the text did not mark the report
    as past. The result is false if a letter or tale tells its events by claims of its writer or teller. This holds even
    if no scene is known in which the letter is read or the tale is told.
    """
    if not claims_happening(statement):
        return False
    run = _run_of(layout, statement)
    in_scene = layout.scenes.get(run) is not None and run not in layout.flashback_scenes
    narrated = in_scene or run in layout.told_in_claims
    return statement.passage in layout.at_scene or not narrated


def claims_happening(statement: PlacedStatement) -> bool:
    """Return whether a statement is a claim that an event happened, or a state began or ended, without a condition. A
    claim that somebody is dead also claims that the death happened.
    """
    core, predicate = statement.core, statement.predicate
    begun = core.phase in (Phase.BEGINS, Phase.ENDS) and not core.derived and not predicate.uttered
    died = core.phase is Phase.HOLDS and predicate.life is LifeState.DEAD
    happened = predicate.kind is PredicateKind.EVENT or begun or died
    return core.scope is StatementScope.CLAIM and happened and core.condition is None


def _is_planned_for(statement: PlacedStatement) -> bool:
    """Return whether a statement is a plan, or a wish for an event, whose time words do not look back. A plan or wish
    whose time words do not look back is about a time after the moment of planning or wishing.
    """
    time, scope = statement.time, statement.core.scope
    wished = scope is StatementScope.WISH and statement.predicate.kind is PredicateKind.EVENT
    return (wished or scope is StatementScope.PLAN) and (time is None or not time.before)


def _is_supposed(statement: PlacedStatement) -> bool:
    """Return whether somebody supposes an event without a time of its own. What somebody supposes may have happened
    before, or may happen later ("he might go abroad").
    """
    supposed = statement.core.scope is StatementScope.HYPOTHESIS and statement.predicate.kind is PredicateKind.EVENT
    return supposed and statement.core.time is None


def _is_of_long_standing(statement: PlacedStatement) -> bool:
    """Return whether a statement is about a state of long standing. Either the statement says that the state has held
    for long ("has long known", 久闻). Or somebody says or believes that a lasting state holds ("he lives here"),
    without a time or a word such as "now". A state of long standing began before the current moment of the text,
    perhaps before all events that the text has told so far.
    """
    predicate, quote = statement.predicate, statement.evidence.quote
    if predicate.kind is not PredicateKind.STATE or statement.core.phase is not Phase.HOLDS:
        return False
    thought = statement.core.scope in (StatementScope.CLAIM, StatementScope.BELIEF) and not predicate.passing
    if thought and statement.core.time is None and lexicon.pattern("present_words").search(quote) is None:
        return True
    return lexicon.pattern("long_standing_words").search(quote) is not None


def _was_at_first(statement: PlacedStatement) -> bool:
    """Return whether the sentence of a statement begins with words such as "at first". The sentence must not go on to
    tell a later change ("at first ..., but then ..."). What was so "at first" may be earlier than the events that the
    text tells directly before the statement.
    """
    return lexicon.pattern("at_first").match(statement.core.text) is not None


def _is_in_past_perfect(layout: ChronologyLayout, statement: PlacedStatement) -> bool:
    """Return whether the main line tells, in the past perfect ("had broken two ribs", 曾), of something that has no time
    expression. It happened or began before the current moment of the text, perhaps before all events that the text has
    told so far. The result is false if the statement's sentence has more words of the rest of the quote than of the
    clause in the past perfect.
    """
    core = statement.core
    if core.scope is not StatementScope.WORLD or core.time is not None:
        return False
    quote, on_main_line = statement.evidence.quote, layout.scenes.get(_run_of(layout, statement)) is None
    clause = lexicon.pattern("past_perfect_clauses").search(quote) if on_main_line else None
    if clause is None or (clause["participle"] or "").lower() not in {"", *lexicon.words("irregular_participles")}:
        return False
    end = _CLAUSE_END.search(quote, clause.end())
    told, (own, rest) = set(tokens(core.text)), (quote[: end.start()], quote[end.start() :]) if end else (quote, "")
    return len(told.intersection(tokens(own))) >= len(told.intersection(tokens(rest)))


def _beside_telling(layout: ChronologyLayout, statement: PlacedStatement) -> LinePlace | None:
    content = content_turn(statement)
    if content is TimelineTurn.ON and statement.dated and _is_planned_for(statement):
        # The planned day is after the plan was made, and may be before or after the scene that passes the plan on.
        return None
    turn = TimelineTurn.AHEAD if content is TimelineTurn.AHEAD else TimelineTurn.BACK
    node = _before_scene(layout, statement) if turn is TimelineTurn.BACK else layout.told_from[statement.uuid]
    line = None if node is None else line_of(layout, node)
    if node is None or line is None:
        return None
    # What a letter or tale tells of a time before its scene ("three years ago") is before the whole scene.
    of_scene = turn is TimelineTurn.BACK and node == layout.scenes.get(_run_of(layout, statement))
    opens = of_scene or node == layout.before_scenes.get(statement.uuid)
    return LinePlace(line, layout.positions[node] if opens else statement.told, turn)


def _before_scene(layout: ChronologyLayout, statement: PlacedStatement) -> int | None:
    now, scene = layout.told_from.get(statement.uuid), layout.before_scenes.get(statement.uuid)
    if now is None or scene is None or line_of(layout, scene) != line_of(layout, now):
        return now
    return scene


def content_turn(statement: PlacedStatement) -> TimelineTurn:
    """Return BACK if a claim, belief, plan or dream is about a time before the moment at which its holder says or
    thinks it. Return AHEAD if the claim, belief, plan or dream is about a later time, and otherwise ON. The statement's
    own words, such as "tomorrow", take precedence over the placement (past, present or future) that the extraction gave
    the statement.
    """
    time, placing = statement.time, statement.core.placing
    if time is not None and time.kind in (TimeKind.OFFSET, TimeKind.ORDER) and time.anchor in _OF_SPEECH:
        if time.before:
            return TimelineTurn.BACK
        if time.low:
            return TimelineTurn.AHEAD
    if placing is Placement.AHEAD:
        return TimelineTurn.AHEAD
    return TimelineTurn.BACK if placing.past else TimelineTurn.ON


def _on_lines_around(
    layout: ChronologyLayout, statement: PlacedStatement, own: LinePlace | None
) -> Iterator[LinePlace]:
    if _is_dreamt_here(layout, statement) or _lies_before_scene(layout, statement):
        yield from _seen_around(layout, statement.passage, own)


def _seen_around(layout: ChronologyLayout, passage: str | None, inner: LinePlace | None) -> Iterator[LinePlace]:
    """Yield where a statement of a dream, letter, tale or flashback lies on the lines of the scenes around it. The
    innermost scene comes first, and the outermost one last. *passage* is the passage of the statement, and *inner* is
    its place on its own line.
    """
    while passage is not None and (inner := _seen_from_outside(layout, passage, inner)) is not None:
        yield inner
        passage = _interrupted_by(layout, layout.run_places[passage][0])


def _is_dreamt_here(layout: ChronologyLayout, statement: PlacedStatement) -> bool:
    """Return whether a statement belongs to a dream that is dreamt in the scene around it. A statement in a dream is
    about another time only if the narration itself gives it a date.
    """
    return statement.passage in layout.at_scene and not (statement.world and statement.dated)


def _lies_before_scene(layout: ChronologyLayout, statement: PlacedStatement) -> bool:
    own, looks_back = layout.places[statement.uuid], statement.uuid in layout.told_from
    if statement.passage not in layout.before_scene or statement.core.placing is Placement.AHEAD:
        return False
    if not statement.world and layout.said.get(statement.uuid) != own:
        return looks_back and content_turn(statement) is not TimelineTurn.AHEAD
    return layout.chains.chain.get(own.start) is not None or looks_back


def _seen_from_outside(layout: ChronologyLayout, passage: str, inner: LinePlace | None) -> LinePlace | None:
    """Return where a statement of a dream, letter, tale or flashback lies on the line (sequence of moments) of the
    scene around it. *passage* is the passage of the statement, and *inner* is the place of the statement on the line of
    the dream, letter, tale or flashback. Return None if the statement has no place on the line of the scene. What a
    dream tells takes place in the scene around the dream, and has its position on the line of that scene. A tale or
    letter lies before the moment at which it is told or read, and a flashback before the whole scene around it.
    """
    run = layout.run_places[passage][0]
    scene = layout.scenes.get(run)
    line = None if scene is None else line_of(layout, scene)
    if scene is None or line is None or (inner is not None and inner.line == line):
        return None
    if passage in layout.at_scene:
        return None if inner is None else replace(inner, line=line)
    if passage not in layout.before_scene or (inner is not None and inner.turn is TimelineTurn.AHEAD):
        return None
    start = layout.flashback_scenes.get(run, scene)
    before = start if line_of(layout, start) == line else scene
    return LinePlace(line, layout.read_at.get(passage, layout.positions[before]), TimelineTurn.BACK)


def _interrupted_by(layout: ChronologyLayout, run: str) -> str | None:
    host, scene = layout.hosts.get(run), layout.scenes.get(run)
    if host is None or scene is None:
        return None
    begun = layout.positions[scene]
    told = (one for one in reversed(layout.runs[host]) if layout.positions[layout.nows[one]] <= begun)
    return next(told, None)


def _run_of(layout: ChronologyLayout, statement: PlacedStatement) -> str:
    return layout.run_places[statement.passage][0]


def _in_sequence(layout: ChronologyLayout, statement: PlacedStatement) -> LinePlace | None:
    line = layout.sequences.get(statement.uuid)
    return None if line is None else LinePlace(line, layout.sequence_positions[statement.uuid])
