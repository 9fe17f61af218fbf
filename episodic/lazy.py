"""Lazy package exports: a module is imported when one of its names is first used, which keeps imports fast."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy(package: str, homes: Mapping[str, str]) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` for *package*. *homes* maps each module to its public names,
    separated by spaces.

    Type checkers also need import statements for the names in *homes*. A test checks that the import statements of a
    package and *homes* list the same names.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        """Import and return the public object with the name *name*. Raises AttributeError if *name* is no public name
        of the package.
        """
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    def names() -> list[str]:
        """Return the public names of the package, sorted."""
        return sorted(home)

    return names(), load, names
