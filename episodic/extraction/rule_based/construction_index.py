"""An index of constructions by the characters that each match must contain.

Constructions are sentence patterns such as "X married Y". With the index, few regular expressions need to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.constructions import Construction
from episodic.extraction.rule_based.masked_text import PERSON
from episodic.extraction.rule_based.needed_characters import TWO_PEOPLE

_LAYERS = 3
"""The maximum number of character sets in `Construction.needed` that the index uses for each construction. Each match
of a construction contains at least one character of every set in its `needed`.
"""


@dataclass(frozen=True, slots=True)
class ConstructionIndex:
    """An index that finds, by the characters that a text contains, the constructions (sentence patterns) that can match
    the text.

    The index consists of layers (not layers of episodes). Layer n of the index is made from the n-th character set in
    `Construction.needed` of each construction. Each match of a construction contains at least one character of every
    set in its `needed`. Layer n of the index maps a character to all constructions whose n-th set in `needed` contains
    the character. Beside its mapping, layer n has a set of the constructions that have fewer than n sets in `needed`.
    Layer n can therefore never exclude these constructions. In a layer of the index, a set of constructions is an
    integer: bit i is 1 if the set contains construction number i.
    """

    constructions: Sequence[Construction]
    layers: tuple[tuple[Mapping[str, int], int], ...]

    @classmethod
    def of(cls, constructions: Sequence[Construction]) -> ConstructionIndex:
        layers: list[tuple[Mapping[str, int], int]] = []
        for layer in range(_LAYERS):
            by_character: dict[str, int] = {}
            unrestricted = 0
            for number, construction in enumerate(constructions):
                if layer >= len(construction.needed):
                    unrestricted |= 1 << number
                    continue
                for character in construction.needed[layer]:
                    by_character[character] = by_character.get(character, 0) | 1 << number
            layers.append((by_character, unrestricted))
        return cls(constructions, tuple(layers))

    def candidates(self, text: str) -> Iterator[Construction]:
        """Yield the constructions that can match *text* according to its characters, in the order of the index."""
        characters = set(text)
        if text.count(PERSON) > 1:
            characters.add(TWO_PEOPLE)
        bits = -1
        for by_character, unrestricted in self.layers:
            found = unrestricted
            for character in by_character.keys() & characters:
                found |= by_character[character]
            bits &= found
        while bits:
            lowest = bits & -bits
            yield self.constructions[lowest.bit_length() - 1]
            bits ^= lowest
