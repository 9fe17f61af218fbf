"""Tests of the attributes that a checkpoint stores: a restored object has the attributes of the stored object."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.checkpoint.changes import StoredChange, WrittenChange, packed, unpacked
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import ValuePages
from episodic.pipeline.checkpoint.tables import KeptTables


@dataclass
class Part:
    """A part with attributes of its own."""

    KEPT: ClassVar[tuple[str, ...]] = ("names", "counted")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"names"})
    names: dict[str, int] = field(default_factory=dict[str, int])
    counted: Counter[str] = field(default_factory=Counter[str])


@dataclass
class Whole:
    """An object with an attribute of every kind."""

    KEPT: ClassVar[tuple[str, ...]] = ("table", "shared", "listed", "marked", "near")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("part",)
    table: dict[tuple[str, int], Evidence] = field(default_factory=dict[tuple[str, int], Evidence])
    shared: SharedDict[tuple[str, int], tuple[Evidence | None, ...]] = field(
        default_factory=SharedDict[tuple[str, int], tuple[Evidence | None, ...]]
    )
    listed: list[int] = field(default_factory=list[int])
    marked: set[str] = field(default_factory=set[str])
    near: tuple[int, int] | None = None
    part: Part = field(default_factory=Part)


def evidence(key: str, number: int) -> Evidence:
    return Evidence(key, key * number, 0, number, NarrativePosition(number, 0))


def change(whole: Whole, chance: random.Random) -> None:
    """Change some attributes at random."""
    for _ in range(chance.randrange(6)):
        key, number = chance.choice("abcdef"), chance.randrange(4)
        match chance.randrange(11):
            case 0:
                whole.table[key, number] = evidence(key, number)
            case 1:
                whole.table.pop((key, number), None)
            case 2:
                whole.table = dict(sorted(whole.table.items(), key=lambda one: one[0][1]))
            case 3 | 4:
                whole.listed.append(number)
            case 5:
                del whole.listed[number:]
            case 6:
                whole.listed[number : number + 1] = [number]
            case 7:
                whole.marked ^= {key}
            case 8:
                whole.part.names[key] = number
            case 9:
                whole.part.names.pop(key, None)
            case _:
                whole.part.counted[key] += 1
                whole.near = chance.choice((None, (number, number)))


def change_shared(whole: Whole, chance: random.Random) -> None:
    """Change the shared dictionary at random: some entries, or enough entries for columns."""
    for key in chance.sample("abcdef", chance.randrange(3)):
        if chance.random() < 0.5:
            whole.shared.pop((key, chance.randrange(9)), None)
        for number in range(chance.choice((2, 9))):
            whole.shared[key, number] = tuple(chance.choices((None, evidence(key, number)), k=chance.randrange(3)))


def restored(
    pages: list[ValuePages], commits: list[list[WrittenChange]], later: Sequence[list[WrittenChange]] = ()
) -> Whole:
    """Return an object that is restored from kept values and the changes of several commits, to which the changes of
    the commits *later* are then applied one after another.
    """
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    for values in pages:
        kept.add_stored(values)
    by_name: dict[str, list[StoredChange]] = {}
    for one in chain.from_iterable(unpacked(packed(changes)) for changes in commits):
        by_name.setdefault(one.name, []).append(one)
    found, tables = Whole(), KeptTables(kept.codec, kept.opened)
    tables.restore(found, "whole", by_name)
    for changes in later:
        tables.continue_state(found, "whole", unpacked(packed(changes)))
    return found


def test_an_object_is_restored_after_any_changes() -> None:
    for seed in range(60):
        chance, whole = random.Random(seed), Whole()
        kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
        tables = KeptTables(kept.codec, kept.opened)
        pages: list[ValuePages] = []
        commits: list[list[WrittenChange]] = []
        for _ in range(8):
            change(whole, chance)
            change_shared(whole, chance)
            commits.append(list(tables.changes(whole, "whole")))
            pages += filter(None, [kept.take_fresh()])

        for count in (8, 5, 1):
            found = restored(pages, commits[:count], commits[count:])

            assert found == whole, seed
            assert list(found.table) == list(whole.table), seed
            assert list(found.shared.items()) == list(whole.shared.items()), seed
            assert isinstance(found.part.counted, Counter), seed


def test_only_changes_are_written() -> None:
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    whole, tables = Whole(listed=list(range(100))), KeptTables(kept.codec, kept.opened)
    first = list(tables.changes(whole, "whole"))

    whole.listed.append(100)

    assert len(first) == 7
    assert list(tables.changes(whole, "whole")) == [WrittenChange("whole.listed", 101, [b"[[],[100],[],101]"])]
    assert list(tables.changes(whole, "whole")) == []
