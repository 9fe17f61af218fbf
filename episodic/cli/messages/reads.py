"""Messages of the read-only commands, such as search, facts, timeline and stats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from episodic.cli.messages.labels import KINDS, LAYERS, field_named, rule_named
from episodic.cli.messages.message import SILENT, Phrase, Separator, joined, listed, message, same
from episodic.model.episodes import Layer
from episodic.search.filter_fields import HitKind
from episodic.search.results import SearchResults

_ENDED = message("reads.ended")

AS_OF_NOTE = message("reads.as_of_note")
NO_ISSUES = message("reads.no_issues")
NOTHING_REJECTED = message("reads.nothing_rejected")
RETRY_READS_THEM = message("reads.retry_reads_them")
NAMES = message("reads.names")
FIRST = message("reads.first")
LOCKED = message("reads.locked")
NOT_READ = message("reads.not_read")
NOT_READ_YET = message("reads.not_read_yet")
JOBS_READ_THEM = message("reads.jobs_read_them")
WAIVED = message("reads.waived")
CHAPTER_COLUMNS = (
    same("#"),
    message("reads.chapter_columns_chapter"),
    message("reads.chapter_columns_characters"),
    message("reads.chapter_columns_facts"),
    message("reads.chapter_columns_text"),
    message("reads.chapter_columns_read_by"),
)
CO_MENTION_COLUMNS = (message("reads.co_mention_columns_name"), message("reads.co_mention_columns_passages"))
LAYER_COLUMN = message("reads.layer_column")
OF_MOMENT = (
    message("reads.of_moment_states"),
    message("reads.of_moment_events"),
    message("reads.of_moment_said"),
    message("reads.of_moment_possible"),
    message("reads.of_moment_told_later"),
)
"""The headings of the five groups of facts in a list of what is true at a moment. Groups are, for example, states,
events and possible facts. The function `of_moment` returns the index of the group of a fact.
"""
WORK_COLUMNS = (
    message("reads.work_columns_work"),
    message("reads.work_columns_chapters"),
    message("reads.work_columns_entities"),
    message("reads.work_columns_facts"),
    message("reads.work_columns_changed"),
    message("reads.work_columns_embedder"),
)

_FILTERS: Mapping[str, str] = {
    "chapters": "reads.of_chapters",
    "entity types": "reads.of_types",
    "predicates": "reads.of_predicates",
    "scopes": "reads.of_scopes",
    "salience from": "reads.least_salience",
    "created from": "reads.created_from",
    "created before": "reads.created_before",
    "expired from": "reads.expired_from",
    "expired before": "reads.expired_before",
}
"""For each filter that a command has, as `SearchFilters.words` names it, the key of its message."""
ONLY_SIMILAR = message("reads.only_similar")
SIMILAR = message("reads.similar")


def rejected(reason: str, words: str) -> Phrase:
    """Return the phrase for a rejected part of a model reply: the rule that this part broke, and its words."""
    return message("reads.rejected", why=rule_named(reason), words=words)


def counted(number: int, kind: str) -> Phrase:
    return message(f"reads.counted_{kind}", number=number)


def asked_for_as(name: str) -> Phrase:
    """Return the phrase which says that the user asked for an entity by *name*, which is not its main name."""
    return message("reads.asked_for_as", name=name)


def mentioned(number: int, chapters: Iterable[tuple[str, int]]) -> Phrase:
    """Return the phrase that says how often an entity is mentioned, in total and in each chapter. *chapters* has the
    label of each chapter, and the number of mentions in this chapter.
    """
    by_chapter = listed([f"{label} ×{count}" for label, count in chapters])
    return message("reads.mentioned", number=number, by_chapter=by_chapter)


def drew(versions: int, file: str) -> Phrase:
    """Return the message that the picture of a timeline was written to a file."""
    return message("reads.drew", versions=versions, file=file)


def no_facts(restrictions: Iterable[str]) -> Phrase:
    where = in_force(restrictions)
    return message("reads.no_facts", where=where)


def page(shown: int, total: int, cursor: str) -> Phrase:
    """Return the message that a list has more facts than one page shows, with the cursor of the next page."""
    return message("reads.page", shown=shown, total=total, cursor=cursor)


def first_facts(shown: int, total: int, name: str, cursor: str) -> Phrase:
    """Return the message that only the first facts of an entity were printed, with the command for the others."""
    return message("reads.first_facts", shown=shown, total=total, name=name, cursor=cursor)


def looked_at(restrictions: Iterable[str]) -> Phrase:
    """Return the message that says which part of a work was counted, such as "up to chapter 3"."""
    where = in_force(restrictions)
    return message("reads.looked_at", where=where)


def left_out(facts: int) -> Phrase:
    return message("reads.left_out", facts=facts)


def no_path(first: str, last: str) -> Phrase:
    return message("reads.no_path", first=first, last=last)


def failed(chapter: str, reason: str) -> tuple[Phrase, Phrase]:
    """Return two phrases about a chapter that could not be read. In English, the first returned phrase contains the
    chapter and the reason, and the second returned phrase is empty. In other languages, the first returned phrase
    contains only the chapter, and the second returned phrase contains the reason, because reasons exist only in
    English.
    """
    return message("reads.failed", chapter=chapter, reason=reason), message("reads.failed_", reason=reason)


def counts(*, chapters: int, passages: int, entities: int, facts: int, mentions: int) -> tuple[tuple[Phrase, str], ...]:
    """Return the rows of a table with the numbers of a work's chapters, passages, entities, facts and mentions."""
    return (
        (message("reads.counts_chapters"), f"{chapters:,}"),
        (message("reads.counts_passages"), f"{passages:,}"),
        (message("reads.counts_entities"), f"{entities:,}"),
        (message("reads.counts_facts"), f"{facts:,}"),
        (message("reads.counts_mentions"), f"{mentions:,}"),
    )


def count_columns(fields: Sequence[str], kind: HitKind) -> tuple[Phrase, ...]:
    """Return the column headings for a table that counts records by the values of fields."""
    return (*map(field_named, fields), message("reads.count_columns", kind=KINDS[kind]))


def in_force(restrictions: Iterable[str]) -> Phrase:
    """Return the phrase that says to which part of a work a read is restricted, such as "up to chapter 3"."""
    return joined(map(_restriction, restrictions), separator=Separator.SEMICOLON)


def _restriction(one: str) -> Phrase:
    word, _, rest = one.partition(" ")
    if word == "ended":
        return _ENDED
    if word == "layers":
        named = [LAYERS[Layer(layer)] for layer in rest.split(", ")]
        return joined(named, separator=Separator.LIST)
    if word == "told_by":
        return message("reads.told_by_chapter" if rest.isdigit() else "reads.told_by", name=rest)
    if word == "as_of":
        return message("reads.as_of", rest=rest)
    if word == "pov":
        return message("reads.pov", rest=rest)
    condition, _, value = one.partition(": ")
    if condition in _FILTERS:
        return message(_FILTERS[condition], value=value)
    return message("reads.at_revision", rest=rest) if word == "at_revision" else same(one)


def nothing_found(found: SearchResults) -> tuple[Phrase, ...]:
    """Return the lines that explain an empty search result: how many records were searched, in which scope, and what
    failed.

    Reports of failures exist only in English. The Chinese output prints each report of a failure on a separate line.
    """
    one = found.searched
    where = in_force(one.filters)
    said = (
        message("reads.nothing_found", query=found.query),
        _held(one.stored or {}, {retriever.kind for retriever in one.retrievers}),
        message("reads.nothing_found_scope", where=where),
        message("reads.note_names_only", note=one.note) if one.note else SILENT,
        *(message("reads.nothing_found_degraded", words=words) for words in one.degraded),
    )
    sentences = message("reads.nothing_found_all", said=joined(map(_without_stop, said), separator=Separator.SENTENCE))
    beside = message("reads.nothing_found_beside") if one.degraded else SILENT
    return sentences, beside, *(message("reads.nothing_found_reason", words=words) for words in one.degraded)


def _held(stored: Mapping[HitKind, int], kinds: set[HitKind]) -> Phrase:
    numbers = [counted(number, kind.value) for kind, number in stored.items() if kind in kinds]
    held = joined(numbers, separator=Separator.LIST)
    return message("reads.held", held=held) if numbers else SILENT


def _without_stop(one: Phrase) -> Phrase:
    return Phrase(lambda language: one.spoken(language).rstrip("."))
