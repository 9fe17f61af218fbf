"""The jars of each Neo4j version. The jars in a lock file are downloaded once, and checked by SHA-256 at each start."""

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
"""Number of download attempts. Registries sometimes drop connections, which is likely among hundreds of files."""


class JarsError(Exception):
    """The jars of a version cannot be downloaded, or they differ from the lock file."""


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
        """Maven Central, or the registries in the user's jgo configuration."""
        own = GlobalSettings.load().repositories
        return MavenContext(repo_cache=self.folder, remote_repos=own or None, timeout=60)

    def jars(self, version: str) -> tuple[Path, ...]:
        """Return the paths of this version's jars, and download the missing jars. Raises `JarsError`."""
        locked = locked_jars(version)
        with self._exclusive_lock(), ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
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
            # Delete the partial file of an interrupted download, so that the next attempt downloads it again.
            failure = JarsError(f"sha256 of {path} is not the locked one")
            path.unlink()
        raise JarsError(f"Cannot fetch {locked.coordinates}: {failure}") from failure

    def _artifact(self, coordinates: str) -> Artifact:
        group, name, version, *classifier = coordinates.split(":")
        return self.maven.project(group, name).at_version(version).artifact(*classifier)

    def _path(self, artifact: Artifact) -> Path:
        return self.folder / artifact.component.path_prefix / artifact.filename

    @contextmanager
    def _exclusive_lock(self) -> Generator[None]:
        """Lock the folder so that only one process downloads into it at a time."""
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def resolved(self, version: str) -> list[LockedJar]:
        """Ask the registry for the jars that a version needs. Used to create a lock file."""
        root = self.maven.project("org.neo4j", "neo4j").at_version(version).artifact()
        inputs, needed = self.maven.resolver.resolve([Dependency(root)])
        artifacts = [dependency.artifact for dependency in (*inputs, *needed)]
        return sorted(
            (LockedJar(coordinates(artifact), sha256(artifact.resolve())) for artifact in artifacts),
            key=lambda jar: jar.coordinates,
        )


def coordinates(artifact: Artifact) -> str:
    """Return the artifact's coordinates as the lock file writes them."""
    parts = [artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier]
    return ":".join(part for part in parts if part)


def locked_jars(version: str) -> list[LockedJar]:
    """Return the lines of the version's lock file."""
    lines = (LOCKS / f"{version}.txt").read_text(encoding="ascii").splitlines()
    return [LockedJar(*line.split()) for line in lines if not line.startswith("#")]


def write_lock(version: str, jars: list[LockedJar]) -> Path:
    """Write the lock file of a version and return its path."""
    path = LOCKS / f"{version}.txt"
    head = f"# Every jar of Neo4j {version}. Written by: python -m tests.neo4j_servers lock {version}\n"
    path.write_text(head + "".join(f"{jar.coordinates} {jar.sha256}\n" for jar in jars), encoding="ascii")
    return path


def jar_cache() -> JarCache:
    """Return the user's cache folder, or a folder in the checkout if the user's folder is not writable."""
    for folder in (user_cache_path("episodic") / "neo4j-jars", CHECKOUT / ".neo4j" / "jars"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return JarCache(folder)
    raise JarsError("Neither the user's cache folder nor the checkout can be written")


def sha256(path: Path) -> str:
    """Return the SHA-256 checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
