"""The program that kills processes which run jobs: `python -m tests.faults.job_kills --kills 20 --seed 1`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.faults.running_jobs import check_kills, undisturbed


def main() -> None:
    """Kill the given number of processes, and print the times of the kills."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds, kills = asyncio.run(_killed(Path(folder), seed=asked.seed, kills=asked.kills))
    sys.stdout.write(f"An undisturbed job takes {seconds:.2f} s. {len(kills)} jobs were killed after\n")
    sys.stdout.writelines(f"  {kill}\n" for kill in sorted(kills))
    sys.stdout.write("Another process finished each job, and no chapter was read twice.\n")


async def _killed(folder: Path, *, seed: int, kills: int) -> tuple[float, list[str]]:
    seconds, wanted = await undisturbed(folder)
    return seconds, await check_kills(folder, seed=seed, kills=kills, longest=seconds, wanted=wanted)


if __name__ == "__main__":
    main()
