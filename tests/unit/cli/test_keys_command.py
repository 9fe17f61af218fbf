"""Tests of the command `keys`."""

from __future__ import annotations

from typing import cast

from episodic.cli.escaping import Json
from tests.unit.cli.command_line import CommandLine


def test_a_key_is_created_listed_and_revoked(cli: CommandLine) -> None:
    made = cli.value("keys", "create", "编辑", "--access", "append", "--work", "潮", "--days", "30")
    (listed,) = cast("list[dict[str, Json]]", cli.value("keys")["keys"])
    revoked = cli.run("keys", "revoke", str(made["id"]))

    assert str(made["secret"]).startswith("episodic_")
    assert {**listed, "secret": made["secret"]} == made
    assert (listed["access"], listed["work"], listed["name"]) == ("append", "潮", "编辑")
    assert revoked.exit_code == 0, revoked.stderr
    assert cli.value("keys")["keys"] == []


def test_only_the_secret_is_printed_to_standard_output(cli: CommandLine) -> None:
    result = cli.run("keys", "create", "reader")

    assert result.stdout.startswith("episodic_")
    assert len(result.stdout.split()) == 1
    assert "reader" in result.stderr


def test_a_key_opens_all_works_unless_a_work_is_named(cli: CommandLine) -> None:
    assert cli.value("keys", "create", "reader")["work"] is None


def test_the_list_shows_no_hash_and_no_secret(cli: CommandLine) -> None:
    made = cli.value("keys", "create", "reader")

    result = cli.run("keys")

    assert str(made["id"]) in result.stdout
    assert str(made["secret"]) not in result.stdout


def test_a_key_must_be_named_and_exist(cli: CommandLine) -> None:
    cli.run("keys", "create", "reader")

    for arguments in (("create",), ("revoke",), ("revoke", "unknown")):
        result = cli.run("keys", *arguments)
        assert result.exit_code == 2, arguments
        assert "hint" in result.stderr, arguments
