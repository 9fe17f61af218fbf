"""Story time: calendars, time expressions, the chronology, the fold of statements into facts, and knowledge.

The chronology says which of two moments is earlier; the fold derives facts with their ends; knowledge is what a person
knows.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A local copy of the constant `typing.TYPE_CHECKING`, because importing `typing` takes longer than loading this
module.
"""

if TYPE_CHECKING:
    from episodic.model.holding import Holding as Holding
    from episodic.temporal.calendars.conversion import (
        Converted as Converted,
        convert_date as convert_date,
    )
    from episodic.temporal.calendars.work_calendars import load_calendar as load_calendar
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.model.holding": "Holding",
            "episodic.temporal.calendars.conversion": "Converted convert_date",
            "episodic.temporal.calendars.work_calendars": "load_calendar",
        },
    )
