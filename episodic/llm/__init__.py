"""Language model clients: a chain of wrappers around a model endpoint; each wrapper is a language model itself.

`chain.build_chain` builds the chain. A prompt passes through it from left to right, its reply from right to left:

    count -> record -> cache -> repair -> retry -> gate -> endpoint

- **count** (usage) is the outermost wrapper and therefore counts every prompt, even if another wrapper answers the
  prompt.
- **record** (recording) writes every final reply to a file, whether the reply is new or comes from the cache.
- **cache** (caching) comes before every wrapper that costs time or money: a cached reply is not repaired, retried or
  queued. Only replies that match the requested schema reach the cache.
- **repair** (repair) sends an invalid reply back to the model once. Repair comes before retry, so a repair prompt has
  its own full set of attempts.
- **retry** (retrying) repeats a call after temporary failures: rate limits, timeouts, server errors, lost connections.
- **gate** (gate) is the only request queue of the process. The gate comes after retry, so every attempt queues again,
  is rate limited and counts towards the token budget.
- **endpoint** sends the request: `openai.OpenAIModel`, or `scripted.ScriptedModel` in tests.

An endpoint reports its token usage separately from the reply (metering). The wrappers report events (events) to a
listener; `usage.Ledger` adds the events up. `recording.ReplayModel` replaces the whole chain if recorded replies are
replayed.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A replacement for `typing.TYPE_CHECKING`, because importing `typing` takes longer than importing this module."""

if TYPE_CHECKING:
    from episodic.llm.chain import (
        ChainSettings as ChainSettings,
        build_chain as build_chain,
        build_replay as build_replay,
    )
    from episodic.llm.gate import (
        Gate as Gate,
        Limits as Limits,
    )
    from episodic.llm.openai import (
        EndpointOptions as EndpointOptions,
        OpenAIModel as OpenAIModel,
    )
    from episodic.llm.retrying import RetryPolicy as RetryPolicy
    from episodic.llm.scripted import ScriptedModel as ScriptedModel
    from episodic.llm.usage import (
        CountingModel as CountingModel,
        Ledger as Ledger,
        Prices as Prices,
        Tally as Tally,
        Usage as Usage,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.llm.chain": "ChainSettings build_chain build_replay",
            "episodic.llm.gate": "Gate Limits",
            "episodic.llm.openai": "EndpointOptions OpenAIModel",
            "episodic.llm.retrying": "RetryPolicy",
            "episodic.llm.scripted": "ScriptedModel",
            "episodic.llm.usage": "CountingModel Ledger Prices Tally Usage",
        },
    )
