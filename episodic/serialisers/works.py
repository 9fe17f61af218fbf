"""The JSON serialiser of works, as lists of works show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from episodic.model.json_shapes import Object
    from episodic.model.records import Work


def work_value(work: Work) -> Object:
    """Return the JSON of a work: its name, revision, embedder and dimension, and the times of its creation and last
    change.
    """
    return {
        "work": work.group_id,
        "revision": work.revision,
        "embedder": work.embedder,
        "dimension": work.dimension,
        "created_at": work.created_at,
        "changed_at": work.changed_at,
    }
