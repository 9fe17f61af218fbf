"""Texts that the stored JSON of a record must contain if the record fulfils a filter condition.

Conditions on names and texts have no facets, so that a search with such a condition reads many records that do not pass.
A record is decoded only if its JSON contains the text of the condition.
"""

from __future__ import annotations

import re

from episodic.search.filter_fields import Op, ValidCondition

QUALIFIER_KEY = ('"qualifier":',)
"""The JSON key of a fact's qualifier. The JSON of a fact without a qualifier does not contain the key."""
_TEXTS = frozenset(
    {
        *("text", "subject", "object", "value", "qualifier", "condition", "duration", "participant", "holder"),
        *("name", "alias", "summary"),
    }
)
"""The fields whose values are texts of the work or of the author, which JSON contains as they are."""
_POSITIVE = frozenset({Op.EQUAL, Op.IN, Op.CONTAINS, Op.STARTS, Op.ENDS})
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def json_fragments(condition: ValidCondition) -> tuple[str, ...]:
    """Return texts such that the JSON of every record that fulfils the condition contains one of them, or nothing if no
    such texts are known.
    """
    if condition.field not in _TEXTS or condition.op not in _POSITIVE:
        return ()
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = tuple(str(one) for one in values)
    return () if any(_ESCAPED.search(one) for one in texts) else texts
