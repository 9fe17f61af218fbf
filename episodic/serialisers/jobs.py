"""The JSON serialiser of jobs."""

from __future__ import annotations

from episodic.jobs.records import Job
from episodic.model.json_shapes import Object, Serialiser, Shape

_JOBS = Serialiser(
    {
        Job: Shape(
            names={"uuid": "id", "group_id": "work", "failure": "error"},
            without=frozenset({"options", "reader", "inputs", "owner", "lease_until", "stalled"}),
        )
    }
)


def job_object(one: Job) -> Object:
    """Return the JSON of a job: its kind, its state and progress, and its result or error."""
    return _JOBS.object_of(one)
