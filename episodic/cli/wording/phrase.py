"""One thing to say, in both languages: neither is ever there without the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class Phrase:
    """The same in English and in Chinese. What a phrase tells of is an argument of the function that makes it, and typed."""

    english: str
    chinese: str

    def spoken(self, language: Language) -> str:
        """The words of one language."""
        return self.chinese if language is Language.CHINESE else self.english

    @property
    def label(self) -> Phrase:
        """As it stands before what it names: with the colon of its language."""
        return Phrase(f"{self.english}: ", f"{self.chinese}：")

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.english or self.chinese)


SILENT = Phrase("", "")
"""Nothing to say."""


def same(words: str) -> Phrase:
    """What is one in both languages: a name, the author's words."""
    return Phrase(words, words)


def plural(number: int, one: str, several: str = "") -> str:
    """So many of an English kind: "1 fact", "8 entities"; Chinese has its measure words and no plural."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def joined(phrases: Iterable[Phrase], *, english: str = ", ", chinese: str = "，") -> Phrase:
    """Those that say anything, one after the other."""
    said = [one for one in phrases if one]
    return Phrase(english.join(one.english for one in said), chinese.join(one.chinese for one in said))


def listed(words: Iterable[str]) -> Phrase:
    """Names or other words of the author, as each language lists them."""
    kept = [*words]
    return Phrase(", ".join(kept), "、".join(kept))
