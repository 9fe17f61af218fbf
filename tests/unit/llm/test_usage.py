"""Tests of the usage statistics of a run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.errors import ModelRefusedError
from episodic.llm.events import NOTHING_SPENT, Event, EventKind, TokenUsage
from episodic.llm.scripted import ScriptedModel
from episodic.llm.usage import CountingModel, Ledger, Prices, Tally, Usage
from episodic.telemetry import operation
from tests.unit.llm.questions import MARA, seen_in

SPENT = TokenUsage(
    prompt_tokens=1000, completion_tokens=100, cached_tokens=400, prompt_characters=3000, completion_characters=300
)


def test_calls_and_repairs_are_counted_separately() -> None:
    """A repair does not count as a call, but its tokens are counted."""
    ledger = Ledger()

    ledger.note(Event(EventKind.CALLED, "extraction/facts", spent=SPENT, seconds=2.0))
    ledger.note(Event(EventKind.REPAIRED, "extraction/facts", spent=SPENT, seconds=1.0))
    ledger.note(Event(EventKind.RETRIED, "extraction/facts", seconds=30.0))

    tally = ledger.usage.questions["extraction/facts"]
    assert (tally.calls, tally.repairs, tally.retries) == (1, 1, 1)
    assert tally.spent.prompt_tokens == 2000
    assert tally.seconds == 3.0


def test_stages_are_the_sums_of_their_questions() -> None:
    """The questions of one stage are summed, and stages are sorted alphabetically."""
    ledger = Ledger()
    for question in ("extraction/facts", "dedup/same", "extraction/entities"):
        ledger.note(Event(EventKind.CALLED, question, spent=SPENT))

    usage = ledger.usage

    assert {stage: tally.calls for stage, tally in usage.stages.items()} == {"dedup": 1, "extraction": 2}
    assert list(usage.stages) == ["dedup", "extraction"]
    assert usage.total.spent.tokens == 3300


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["a/x", "a/y", "b/x"]), st.sampled_from(EventKind))))
def test_the_total_is_the_sum_of_all_questions(happened: list[tuple[str, EventKind]]) -> None:
    """The sum over questions equals the sum over stages."""
    ledger = Ledger()
    for question, kind in happened:
        ledger.note(Event(kind, question, spent=SPENT))

    usage = ledger.usage

    assert sum(usage.stages.values(), Tally()) == usage.total
    paid = sum(kind in {EventKind.CALLED, EventKind.REPAIRED} for _, kind in happened)
    assert usage.total.spent.prompt_tokens == 1000 * paid


def test_money_comes_from_the_users_prices() -> None:
    """Input and output tokens each have a price per million."""

    cost = Tally(spent=SPENT).cost(Prices(input_per_million=2.0, output_per_million=10.0))

    assert cost == pytest.approx(0.002 + 0.001)


def test_cached_prompt_tokens_can_have_a_price_of_their_own() -> None:
    """In the test, 400 of the 1,000 input tokens cost a tenth of the price."""

    cost = Tally(spent=SPENT).cost(Prices(input_per_million=2.0, output_per_million=0.0, cached_per_million=0.2))

    assert cost == pytest.approx((600 * 2.0 + 400 * 0.2) / 1_000_000)


def test_events_are_counted_in_the_operation_that_asks() -> None:
    """The operation has the numbers of events and of tokens, and no text of prompt, reply or reason."""
    with operation("model.ask") as asking:
        for kind in (EventKind.ASKED, EventKind.RETRIED, EventKind.CALLED, EventKind.REPAIRED):
            spent = SPENT if kind in {EventKind.CALLED, EventKind.REPAIRED} else NOTHING_SPENT
            Ledger().note(Event(kind, "extraction/facts", spent=spent, seconds=2.0, reason="a secret"))

    counted = {"retried": 1, "called": 1, "repaired": 1, "prompt_tokens": 2000, "completion_tokens": 200}
    assert asking.details == counted


async def test_the_listener_is_called_for_every_question() -> None:
    """The listener is called when a question is asked and when it is answered, so that a progress bar can be updated."""
    heard: list[EventKind] = []
    model = CountingModel(ScriptedModel(lambda _: MARA), Ledger(lambda event: heard.append(event.kind)))

    await model.ask(seen_in("Mara stood there."))

    assert heard == [EventKind.ASKED, EventKind.ANSWERED]


async def test_a_failure_is_counted_and_raised() -> None:
    """The original error is raised. The usage event of a failure has the name of the error's class but not the error's
    message.
    """
    heard: list[Event] = []
    model = CountingModel(ScriptedModel(lambda _: ModelRefusedError("a secret")), Ledger(heard.append))

    with pytest.raises(ModelRefusedError):
        await model.ask(seen_in("Mara stood there."))

    assert model.usage.total.failed == 1
    assert heard[-1].reason == "ModelRefusedError"


def test_a_usage_object_is_immutable() -> None:
    """Later events do not change an earlier usage object."""
    ledger = Ledger()
    before = ledger.usage

    ledger.note(Event(EventKind.ASKED, "a/x"))

    assert before == Usage({})
    assert ledger.usage.total.asked == 1
