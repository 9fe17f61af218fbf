"""Command `predicate`: corrections of what a predicate means, and undoing them."""

from __future__ import annotations

from episodic.model.predicates import Cardinality, PredicateKind, shipped_predicates
from tests.unit.cli.command_line import CommandLine


def test_a_second_correction_keeps_the_first_and_the_shipped_properties(story_cli: CommandLine) -> None:
    first = story_cli.run("predicate", "lives_in", "--kind", "fixed")
    second = story_cli.run("predicate", "lives_in", "--cardinality", "many")
    third = story_cli.run("predicate", "lives_in", "--kind", "fixed")

    assert [first.exit_code, second.exit_code, third.exit_code] == [0, 0, 0]
    assert third.stdout == "已经如此，什么也没有做。\n"


def test_a_predicate_correction_without_options_is_refused(story_cli: CommandLine) -> None:
    result = story_cli.run("predicate", "lives_in")

    assert result.exit_code == 2
    assert "--cardinality" in result.stderr


def test_a_corrected_predicate_can_be_set_back_to_what_it_was(story_cli: CommandLine) -> None:
    """After the correction is reverted, the predicate has its shipped definition again."""
    shipped = next(one for one in shipped_predicates() if one.name == "lives_in")
    story_cli.run("predicate", "lives_in", "--kind", PredicateKind.FIXED.value, "--cardinality", Cardinality.MANY.value)

    back = story_cli.run(
        "predicate", "lives_in", "--kind", shipped.kind.value, "--cardinality", shipped.cardinality.value
    )

    assert back.exit_code == 0, back.stderr
