"""The upgrade of a store that an earlier version wrote. All stores of this package are upgraded in the same way.

A store keeps the names of the migrations of its schema, and the version of the data that are computed from the values of
its records. When it is opened, the missing migrations are run, and data of another version are computed again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from episodic.errors import StoreVersionError
from episodic.model.facets import FACETS_VERSION
from episodic.text.listing_rows import LISTING_ROWS_VERSION
from episodic.text.scoring_rows import SCORING_ROWS_VERSION
from episodic.text.tokens import TOKENS_VERSION

DERIVED_VERSION = f"{TOKENS_VERSION}.{FACETS_VERSION}.{SCORING_ROWS_VERSION}.{LISTING_ROWS_VERSION}"
"""The version of the words, facets, scoring rows and listing rows that stores keep beside the records."""


def has_other_words(derived: str | None) -> bool:
    """Return whether the words of a store must be computed again, given the version of its data."""
    return derived is None or derived.split(".")[0] != str(TOKENS_VERSION)


@dataclass(frozen=True, slots=True)
class Migration:
    """One change of the schema, with its statements in the query language of the store.

    A released migration must never be edited. A schema change needs a new migration. A migration without statements
    keeps earlier versions from opening a store whose records they do not know.
    """

    name: str
    statements: tuple[str, ...] = ()


def missing(migrations: Sequence[Migration], applied: Collection[str], *, place: str) -> list[Migration]:
    """Return those of *migrations* that are not *applied*, in order.

    Raise StoreVersionError, which names the *place* of the store, if an unknown migration has been applied.
    """
    unknown = sorted(set(applied) - {one.name for one in migrations})
    if unknown:
        raise StoreVersionError(
            f"{place} was written by a newer version ({', '.join(unknown)}).", hint="Update this program."
        )
    return [one for one in migrations if one.name not in applied]
