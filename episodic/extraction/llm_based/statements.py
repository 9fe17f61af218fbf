"""Validation of the statements in a model's reply, and their conversion to values of the class StatementReading.

Each quote must occur in the text, and each entity number must be the number of an entity in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final

from episodic.extraction.llm_based.denials import denying_sentence, phase_in_words
from episodic.extraction.llm_based.marks import MarkParser, Marks, RejectedMarkError
from episodic.extraction.llm_based.missing_objects import beginning, dying, is_done_to_oneself, value_in_sentence
from episodic.extraction.llm_based.number_slips import meant_node, names_for_numbers, words_around
from episodic.extraction.llm_based.opening_pronouns import with_named_subjects
from episodic.extraction.llm_based.participants import (
    RECIPIENT,
    TOGETHER,
    TOPIC,
    distinct_participants,
    each_to_whom,
    has_one_object,
    heard_from_others,
    is_event,
    is_one_statement,
    pairs_of,
)
from episodic.extraction.llm_based.promises import as_uttered, phase_of
from episodic.extraction.llm_based.replies import FactsReply
from episodic.extraction.llm_based.rows import ReplyStatementRow, joined_rows
from episodic.extraction.llm_based.sequences import sequences_checked
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import Learner, Predicate, PredicateKind, PredicateTable, predicate_key
from episodic.model.readings import (
    Participant,
    Phase,
    Placement,
    Rejection,
    StatementCore,
    StatementReading,
    StatementScope,
    Window,
)
from episodic.model.spans import Span
from episodic.text.quotes import align, quoted_spans
from episodic.text.scripts import has_letters

_SHOWN: Final = 200
_LONGEST_PREDICATE: Final = 60
_YEARS: Final = range(1_000, 10_000)
"""A number in this range in the place of an object counts as a value, such as a year, if no entity has the number."""
_LONGEST_TEXT: Final = 1_000
"""The maximum number of characters of a text in a reply, such as a sentence or a value."""
_MOST_LISTED: Final = 40
"""The maximum number of entities that are kept from one list of a reply, such as the roll of a troop."""
_MOST_AT_ONCE: Final = 40
"""The maximum number of statements that are made from one statement of a reply, if this statement lists several
subjects, objects or holders.
"""
_LONG_NUMBER: Final = re.compile(r"\d{3,}")
_NUMBER_WORDS: Final = re.compile(r"[百千万〇零]|hundred|thousand", re.IGNORECASE)


class _RejectedStatementError(Exception):
    def __init__(self, reason: str, words: str) -> None:
        super().__init__(reason)
        self.rejection = Rejection(reason, words[:_SHOWN])


def read_statements(
    reply: FactsReply, window: Window, *, entities: EntitiesReading, table: PredicateTable, mark: str
) -> FactsReading:
    """Return the valid statements of *reply*, and rejected statements and marks (like "claim:3") with reasons.

    *mark* is the sign, such as "¶", that precedes the number of each passage in the prompt. Marks with passage numbers
    are removed from quotes and times.
    """
    return _StatementParser(window, entities, table=table, mark=mark).read(reply)


@dataclass(frozen=True, slots=True)
class _CheckedStatement:
    text: str
    predicate: str
    known: Predicate | None
    subjects: tuple[int, ...]
    objects: tuple[int | None, ...]
    value: str | None
    marks: Marks


class _StatementParser:
    def __init__(self, window: Window, entities: EntitiesReading, *, table: PredicateTable, mark: str) -> None:
        self._window = window
        self._nodes = entities.nodes
        self._frames = entities.frames
        self._events = entities.events
        self._table = table
        self._passage_marks = re.compile(re.escape(mark) + r"\d+ ?")
        self._rejected: list[Rejection] = []
        self._marks = MarkParser(len(entities.nodes), entities.events, self._rejected)
        self._bearers: dict[str, set[int]] = {}
        for number, node in enumerate(entities.nodes):
            for surface in node.surfaces:
                if not surface.shared:
                    self._bearers.setdefault(name_key(surface.text), set()).add(number)

    def read(self, reply: FactsReply) -> FactsReading:
        statements: list[tuple[int, StatementReading]] = []
        seen: set[tuple[object, ...]] = set()
        hint = rows = 0
        for quoted in reply.quoted_rows():
            try:
                quote = self._quote(quoted.quote, hint)
            except _RejectedStatementError as refused:
                self._rejected.extend([refused.rejection] * len(quoted.rows))
                rows += len(quoted.rows)
                continue
            hint = quote.start
            for given in joined_rows(quoted.rows):
                row, rows = names_for_numbers(given, self._nodes, self._window, quote), rows + 1
                for statement in self._read_row(row, quote):
                    key = _content_key(statement)
                    if key in seen:
                        self._rejected.append(Rejection("repeated", statement.core.text[:_SHOWN]))
                        continue
                    seen.add(key)
                    statements.append((rows, statement))
        return FactsReading(sequences_checked(statements), tuple(self._rejected))

    def _read_row(self, row: ReplyStatementRow, quote: Span) -> tuple[StatementReading, ...]:
        """Return the statements of one row of the reply. If the row is invalid, record its rejection and return ()."""
        try:
            checked = self._checked(row, quote)
            return tuple(self._statements(checked, quote, row))
        except RejectedMarkError as refused:
            self._rejected.append(Rejection(refused.reason, refused.mark[:_SHOWN]))
        except _RejectedStatementError as refused:
            self._rejected.append(refused.rejection)
        return ()

    def _checked(self, row: ReplyStatementRow, quote: Span) -> _CheckedStatement:
        subjects = self._entities(row.subjects, row)
        if not subjects:
            raise _RejectedStatementError("unknown_id", f"0: {row.text}")
        text = self._text(row, subjects)
        predicate = self._predicate(row)
        marks = self._marks.parse(row.marks, text)
        marks = replace(
            marks,
            phase=phase_in_words(marks.phase, predicate, sentence=text, quote=quote.of(self._window.text)),
        )
        text = denying_sentence(text, predicate, self._window.language) if marks.phase is Phase.DENIED else text
        known = self._table.find(predicate)
        lacking = marks.phase in (Phase.DENIED, Phase.ENDS) or marks.scope in (StatementScope.PLAN, StatementScope.WISH)
        objects, value = self._content(row, quote, subjects, known, text=text, lacking=lacking)
        if is_done_to_oneself(known, subjects, objects, happening=row.happening):
            objects, dead = (), dying(known, self._table)
            if dead is not None:
                predicate, known, marks = dead.name, dead, beginning(marks)
        used = {*subjects, *objects, *marks.holders, *marks.tellers, *(one.node for one in marks.participants)}
        objects, marks = self._without_slips(row, used, objects, marks, around=words_around(self._window, quote))
        if known is not None and known.symmetric and not objects and value is None and len(subjects) > 1:
            subjects, objects = subjects[:1], subjects[1:]
        return _CheckedStatement(text, predicate, known, subjects, objects or (None,), value, marks)

    def _without_slips(
        self, row: ReplyStatementRow, used: set[int], objects: tuple[int, ...], marks: Marks, *, around: str
    ) -> tuple[tuple[int, ...], Marks]:
        """Return the object numbers and the marks of one statement of a reply. Marks are words such as "ends" or
        "claim:3". If the number that the model gave for an object or topic is one too low or one too high, the right
        number is returned. *used* contains the indexes of all entities of the statement.
        """

        def meant(number: int) -> int:
            return meant_node(number, used, self._nodes, sentence=row.text, around=around)

        objects = (meant(objects[0]),) if row.objects and len(objects) == 1 else objects
        others = marks.participants
        corrected = tuple(replace(one, node=meant(one.node)) if one.role == TOPIC else one for one in others)
        return objects, replace(marks, participants=corrected)

    def _statements(
        self, checked: _CheckedStatement, quote: Span, row: ReplyStatementRow
    ) -> Iterator[StatementReading]:
        """Yield one statement for each combination of subject, object and holder, at most _MOST_AT_ONCE.

        If one statement is enough for several subjects or objects, the first of them is used, and the others become
        participants. Of several recipients of one message, the first becomes the object, and the others become
        participants.
        """
        subjects, objects, others = checked.subjects, checked.objects, checked.marks.participants
        marks = as_uttered(checked.marks, checked.known, checked.text)
        if is_one_statement(checked.known):
            subjects, together = subjects[:1], subjects[1:]
            others = (*(Participant(one, TOGETHER) for one in together if one not in objects), *others)
        if has_one_object(checked.known):
            objects = tuple(one for one in objects if one not in subjects) or objects
            objects, more = objects[:1], objects[1:]
            others = (*(Participant(one, TOGETHER) for one in more if one is not None), *others)
        if checked.known is not None and checked.known.learner is Learner.RECIPIENT:
            objects, recipients = objects[:1], objects[1:]
            others = (*(Participant(one, RECIPIENT) for one in recipients if one is not None), *others)
        if checked.known is not None and checked.known.effects and len(objects) > 1:
            others = each_to_whom(others)
        pairs = pairs_of(subjects, objects, symmetric=checked.known is not None and checked.known.symmetric)
        if not pairs:
            raise _RejectedStatementError("tautology", checked.text)
        core = self._core(checked, marks, quote, row)
        holders: tuple[int | None, ...] = marks.holders or (None,)
        if not set(marks.tellers) <= set(marks.holders):
            others = heard_from_others(others)
        if marks.scope is StatementScope.CLAIM:
            # A claim of several people is one statement: its holder is the first of them, and the others become
            # participants.
            others = (*(Participant(one, TOGETHER) for one in marks.holders[1:]), *others)
            holders = holders[:1]
        made = product(pairs, holders)
        for (subject, object_), holder in islice(made, _MOST_AT_ONCE):
            yield StatementReading(
                quote=quote,
                core=core,
                subject=subject,
                object=object_,
                participants=distinct_participants(others, {subject, object_}),
                holder=holder,
                tellers=tuple(dict.fromkeys(one for one in marks.tellers if one != holder)),
                event=marks.event[:_LONGEST_PREDICATE] if marks.event else None,
                coined_kind=_coined_kind(checked.known, row),
            )

    def _core(self, checked: _CheckedStatement, marks: Marks, quote: Span, row: ReplyStatementRow) -> StatementCore:
        return StatementCore(
            text=checked.text,
            predicate=checked.predicate,
            value=checked.value,
            phase=phase_of(checked.known, marks),
            scope=marks.scope,
            time=self._time(marks, quote),
            placing=self._placing(marks, quote),
            salience=row.salience,
            qualifier=marks.qualifier,
            habit=marks.habit,
            passing=marks.passing and not marks.habit and marks.phase is not Phase.ENDS,
            follows=marks.follows and marks.placing is not Placement.NOW,
            condition=marks.condition,
            duration=marks.duration,
            time_event=marks.time_event,
        )

    def _quote(self, words: str, hint: int) -> Span:
        """Return the span of a quote in the window: its first occurrence at or after the offset *hint*, or else its
        first occurrence. *hint* is the offset at which the reply's preceding quote begins. A reply lists quotes in text
        order, so its next quote usually stands at or after *hint*.
        """
        quote = self._passage_marks.sub("", words)
        places = quoted_spans(quote, self._window.text) if has_letters(quote) else ()
        if not places:
            raise _RejectedStatementError("quote_rejected", words)
        return next((place for place in places if place.start >= hint), places[0])

    def _entities(self, given: Sequence[int], row: ReplyStatementRow) -> tuple[int, ...]:
        """Return the indexes of the entities that have the numbers *given* in the prompt, at most _MOST_LISTED. The
        number 0 stands for no entity and is left out.
        """
        numbers = dict.fromkeys(given)
        unknown = next((one for one in numbers if not 0 <= one <= len(self._nodes)), None)
        if unknown is not None:
            raise _RejectedStatementError("unknown_id", f"{unknown}: {row.text}")
        return tuple(one - 1 for one in numbers if one)[:_MOST_LISTED]

    def _text(self, row: ReplyStatementRow, subjects: Sequence[int]) -> str:
        """Return the sentence of a row, with the names of the subjects in place of a pronoun at its beginning if the
        pronoun means them. Raise _RejectedStatementError for a sentence that cannot be used.
        """
        text = row.text
        if not has_letters(text) or len(text) > _LONGEST_TEXT:
            raise _RejectedStatementError("no_text", text or row.predicate)
        named = with_named_subjects(text, [self._nodes[one] for one in subjects], self._nodes, self._window.language)
        if named is None:
            raise _RejectedStatementError("pronoun", text)
        text = named
        given = self._window.text
        invented = [number for number in _LONG_NUMBER.findall(text) if number not in given]
        if invented and not _NUMBER_WORDS.search(given):
            raise _RejectedStatementError("invented_number", text)
        return text

    def _predicate(self, row: ReplyStatementRow) -> str:
        predicate = " ".join(row.predicate.split())
        if not has_letters(predicate) or len(predicate) > _LONGEST_PREDICATE:
            raise _RejectedStatementError("no_predicate", f"{predicate}: {row.text}")
        return predicate

    def _content(
        self,
        row: ReplyStatementRow,
        quote: Span,
        subjects: Sequence[int],
        known: Predicate | None,
        *,
        text: str,
        lacking: bool,
    ) -> tuple[tuple[int, ...], str | None]:
        """Return the objects and the value of the statement with the sentence *text*. *lacking* is true for a statement
        that needs no object because it denies, ends or intends something ("she means to marry").

        A value becomes the object if it is the name of exactly one entity of the window, and this entity is no subject.
        If the predicate is about names, the value stays a value.
        """
        value = row.value[:_LONGEST_TEXT] if row.value else None
        objects = row.objects
        if len(objects) == 1 and objects[0] in _YEARS and objects[0] > len(self._nodes):
            value, objects = str(objects[0]), ()
        objects = self._entities(objects, row)
        spans = [span for span in self._window.passages if span.start < quote.end and quote.start < span.end]
        nearby = [row.text, *(span.of(self._window.text) for span in spans)]
        if len(objects) == 1 and is_event(objects[0], self._nodes, self._events, nearby):
            return (), self._events[objects[0]]
        if value is not None and not (known is not None and known.naming):
            bearers = self._bearers.get(name_key(value), set())
            objects = tuple(bearers) if len(bearers) == 1 and bearers.isdisjoint(subjects) else ()
            value = None if objects else value
        if known is None:
            return objects, value
        if known.life is not None:
            return (), None
        needed = known.kind is not PredicateKind.EVENT and not known.complete and not lacking
        if needed and not objects and value is None and not (known.symmetric and len(subjects) > 1):
            value = value_in_sentence(known, text, (self._nodes[one].name for one in subjects))
            if value is None:
                raise _RejectedStatementError("nothing_said", row.text)
        return objects, value

    def _time(self, marks: Marks, quote: Span) -> str | None:
        """Return the statement's time expression as the text writes it, or None.

        The time expression must occur in the passages of the quote or in the passage before them. The passage before
        the quote may contain a question that the quote answers.

        A time expression from the preceding passage is ignored if it already sets the current time of this preceding
        passage. A passage of the quote may be outside the main line, for example in a flashback. Then a time expression
        from this passage is ignored if it already sets the current time of the passage. An offset such as "the next
        day" that sets the time of a passage would be added twice if it were not ignored. It would be added to the time
        of the passage, and to the time of the statement.
        """
        words = self._passage_marks.sub("", marks.time).strip()
        if not words:
            return None
        passages, text = self._window.passages, self._window.text
        own = [number for number, span in enumerate(passages) if span.start < quote.end and quote.start < span.end]
        around = Span(passages[own[0]].start, passages[own[-1]].end).of(text)
        found = align(words, around)
        if found is not None:
            return None if self._sets_frame(words, own[0]) else found.of(around)
        earlier = passages[own[0] - 1].of(text) if own[0] else ""
        found = align(words, earlier)
        if found is None:
            self._rejected.append(Rejection("time_rejected", marks.time[:_SHOWN]))
            return None
        return None if self._sets(words, own[0] - 1) else found.of(earlier)

    def _sets(self, words: str, passage: int) -> bool:
        """Return whether *words* equal, contain or are part of the time expression that sets the current time of the
        passage *passage*.
        """
        setting = self._frames[passage].time
        return setting is not None and (align(words, setting) is not None or align(setting, words) is not None)

    def _sets_frame(self, words: str, passage: int) -> bool:
        return self._frames[passage].kind not in (FrameKind.MAIN, FrameKind.CONTINUED) and self._sets(words, passage)

    def _placing(self, marks: Marks, quote: Span) -> Placement:
        """Return the placement (now, earlier or later) that a mark of the statement, such as "back", gives. Return NOW,
        whatever the mark says, if the statement's time expression sets the current time of its passage. This rule
        applies only to a passage outside the main line, such as a flashback.
        """
        passage = next(number for number, span in enumerate(self._window.passages) if quote.start < span.end)
        framed = marks.placing is not Placement.NOW and marks.time and self._sets_frame(marks.time, passage)
        return Placement.NOW if framed else marks.placing


def _coined_kind(known: Predicate | None, row: ReplyStatementRow) -> PredicateKind | None:
    kind = PredicateKind.EVENT if row.happening else PredicateKind.STATE
    # In "Ann joined Bo", "joined" is not the known predicate for membership, and keeps the kind that the row gives it.
    return kind if known is None or (row.happening and known.kind is not kind) else None


def _content_key(statement: StatementReading) -> tuple[object, ...]:
    core = statement.core
    return (
        statement.quote, statement.subject, predicate_key(core.predicate), statement.object, core.value, core.phase,
        core.scope, statement.holder, core.qualifier,
    )  # fmt: skip
