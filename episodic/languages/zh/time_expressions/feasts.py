"""Feasts of lunisolar years, such as 中秋."""

from __future__ import annotations

from typing import Final

from episodic.temporal.expressions.feasts import Feast

LUNAR: Final[dict[str, Feast]] = {
    "元宵": Feast(1, 15), "端午": Feast(5, 5), "端阳": Feast(5, 5), "七夕": Feast(7, 7), "中秋": Feast(8, 15),
    "重阳": Feast(9, 9), "重九": Feast(9, 9), "腊八": Feast(12, 8), "除夕": Feast(12), "大年三十": Feast(12), "岁除": Feast(12),
}  # fmt: skip
"""Feasts of lunisolar years.

The last day of the year is the twenty-ninth or the thirtieth; texts do not say which.
"""

LUNAR_FEAST: Final = f"(?:{'|'.join(sorted(LUNAR, key=len, reverse=True))})"
