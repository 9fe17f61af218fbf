"""Writes the store of docs/stores.md to `documented/`, where `make check` checks its types with all other code."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "stores.md"
FOLDER = Path(__file__).with_name("documented")
NAME = "dict_store.py"


def main() -> None:
    """Write the file only if it has changed, so that mypy need not read the file again."""
    (code,) = re.findall(
        rf"^```python {re.escape(NAME)}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    file = FOLDER / NAME
    FOLDER.mkdir(exist_ok=True)
    if not file.exists() or file.read_text(encoding="utf-8") != code:
        file.write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main()
