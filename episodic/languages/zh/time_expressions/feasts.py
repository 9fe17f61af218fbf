"""Feasts of the Chinese lunisolar year, such as 中秋."""

from __future__ import annotations

from typing import Final

from episodic.temporal.expressions.feasts import Feast

LUNAR: Final[dict[str, Feast]] = {
    "元宵": Feast(1, 15), "端午": Feast(5, 5), "端阳": Feast(5, 5), "七夕": Feast(7, 7), "中秋": Feast(8, 15),
    "重阳": Feast(9, 9), "重九": Feast(9, 9), "腊八": Feast(12, 8), "除夕": Feast(12), "大年三十": Feast(12), "岁除": Feast(12),
}  # fmt: skip
"""The Chinese names of feasts, with their dates in the lunisolar year.

The feasts on the last day of the year have no day, because the last day is the twenty-ninth or the thirtieth.
"""

LUNAR_FEAST: Final = f"(?:{'|'.join(sorted(LUNAR, key=len, reverse=True))})"
