"""Tests of readers that use the readings of a preview."""

from __future__ import annotations

from dataclasses import replace

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.episodes import Language
from episodic.model.readings import Window
from episodic.model.settings import EntityType, WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.session.previewed_readings import MOST, PreviewedReadings, ReusingReader

SETTINGS = WorkSettings()


class CountingReader:
    """A reader that finds nothing and counts its calls."""

    name = "counting"

    def __init__(self) -> None:
        self.calls: list[str] = []

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        del settings
        self.calls.append(f"entities {window.text}")
        return EntitiesReading((), (), events=(window.text,))

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        del entities, settings
        self.calls.append(f"facts {window.text}")
        return FactsReading(())


def window(text: str) -> Window:
    return Window(0, text, "", (Span(0, len(text)),), Language("en"))


async def read(reader: ReusingReader, text: str, settings: WorkSettings = SETTINGS) -> None:
    one = window(text)
    await reader.facts(one, await reader.entities(one, settings), settings)


async def preview(reader: ReusingReader, text: str) -> None:
    one, previewing = window(text), reader.previewing
    await previewing.facts(one, await previewing.entities(one, SETTINGS), SETTINGS)


async def test_a_previewed_window_is_read_once() -> None:
    counting = CountingReader()
    reader = ReusingReader(counting, PreviewedReadings())
    await preview(reader, "a")

    await read(reader, "a")
    once = list(counting.calls)
    await read(reader, "a")

    assert reader.name == reader.previewing.name == "counting"
    assert once == ["entities a", "facts a"]
    assert counting.calls == 2 * once


async def test_other_windows_settings_and_nodes_are_read() -> None:
    counting = CountingReader()
    reader = ReusingReader(counting, PreviewedReadings())
    for text in ("a", "b"):
        await preview(reader, text)
    counting.calls.clear()

    await read(reader, "c")
    await read(reader, "a", replace(SETTINGS, entity_types=(EntityType("Ship", "a ship"),)))
    await reader.facts(window("b"), EntitiesReading((), ()), SETTINGS)

    assert counting.calls == ["entities c", "facts c", "entities a", "facts a", "facts b"]


async def test_old_previews_are_forgotten() -> None:
    counting, kept = CountingReader(), PreviewedReadings()
    reader = ReusingReader(counting, kept)
    for number in range(MOST + 5):
        await preview(reader, str(number))

    assert len(kept.entities) == len(kept.facts) == MOST
    assert window("0") not in {one for one, _ in kept.facts}
