"""Language model clients: a chain of wrappers around a model endpoint. Each wrapper is itself a language model.

The function `chain.build_chain` builds the chain "count -> record -> cache -> repair -> retry -> gate -> endpoint".
A prompt passes through the wrappers from left to right, and the reply passes back from right to left.

- The wrapper **count** (module `usage`) is the outermost wrapper, so that it counts every prompt, whichever wrapper
  answers the prompt.

- The wrapper **record** (module `recording`) writes every final reply to a file, whether the reply is new or cached.

- The wrapper **cache** (module `caching`) comes before all wrappers that cost time or money. A cached reply is
  therefore not repaired, retried or queued. Only replies that match the requested schema are cached.

- The wrapper **repair** (module `repair`) sends an invalid reply back to the model once. The wrapper for repairs comes
  before the wrapper for retries, so that a repair prompt is retried like any other prompt.

- The wrapper **retry** (module `retrying`) repeats a call after temporary failures: rate limits, timeouts, server
  errors, lost connections.

- The wrapper **gate** (module `gate`) queues requests. All chains that send requests to the same account at a model
  provider should share one gate. Chains with one gate share its queue and its limits. The gate comes after the wrapper
  for retries, so that every attempt is queued, is rate limited and counts towards the token budget.

- The **endpoint** answers the prompt. The endpoint `openai.OpenAIModel` sends the prompt to a server, and in tests a
  function computes the replies of the endpoint `scripted.ScriptedModel`.

An endpoint reports how many tokens a call used to the module `metering`, separately from the reply. Wrappers report
what happens as events (module `events`), which `usage.Ledger` adds up. To replay recorded replies,
`recording.ReplayModel` replaces the whole chain.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Replaces `typing.TYPE_CHECKING`, because importing `typing` takes longer than importing this module."""

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
