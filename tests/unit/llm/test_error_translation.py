"""Tests of the translation of the client library's errors into ModelErrors."""

from __future__ import annotations

import inspect

import httpx
import openai
import pytest
from openai.types.chat import ChatCompletion
from pydantic import SecretStr

from episodic.embeddings.openai import translated as embedding_translated
from episodic.endpoints import endpoint_address
from episodic.errors import EmbeddingError, EpisodicError, ModelError
from episodic.llm.openai import translated

ADDRESS = endpoint_address("https://models.example/v1")


def library_errors() -> list[type[Exception]]:
    """Return all error classes of the openai library, including private ones of its errors module."""
    modules = [openai, inspect.getmodule(openai.OpenAIError)]
    found = {
        one
        for module in modules
        for name, one in inspect.getmembers(module, inspect.isclass)
        if name.endswith("Error") and issubclass(one, Exception) and not name.startswith("_")
    }
    return sorted(found, key=lambda one: one.__name__)


def make_error(kind: type[Exception]) -> Exception:
    """Create an error of this class, with a request and response if it needs them."""
    request = httpx.Request("POST", "https://models.example/v1/chat/completions")
    status = getattr(kind, "status_code", 500)
    response = httpx.Response(status if isinstance(status, int) else 500, request=request)
    known: dict[str, object] = {
        "message": "it went wrong",
        "request": request,
        "response": response,
        "body": None,
        "unsent_messages": [],
        "completion": ChatCompletion(id="", choices=[], created=0, model="", object="chat.completion"),
    }
    if kind.__init__ in {Exception.__init__, ValueError.__init__}:
        return kind("it went wrong")
    wanted = inspect.signature(kind).parameters
    return kind(**{name: known[name] for name in wanted if name in known})


def test_every_error_of_the_library_becomes_a_model_error() -> None:
    """The test finds error classes by inspection, so that it includes classes of newer library versions."""
    for kind in library_errors():
        error = make_error(kind)

        with pytest.raises(EpisodicError) as caught, translated("facts", address=ADDRESS, key=SecretStr("sk-secret")):
            raise error

        assert isinstance(caught.value, ModelError), kind
        assert caught.value.__cause__ is error, kind


def test_every_error_of_the_library_becomes_an_embedding_error() -> None:
    """The embedder uses the same library."""
    for kind in library_errors():
        error = make_error(kind)

        with pytest.raises(EpisodicError) as caught, embedding_translated(address=ADDRESS, key=SecretStr("sk-secret")):
            raise error

        assert isinstance(caught.value, EmbeddingError), kind
