"""Writes entities and facts as text for a prompt, without ids, and within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from episodic.languages.labels import TYPE_LABELS
from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Entity, Fact
from episodic.prompts import fenced
from episodic.search.attribution import attributed
from episodic.search.fact_views import FactView, Quotation
from episodic.text.language import language_of
from episodic.text.token_counts import token_bound


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


def entity_block(entity: Entity, quote: Quotation, *, language: Language) -> str:
    """Return the line of an entity, and the quote between fences."""
    return "\n".join((one_line(entity_line(entity, language=language)), quote_block(quote, language=language)))


def fact_block(facts: Sequence[FactView], *, language: Language) -> str:
    """Return a line for each fact, and the first quote of the first fact between fences. Equal lines are shown once."""
    lines = list(dict.fromkeys(one_line(fact_line(one, language=language)) for one in facts))
    quote = facts[0].sentence
    return "\n".join(lines if quote is None else [*lines, quote_block(quote, language=language)])


def quote_block(quote: Quotation, *, language: Language) -> str:
    """Return a quote between two marks (fences) that do not occur in the quoted text."""
    return fenced(quote.text.strip(), message_text("search_prompt.quote", language, chapter=quote.chapter))


def facts_prompt(entries: Sequence[Sequence[FactView]], max_tokens: int, *, left_out: int = 0) -> str:
    """Return the first of *entries*, each of one or more facts, as text of at most *max_tokens* tokens. The last line
    says how many entries are not shown, to which *left_out* entries are added. If the last line alone exceeds
    *max_tokens*, an empty string is returned.
    """
    language = language_of(entries[0][0].text) if entries else UNDETERMINED
    blocks = [fact_block(one, language=language) for one in entries]
    return first_fitting(
        blocks, max_tokens, lambda shown: facts_left_out(left_out + len(blocks) - shown, language=language)
    )


def facts_left_out(number: int, *, language: Language) -> str:
    """Return a line that says how many facts are left out, or "" if none are."""
    return message_text("subgraph.left_out", language, number=number) if number else ""


def first_fitting(blocks: Sequence[str], max_tokens: int, left_out: Callable[[int], str]) -> str:
    """Return the first of *blocks* as text of at most *max_tokens* tokens, counted by an upper bound that holds for the
    usual tokenizers.

    *left_out* returns the last line of the text for a number of shown blocks, or "" for no last line. If the last line
    alone exceeds *max_tokens*, an empty string is returned.
    """
    costs = [token_bound(one) + 1 for one in blocks]
    used = sum(costs)
    for shown in reversed(range(len(blocks) + 1)):
        last = left_out(shown)
        if used + token_bound(last) <= max_tokens + (0 if last else 1):
            return "\n".join([*blocks[:shown], *([last] if last else [])])
        used -= costs[shown - 1] if shown else 0
    return ""


def one_line(text: str) -> str:
    """Return the text on one line, with unprintable characters escaped, so that no part of it can look like a new line."""
    shown = " ".join(text.split())
    return shown if shown.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in shown)


def _holder(view: FactView, *, language: Language) -> str:
    fact = view.fact
    if fact.holder_name is None:
        return ""
    return message_text("subgraph.holder", language, holder=fact.holder_name, scope=scope_named(fact, language))


def scope_named(fact: Fact, language: Language) -> str:
    """Return the name of a fact's scope in the language."""
    return message_text(f"context.scope_{fact.scope}", language)
