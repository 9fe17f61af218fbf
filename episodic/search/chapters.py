"""Chapters as people name them: the ordinal that is counted, the number and title that the heading states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from episodic.model.episodes import Episode, Language, Layer
from episodic.model.names import name_key


@dataclass(frozen=True, slots=True)
class ChapterRef:
    """Which chapter is meant.

    `ordinal` counts the chapters of its layer from 1; `number` is what its heading states; `order` is its order key, which is for
    comparing and never shown.
    """

    uuid: str
    ordinal: int
    title: str
    order: int
    number: int | None = None
    key: str = ""
    layer: Layer = Layer.CANON
    language: Language = Language.ENGLISH

    def answers_to(self, name: str | int) -> bool:
        """Whether a caller who says *name* means this one: its ordinal, or its id, key or title."""
        if isinstance(name, int):
            return name == self.ordinal
        return name in (self.uuid, self.key) or (bool(self.title) and name_key(name) == name_key(self.title))

    def words(self, language: Language) -> str:
        """The chapter in running text: "chapter 3" or 第3章."""
        return f"第{self.ordinal}章" if language is Language.CHINESE else f"chapter {self.ordinal}"


def chapter_refs(episodes: Iterable[Episode]) -> dict[str, ChapterRef]:
    """References to these chapters by episode id, in telling order, layer by layer."""
    counted: dict[Layer, int] = {}
    refs: dict[str, ChapterRef] = {}
    for one in sorted(episodes, key=lambda episode: (episode.layer, episode.order, episode.uuid)):
        counted[one.layer] = counted.get(one.layer, 0) + 1
        refs[one.uuid] = ChapterRef(
            uuid=one.uuid,
            ordinal=counted[one.layer],
            title=one.title,
            order=one.order,
            number=one.number,
            key=one.key,
            layer=one.layer,
            language=one.language,
        )
    return refs
