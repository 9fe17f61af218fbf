"""Usage statistics of a run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry import trace
from opentelemetry.util import types

from episodic.errors import ModelRefusedError
from episodic.llm.events import Event, EventKind, TokenUsage
from episodic.llm.scripted import ScriptedModel
from episodic.llm.usage import CountingModel, Ledger, Prices, Tally, Usage
from tests.unit.llm.questions import MARA, seen_in

SPENT = TokenUsage(
    prompt_tokens=1000, completion_tokens=100, cached_tokens=400, prompt_characters=3000, completion_characters=300
)


def test_calls_and_repairs_are_counted_apart_and_both_paid() -> None:
    """A repair is no call, but its tokens are spent."""
    ledger = Ledger()

    ledger.note(Event(EventKind.CALLED, "extraction/facts", spent=SPENT, seconds=2.0))
    ledger.note(Event(EventKind.REPAIRED, "extraction/facts", spent=SPENT, seconds=1.0))
    ledger.note(Event(EventKind.RETRIED, "extraction/facts", seconds=30.0))

    tally = ledger.usage.questions["extraction/facts"]
    assert (tally.calls, tally.repairs, tally.retries) == (1, 1, 1)
    assert tally.spent.prompt_tokens == 2000
    assert tally.seconds == 3.0


def test_stages_are_the_sums_of_their_questions() -> None:
    """Questions of one stage are added up under it, in alphabetical order."""
    ledger = Ledger()
    for question in ("extraction/facts", "dedup/same", "extraction/entities"):
        ledger.note(Event(EventKind.CALLED, question, spent=SPENT))

    usage = ledger.usage

    assert {stage: tally.calls for stage, tally in usage.stages.items()} == {"dedup": 1, "extraction": 2}
    assert list(usage.stages) == ["dedup", "extraction"]
    assert usage.total.spent.tokens == 3300


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["a/x", "a/y", "b/x"]), st.sampled_from(EventKind))))
def test_the_total_is_the_sum_whichever_way_it_is_added(happened: list[tuple[str, EventKind]]) -> None:
    """Adding up questions or stages gives the same, and no event is lost."""
    ledger = Ledger()
    for question, kind in happened:
        ledger.note(Event(kind, question, spent=SPENT))

    usage = ledger.usage

    assert sum(usage.stages.values(), Tally()) == usage.total
    paid = sum(kind in {EventKind.CALLED, EventKind.REPAIRED} for _, kind in happened)
    assert usage.total.spent.prompt_tokens == 1000 * paid


def test_money_comes_from_the_users_prices() -> None:
    """Prompt and reply tokens, each by its price for a million."""

    cost = Tally(spent=SPENT).cost(Prices(input_per_million=2.0, output_per_million=10.0))

    assert cost == pytest.approx(0.002 + 0.001)


def test_cached_prompt_tokens_have_their_own_price_where_one_is_set() -> None:
    """400 of the 1,000 prompt tokens at a tenth of the price."""

    cost = Tally(spent=SPENT).cost(Prices(input_per_million=2.0, output_per_million=0.0, cached_per_million=0.2))

    assert cost == pytest.approx((600 * 2.0 + 400 * 0.2) / 1_000_000)


class HeardSpan(trace.NonRecordingSpan):
    """A span that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__(trace.INVALID_SPAN_CONTEXT)
        self.events: list[tuple[str, dict[str, object]]] = []

    def is_recording(self) -> bool:
        return True

    def add_event(self, name: str, attributes: types.Attributes = None, timestamp: int | None = None) -> None:
        del timestamp
        self.events.append((name, dict(attributes or {})))


def test_the_current_trace_span_hears_of_every_event_in_numbers() -> None:
    """Which question, how long, how many tokens; no word of prompt, reply or reason."""
    span = HeardSpan()

    with trace.use_span(span):
        Ledger().note(Event(EventKind.CALLED, "extraction/facts", spent=SPENT, seconds=2.0, reason="a secret"))

    told = {"question": "extraction/facts", "seconds": 2.0, "prompt_tokens": 1000, "completion_tokens": 100}
    assert span.events == [("model.called", told)]


async def test_every_question_is_told_to_the_listener() -> None:
    """Asked and answered, so that a progress bar can move."""
    heard: list[EventKind] = []
    model = CountingModel(ScriptedModel(lambda _: MARA), Ledger(lambda event: heard.append(event.kind)))

    await model.ask(seen_in("Mara stood there."))

    assert heard == [EventKind.ASKED, EventKind.ANSWERED]


async def test_a_failure_is_counted_and_comes_out() -> None:
    """The error is the one that was raised; the event names its class and not its words."""
    heard: list[Event] = []
    model = CountingModel(ScriptedModel(lambda _: ModelRefusedError("a secret")), Ledger(heard.append))

    with pytest.raises(ModelRefusedError):
        await model.ask(seen_in("Mara stood there."))

    assert model.usage.total.failed == 1
    assert heard[-1].reason == "ModelRefusedError"


def test_a_usage_does_not_change_once_taken() -> None:
    """It is a value: later events are in later usages."""
    ledger = Ledger()
    before = ledger.usage

    ledger.note(Event(EventKind.ASKED, "a/x"))

    assert before == Usage({})
    assert ledger.usage.total.asked == 1
