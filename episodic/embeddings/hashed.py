"""The offline embedder, which hashes the words and character n-grams of a text.

The offline embedder needs no download and returns the same vectors on every machine.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from episodic.languages import lexicon
from episodic.ports import Vector

Codes = NDArray[np.uint64]
Flags = NDArray[np.bool_]

_BOUNDARY, _LETTER, _DENSE = 0, 1, 2
_SPACE = 0x20
_CHUNK = 1 << 16
_THREAD_FROM = 1 << 14

# One weight for each kind of feature: one, two and three Han or kana characters; 3, 4 and 5 letters; words. The eighth
# weight in the array is never used.
_WEIGHTS = np.array([0.9, 1.0, 0.4, 0.4, 0.4, 0.4, 1.0, 0.0])
_DENSE_KINDS = {1: 0, 2: 1, 3: 2}
_LETTER_KINDS = {3: 3, 4: 4, 5: 5}
_WORD_KIND = 6
_KIND_BITS = np.uint64(3)
_FEATURE_BITS = np.uint64(40)
_FEATURE_MASK = np.uint64((1 << 40) - 1)

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_WORD_FACTOR = np.uint64(0xD6E8FEB86659FD93)


class HashedEmbedder:
    """An embedder that hashes features of the characters and words of a text.

    The features of Han and kana text are single characters, pairs and triples. The features of other scripts are words,
    and sequences of 3 to 5 characters of a word. The spaces around a word count as its characters. Each feature is
    hashed to one of `dimension` components and a sign (the hashing trick of Weinberger and others, 2009). The weight of
    a feature that occurs n times in a text is the weight of its kind times 1 + ln(n). There are seven kinds: one, two
    and three Han or kana characters, 3, 4 and 5 characters of a word, and words. Texts with similar wording get similar
    vectors; paraphrases do not.

    Stop words are left out, because they are too frequent to indicate similarity. If a text consists entirely of stop
    words, its stop words are kept.
    """

    def __init__(self, dimension: int = 384) -> None:
        """Raise ValueError for a dimension below 8."""
        if dimension < 8:
            raise ValueError(f"dimension must be at least 8, not {dimension}")
        self._dimension = dimension

    @property
    def name(self) -> str:
        """The name of the embedding method with its version and dimension."""
        return f"hashed-ngrams-1/{self._dimension}"

    @property
    def dimension(self) -> int:
        """The number of components of a vector."""
        return self._dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector of length 1 per text, as the rows of a matrix. A text without letters and digits gives a
        row of zeros.

        The vector of a text does not depend on the other texts.
        """
        if sum(map(len, texts)) < _THREAD_FROM:
            return self.embedded(texts)
        return await asyncio.to_thread(self.embedded, texts)

    def embedded(self, texts: Sequence[str]) -> Vector:
        """Return the same vectors as `embed`, but synchronously and in the calling thread."""
        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for start, end in _chunks(texts):
            chunk = _sums(texts[start:end], dimension=self._dimension, drop_stop_words=True)
            stop_words_only = np.flatnonzero(~chunk.any(axis=1))
            if stop_words_only.size:
                chunk[stop_words_only] = _sums(
                    [texts[start + row] for row in stop_words_only.tolist()],
                    dimension=self._dimension,
                    drop_stop_words=False,
                )
            lengths = np.sqrt((chunk * chunk).sum(axis=1, keepdims=True))
            np.divide(chunk, lengths, out=chunk, where=lengths > 0)
            rows[start:end] = chunk
        return rows


def _chunks(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield ranges of indices of *texts* (start, end) with about 65,000 characters each, whose features fit into the
    CPU cache.
    """
    start = size = 0
    for position, text in enumerate(texts):
        size += len(text) + 1
        if size >= _CHUNK:
            yield start, position + 1
            start, size = position + 1, 0
    if start < len(texts):
        yield start, len(texts)


def _sums(texts: Sequence[str], *, dimension: int, drop_stop_words: bool) -> NDArray[np.float64]:
    features_of_texts = np.concatenate(list(_features(texts, drop_stop_words=drop_stop_words)))
    keys, times = np.unique(features_of_texts, return_counts=True)
    features = keys & _FEATURE_MASK
    owners = (keys >> _FEATURE_BITS).astype(np.int64)
    weights = _WEIGHTS[(features & np.uint64(7)).astype(np.int64)] * (1.0 + np.log(times))
    mixed = _mixed(features)
    places = ((mixed >> np.uint64(1)) % np.uint64(dimension)).astype(np.int64)
    signs = np.where(mixed & np.uint64(1), 1.0, -1.0)
    flat = np.bincount(owners * dimension + places, weights=weights * signs, minlength=len(texts) * dimension)
    return flat.astype(np.float64, copy=False).reshape(len(texts), dimension)


def _features(texts: Sequence[str], *, drop_stop_words: bool) -> Iterator[Codes]:
    """Yield arrays of integers, one integer for each feature of each text. The integer combines the index of the text,
    a hash of the feature, and the kind of the feature.
    """
    folded = [unicodedata.normalize("NFKC", text).casefold() for text in texts]
    codes = np.frombuffer(f" {' '.join(folded)} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(
        np.uint64
    )
    # In the joined text, the space before a text counts as part of this text. The space at the end of the joined text
    # counts as part of the last text.
    lengths = np.array([len(text) + 1 for text in folded])
    lengths[-1] += 1
    owners = np.repeat(np.arange(len(texts), dtype=np.uint64), lengths)
    classes = _classes(codes)
    if (classes == _LETTER).any():
        starts, ends = _runs(classes == _LETTER)
        words = _word_hashes(codes, starts, ends)
        if drop_stop_words:
            kept = ~_is_among(words, _stop_word_hashes(lexicon.words("stop_words")))
            for start, end in zip(starts[~kept].tolist(), ends[~kept].tolist(), strict=True):
                classes[start:end] = _BOUNDARY
            starts, words = starts[kept], words[kept]
        yield _keyed(owners[starts], words, _WORD_KIND)
        yield from _letter_runs(codes, classes, owners)
    yield from _dense_runs(codes, classes, owners, drop_stop_words=drop_stop_words)


def _letter_runs(codes: Codes, classes: NDArray[np.uint8], owners: Codes) -> Iterator[Codes]:
    """Yield the features of sequences of 3 to 5 characters of all words; the spaces around a word count as its
    characters.
    """
    letters = classes == _LETTER
    spaced = np.where(letters, codes, np.uint64(_SPACE))
    inside = letters
    for length, kind in _LETTER_KINDS.items():
        inner = _all_of(inside, length - 2)[1 : len(codes) - length + 2]
        at = np.flatnonzero(inner)
        yield _keyed(owners[at + 1], _hashes(spaced, at, length), kind)


def _dense_runs(codes: Codes, classes: NDArray[np.uint8], owners: Codes, *, drop_stop_words: bool) -> Iterator[Codes]:
    """Yield the features of one to three Han or kana characters. With *drop_stop_words*, features that consist only of
    stop characters are left out.
    """
    dense = classes == _DENSE
    stop = (
        dense & _is_among(codes, _stop_codes(lexicon.words("stop_characters")))
        if drop_stop_words
        else np.zeros(len(codes), dtype=np.bool_)
    )
    for length, kind in _DENSE_KINDS.items():
        at = np.flatnonzero(_all_of(dense, length) & ~_all_of(stop, length))
        yield _keyed(owners[at], _hashes(codes, at, length), kind)


def _all_of(flags: Flags, length: int) -> Flags:
    together = flags[: len(flags) - length + 1].copy()
    for step in range(1, length):
        together &= flags[step : len(flags) - length + 1 + step]
    return together


def _is_among(codes: Codes, these: Codes) -> Flags:
    """Return, for each element of *codes*, whether it occurs in *these*, which must be sorted. `numpy.isin` gives the
    same result, but is much slower for the few characters of a query.
    """
    if not these.size:
        return np.zeros(len(codes), dtype=np.bool_)
    at = np.minimum(np.searchsorted(these, codes), these.size - 1)
    found: Flags = these[at] == codes
    return found


def _hashes(codes: Codes, at: NDArray[np.int64], length: int) -> Codes:
    value = codes[at]
    for step in range(1, length):
        value = value * _FACTOR + codes[at + step]
    return _mixed(value)


def _word_hashes(codes: Codes, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Codes:
    if not starts.size:
        return np.zeros(0, dtype=np.uint64)
    lengths = ends - starts
    place = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    at = np.repeat(starts, lengths) + place
    powers = np.multiply.accumulate(np.full(int(lengths.max()), _WORD_FACTOR, dtype=np.uint64))
    sums: Codes = np.add.reduceat(codes[at] * powers[place], np.cumsum(lengths) - lengths)
    return _mixed(sums)


def _runs(flags: Flags) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return edges[::2], edges[1::2]


def _keyed(owners: Codes, hashes: Codes, kind: int) -> Codes:
    kept = (hashes << _KIND_BITS) & _FEATURE_MASK
    return (owners << _FEATURE_BITS) | kept | np.uint64(kind)


def _mixed(value: Codes) -> Codes:
    """Spread a hash over all bits (the finalizer of SplitMix64; Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _classes(codes: Codes) -> NDArray[np.uint8]:
    """Return the class of each character: letter, Han or kana, or separator. Beyond U+FFFF, all characters but Han
    (U+20000 to U+3FFFF) are separators.
    """
    low = np.minimum(codes, np.uint64(0xFFFF)).astype(np.int64)
    classes = _table()[low]
    high = codes > np.uint64(0xFFFF)
    if high.any():
        classes[high] = np.where((codes[high] >= 0x20000) & (codes[high] < 0x40000), _DENSE, _BOUNDARY)
    return classes


@cache
def _table() -> NDArray[np.uint8]:
    letters = [unicodedata.category(chr(code))[0] in "LNM" for code in range(0x10000)]
    table = np.array(letters, dtype=np.uint8) * np.uint8(_LETTER)
    for first, last in ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x3041, 0x30FF), (0x3005, 0x3007)):
        table[first : last + 1] = _DENSE
    return table


@cache
def _stop_word_hashes(words: frozenset[str]) -> Codes:
    codes = np.frombuffer(f" {' '.join(sorted(words))} ".encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    return np.unique(_word_hashes(codes, *_runs(codes != _SPACE)))


@cache
def _stop_codes(characters: frozenset[str]) -> Codes:
    return np.array(sorted(map(ord, characters)), dtype=np.uint64)
