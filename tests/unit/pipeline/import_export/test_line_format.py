"""Tests of the export lines: one object per record, chapters as ordinals, canonical form."""

from __future__ import annotations

import json

from episodic.model.records import Kind, Record
from episodic.pipeline.import_export.line_format import line_text, lines_of, sort_key

ORDINALS = {"e1": 1, "e2": 2}


def record(kind: Kind, value: dict[str, object], *, uuid: str = "x") -> Record:
    return Record(kind, uuid, json.dumps({"uuid": uuid, **value}, ensure_ascii=False))


def fact(**more: object) -> Record:
    evidence = [{"episode": "e2", "quote": "林远来了", "start": 7, "end": 11, "told": {"order": 99, "offset": 7}}]
    told = {"order": 99, "offset": 7}
    return record(
        Kind.FACT, {"group_id": "g", "kind": "state", "lo": 5, "hi": 9, "told_at": told, "evidence": evidence, **more}
    )


def test_a_line_has_the_kind_of_its_record_and_the_kind_of_its_value() -> None:
    """The kind of a fact's predicate is exported as `predicate_kind`."""
    (line,) = lines_of(fact(), ORDINALS)

    assert next(iter(line)) == "kind"
    assert (line["kind"], line["predicate_kind"]) == ("fact", "state")


def test_a_full_line_keeps_everything() -> None:
    """A full line includes order keys, the group, and the range of chapters in which a fact may hold."""
    (line,) = lines_of(fact(), ORDINALS)

    assert (line["group_id"], line["lo"], line["hi"]) == ("g", 5, 9)
    assert line["told_at"] == {"order": 99, "offset": 7}


def test_a_canonical_line_has_no_order_keys_and_revisions() -> None:
    """Order keys become ordinals. The group, bounds and revisions are left out, also inside values."""
    (line,) = lines_of(fact(), ORDINALS, canonical=True)

    assert line["told_at"] == {"ordinal": 2, "offset": 7}
    assert not {"group_id", "lo", "hi"} & set(line)
    assert line["evidence"] == [{"episode": 2, "quote": "林远来了", "start": 7, "end": 11}]


def test_a_fact_that_only_ends_is_identified_by_its_end() -> None:
    """A fact without evidence is identified by the statements that ended it."""
    ends = [{"episode": "e1", "quote": "q", "start": 0, "end": 1, "told": {"order": 3, "offset": 0}}]

    (line,) = lines_of(fact(evidence=[], ends=ends), ORDINALS, canonical=True)

    assert line["told_at"] == {"ordinal": 1, "offset": 7}


def test_the_same_fact_at_other_order_keys_is_the_same_canonical_line() -> None:
    """Order keys are not part of a fact's content."""
    (one,) = lines_of(fact(), ORDINALS, canonical=True)
    (other,) = lines_of(fact(told_at={"order": 12345, "offset": 7}, lo=None), ORDINALS, canonical=True)

    assert sort_key(one) == sort_key(other)


def test_each_mention_is_one_line() -> None:
    """Each line has the entity, chapter, surface form and span of one mention."""
    places = [["林远", {"start": 0, "end": 2}], ["子安", {"start": 4, "end": 6}]]

    lines = list(lines_of(record(Kind.MENTION, {"entity": "n", "episode": "e1", "places": places}), ORDINALS))

    assert lines == [
        {"kind": "mention", "entity": "n", "episode": "e1", "surface": "林远", "start": 0, "end": 2},
        {"kind": "mention", "entity": "n", "episode": "e1", "surface": "子安", "start": 4, "end": 6},
    ]


def test_an_episode_has_its_ordinal_and_an_entity_its_aliases() -> None:
    """The fields are those of docs/export.md."""
    (chapter,) = lines_of(record(Kind.EPISODE, {"title": "一"}, uuid="e2"), ORDINALS)
    (entity,) = lines_of(record(Kind.ENTITY, {"aliases": [{"text": "林远", "count": 2}]}), ORDINALS)

    assert (chapter["ordinal"], chapter["title"]) == (2, "一")
    assert entity["aliases"] == ["林远"]
    assert entity["names"] == [{"text": "林远", "count": 2}]


def test_a_record_is_one_line_of_unescaped_characters() -> None:
    """Line breaks are escaped and other characters are not."""
    text = line_text({"kind": "x", "text": '林远\n\r\u2028"\\\0'})

    assert "林远" in text
    assert "\n" not in text
    assert json.loads(text)["text"] == '林远\n\r\u2028"\\\0'


def test_canonical_text_does_not_depend_on_the_order_of_fields() -> None:
    """Fields are sorted."""
    assert sort_key({"b": 1, "a": [2]}) == sort_key({"a": [2], "b": 1})
