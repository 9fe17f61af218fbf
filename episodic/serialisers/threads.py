"""The JSON serialisers of threads, digests and communities."""

from __future__ import annotations

from episodic.context.communities import Community
from episodic.context.threads import Thread
from episodic.model.graph import Entity
from episodic.model.json_shapes import Shape
from episodic.serialisers.views import VIEWS

THREADS = VIEWS.extended({Thread: Shape(computed={"uuid": lambda one: one.uuid})})
"""The serialiser of threads. The setup and the payoff of a thread are written as brief facts."""
DIGESTS = VIEWS.extended(
    {
        Community: Shape(computed={"kind": lambda one: one.kind, "name": lambda one: one.name}),
        Entity: Shape(without=frozenset({"group_id", "first", "aliases", "summary", "mentions"})),
    }
)
"""The serialiser of digests and communities, in which entities have only their id, name and type."""
