"""How an ingestion survives kill -9, with a fresh process each time: how often the graph was that of an undisturbed run.

python -m benchmarks.kills                                  # 20 kills on SQLite, half of them with a model and its cache
python -m benchmarks.kills --store bolt://127.0.0.1:7687 --kills 5
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Figure, publish
from tests.faults.ingesting import Ingestion, Moments

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Killed:
    """One kill of a process at work: when, how long the same command took afterwards, and whether the graph is right."""

    after: float
    resumed: float
    right: bool


def command(ingestion: Ingestion) -> subprocess.Popen[bytes]:
    """The ingestion in an interpreter of its own."""
    cache = "" if ingestion.cache is None else str(ingestion.cache)
    words = [sys.executable, "-m", "benchmarks.kills", "--run", ingestion.store, ingestion.group_id, cache]
    return subprocess.Popen(words, cwd=ROOT)


def undisturbed(ingestion: Ingestion) -> float:
    """Run the command to its end; the seconds it took."""
    begun = time.monotonic()
    with command(ingestion) as process:
        if process.wait() != 0:
            raise SystemExit(f"the command ended with {process.returncode}")
    return time.monotonic() - begun


def killed(ingestion: Ingestion, after: float, wanted: list[str]) -> Killed | None:
    """Start the command, kill it, run it again, and compare; None if it had ended before."""
    with command(ingestion) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            return None
    resumed = undisturbed(ingestion)
    return Killed(after, resumed, asyncio.run(ingestion.outcome()) == wanted)


def killed_often(
    fresh: Callable[[int], Ingestion], kills: int, *, drawn: Moments, wanted: list[str]
) -> Iterator[Killed]:
    """So many kills, each of an ingestion into an empty work, at work when it was killed."""
    tries = itertools.count()
    for _ in range(kills):
        while (one := killed(fresh(next(tries)), drawn.next(), wanted)) is None:
            drawn.too_late()
        yield one


def on_sqlite(folder: Path, kills: int, seed: int) -> list[Killed]:
    """Half of the kills with rules, half with a scripted model and its cache on disk."""
    found: list[Killed] = []
    for prompted in (False, True):

        def fresh(number: int, prompted: bool = prompted) -> Ingestion:
            name = f"{prompted} {number}"
            return Ingestion(str(folder / f"{name}.db"), cache=folder / name if prompted else None)

        calm = fresh(-1)
        drawn = Moments(seed + prompted, longest=undisturbed(calm))
        wanted = asyncio.run(calm.outcome())
        found += killed_often(fresh, (kills + 1 - prompted) // 2, drawn=drawn, wanted=wanted)
    return found


def on_server(address: str, kills: int, seed: int) -> list[Killed]:
    """All kills by rules, in a work of the benchmark's own."""
    work = Ingestion(address, group_id="benchmark of kills")

    def fresh(_: int) -> Ingestion:
        asyncio.run(work.forget())
        return work

    drawn = Moments(seed, longest=undisturbed(fresh(-1)))
    wanted = asyncio.run(work.outcome())
    found = list(killed_often(fresh, kills, drawn=drawn, wanted=wanted))
    asyncio.run(work.forget())
    return found


def main() -> int:
    """Measure and publish; 1 where a graph differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", default="")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", nargs=3, metavar=("STORE", "WORK", "CACHE"))
    asked = parser.parse_args()
    if asked.run:
        store, work, cache = asked.run
        Ingestion(store, group_id=work, cache=Path(cache) if cache else None).run()
        return 0
    if asked.store:
        found = on_server(asked.store, asked.kills, asked.seed)
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = on_sqlite(Path(folder), asked.kills, asked.seed)
    name = "Kills on Neo4j" if asked.store else "Kills on SQLite"
    figures = [
        Figure("kills of a process at work", len(found), "kills"),
        Figure("graphs that differ from an undisturbed run", sum(not one.right for one in found), "graphs", 0),
        Figure("longest resumption", max(one.resumed for one in found), "s"),
    ]
    return publish(f"{name}: kill -9 at seeded moments, then the same command again", figures)


if __name__ == "__main__":
    raise SystemExit(main())
