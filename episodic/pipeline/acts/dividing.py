"""The author's splits laid on a chapter's reading: a node that several people share is divided before anybody is placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.clusters import UNDECIDED, Decided
from episodic.model.asserted import Act, ActKind
from episodic.model.names import name_key
from episodic.model.readings import NodeReading, StatementReading, Surface, WindowReading
from episodic.model.spans import Span
from episodic.pipeline.acts.anchors import Anchored
from episodic.pipeline.asserted import AssertedChapter

Marks = Mapping[tuple[int, int], Decided]
"""What is decided of nodes, by window and node of the divided reading; of all others nothing."""
_Mention = tuple[str, Span]
_NARRATES = frozenset({"i", "me", "my", "我", "俺", "咱", "余", "吾"})


@dataclass(frozen=True, slots=True)
class _Held:
    """What one anchor says of its mention: the split it belongs to, or does not belong to."""

    split: int
    apart: bool


@dataclass(slots=True)
class _Words:
    """What anchors say of one node's mentions."""

    own: dict[_Mention, int]
    apart: dict[_Mention, set[int]]


@dataclass(frozen=True, slots=True)
class _Half:
    """The mentions of a node that belong to one split (None: to none), as indexes that statements use."""

    own: int | None
    mentions: frozenset[_Mention]


class Splits:
    """All splits of a work, found in its chapters as they are told. Of several that claim a mention the latest has it."""

    def __init__(self, acts: Iterable[Act]) -> None:
        self._acts = tuple(act for act in acts if act.kind is ActKind.SPLIT)
        held = [(anchor, _Held(act.number, apart=False)) for act in self._acts for anchor in act.anchors]
        left = [(anchor, _Held(act.number, apart=True)) for act in self._acts for anchor in act.kept]
        self._anchored = Anchored[_Held].of((*held, *left))

    def copy(self) -> Splits:
        """An independent copy."""
        other = Splits(())
        other._acts = self._acts
        other._anchored = self._anchored.copy()
        return other

    def divide(self, chapter: AssertedChapter) -> tuple[AssertedChapter, Marks]:
        """The next chapter with its nodes divided where it must be, and what is decided of them."""
        nodes: dict[tuple[int, int], _Words] = {}
        for place, things in self._anchored.tell(chapter):
            words = nodes.setdefault((place.window, place.node), _Words({}, {}))
            mention = (place.surface, place.span.shifted(-chapter.reading.starts[place.window]))
            for one in things:
                if one.apart:
                    words.apart.setdefault(mention, set()).add(one.split)
                else:
                    words.own[mention] = max(one.split, words.own.get(mention, one.split))
        if not nodes:
            return chapter, {}
        marks: dict[tuple[int, int], Decided] = {}
        windows = list(chapter.reading.windows)
        for window in dict.fromkeys(window for window, _ in nodes):
            mine = {node: words for (place, node), words in nodes.items() if place == window}
            windows[window] = _divided(windows[window], mine, window, marks)
        return replace(chapter, reading=replace(chapter.reading, windows=tuple(windows))), marks

    def loose(self) -> tuple[Act, ...]:
        """Splits none of whose mentions is in the text any more."""
        found = self._anchored.found
        return tuple(act for act in self._acts if not any(anchor in found for anchor in act.anchors))


def _divided(
    reading: WindowReading, nodes: Mapping[int, _Words], window: int, marks: dict[tuple[int, int], Decided]
) -> WindowReading:
    """One window's reading with halves in the place of its nodes: what is left, or the first, stays, others are appended."""
    made = list(reading.nodes)
    halves: dict[int, dict[int, _Half]] = {}
    for number, words in sorted(nodes.items()):
        whole = reading.nodes[number]
        parts = _halves(whole, words)
        taken = frozenset(half.own for half in parts if half.own is not None)
        placed: dict[int, _Half] = {}
        for half in parts:
            index = number if not placed else len(made)
            part = whole if len(parts) == 1 else _part(whole, half, parts)
            if index == number:
                made[number] = part
            else:
                made.append(part)
            kept = {split for mention in half.mentions for split in words.apart.get(mention, ())}
            apart = frozenset(kept | taken) - {half.own}
            marks[window, index] = replace(UNDECIDED, own=half.own, apart=frozenset(apart), whole=whole.name)
            placed[index] = half
        if len(parts) > 1:
            halves[number] = placed
    statements = tuple(_assigned(one, halves) for one in reading.statements) if halves else reading.statements
    return replace(reading, nodes=tuple(made), statements=statements)


def _halves(whole: NodeReading, words: _Words) -> list[_Half]:
    """The mentions of a node by the split they belong to, what is left first, then as they are told."""
    parts: dict[int | None, list[_Mention]] = {None: []}
    mentions = sorted(((one.text, span) for one in whole.surfaces for span in one.spans), key=lambda one: one[1])
    for mention in mentions:
        parts.setdefault(words.own.get(mention), []).append(mention)
    return [_Half(own, frozenset(found)) for own, found in parts.items() if found]


def _part(whole: NodeReading, half: _Half, parts: Sequence[_Half]) -> NodeReading:
    """A node of one half's mentions alone; the narrator's own words make it the narrator."""
    surfaces = tuple(
        Surface(one.text, spans, one.shared)
        for one in whole.surfaces
        if (spans := tuple(span for span in one.spans if (one.text, span) in half.mentions))
    )
    named = [one.text for one in surfaces if not one.shared] or [one.text for one in surfaces]
    name = whole.name if whole.name in named else max(named, key=len)
    speaking = [one for one in parts if any(name_key(text) in _NARRATES for text, _ in one.mentions)]
    narrator = whole.narrator and half in (speaking or parts[:1])
    return replace(whole, name=name, surfaces=surfaces, narrator=narrator)


def _assigned(one: StatementReading, halves: Mapping[int, Mapping[int, _Half]]) -> StatementReading:
    """The statement about those halves that its quote names."""

    def who(node: int) -> int:
        parts = halves.get(node)
        if parts is None:
            return node
        named = [index for index, half in parts.items() if any(one.quote.holds(span) for _, span in half.mentions)]
        return named[0] if len(named) == 1 else node

    return replace(
        one,
        subject=who(one.subject),
        object=None if one.object is None else who(one.object),
        participants=tuple(replace(part, node=who(part.node)) for part in one.participants),
        holder=None if one.holder is None else who(one.holder),
        tellers=tuple(who(teller) for teller in one.tellers),
    )
