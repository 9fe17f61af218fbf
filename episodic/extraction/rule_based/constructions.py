"""Classes for constructions (sentence patterns such as "X married Y") and their statement templates, for every
language. The module also expands the short form in which constructions are written.

A construction is a regular expression over masked text, in which placeholders stand for the mentions. Each language
writes its constructions in a short form, which `expand_phrases` and `expand_slots` turn into regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from episodic.extraction.rule_based.masked_text import GROUP, MARKS, PERSON, PLACE, THING
from episodic.extraction.rule_based.needed_characters import Needed
from episodic.model.predicates import shipped_table
from episodic.model.readings import USUAL_SALIENCE, Phase, Salience, StatementScope

_SLOT_CLASSES = {"P": PERSON, "L": PLACE, "O": GROUP, "I": THING, "A": MARKS}
_SLOT = re.compile(r"<(\w+):([A-Z]+)(\*?)>")


@dataclass(frozen=True, slots=True)
class StatementTemplate:
    """A template for one statement: the predicate, the sentence, and the slots for subject, object and value.

    A slot of a template is a named group of the construction's regular expression.
    """

    predicate: str
    text: str
    """The sentence of the statement, with slot names in braces, such as "{s} married {o}."."""
    subject: str = "s"
    object: str | None = None
    value: str | None = None
    phase: Phase = Phase.HOLDS
    roles: tuple[tuple[str, str], ...] = ()
    """The participants of the statement besides subject and object, as pairs of slot name and role."""
    when: tuple[str, ...] = ()
    """The named groups of the regular expression that must have matched for the template to yield a statement."""
    scope: StatementScope | None = None
    """The scope PLAN, WISH, BELIEF or CLAIM if the statement is a person's plan, wish, belief or claim, or else None.
    If the template's scope is None, the statement has the scope of the text that contains the match.
    """
    holder: str | None = None
    """The slot of the person whose plan, wish, belief or claim the statement is, or None if the statement's subject is
    this person.
    """
    salience: Salience = USUAL_SALIENCE
    """The salience of the statement, which is lowest for what nobody would look up later, such as a passing mood."""


@dataclass(frozen=True, slots=True)
class Construction:
    """A sentence pattern such as "X married Y". A construction has a regular expression over masked text (text with
    placeholders in place of mentions). A construction also has the templates of its statements, and the conditions for
    a valid match.
    """

    pattern: str
    templates: tuple[StatementTemplate, ...]
    same_node: tuple[str, str] | None = None
    """The two slots of the construction that must be filled by the same entity (node), or None if no such slots exist.
    """
    kin_by_surname: bool = False
    """Whether the construction names only one of two relatives, so that the other relative must be found by the
    surname.

    For example, 其子X ("his son X") does not name the parent, who is the last named person with the surname of X.
    """
    subject_from_context: str | None = None
    """The slot that the subject of an earlier clause fills if the clause of the match has no subject. None if no slot
    is filled from an earlier clause.
    """
    object_from_context: str | None = None
    """The name of the slot for an object that the match omits or names only by a pronoun (之). The slot gets a person
    named before the match. None if no slot for an object is filled from the text before the match.
    """
    in_speech: bool = True
    """Whether a match inside quotation marks yields a claim of the speaker. If `in_speech` is false, a match inside
    quotation marks is ignored.
    """
    in_narration: bool = True
    """Whether a match outside quotation marks yields a statement; otherwise it is ignored."""
    has_agent: bool = True
    """Whether a match tells an action of an agent, and not what somebody suffers. In Chinese text, a match about an
    action is ignored if somebody only orders or sends the agent to act.
    """
    subject_first: bool = False
    """Whether the match begins with the subject of its clause.

    If `subject_first` is true, a match is ignored if the words before it show that it does not begin its clause with
    the subject.
    """
    is_presupposed: bool = False
    """Whether a match is true although its sentence denies or doubts something, because the match only identifies
    somebody. For example, "She never saw Redruth, the gamekeeper" says that Redruth is a gamekeeper.
    """
    needed: Needed = ()
    """Sets of characters: every match of the construction contains at least one character of each set."""
    needs_speaker: bool = False
    """Whether the construction is about relatives of the speaker ("my sister X") and therefore needs a known speaker.
    """

    @property
    def regex(self) -> re.Pattern[str]:
        """The compiled regular expression. The regular expression is compiled at the first use. Compiling all
        constructions of a language takes long, and a short text needs few of them.
        """
        return _compiled(self.pattern)

    @property
    def is_intention(self) -> bool:
        """Return whether a template of the construction states somebody's plan, wish, belief, claim or promise."""
        return any(template.scope is not None or is_uttered(template.predicate) for template in self.templates)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def is_uttered(predicate: str) -> bool:
    """Return whether the predicate means a state that begins when somebody says something, as a promise does."""
    known = shipped_table().find(predicate)
    return known is not None and known.uttered is True


def expand_phrases(form: str, phrases: Iterable[tuple[str, str]]) -> str:
    """Return *form* with each `{name}` replaced by the regular expression of that name in *phrases*.

    The placeholders are replaced in the order of *phrases*, so that a phrase can contain placeholders of later phrases.
    """
    for name, regex in phrases:
        form = form.replace("{" + name + "}", regex)
    return form


def expand_slots(form: str, *, not_owner: str = "") -> str:
    """Return *form* with each slot replaced by a named group that matches one mark, the character that stands for a
    mention in masked text.

    For example, `<s:P>` is a slot named s for a person, and `<o:LO>` is a slot named o for a place or an organization.
    The letters of a slot mean person (P), place (L), organization (O), item (I) and any entity (A). The regular
    expression *not_owner* is added after each slot, so that the slot does not match a possessive such as "Joe's". A
    slot with an asterisk, such as `<s:P*>`, also matches possessives.
    """

    def group(slot: re.Match[str]) -> str:
        marks = "".join(_SLOT_CLASSES[letter] for letter in slot[2])
        return rf"(?P<{slot[1]}>[{marks}])" + ("" if slot[3] else not_owner)

    return _SLOT.sub(group, form)
