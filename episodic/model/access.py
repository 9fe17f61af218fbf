"""The tiers of access to a work, for programs that read or change it."""

from __future__ import annotations

from enum import StrEnum


class Access(StrEnum):
    """What a program may do with a work. Each tier of access permits everything that the lower tiers permit.

    `read` changes nothing. `append` adds chapters, jobs that add chapters, proposed facts, and decisions about issues
    and about the identity of entities. `append` neither deletes nor overwrites a text. `full` also permits deleting and
    overwriting texts.
    """

    READ = "read"
    APPEND = "append"
    FULL = "full"

    def includes(self, tier: Access) -> bool:
        """Return whether this tier of access permits everything that *tier* permits."""
        order = list(Access)
        return order.index(tier) <= order.index(self)
