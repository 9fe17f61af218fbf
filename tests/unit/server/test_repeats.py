"""Tests of requests with an Idempotency-Key."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Language
from episodic.server.refusals import Refusal
from episodic.server.repeats import KEPT_SECONDS, RUNNING_SECONDS, KeptRequests
from tests.memory_stores import memory_store


class Now:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def kept_requests(now: Now) -> KeptRequests:
    return KeptRequests(memory_store(), clock=lambda: "2026-01-01T00:00:00+00:00", now=now)


async def refusal(requests: KeptRequests, key: str, said: bytes, *, repeatable: bool = False) -> tuple[int, str, str]:
    with pytest.raises(Refusal) as refused:
        await requests.begin("caller", "story", key, said, repeatable=repeatable)
    problem = refused.value.problem(Language("zh"))
    return problem.status, problem.title, problem.detail


async def test_the_result_of_a_request_is_found_again() -> None:
    requests = kept_requests(Now())
    begun = await requests.begin("caller", "story", "k", b"said")
    await requests.end(begun, status=202, revision=3, result="job")

    again = await requests.begin("caller", "story", "k", b"said")

    assert (again.status, again.revision, again.result) == (202, 3, "job")


async def test_keys_of_other_callers_and_works_are_other_requests() -> None:
    requests = kept_requests(Now())
    await requests.end(await requests.begin("caller", "story", "k", b"said"), status=200)

    for caller, work in (("other", "story"), ("caller", "other")):
        assert not (await requests.begin(caller, work, "k", b"said")).status


async def test_a_key_belongs_to_one_request() -> None:
    requests = kept_requests(Now())
    await requests.end(await requests.begin("caller", "story", "k", b"said"), status=200)

    assert await refusal(requests, "k", b"other") == (
        422,
        "IdempotencyKeyReused",
        "这个 Idempotency-Key 已用于另一个请求。",
    )


async def test_keys_that_are_empty_or_too_long_are_refused() -> None:
    for key in ("", "k" * 300):
        assert (await refusal(kept_requests(Now()), key, b""))[0] == 400, key


async def test_a_running_request_is_not_made_twice() -> None:
    now = Now()
    requests = kept_requests(now)
    await requests.begin("caller", "story", "k", b"said")

    assert await refusal(requests, "k", b"said") == (409, "RequestRunning", "同一请求仍在进行。")
    now.seconds = RUNNING_SECONDS
    assert await refusal(requests, "k", b"said") == (409, "RequestInterrupted", "同一请求中断了。")


async def test_an_interrupted_request_without_further_effect_is_made_again() -> None:
    now = Now()
    requests = kept_requests(now)
    first = await requests.begin("caller", "story", "k", b"said", repeatable=True)
    now.seconds = RUNNING_SECONDS

    again = await requests.begin("caller", "story", "k", b"said", repeatable=True)

    assert again.call != first.call
    assert not again.status


async def test_a_failed_request_can_be_sent_again() -> None:
    requests = kept_requests(Now())
    await requests.forget(await requests.begin("caller", "story", "k", b"said"))

    assert not (await requests.begin("caller", "story", "k", b"other")).status


async def test_requests_are_forgotten_after_a_day_and_with_their_work() -> None:
    now = Now()
    requests = kept_requests(now)
    await requests.end(await requests.begin("caller", "story", "a", b"said"), status=200)
    await requests.end(await requests.begin("caller", "story", "b", b"said"), status=200)

    await requests.forget_work("story")
    by_work = await requests.begin("caller", "story", "a", b"other")
    await requests.end(by_work, status=200)
    now.seconds = KEPT_SECONDS + 1
    by_time = await requests.begin("caller", "story", "a", b"third")

    assert (by_work.status, by_time.status) == (0, 0)
