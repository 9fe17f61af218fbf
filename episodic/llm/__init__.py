"""The language model as a chain of wrappers, each itself a language model.

A question goes down this chain and its reply comes up again (`chain.build_chain` puts it together):

    count -> record -> cache -> repair -> retry -> gate -> endpoint

- **count** (counting) stands outside everything, so that it hears of every question, whoever answers it.
- **record** (recording) keeps what came out at the end, whether asked just now or found in the cache.
- **cache** (caching) stands above all that costs: a question answered once is not repaired, retried or queued again.
  Only replies that are of the asked form reach it.
- **repair** (repairing) shows a faulty reply once to the model that gave it. It stands above retry, so that a question
  asked again after a fault has all its attempts.
- **retry** (retrying) asks again after what may pass: rate limits, timeouts, server errors, lost connections.
- **gate** (gate) is the one queue of the process. It stands below retry, so that every attempt gets in line again, is paced and
  is held against the budget.
- **endpoint** asks for real: `openai.OpenAIModel`, or the shipped double `scripted.ScriptedModel`.

What an endpoint spent travels beside the reply (metering); what the wrappers do is told to a listener as events (events), which
a `counting.Ledger` adds up. `recording.ReplayModel` stands in for the whole chain where replies are only replayed.
"""
