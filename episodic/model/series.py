"""A series: several works of one store, and the author's decisions about which entities of different works are the
same.

All series of a store are records with one `group_id`, which is not the name of a work.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from episodic.model.ids import identify
from episodic.model.name_keys import check_name
from episodic.model.records import SERVICE_PREFIX

SERIES_GROUP: Final = f"{SERVICE_PREFIX}series"
"""The `group_id` of the records that contain the series of a store."""


@dataclass(frozen=True, slots=True)
class SeriesEntity:
    """An entity of one work of a series. `name` is the main name that the entity had when the author linked the entity.
    If the entity's id no longer exists, the entity is found by `name`.
    """

    work: str
    uuid: str
    name: str


@dataclass(frozen=True, slots=True)
class SeriesLink:
    """The author's decision that entities of different works are the same.

    `revealed_in` is the work, and `revealed_at` the id of the chapter, in which the reader learns that the entities are
    the same. Reads that do not see the chapter `revealed_at` ignore the link. If `revealed_at` is empty, every read
    uses the link.
    """

    number: int
    first: SeriesEntity
    second: SeriesEntity
    revealed_in: str = ""
    revealed_at: str = ""


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """The stored form of a series: its works in reading order, and the links between their entities."""

    name: str
    works: tuple[str, ...] = ()
    links: tuple[SeriesLink, ...] = ()

    def with_works(self, works: tuple[str, ...]) -> SeriesRecord:
        """Return a copy of the series with *works* added at the end, except those that it already has."""
        return replace(self, works=tuple(dict.fromkeys((*self.works, *works))))

    def without_work(self, work: str) -> SeriesRecord:
        """Return a copy of the series without the work *work* and without all links to entities of this work."""
        return replace(
            self,
            works=tuple(one for one in self.works if one != work),
            links=tuple(one for one in self.links if work not in (one.first.work, one.second.work)),
        )

    def linked(self, first: SeriesEntity, second: SeriesEntity, *, in_work: str, at: str) -> SeriesRecord:
        """Return a copy of the series with a link between the entities *first* and *second*. If the series already
        links *first* and *second*, only the chapter that reveals the link is replaced.
        """
        ends = {(first.work, first.uuid), (second.work, second.uuid)}
        for one in self.links:
            if {(one.first.work, one.first.uuid), (one.second.work, one.second.uuid)} == ends:
                again = replace(one, revealed_in=in_work, revealed_at=at)
                return replace(self, links=tuple(again if each is one else each for each in self.links))
        number = max((one.number for one in self.links), default=0) + 1
        return replace(self, links=(*self.links, SeriesLink(number, first, second, in_work, at)))

    def with_renamed_work(self, old: str, new: str, ids: Mapping[str, str]) -> SeriesRecord:
        """Return a copy of the series in which the work *old* has the name *new*. *ids* maps the old ids of the
        entities and chapters of the renamed work to their new ids.
        """

        def entity(one: SeriesEntity) -> SeriesEntity:
            return one if one.work != old else replace(one, work=new, uuid=ids.get(one.uuid, one.uuid))

        def link(one: SeriesLink) -> SeriesLink:
            renamed = replace(one, first=entity(one.first), second=entity(one.second))
            if one.revealed_in != old:
                return renamed
            return replace(renamed, revealed_in=new, revealed_at=ids.get(one.revealed_at, one.revealed_at))

        works = tuple(new if one == old else one for one in self.works)
        return replace(self, works=works, links=tuple(link(one) for one in self.links))

    def restricted_to(self, works: Collection[str]) -> SeriesRecord:
        """Return a copy of the series with only the works that are in *works*, and only links between their entities."""
        gone = [one for one in self.works if one not in works]
        found = self
        for work in gone:
            found = found.without_work(work)
        return found

    def merged_into(self, known: SeriesRecord) -> SeriesRecord:
        """Return a copy of *known* to which the works and links of this series are added. If this series and *known*
        link the same two entities, the link in the copy gets the revealing chapter of this series.
        """
        found = known.with_works(self.works)
        for one in self.links:
            found = found.linked(one.first, one.second, in_work=one.revealed_in, at=one.revealed_at)
        return found

    def without_link(self, number: int) -> SeriesRecord:
        """Return a copy of the series without the link with the number *number*."""
        return replace(self, links=tuple(one for one in self.links if one.number != number))


def series_id(name: str) -> str:
    """Return the id of the record of the series with the name *name*. Raise InvalidNameError if no store could save the
    name.
    """
    return identify("series", check_name(name, "series name"))
