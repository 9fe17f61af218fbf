"""Questions asked at the same time, none of which outlives the failure of another."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import TypeVar

T = TypeVar("T")


async def all_of(questions: Iterable[Coroutine[None, None, T]]) -> list[T]:
    """Their answers in order; when one fails the others are cancelled and have ended before its error is raised."""
    asked = [asyncio.ensure_future(question) for question in questions]
    try:
        return list(await asyncio.gather(*asked))
    finally:
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
