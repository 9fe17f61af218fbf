"""Scoring rows: what a search reads of a fact, entity or passage before it decodes the record.

A search looks for the words of a query in 100 to 300 records, and shows about 30 of them. A store keeps a scoring row
beside each fact, entity and passage. A search then need not split texts into words, and decodes hardly more records
than it shows. A scoring row is computed from the value of its record, and is not part of the record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pydantic_core import from_json as parsed

from episodic.model.name_keys import EDGES, key_of_text
from episodic.model.predicates import PredicateKind
from episodic.model.readings import USUAL_SALIENCE
from episodic.model.records import Kind
from episodic.text.inflections import stems
from episodic.text.scripts import han_count
from episodic.text.tokens import folded, words_in

SCORING_ROWS_VERSION = 2
"""The version of the content of scoring rows, which searches read before they decode records. SCORING_ROWS_VERSION must
be increased when the content of scoring rows changes, so that stores compute them anew.
"""

MOST_QUOTES = 3
"""The maximum number of quotes of a fact in which the words of a query are looked for."""
BETWEEN = " | "
"""The separator between joined texts, so that no word is formed by the end of one text and the start of the next."""

_SPACE = re.compile(r"\s+")
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class ScoringRow(NamedTuple):
    """What a search needs of a fact, entity or passage to decide whether it is a hit, and at which rank.

    `chapters` are the chapters of a fact's first quotes, the chapters in which an entity's names occur first, or the
    chapter of a passage. A view that hides one of the `chapters` does not use the scoring row. `occurrences` is the
    number of quotes of a fact or of mentions of an entity. `entities` contains the ids of the subject, object and
    participants of a fact.

    `folded` is the record's text in lower case and in the normal form NFKC, or "" if the text has no Han characters.
    `words` contains the alphabetic words of the text, and `stems` their stems, each with a space before and after it.
    `name_text` is the text in which Han names are looked up. If `name_text` is None, Han names are looked up in the
    first `name_end` characters of `folded`. `sentence` and `sentence_stems` are the folded text and the stems of a
    fact's sentence and value, without its quotes. `start` and `end` are the offsets of a passage in its chapter.
    `derived` says whether a fact is a state that follows from an event.
    """

    layer: str
    chapters: Sequence[str]
    folded: str
    words: str
    stems: str
    name_end: int
    name_text: str | None
    occurrences: int
    scope: str = ""
    ended: bool = False
    salience: int = USUAL_SALIENCE
    predicate: str = ""
    subject_type: str = ""
    object_type: str | None = None
    entities: Sequence[str] = ()
    holder: str | None = None
    sentence: str = ""
    sentence_stems: str = ""
    start: int = 0
    end: int = 0
    derived: bool = False

    @property
    def text_with_names(self) -> str:
        """Return the text in which names with Han characters are looked up: the normalised text of the record. If the
        record is a fact, its value is left out.
        """
        return self.folded[: self.name_end] if self.name_text is None else self.name_text


_OF_FACTS = ScoringRow._fields.index("scope")
_CHAPTERS = ScoringRow._fields.index("chapters")
_ENTITIES = ScoringRow._fields.index("entities")
_DEFAULTS = [ScoringRow._field_defaults.get(field) for field in ScoringRow._fields]


class WordText(NamedTuple):
    """A text in three forms for look-ups of words: in lower case, as words, and as stems of words."""

    folded: str
    words: str
    stems: str


def word_text(*texts: str | None) -> WordText:
    """Return several texts joined into one, in the three forms in which words are looked up (see `WordText`). Texts that
    are None or empty are left out.
    """
    own = folded(BETWEEN.join(filter(None, texts)))
    words = words_in(own)
    return WordText(own if han_count(own) else "", _spaced(words), _spaced(stems(words)))


def scoring_json(kind: Kind, fields: object) -> str | None:
    """Return the scoring row of a record as a JSON list, given its kind (one of SEARCHED) and its parsed JSON value. A
    search reads the scoring row before it decodes the record.

    Return None for a value that is not the JSON of a record of the kind *kind*.
    """
    try:
        row = _ROWS[kind](cast("Mapping[str, Any]", fields))
    except (ValueError, TypeError, KeyError):
        return None
    return _as_json(row[:_OF_FACTS] if kind is Kind.ENTITY else row)


def stored_row(column: str | bytes) -> ScoringRow:
    """Return the scoring row that *column*, a result of `scoring_json`, contains."""
    fields = parsed(column)
    # Lists of texts become tuples. The garbage collector would examine the lists of all rows in memory, but it does not
    # examine tuples of texts.
    fields[_CHAPTERS] = tuple(fields[_CHAPTERS])
    if len(fields) > _ENTITIES:
        fields[_ENTITIES] = tuple(fields[_ENTITIES])
    else:
        fields += _DEFAULTS[len(fields) :]
    # `_make` takes less time than a call of the class with more than twenty arguments.
    return ScoringRow._make(fields)


def scoring_row(kind: Kind, value: str) -> ScoringRow:
    """Return the scoring row of a record, given its kind (one of SEARCHED) and its JSON value. A search reads the
    scoring row before it decodes the record.

    Raise ValueError, TypeError or KeyError for a value that is not the JSON of a record of the kind *kind*.
    """
    return _ROWS[kind](parsed(value))


def _of_fact(fields: Mapping[str, Any]) -> ScoringRow:
    evidence, sentence, value = fields["evidence"], fields["text"], fields["value"]
    quotes = evidence[:MOST_QUOTES]
    written = "\n".join((sentence, *(one["quote"] for one in quotes)))
    entities = (fields["subject"], fields["object"], *(one["entity"] for one in fields["participants"]))
    said = word_text(sentence, value)
    return ScoringRow(
        fields["layer"],
        _distinct(one["episode"] for one in quotes),
        *_texts(written, value),
        len(evidence),
        fields["scope"],
        fields["kind"] != PredicateKind.EVENT and (fields["invalid_at"] is not None or bool(fields["ended_by"])),
        fields.get("salience", USUAL_SALIENCE),
        fields["predicate"],
        fields["subject_type"],
        fields["object_type"],
        _distinct(entities),
        fields["holder"],
        said.folded,
        said.stems,
        derived=bool(fields.get("derived")),
    )


def _of_entity(fields: Mapping[str, Any]) -> ScoringRow:
    aliases = fields["aliases"]
    chapters = (one["first"]["episode"] for one in (fields, *aliases))
    words = "\n".join((*(one["text"] for one in aliases), fields["summary"]))
    return ScoringRow("", _distinct(chapters), *_texts(words, None), fields["mentions"])


def _of_passage(fields: Mapping[str, Any]) -> ScoringRow:
    span = fields["span"]
    text = _texts(fields["text"], None)
    return ScoringRow(fields["layer"], (fields["episode"],), *text, 0, start=span["start"], end=span["end"])


_ROWS: Mapping[Kind, Callable[[Mapping[str, Any]], ScoringRow]] = {
    Kind.FACT: _of_fact,
    Kind.ENTITY: _of_entity,
    Kind.PASSAGE: _of_passage,
}


def _texts(written: str, value: str | None) -> tuple[str, str, str, int, str | None]:
    text = word_text(written, value)
    if not text.folded:
        return text.folded, text.words, text.stems, 0, None
    # Runs of spaces become one space, as in name keys.
    own = _SPACE.sub(" ", folded(written) if value else text.folded)
    key = key_of_text(written)
    whole = f"{own}{BETWEEN}{_SPACE.sub(' ', folded(value))}" if value else own
    is_key = (own.strip(EDGES).removeprefix("the ") or own) == key
    return whole, text.words, text.stems, len(own), None if is_key else key


def _spaced(words: Iterable[str]) -> str:
    return f" {' '.join(sorted(words))} "


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in values if one is not None))
