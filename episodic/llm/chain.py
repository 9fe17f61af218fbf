"""Puts the wrappers around an endpoint, in the order that the package explains."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from episodic.llm.caching import CachingModel
from episodic.llm.counting import CountingModel, Ledger
from episodic.llm.gate import Gate, GatedModel
from episodic.llm.recording import RecordingModel, ReplayModel
from episodic.llm.repairing import RepairingModel
from episodic.llm.retrying import USUAL_RETRIES, RetryingModel, RetryPolicy
from episodic.ports import LanguageModel


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """What the chain of one work does; `cache` and `recordings` are folders, None leaves that wrapper out."""

    group_id: str
    cache: Path | None = None
    recordings: Path | None = None
    retry: RetryPolicy = USUAL_RETRIES


def build_chain(
    endpoint: LanguageModel, settings: ChainSettings, *, gate: Gate | None = None, ledger: Ledger | None = None
) -> CountingModel:
    """The whole chain around *endpoint*.

    Hand the same *gate* to every chain of the process that uses the same account, and the same *ledger* to those that are
    reported together; without them each is the chain's own.
    """
    book = ledger or Ledger()
    model: LanguageModel = GatedModel(endpoint, gate or Gate(), listener=book.note)
    model = RepairingModel(RetryingModel(model, settings.retry, listener=book.note))
    if settings.cache is not None:
        model = CachingModel(model, settings.cache, settings.group_id, listener=book.note)
    if settings.recordings is not None:
        model = RecordingModel(model, settings.recordings)
    return CountingModel(model, book)


def build_replay(recordings: Path, *, ledger: Ledger | None = None) -> CountingModel:
    """A model that answers from recordings only, counted. Raises ConfigurationError if there are none."""
    book = ledger or Ledger()
    return CountingModel(ReplayModel(recordings, listener=book.note), book)
