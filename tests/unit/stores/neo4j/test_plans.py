"""The plans of a commit's statements are kept however the database grows, so none of them may go through a whole index."""

from collections.abc import Iterator
from typing import LiteralString, cast

import neo4j
import pytest

from episodic.stores.neo4j.committing import LOCK_AND_LOOK, LOOK, WRITE

KEPT = "CYPHER replan=skip"


def operators(plan: dict[str, object]) -> Iterator[str]:
    """The operators of a plan."""
    yield str(plan["operatorType"])
    for child in cast("list[dict[str, object]]", plan.get("children", [])):
        yield from operators(child)


@pytest.mark.parametrize("text", [LOCK_AND_LOOK, LOOK, WRITE], ids=["lock and look", "look", "write"])
@pytest.mark.usefixtures("store")
def test_what_a_commit_looks_for_is_found_by_its_key(driver: neo4j.Driver, text: str) -> None:
    """Each lookup is told its index, and the server follows: it would warn of one that it cannot use."""
    explained = f"EXPLAIN {KEPT.replace('skip', 'force')}{text.removeprefix(KEPT)}"

    with driver.session() as session:
        summary = session.run(cast("LiteralString", explained), c={}).consume()  # type: ignore[redundant-cast] # mypy takes it for any text

    plan = cast("dict[str, object]", summary.plan)
    assert plan
    assert [one for one in operators(plan) if "Scan" in one] == []
    assert [one.raw_classification for one in summary.gql_status_objects if one.raw_classification == "HINT"] == []


@pytest.mark.parametrize("text", [LOCK_AND_LOOK, LOOK, WRITE], ids=["lock and look", "look", "write"])
def test_each_lookup_of_a_commit_names_its_index(text: str) -> None:
    """What is planned where there is next to nothing is kept for when there is much."""
    assert text.startswith(KEPT)
    lookups = text.split("MATCH ")[1:]
    assert lookups
    for found in lookups:
        pattern = found.split("CREATE")[0].split("DELETE")[0].split("RETURN")[0]
        starts_from_what_is_known = ":Stored" not in pattern and "record_key" not in pattern
        assert starts_from_what_is_known or "USING INDEX SEEK" in pattern
