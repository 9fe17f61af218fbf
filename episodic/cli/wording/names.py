"""What the kinds of things are called: chapters' fates, layers, issues, decisions, fields, types and predicates."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.cli.wording.phrase import Phrase, same
from episodic.config import Origin
from episodic.model.episodes import Layer
from episodic.model.graph import Fact, IssueKind
from episodic.model.predicates import shipped_table
from episodic.model.settings import DEFAULT_ENTITY_TYPES
from episodic.pictures.words import CHINESE
from episodic.search.fields import HitKind
from episodic.temporal.asof import Holding

HOLDING: Mapping[Holding, Phrase] = {
    Holding.POSSIBLE: Phrase("possible at that moment", "此时可能如此"),
    Holding.NO: Phrase("not at that moment", "此时并非如此"),
}
LAYERS: Mapping[Layer, Phrase] = {
    Layer.CANON: Phrase("canon", "正文"),
    Layer.DRAFT: Phrase("draft", "草稿"),
    Layer.PLAN: Phrase("plan", "大纲"),
    Layer.NOTE: Phrase("note", "笔记"),
}
ISSUES: Mapping[IssueKind, Phrase] = {
    IssueKind.CONTRADICTION: Phrase("contradiction", "矛盾"),
    IssueKind.ORDER_UNKNOWN: Phrase("order unknown", "先后不明"),
    IssueKind.TIMELINE_CONFLICT: Phrase("timeline conflict", "时间冲突"),
    IssueKind.DEAD_ACTS: Phrase("dead acts", "死后行动"),
    IssueKind.TWO_PLACES_AT_ONCE: Phrase("two places at once", "分身两地"),
    IssueKind.KNOWLEDGE_BEFORE_LEARNING: Phrase("knowledge before learning", "提前知情"),
    IssueKind.IDENTITY_SUSPECTED: Phrase("identity suspected", "身份存疑"),
    IssueKind.JUDGEMENT_CONFLICT: Phrase("judgement conflict", "判断不一"),
    IssueKind.QUOTE_REJECTED: Phrase("quote rejected", "引文有误"),
}
KINDS: Mapping[HitKind, Phrase] = {
    HitKind.FACT: Phrase("fact", "事实"),
    HitKind.ENTITY: Phrase("entity", "实体"),
    HitKind.PASSAGE: Phrase("passage", "段落"),
}
ORIGINS: Mapping[Origin, Phrase] = {
    Origin.FLAG: Phrase("flag", "命令行"),
    Origin.ENVIRONMENT: Phrase("environment", "环境变量"),
    Origin.FILE: same(".env"),
    Origin.DEFAULT: Phrase("default", "默认"),
}
FIELDS: Mapping[str, str] = {
    "predicate": "关系",
    "predicate_kind": "关系的性质",
    "subject": "主语",
    "subject_type": "主语类型",
    "object": "宾语",
    "object_type": "宾语类型",
    "value": "值",
    "participant": "参与者",
    "role": "角色",
    "scope": "说法",
    "holder": "何人所说",
    "denied": "否定",
    "locked": "锁定",
    "evidence": "出处数",
    "chapter": "章",
    "layer": "层",
    "length": "字数",
    "entity": "实体",
    "entity_type": "类型",
    "type": "类型",
    "name": "名字",
    "alias": "别名",
    "degree": "事实数",
    "mentions": "提及次数",
    "summary": "简介",
    "frame": "叙事方式",
    "text": "原文",
    "index": "次序",
    "starts": "始于（天）",
    "ends": "止于（天）",
}
"""What can be counted by, in Chinese; the English name is the field's own, and any other field keeps it."""
_CLAIMS = {"True": "是", "False": "否"}
_VALUES: Mapping[str, Mapping[str, str]] = {
    "layer": {one.value: said.chinese for one, said in LAYERS.items()},
    "predicate_kind": {"fixed": "不变", "state": "状态", "event": "事件"},
    "scope": {"world": "事实", **{one.value: said for one, said in CHINESE.scopes}},
    "frame": {"main": "正叙", "continued": "接前文", **{one.value: said for one, said in CHINESE.frames}},
    "denied": _CLAIMS,
    "locked": _CLAIMS,
}
"""Values of fields that have a few only."""
_TYPED = frozenset({"entity_type", "type", "subject_type", "object_type"})
_RULES = "rules/"
AUTHOR = "author"


def field_named(field: str) -> Phrase:
    """A field as the head of a column."""
    return Phrase(field, FIELDS.get(field, field))


def field_value(field: str, value: str | float | bool | None) -> Phrase:
    """A field's value in a column: types and predicates by their names, what is not there as a dash."""
    if value is None:
        return same("-")
    if field in _TYPED:
        return type_named(str(value))
    if field == "predicate":
        return predicate_named(str(value))
    return Phrase(str(value), _VALUES.get(field, {}).get(str(value), str(value)))


def type_named(name: str) -> Phrase:
    """An entity's type: 人物 for Person; a type of the author's own is called as it is."""
    return Phrase(name, next((one.names[0] for one in DEFAULT_ENTITY_TYPES if one.name == name), name))


def predicate_named(name: str) -> Phrase:
    """A predicate: 居住于 for lives_in; one of the author's own is called as it is."""
    known = shipped_table().find(name)
    return Phrase(name, name if known is None else known.zh or name)


def edge(one: Fact) -> Phrase:
    """A fact as subject, predicate and object or value."""
    target = one.object_name or one.value
    named = predicate_named(one.predicate)
    english = f"{'¬' if one.denied else ''}{named.english}"
    chinese = f"{'并非' if one.denied else ''}{named.chinese}"
    if not target:
        return Phrase(f"{one.subject_name}: {english}", f"{one.subject_name}：{chinese}")
    return Phrase(f"{one.subject_name} -{english}-> {target}", f"{one.subject_name} -{chinese}-> {target}")


def reader_named(reader: str) -> Phrase:
    """What read a chapter."""
    rest = reader.removeprefix(_RULES)
    return same(reader) if rest == reader else Phrase(reader, f"规则/{rest}")


def signer(name: str) -> Phrase:
    """Who decided."""
    return Phrase(name, "作者" if name == AUTHOR else name)
