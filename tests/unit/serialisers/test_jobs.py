"""Tests of the JSON of jobs."""

from __future__ import annotations

from episodic.jobs.records import Job, JobFailure, JobKind, JobResult, JobState
from episodic.serialisers.jobs import job_object


def test_the_json_of_a_job_has_its_state_and_result_but_not_its_owner() -> None:
    job = Job("id", "story", JobKind.INGEST, "2026-01-01", owner="host:1", lease_until=1.0)
    ended = job.finished(
        JobState.FAILED, "2026-01-02", failure=JobFailure("A", "b", "c"), result=JobResult(3, {"x": 1})
    )

    assert job_object(ended) == {
        "id": "id",
        "work": "story",
        "kind": "ingest",
        "created_at": "2026-01-01",
        "state": "failed",
        "attempts": 0,
        "cancelling": False,
        "stage": "",
        "done": 0,
        "total": 0,
        "started_at": None,
        "finished_at": "2026-01-02",
        "result": {"revision": 3, "outcomes": {"x": 1}, "chapter": ""},
        "error": {"type": "A", "message": "b", "hint": "c"},
    }
