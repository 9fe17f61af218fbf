"""Tests of the command `serve` up to the start of the server."""

from __future__ import annotations

import sys

import pytest

from tests.unit.cli.command_line import CommandLine


def test_a_server_for_other_machines_needs_a_key(cli: CommandLine) -> None:
    for arguments in (("--host", "192.168.1.2"), ("--require-key",)):
        result = cli.run("serve", *arguments)

        assert result.exit_code == 2, arguments
        assert "episodic keys create" in result.stderr, arguments


def test_tls_needs_a_certificate_and_its_key(cli: CommandLine) -> None:
    result = cli.run("serve", "--certificate", "a.pem")

    assert result.exit_code == 2
    assert "--private-key" in result.stderr


def test_without_the_extra_the_command_names_it(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "episodic.server.http_server", None)

    result = cli.run("serve")

    assert result.exit_code == 2
    assert "episodic-graph[http]" in result.stderr
