"""Builders of the chain of model wrappers around an endpoint, and of a model that replays recorded replies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from episodic.llm.caching import CachingModel
from episodic.llm.gate import Gate, GatedModel
from episodic.llm.recording import RecordingModel, ReplayModel
from episodic.llm.repair import RepairingModel
from episodic.llm.retrying import DEFAULT_RETRIES, RetryingModel, RetryPolicy
from episodic.llm.usage import CountingModel, Ledger
from episodic.ports import LanguageModel


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """Settings of one work's model chain.

    `cache` and `recordings` are folders. If a folder is None, the wrapper that uses the folder is left out.
    """

    group_id: str
    cache: Path | None = None
    recordings: Path | None = None
    retry: RetryPolicy = DEFAULT_RETRIES


def build_chain(
    endpoint: LanguageModel, settings: ChainSettings, *, gate: Gate | None = None, ledger: Ledger | None = None
) -> CountingModel:
    """Return the complete chain of wrappers around *endpoint*.

    Models that share an account must share one *gate*. Models whose usage is reported together must share one *ledger*.
    If *gate* or *ledger* is None, the function creates a gate or ledger that no other chain uses.
    """
    ledger = ledger or Ledger()
    model: LanguageModel = GatedModel(endpoint, gate or Gate(), listener=ledger.note)
    model = RepairingModel(RetryingModel(model, settings.retry, listener=ledger.note))
    if settings.cache is not None:
        model = CachingModel(model, settings.cache, settings.group_id, listener=ledger.note)
    if settings.recordings is not None:
        model = RecordingModel(model, settings.recordings)
    return CountingModel(model, ledger)


def build_replay(recordings: Path, *, ledger: Ledger | None = None) -> CountingModel:
    """Return a usage-counting model that answers only from the recordings in the folder *recordings*.

    Raise ConfigurationError if the folder contains no recording, or a JSON file that is no recording.
    """
    ledger = ledger or Ledger()
    return CountingModel(ReplayModel(recordings, listener=ledger.note), ledger)
