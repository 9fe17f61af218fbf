"""Tests that deleted text is not found in the bytes of the file."""

from pathlib import Path

import pytest

from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, direction, entity, episode, fact, passage, raw, save

SECRETS = (b"qzxjkvw", "魑魅魍魉".encode(), "魑魅".encode(), raw(direction(77))[:24])


def remaining_secrets(folder: Path) -> list[bytes]:
    """Return the secrets that occur in any file of the store."""
    content = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
    return [secret for secret in SECRETS if secret in content]


async def put_secrets(store: SQLiteStore, group: str) -> None:
    text = "qzxjkvw 魑魅魍魉"
    await save(
        store,
        group,
        episode("one", text),
        passage("p", text, vector=direction(77)),
        entity("e qzxjkvw", text, vector=direction(77)),
        fact("f", "e qzxjkvw", text=text, vector=direction(77)),
    )
    await save(store, group, episode("one", "another text"), retire=[(Kind.FACT, "f")])


@pytest.mark.parametrize("closed", [False, True])
async def test_a_deleted_work_leaves_no_bytes(tmp_path: Path, closed: bool) -> None:
    """After the deletion of a work, the file and its log contain no text, words or vectors of the work."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "other", *(passage(f"p{n}", f"qzxother 第{n}段", vector=direction(n)) for n in range(50)))
    await put_secrets(store, "work")
    before = remaining_secrets(tmp_path)

    await store.delete("work")
    if closed:
        await store.close()
    after = remaining_secrets(tmp_path)

    await store.close()
    assert before == list(SECRETS)
    assert after == []


async def test_what_was_retired_long_before_is_gone_too(tmp_path: Path) -> None:
    """Pages that were freed by earlier commits are overwritten, too."""
    store = SQLiteStore(tmp_path / "store.db")
    await put_secrets(store, "work")
    for number in range(2, 12):
        await store.commit(changes("work", episode(f"e{number}", "字" * 9_000), base=number))

    await store.delete("work")

    assert remaining_secrets(tmp_path) == []
    await store.close()
