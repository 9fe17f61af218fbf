"""Tests of decoding: the encoding of a file is recognised by the decoded text."""

from __future__ import annotations

import codecs
import io
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from episodic.errors import UnreadableFileError
from episodic.text.encoding import decode
from episodic.text.findings import FindingKind

SIMPLIFIED = "第一章 渡口\r\n\r\n　　天色将晚，渡口只剩一条船。老船工说：“今夜怕是要起风。”\r\n"
TRADITIONAL = "第一章 渡口\r\n\r\n　　天色將晚，渡口只剩一條船。老船工說：「今夜怕是要起風。」\r\n"
FRENCH = "Le passeur était là, déjà : « Ça va, garçon ? » À l’aube, l’été s’en alla.\n"
SPANISH = "El señor preguntó: ¿qué pasó mañana? ¡Nada! El niño se fue.\n"


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        (SIMPLIFIED, "utf-8", "UTF-8"),
        (SIMPLIFIED, "utf-8-sig", "UTF-8"),
        (SIMPLIFIED, "utf-16", "UTF-16"),
        (SIMPLIFIED, "utf-16-le", "UTF-16"),
        (SIMPLIFIED, "utf-16-be", "UTF-16"),
        (SIMPLIFIED, "utf-32", "UTF-32"),
        (SIMPLIFIED, "gb18030", "GB18030"),
        (SIMPLIFIED, "gbk", "GB18030"),
        (SIMPLIFIED, "gb2312", "GB18030"),
        (TRADITIONAL, "big5", "Big5"),
        (TRADITIONAL, "utf-16-be", "UTF-16"),
        (TRADITIONAL, "gb18030", "GB18030"),
        (FRENCH, "cp1252", "Windows-1252"),
        (FRENCH, "utf-16-le", "UTF-16"),
        (SPANISH, "latin-1", "Latin-1"),
        ("“Late,” she said—too late.\n", "cp1252", "Windows-1252"),
        ("Plain words only.\n", "ascii", "UTF-8"),
        ("Plain words only.\n", "utf-16-le", "UTF-16"),
        ("Plain words only.\n", "utf-16-be", "UTF-16"),
        ("“Quiet,” 他说。" + "The rest of it is English, line after line. " * 20, "gb18030", "GB18030"),
    ],
)
def test_every_encoding_is_told_and_named(text: str, codec: str, name: str) -> None:
    """The decoded text equals the original without the byte order mark."""
    decoded = decode(text.encode(codec), source="a.txt")

    assert decoded.text == text
    assert decoded.encoding == name
    assert decoded.findings == ()


@pytest.mark.parametrize("codec", ["gb18030", "utf-16-le", "utf-16-be", "utf-8"])
@pytest.mark.parametrize("text", ["第一章", "他说。", "我们走了", "今夜要起风", "她没有回答，只是把灯放在桌上。"])
def test_short_simplified_texts_are_told_right(text: str, codec: str) -> None:
    """A few frequent characters are enough to recognise an encoding."""
    assert decode(text.encode(codec), source="a.txt").text == text


@pytest.mark.parametrize("text", ["第一章", "他說。", "我們走了", "今夜要起風", "她沒有回答，只是把燈放在桌上。"])
def test_short_traditional_texts_in_big5_are_told_right(text: str) -> None:
    """Short Big5 texts are also valid GB 18030, but with characters that no author uses together."""
    assert decode(text.encode("big5"), source="a.txt").text == text


def test_accents_far_behind_plain_words_are_read() -> None:
    """The first character that shows the encoding may be at the very end of a long file."""
    text = "Nothing but plain words in this line.\n" * 20_000 + FRENCH

    assert decode(text.encode("cp1252"), source="a.txt").text == text


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    """The offset 0 is the first letter after the byte order mark."""
    assert decode(codecs.BOM_UTF8 + b"Lamp", source="a.txt").text == "Lamp"


def test_control_characters_are_kept_and_named() -> None:
    text = "The lamp\x00 went \x1b[31mout." + " Nobody spoke of it." * 10

    decoded = decode(text.encode("utf-8"), source="a.txt")

    assert decoded.text == text
    [finding] = decoded.findings
    assert finding.kind is FindingKind.CONTROL_CHARACTERS
    assert "U+0000" in finding.text
    assert "U+001B" in finding.text


def test_a_few_damaged_characters_are_kept_as_such_and_named() -> None:
    """One bad byte in a long UTF-8 text damages one character and does not change the recognised encoding."""
    raw = SIMPLIFIED.encode() * 20 + b"\xe5\x88" + SIMPLIFIED.encode() * 20

    decoded = decode(raw, source="a.txt")

    assert decoded.encoding == "UTF-8"
    assert decoded.text.count("\ufffd") == 1
    [finding] = decoded.findings
    assert finding.kind is FindingKind.DAMAGED_CHARACTERS


def test_a_damaged_chinese_text_is_no_western_one() -> None:
    """One bad byte in GB 18030 damages one or two characters."""
    raw = SIMPLIFIED.encode("gb18030") * 30 + b"\xff" + SIMPLIFIED.encode("gb18030") * 30

    decoded = decode(raw, source="a.txt")

    assert decoded.encoding == "GB18030"
    assert decoded.text.startswith(SIMPLIFIED)


def test_a_replacement_character_that_the_author_wrote_is_no_damage() -> None:
    """The author's replacement character is valid UTF-8 in the file."""
    text = "What is \ufffd for?"

    assert decode(text.encode(), source="a.txt").findings == ()


def archive() -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as opened:
        opened.writestr("a.txt", "words")
    return raw.getvalue()


@pytest.mark.parametrize(
    "raw",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(200),
        b"\xff\xd8\xff\xe0" + bytes(range(200)),
        b"%PDF-1.7\n" + b"words " * 100,
        archive(),
        bytes(100),
        bytes(range(256)) * 4,
        b"\x7fELF" + bytes(range(128)) * 3,
    ],
)
def test_a_binary_file_is_refused(raw: bytes) -> None:
    """The error for an image, archive or program names the file and a remedy."""
    with pytest.raises(UnreadableFileError) as refused:
        decode(raw, source="a.txt")

    assert refused.value.source == "a.txt"
    assert refused.value.hint


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("日本語のテキストです。渡し場には船が一艘しか残っていなかった。", "shift_jis"),
        ("Паром ушёл в последний раз, когда на том берегу погас огонь.", "cp1251"),
        ("나루터에는 배가 한 척만 남아 있었다. 바람이 불었다.", "euc-kr"),
    ],
)
def test_an_encoding_that_is_not_known_is_refused_not_guessed(text: str, codec: str) -> None:
    """A refused text is better than a wrong text."""
    with pytest.raises(UnreadableFileError) as refused:
        decode(text.encode(codec), source="a.txt")

    assert "encoding" in refused.value.reason


@given(st.binary(max_size=300))
@example(b"\xff\xfe")
@example(b"\xff")
def test_any_bytes_give_text_or_the_named_error(raw: bytes) -> None:
    """Any bytes give a text or a DecodingError, and every decoded text can be encoded again."""
    try:
        decoded = decode(raw, source="a.txt")
    except UnreadableFileError:
        return

    assert decoded.text.encode("utf-8").decode("utf-8") == decoded.text


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=200))
def test_every_utf8_text_is_read_as_it_is(text: str) -> None:
    assert decode(b"\xef\xbb\xbf" + text.encode(), source="a.txt").text == text
