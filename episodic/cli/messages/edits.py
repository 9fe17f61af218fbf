"""Messages about edits, decisions of the author and revisions, and about their effects on a work."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from episodic.cli.messages.labels import predicate_named, type_named
from episodic.cli.messages.message import SILENT, Phrase, Separator, joined, message, message_or, same
from episodic.model.decisions import Correction, Override, OverrideKind
from episodic.model.graph import Entity, IssueKind

ALREADY = message("edits.already")
NOTHING_CHANGED = message("edits.nothing_changed")
NOTHING_REMOVED = message("edits.nothing_removed")
NO_DECISIONS = message("edits.no_decisions")
WORDS_GONE = message("edits.words_gone")
REDO_MARK = message("edits.redo_mark")

REMOVED = message("edits.removed")
MERGED = message("edits.merged")
SPLIT = message("edits.split")
CORRECTED = message("edits.corrected")
LOCKED = message("edits.locked")
RETRACTED = message("edits.retracted")
ADDED = message("edits.added")
WOULD_BE_ADDED = message("edits.would_be_added")
WAIVED = message("edits.waived")
SETTLED_THREAD = message("edits.settled_thread")
REOPENED_THREAD = message("edits.reopened_thread")
REVOKED = message("edits.revoked")
MOVED = message("edits.moved")
RENAMED = message("edits.renamed")
PROMOTED = message("edits.promoted")
TOOK_BACK = message("edits.took_back")
MADE_AGAIN = message("edits.made_again")
VERBOSE_LISTS_ALL = message("edits.verbose_lists_all")

DIFF_ADDED = message("edits.diff_added")
DIFF_RETIRED = message("edits.diff_retired")
DIFF_ENDED = message("edits.diff_ended")
DIFF_REOPENED = message("edits.diff_reopened")
DIFF_UNITED = message("edits.diff_united")
DIFF_SPLIT = message("edits.diff_split")
DIFF_NEW = message("edits.diff_new")
DIFF_GONE = message("edits.diff_gone")
DIFF_ISSUE = message("edits.diff_issue")
DIFF_SETTLED = message("edits.diff_settled")
DIFF_WORDS = (
    *(DIFF_ADDED, DIFF_RETIRED, DIFF_ENDED, DIFF_REOPENED, DIFF_UNITED),
    *(DIFF_SPLIT, DIFF_NEW, DIFF_GONE, DIFF_ISSUE, DIFF_SETTLED),
)

FURTHER_NAMES = 2
"""The maximum number of other names that are printed to tell two entities of the same name apart."""

ACTS: Mapping[OverrideKind, Phrase] = {
    OverrideKind.MERGE: message("edits.acts_merge"),
    OverrideKind.SPLIT: message("edits.acts_split"),
    OverrideKind.LOCK: message("edits.acts_lock"),
    OverrideKind.CORRECT: message("edits.acts_correct"),
    OverrideKind.WAIVE: message("edits.acts_waive"),
    OverrideKind.RETRACT: message("edits.acts_retract"),
    OverrideKind.ADD: message("edits.acts_add"),
    OverrideKind.SETTLE: message("edits.acts_settle"),
}
CORRECTIONS: Mapping[Correction, Phrase] = {
    Correction.NAME: message("edits.corrections_name"),
    Correction.ALIAS: message("edits.corrections_alias"),
    Correction.NOT_ALIAS: message("edits.corrections_not_alias"),
    Correction.TYPE: message("edits.corrections_type"),
    Correction.PREDICATE: message("edits.corrections_predicate"),
    Correction.FACT: message("edits.corrections_fact"),
}


def remove_question(title: str) -> Phrase:
    return message("edits.remove_question", title=title)


def moved_to(title: str, ordinal: int) -> Phrase:
    """Return the message that a chapter was moved to another position in narrative order."""
    return message("edits.moved_to", title=title, ordinal=ordinal)


def whole_ingestion_question(edits: int) -> Phrase:
    """Return the question whether to undo all *edits* edits of the last ingestion."""
    return message("edits.whole_ingestion_question", edits=edits)


def rest_of_ingestion(edits: int) -> Phrase:
    """Return the message that *edits* edits of the last ingestion were not undone, and how the user can undo them."""
    return message("edits.rest_of_ingestion", edits=edits)


def whole_redo_question(edits: int) -> Phrase:
    """Return the question whether to redo all *edits* undone edits of an ingestion."""
    return message("edits.whole_redo_question", edits=edits)


def rest_to_redo(edits: int) -> Phrase:
    """Return the message that *edits* edits of an ingestion are still undone, and how the user can redo them."""
    return message("edits.rest_to_redo", edits=edits)


def corrected(what: str, kind: Correction, said: str) -> Phrase:
    """Return the message that says what was corrected for an entity or a fact."""
    words = type_named(said) if kind is Correction.TYPE else same(said)
    named = CORRECTIONS[kind]
    return message("edits.corrected_as", what=what, named=named, words=words)


def unchanged_at(revision: int) -> Phrase:
    return message("edits.unchanged_at", revision=revision)


def typed(one: Entity) -> Phrase:
    kind = type_named(one.type)
    return message("edits.typed", name=one.name, kind=kind)


def became(one: Entity, arrow: str, other: Entity, *, kind: str) -> Phrase:
    """Return a phrase such as "Ann → Beth" for an entity that was merged into or split from another entity.

    If the two entities have the same name, the phrase also has other names of the second entity.
    """
    named = type_named(kind)
    borne = {alias.text for alias in one.aliases} | {other.name}
    further = [alias.text for alias in other.aliases if alias.text not in borne] if one.name == other.name else []
    both = f"{one.name} {arrow} {' = '.join([other.name, *further[:FURTHER_NAMES]])}"
    return message("edits.became", both=both, named=named)


def more(number: int, what: Phrase) -> Phrase:
    return message("edits.more", number=number, what=what)


def counts(numbers: Sequence[tuple[int, Phrase]]) -> Phrase:
    """Return one phrase with the number of changes of each kind, without numbers that are 0."""
    return joined(message("edits.count", number=number, what=what) for number, what in numbers if number)


def act_named(one: Override) -> Phrase:
    """Return the kind of an author's decision, such as "correct", and for a correction also what it corrects, such as
    the name.
    """
    kind = ACTS[one.kind]
    more_of_it = SILENT if one.correction is None else CORRECTIONS[one.correction]
    return joined((kind, more_of_it), separator=Separator.SPACE)


def act_text(one: Override) -> Phrase:
    """Return what an author's decision says: its text, except for a waived issue or a settled thread. For a waived
    issue, return the kind of the issue. For a settled thread, return the new status of the thread.
    """
    if one.kind is OverrideKind.WAIVE and one.text in {*IssueKind}:
        return message_or(f"edits.waived_{one.text}", one.text)
    if one.kind is OverrideKind.SETTLE:
        return message(f"context.status_{one.text.partition(':')[0]}")
    return type_named(one.text) if one.correction is Correction.TYPE else same(one.text)


def reasoned(reason: str) -> Phrase:
    """Return the phrase for the reason that the author gave for a decision. The phrase is empty if there is no reason."""
    return message("edits.reasoned", reason=reason) if reason else SILENT


_DONE: Sequence[tuple[str, str]] = (
    (r"add (?P<count>\d+) facts", "add_facts"),
    (r"add (?P<what>.*)", "add"),
    (r"replace (?P<what>.*)", "replace"),
    (r"reread (?P<what>.*)", "reread"),
    (r"failed (?P<what>.*)", "failed"),
    (r"queue (?P<what>.*)", "queue"),
    (r"insert (?P<what>.*)", "insert"),
    (r"move (?P<what>.*)", "move"),
    (r"rename (?P<what>.*)", "rename"),
    (r"remove (?P<what>.*)", "remove"),
    (r"promote (?P<what>.*)", "promote"),
    (r"undo (?P<revision>\d+)", "undo"),
    (r"undo (?P<first>\d+)-(?P<last>\d+)", "undo_several"),
    (r"redo (?P<revision>\d+)", "redo"),
    (r"redo (?P<first>\d+)-(?P<last>\d+)", "redo_several"),
    (r"merge (?P<what>.*) and (?P<other>.*)", "merge"),
    (r"split (?P<what>.*)", "split"),
    (r"lock", "lock"),
    (r"retract", "retract"),
    (r"correct a fact", "correct_fact"),
    (r"correct the predicate (?P<predicate>.*)", "correct_predicate"),
    (r"correct (?P<what>.*): (?P<kind>name|alias|not_alias|type) (?P<said>.*)", "correct_entity"),
    (r"waive an issue", "waive"),
    (r"revoke a decision", "revoke"),
    (r"arrange ?(?P<what>.*)", "arrange"),
    (r"describe chapters", "describe"),
    (r"change the settings", "settings"),
    (r"reindex", "reindex"),
    (r"questions of other layers", "questions"),
)
"""Patterns for the stored English descriptions of commits, each with the last part of the key of its translated
message.
"""


def done(action: str, *, limit: int | None = None) -> Phrase:
    """Return the description of one or more commits in the user's language. If there are more than *limit* commits,
    only the first *limit* and the number of the others are given.

    In English, the stored description of a commit is printed without a change, because descriptions are stored in
    English.
    """
    actions = action.split("; ")
    named = [_done(one) for one in actions[:limit]]
    if len(named) < len(actions):
        named.append(message("edits.more_edits", number=len(actions) - len(named)))
    return joined(named, separator=Separator.SEMICOLON)


def _done(action: str) -> Phrase:
    for pattern, name in _DONE:
        found = re.fullmatch(pattern, action, re.DOTALL)
        if found is None:
            continue
        values: dict[str, object] = dict(found.groupdict())
        if name == "correct_predicate":
            values["predicate"] = predicate_named(found["predicate"])
        if name == "correct_entity":
            values["correction"] = corrected(found["what"], Correction(found["kind"]), found["said"])
        return _stripped(message(f"edits.done_{name}", action=action, **values))
    return same(action)


def _stripped(one: Phrase) -> Phrase:
    return Phrase(lambda language: one.spoken(language).rstrip())
