"""Readings that go along when a chapter's heading got another number: what was read is the same, some characters further on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.errors import ModelError
from episodic.extraction.readers import Reader
from episodic.model.episodes import Episode
from episodic.model.readings import WindowReading
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.reading import PartRead, read_entities, read_facts, together, window_digest, windows_of
from episodic.pipeline.telling.preparing import RULED
from episodic.text.headings import marks_of


async def reheaded(
    chapters: Sequence[Episode], *, reader: Reader, settings: WorkSettings, kept: Mapping[str, WindowReading]
) -> list[tuple[PartRead, AssertedChapter]]:
    """Chapters as they are headed now, with their readings; those that could not be read are left out."""

    async def one(now: Episode) -> tuple[PartRead, AssertedChapter] | None:
        try:
            part = await read_entities(now, reader=reader, settings=settings, kept=kept)
            return part, AssertedChapter(now, await read_facts(part, reader=reader, settings=settings))
        except ModelError:
            return None

    found = await together([one(each) for each in chapters])
    return [each for each in found if each is not None]


def readings_along(chapters: Iterable[tuple[AssertedChapter, Episode]], *, reader: str) -> dict[str, WindowReading]:
    """What `carried` finds for chapters as they were read and as they are now; nothing for a reader by rules, which reads anew."""
    if reader.startswith(RULED):
        return {}
    return {digest: reading for old, now in chapters for digest, reading in carried(old, now).items()}


def carried(old: AssertedChapter, now: Episode) -> dict[str, WindowReading]:
    """The reading of the window that changed by its new digest, if no more changed than a heading's number or white space at the end.

    Nothing where windows or passages fall otherwise, or where something was read in the words that changed.
    """
    change = _change(old.episode.text, now.text)
    if not (_numbered_anew(old.episode.text, now.text, change) or _blank_end(old.episode.text, now.text, change)):
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
    return {window_digest(parts[number]): _moved(first, inside)}


@dataclass(frozen=True, slots=True)
class _Change:
    """The characters from `start` to `end` became others, `longer` more of them."""

    start: int
    end: int
    longer: int

    def seen_from(self, place: int) -> _Change:
        """The same in a text that begins at *place*."""
        return _Change(self.start - place, self.end - place, self.longer)

    def touches(self, span: Span) -> bool:
        return span.start < self.end and self.start < span.end

    def place(self, offset: int) -> int:
        return offset + self.longer if offset >= self.end else offset

    def span(self, one: Span) -> Span:
        return Span(self.place(one.start), self.place(one.end))


def _change(old: str, new: str) -> _Change:
    start = _alike(old, new)
    same = _alike(old[start:][::-1], new[start:][::-1])
    return _Change(start, len(old) - same, len(new) - len(old))


def _alike(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _numbered_anew(old: str, new: str, change: _Change) -> bool:
    """Whether the line that changed is the same heading under another number."""
    lines = [_line(old, change.start, change.end), _line(new, change.start, change.end + change.longer)]
    before, after = ([(one.family, one.title) for one in marks_of(line.strip())] for line in lines)
    return bool(before) and before == after


def _blank_end(old: str, new: str, change: _Change) -> bool:
    """Whether there is more or less white space at the end, and nothing else."""
    return change.end == len(old) and not (old[change.start :] + new[change.start :]).strip()


def _line(text: str, start: int, end: int) -> str:
    """The whole lines that a place stands in."""
    last = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : last if last >= 0 else len(text)]


def _shifted(passages: Sequence[Span], change: _Change) -> tuple[Span, ...]:
    """A window's passages after the change; the first begins where the window does."""
    return tuple(Span(change.place(one.start) if one.start else 0, change.place(one.end)) for one in passages)


def _moved(reading: WindowReading, change: _Change) -> WindowReading:
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
