"""The jars of each Neo4j version: named by a lock file, fetched once, checked by sha256 each time."""

import fcntl
import hashlib
import os
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import requests
from jgo.config import GlobalSettings
from jgo.maven import Artifact, Dependency, MavenContext
from platformdirs import user_cache_path

LTS: Final[str] = "5.26.30"
CURRENT: Final[str] = "2026.08.1"
VERSIONS: Final[tuple[str, ...]] = (LTS, CURRENT)

CHECKOUT: Final = Path(__file__).resolve().parents[2]
LOCKS: Final = Path(__file__).with_name("locks")
PARALLEL_DOWNLOADS: Final = 12
ATTEMPTS: Final = 4
"""A registry drops a connection now and then; among hundreds of files once is often."""


class JarsError(Exception):
    """The jars of a version cannot be had, or are not the ones that the lock file names."""


@dataclass(frozen=True, slots=True)
class LockedJar:
    """One line of a lock file."""

    coordinates: str
    sha256: str


@dataclass(frozen=True)
class JarCache:
    """A folder of jars, laid out like a Maven repository, shared by all versions."""

    folder: Path

    @cached_property
    def maven(self) -> MavenContext:
        """Maven's central registry, or the ones that the user's own jgo configuration names."""
        own = GlobalSettings.load().repositories
        return MavenContext(repo_cache=self.folder, remote_repos=own or None, timeout=60)

    def jars(self, version: str) -> tuple[Path, ...]:
        """Where the jars of this version lie, fetched if they do not; raises `JarsError`."""
        locked = locked_jars(version)
        with self._alone(), ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
            return tuple(pool.map(self._jar, locked))

    def _jar(self, locked: LockedJar) -> Path:
        artifact = self._artifact(locked.coordinates)
        failure: Exception | None = None
        for _ in range(ATTEMPTS):
            try:
                path = artifact.resolve()
            except (OSError, RuntimeError, requests.RequestException) as error:
                failure = error
                self._path(artifact).unlink(missing_ok=True)
                continue
            if sha256(path) == locked.sha256:
                return path
            # Half a file, from a download that was cut off: the next round fetches it anew.
            failure = JarsError(f"sha256 of {path} is not the locked one")
            path.unlink()
        raise JarsError(f"Cannot fetch {locked.coordinates}: {failure}") from failure

    def _artifact(self, coordinates: str) -> Artifact:
        group, name, version, *classifier = coordinates.split(":")
        return self.maven.project(group, name).at_version(version).artifact(*classifier)

    def _path(self, artifact: Artifact) -> Path:
        return self.folder / artifact.component.path_prefix / artifact.filename

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Only one process at a time fills the folder."""
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def resolved(self, version: str) -> list[LockedJar]:
        """What a version needs, asked of the registry; this is how a lock file is made."""
        root = self.maven.project("org.neo4j", "neo4j").at_version(version).artifact()
        inputs, needed = self.maven.resolver.resolve([Dependency(root)])
        artifacts = [dependency.artifact for dependency in (*inputs, *needed)]
        return sorted(
            (LockedJar(coordinates(artifact), sha256(artifact.resolve())) for artifact in artifacts),
            key=lambda jar: jar.coordinates,
        )


def coordinates(artifact: Artifact) -> str:
    """The artifact as a lock file names it."""
    parts = [artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier]
    return ":".join(part for part in parts if part)


def locked_jars(version: str) -> list[LockedJar]:
    """The lines of the version's lock file."""
    lines = (LOCKS / f"{version}.txt").read_text(encoding="ascii").splitlines()
    return [LockedJar(*line.split()) for line in lines if not line.startswith("#")]


def write_lock(version: str, jars: list[LockedJar]) -> Path:
    """Names the jars for everybody; the answer is the file."""
    path = LOCKS / f"{version}.txt"
    head = f"# Every jar of Neo4j {version}. Written by: python -m tests.neo4j_servers lock {version}\n"
    path.write_text(head + "".join(f"{jar.coordinates} {jar.sha256}\n" for jar in jars), encoding="ascii")
    return path


def jar_cache() -> JarCache:
    """The user's cache folder, or the checkout's own where that one cannot be written."""
    for folder in (user_cache_path("episodic") / "neo4j-jars", CHECKOUT / ".neo4j" / "jars"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return JarCache(folder)
    raise JarsError("Neither the user's cache folder nor the checkout can be written")


def sha256(path: Path) -> str:
    """The checksum of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
