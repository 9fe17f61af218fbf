"""The stored answers of a work, as a checkpoint contains them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from episodic.model.decisions import Judgement
from episodic.model.shared_dict import SharedDict, shared


@dataclass(slots=True)
class KeptAnswers:
    """The stored answers by question id, and the ids of the questions that only layers outside canon raise (`other`).
    A checkpoint contains the answers because a chapter uses few of them, and a store can only return all of them.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("judgements", "other")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"judgements"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    judgements: SharedDict[str, Judgement] = field(default_factory=SharedDict[str, Judgement])
    other: list[str] = field(default_factory=list[str])

    @classmethod
    def of(cls, judgements: Mapping[str, Judgement], other: Iterable[str]) -> KeptAnswers:
        return cls(shared(judgements), sorted(other))

    def of_other_layers(self) -> dict[str, Judgement]:
        """Return the answers to the questions that only layers outside canon raise."""
        return {uuid: self.judgements[uuid] for uuid in self.other}
