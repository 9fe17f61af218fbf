"""Validates the eras of a calendar.

Each year from the first era on must belong to exactly one main era. Eras must not follow each other in a cycle.
"""

from __future__ import annotations

from itertools import pairwise

from episodic.errors import CalendarError
from episodic.model.name_keys import name_key
from episodic.model.settings import CalendarDefinition, Era
from episodic.temporal.calendars.custom import placed_eras

MOST_ERAS = 500


def check_eras(definition: CalendarDefinition) -> None:
    """Check that every year from the beginning of the first era on belongs to exactly one era. Eras with `beside`,
    which run at the same time as other eras, are left out of this check.

    Raise CalendarError if eras form a cycle, follow an unknown era, or overlap. CalendarError is also raised if there
    are too many eras, or if an era has less than one year. Years between or after eras must not be without an era.
    Raise CalendarError if no era counts its years forward.
    """
    if not definition.eras:
        return
    if len(definition.eras) > MOST_ERAS:
        raise CalendarError(definition.name, f"eras: {len(definition.eras)} are too many, {MOST_ERAS} at most")
    _check_circles(definition)
    for place, era in enumerate(definition.eras):
        if era.years is not None and era.years < 1:
            raise CalendarError(
                definition.name, f"eras.{place}.years: {era.name!r} has {era.years}, at least 1 is needed"
            )
    written = [era for era in placed_eras(definition) if not era.beside]
    forward = [era for era in written if not era.backwards]
    backward = [era for era in written if era.backwards]
    if not forward:
        raise CalendarError(definition.name, "eras: no era counts forward; add one that does")
    _check_forward(definition.name, forward)
    _check_backward(definition.name, backward, forward[0])


def _check_circles(definition: CalendarDefinition) -> None:
    by_name = {name_key(name): era for era in definition.eras for name in (era.name, *era.names)}
    for place, era in enumerate(definition.eras):
        way = [era]
        while way[-1].after:
            following = by_name.get(name_key(way[-1].after))
            if following is None:
                at = definition.eras.index(way[-1])
                raise CalendarError(definition.name, f"eras.{at}.after: there is no era {way[-1].after!r}")
            if following in way:
                names = " after ".join(repr(one.name) for one in (*way, following))
                raise CalendarError(
                    definition.name,
                    f"eras.{place}.after: the eras form a cycle ({names}); count one of them from the calendar's first "
                    "year, without `after`",
                )
            way.append(following)


def _check_forward(calendar: str, eras: list[Era]) -> None:
    for era, following in pairwise(eras):
        both = f"eras {era.name!r} and {following.name!r}"
        if era.starts == following.starts:
            raise CalendarError(
                calendar,
                f"{both} overlap: both begin {era.starts} years after the first year; if one is counted beside the other, "
                'set "beside": true',
            )
        if era.years is None:
            continue
        gap = following.starts - era.starts - era.years
        if gap < 0:
            raise CalendarError(
                calendar,
                f"{both} contradict each other: the first has {era.years} years, and the second begins {-gap} before they "
                'are over; shorten it, or say "beside": true',
            )
        if gap:
            raise CalendarError(
                calendar, f"between {both} lie {gap} years without an era; leave out `years`, or move the second"
            )
    if eras[-1].years is not None:
        raise CalendarError(
            calendar, f"after era {eras[-1].name!r} years have no era; leave out its `years`, or add an era"
        )


def _check_backward(calendar: str, eras: list[Era], first: Era) -> None:
    if not eras:
        return
    if len(eras) > 1:
        names = " and ".join(repr(era.name) for era in eras)
        raise CalendarError(calendar, f'eras {names} overlap: both count backwards; say "beside": true of one')
    era = eras[0]
    if era.years is not None:
        raise CalendarError(calendar, f"before era {era.name!r} years have no era; leave out its `years`")
    if era.starts != first.starts:
        how = "overlap" if era.starts > first.starts else "leave years without an era between them"
        raise CalendarError(
            calendar,
            f"eras {era.name!r} and {first.name!r} {how}: the first counts backwards from year {era.starts}, the second "
            f"begins at year {first.starts}; give both the same `starts`",
        )
