"""Tests of the scope of a read."""

from __future__ import annotations

from typing import Any, cast

import pytest

from episodic.errors import InvalidFilterError
from episodic.search.scope import Scope


@pytest.mark.parametrize(("field", "value"), [("as_of", 134), ("told_by", 1.5), ("pov", 3), ("at_revision", "two")])
def test_a_value_of_a_wrong_type_is_refused_with_the_name_of_its_field(field: str, value: object) -> None:
    with pytest.raises(InvalidFilterError, match=field):
        Scope(**cast("dict[str, Any]", {field: value}))
