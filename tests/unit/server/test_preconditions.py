"""Tests of ETags and conditions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import Language
from episodic.model.records import Work
from episodic.server.preconditions import RevisionTag
from episodic.server.refusals import Refusal

WORK = Work("story", 7, None, None, "2026-01-01", "2026-01-02")
EN, ZH = Language("en"), Language("zh")


def test_a_tag_changes_with_the_revision_the_language_and_the_work() -> None:
    tags = {
        RevisionTag.of(work, language).header
        for work in (WORK, replace(WORK, revision=8), replace(WORK, created_at="2026-02-01"), None)
        for language in (EN, ZH)
    }

    assert len(tags) == 8


def test_a_tag_is_found_among_others() -> None:
    tag = RevisionTag.of(WORK, EN)

    for header in (tag.header, f'"x", {tag.header}', f"W/{tag.header}", "*"):
        assert tag.is_among(header), header
    for header in ("", '"7"', RevisionTag.of(WORK, ZH).header):
        assert not tag.is_among(header), header


def test_a_condition_on_the_current_revision_gives_the_revision() -> None:
    tag = RevisionTag.of(WORK, EN)

    assert tag.check(RevisionTag.of(WORK, ZH).header) == 7
    assert tag.check(None) is None
    assert tag.check("*") is None


def test_a_condition_on_another_revision_fails() -> None:
    older = RevisionTag.of(replace(WORK, revision=6), EN)

    for header in (older.header, "7", '"7"', f"W/{RevisionTag.of(WORK, EN).header}"):
        with pytest.raises(Refusal) as refused:
            RevisionTag.of(WORK, EN).check(header)
        assert refused.value.status == 412, header
    with pytest.raises(Refusal):
        RevisionTag.of(None, EN).check("*")
