"""Replaces the pronoun at the beginning of a statement's sentence with the names of the statement's subjects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from episodic.extraction.llm_based.prompt_text import is_first_person, narrator_words
from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.name_keys import as_name, name_key
from episodic.model.readings import NodeReading
from episodic.text.descriptive_names import names_speaker
from episodic.text.scripts import is_ideographic

_WORD: Final = re.compile(r"\w+")
_ONE_VERB: Final = re.compile(r"[\W_]*(?:[a-z]+|[\u4e00-\u9fff]{1,2})?[\W_]*", re.IGNORECASE)


def with_named_subjects(
    text: str, subjects: Sequence[NodeReading], nodes: Sequence[NodeReading], language: Language
) -> str | None:
    """Return the sentence with the names of the subjects in place of a pronoun at its beginning. Return None if the
    sentence begins with a pronoun and a subject has no name but "I". A word at the beginning that is a name of one of
    *nodes*, the nodes of the window, is no pronoun.

    If the subject of "She is Lammeter's daughter" is called "Lammeter's daughter", the sentence with this name would be
    meaningless. Then "She" is replaced by another name of the subject, or is kept. A pronoun that cannot mean the
    subject is kept. For example, "they" cannot mean Ann in "They owe Ann money", and "his" cannot mean "the soldiers"
    in "His number is called". A sentence without a pronoun at its beginning is returned unchanged.
    """
    owner = lexicon.pattern("opening_owners").match(text)
    bare = None if lexicon.pattern("empty_subjects").match(text) else owner or _pronoun().match(text)
    key = name_key(text)
    if bare is None or any(key.startswith(name_key(one.text)) for node in nodes for one in node.surfaces):
        return text
    if any(is_first_person(one) and one.name in narrator_words() for one in subjects):
        return None
    rest = text[bare.end() :]
    word = bare.group().casefold()
    several = word in lexicon.words("impersonal_pronouns")
    if several and any(_is_named_in(rest, one) for one in subjects):
        return text
    names = [_telling_name(one, rest) for one in subjects]
    plural = any(lexicon.pattern("plural_names").fullmatch(one) for one in names)
    if not all(names) or (plural and word in lexicon.words("singular_pronouns")):
        return text
    named = message_text("marks.list", language).join(names)
    return named[:1].upper() + named[1:] + (_possessive(named, plural=plural) if owner else "") + rest


def _pronoun() -> re.Pattern[str]:
    return lexicon.pattern("opening_pronouns")


def _is_pronoun(name: str) -> bool:
    return any(one.fullmatch(name) for one in (_pronoun(), lexicon.pattern("opening_owners")))


def _possessive(name: str, *, plural: bool) -> str:
    return "\u2019" if plural and name.endswith("s") else "\u2019s"


def _is_named_in(rest: str, node: NodeReading) -> bool:
    words = _WORD.findall(rest)
    own = [word for word in node.name.split()[-1:] if word[:1].isupper()]
    return any(one in words for one in own) or (
        is_ideographic(node.name[:1]) and node.name in rest and len(node.name) > 1
    )


def _telling_name(node: NodeReading, rest: str) -> str:
    forms = tuple(map(as_name, (node.name, *(one.text for one in node.surfaces))))
    proper = [one for one in forms if not _is_pronoun(one) and one not in narrator_words()]
    return next((one for one in proper or forms[:1] if not _is_only(one, rest)), "")


def _is_only(name: str, rest: str) -> bool:
    if names_speaker(name) and name.rsplit(maxsplit=1)[-1].casefold() in _WORD.findall(rest.casefold()):
        return True
    other = rest.casefold().replace(name.casefold(), "", 1)
    return len(other) < len(rest) and _ONE_VERB.fullmatch(other) is not None
