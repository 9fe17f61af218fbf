"""The vocabulary of a work: the default type that an entity type stands for."""

from __future__ import annotations

import pytest

from episodic.model.settings import DEFAULT_ENTITY_TYPES, EntityType, WorkSettings
from episodic.search.vocabulary import SHIPPED, WorkVocabulary

OWN = WorkVocabulary(
    WorkSettings((*DEFAULT_ENTITY_TYPES, EntityType("Guild", names=("组织",)), EntityType("Ship", names=("船",))))
)


@pytest.mark.parametrize(
    ("name", "default"),
    [("organization", "Organization"), ("势力", "Organization"), ("角色", "Person"), ("Guild", "Organization")],
)
def test_a_type_that_shares_a_name_with_a_default_type_stands_for_it(name: str, default: str) -> None:
    assert OWN.default_type(name) == default


def test_a_type_of_the_work_alone_stands_for_no_default_type() -> None:
    assert OWN.default_type("船") is None
    assert SHIPPED.default_type("船") is None
