"""The options that filter a read, and the scope that all options of a command describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, cast

import typer

from episodic.model.episodes import Layer
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, StatementScope
from episodic.search.filters import SearchFilters
from episodic.search.given_filters import given_filters
from episodic.search.scope import CANON_ONLY, Scope

InChapters = Annotated[
    list[str] | None, typer.Option("--chapter", help="Only what these chapters tell.", show_default=False)
]
OfTypes = Annotated[
    list[str] | None,
    typer.Option("--type", help="Only entities of these types, and their facts.", show_default=False),
]
OfScopes = Annotated[
    list[StatementScope] | None,
    typer.Option("--scope", help="Only facts of these scopes, such as claim.", show_default=False),
]
LeastSalience = Annotated[
    int,
    typer.Option(
        "--salience",
        min=LEAST_SALIENCE,
        max=MOST_SALIENCE,
        help="The least salience of a fact: 3 the plot turns on it, 2 usual, 1 colour.",
    ),
]


def scope_of(options: Mapping[str, object]) -> Scope:
    """Return the scope that the options of a command describe. An option that the command does not have restricts
    nothing. Raises InvalidFilterError for an option that is no time, and InputError for contradicting options.
    """
    given = options.get("layer")
    layers = cast("list[Layer]", given) if isinstance(given, list) else []
    return Scope(
        as_of=_text(options.get("as_of")),
        told_by=_text(options.get("told_by")),
        pov=_text(options.get("pov")),
        at_revision=revision if isinstance(revision := options.get("at_revision"), int) else None,
        include_ended=bool(options.get("include_ended")),
        layers=frozenset(layers) or CANON_ONLY,
        filters=_filters(options),
    )


def _filters(options: Mapping[str, object]) -> SearchFilters:
    repeated = {"chapters": "chapter", "types": "type", "scopes": "scope"}
    return given_filters({**options, **{key: options.get(name) for key, name in repeated.items()}}, local=True)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
