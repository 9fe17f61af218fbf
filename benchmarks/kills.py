"""Kill ingestions with SIGKILL, resume them, and count graphs that differ from the graph of an undisturbed run.

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
    """One killed ingestion: seconds until the kill, seconds of the repeated command, and whether the graph is correct."""

    after: float
    resumed: float
    right: bool


def start_ingestion(ingestion: Ingestion) -> subprocess.Popen[bytes]:
    """Start the ingestion in a Python process of its own."""
    cache = "" if ingestion.cache is None else str(ingestion.cache)
    words = [sys.executable, "-m", "benchmarks.kills", "--run", ingestion.store, ingestion.group_id, cache]
    return subprocess.Popen(words, cwd=ROOT)


def run_to_end(ingestion: Ingestion) -> float:
    """Run the ingestion to its end and return the seconds that it took."""
    begun = time.monotonic()
    with start_ingestion(ingestion) as process:
        if process.wait() != 0:
            raise SystemExit(f"the command ended with {process.returncode}")
    return time.monotonic() - begun


def kill_and_resume(ingestion: Ingestion, after: float, wanted: list[str]) -> Killed | None:
    """Start the ingestion, kill it, run it again, and compare the graph. Return None if it had ended before the kill."""
    with start_ingestion(ingestion) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            return None
    resumed = run_to_end(ingestion)
    return Killed(after, resumed, asyncio.run(ingestion.outcome()) == wanted)


def killed_ingestions(
    fresh: Callable[[int], Ingestion], kills: int, *, moments: Moments, wanted: list[str]
) -> Iterator[Killed]:
    """Yield *kills* killed ingestions, each into an empty work. Attempts that ended before the kill are repeated."""
    tries = itertools.count()
    for _ in range(kills):
        while (one := kill_and_resume(fresh(next(tries)), moments.next(), wanted)) is None:
            moments.too_late()
        yield one


def on_sqlite(folder: Path, kills: int, seed: int) -> list[Killed]:
    """Kill ingestions on SQLite: half of them read by rules, half with a scripted model and a reply cache on disk."""
    found: list[Killed] = []
    for prompted in (False, True):

        def fresh(number: int, prompted: bool = prompted) -> Ingestion:
            name = f"{prompted} {number}"
            return Ingestion(str(folder / f"{name}.db"), cache=folder / name if prompted else None)

        undisturbed = fresh(-1)
        moments = Moments(seed + prompted, longest=run_to_end(undisturbed))
        wanted = asyncio.run(undisturbed.outcome())
        found += killed_ingestions(fresh, (kills + 1 - prompted) // 2, moments=moments, wanted=wanted)
    return found


def on_server(address: str, kills: int, seed: int) -> list[Killed]:
    """Kill ingestions on a Neo4j server, all read by rules, in a work that only this benchmark uses."""
    work = Ingestion(address, group_id="benchmark of kills")

    def fresh(_: int) -> Ingestion:
        asyncio.run(work.forget())
        return work

    moments = Moments(seed, longest=run_to_end(fresh(-1)))
    wanted = asyncio.run(work.outcome())
    found = list(killed_ingestions(fresh, kills, moments=moments, wanted=wanted))
    asyncio.run(work.forget())
    return found


def main() -> int:
    """Run the benchmark and publish the figures. Return 1 if a graph differs."""
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
        Figure("killed ingestions", len(found), "kills"),
        Figure("graphs that differ from an undisturbed run", sum(not one.right for one in found), "graphs", 0),
        Figure("longest repeated ingestion", max(one.resumed for one in found), "s"),
    ]
    return publish(f"{name}: kill -9 at seeded moments, then the same ingestion again", figures)


if __name__ == "__main__":
    raise SystemExit(main())
