"""SQL statements of the SQLite store, as named constants. All values are passed to the statements as parameters."""

from dataclasses import dataclass
from string import Template

from episodic.model.records import SEARCHED, Kind

BATCH = 100
"""The number of ids that one SQL statement takes. A list of fewer than BATCH ids is filled up with NULL, which no row
matches.
"""

_MARKS = ", ".join("?" * BATCH)

_WORKS = Template(
    """SELECT group_id, revision, embedder, dimension, created_at, changed_at, readable_from FROM works
    WHERE staged_from IS NULL ${which}"""
)
WORKS = _WORKS.substitute(which="ORDER BY group_id")
WORK = _WORKS.substitute(which="AND group_id = ?")
WORK_STATE = "SELECT id, revision, dimension FROM works WHERE group_id = ? AND staged_from IS NULL"
STAGED = "SELECT id, revision, dimension, staged_from, staged_parts FROM works WHERE group_id = ? AND staged_from IS NOT NULL"
ANY_WORK = "SELECT id FROM works WHERE group_id = ?"
SET_STAGED = "UPDATE works SET staged_from = ?, staged_parts = ? WHERE id = ?"
PUBLISH = """UPDATE works SET staged_from = NULL, staged_parts = NULL, readable_from = ?2,
    created_at = coalesce((SELECT at FROM commits WHERE work = ?1 ORDER BY revision LIMIT 1), created_at) WHERE id = ?1"""
NEW_WORK = "INSERT INTO works (group_id, revision, created_at, changed_at) VALUES (?, 0, ?, ?) RETURNING id"
SET_REVISION = "UPDATE works SET revision = ?, changed_at = ? WHERE id = ?"
READABLE_FROM = "UPDATE works SET readable_from = max(readable_from, ?) WHERE id = ?"
FIRST_VECTORS = "UPDATE works SET embedder = ?, dimension = ? WHERE id = ?"

DATA_VERSION = "PRAGMA data_version"

COMMITS = "SELECT revision, commit_id, at, action FROM commits WHERE work = ? ORDER BY revision"
COMMIT_MADE = "SELECT revision FROM commits WHERE work = ? AND commit_id = ?"
ADD_COMMIT = "INSERT INTO commits (work, revision, commit_id, at, action) VALUES (?, ?, ?, ?, ?)"
HAS_COMMIT = "SELECT 1 FROM commits WHERE work = ? AND revision = ? AND commit_id = ?"

COUNTS = "SELECT kind, count(*) FROM records WHERE work = ? GROUP BY kind"
# The placeholder {having} is replaced by the condition on facets.
COUNTS_BY_POSITION = """SELECT r.told, count(*) FROM records AS r WHERE r.work = ?1 AND r.kind = ?2
    AND (?3 IS NULL OR r.told <= ?3)
    AND (?4 IS NULL OR ((r.lo IS NULL OR r.lo <= ?4) AND (r.hi IS NULL OR r.hi > ?4))) {having} GROUP BY r.told"""
LISTING = """SELECT listing FROM records WHERE work = ? AND kind = ? AND listing IS NOT NULL ORDER BY listing"""
DIGESTS = "SELECT kind, uuid, digest FROM records WHERE work = ?"
DIGESTS_OF_KIND = "SELECT uuid, digest FROM records WHERE work = ? AND kind = ?"

_RECORD = "r.uuid, r.told, r.lo, r.hi, b.value, b.text, b.keys, b.links"
_FETCH = Template(
    """SELECT ${record}, ${numbers} FROM records AS r JOIN bodies AS b ON b.record = r.id ${vectors}
    WHERE r.work = ? AND r.kind = ? ${which}"""
)
_PLAIN = {"record": _RECORD, "numbers": "NULL", "vectors": ""}
_WITH_VECTORS = {"record": _RECORD, "numbers": "v.numbers", "vectors": "LEFT JOIN vectors AS v ON v.record = r.id"}
_ALL = "ORDER BY r.told, r.uuid"
_SOME = f"AND r.uuid IN ({_MARKS})"
_PAGE = "AND (r.told, r.uuid) > (?, ?) ORDER BY r.told, r.uuid LIMIT ?"

FETCH_ALL = _FETCH.substitute(_PLAIN, which=_ALL)
FETCH_ALL_WITH_VECTORS = _FETCH.substitute(_WITH_VECTORS, which=_ALL)
FETCH_SOME = _FETCH.substitute(_PLAIN, which=_SOME)
FETCH_SOME_WITH_VECTORS = _FETCH.substitute(_WITH_VECTORS, which=_SOME)
FETCH_PAGE = _FETCH.substitute(_PLAIN, which=_PAGE)
FETCH_PAGE_WITH_VECTORS = _FETCH.substitute(_WITH_VECTORS, which=_PAGE)

# SCORING_ROWS gets the record ids as one JSON list, so that the same statement reads any number of records.
SCORING_ROWS = """SELECT r.uuid, s.row FROM json_each(?3) AS ids
    CROSS JOIN records AS r ON r.work = ?1 AND r.kind = ?2 AND r.uuid = ids.value
    CROSS JOIN scoring_rows AS s ON s.record = r.id"""
VALUES_OF_NUMBERS = """SELECT b.record, b.value FROM json_each(?) AS ids
    CROSS JOIN bodies AS b ON b.record = ids.value"""
COLUMNS = """SELECT uuid, id, told, coalesce(lo, -?3), coalesce(hi, ?3), coalesce(facets, '') FROM records
    WHERE work = ?1 AND kind = ?2 ORDER BY told, uuid"""
VALUES = """SELECT r.uuid, b.value FROM json_each(?3) AS ids
    CROSS JOIN records AS r ON r.work = ?1 AND r.kind = ?2 AND r.uuid = ids.value
    CROSS JOIN bodies AS b ON b.record = r.id"""

LIVE_HISTORY = """SELECT r.uuid, r.told, r.lo, r.hi, b.value, b.text, b.keys, b.links, NULL, r.put_revision, NULL
    FROM records AS r JOIN bodies AS b ON b.record = r.id WHERE r.work = ? AND r.kind = ?"""
RETIRED_HISTORY = """SELECT uuid, told, lo, hi, value, text, keys, links, NULL, put_revision, retired_revision
    FROM history WHERE work = ? AND kind = ?"""

LIVE_HISTORY_OF_SOME = f"{LIVE_HISTORY} AND r.uuid IN ({_MARKS})"
RETIRED_HISTORY_OF_SOME = f"{RETIRED_HISTORY} AND uuid IN ({_MARKS})"
HISTORY_IDS = """SELECT uuid FROM (
        SELECT uuid, told FROM records WHERE work = ?1 AND kind = ?2
        UNION ALL SELECT uuid, told FROM history WHERE work = ?1 AND kind = ?2
    ) GROUP BY uuid ORDER BY min(told), uuid"""

# NAMED gets the name keys (normalised names) as one JSON list, which is three times as fast as a placeholder for each
# of many keys.
NAMED = """SELECT n.key, n.uuid FROM json_each(?2) AS keys
    CROSS JOIN names AS n ON n.work = ?1 AND n.key = keys.value ORDER BY n.key, n.told, n.uuid"""
NAMED_ONE = "SELECT key, uuid FROM names WHERE work = ? AND key = ? ORDER BY told, uuid"
LINKED = "SELECT uuid FROM links WHERE work = ? AND target = ? ORDER BY told DESC, uuid DESC LIMIT ? OFFSET ?"
LATEST_LINKED = """SELECT uuid FROM links WHERE work = ? AND target = ? ORDER BY told DESC, uuid DESC LIMIT ?"""
# The records are looked up by their narrative position, because the records of one chapter lie together in the file.
# Without the plus signs in `+l.told` and `+l.uuid`, SQLite would also apply the condition on (l.told, l.uuid) to the
# records, and would scan all records.
LINKED_FACETS = """SELECT l.told, l.uuid, coalesce(r.facets, '') FROM links AS l
    CROSS JOIN records AS r INDEXED BY records_in_order
    ON r.work = l.work AND r.kind = 'fact' AND r.told = +l.told AND r.uuid = +l.uuid
    WHERE l.work = ? AND l.target = ? AND (l.told, l.uuid) < (?, ?) ORDER BY l.told DESC, l.uuid DESC LIMIT ?"""

# LINKS_SINCE reads the facts that were added or changed after a revision, with their links.
LINKS_SINCE = """SELECT r.told, r.uuid, coalesce(r.facets, ''), b.links
    FROM records AS r CROSS JOIN bodies AS b ON b.record = r.id WHERE r.work = ? AND r.kind = 'fact'
    AND r.put_revision > ? AND r.kind IN ('passage', 'entity', 'fact')"""

# STORED reads the stored versions of the records that a commit is about to change.
STORED = Template(
    """SELECT r.uuid, r.id, r.told, r.digest, b.text, b.keys, b.links
    FROM records AS r JOIN bodies AS b ON b.record = r.id WHERE r.work = ? AND r.kind = ? AND r.uuid IN (${marks})"""
).substitute(marks=_MARKS)
STORED_VECTOR = "SELECT numbers FROM vectors WHERE record = ?"
LAST_ID = "SELECT coalesce(max(id), 0) FROM records"

ADD_RECORD = """INSERT INTO records (id, work, kind, uuid, told, lo, hi, digest, put_revision, facets, listing)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
ADD_BODY = "INSERT INTO bodies (record, value, text, keys, links) VALUES (?, ?, ?, ?, ?)"
SET_RECORD = """UPDATE records SET told = ?, lo = ?, hi = ?, digest = ?, put_revision = ?, facets = ?, listing = ?
    WHERE id = ?"""
SET_DERIVED = "UPDATE records SET facets = ?, listing = ? WHERE id = ?"
SET_SCORING_ROW = "INSERT INTO scoring_rows (record, row) VALUES (?, ?)"
DROP_SCORING_ROW = "DELETE FROM scoring_rows WHERE record = ?"
CLEAR_SCORING_ROWS = "DELETE FROM scoring_rows"
VALUES_AFTER = """SELECT r.id, r.kind, b.value FROM records AS r JOIN bodies AS b ON b.record = r.id
    WHERE r.id > ? AND r.kind IN ('passage', 'entity', 'fact') ORDER BY r.id LIMIT ?"""
SET_BODY = "UPDATE bodies SET value = ?, text = ?, keys = ?, links = ? WHERE record = ?"
SET_VECTOR = """INSERT INTO vectors (record, numbers) VALUES (?, ?)
    ON CONFLICT (record) DO UPDATE SET numbers = excluded.numbers"""
ADD_NAME = "INSERT OR IGNORE INTO names (work, key, told, uuid) VALUES (?, ?, ?, ?)"
ADD_LINK = "INSERT OR IGNORE INTO links (work, target, told, uuid) VALUES (?, ?, ?, ?)"
ADD_HISTORY = """INSERT INTO history
        (work, kind, uuid, retired_revision, put_revision, told, lo, hi, value, text, keys, links)
    SELECT ?, ?, ?, ?, r.put_revision, r.told, r.lo, r.hi, b.value, b.text, b.keys, b.links
    FROM records AS r JOIN bodies AS b ON b.record = r.id WHERE r.id = ?"""
ADD_GONE = """INSERT INTO gone (work, kind, uuid, revision) VALUES (?, ?, ?, ?)
    ON CONFLICT (work, kind, uuid) DO UPDATE SET revision = excluded.revision"""

DROP_HISTORY = "DELETE FROM history WHERE work = ? AND retired_revision <= ?"

DROP_RECORD = "DELETE FROM records WHERE id = ?"
DROP_BODY = "DELETE FROM bodies WHERE record = ?"
DROP_VECTORS = "DELETE FROM vectors WHERE record IN (SELECT id FROM records WHERE work = ?)"
TOUCH_SEARCHED = "UPDATE records SET put_revision = ? WHERE work = ? AND kind IN ('passage', 'entity', 'fact')"
DROP_VECTOR = "DELETE FROM vectors WHERE record = ?"
DROP_NAME = "DELETE FROM names WHERE work = ? AND key = ? AND told = ? AND uuid = ?"
DROP_LINK = "DELETE FROM links WHERE work = ? AND target = ? AND told = ? AND uuid = ?"

DELETE_WORK = (
    "DELETE FROM bodies WHERE record IN (SELECT id FROM records WHERE work = ?)",
    "DELETE FROM vectors WHERE record IN (SELECT id FROM records WHERE work = ?)",
    "DELETE FROM scoring_rows WHERE record IN (SELECT id FROM records WHERE work = ?)",
    "DELETE FROM records WHERE work = ?",
    "DELETE FROM history WHERE work = ?",
    "DELETE FROM gone WHERE work = ?",
    "DELETE FROM names WHERE work = ?",
    "DELETE FROM links WHERE work = ?",
    "DELETE FROM commits WHERE work = ?",
    "DELETE FROM works WHERE id = ?",
)
"""The SQL statements that delete a work, in the order in which they must run. The statements that delete a work run
after `FullTextSql.drop_work`, which needs the rows of the records.
"""

# VECTORS reads the vectors of all records of a kind, and SCORING_ROWS_IN_ORDER the scoring rows (what a search reads
# first). Both statements read the records in the order in which COLUMNS reads them.
VECTORS = """SELECT v.numbers FROM records AS r LEFT JOIN vectors AS v ON v.record = r.id
    WHERE r.work = ? AND r.kind = ? ORDER BY r.told, r.uuid"""
SCORING_ROWS_IN_ORDER = """SELECT CAST(s.row AS BLOB) FROM records AS r LEFT JOIN scoring_rows AS s ON s.record = r.id
    WHERE r.work = ? AND r.kind = ? ORDER BY r.told, r.uuid"""
# The placeholder {having} is replaced by the condition on facets.
NUMBERS = """SELECT r.id, v.numbers FROM records AS r JOIN vectors AS v ON v.record = r.id
    WHERE r.work = ?1 AND r.kind = ?2 AND (?3 IS NULL OR r.told <= ?3)
    AND (?4 IS NULL OR ((r.lo IS NULL OR r.lo <= ?4) AND (r.hi IS NULL OR r.hi > ?4))) {having}"""
VECTORS_OF_SOME = Template(
    """SELECT r.uuid, r.told, r.lo, r.hi, v.numbers, r.facets
    FROM records AS r JOIN vectors AS v ON v.record = r.id WHERE r.work = ? AND r.kind = ? AND r.id IN (${marks})"""
).substitute(marks=_MARKS)
VECTORS_SINCE = """SELECT r.uuid, r.told, r.lo, r.hi, v.numbers, r.facets
    FROM records AS r LEFT JOIN vectors AS v ON v.record = r.id WHERE r.work = ? AND r.kind = ? AND r.put_revision > ? AND r.kind IN ('passage', 'entity', 'fact')"""
GONE_SINCE = "SELECT uuid FROM gone WHERE work = ? AND kind = ? AND revision > ?"


@dataclass(frozen=True, slots=True)
class FullTextSql:
    """The SQL statements for the full-text index of one kind of record."""

    add: str
    set: str
    drop: str
    drop_work: str
    clear: str
    optimise: str
    texts: str
    rows: str
    terms: str
    lengths: str
    averages: str
    create_instances: str
    instances: str
    instances_in_words: str
    prefix_instances: str
    search: str


def _words(kind: Kind) -> FullTextSql:
    table, terms = f"{kind}_words", f"{kind}_terms"

    def filled(text: str) -> str:
        return Template(text).substitute(table=table, terms=terms, kind=kind, marks=_MARKS)

    return FullTextSql(
        add=filled("INSERT INTO ${table} (rowid, words, work) VALUES (?, ?, ?)"),
        set=filled("UPDATE ${table} SET words = ? WHERE rowid = ?"),
        drop=filled("DELETE FROM ${table} WHERE rowid = ?"),
        drop_work=filled(
            "DELETE FROM ${table} WHERE rowid IN (SELECT id FROM records WHERE work = ? AND kind = '${kind}')"
        ),
        clear=filled("DELETE FROM ${table}"),
        optimise=filled("INSERT INTO ${table} (${table}) VALUES ('optimize')"),
        texts=filled(
            """SELECT r.id, r.work, b.text FROM records AS r JOIN bodies AS b ON b.record = r.id
            WHERE r.kind = '${kind}' AND b.text IS NOT NULL"""
        ),
        rows=filled("SELECT count(*) FROM ${table}_docsize"),
        terms=filled("SELECT term, doc FROM ${terms} WHERE term IN (${marks}) AND col = 'words'"),
        lengths=filled("SELECT id, sz FROM ${table}_docsize ORDER BY id"),
        averages=filled("SELECT block FROM ${table}_data WHERE id = 1"),
        create_instances=filled(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.${kind}_instances USING fts5vocab (main, '${table}', 'instance')"
        ),
        instances=filled("SELECT group_concat(doc) FROM temp.${kind}_instances WHERE term = ?1 AND ?2 NOTNULL"),
        instances_in_words=filled(
            "SELECT group_concat(doc) FROM temp.${kind}_instances WHERE term = ?1 AND col = 'words' AND ?2 NOTNULL"
        ),
        prefix_instances=filled("SELECT group_concat(doc) FROM temp.${kind}_instances WHERE term >= ?1 AND term < ?2"),
        search=filled(
            """SELECT r.uuid, -bm25(${table}, 1.0, 0.0) AS score FROM ${table} JOIN records AS r ON r.id = ${table}.rowid
            WHERE ${table} MATCH ?1
              AND (?2 IS NULL OR r.told <= ?2)
              AND (?3 IS NULL OR ((r.lo IS NULL OR r.lo <= ?3) AND (r.hi IS NULL OR r.hi > ?3)))
              {having}
            ORDER BY score DESC, r.uuid LIMIT ?"""
        ),
    )


FULL_TEXT = {kind: _words(kind) for kind in SEARCHED}
