"""Patterns of Chinese reign titles, with or without the name of the dynasty."""

from __future__ import annotations

import re
from typing import Final

from episodic.temporal.calendars.reign_years import ReignTable, shipped_reigns, titles

DYNASTY: Final = (
    "大?(?:五代后汉|蜀汉|后汉|前汉|东汉|西汉|汉赵|成汉|曹魏|北魏|东魏|西魏|冉魏|东吴|孙吴|西晋|东晋|后赵|前秦|后秦|前燕|后燕|刘宋|南齐|北齐|"
    "北周|武周|北宋|南宋|后梁|后唐|后晋|后周|西夏|南明|日本|蜀|汉|新|魏|吴|晋|赵|秦|燕|齐|梁|陈|周|隋|唐|宋|辽|金|元|明|清)朝?"
)
"""Pattern of the name of a dynasty, which may precede a reign title."""


def reign_pattern(reigns: ReignTable) -> str:
    """Return a pattern that matches every reign title of the work and every shipped reign title.

    The pattern prefers a longer title to a shorter title with the same beginning.
    """
    return "|".join(map(re.escape, titles((*reigns.added, *shipped_reigns()))))
