"""Validation of the statements in a model's reply: quotes must occur in the window, and entity numbers must be known."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, TypeVar

from episodic.extraction.llm_based.prompt_text import is_first_person
from episodic.extraction.llm_based.replies import FactsReply, StatementForm
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind, PredicateTable, predicate_key
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
from episodic.text.quotes import align, occurrences
from episodic.text.scripts import has_letters

Choice = TypeVar("Choice", bound=StrEnum)

_SHOWN: Final = 200
_LONGEST_PREDICATE: Final = 60
_LONGEST_TEXT: Final = 1_000
_PRONOUN: Final = re.compile(r"(?:(?:he|she|it|they|his|her|its|their)\b|[他她它](?!人|乡|日|处|国))", re.IGNORECASE)
_LONG_NUMBER: Final = re.compile(r"\d{3,}")
_NUMBER_WORDS: Final = re.compile(r"[百千万〇零]|hundred|thousand", re.IGNORECASE)


class _RejectedStatementError(Exception):
    """The error that is raised for an invalid statement of a reply, with the reason in `rejection`."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(reason)
        self.rejection = Rejection(reason, words[:_SHOWN])


def read_statements(
    reply: FactsReply, window: Window, *, entities: EntitiesReading, table: PredicateTable, mark: str
) -> FactsReading:
    """Return the valid statements of *reply*, and the rejected statements with reasons.

    *mark* is the mark that precedes passage numbers in the prompt.
    """
    return _StatementParser(window, entities, table=table, mark=mark).read(reply)


class _StatementParser:
    """A parser that validates the statements of one reply, in the order of the reply."""

    def __init__(self, window: Window, entities: EntitiesReading, *, table: PredicateTable, mark: str) -> None:
        self._window = window
        self._nodes = entities.nodes
        self._frames = entities.frames
        self._table = table
        self._marks = re.compile(re.escape(mark) + r"\d+ ?")
        self._rejected: list[Rejection] = []
        self._bearers: dict[str, set[int]] = {}
        for number, node in enumerate(entities.nodes):
            for surface in node.surfaces:
                if not surface.shared:
                    self._bearers.setdefault(name_key(surface.text), set()).add(number)

    def read(self, reply: FactsReply) -> FactsReading:
        statements: list[StatementReading] = []
        seen: set[tuple[object, ...]] = set()
        hint = 0
        for form in reply.statements:
            try:
                statement = self._statement(form, hint)
            except _RejectedStatementError as refused:
                self._rejected.append(refused.rejection)
                continue
            hint = statement.quote.start
            key = (
                statement.quote, statement.subject, predicate_key(statement.core.predicate), statement.object, statement.core.value,
                statement.core.phase, statement.core.scope, statement.holder,
            )  # fmt: skip
            if key in seen:
                self._rejected.append(Rejection("repeated", statement.core.text[:_SHOWN]))
                continue
            seen.add(key)
            statements.append(statement)
        return FactsReading(tuple(statements), tuple(self._rejected))

    def _statement(self, form: StatementForm, hint: int) -> StatementReading:
        quote = self._quote(form.quote, hint)
        subject = self._entity(form.subject, form)
        if subject is None:
            raise _RejectedStatementError("unknown_id", f"0: {form.text}")
        text = self._text(form)
        predicate = self._predicate(form)
        scope = self._choice(StatementScope, form.scope, form)
        holder = self._entity(form.holder, form)
        scope, holder = self._held(scope, holder)
        object_, value = self._content(form, subject, predicate)
        return StatementReading(
            quote=quote,
            core=StatementCore(
                text=text,
                predicate=predicate,
                value=value,
                phase=self._choice(Phase, form.phase, form),
                scope=scope,
                time=self._time(form, quote),
                placing=self._placing(form, quote),
            ),
            subject=subject,
            object=object_,
            participants=self._participants(form, {subject, object_}),
            holder=holder,
            tellers=self._tellers(form, holder),
            event=form.event.strip()[:_LONGEST_PREDICATE] or None,
        )

    def _quote(self, words: str, hint: int) -> Span:
        """Return the span of the quote *words* in the window.

        If the quote occurs several times, return the first occurrence at or after the offset *hint*. The statements of
        a reply follow the order of the text, so *hint* is the start of the preceding statement's quote.
        """
        quote = self._marks.sub("", words)
        places = occurrences(quote, self._window.text) if has_letters(quote) else ()
        if not places:
            raise _RejectedStatementError("quote_rejected", words)
        return next((place for place in places if place.start >= hint), places[0])

    def _entity(self, number: int, form: StatementForm) -> int | None:
        """Return the index of the node that has the given number in the prompt, or None for the number 0."""
        if number == 0:
            return None
        if not 1 <= number <= len(self._nodes):
            raise _RejectedStatementError("unknown_id", f"{number}: {form.text}")
        return number - 1

    def _text(self, form: StatementForm) -> str:
        text = form.text.strip()
        if not has_letters(text) or len(text) > _LONGEST_TEXT:
            raise _RejectedStatementError("no_text", form.quote)
        surfaces = (surface.text.casefold() for node in self._nodes for surface in node.surfaces)
        if _PRONOUN.match(text) and not any(text.casefold().startswith(one) for one in surfaces):
            raise _RejectedStatementError("pronoun", text)
        given = self._window.text
        invented = [number for number in _LONG_NUMBER.findall(text) if number not in given]
        if invented and not _NUMBER_WORDS.search(given):
            raise _RejectedStatementError("invented_number", text)
        return text

    def _predicate(self, form: StatementForm) -> str:
        predicate = " ".join(form.predicate.split())
        if not has_letters(predicate) or len(predicate) > _LONGEST_PREDICATE:
            raise _RejectedStatementError("no_predicate", f"{predicate}: {form.text}")
        return predicate

    def _held(self, scope: StatementScope, holder: int | None) -> tuple[StatementScope, int | None]:
        """Return the corrected scope and holder of a statement.

        A statement about the story's world becomes a claim if its holder is anyone but a first-person narrator.
        """
        if scope is not StatementScope.WORLD or holder is None:
            return scope, holder
        if is_first_person(self._nodes[holder]):
            return scope, None
        return StatementScope.CLAIM, holder

    def _content(self, form: StatementForm, subject: int, predicate: str) -> tuple[int | None, str | None]:
        """Return the object and the value of the statement. At least one of the object and the value is None."""
        object_, value = self._entity(form.object, form), form.value.strip()[:_LONGEST_TEXT] or None
        known = self._table.find(predicate)
        naming = known is not None and known.naming
        if object_ is None and value is not None and not naming:
            bearers = self._bearers.get(name_key(value), set())
            object_ = next(iter(bearers)) if len(bearers) == 1 and subject not in bearers else None
        if object_ is not None:
            value = None
        if object_ == subject:
            raise _RejectedStatementError("tautology", form.text)
        if known is None:
            return object_, value
        if known.life is not None:
            return None, None
        if known.kind is not PredicateKind.EVENT and not known.complete and object_ is None and value is None:
            raise _RejectedStatementError("nothing_said", form.text)
        return object_, value

    def _participants(self, form: StatementForm, taken: set[int | None]) -> tuple[Participant, ...]:
        found: dict[int, Participant] = {}
        for other in form.others:
            if not 1 <= other.entity <= len(self._nodes):
                self._rejected.append(Rejection("unknown_id", f"{other.entity}: {form.text}"[:_SHOWN]))
            elif other.entity - 1 not in taken:
                role = " ".join(other.role.split())[:_LONGEST_PREDICATE]
                found.setdefault(other.entity - 1, Participant(other.entity - 1, role))
        return tuple(found.values())

    def _tellers(self, form: StatementForm, holder: int | None) -> tuple[int, ...]:
        found: list[int] = []
        for number in form.tellers:
            if not 1 <= number <= len(self._nodes):
                self._rejected.append(Rejection("unknown_id", f"{number}: {form.text}"[:_SHOWN]))
            elif number - 1 != holder and number - 1 not in found:
                found.append(number - 1)
        return tuple(found)

    def _time(self, form: StatementForm, quote: Span) -> str | None:
        """Return the time expression of a statement as written in the text, or None if the statement has no own time
        expression.

        The expression must occur in the passages of the quote or in the passage before, which may contain a question
        that the quote answers.

        A time expression from the preceding passage is ignored if it already sets the current time of the preceding
        passage, because the expression would otherwise count twice. For the same reason, a time expression from the
        passages of the quote is ignored if it sets the current time of a passage that is not on the main line.
        """
        words = self._marks.sub("", form.time).strip()
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
            self._rejected.append(Rejection("time_rejected", form.time[:_SHOWN]))
            return None
        return None if self._sets(words, own[0] - 1) else found.of(earlier)

    def _sets(self, words: str, passage: int) -> bool:
        """Return whether *words* equal, contain or are contained in the time expression that sets the current time of a
        passage.
        """
        setting = self._frames[passage].time
        return setting is not None and (align(words, setting) is not None or align(setting, words) is not None)

    def _sets_frame(self, words: str, passage: int) -> bool:
        return self._frames[passage].kind not in (FrameKind.MAIN, FrameKind.CONTINUED) and self._sets(words, passage)

    def _placing(self, form: StatementForm, quote: Span) -> Placement:
        """Return the placement of a statement according to the reply.

        As an exception, the placement is NOW if the statement's time expression sets the current time of a passage that
        is not on the main line, such as a flashback.
        """
        placing = self._choice(Placement, form.placing, form)
        passage = next(number for number, span in enumerate(self._window.passages) if quote.start < span.end)
        framed = placing is not Placement.NOW and form.time.strip() and self._sets_frame(form.time.strip(), passage)
        return Placement.NOW if framed else placing

    @staticmethod
    def _choice(kind: type[Choice], word: str, form: StatementForm) -> Choice:
        try:
            return kind(word.strip().lower())
        except ValueError:
            raise _RejectedStatementError("unknown_choice", f"{word}: {form.text}") from None
