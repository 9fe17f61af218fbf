"""The passages of chapters that have no reading yet. They make the text of such a chapter readable and searchable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from episodic.model.episodes import Episode, FrameKind, Passage
from episodic.model.ids import identify
from episodic.pipeline.chapter_reading import windows_of


class UnreadPassages:
    """Makes the passages of chapters without a reading, and caches those of the chapters that were asked for last."""

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._made: dict[str, tuple[Episode, Mapping[str, Passage]]] = {}

    def of(self, episodes: Sequence[Episode]) -> dict[str, Passage]:
        """Return all passages of *episodes*, chapters without a reading, by passage id. All passages are on the main
        line, because only a reading tells which belong to a flashback, dream, letter or tale.
        """
        self._made = {one.uuid: (one, self._passages_of(one)) for one in episodes}
        return {uuid: passage for _, passages in self._made.values() for uuid, passage in passages.items()}

    def _passages_of(self, episode: Episode) -> Mapping[str, Passage]:
        known = self._made.get(episode.uuid)
        if known is not None and known[0] == episode:
            return known[1]
        return {one.uuid: one for one in self._passages(episode)}

    def _passages(self, episode: Episode) -> Iterator[Passage]:
        # The ids are not those that the passages of a read chapter have. Those ids count equal texts in all read
        # chapters, so that two passages with the same text could get the same id.
        numbers = Counter[str]()
        spans = [span.shifted(window.start) for window in windows_of(episode) for span in window.passages]
        for index, span in enumerate(spans):
            text = span.of(episode.text)
            yield Passage(
                identify("unread passage", self._group_id, episode.uuid, text, numbers[text]),
                self._group_id,
                episode.uuid,
                index,
                span,
                text,
                FrameKind.MAIN,
                0,
                episode.order,
                episode.layer,
            )
            numbers[text] += 1
