"""Deletion of works, and of old history, in the Neo4j store."""

from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Connection, Run
from episodic.stores.neo4j.graph_model import token_of, work_key
from episodic.stores.neo4j.values import integer


async def compact(run: Run, group_id: str, *, keep: int) -> int:
    """Delete all record versions that were retired by revision *keep* or earlier, and return the number of deleted
    versions.
    """
    rows = await run(cypher.SET_READABLE_FROM, work=work_key(group_id), keep=keep)
    if not rows:
        return 0
    ((number,),) = await run(cypher.DELETE_HISTORY, token=token_of(group_id), keep=integer(rows[0][0]))
    return integer(number)


async def delete(connection: Connection, group_id: str) -> bool:
    """Delete a work in several transactions, and return whether the work existed.

    The node of the work itself is deleted last, so that an interrupted deletion can be repeated.
    """
    token = token_of(group_id)
    for statement in (*cypher.DELETE_ALL_RELATIONSHIPS, cypher.DELETE_ALL_NODES):
        await connection.auto_commit(statement, token=token)
    ((number,),) = await connection.auto_commit(cypher.DELETE_WORK, work=work_key(group_id))
    return number != 0
