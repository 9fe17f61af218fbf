"""Errors of stores, such as unreachable servers, refused logins, full disks, unknown schema versions and stale
revisions.
"""

from __future__ import annotations

from episodic.errors.root import EpisodicError


class StoreError(EpisodicError):
    """The store failed. A store operation that raises a StoreError has changed nothing in the graph. Only a failed
    deletion of a work on a Neo4j server may already have deleted a part of the work. A Neo4j server deletes a work in
    several transactions. A failed deletion can be repeated, to delete the rest of the work.
    """

    exit_code = 3


class StoreUnavailableError(StoreError):
    """The store's server cannot be reached, or the store's file cannot be opened, read or written."""


class StoreDamagedError(StoreUnavailableError):
    """A part of what the store has saved cannot be read, because the store's file is damaged."""


class StoreRefusedError(StoreError):
    """The store refused the operation, for example because of a wrong password or a read-only file."""


class StoreFullError(StoreError):
    """The disk is full, or a size limit of the store is reached."""


class TransactionTooLargeError(StoreFullError):
    """The Neo4j server has too little memory for the transaction. Smaller transactions may succeed."""


class StoreVersionError(StoreError):
    """The store cannot be used by this version of episodic. The store was written by a newer version, or by one that is
    too old to be upgraded. StoreVersionError is also raised if the file is not a store, or if the server is too old.
    """


class RevisionMismatchError(StoreError):
    """The work does not have the revision that the caller requires for its edit. Nothing was changed."""

    def __init__(self, group_id: str, *, expected: int, current: int) -> None:
        super().__init__(
            f"Work {group_id!r} is at revision {current}, and the edit requires revision {expected}.",
            hint="Read the work again, and repeat the edit if it is still wanted.",
        )
        self.group_id = group_id
        self.expected = expected
        self.current = current


class JobLostError(StoreError):
    """Another process took over the job, or the job was deleted, while this process ran it."""

    def __init__(self, job: str) -> None:
        super().__init__(
            f"Job {job} is no longer run by this process.",
            hint="Another process took it over, or its work was deleted; `episodic jobs` shows which.",
        )
        self.job = job


class StaleRevisionError(StoreError):
    """Another process changed or deleted the work after the caller had read it. The caller should read the work again
    and repeat the operation.
    """

    def __init__(self, group_id: str, *, base: int, current: int) -> None:
        super().__init__(
            f"Work {group_id!r} changed from revision {base} to {current} in the meantime.",
            hint="Read it again and repeat the edit.",
        )
        self.group_id = group_id
        self.base = base
        self.current = current
