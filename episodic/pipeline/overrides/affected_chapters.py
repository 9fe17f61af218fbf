"""Finds the chapters of a work in which overrides can take effect, by the text to which the overrides refer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from episodic.model.decisions import Override, OverrideKind
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.entity_corrections import OF_ENTITIES
from episodic.pipeline.overrides.identity_overrides import WITHOUT_EFFECT


class PresentOverride(NamedTuple):
    """An override of a work. `waits` is true if the work has the chapter from which the override applies."""

    act: Override
    waits: bool


def affected_chapters(overrides: Iterable[PresentOverride], told: Sequence[ChapterInput]) -> range:
    """Return a range of indexes of *told*, the chapters of a work from the beginning. In the chapters outside the range,
    none of the *overrides* takes effect. An override can change their results nevertheless, because the replay of a
    chapter depends on all chapters before it.
    """
    found = [one for one in (_affected(override, told) for override in overrides) if one]
    if not found:
        return range(0)
    return range(min(one.start for one in found), max(one.stop for one in found))


def _affected(override: PresentOverride, told: Sequence[ChapterInput]) -> range:
    act = override.act
    if act.kind in WITHOUT_EFFECT:
        return range(0)
    if act.predicate is not None:
        return range(len(told))
    if act.kind is OverrideKind.MERGE:
        return _affected_by_merge(override, told)
    return _with_text(_texts(act), told)


def _texts(act: Override) -> set[str]:
    """Return texts of which a chapter must contain one, so that an override that is no merge can take effect in it."""
    texts = {one.quote for one in act.statements}
    if act.kind is OverrideKind.ADD:
        texts.update(one.quote for one in act.added)
    elif act.kind is OverrideKind.SPLIT:
        texts.update(one.sentence for one in (*act.anchors, *act.kept))
    elif act.correction in OF_ENTITIES:
        texts.update(one.sentence for one in act.anchors)
    return texts


def _with_text(texts: Iterable[str], told: Sequence[ChapterInput]) -> range:
    """Return the range from the first to the last chapter that contains one of the texts."""
    every = tuple(texts)
    numbers = range(len(told))
    first = next((one for one in numbers if _contains(told[one], every)), None)
    if first is None:
        return range(0)
    last = next(one for one in reversed(numbers) if _contains(told[one], every))
    return range(first, last + 1)


def _contains(chapter: ChapterInput, texts: Iterable[str]) -> bool:
    return any(text in chapter.episode.text for text in texts)


def _affected_by_merge(override: PresentOverride, told: Sequence[ChapterInput]) -> range:
    """A merge takes effect once, after its two mentions and the chapter from which it applies have been replayed."""
    needed = [_with_text((anchor.sentence,), told) for anchor in override.act.anchors] or [range(0)]
    if override.waits:
        number = next((n for n, one in enumerate(told) if one.episode.uuid == override.act.told_from), None)
        needed.append(range(0) if number is None else range(number, number + 1))
    if not all(needed):
        return range(0)
    return range(max(one.start for one in needed), max(one.stop for one in needed))
