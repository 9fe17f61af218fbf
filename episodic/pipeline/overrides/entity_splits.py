"""The author's entity splits, applied to a chapter's reading before the nodes (entities) in the reading are matched to
the entities of earlier chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from episodic.dedup.nodes import NO_OVERRIDES, NodeOverrides
from episodic.languages import lexicon
from episodic.model.decisions import Override, OverrideKind
from episodic.model.name_keys import name_key
from episodic.model.readings import NodeReading, StatementReading, Surface, WindowReading
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.anchors import AnchoredItems

NodeDecisions = Mapping[tuple[int, int], NodeOverrides]
"""The author's decisions about nodes (entities as the reader found them). Each node is given by two indexes: the index
of its window in the chapter, and the index of the node in the window. The indexes of nodes are counted after splits
have divided the nodes. The mapping has no entry for a node without decisions.
"""
_Mention = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class _SplitClaim:
    """What the split with the number `split` decides about one mention. If `apart` is false, the mention belongs to
    the split-off entity. If `apart` is true, the mention does not belong to the split-off entity.
    """

    split: int
    apart: bool


@dataclass(slots=True)
class _NodeClaims:
    """What the author's splits decide about the mentions of one node (one entity as the reader found it in a part of
    the chapter). `own` maps a mention to a split: the mention belongs to the new entity of this split. `apart` maps a
    mention to several splits: the mention does not belong to the new entities of these splits.
    """

    own: dict[_Mention, int]
    apart: dict[_Mention, set[int]]


@dataclass(frozen=True, slots=True)
class _NodePart:
    """Some of the mentions of a node (an entity as the reader found it). The split `own` assigns these mentions to one
    new entity, or, if `own` is None, they stay with the old entity.
    """

    own: int | None
    mentions: frozenset[_Mention]


class Splits:
    """All entity splits of a work. The mentions that a split selects are found while chapters are replayed. If several
    splits select the same mention, the mention belongs to the latest split.
    """

    KEPT: ClassVar[tuple[str, ...]] = ()
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_anchored",)

    def __init__(self, acts: Iterable[Override]) -> None:
        self._acts = tuple(act for act in acts if act.kind is OverrideKind.SPLIT)
        held = [(anchor, _SplitClaim(act.number, apart=False)) for act in self._acts for anchor in act.anchors]
        left = [(anchor, _SplitClaim(act.number, apart=True)) for act in self._acts for anchor in act.kept]
        self._anchored = AnchoredItems[_SplitClaim].of((*held, *left))

    def copy(self) -> Splits:
        copied = Splits(())
        copied._acts = self._acts
        copied._anchored = self._anchored.copy()
        return copied

    @property
    def texts(self) -> frozenset[str]:
        """The texts of which a chapter must contain one, so that a split can take effect in it."""
        return self._anchored.texts

    def divide(self, chapter: ChapterInput) -> tuple[ChapterInput, NodeDecisions]:
        """Return the next chapter with the nodes (entities) of its reading divided according to the splits, and the
        author's decisions about these nodes.
        """
        nodes: dict[tuple[int, int], _NodeClaims] = {}
        for place, things in self._anchored.find_in(chapter):
            words = nodes.setdefault((place.window, place.node), _NodeClaims({}, {}))
            mention = (place.surface, place.span.shifted(-chapter.reading.starts[place.window]))
            for claim in things:
                if claim.apart:
                    words.apart.setdefault(mention, set()).add(claim.split)
                else:
                    words.own[mention] = max(claim.split, words.own.get(mention, claim.split))
        if not nodes:
            return chapter, {}
        marks: dict[tuple[int, int], NodeOverrides] = {}
        windows = list(chapter.reading.windows)
        for window in dict.fromkeys(window for window, _ in nodes):
            claims = {node: words for (place, node), words in nodes.items() if place == window}
            windows[window] = _divided(windows[window], claims, window, marks)
        return replace(chapter, reading=replace(chapter.reading, windows=tuple(windows))), marks

    def unmatched(self) -> tuple[Override, ...]:
        """Return the splits that have no effect because none of the mentions to split off is in the text any more."""
        return tuple(act for act in self._acts if not any(map(self._anchored.has_found, act.anchors)))


def _divided(
    reading: WindowReading, nodes: Mapping[int, _NodeClaims], window: int, marks: dict[tuple[int, int], NodeOverrides]
) -> WindowReading:
    """Return a window's reading with its nodes (entities) divided according to the splits *nodes*, and add the author's
    decisions about the nodes to *marks*.

    If some mentions of a node are selected by no split, the part with these mentions replaces the node. If every part
    of a node belongs to a split, the first part replaces the node. The other parts of a divided node are appended to
    the window's nodes, so that the indexes of the existing nodes stay the same.
    """
    made = list(reading.nodes)
    halves: dict[int, dict[int, _NodePart]] = {}
    for number, words in sorted(nodes.items()):
        whole = reading.nodes[number]
        parts = _node_parts(whole, words)
        taken = frozenset(half.own for half in parts if half.own is not None)
        placed: dict[int, _NodePart] = {}
        for half in parts:
            index = number if not placed else len(made)
            part = whole if len(parts) == 1 else _part(whole, half, parts)
            if index == number:
                made[number] = part
            else:
                made.append(part)
            kept = {split for mention in half.mentions for split in words.apart.get(mention, ())}
            apart = frozenset(kept | taken) - {half.own}
            marks[window, index] = replace(NO_OVERRIDES, own=half.own, apart=frozenset(apart), whole=whole.name)
            placed[index] = half
        if len(parts) > 1:
            halves[number] = placed
    statements = tuple(_reassign_statement(one, halves) for one in reading.statements) if halves else reading.statements
    return replace(reading, nodes=tuple(made), statements=statements)


def _node_parts(whole: NodeReading, words: _NodeClaims) -> list[_NodePart]:
    """Return the parts into which the node *whole* is divided. The first part contains the mentions that no split
    selects, if there are any. Each split adds one part with the mentions that it selects. The parts of the splits are
    in the order of their first mentions.
    """
    parts: dict[int | None, list[_Mention]] = {None: []}
    mentions = sorted(((one.text, span) for one in whole.surfaces for span in one.spans), key=lambda one: one[1])
    for mention in mentions:
        parts.setdefault(words.own.get(mention), []).append(mention)
    return [_NodePart(own, frozenset(found)) for own, found in parts.items() if found]


def _part(whole: NodeReading, half: _NodePart, parts: Sequence[_NodePart]) -> NodeReading:
    """Return a node with only those mentions of the node *whole* that belong to *half*, one part of the split node. If
    the node *whole* is the narrator, the parts with a first-person pronoun stay the narrator. If no part has a
    first-person pronoun, the first part stays the narrator.
    """
    surfaces = tuple(
        Surface(one.text, spans, one.shared)
        for one in whole.surfaces
        if (spans := tuple(span for span in one.spans if (one.text, span) in half.mentions))
    )
    named = [one.text for one in surfaces if not one.shared] or [one.text for one in surfaces]
    name = whole.name if whole.name in named else max(named, key=len)
    speaking = [
        one for one in parts if any(name_key(text) in lexicon.words("narrator_pronouns") for text, _ in one.mentions)
    ]
    narrator = whole.narrator and half in (speaking or parts[:1])
    return replace(whole, name=name, surfaces=surfaces, narrator=narrator)


def _reassign_statement(statement: StatementReading, halves: Mapping[int, Mapping[int, _NodePart]]) -> StatementReading:
    """Return the statement with each divided node replaced by the part of the node that the statement's quote mentions.

    If the quote mentions none or several parts of a node, the statement keeps the index of the node, which is now the
    index of its first part.
    """

    def who(node: int) -> int:
        parts = halves.get(node)
        if parts is None:
            return node
        named = [
            index for index, half in parts.items() if any(statement.quote.holds(span) for _, span in half.mentions)
        ]
        return named[0] if len(named) == 1 else node

    return replace(
        statement,
        subject=who(statement.subject),
        object=None if statement.object is None else who(statement.object),
        participants=tuple(replace(part, node=who(part.node)) for part in statement.participants),
        holder=None if statement.holder is None else who(statement.holder),
        tellers=tuple(who(teller) for teller in statement.tellers),
    )
