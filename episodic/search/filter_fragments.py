"""Finds texts that the stored JSON of a record must contain for the record to fulfil a filter condition.

The store's search index cannot apply most conditions on names and texts. A search with a condition on a name or text
reads many records that do not fulfil the condition. Only records whose JSON contains one of the required texts are
decoded.
"""

from __future__ import annotations

import re

from episodic.search.filter_fields import Op, ValidCondition

QUALIFIER_KEY = ('"qualifier":',)
"""The JSON key of a fact's qualifier, which is missing in the JSON of a fact without a qualifier."""
_TEXTS = frozenset(
    {
        *("text", "subject", "object", "value", "qualifier", "condition", "duration", "participant", "holder"),
        *("name", "alias", "summary"),
    }
)
"""The fields with free text, which the JSON of a record contains as it is, apart from characters that JSON escapes."""
_POSITIVE = frozenset({Op.EQUAL, Op.IN, Op.CONTAINS, Op.STARTS, Op.ENDS})
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def json_fragments(condition: ValidCondition) -> tuple[str, ...]:
    """Return texts of which the JSON of every record that fulfils the condition contains at least one. If no such texts
    are known, return an empty tuple.
    """
    if condition.field not in _TEXTS or condition.op not in _POSITIVE:
        return ()
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = tuple(str(one) for one in values)
    return () if any(_ESCAPED.search(one) for one in texts) else texts
