"""A model, an embedder and a reranker as a strictly typed user writes them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from episodic import Embedder, LanguageModel, Prompt, Ranking, Reranker, SQLiteStore, StoryGraph, build_chain
from episodic.errors import EmbeddingUnavailableError, ModelUnavailableError
from episodic.llm import ChainSettings
from episodic.ports import Reply, Vector


class Complete:
    """A client of a server."""

    async def __call__(self, system: str, user: str) -> str:
        return f"{{{len(system) + len(user)}"


class OwnModel:
    """A model that parses the reply with the class that the prompt asks for."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete
        self.questions: list[str] = []

    @property
    def name(self) -> str:
        return "own"

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        sent = prompt.messages()
        self.questions.append(f"{prompt.name} {prompt.language}")
        try:
            text = await self._complete(sent.system, sent.user)
        except OSError as error:
            raise ModelUnavailableError(prompt.name, "no connection", retry_after=1.0) from error
        wanted: type[Reply] = prompt.reply
        return wanted.model_validate_json(text)


class NamedModel:
    """A model whose name is a plain attribute."""

    name = "named"

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        return prompt.reply.model_validate({})


class OwnEmbedder:
    """An embedder with equal vectors for all texts."""

    name = "own/3"
    dimension = 3

    async def embed(self, texts: Sequence[str]) -> Vector:
        if not texts:
            raise EmbeddingUnavailableError("nothing to do")
        return np.ones((len(texts), self.dimension), dtype=np.float32)


class OwnReranker:
    """A reranker that prefers short texts."""

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [-float(len(text) - len(query)) for text in texts]


async def main() -> None:
    """Pass each part where its protocol is required."""
    model: LanguageModel = OwnModel(Complete())
    embedder: Embedder = OwnEmbedder()
    reranker: Reranker = OwnReranker()
    chain = build_chain(NamedModel(), ChainSettings(group_id="story"))
    async with StoryGraph(SQLiteStore(":memory:"), model=model, embedder=embedder) as graph:
        await graph.search("潮水", ranking=Ranking(reranker=reranker))
    async with StoryGraph(SQLiteStore(":memory:"), model=chain) as graph:
        print(chain.usage, await graph.stats())  # noqa: T201 - what a user does


if __name__ == "__main__":
    asyncio.run(main())
