"""The JSON serialiser of threads."""

from __future__ import annotations

from episodic.context.threads import Thread
from episodic.model.json_shapes import Shape
from episodic.serialisers.views import VIEWS

THREADS = VIEWS.extended({Thread: Shape(computed={"uuid": lambda one: one.uuid})})
"""The serialiser of threads. The setup and the payoff have the brief form of facts."""
