"""Constructions: sentence patterns over masked text ("X married Y") with templates of statements.

The rules of a language write constructions in a short form, which `expand_phrases` and `expand_slots` turn into
regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from episodic.extraction.rule_based.masked_text import GROUP, MARKS, PERSON, PLACE, THING
from episodic.model.readings import Phase, StatementScope

_SLOT_CLASSES = {"P": PERSON, "L": PLACE, "O": GROUP, "I": THING, "A": MARKS}
_SLOT = re.compile(r"<(\w+):([A-Z]+)(\*?)>")


@dataclass(frozen=True, slots=True)
class StatementTemplate:
    """A template for one statement: its predicate, the slots of its subject, object and value, and its sentence."""

    predicate: str
    text: str
    """The sentence of the statement, with slot names in braces: "{s} married {o}."."""
    subject: str = "s"
    object: str | None = None
    value: str | None = None
    phase: Phase = Phase.HOLDS
    roles: tuple[tuple[str, str], ...] = ()
    """Further participants of the statement, as pairs of slot and role."""
    when: tuple[str, ...] = ()
    """Groups of the regular expression that must have matched for the template to yield a statement."""
    scope: StatementScope | None = None
    """The scope of a plan or wish held by the subject; None means the scope of the text that contains the match."""


@dataclass(frozen=True, slots=True)
class Construction:
    """A regular expression over masked text, templates of the statements it yields, and the conditions for a valid
    match.
    """

    regex: re.Pattern[str]
    templates: tuple[StatementTemplate, ...]
    same_node: tuple[str, str] | None = None
    """Two slots that the same node must fill."""
    kin_by_surname: bool = False
    """Whether the object is outside the match (其子X) and must be the last named person with the subject's surname."""
    in_speech: bool = True
    """Whether a match inside quotation marks counts as a claim of the speaker."""
    in_narration: bool = True
    """Whether a match outside quotation marks counts."""
    has_agent: bool = True
    """Whether the statement is an action; an action does not count if its clause says that someone orders or sends
    the agent.
    """
    subject_first: bool = False
    """Whether the match begins with the subject of its clause, so that only adverbials and conjunctions may precede
    the match.
    """
    min_people: int = 0
    """The smallest number of people that the construction names; the search skips texts that name fewer people."""
    needs_speaker: bool = False
    """Whether the construction concerns the speaker's own kin ("my sister X") and therefore needs a known speaker."""

    @property
    def is_intention(self) -> bool:
        """Whether the construction states a plan or a wish, so that words of intention in the clause do not
        invalidate a match.
        """
        return any(template.scope is not None for template in self.templates)


def expand_phrases(form: str, phrases: Iterable[tuple[str, str]]) -> str:
    """Returns the short form with each `{name}` replaced by the regular expression of that name, in the order of
    *phrases*.
    """
    for name, regex in phrases:
        form = form.replace("{" + name + "}", regex)
    return form


def expand_slots(form: str, *, not_owner: str = "") -> str:
    """Returns the short form with each slot replaced by a named group that matches one mark.

    `<s:P>` is the slot s for a person. The letters are P for person, L for place, O for organization, I for item and
    A for any node; `<o:LO>` is a slot for a place or organization. The function adds *not_owner* after a slot, so
    that the slot does not match an owner ("Joe's"). A slot such as `<s:P*>` matches owners, too.
    """

    def group(slot: re.Match[str]) -> str:
        marks = "".join(_SLOT_CLASSES[letter] for letter in slot[2])
        return rf"(?P<{slot[1]}>[{marks}])" + ("" if slot[3] else not_owner)

    return _SLOT.sub(group, form)
