"""The reuse of a chapter's reading after a heading number or trailing white space changed.

The offsets in a reading that is used again are shifted to the positions in the changed text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.errors import ModelError
from episodic.extraction.readers import Reader
from episodic.model.episodes import Episode
from episodic.model.readings import WindowReading
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.chapter_reading import (
    PartialReading,
    digest_in_tale_of,
    read_entities,
    read_facts,
    run_together,
    windows_of,
)
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX
from episodic.text.headings import marks_of


async def read_reheaded(
    chapters: Sequence[Episode], *, reader: Reader, settings: WorkSettings, kept: Mapping[str, WindowReading]
) -> list[tuple[PartialReading, ChapterInput]]:
    """After a change of headings or white space, read those windows (parts) of *chapters* that have no reading in
    *kept*. Return the chapters that could be read, each with its reading.
    """

    async def one(now: Episode) -> tuple[PartialReading, ChapterInput] | None:
        try:
            part = await read_entities(now, reader=reader, settings=settings, kept=kept)
            return part, ChapterInput(now, await read_facts(part, reader=reader, settings=settings))
        except ModelError:
            return None

    found = await run_together([one(each) for each in chapters])
    return [each for each in found if each is not None]


def reusable_readings(chapters: Iterable[tuple[ChapterInput, Episode]], *, reader: str) -> dict[str, WindowReading]:
    """Return the stored readings that fit the new texts (`shifted_readings`), for all pairs of old and new chapters.

    A rule-based reader reuses no reading, because rules read the chapters again.
    """
    if reader.startswith(RULE_READER_PREFIX):
        return {}
    return {digest: reading for old, now in chapters for digest, reading in shifted_readings(old, now).items()}


def shifted_readings(old: ChapterInput, now: Episode) -> dict[str, WindowReading]:
    """Return the stored reading of the changed window (part of the chapter), with offsets that fit the new text. The
    key of the reading is the digest of the window's new text.

    No reading is returned if more changed than a heading number or trailing white space. If windows or passages are
    divided differently, no reading is returned. If the changed text overlaps a mention or quote, no reading is
    returned.
    """
    change = _change(old.episode.text, now.text)
    if not (
        _only_heading_number_changed(old.episode.text, now.text, change)
        or _only_trailing_space_changed(old.episode.text, now.text, change)
    ):
        return {}
    parts, reading = windows_of(now), old.reading
    ends = (*reading.starts[1:], len(old.episode.text))
    number = next((place for place, end in enumerate(ends) if change.end <= end), len(ends))
    if len(parts) != len(reading.windows) or change.start < reading.starts[number]:
        return {}
    first, inside = reading.windows[number], change.seen_from(reading.starts[number])
    spans = [span for node in first.nodes for surface in node.surfaces for span in surface.spans]
    spans.extend(one.quote for one in first.statements)
    fallen = _shifted(reading.passages[number], inside) == parts[number].passages
    if not fallen or any(inside.touches(span) for span in spans):
        return {}
    return {digest_in_tale_of(parts[number], reading.digests[number]): _shift_reading(first, inside)}


@dataclass(frozen=True, slots=True)
class _Change:
    """A replacement of the characters from `start` to `end`. The new text is `longer` characters longer than the old
    text.
    """

    start: int
    end: int
    longer: int

    def seen_from(self, place: int) -> _Change:
        return _Change(self.start - place, self.end - place, self.longer)

    def touches(self, span: Span) -> bool:
        return span.start < self.end and self.start < span.end

    def place(self, offset: int) -> int:
        return offset + self.longer if offset >= self.end else offset

    def span(self, one: Span) -> Span:
        return Span(self.place(one.start), self.place(one.end))


def _change(old: str, new: str) -> _Change:
    start = _common_prefix_length(old, new)
    same = _common_prefix_length(old[start:][::-1], new[start:][::-1])
    return _Change(start, len(old) - same, len(new) - len(old))


def _common_prefix_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _only_heading_number_changed(old: str, new: str, change: _Change) -> bool:
    lines = [_whole_lines(old, change.start, change.end), _whole_lines(new, change.start, change.end + change.longer)]
    before, after = ([(one.family, one.title) for one in marks_of(line.strip())] for line in lines)
    return bool(before) and before == after


def _only_trailing_space_changed(old: str, new: str, change: _Change) -> bool:
    return change.end == len(old) and not (old[change.start :] + new[change.start :]).strip()


def _whole_lines(text: str, start: int, end: int) -> str:
    last = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : last if last >= 0 else len(text)]


def _shifted(passages: Sequence[Span], change: _Change) -> tuple[Span, ...]:
    """Return the spans of the passages of a window (part of a chapter) after *change*. The first passage always begins
    where the window begins.
    """
    return tuple(Span(change.place(one.start) if one.start else 0, change.place(one.end)) for one in passages)


def _shift_reading(reading: WindowReading, change: _Change) -> WindowReading:
    return replace(
        reading,
        nodes=tuple(
            replace(
                node,
                surfaces=tuple(
                    replace(surface, spans=tuple(change.span(one) for one in surface.spans))
                    for surface in node.surfaces
                ),
            )
            for node in reading.nodes
        ),
        statements=tuple(replace(one, quote=change.span(one.quote)) for one in reading.statements),
    )
