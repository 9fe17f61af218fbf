"""The Cypher statements of staged works, whose node has no `created_at`, and of checkpoints that are saved without a commit.

Values are always passed as query parameters.
"""

LOCK_STAGED = """MERGE (w:Stored {record_key: $work})
ON CREATE SET w:Work, w.group_id = $group_id, w.group_token = $token, w.told = 0, w.revision = 0, w.uuid = $group_id,
  w.birth = randomUUID(), w.staged_from = $source, w.staged_parts = 0
SET w.kind = 'work'
RETURN w.revision, w.dimension, w.passages, w.entities, w.facts, w.staged_from, w.staged_parts"""
STAGED = "MATCH (w:Stored {record_key: $work}) WHERE w.staged_from IS NOT NULL RETURN w.staged_from, w.staged_parts"
UPDATE_STAGED = """MATCH (w:Stored {record_key: $work})
SET w += $properties, w.embedder = coalesce(w.embedder, $embedder)
WITH w UNWIND $rows AS row
MERGE (c:Stored {record_key: row.properties.record_key}) SET c:Commit, c += row.properties
RETURN count(*)"""
PUBLISH = """MATCH (w:Stored {record_key: $work}) SET w.kind = 'work'
WITH w WHERE w.staged_from IS NOT NULL
MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told >= 0
WITH w, c ORDER BY c.told WITH w, collect(c.at) AS times
SET w.created_at = head(times), w.changed_at = last(times), w.readable_from = $readable_from
REMOVE w.staged_from, w.staged_parts
RETURN count(*)"""
DELETE_KEPT = "UNWIND $keys AS key MATCH (n:Stored {record_key: key}) WHERE n.kind = 'checkpoint' DETACH DELETE n"
