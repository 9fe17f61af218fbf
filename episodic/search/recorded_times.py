"""Finds when the store recorded the texts of facts, entities and passages (transaction time)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.spans import Evidence

Quoted = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChapterVersion:
    """One version of a chapter's text, which the store recorded at the time `at`, and which was valid until another
    version replaced it. `is_new` is true if this version added the chapter to the work, for the first time or again
    after a removal.
    """

    at: datetime
    text: str
    is_new: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RecordedTimes:
    """The recorded versions of each chapter, oldest first, and the first quote of each fact by fact id."""

    versions: Mapping[str, Sequence[ChapterVersion]]
    quotes: Mapping[str, Quoted]
    _known: dict[Quoted, datetime | None] = field(default_factory=dict[Quoted, datetime | None], init=False)

    def created(self, item: Fact | Entity | Passage) -> datetime | None:
        """Return the time since when the store has the text that states the fact, names the entity or is the passage.
        Return None if no version of a chapter contains the text of *item*.

        The returned time stays the same when an edit of the chapter keeps the quote, name or passage.
        """
        match item:
            case Fact():
                return self._earliest(item.evidence)
            case Entity():
                return self._earliest([item.first, *(one.first for one in item.aliases)])
            case Passage():
                return self._since((item.episode, item.text))

    def expired(self, item: Fact | Entity | Passage) -> datetime | None:
        """Return since when the store has both the text that states a fact and the text that ends the fact. Return None
        for an entity, a passage or a fact without an end. Return None also if no recorded version of a chapter contains
        the text that states the fact. The result is None, too, if no recorded version of a chapter contains a text that
        ends the fact.
        """
        created = self.created(item)
        if not isinstance(item, Fact) or created is None:
            return None
        rivals = (self.quotes[one] for one in item.ended_by if one != item.uuid and one in self.quotes)
        endings = [self._earliest(item.ends), *map(self._since, rivals)]
        known = [one for one in endings if one is not None]
        return max(created, min(known)) if known else None

    def changed_in(self, after: datetime | None, before: datetime | None) -> list[str]:
        """Return the ids of the chapters with a version that was recorded at or after *after* and before *before*."""
        return [
            episode
            for episode, versions in self.versions.items()
            if any((after is None or one.at >= after) and (before is None or one.at < before) for one in versions)
        ]

    def _earliest(self, evidence: Sequence[Evidence]) -> datetime | None:
        found = (self._since((one.episode, one.quote)) for one in evidence)
        return min((one for one in found if one is not None), default=None)

    def _since(self, quoted: Quoted) -> datetime | None:
        if quoted not in self._known:
            self._known[quoted] = self._found_since(*quoted)
        return self._known[quoted]

    def _found_since(self, episode: str, words: str) -> datetime | None:
        """Return since when the chapter has had the words without interruption, up to the latest version that contains
        them, or None if no version does. If the chapter was removed and added again, the result is no earlier than the
        time at which it was added again.
        """
        since: datetime | None = None
        for version in reversed(self.versions.get(episode, ())):
            if words in version.text:
                since = version.at
                if version.is_new:
                    break
            elif since is not None:
                break
        return since
