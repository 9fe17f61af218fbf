"""Loads models of the optional library sentence-transformers, or raises an error that says how to install it.

The local embedder and the local reranker use this module. The extra `local` installs the library. Importing the library
sentence-transformers takes long, so that it is imported only when a model is loaded.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from episodic.errors import ConfigurationError

_PACKAGE = "sentence_transformers"

T = TypeVar("T")


class SentenceTransformer(Protocol):
    """An embedding model of sentence-transformers, with only the method that the local embedder calls."""

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> NDArray[np.float32]: ...


class CrossEncoder(Protocol):
    """A cross-encoder of sentence-transformers, with only the method that the local reranker calls."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]: ...


class Library(Protocol):
    """The constructors of sentence-transformers for its two kinds of models."""

    def SentenceTransformer(self, name: str, *, device: str | None) -> SentenceTransformer: ...  # noqa: N802
    def CrossEncoder(self, name: str, *, device: str | None) -> CrossEncoder: ...  # noqa: N802


def loaded(load: Callable[[Library], T], *, what: str) -> T:
    """Return the model that the function *load* creates with the library. *what* names the model in error messages.

    Raise ConfigurationError if the library is not installed or cannot load the model.
    """
    if importlib.util.find_spec(_PACKAGE) is None:
        raise ConfigurationError(
            f"The {what} needs the package sentence-transformers.",
            hint="Install the extra: pip install 'episodic-graph[local]'.",
        )
    library = cast("Library", importlib.import_module(_PACKAGE))
    try:
        return load(library)
    except (OSError, ValueError, RuntimeError) as error:
        raise ConfigurationError(f"The {what} cannot be loaded.") from error
