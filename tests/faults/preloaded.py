"""Imports everything that the processes of these tests need. The fork server imports this module once and forks all
processes.
"""

from tests.faults import importing, ingesting, revising, running_jobs
from tests.warm_caches import warm_caches

__all__ = ["importing", "ingesting", "revising", "running_jobs"]

warm_caches()
