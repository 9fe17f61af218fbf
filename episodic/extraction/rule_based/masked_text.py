"""Masked text: a text with one private character for each mention, so that regular expressions can match mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.language_rules import KnownNode, NameKind
from episodic.model.spans import Span

PERSON, PLACE, GROUP, THING, OTHER, SPEECH = "\ue001", "\ue002", "\ue003", "\ue004", "\ue005", "\ue010"
"""Private characters that replace a mention of each kind of node, and a quotation."""
MARKS = PERSON + PLACE + GROUP + THING + OTHER
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_MARK_OF_KIND = {
    NameKind.PERSON: PERSON,
    NameKind.CREATURE: PERSON,
    NameKind.PLACE: PLACE,
    NameKind.ORGANIZATION: GROUP,
    NameKind.ITEM: THING,
}


@dataclass(frozen=True, slots=True)
class Mention:
    """One occurrence of a name in the window, with the index of its node and the mark of the node's kind."""

    span: Span
    node: int
    mark: str


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A masked text; character i of `text` comes from offset `origins[i]` of the window; `origins` includes the end
    of the text.
    """

    text: str
    origins: Sequence[int]
    nodes: dict[int, int]
    """The node that each mark denotes, by the offset of the mark in `text`."""
    speech: dict[int, int]
    """The number of the quotation that each SPEECH mark replaces, by the offset of the mark in `text`."""

    def span(self, start: int, end: int) -> Span:
        """Returns the span in the window for the masked characters from *start* to *end*."""
        return Span(self.origins[start], self.origins[end])


def without_private_characters(text: str) -> str:
    """Returns *text* with each private character replaced by U+FFFD, because private characters serve as marks.

    The length of the text does not change.
    """
    return _PRIVATE.sub("\ufffd", text)


def mentions_of(nodes: Sequence[KnownNode]) -> tuple[Mention, ...]:
    """Returns every mention of the nodes, in text order; of two overlapping mentions, only the earlier and longer is
    kept.
    """
    found = sorted(
        (
            Mention(span, node.index, _MARK_OF_KIND[node.kind] if node.kind else OTHER)
            for node in nodes
            for surface in node.surfaces
            for span in surface.spans
        ),
        key=lambda mention: (mention.span.start, -mention.span.end, mention.node),
    )
    kept: list[Mention] = []
    for mention in found:
        if mention.span.start < mention.span.end and (not kept or mention.span.start >= kept[-1].span.end):
            kept.append(mention)
    return tuple(kept)


def mask(text: str, region: Span, *, mentions: Sequence[Mention], speech: Sequence[Span] = ()) -> MaskedText:
    """Returns *region* of *text* with a mark for each mention and a SPEECH mark for each span of *speech*.

    The spans of *speech* are in text order and inside the region. Mentions inside a span of *speech* are left out.
    """
    pieces: list[str] = []
    origins: list[int] = []
    nodes: dict[int, int] = {}
    quotations: dict[int, int] = {}
    cuts: list[tuple[Span, str, int]] = [(span, SPEECH, number) for number, span in enumerate(speech)]
    cuts += [(mention.span, mention.mark, mention.node) for mention in mentions if region.holds(mention.span)]
    offset = region.start
    for span, mark, number in sorted(cuts, key=lambda cut: (cut[0].start, cut[1] != SPEECH)):
        if span.start < offset:
            continue
        pieces.append(without_private_characters(text[offset : span.start]))
        origins += range(offset, span.start)
        (quotations if mark == SPEECH else nodes)[len(origins)] = number
        pieces.append(mark)
        origins.append(span.start)
        offset = span.end
    pieces.append(without_private_characters(text[offset : region.end]))
    origins += range(offset, region.end + 1)
    return MaskedText("".join(pieces), origins, nodes, quotations)
