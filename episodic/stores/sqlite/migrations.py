"""The schema of the SQLite store, as a list of migrations that the module `open_file` runs."""

from string import Template

from episodic.model.records import SEARCHED, Kind
from episodic.stores.migrations import Migration

APPLICATION_ID = 0x45504953
"""The number in the header of a SQLite file ("EPIS") that marks the file as a store of this package."""

LEDGER = "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID"
APPLIED = "SELECT name FROM migrations"
REMEMBER = "INSERT INTO migrations (name) VALUES (?)"

META = "SELECT value FROM meta WHERE name = ?"
SET_META = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def _full_text(kind: Kind) -> tuple[str, ...]:
    """Return the SQL statements that create the full-text tables for one kind of record.

    The indexed text consists of the tokens into which this package divides a text, joined with spaces. FTS5's tokeniser
    `ascii` only splits the indexed text at spaces, and leaves characters above 127 as they are. A full-text table has a
    column for the work, by which a query filters.
    """
    table = Template("CREATE VIRTUAL TABLE ${kind}_words USING fts5 (words, work, tokenize = 'ascii')")
    terms = Template("CREATE VIRTUAL TABLE ${kind}_terms USING fts5vocab ('${kind}_words', 'col')")
    return table.substitute(kind=kind), terms.substitute(kind=kind)


_TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # With AUTOINCREMENT, a new work never gets the number of a deleted work, so that no cache mistakes the new work for
    # the deleted one.
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
    # The table `records` has short columns only, so that queries by filter and comparisons of digests (hashes of
    # records) read little data. Long texts of records are in the table `bodies`.
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
    # The table `gone` says in which revision each searched record was last retired, so that other processes can drop
    # its vector from memory.
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
    # The table `links` contains only links from facts to entities, because queries follow no other links.
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

# The column `facets` is filled by the module `open_file`, because facets are computed from the values of records.
_FACETS = ("ALTER TABLE records ADD COLUMN facets TEXT",)

# Older programs do not know all kinds of records. The migration for staged works (which an import saves part by part)
# also keeps older programs from opening the file.
_STAGED = (
    "ALTER TABLE works ADD COLUMN staged_from TEXT",
    "ALTER TABLE works ADD COLUMN staged_parts INTEGER",
)

# The table `scoring_rows` contains what a search reads of each record first, such as its words. The table is filled by
# the module `open_file`, because scoring rows are computed from the values of records. Scoring rows have a table of
# their own, because a search reads hundreds of them and hardly any other data of the same records.
_SCORING_ROWS = ("CREATE TABLE scoring_rows (record INTEGER PRIMARY KEY, row TEXT NOT NULL)",)

# The column `listing` has what a list or count reads of a record (its listing row). The column is filled by the module
# `open_file`, because listing rows are computed from the values of records. The index `records_listed` contains all
# that a list or a count of facts reads.
_LISTING_ROWS = (
    "ALTER TABLE records ADD COLUMN listing TEXT",
    "CREATE INDEX records_listed ON records (work, kind, listing) WHERE listing IS NOT NULL",
)

MIGRATIONS = (
    Migration("0001-tables", _TABLES),
    Migration("0002-readable-from", _READABLE_FROM),
    Migration("0003-facets", _FACETS),
    Migration("0004-staged-works", _STAGED),
    Migration("0005-scoring-rows", _SCORING_ROWS),
    Migration("0006-listing-rows", _LISTING_ROWS),
)
"""All migrations of the SQLite store, in order."""
