"""Embedders (offline, OpenAI-compatible or local) with a cache for their vectors, and a local reranker."""

from __future__ import annotations

TYPE_CHECKING = False
"""Replaces `typing.TYPE_CHECKING`, because importing `typing` takes longer than importing this module."""

if TYPE_CHECKING:
    from episodic.embeddings.caching import CachingEmbedder as CachingEmbedder
    from episodic.embeddings.hashed import HashedEmbedder as HashedEmbedder
    from episodic.embeddings.local import LocalEmbedder as LocalEmbedder
    from episodic.embeddings.local_reranker import LocalReranker as LocalReranker
    from episodic.embeddings.openai import (
        EmbedderOptions as EmbedderOptions,
        OpenAIEmbedder as OpenAIEmbedder,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.embeddings.caching": "CachingEmbedder",
            "episodic.embeddings.hashed": "HashedEmbedder",
            "episodic.embeddings.local": "LocalEmbedder",
            "episodic.embeddings.local_reranker": "LocalReranker",
            "episodic.embeddings.openai": "EmbedderOptions OpenAIEmbedder",
        },
    )
