"""Chapter references: the ordinal, heading number, title and key by which users and output name a chapter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, Episode, Language, Layer


@dataclass(frozen=True, slots=True)
class ChapterRef:
    """The names and numbers of a chapter.

    `ordinal` is the position of the chapter in its layer, counted from 1. `number` is the number in the chapter's
    heading. `shown` is the chapter number that output for people shows, or None if output shows the chapter's title
    instead. `order` is the chapter's order key, which is used for comparisons and is never printed.
    """

    uuid: str
    ordinal: int
    title: str
    order: int
    number: int | None = None
    key: str = ""
    layer: Layer = Layer.CANON
    language: Language = UNDETERMINED
    shown: int | None = None

    @property
    def label(self) -> str:
        """A short name of the chapter for output: its title if `shown` is None and the chapter has a title, and
        otherwise a number.
        """
        return self.title if self.shown is None and self.title else f"{self._counted}"

    def words(self, language: Language) -> str:
        """Return a name of the chapter for use in a sentence, such as "chapter 3", or its title in quotes."""
        if self.shown is None and self.title:
            return message_text("chapters.titled", language, title=self.title)
        return message_text("chapters.ordinal", language, ordinal=self._counted)

    @property
    def _counted(self) -> int:
        return self.ordinal if self.shown is None else self.shown


def chapter_refs(episodes: Iterable[Episode]) -> dict[str, ChapterRef]:
    """Return references to all chapters by episode id, in narrative order within each layer."""
    ordered = sorted(episodes, key=lambda episode: (episode.layer, episode.order, episode.uuid))
    numbered = {layer for layer in Layer if _are_numbered([one for one in ordered if one.layer is layer])}
    counted: dict[Layer, int] = {}
    refs: dict[str, ChapterRef] = {}
    for episode in ordered:
        counted[episode.layer] = counted.get(episode.layer, 0) + 1
        refs[episode.uuid] = ChapterRef(
            uuid=episode.uuid,
            ordinal=counted[episode.layer],
            title=episode.title,
            order=episode.order,
            number=episode.number,
            key=episode.key,
            layer=episode.layer,
            language=episode.language,
            shown=episode.number if episode.layer in numbered else counted[episode.layer],
        )
    return refs


def _are_numbered(episodes: Sequence[Episode]) -> bool:
    """Return whether output can name the chapters of a layer by their heading numbers. Heading numbers are used only if
    three conditions are met. At least one chapter has a number, no two chapters have the same number, and each chapter
    without a number has a title.

    In a novel in which several parts have a chapter 1, output names the chapters by their ordinals and not by their
    numbers.
    """
    numbers = [one.number for one in episodes if one.number is not None]
    return (
        bool(numbers)
        and len(numbers) == len(set(numbers))
        and all(one.number is not None or one.title for one in episodes)
    )
