"""Tests of the offline embedder."""

from __future__ import annotations

import math
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.embeddings.hashed import HashedEmbedder
from episodic.languages import lexicon
from episodic.ports import Embedder

CHINESE = [
    ("沈砚在望潮城的码头当过三年账房", "沈砚曾经在望潮城码头做账房先生"),
    ("铜尺后来断成了两截", "那把铜尺断了，只剩半截"),
    ("林小满把半截铜尺交给了周渡", "周渡从林小满手里得到半截铜尺"),
    ("风暴潮那夜，潮屋的灯塔熄灭了", "潮屋灯塔在风暴潮的夜里灭了灯"),
    ("老船长去世以后，儿子继承了海燕号", "海燕号由老船长的儿子继承"),
    ("城主悬赏一千两捉拿盗印的人", "城主出一千两的悬赏，要抓盗走官印的贼"),
    ("国王把女儿许配给邻国的王子", "邻国王子将迎娶国王的女儿"),
    ("第三册账本里夹着一封旧信", "旧信藏在第三册账本中"),
    ("商队在沙漠里迷路七天", "商队于沙漠迷失方向，走了七天"),
]
ENGLISH = [
    (
        "Mara served as harbour clerk at Tidewatch for three years",
        "For three years the harbour at Tidewatch had Mara as its clerk",
    ),
    ("The brass ruler broke into two pieces", "Only half of the broken brass ruler remained"),
    ("Wenna gave the half ruler to Joss", "Joss received half of the ruler from Wenna"),
    (
        "The lighthouse went dark on the night of the storm surge",
        "On the night the storm surged, the lamp of the lighthouse failed",
    ),
    (
        "The captain's son inherited the Petrel after his death",
        "After the old captain died his son became owner of the Petrel",
    ),
    (
        "The governor offered a thousand crowns for the seal thief",
        "A reward of a thousand crowns was offered for whoever stole the seal",
    ),
    ("Anna doubts that her master is dead", "Anna does not believe her master died"),
    ("An old letter was hidden in the third ledger", "Inside ledger number three lay a letter, old and hidden"),
    ("The caravan was lost in the desert for seven days", "Seven days the caravan wandered lost through the desert"),
]
NAMES = [
    ("克莱恩·莫雷蒂", "克莱恩"),
    ("诸葛孔明", "孔明先生"),
    ("望潮城码头", "望潮码头"),
    ("海燕号", "“海燕”号"),
    ("Miss Elizabeth Bennet", "Elizabeth Bennet"),
    ("Captain Flint's ship", "Flint's old ship"),
    ("Abel Magwitch", "Magwitch"),
    ("ＫＥＮ", "Ken"),
]
TEXTS = st.text(
    alphabet=st.sampled_from("的他剑断城は々Ａaábcdé' -,.!！，\x00\n0９७हिन्दी𠀀😀") | st.characters(), max_size=60
)


BITS = (1 << 64) - 1


def splitmix64(value: int) -> int:
    """Apply the final mixing steps of SplitMix64, with Python integers."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & BITS
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & BITS
    return value ^ (value >> 31)


def kind_of(character: str) -> str:
    """Return the kind of a character: dense script, alphabet letter or separator."""
    code = ord(character)
    dense = [
        (0x3400, 0x4DBF),
        (0x4E00, 0x9FFF),
        (0xF900, 0xFAFF),
        (0x3041, 0x30FF),
        (0x3005, 0x3007),
        (0x20000, 0x3FFFF),
    ]
    if any(first <= code <= last for first, last in dense):
        return "dense"
    return "letter" if code < 0x10000 and unicodedata.category(character)[0] in "LNM" else "other"


def words_of(text: str) -> list[str]:
    """Return the words of alphabetic scripts in order."""
    return "".join(one if kind_of(one) == "letter" else " " for one in text).split(" ")


def features_of(text: str, *, drop_stop_words: bool) -> Iterator[tuple[int, int]]:
    """Yield the hash and kind of every feature of a text. *drop_stop_words* leaves out stop words and stop characters."""
    told = [word for word in words_of(text) if word and not (drop_stop_words and word in lexicon.words("stop_words"))]
    for word in told:
        power, value = 1, 0
        for one in word:
            power = power * 0xD6E8FEB86659FD93 & BITS
            value = (value + ord(one) * power) & BITS
        yield splitmix64(value), 6
        for length in (3, 4, 5):
            for start in range(len(word) + 3 - length):
                yield splitmix64(polynomial(f" {word} "[start : start + length])), length
    for length in (1, 2, 3):
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            hollow = drop_stop_words and all(one in lexicon.words("stop_characters") for one in part)
            if all(kind_of(one) == "dense" for one in part) and not hollow:
                yield splitmix64(polynomial(part)), length - 1


def polynomial(characters: str) -> int:
    value = 0
    for character in characters:
        value = (value * 0x9E3779B97F4A7C15 + ord(character)) & BITS
    return value


def vector_by_single_features(text: str, dimension: int) -> list[float]:
    """Compute the vector of a text one feature at a time."""
    weights = (0.9, 1.0, 0.4, 0.4, 0.4, 0.4, 1.0)
    folded = unicodedata.normalize("NFKC", text).casefold()
    counts = Counter(features_of(folded, drop_stop_words=True)) or Counter(features_of(folded, drop_stop_words=False))
    numbers = [0.0] * dimension
    for (value, kind), times in counts.items():
        spread = splitmix64((value << 3) & ((1 << 40) - 1) | kind)
        numbers[(spread >> 1) % dimension] += (1 if spread & 1 else -1) * weights[kind] * (1 + math.log(times))
    length = math.sqrt(sum(one * one for one in numbers))
    return [one / length for one in numbers] if length else numbers


@pytest.mark.parametrize("pairs", [CHINESE, ENGLISH, NAMES], ids=["chinese", "english", "names"])
async def test_a_text_is_nearest_to_its_paraphrase(pairs: list[tuple[str, str]]) -> None:
    """Each text is nearest to its own paraphrase among all paraphrases."""
    embedder = HashedEmbedder()

    firsts = await embedder.embed([first for first, _ in pairs])
    seconds = await embedder.embed([second for _, second in pairs])

    nearness = firsts @ seconds.T
    assert nearness.argmax(axis=1).tolist() == list(range(len(pairs)))


@settings(deadline=None)
@given(st.lists(TEXTS | st.text(alphabet="the of和之 ,城aho", max_size=12), min_size=1, max_size=5))
async def test_the_vectors_equal_those_of_a_simple_implementation(texts: list[str]) -> None:
    """The batched computation gives the same vectors as one feature at a time, for any characters."""

    rows = await HashedEmbedder(32).embed(texts)

    assert np.allclose(rows, [vector_by_single_features(text, 32) for text in texts], atol=1e-6)


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=6), st.integers(0, 5))
async def test_a_vector_depends_on_its_text_alone(texts: list[str], chosen: int) -> None:
    """The other texts of a batch do not change a vector, to the bit."""
    embedder = HashedEmbedder(64)

    rows = await embedder.embed(texts)

    for text, row in list(zip(texts, rows, strict=True))[chosen : chosen + 1]:
        assert np.array_equal((await embedder.embed([text]))[0], row)


@settings(deadline=None)
@given(st.lists(TEXTS | st.text(alphabet=st.characters(categories=["Cs"]), max_size=3), max_size=6))
async def test_every_vector_has_length_one_or_is_zero(texts: list[str]) -> None:
    """A text with a letter or digit has a vector of length 1. A text without letters and digits has a zero vector."""

    rows = await HashedEmbedder().embed(texts)

    assert rows.shape == (len(texts), 384)
    assert rows.dtype == np.float32
    for text, row in zip(texts, rows, strict=True):
        told = any(kind_of(one) != "other" for one in unicodedata.normalize("NFKC", text).casefold())
        assert np.linalg.norm(row) == pytest.approx(1.0 if told else 0.0, abs=1e-5)


@pytest.mark.parametrize("text", ["的", "了", "The Who", "It was", "他们"])
async def test_a_text_of_stop_words_only_has_a_vector(text: str) -> None:
    """Names may consist of stop words."""

    rows = await HashedEmbedder().embed([text])

    assert np.linalg.norm(rows[0]) == pytest.approx(1.0)


async def test_shared_stop_words_do_not_make_texts_similar() -> None:
    """Words that occur in every sentence do not make two texts similar."""
    embedder = HashedEmbedder()

    rows = await embedder.embed(
        [
            "the ship of the captain was in the harbour",
            "ship captain harbour",
            "the king of the north was in the castle",
        ]
    )

    assert rows[0] @ rows[1] > 0.9
    assert abs(rows[0] @ rows[2]) < 0.2


async def test_a_large_batch_keeps_its_order() -> None:
    texts = [f"第{number}章，{'风浪' * 200}" for number in range(400)]
    embedder = HashedEmbedder()

    rows = await embedder.embed(texts)

    for number in (0, 199, 399):
        assert np.array_equal(rows[number], (await embedder.embed([texts[number]]))[0])


def test_another_process_computes_the_same_vectors() -> None:
    """The vectors do not depend on Python's hash seed."""
    program = (
        "import asyncio\nfrom episodic.embeddings.hashed import HashedEmbedder\n"
        "print(asyncio.run(HashedEmbedder(16).embed(['玛拉站在码头', 'Mara at the pier'])).tobytes().hex())"
    )

    made = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "7")
    }

    assert len(made) == 1


def test_the_name_contains_method_and_dimension() -> None:
    """The name differs for each method and dimension, so that vectors of different embedders are not compared."""
    embedder: Embedder = HashedEmbedder(128)

    assert embedder.name == "hashed-ngrams-1/128"
    assert embedder.dimension == 128


async def test_an_empty_list_of_texts_gives_no_rows() -> None:
    rows = await HashedEmbedder().embed([])

    assert rows.shape == (0, 384)
