"""Runs random sequences of edits and compares each with a fresh reading of the final text.

python -m tests.properties.edit_sequences --sequences 400 --length 20 --seed 1
python -m tests.properties.edit_sequences --log failed.txt --seed 17     # the lines of a printed log
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from tests.properties.edit_sequences.edits import Edit
from tests.properties.edit_sequences.sequences import Plan, SequenceFailedError, run_sequence, shrunk


async def main() -> int:
    """Run the sequences of the command line and return the number of failed sequences."""
    asked = _asked()
    begun, failed, compared = time.monotonic(), 0, 0
    plans = [Plan(asked.seed + one, asked.length, thorough=asked.thorough) for one in range(asked.sequences)]
    log = None if asked.log is None else [Edit.read(one) for one in _lines(asked.log)]
    for number, plan in enumerate(plans if log is None else plans[:1], start=1):
        try:
            compared += await run_sequence(plan, log=log)
        except SequenceFailedError as error:
            failed += 1
            sys.stdout.write(f"FAILED {error}\nshrunk: {await shrunk(error, seconds=asked.shrink)}\n")
        if number % 20 == 0:
            sys.stdout.write(f"{number} sequences, {failed} failed, {time.monotonic() - begun:.0f} s\n")
        sys.stdout.flush()
    took = time.monotonic() - begun
    sys.stdout.write(
        f"{len(plans)} sequences of {asked.length}: {failed} failed, {compared} comparisons, {took:.0f} s\n"
    )
    return failed


def _lines(path: Path) -> list[str]:
    return [one for one in path.read_text(encoding="utf-8").splitlines() if one.strip()]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.properties.edit_sequences", description=__doc__)
    parser.add_argument("--sequences", type=int, default=400)
    parser.add_argument("--length", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first sequence; the next ones count on from it")
    parser.add_argument("--thorough", action="store_true", help="compare drafts and plans after every edit, too")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds in which a failing sequence is shortened")
    parser.add_argument("--log", type=Path, help="a file of edits, one a line, instead of random ones")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
