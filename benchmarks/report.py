"""Show figures with their limits as a table on the terminal, and write them as JSON to results/."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Figure:
    """One measured figure. `limit` is the greatest allowed value, or None if the figure has no limit."""

    what: str
    value: float
    unit: str
    limit: float | None = None

    @property
    def within_limit(self) -> bool:
        """Whether the value is within the limit."""
        return self.limit is None or self.value <= self.limit


def publish(question: str, figures: list[Figure]) -> int:
    """Print and write the figures. Return the exit code, which is 1 if a figure is over its limit."""
    table = Table("", "measured", "limit", "", title=question)
    for one in figures:
        limit = "" if one.limit is None else f"{one.limit:g} {one.unit}"
        table.add_row(one.what, f"{one.value:.3g} {one.unit}", limit, "ok" if one.within_limit else "OVER")
    Console(width=110).print(table)
    RESULTS.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    measured = {
        "question": question,
        "at": now.isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [asdict(one) for one in figures],
    }
    name = question.split(":", maxsplit=1)[0].lower().replace(" ", "_")
    path = RESULTS / f"{now:%Y-%m-%d}_{name}.json"
    path.write_text(json.dumps(measured, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if all(one.within_limit for one in figures) else 1
