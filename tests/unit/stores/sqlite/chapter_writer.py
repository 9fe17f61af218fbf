"""A process that commits chapters until it is done or is killed, and prints every acknowledged revision."""

import asyncio
import os
import sys
from pathlib import Path

from episodic.errors import StaleRevisionError
from episodic.model.records import Record
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, direction, entity, episode, fact, towards

PARTS = 40
VECTOR = 384


def chapter(name: str) -> list[Record]:
    """Return the records of one chapter. Every chapter has the same number of records."""
    numbers = range(PARTS)
    people = [entity(f"{name} person {n}", f"{name}人物{n}", vector=direction(n, dimension=VECTOR)) for n in numbers]
    facts = [
        fact(
            f"{name} fact {n}",
            f"{name} person {n}",
            text=f"{name}人物{n}走进了值夜者的大厅",
            vector=towards(1, n / PARTS, dimension=VECTOR),
        )
        for n in numbers
    ]
    return [episode(name, "长" * 20_000), *people, *facts]


async def write(path: Path, group: str, *, name: str, count: int) -> None:
    """Commit *count* chapters and print the revision of each."""
    store = SQLiteStore(path)
    number = 0
    while number < count:
        work = await store.work(group)
        base = work.revision if work else 0
        try:
            revision = await store.commit(changes(group, *chapter(f"{name}-{base}-{number}"), base=base))
        except StaleRevisionError:
            continue
        number += 1
        sys.stdout.write(f"{revision}\n")
        sys.stdout.flush()
    await store.close()


def run(path: str, group: str, *, name: str, count: int) -> None:
    """Print the id of this process, commit *count* chapters and print the revision of each."""
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    asyncio.run(write(Path(path), group, name=name, count=count))
