"""Messages of the command `series`."""

from __future__ import annotations

from episodic.cli.messages.message import Phrase, listed, message
from episodic.model.series import SeriesLink, SeriesRecord

NO_SERIES = message("series.none")
DELETED = message("series.deleted")
NOT_THERE = message("series.not_there")


def works(series: SeriesRecord) -> Phrase:
    return message("series.works", name=series.name, works=listed(series.works))


def link(one: SeriesLink) -> Phrase:
    """Return the message that describes a link between entities of two works, with the number of the link."""
    key = "series.link_revealed" if one.revealed_in else "series.link"
    values = {"revealed": one.revealed_in} if one.revealed_in else {}
    return message(
        key,
        number=one.number,
        first=one.first.name,
        first_work=one.first.work,
        second=one.second.name,
        second_work=one.second.work,
        **values,
    )


def exported(series: SeriesRecord, file: str) -> Phrase:
    return message("series.exported", name=series.name, works=len(series.works), file=file)


def no_hits(series: SeriesRecord) -> Phrase:
    return message("series.no_hits", works=listed(series.works))
