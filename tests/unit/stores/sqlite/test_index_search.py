"""What the index of the SQLite store keeps in memory until the file changes."""

from __future__ import annotations

from pathlib import Path

from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, entity


async def test_records_are_counted_again_after_a_commit_of_any_store(tmp_path: Path) -> None:
    """The reader is another store on the same file, or the writer itself."""
    for path in (":memory:", str(tmp_path / "file.db")):
        reader = SQLiteStore(path)
        writer = reader if path == ":memory:" else SQLiteStore(path)
        for base in range(3):
            await writer.commit(changes("work", entity(f"e{base}", f"Name {base}"), base=base))
            for _ in range(2):
                assert await reader.counts("work") == {Kind.ENTITY: base + 1}
                assert await reader.counts("other") == {}
        await reader.close()
        await writer.close()
