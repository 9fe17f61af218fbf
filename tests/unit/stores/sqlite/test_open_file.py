"""Tests of paths that are not a usable store, and of the errors for them."""

import os
import sqlite3
import stat
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from episodic.errors import StoreDamagedError, StoreError, StoreRefusedError, StoreUnavailableError, StoreVersionError
from episodic.model.facets import Facet, facet
from episodic.model.records import Kind
from episodic.ports import Bounds
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import direction, episode, fact, passage, save, search_text, search_vector

NOBODY = 65_534


@contextmanager
def powerless() -> Generator[None, None, None]:
    """Drop the rights of root, because root may read and write every file."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public() -> Generator[Path, None, None]:
    """A folder in which everybody may write, unlike pytest's own folder."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.fixture
def read_only() -> Generator[Path, None, None]:
    """A folder that everybody may read and nobody may write."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        yield Path(folder)
        Path(folder).chmod(0o777)


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in the folder."""
    return sorted(path.name for path in folder.iterdir())


def rights_in(folder: Path) -> dict[str, int]:
    """Return the files of the folder with their access rights."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def forbid_writing(folder: Path) -> None:
    """Make every file of the folder read-only for everybody."""
    for path in folder.iterdir():
        path.chmod(0o444)


def file_of(folder: Path, name: str, content: bytes) -> Path:
    """Write a file that is not a store, and return its path."""
    path = folder / name
    path.write_bytes(content)
    return path


async def refusal(path: Path | str) -> StoreError:
    """Return the error of the setup of a store at *path*."""
    store = SQLiteStore(path)
    with pytest.raises(StoreError) as refused:
        await store.setup()
    await store.close()
    return refused.value


async def filled(path: Path) -> None:
    """Create a store with some records."""
    store = SQLiteStore(path)
    await save(store, "work", *(passage(f"p{n}", f"第{n}段" * 50, vector=direction(n)) for n in range(300)))
    await store.close()


async def test_files_are_the_owner_s_alone(tmp_path: Path) -> None:
    """Only the owner can read the database file, its log and its lock, with any umask."""
    before = os.umask(0)
    try:
        store = SQLiteStore(tmp_path / "store.db")
        await save(store, "work", episode("one"))

        modes = rights_in(tmp_path)
    finally:
        os.umask(before)

    await store.close()
    assert modes == dict.fromkeys(["store.db", "store.db-lock", "store.db-shm", "store.db-wal"], 0o600)


async def test_after_closing_the_file_stands_alone(tmp_path: Path) -> None:
    """Closing a store moves the log into the database file, so that the file can be copied."""
    await filled(tmp_path / "store.db")

    left = names_in(tmp_path)

    assert left == ["store.db", "store.db-lock"]


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """No folder is created."""
    error = await refusal(tmp_path / "nowhere" / "store.db")

    assert isinstance(error, StoreUnavailableError)
    assert str(tmp_path / "nowhere") in error.message
    assert names_in(tmp_path) == []


async def test_a_folder_is_no_store(tmp_path: Path) -> None:
    error = await refusal(tmp_path)

    assert isinstance(error, StoreUnavailableError)
    assert error.hint


async def test_a_path_with_nul_is_no_path() -> None:
    """No operating system has file names with NUL."""
    error = await refusal("story\x00.db")

    assert isinstance(error, StoreUnavailableError)


async def test_a_folder_that_may_not_be_written_is_named(read_only: Path) -> None:
    with powerless():
        error = await refusal(read_only / "store.db")

    assert isinstance(error, StoreRefusedError)
    assert str(read_only / "store.db") in error.message
    assert "permissions" in error.hint


async def test_a_file_that_may_not_be_written_is_named(public: Path) -> None:
    """A readable file without write access is refused, too."""
    await filled(public / "store.db")
    forbid_writing(public)

    with powerless():
        error = await refusal(public / "store.db")

    assert isinstance(error, StoreRefusedError)
    assert str(public / "store.db") in error.message


@pytest.mark.parametrize("content", [b"It was a dark and stormy night.\n" * 200, b"\x00" * 9_000, b"PK\x03\x04"])
async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    """A manuscript given as --store is not overwritten."""
    path = file_of(tmp_path, "story.txt", content)

    error = await refusal(path)

    assert isinstance(error, StoreVersionError)
    assert path.read_bytes() == content


async def test_another_program_s_database_is_left_as_it_is(tmp_path: Path) -> None:
    """A SQLite file of another program is not used as a store."""
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE works (group_id TEXT)")
    content = path.read_bytes()

    error = await refusal(path)

    assert isinstance(error, StoreVersionError)
    assert path.read_bytes() == content


async def test_a_newer_store_is_not_touched(tmp_path: Path) -> None:
    """A migration that this version does not know was made by a newer version."""
    path = tmp_path / "store.db"
    await filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999-of-tomorrow')")
        connection.commit()

    error = await refusal(path)

    assert isinstance(error, StoreVersionError)
    assert "9999-of-tomorrow" in error.message


async def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    """A file made by `touch`, or by a process that was killed early, is empty."""
    path = file_of(tmp_path, "store.db", b"")

    await filled(path)

    assert path.stat().st_size > 0


@pytest.mark.parametrize("harm", ["overwritten", "cut"])
async def test_a_damaged_store_is_said_to_be_damaged(tmp_path: Path, harm: str) -> None:
    """A damaged store raises a named error instead of incomplete answers."""
    path = tmp_path / "store.db"
    await filled(path)
    content = path.read_bytes()
    half = len(content) // 2 // 8192 * 8192
    path.write_bytes(content[:half] if harm == "cut" else content[:16_384] + b"\xa5" * (len(content) - 16_384))
    store = SQLiteStore(path)

    with pytest.raises(StoreDamagedError, match="damaged"):
        await store.fetch("work", Kind.PASSAGE, vectors=True)

    await store.close()


async def test_a_text_that_is_no_utf_8_is_said_to_be_damaged_without_its_words(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    await filled(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE bodies SET value = CAST(? AS TEXT)", (b"secret \xff",))
    store = SQLiteStore(path)

    with pytest.raises(StoreDamagedError) as raised:
        await store.fetch("work", Kind.PASSAGE)

    assert "damaged" in raised.value.message
    assert "secret" not in raised.value.message
    await store.close()


async def test_a_link_leads_to_the_same_store(tmp_path: Path) -> None:
    """Both paths share one lock, so that their writers take turns."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "store.db")
    one, other = SQLiteStore(tmp_path / "real" / "store.db"), SQLiteStore(tmp_path / "link.db")

    await save(one, "work", episode("a"))
    await save(other, "work", episode("b"))

    assert [record.uuid for record in await one.fetch("work", Kind.EPISODE)] == ["a", "b"]
    await one.close()
    await other.close()
    assert names_in(tmp_path / "real") == ["store.db", "store.db-lock"]
    assert names_in(tmp_path) == ["link.db", "real"]


async def test_a_relative_path_means_the_folder_it_was_given_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changing the working directory later does not open another store."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    store = SQLiteStore("store.db")

    monkeypatch.chdir(tmp_path / "elsewhere")
    await save(store, "work", episode("a"))

    await store.close()
    assert store.address == "store.db"
    assert (tmp_path / "store.db").exists()
    assert names_in(tmp_path / "elsewhere") == []


@pytest.mark.parametrize(("version", "opens"), [((3, 34, 1), False), ((3, 35, 0), True)])
async def test_an_old_sqlite_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], opens: bool
) -> None:
    """The SQLite version is checked before any file is created."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    store = SQLiteStore(tmp_path / "store.db")

    if opens:
        await store.setup()
    else:
        with pytest.raises(StoreUnavailableError, match=r"3\.35\.0"):
            await store.setup()

    await store.close()
    assert (tmp_path / "store.db").exists() is opens


async def test_other_rules_for_words_make_the_full_text_anew(tmp_path: Path) -> None:
    """A store whose texts were indexed by other rules is indexed again when it is opened."""
    path = tmp_path / "store.db"
    await filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE passage_words SET words = 'nothing'")
        connection.execute("UPDATE meta SET value = '0' WHERE name = 'derived'")
        connection.commit()
    store = SQLiteStore(path)

    found = await search_text(store, "work", Kind.PASSAGE, "第7段", limit=500)
    lost = await search_text(store, "work", Kind.PASSAGE, "nothing", limit=5)

    await store.close()
    assert "p7" in {one.uuid for one in found}
    assert list(lost) == []


async def test_records_of_earlier_versions_get_facets(tmp_path: Path) -> None:
    """A file without the column is searched by facets as soon as it is opened."""
    path = tmp_path / "store.db"
    store = SQLiteStore(path)
    value = '{"predicate":"lives_in"}'
    await save(
        store, "work", *(replace(fact(f"f{n}", "e", text="港口"), value=value) for n in range(3)), fact("g", "e")
    )
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE records DROP COLUMN facets")
        connection.execute("DELETE FROM migrations WHERE name = '0003-facets'")
        connection.execute("DELETE FROM meta WHERE name = 'derived'")
        connection.commit()
    store = SQLiteStore(path)

    lives = Bounds(facets=(frozenset({facet(Facet.PREDICATE, "livesin")}),))
    found = await search_text(store, "work", Kind.FACT, "港口", limit=5, bounds=lives)
    near = await store.neighbours("work", ["e"], limit=5, facets=lives.facets)

    await store.close()
    assert sorted(one.uuid for one in found) == ["f0", "f1", "f2"]
    assert sorted(one.uuid for one in near) == ["f0", "f1", "f2"]


async def test_kinds_without_full_text_are_not_searched(tmp_path: Path) -> None:
    """A full-text search of a kind without full text is an error, not an empty result."""
    store = SQLiteStore(tmp_path / "store.db")
    await save(store, "work", episode("one"), fact("f", "e", text="text", vector=direction(1)))

    with pytest.raises(StoreRefusedError):
        await search_text(store, "work", Kind.EPISODE, "one", limit=5)
    with pytest.raises(StoreRefusedError):
        await search_vector(store, "work", Kind.EPISODE, direction(1), limit=5)

    await store.close()


@pytest.mark.parametrize("key", [1 << 62, -(1 << 62), 10**30])
async def test_order_keys_beyond_62_bits_are_refused(key: int) -> None:
    """A number that SQLite cannot store is refused before anything is saved. A query may contain a number that SQLite
    cannot store.
    """
    store = SQLiteStore(":memory:")
    await save(store, "work", fact("f", "e", text="港口", told=5, vector=direction(1)))

    for broken in (episode("told", told=key), fact("lo", "e", lo=key), fact("hi", "e", hi=key)):
        with pytest.raises(StoreRefusedError):
            await save(store, "work", broken)
    found = [
        await search_text(store, "work", Kind.FACT, "港口", limit=10**30, bounds=Bounds(told_by=key)),
        await search_vector(store, "work", Kind.FACT, direction(1), limit=10**30, bounds=Bounds(told_by=key)),
    ]
    around = await store.neighbours("work", ["e"], limit=10**30)

    assert [[one.uuid for one in answer] for answer in found] == [["f"] if key > 0 else []] * 2
    assert [record.uuid for record in around] == ["f"]
    assert await store.counts("work") == {Kind.FACT: 1}
    await store.close()
