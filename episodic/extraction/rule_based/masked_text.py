"""Masked text: text in which a private-use character (a mark) replaces each mention, so that regular expressions can
match mentions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.language_rules import KnownNode, NameKind
from episodic.model.spans import Span

PERSON, PLACE, GROUP, THING, OTHER, SPEECH = "\ue001", "\ue002", "\ue003", "\ue004", "\ue005", "\ue010"
"""The private-use characters that replace mentions of people and creatures, places, organizations, items and other
nodes, and quotations.
"""
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
    """One occurrence of a name in the text. A mention has the index of the named entity (node), and the private-use
    character (of Unicode) for the kind of this entity.
    """

    span: Span
    node: int
    mark: str


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A masked text (text with placeholders in place of mentions), with the offset of each of its characters in the
    original text of the window.

    The character `text[i]` comes from the offset `origins[i]` of the window. The last item of `origins` is the offset
    of the end of the text.
    """

    text: str
    origins: Sequence[int]
    nodes: dict[int, int]
    """Maps the offset of each placeholder in `text` to the index of the entity (node) whose mention the placeholder
    replaces.
    """
    speech: dict[int, int]
    """Maps the offset of each character SPEECH in `text` to the number of the quotation that this character replaces.
    """

    def span(self, start: int, end: int) -> Span:
        """Return the span in the window that corresponds to the span from *start* to *end* in the masked text."""
        return Span(self.origins[start], self.origins[end])


def without_private_characters(text: str) -> str:
    """Return *text* with each private-use character replaced by U+FFFD, because in masked text private-use characters
    stand for mentions.

    The returned text has the same length as *text*.
    """
    return _PRIVATE.sub("\ufffd", text)


def mentions_of(nodes: Sequence[KnownNode]) -> tuple[Mention, ...]:
    """Return every mention of the nodes, in text order.

    Of two overlapping mentions, only the earlier is returned. Of two mentions that begin at the same offset, only the
    longer is returned.
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
    """Return the given region of *text* with placeholders. Each mention is replaced by a private-use character (a
    mark), and each span of *speech* by the character SPEECH.

    The spans *speech* must be in text order and inside *region*. Mentions inside a span of *speech* get no mark of
    their own.
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
        pieces.append(text[offset : span.start])
        origins += range(offset, span.start)
        (quotations if mark == SPEECH else nodes)[len(origins)] = number
        pieces.append(mark)
        origins.append(span.start)
        offset = span.end
    pieces.append(text[offset : region.end])
    origins += range(offset, region.end + 1)
    return MaskedText("".join(pieces), origins, nodes, quotations)
