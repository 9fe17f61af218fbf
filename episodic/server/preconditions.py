"""ETags, and the check of If-Match and If-None-Match headers. An ETag names a revision of a work and a language."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.model.ids import digest_of
from episodic.model.records import Work
from episodic.server.refusals import Refusal

_DIGITS = 8


@dataclass(frozen=True, slots=True)
class RevisionTag:
    """The ETag of a work at a revision, for responses in one language. The ETag also contains a hash of the time of the
    work's creation. By this hash, a work that was deleted and created again has other ETags than before.

    The language is part of the ETag, because responses from one URL can be in several languages.
    """

    revision: int
    work: str
    language: Language

    @classmethod
    def of(cls, work: Work | None, language: Language) -> RevisionTag:
        """Return the ETag of a work, with the revision 0 if *work* is None."""
        if work is None:
            return cls(0, digest_of("")[:_DIGITS], language)
        return cls(work.revision, digest_of(work.created_at)[:_DIGITS], language)

    @property
    def header(self) -> str:
        return f'"{self.revision}.{self.work}.{self.language}"'

    def is_among(self, header: str) -> bool:
        """Return whether an If-None-Match header contains this ETag or `*`."""
        return any(one.removeprefix("W/") in {"*", self.header} for one in _listed(header))

    def check(self, header: str | None) -> int | None:
        """Return the revision that the work must still have when the edit is saved, as the If-Match header demands.
        Return None if the header is missing, or contains `*` and the work exists.

        An ETag in If-Match that differs from this ETag only in its language also matches. Raises Refusal (412) if
        If-Match names no ETag of the work's current revision.
        """
        if header is None or (self.revision and "*" in _listed(header)):
            return None
        own = self.header.rpartition(".")[0]
        if any(one.rpartition(".")[0] == own for one in _listed(header)):
            return self.revision
        raise Refusal(412, "RevisionMismatch", "revision", {"etag": self.header}, headers={"ETag": self.header})


def _listed(header: str) -> list[str]:
    return [one.strip() for one in header.split(",")]
