"""Upgrades a store that an earlier version of this package wrote; all stores of the package use this module.

A store records the names of its schema's migrations that have run, and the version of the data that it derived from its
records. When a store is opened, missing migrations are run, and data derived by another version are derived again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from episodic.errors import StoreVersionError
from episodic.model.facets import FACETS_VERSION
from episodic.text.listing_rows import LISTING_ROWS_VERSION
from episodic.text.scoring_rows import SCORING_ROWS_VERSION
from episodic.text.tokens import TOKENS_VERSION

DERIVED_VERSION = f"{TOKENS_VERSION}.{FACETS_VERSION}.{SCORING_ROWS_VERSION}.{LISTING_ROWS_VERSION}"
"""The version of the data that stores derive from records and keep beside them. The derived data are words, facets,
scoring rows (what a search reads) and listing rows (what a list reads).
"""


def has_other_words(derived: str | None) -> bool:
    """Return whether the words in a store's search index must be computed again. *derived* is the stored version of the
    data that the store computes from its records, such as these words.
    """
    return derived is None or derived.split(".")[0] != str(TOKENS_VERSION)


@dataclass(frozen=True, slots=True)
class Migration:
    """One change of a store's schema: its name, and statements in the query language of the store.

    A released migration must never be edited. Every change of the schema is a new migration. A migration without
    statements keeps earlier versions of the package from opening the store.
    """

    name: str
    statements: tuple[str, ...] = ()


def missing(migrations: Sequence[Migration], applied: Collection[str], *, place: str) -> list[Migration]:
    """Return the migrations whose names are not in *applied*, without changing their order.

    Raise StoreVersionError, whose message names the store as *place*, if *applied* contains a name that no migration
    has.
    """
    unknown = sorted(set(applied) - {one.name for one in migrations})
    if unknown:
        raise StoreVersionError(
            f"{place} was written by a newer version ({', '.join(unknown)}).", hint="Update this program."
        )
    return [one for one in migrations if one.name not in applied]
