"""Compares two facts of one group that may exclude each other, by the moments and the quotes of their statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, StatementScope
from episodic.temporal.chronology.counted_from import TOLD_BY_SOMEBODY
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.placed import PlacedPassage, PlacedStatement, of_one_row


class DraftComparison:
    """Compares the fact drafts (facts that still get statements) of one group by the moments and the quotes of their
    statements.
    """

    def __init__(self, grouping: FactGrouping) -> None:
        self._grouping, self._ranks = grouping, grouping.ranks
        # All statements of a group have one scope.
        self._of_world = grouping.statements[0].world
        self._scenes: dict[str, str] = {}

    def agree(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether two facts with exclusive contents do not exclude each other, because of what their quotes or
        qualifiers say.
        """
        if self.of_one_row(first, second) or self.narrowed_apart(first, second) or self.shared_out(first, second):
            return True
        if self.led_together(first, second):
            return True
        return self.of_one_breath(first, second) or (not self._of_world and self.of_one_denial(first, second))

    def narrowed_apart(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether a denial and a fact of the same content do not contradict each other, because they are about
        different things. A denial and a fact are about different things if all their statements have qualifiers, and
        none of these qualifiers is common to both. For example, "He asked her to stay" and "He did not ask her to see
        him again" do not contradict each other. Most qualifiers of a kinship are not compared, because one kinship is
        often told in different words. Of the qualifiers of a kinship, only adoption counts, because an adopted daughter
        may be no daughter by blood.

        The denial of a feeling denies only the feeling that the value of the statement names. "She did not feel sorry
        for him" does not deny the fear that she felt of him, although both facts have the same content. If a statement
        about a feeling has no value, only its sentence says which feeling is meant.
        """
        if first.denied == second.denied:
            return False
        one, other = self._qualifiers(first), self._qualifiers(second)
        if PredicateKind.FIXED in {first.kind, second.kind}:
            adopted = [
                [lexicon.pattern("adoptions").search(words) is not None for words in told] for told in (one, other)
            ]
            return any(all(ones) and not any(others) for ones, others in (adopted, adopted[::-1]))
        return self._are_of_other_feelings(first, second) or ("" not in one | other and one.isdisjoint(other))

    def _are_of_other_feelings(self, first: FactDraft, second: FactDraft) -> bool:
        one, other = self._feelings(first), self._feelings(second)
        return one is not None and other is not None and one.isdisjoint(other)

    def _feelings(self, draft: FactDraft) -> set[str] | None:
        """Return the feelings that the statements of a fact name by their values, or None if its predicate is not about
        somebody's mind. For an attitude such as trust, which the predicate names, the result contains an empty text.
        """
        told = [self._grouping.statement(one) for one in (*draft.statements, *draft.closing)]
        if not all(one.predicate.mental for one in told):
            return None
        values = {one.value_key or name_key(one.core.value or "") for one in told}
        return values - {""} if all(one.predicate.passing for one in told) else values

    def _qualifiers(self, draft: FactDraft) -> set[str]:
        told = (self._grouping.statement(one).core.qualifier for one in (*draft.statements, *draft.closing))
        return {name_key(one) if one else "" for one in told}

    def is_conditional(self, draft: FactDraft) -> bool:
        told = draft.statements
        return bool(told) and all(self._grouping.statement(one).core.condition is not None for one in told)

    def may_be_nested_places(self, statements: Sequence[int]) -> bool:
        """Return whether all given statements name places in one chapter and none says that somebody comes to be in a
        place. In this case, one place may contain the other place.

        Two facts about places are not reported as a contradiction if one place may contain the other place.
        """
        involved = [self._grouping.statement(one) for one in statements]
        return len({one.evidence.episode for one in involved}) == 1 and all(
            one.predicate.place and one.core.phase is not Phase.BEGINS for one in involved
        )

    def outlives(self, draft: FactDraft, rival: FactDraft) -> tuple[int, ...]:
        """Return three statements which prove that a fact still holds after its rival starts, or an empty tuple if no
        such statements exist.

        Each of the three statements is certainly earlier than the next one: evidence of *draft*, a statement of
        *rival*, and a stated end of *draft*. The statement of *rival* and the stated end of *draft* have different
        quotes.
        """
        for end in draft.closing:
            if found := self.outlived(draft, rival, end):
                return found
        return ()

    def outlived(self, draft: FactDraft, rival: FactDraft, end: int) -> tuple[int, ...]:
        """Return the indexes of three statements, each certainly earlier than the next one. The first is a statement of
        *draft*. The second is a statement of *rival* from another quote than *end*. The third is *end* itself, which
        says that *draft* ends. Return an empty tuple if no such statements exist.
        """
        ranks = self._ranks
        for start in rival.statements:
            if ranks.precedes(start, end) and not self.of_one_quote(start, end):
                held = next((one for one in draft.statements if ranks.precedes(one, start)), None)
                if held is not None:
                    return (held, start, end)
        return ()

    def of_one_quote(self, first: int, second: int) -> bool:
        """Return whether two statements have the same quote. A quote such as "left Harbor for the Capital" reports the
        end of one state and the beginning of another state.
        """
        one, other = self._grouping.statement(first).evidence, self._grouping.statement(second).evidence
        return (one.episode, one.start, one.end) == (other.episode, other.start, other.end)

    def at_stated_end(self, draft: FactDraft, start: int) -> bool:
        """Return whether the statement *start* coincides with a stated end of the fact *draft*. It must have the same
        position in story time, or the same quote, as a statement which says that *draft* ends.
        """
        place = self._ranks.place
        return any(place(end) == place(start) or self.of_one_quote(start, end) for end in draft.closing)

    def handed_over(self, draft: FactDraft, heir: FactDraft) -> bool:
        """Return whether the fact *heir* takes over where the fact *draft* ends. The fact *heir* takes over under two
        conditions. One statement of *heir* has the same position in story time, or the same quote, as a stated end of
        *draft*. No statement of *draft* is certainly later than a statement of *heir*.
        """
        return any(self.at_stated_end(draft, start) for start in heir.statements) and not any(
            self._ranks.precedes(start, held) for start in heir.statements for held in draft.statements
        )

    def same_day(self, first: FactDraft, second: FactDraft) -> tuple[int, ...]:
        """Return one statement of each of two facts, both dated to the same single day.

        Return an empty tuple if the two facts have no statements that are dated to the same day.
        """
        days = {day: one for one in reversed(first.statements) if (day := self._ranks.day(one)) is not None}
        for two in second.statements if days else ():
            day = self._ranks.day(two)
            if day is not None and day in days:
                return (days[day], two)
        return ()

    def of_one_row(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether the first statements of two facts come from one row of a model's reply that names several
        subjects, objects or recipients.
        """
        if not first.statements or not second.statements:
            return False
        return of_one_row(*(self._grouping.statement(one.statements[0]) for one in (first, second)))

    def shared_out(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether one quote gives a state to several subjects one after another, so that none of them ends
        another. An example is "Lin was to lead the first division of the army, and Wu the second".
        """
        if not first.statements or not second.statements or first.denied or second.denied:
            return False
        one, other = first.statements[0], second.statements[0]
        alike = first.content[1:] == second.content[1:] and first.content.subject != second.content.subject
        told = [self._grouping.statement(number).core for number in (one, other)]
        return alike and self.of_one_quote(one, other) and not any(core.derived or core.time for core in told)

    def led_together(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether one passage says of two people or groups that they lead the same group, without telling a
        change or a time between them. Neither of them then ends the other. An example is "its priests governed the
        land. So Lin had ruled the land for thirty years".
        """
        alike = first.content[1:] == second.content[1:] and first.content.subject != second.content.subject
        if not alike or not first.statements or not second.statements or first.denied or second.denied:
            return False
        told = [self._grouping.statement(one) for one in (*first.statements, *second.statements)]
        if not all(one.predicate.membership and _tells_no_change(one) for one in told):
            return False
        passage = self._ranks.chronology.passage_of(told[0].passage)
        shifts = {sum(shift.start <= one.evidence.start for shift in passage.shifts) for one in told}
        return {one.passage for one in told} == {passage.uuid} and len(shifts) == 1

    def of_one_denial(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether somebody says or thinks both facts in one passage and the value of one of them is a negation.
        Facts such as "it has no rank" and "it is called unranked" are one negation in different words, and do not
        exclude each other.
        """
        if not first.statements or not second.statements:
            return False
        told = [self._grouping.statement(one) for one in (*first.statements, *second.statements)]
        lasting = all(one.core.phase is Phase.HOLDS and one.core.scope is not StatementScope.WORLD for one in told)
        return (
            lasting
            and len({one.passage for one in told}) == 1
            and any(_denies(one.content.value) for one in (first, second))
        )

    def of_one_breath(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether two objects or values of one state, such as two homes, are told in one breath ("Frankland, of
        Lafter Hall, lives on the moor"). Of two that are told in one breath, neither ends the other, because nothing
        tells a change or a time.

        Statements of one quote are told in one breath. Statements that somebody says or thinks in one passage without
        time words between them are told in one breath, too. So are the homes that somebody names in one scene of the
        main line. A letter or tale is itself a narration. In a letter or tale, only statements of one quote, and places
        named in one passage, are told in one breath.
        """
        if not first.statements or not second.statements or first.denied or second.denied:
            return False
        ones, others = ([self._grouping.statement(one) for one in each.statements] for each in (first, second))
        if first.content[:2] != second.content[:2] or not all(map(_tells_no_change, (*ones, *others))):
            return False
        told = {key for one in ones for key in self._breaths_of(one)}
        return any(key in told for one in others for key in self._breaths_of(one))

    def _breaths_of(self, statement: PlacedStatement) -> Iterator[tuple[object, ...]]:
        """Yield keys: two statements that have one of the keys in common are told in one breath."""
        evidence, placing = statement.evidence, statement.core.placing
        yield "quote", evidence.episode, evidence.start, evidence.end
        if statement.world:
            return
        passage = self._ranks.chronology.passage_of(statement.passage)
        shifts = sum(one.start <= evidence.start for one in passage.shifts)
        narrated = passage.frame in TOLD_BY_SOMEBODY
        if statement.predicate.place or not narrated:
            yield "passage", passage.uuid, shifts, placing
        if statement.predicate.place and not statement.predicate.presence and not narrated and not shifts:
            yield "scene", self._first_of_scene(passage), placing

    def _first_of_scene(self, passage: PlacedPassage) -> str:
        """Return the id of the passage with which the scene of *passage* begins. No scene break and no time words
        separate the passages of a scene.
        """
        if passage.uuid not in self._scenes:
            before = self._ranks.chronology.neighbours(passage.uuid)[0]
            previous = None if before is None else self._ranks.chronology.passage_of(before)
            begins = passage.breaks or passage.aside or passage.time_text is not None
            if previous is None or begins or previous.episode != passage.episode or previous.shifts:
                self._scenes[passage.uuid] = passage.uuid
            else:
                self._scenes[passage.uuid] = self._first_of_scene(previous)
        return self._scenes[passage.uuid]


def _tells_no_change(statement: PlacedStatement) -> bool:
    core, predicate = statement.core, statement.predicate
    if predicate.kind is not PredicateKind.STATE or core.phase is not Phase.HOLDS or core.derived or core.follows:
        return False
    return core.time is None and not predicate.growing


def _denies(value: str) -> bool:
    found = lexicon.pattern("verb_negations").match(f"{value} ")
    return found is not None or value.partition(" ")[0] in lexicon.words("never_words")
