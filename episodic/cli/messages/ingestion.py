"""Messages printed before, during and after the ingestion of chapters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from episodic.cli.messages.labels import RECORDED, rule_named
from episodic.cli.messages.message import SILENT, Phrase, Separator, joined, listed, message, message_or, same
from episodic.languages.registry import fallback, pack
from episodic.model.episodes import Language
from episodic.pipeline.reports import Outcome, Stage
from episodic.text.findings import Finding

OUTCOMES: Mapping[Outcome, Phrase] = {
    Outcome.ADDED: message("ingestion.outcomes_added"),
    Outcome.REPLACED: message("ingestion.outcomes_replaced"),
    Outcome.UNCHANGED: message("ingestion.outcomes_unchanged"),
    Outcome.REMOVED: message("ingestion.outcomes_removed"),
    Outcome.MOVED: message("ingestion.outcomes_moved"),
    Outcome.RENAMED: message("ingestion.outcomes_renamed"),
    Outcome.REREAD: message("ingestion.outcomes_reread"),
    Outcome.FAILED: message("ingestion.outcomes_failed"),
    Outcome.QUEUED: message("ingestion.outcomes_queued"),
}
STAGES: Mapping[Stage, Phrase] = {
    Stage.REBUILDING: message("ingestion.stages_rebuilding"),
    Stage.ENTITIES: message("ingestion.stages_entities"),
    Stage.FACTS: message("ingestion.stages_facts"),
    Stage.QUESTIONS: message("ingestion.stages_questions"),
    Stage.SAVING: message("ingestion.stages_saving"),
}
STARTING = message("ingestion.starting")
REBUILDING = message("ingestion.rebuilding")
LEFT = message("ingestion.left")
_FOLDER = re.compile(r"folder of (\d+) files?")
_SHOWN = 8

NO_MODEL = message("ingestion.no_model")
NOTHING_READ = message("ingestion.nothing_read")
NOTHING_TO_READ = message("ingestion.nothing_to_read")
CALENDARS = message("ingestion.calendars")
REREAD_FOR_CALENDARS = message("ingestion.reread_for_calendars")
JOINED = message("ingestion.joined")
REMOVED = message("ingestion.removed")
JOINED_FROM = message("ingestion.joined_from")
TAKEN_OUT = message("ingestion.taken_out")
KEPT = message("ingestion.kept")
CHAPTER_COLUMNS = (
    same("#"),
    message("ingestion.chapter_columns_chapter"),
    message("ingestion.chapter_columns_characters"),
    SILENT,
)


def new_store(address: str) -> Phrase:
    return message("ingestion.new_store", address=address)


def manuscript(form: str, encoding: str, *, chapters: int, characters: int) -> Phrase:
    """Return the format, encoding, number of chapters and length of a manuscript as a phrase."""
    folder = _FOLDER.fullmatch(form)
    named = message_or(f"ingestion.format_{form.replace(' ', '_')}", form)
    if folder is not None:
        named = message("ingestion.format_folder", form=form, files=folder[1])
    return joined(
        (
            named,
            same(encoding),
            message("ingestion.manuscript_chapters", chapters=chapters),
            message("ingestion.manuscript_characters", characters=characters),
        )
    )


def more_rows(number: int) -> Phrase:
    return message("ingestion.more_rows", number=number)


def noticed(one: Finding) -> Phrase:
    about = joined(
        (listed(one.about[:_SHOWN]), message("marks.ellipsis") if len(one.about) > _SHOWN else SILENT),
        separator=Separator.NOTHING,
    )
    return message(f"ingestion.noticed_{one.kind.value}", text=one.text, about=about)


def not_read_by_rules(titles: Sequence[str], language: Language) -> Phrase:
    """Return the warning that chapters are in a language without reading rules.

    Chapters without reading rules are nevertheless stored and can be searched.
    """
    shown = joined(
        (listed(titles[:_SHOWN]), message("marks.ellipsis") if len(titles) > _SHOWN else SILENT),
        separator=Separator.NOTHING,
    )
    return message("ingestion.not_read_by_rules", chapters=len(titles), language=language_named(language), titles=shown)


def language_named(language: Language) -> Phrase:
    """Return the name of a language in the user's language, or the language's code if the language is not supported."""
    known = pack(language)
    if known is None:
        return same(language)
    return Phrase(lambda spoken: known.names.get(spoken) or known.names.get(fallback().code) or language)


def windows(reading: int, whole: int) -> Phrase:
    """Return the phrase which says how many of the windows (parts) of a chapter are read: *reading* out of *whole*."""
    return message("ingestion.windows", reading=reading, whole=whole)


def was(title: str) -> Phrase:
    """Return the phrase that gives the former title of a renamed chapter."""
    return message("ingestion.was", title=title)


def were(first: str, last: str) -> Phrase:
    """Return the phrase that gives the former titles of the first and the last of several renamed chapters.

    An unknown former title is left out.
    """
    both = " … ".join(one for one in (first, last) if one)
    return message("ingestion.were", both=both)


def split_from(title: str) -> Phrase:
    """Return the phrase that says from which earlier chapter a new chapter was split off."""
    return message("ingestion.split_from", title=title)


def joined_with(title: str) -> Phrase:
    """Return the phrase that says which earlier chapter was joined with this chapter."""
    return message("ingestion.joined_with", title=title)


def into(title: str, other: str) -> Phrase:
    """Return the phrase that says that a chapter became part of another chapter."""
    return message("ingestion.into", title=title, other=other)


def kept_there(title: str) -> Phrase:
    """Return the phrase that says that a chapter stays in the work although the manuscript no longer contains it."""
    return message("ingestion.kept_there", title=title)


def resembles(name: str) -> Phrase:
    """Return the warning that another manuscript of the work has mostly the same chapters."""
    return message("ingestion.resembles", name=name)


def other_manuscripts(name: str, others: Sequence[str], *, work: str) -> Phrase:
    """Return the warning that the work already has other manuscripts."""
    return message("ingestion.other_manuscripts", name=name, others=_quoted_titles(others), work=work)


def join_question(name: str, work: str) -> Phrase:
    """Return the question that asks the user whether to add a further manuscript to a work."""
    return message("ingestion.join_question", name=name, work=work)


def tally(counts: Sequence[tuple[int, Phrase]]) -> Phrase:
    """Return one phrase with the number of chapters for each action or outcome, such as "2 new, 1 moved", without
    numbers that are 0.
    """
    return joined(message("ingestion.tally", count=count, what=what) for count, what in counts if count)


def estimated(model: str, *, calls: int, chapters: int, prompts: int, replies: int) -> Phrase:
    named = message("ingestion.recorded_replies") if model == RECORDED else same(model)
    return message("ingestion.estimated", named=named, calls=calls, chapters=chapters, prompts=prompts, replies=replies)


def estimated_so(*, again: bool) -> Phrase:
    """Return the explanation of how the tokens are estimated.

    If *again* is true, the explanation also says that the model may be asked about chapters that were ingested before.
    """
    besides = message("ingestion.estimated_so_besides") if again else SILENT
    return message("ingestion.estimated_so", besides=besides)


def priced(cost: float, currency: str) -> Phrase:
    return message("ingestion.priced", cost=cost, currency=currency)


def read_by_rules(chapters: int) -> Phrase:
    """Return the hint that the stored readings of *chapters* chapters were made by rules, although a model is set now."""
    return message("ingestion.read_by_rules", chapters=chapters)


def reread_question(chapters: int, tokens: int) -> Phrase:
    return message("ingestion.reread_question", chapters=chapters, tokens=tokens)


def read_question(chapters: int, work: str, tokens: int) -> Phrase:
    """Return the question whether to read chapters. The question contains the number of tokens if a model would read
    them.
    """
    spending = message("ingestion.read_question_spending", tokens=tokens) if tokens else SILENT
    return message("ingestion.read_question", chapters=chapters, work=work, spending=spending)


def move_question(chapters: int) -> Phrase:
    return message("ingestion.move_question", chapters=chapters)


def rename_question(chapters: int) -> Phrase:
    return message("ingestion.rename_question", chapters=chapters)


def take_out_question(titles: Sequence[str]) -> Phrase:
    return message("ingestion.take_out_question", titles=_quoted_titles(titles))


def _quoted_titles(titles: Sequence[str]) -> Phrase:
    return joined([message("ingestion.quoted_title", title=one) for one in titles], separator=Separator.QUOTES)


def asked(parts: Sequence[Phrase]) -> Phrase:
    """Return the questions in *parts* joined into one question, or an empty phrase if there are no questions."""
    said = joined(parts, separator=Separator.SEMICOLON)
    return message("ingestion.asked", question=said) if said else SILENT


def stopping(done: int, chapters: int) -> Phrase:
    """Return the message that Ctrl-C stopped the ingestion after *done* of *chapters* chapters."""
    return message("ingestion.stopping", done=done, chapters=chapters)


def chapters_read(done: int, chapters: int) -> Phrase:
    return message("ingestion.chapters_read", done=done, chapters=chapters)


def chapters_done(done: int, chapters: int) -> Phrase:
    return message("ingestion.chapters_done", done=done, chapters=chapters)


def held(work: str, counts: Sequence[Phrase], revision: int) -> Phrase:
    """Return the message that says how many entities, facts and other records the work has, and at which revision."""
    all_of_it = joined(counts)
    return message("ingestion.held", work=work, all_of_it=all_of_it, revision=revision)


def not_believed(reasons: Sequence[tuple[str, int]]) -> Phrase:
    """Return the message that says how many parts of model replies were rejected, in total and for each reason."""
    parts = joined(
        [message("ingestion.rejected_part", why=rule_named(one), count=count) for one, count in reasons],
        separator=Separator.SEMICOLON,
    )
    return message("ingestion.not_believed", number=sum(count for _, count in reasons), parts=parts)


def spent(calls: int, *, cached: int, repaired: int, retried: int, tokens: int, money: str) -> Phrase:
    """Return the message with the model calls, the tokens and the cost of an ingestion."""
    price = message("ingestion.spent_money", money=money) if money else SILENT
    return message(
        "ingestion.spent",
        calls=calls,
        cached=cached,
        repaired=repaired,
        retried=retried,
        tokens=tokens,
        price=price,
    )
