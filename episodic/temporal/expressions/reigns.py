"""Reign titles as they are written: with or without the dynasty before them."""

from __future__ import annotations

import re
from typing import Final

from episodic.temporal.calendar_reigns import Reigns, shipped_reigns, titles

DYNASTY: Final = (
    "大?(?:五代后汉|蜀汉|后汉|前汉|东汉|西汉|汉赵|成汉|曹魏|北魏|东魏|西魏|冉魏|东吴|孙吴|西晋|东晋|后赵|前秦|后秦|前燕|后燕|刘宋|南齐|北齐|"
    "北周|武周|北宋|南宋|后梁|后唐|后晋|后周|西夏|南明|日本|蜀|汉|新|魏|吴|晋|赵|秦|燕|齐|梁|陈|周|隋|唐|宋|辽|金|元|明|清)朝?"
)
"""What may stand before a title, as a pattern."""


def reign_pattern(reigns: Reigns) -> str:
    """A pattern for every title that the work knows, longer ones first where one begins another."""
    return "|".join(map(re.escape, titles((*reigns.added, *shipped_reigns()))))
