"""The tables of a store file, and the named steps that make them. Text only; `opening` runs it."""

from dataclasses import dataclass
from string import Template

from episodic.model.records import SEARCHED, Kind

APPLICATION_ID = 0x45504953
"""Marks a SQLite file as ours ("EPIS")."""

LEDGER = "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID"
APPLIED = "SELECT name FROM migrations"
REMEMBER = "INSERT INTO migrations (name) VALUES (?)"

META = "SELECT value FROM meta WHERE name = ?"
SET_META = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step, run once per file and remembered by its name."""

    name: str
    steps: tuple[str, ...]


def _full_text(kind: Kind) -> tuple[str, ...]:
    """A searched kind's full text: our tokens with spaces between, and the work as a column of its own.

    The `ascii` tokeniser of FTS5 only takes those apart again: it leaves every character above 127 as it is.
    """
    table = Template("CREATE VIRTUAL TABLE ${kind}_words USING fts5 (words, work, tokenize = 'ascii')")
    terms = Template("CREATE VIRTUAL TABLE ${kind}_terms USING fts5vocab ('${kind}_words', 'col')")
    return table.substitute(kind=kind), terms.substitute(kind=kind)


_TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # AUTOINCREMENT: the number of a deleted work never comes back, so that nobody's cache takes the new one for the old.
    """CREATE TABLE works (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        group_id TEXT NOT NULL UNIQUE,
        revision INTEGER NOT NULL,
        embedder TEXT,
        dimension INTEGER,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL
    )""",
    """CREATE TABLE commits (
        work INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        commit_id TEXT NOT NULL,
        at TEXT NOT NULL,
        action TEXT NOT NULL,
        PRIMARY KEY (work, revision),
        UNIQUE (work, commit_id)
    ) WITHOUT ROWID""",
    # Narrow on purpose: filters and digests read this table alone, the long texts lie in `bodies`.
    """CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        work INTEGER NOT NULL,
        kind TEXT NOT NULL,
        uuid TEXT NOT NULL,
        told INTEGER NOT NULL,
        lo INTEGER,
        hi INTEGER,
        digest TEXT NOT NULL,
        put_revision INTEGER NOT NULL,
        UNIQUE (work, kind, uuid)
    )""",
    "CREATE INDEX records_in_order ON records (work, kind, told, uuid)",
    """CREATE INDEX records_moved ON records (work, kind, put_revision)
        WHERE kind IN ('passage', 'entity', 'fact')""",
    """CREATE TABLE bodies (
        record INTEGER PRIMARY KEY,
        value TEXT NOT NULL,
        text TEXT,
        keys TEXT,
        links TEXT
    )""",
    "CREATE TABLE vectors (record INTEGER PRIMARY KEY, numbers BLOB NOT NULL)",
    """CREATE TABLE history (
        work INTEGER NOT NULL,
        kind TEXT NOT NULL,
        uuid TEXT NOT NULL,
        put_revision INTEGER NOT NULL,
        retired_revision INTEGER NOT NULL,
        told INTEGER NOT NULL,
        lo INTEGER,
        hi INTEGER,
        value TEXT NOT NULL,
        text TEXT,
        keys TEXT,
        links TEXT,
        PRIMARY KEY (work, kind, uuid, put_revision)
    )""",
    # The last revision that took a searched record away; tells caches of other processes what to drop.
    """CREATE TABLE gone (
        work INTEGER NOT NULL,
        kind TEXT NOT NULL,
        uuid TEXT NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (work, kind, uuid)
    ) WITHOUT ROWID""",
    "CREATE INDEX gone_since ON gone (work, kind, revision)",
    """CREATE TABLE names (
        work INTEGER NOT NULL,
        key TEXT NOT NULL,
        told INTEGER NOT NULL,
        uuid TEXT NOT NULL,
        PRIMARY KEY (work, key, told, uuid)
    ) WITHOUT ROWID""",
    # Only what a question goes through: the entities at a fact's ends.
    """CREATE TABLE links (
        work INTEGER NOT NULL,
        target TEXT NOT NULL,
        told INTEGER NOT NULL,
        uuid TEXT NOT NULL,
        PRIMARY KEY (work, target, told, uuid)
    ) WITHOUT ROWID""",
    *(statement for kind in sorted(SEARCHED) for statement in _full_text(kind)),
)

_READABLE_FROM = ("ALTER TABLE works ADD COLUMN readable_from INTEGER NOT NULL DEFAULT 1",)

MIGRATIONS = (Migration("0001-tables", _TABLES), Migration("0002-readable-from", _READABLE_FROM))
"""All steps in their order. A step that has been released is never edited; a change is a new step."""
