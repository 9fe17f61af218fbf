"""The addition of one chapter as a durable job, with its text stored at once."""

from __future__ import annotations

from contextlib import suppress

from episodic.app import StoryGraph
from episodic.errors import DuplicateEpisodeError
from episodic.jobs.records import Job, JobOptions
from episodic.model.episodes import Chapter
from episodic.pipeline.edits.ingestion import Ingestion
from episodic.pipeline.reports import Outcome


async def submit_chapter(graph: StoryGraph, chapter: Chapter, *, options: JobOptions, job_id: str | None = None) -> Job:
    """Store the text of a new chapter, so that searches find it at once, and return the job that will read it. If
    *job_id* is given, it is the id of the job.

    If the layer has already read a chapter with the same key, only a job that ingests the chapter is stored. This job
    changes nothing if the text is the same. It fails if the text is another and *options* do not permit to replace it.
    Raises the errors of `WorkJobs.submit_ingestion`.
    """
    with suppress(DuplicateEpisodeError):
        report = await Ingestion(graph.session).queue(chapter, layer=options.layer)
        if report.outcome is Outcome.QUEUED and report.episode is not None:
            return await graph.jobs.submit_reading([report.episode], layer=options.layer, job_id=job_id)
    return await graph.jobs.submit_ingestion([chapter], options=options, job_id=job_id)
