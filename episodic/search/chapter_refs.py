"""Chapter references: the ordinal, heading number, title and key by which users and output refer to a chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from episodic.errors import UnknownEpisodeError
from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, Episode, Language, Layer
from episodic.model.name_keys import name_key


@dataclass(frozen=True, slots=True)
class ChapterRef:
    """The names and numbers by which a chapter can be referred to.

    `ordinal` is the position of the chapter in its layer, counted from 1. `number` is the number in the chapter's
    heading. `order` is the chapter's order key, which is used for comparisons and is never printed.
    """

    uuid: str
    ordinal: int
    title: str
    order: int
    number: int | None = None
    key: str = ""
    layer: Layer = Layer.CANON
    language: Language = UNDETERMINED

    def answers_to(self, name: str | int) -> bool:
        """Return whether *name* is this chapter's ordinal (an int), or the chapter's id, key or title (a string)."""
        if isinstance(name, int):
            return name == self.ordinal
        return name in (self.uuid, self.key) or (bool(self.title) and name_key(name) == name_key(self.title))

    def words(self, language: Language) -> str:
        """Return a name of the chapter for use in a sentence, for example "chapter 3"."""
        return message_text("chapters.ordinal", language, ordinal=self.ordinal)


def chapter_refs(episodes: Iterable[Episode]) -> dict[str, ChapterRef]:
    """Return references to all chapters by episode id, in narrative order within each layer."""
    counted: dict[Layer, int] = {}
    refs: dict[str, ChapterRef] = {}
    for episode in sorted(episodes, key=lambda episode: (episode.layer, episode.order, episode.uuid)):
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
        )
    return refs


def matching_chapters(asked: str | int, chapters: Mapping[str, ChapterRef]) -> list[str]:
    """Return the ids of the chapters with this ordinal, id, key or title. Raises UnknownEpisodeError if there is none."""
    found = [uuid for uuid, chapter in chapters.items() if chapter.answers_to(asked)]
    if not found:
        raise UnknownEpisodeError(str(asked))
    return found
