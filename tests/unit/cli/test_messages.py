"""Phrases: each exists in English and Chinese, with the same content, and mixes neither language with the other."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import ModuleType
from typing import cast, get_type_hints

import pytest

from episodic.cli import messages, preview
from episodic.cli.messages import drafts, edits, ingestion, labels, reads
from episodic.cli.messages.message import SILENT, Phrase, joined, listed, message, same
from episodic.config import Origin
from episodic.languages.en import ENGLISH
from episodic.languages.messages import MESSAGES
from episodic.languages.zh import CHINESE
from episodic.model.decisions import Correction, OverrideKind
from episodic.model.episodes import Layer
from episodic.model.graph import IssueKind
from episodic.pipeline.edits.draft_check import DraftKind
from episodic.pipeline.reports import Outcome, Stage
from episodic.search.filter_fields import FIELDS, HitKind
from episodic.temporal.as_of import Holding
from episodic.text.findings import Finding, FindingKind

HAN = re.compile(r"[\u3400-\u9fff]")
WIDE_MARKS = re.compile(r"[，。；：？！（）「」、]")
NARROW_MARKS = re.compile(r"[\u3400-\u9fff][,;:!?()]|[,;:!?()][\u3400-\u9fff]")
WORDS = "Xqz"
NUMBER = 47
SAMPLES: Mapping[str, object] = {
    "str": WORDS,
    "int": NUMBER,
    "float": float(NUMBER),
    "bool": False,
    "str | None": WORDS,
    "Sequence[str]": [WORDS],
    "Iterable[str]": [WORDS],
    "Phrase": message("labels.kinds_fact"),
    "Sequence[Phrase]": [message("reads.counted_fact", number=3)],
    "HitKind": HitKind.FACT,
    "Correction": Correction.ALIAS,
    "IssueKind | DraftKind": IssueKind.DEAD_ACTS,
    "Iterable[tuple[int, int]]": [(NUMBER, NUMBER)],
    "Sequence[tuple[int, Phrase]]": [(NUMBER, message("preview.plans_new"))],
    "Finding": Finding(FindingKind.NUMBERS_MISSING, f"Missing chapter numbers: {WORDS}.", (WORDS,)),
}
"""An argument for each annotation; phrases that take others are told by the commands that say them."""
KINDED = {"counted": "fact"}
AS_THEY_ARE = frozenset(
    {"same", "listed", "type_named", "predicate_named", "reader_named", "signer", "field_named", "done"}
)
"""Names, which are the author's own where they are not known."""


def modules() -> Iterator[ModuleType]:
    """Everything that holds phrases."""
    for one in pkgutil.iter_modules(messages.__path__, f"{messages.__name__}."):
        yield importlib.import_module(one.name)


def constants() -> dict[str, Phrase]:
    """Every phrase that has a name or stands in a table."""
    found: dict[str, Phrase] = {}
    for module in (*modules(), preview):
        for name, value in vars(module).items():
            found |= {f"{name}[{number}]": one for number, one in enumerate(_held(value)) if one}
    return found


def _held(value: object) -> list[Phrase]:
    if isinstance(value, Mapping):
        return [one for one in cast("Mapping[object, object]", value).values() if isinstance(one, Phrase)]
    if isinstance(value, tuple):
        return [one for one in cast("tuple[object, ...]", value) if isinstance(one, Phrase)]
    return [value] if isinstance(value, Phrase) else []


def made() -> dict[str, Phrase]:
    """What every function says that can be asked with words and numbers alone."""
    found: dict[str, Phrase] = {}
    for module in modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_") and name not in AS_THEY_ARE:
                said = _said(name, function)
                found |= {} if said is None else {name: said}
    return found


def _said(name: str, function: Callable[..., object]) -> Phrase | None:
    parameters = inspect.signature(function).parameters
    if get_type_hints(function)["return"] is not Phrase or not {
        str(one.annotation) for one in parameters.values()
    } <= set(SAMPLES):
        return None
    given = {key: SAMPLES[str(one.annotation)] for key, one in parameters.items()}
    given |= {"kind": KINDED[name]} if name in KINDED else {}
    by_place = [given.pop(key) for key, one in parameters.items() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    said = function(*by_place, **given)
    assert isinstance(said, Phrase)
    return said


ALL = {**constants(), **made()}


def test_a_phrase_is_in_one_language_at_a_time() -> None:
    """English without a Chinese character or mark; Chinese with its own marks."""
    for name, one in ALL.items():
        assert not HAN.search(one.spoken(ENGLISH)), name
        assert not WIDE_MARKS.search(one.spoken(ENGLISH)), name
        assert not NARROW_MARKS.search(one.spoken(CHINESE)), name


def test_a_phrase_is_said_in_both_languages() -> None:
    """Neither is left out, and neither is the other."""
    differing = {name: one for name, one in ALL.items() if one.spoken(ENGLISH) != one.spoken(CHINESE)}

    assert len(differing) > 150
    for name, one in differing.items():
        assert one.spoken(ENGLISH), name
        assert HAN.search(one.spoken(CHINESE)) or WIDE_MARKS.search(one.spoken(CHINESE)), name


def test_both_languages_tell_of_the_same() -> None:
    """A name or a number that stands in one stands in the other."""
    for name in made():
        one = ALL[name]

        assert (WORDS in one.spoken(ENGLISH)) is (WORDS in one.spoken(CHINESE)), name
        assert (str(NUMBER) in one.spoken(ENGLISH)) is (str(NUMBER) in one.spoken(CHINESE)), name


def test_most_phrases_are_looked_at() -> None:
    """A test that finds nothing finds no fault."""
    assert len(constants()) > 100
    assert len(made()) > 50


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (labels.LAYERS, Layer),
        (labels.ISSUES, IssueKind),
        (labels.KINDS, HitKind),
        (labels.ORIGINS, Origin),
        (ingestion.OUTCOMES, Outcome),
        (ingestion.STAGES, Stage),
        (edits.ACTS, OverrideKind),
        (edits.CORRECTIONS, Correction),
        (drafts.KINDS, DraftKind),
        (preview.ACTION_NAMES, preview.ChapterAction),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_every_kind_has_a_name(table: Mapping[StrEnum, Phrase], kinds: type[StrEnum]) -> None:
    """A new kind cannot be forgotten; its English name is its own."""
    assert set(table) == set(kinds)
    assert all(
        said.spoken(ENGLISH) == kind.value.replace("_", " ") for kind, said in table.items() if kind is not Origin.FILE
    ) or (kinds is Stage)


def test_what_may_hold_and_what_does_not_has_a_name() -> None:
    """What holds needs none."""
    assert set(labels.HOLDING) == set(Holding) - {Holding.HOLDS}


@pytest.mark.parametrize("kind", HitKind)
def test_every_field_that_can_be_counted_has_a_name(kind: HitKind) -> None:
    """But for the id, which is one in every language."""
    named = {key.removeprefix("labels.field_") for key in MESSAGES.of(CHINESE)}

    assert FIELDS[kind] - {"uuid"} <= named


def test_whatever_is_noticed_in_a_manuscript_is_said_in_chinese() -> None:
    """With what it is about, where that is known."""
    for kind in FindingKind:
        said = ingestion.noticed(Finding(kind, "words", ("第三章",)))

        assert said.spoken(ENGLISH) == "words", kind
        assert HAN.search(said.spoken(CHINESE)), kind
        assert "{}" not in said.spoken(CHINESE), kind


def test_one_is_not_several_in_english() -> None:
    """Chinese has measure words instead."""
    assert [reads.counted(count, "fact").spoken(ENGLISH) for count in (1, 2)] == ["1 fact", "2 facts"]
    assert reads.counted(1_200, "entity").spoken(ENGLISH) == "1,200 entities"
    assert reads.counted(1, "entity").spoken(CHINESE) == "1 个实体"


def test_phrases_are_put_together_in_each_language() -> None:
    """What says nothing leaves no mark."""
    said = joined([message("preview.plans_new"), SILENT, message("preview.plans_moved")])

    assert said.spoken(ENGLISH) == "new, moved"
    assert said.label.spoken(CHINESE) == "新，移动："
    assert listed(["甲", "乙"]).spoken(CHINESE) == "甲、乙"
    assert same("甲").spoken(ENGLISH) == "甲"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("add 第一章 潮屋", "加入 第一章 潮屋"),
        ("add 2 facts", "补充 2 条事实"),
        ("merge 周明瑞 and 克莱恩", "合并 周明瑞 和 克莱恩"),
        ("retract; lock", "收回一条事实；锁定一条事实"),
        ("correct the predicate lives_in", "更正关系 居住于"),
        ("correct 青禾: type Creature", "更正 青禾，类型 生物"),
        ("undo 12", "撤销版本 12"),
        ("something of a later version", "something of a later version"),
    ],
)
def test_a_revision_is_told_in_chinese(action: str, said: str) -> None:
    """It is kept in English; one that is not known is shown as it is kept."""
    assert edits.done(action).spoken(ENGLISH) == action
    assert edits.done(action).spoken(CHINESE) == said


def test_what_was_rejected_is_said_by_rule() -> None:
    """The rule in words, and how often it was broken."""
    said = ingestion.not_believed([("quote_rejected", 2), ("unknown_id", 1)])

    assert said.spoken(ENGLISH).startswith(
        "3 parts of the replies were rejected: the quote does not stand in the text (2); the number was not offered (1)."
    )
    assert said.spoken(CHINESE).startswith("回复中有 3 处没有采用：引文不在原文里（2）；编号不存在（1）。")
