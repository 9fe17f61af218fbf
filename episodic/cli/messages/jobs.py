"""Messages about durable jobs."""

from __future__ import annotations

from episodic.cli.messages.message import Phrase, message
from episodic.jobs.records import Job, JobKind, JobState

NO_JOBS = message("jobs.none")
NOTHING_TO_RESUME = message("jobs.nothing_to_resume")
COLUMNS = (
    message("jobs.columns_job"),
    message("jobs.columns_kind"),
    message("jobs.columns_state"),
    message("jobs.columns_chapters"),
    message("jobs.columns_submitted"),
)
KINDS = {kind: message(f"jobs.kind_{kind.value}") for kind in JobKind}
STATES = {state: message(f"jobs.state_{state.value}") for state in JobState}
CANCELLING = message("jobs.cancelling")
OUTCOME_GONE = message("jobs.outcome_gone")


def state_of(job: Job) -> Phrase:
    return CANCELLING if job.cancelling else STATES[job.state]


def submitted(job: Job) -> Phrase:
    """Return the message that a job was stored, and how it is continued if this process ends."""
    return message("jobs.submitted", job=job.uuid)


def reads_chapter(job: str) -> Phrase:
    """Return the message that a chapter's text was stored, and that a job reads it."""
    return message("jobs.reads_chapter", job=job, begin=job[:12])


def described(job: Job) -> Phrase:
    """Return the message with the id, the kind and the state of a job."""
    return message("jobs.described", job=job.uuid, kind=KINDS[job.kind], state=state_of(job))


def chapters_saved(job: Job) -> Phrase:
    return message("jobs.chapters_saved", done=job.done, total=job.total)


def at_revision(revision: int) -> Phrase:
    return message("jobs.at_revision", revision=revision)
