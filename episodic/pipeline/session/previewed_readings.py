"""The readings that a preview of an edit made. The edit itself uses the readings of its preview, so that the edit need
not call the model again.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, TypeVar

from episodic.extraction.readers import EntitiesReading, FactsReading, Reader
from episodic.model.ids import digest_of
from episodic.model.readings import Window
from episodic.model.records import to_json
from episodic.model.settings import WorkSettings

MOST: Final = 100
"""The maximum number of windows (parts of chapters) whose readings are kept: their texts have some 600,000 characters
at most. The oldest readings are dropped first.
"""
_Key = tuple[Window, str]
T = TypeVar("T")


@dataclass(slots=True)
class PreviewedReadings:
    """What a preview read in each window (part of a chapter). Each reading is used once, so that a later reread asks
    the model again.
    """

    entities: OrderedDict[_Key, EntitiesReading] = field(default_factory=OrderedDict[_Key, EntitiesReading])
    facts: OrderedDict[_Key, tuple[EntitiesReading, FactsReading]] = field(
        default_factory=OrderedDict[_Key, tuple[EntitiesReading, FactsReading]]
    )


class PreviewReader:
    """A reader for previews: it reads with another reader and keeps the readings."""

    def __init__(self, reader: Reader, kept: PreviewedReadings) -> None:
        self._reader, self._kept = reader, kept

    @property
    def name(self) -> str:
        return self._reader.name

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Raises ModelError."""
        found = await self._reader.entities(window, settings)
        _keep(self._kept.entities, (window, digest_of(to_json(settings))), found)
        return found

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Raises ModelError."""
        found = await self._reader.facts(window, entities, settings)
        _keep(self._kept.facts, (window, digest_of(to_json(settings))), (entities, found))
        return found


class ReusingReader:
    """A reader that uses the readings of a preview, and reads only those parts of chapters (windows) that the preview
    did not read.
    """

    def __init__(self, reader: Reader, kept: PreviewedReadings) -> None:
        self._reader, self._kept = reader, kept

    @property
    def name(self) -> str:
        return self._reader.name

    @property
    def previewing(self) -> PreviewReader:
        """Return a reader for a preview, whose readings the ReusingReader later uses, so that no text is read twice."""
        return PreviewReader(self._reader, self._kept)

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Raises ModelError."""
        known = self._kept.entities.pop((window, digest_of(to_json(settings))), None)
        return await self._reader.entities(window, settings) if known is None else known

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Return the statements that the preview found in the window (part of a chapter). These statements are used
        only if the preview also found the same *entities* there, because they refer to the entities by index. If the
        preview found other entities in the window, or did not read the window, read the window now. Raises ModelError.
        """
        known = self._kept.facts.pop((window, digest_of(to_json(settings))), None)
        if known is not None and known[0] == entities:
            return known[1]
        return await self._reader.facts(window, entities, settings)


def _keep(kept: OrderedDict[_Key, T], key: _Key, found: T) -> None:
    kept[key] = found
    while len(kept) > MOST:
        kept.popitem(last=False)
