"""Writes entities and facts as lines of text for a prompt, without ids."""

from __future__ import annotations

from episodic.languages.labels import TYPE_LABELS
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.graph import Entity
from episodic.search.attribution import attributed
from episodic.search.fact_views import FactView


def entity_line(entity: Entity, *, language: Language) -> str:
    """Return a line with the name of an entity, its type in *language*, and its other names."""
    others = entity.other_names
    listed = message_text("marks.list", language).join(others)
    also = message_text("subgraph.also", language, names=listed) if others else ""
    labels = TYPE_LABELS.find(language) or {}
    kind = labels.get(entity.type, entity.type)
    return message_text("subgraph.entity", language, name=entity.name, type=kind, also=also)


def fact_line(fact: FactView, *, language: Language) -> str:
    """Return a line with the sentence of a fact and its validity. If the sentence does not name the holder of a claim,
    the line begins with the holder.
    """
    words = fact.validity.words
    key = "subgraph.fact" if words else "subgraph.fact_alone"
    return message_text(key, language, text=attributed(fact.fact, _holder(fact, language=language)), validity=words)


def one_line(text: str) -> str:
    """Return the text on one line, with unprintable characters escaped, so that no part of it can look like a new line."""
    shown = " ".join(text.split())
    return shown if shown.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in shown)


def _holder(view: FactView, *, language: Language) -> str:
    fact = view.fact
    if fact.holder_name is None:
        return ""
    return message_text("subgraph.holder", language, holder=fact.holder_name, scope=fact.scope)
