"""The StoryGraph property for durable jobs."""

from __future__ import annotations

from episodic.facade.open_work import WritableWork
from episodic.jobs.runner import JobServices
from episodic.jobs.work_jobs import WorkJobs


class JobOwner(WritableWork):
    """A work that has durable jobs."""

    @property
    def jobs(self) -> WorkJobs:
        """Return the durable jobs of the work: ingestions, readings, rereads and imports that survive a process."""
        return WorkJobs(self.group_id, JobServices(self.store, self.session.tools))
