"""Phrases: each exists in English and Chinese, with the same content, and mixes neither language with the other."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import ModuleType
from typing import cast

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
from episodic.model.holding import Holding
from episodic.pipeline.edits.draft_check import DraftKind
from episodic.pipeline.reports import Outcome, Stage
from episodic.search.filter_fields import FIELDS, HitKind
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
"""An argument for each annotation. Messages with other arguments are tested with the commands that print them."""
KINDED = {"counted": "fact"}
AS_THEY_ARE = frozenset(
    {"same", "listed", "type_named", "predicate_named", "reader_named", "signer", "field_named", "done"}
)
"""Names that come from the author, which may be in any language."""


def modules() -> Iterator[ModuleType]:
    """Return all modules with messages."""
    for one in pkgutil.iter_modules(messages.__path__, f"{messages.__name__}."):
        yield importlib.import_module(one.name)


def constants() -> dict[str, Phrase]:
    """Return every message that is a module constant or an entry of a table."""
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


def function_results() -> dict[str, Phrase]:
    """Return the results of all message functions that accept only words and numbers."""
    found: dict[str, Phrase] = {}
    for module in modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_") and name not in AS_THEY_ARE:
                said = _said(name, function)
                found |= {} if said is None else {name: said}
    return found


def _said(name: str, function: Callable[..., object]) -> Phrase | None:
    parameters = inspect.signature(function).parameters
    if inspect.signature(function).return_annotation != Phrase.__name__ or not {
        str(one.annotation) for one in parameters.values()
    } <= set(SAMPLES):
        return None
    given = {key: SAMPLES[str(one.annotation)] for key, one in parameters.items()}
    given |= {"kind": KINDED[name]} if name in KINDED else {}
    by_place = [given.pop(key) for key, one in parameters.items() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    said = function(*by_place, **given)
    assert isinstance(said, Phrase)
    return said


ALL = {**constants(), **function_results()}


def test_a_message_does_not_mix_languages() -> None:
    for name, one in ALL.items():
        assert not HAN.search(one.spoken(ENGLISH)), name
        assert not WIDE_MARKS.search(one.spoken(ENGLISH)), name
        assert not NARROW_MARKS.search(one.spoken(CHINESE)), name


def test_every_message_exists_in_both_languages() -> None:
    """Every message has two different texts."""
    differing = {name: one for name, one in ALL.items() if one.spoken(ENGLISH) != one.spoken(CHINESE)}

    assert len(differing) > 150
    for name, one in differing.items():
        assert one.spoken(ENGLISH), name
        assert HAN.search(one.spoken(CHINESE)) or WIDE_MARKS.search(one.spoken(CHINESE)), name


def test_both_languages_have_the_same_names_and_numbers() -> None:
    """Every name and number in one language also occurs in the other."""
    for name in function_results():
        one = ALL[name]

        assert (WORDS in one.spoken(ENGLISH)) is (WORDS in one.spoken(CHINESE)), name
        assert (str(NUMBER) in one.spoken(ENGLISH)) is (str(NUMBER) in one.spoken(CHINESE)), name


def test_most_messages_are_tested() -> None:
    """The test fails if it finds few messages, because the other tests would then check nothing."""
    assert len(constants()) > 100
    assert len(function_results()) > 50


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
    """A new member of an enumeration must get a name. The English name of a member is its value."""
    assert set(table) == set(kinds)
    assert all(
        said.spoken(ENGLISH) == kind.value.replace("_", " ") for kind, said in table.items() if kind is not Origin.FILE
    ) or (kinds is Stage)


def test_possible_and_denied_facts_have_a_label() -> None:
    assert set(labels.HOLDING) == set(Holding) - {Holding.HOLDS}


@pytest.mark.parametrize("kind", HitKind)
def test_every_countable_field_has_a_name(kind: HitKind) -> None:
    """The field `id` is excluded, because its name is the same in both languages."""
    named = {key.removeprefix("labels.field_") for key in MESSAGES.of(CHINESE)}

    assert FIELDS[kind] - {"uuid"} <= named


def test_every_manuscript_notice_has_a_chinese_text() -> None:
    for kind in FindingKind:
        said = ingestion.noticed(Finding(kind, "words", ("第三章",)))

        assert said.spoken(ENGLISH) == "words", kind
        assert HAN.search(said.spoken(CHINESE)), kind
        assert "{}" not in said.spoken(CHINESE), kind


def test_english_messages_have_a_singular() -> None:
    """English has a singular and a plural. Chinese has measure words."""
    assert [reads.counted(count, "fact").spoken(ENGLISH) for count in (1, 2)] == ["1 fact", "2 facts"]
    assert reads.counted(1_200, "entity").spoken(ENGLISH) == "1,200 entities"
    assert reads.counted(1, "entity").spoken(CHINESE) == "1 个实体"


def test_parts_of_messages_are_joined_by_the_rules_of_the_language() -> None:
    """Empty parts add no separator."""
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
        ("undo 3-12", "撤销版本 3 至 12"),
        ("redo 3-12", "重做版本 3 至 12"),
        ("something of a later version", "something of a later version"),
    ],
)
def test_a_revision_is_described_in_chinese(action: str, said: str) -> None:
    """The stored description is English. An unknown description is printed unchanged."""
    assert edits.done(action).spoken(ENGLISH) == action
    assert edits.done(action).spoken(CHINESE) == said


def test_what_was_rejected_is_said_by_rule() -> None:
    """The output explains each broken rule, with the number of rejections."""
    said = ingestion.not_believed([("quote_rejected", 2), ("unknown_id", 1)])

    assert said.spoken(ENGLISH).startswith(
        "3 parts of the replies were rejected: the quote does not stand in the text (2); the number was not offered (1)."
    )
    assert said.spoken(CHINESE).startswith("回复中有 3 处没有采用：引文不在原文里（2）；编号不存在（1）。")
