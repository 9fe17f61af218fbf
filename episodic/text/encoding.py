"""Detection of the encoding of a text file, and decoding of the file."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from episodic.errors import UnreadableFileError
from episodic.languages import lexicon
from episodic.text.findings import Finding, FindingKind

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
    (b"\x84\x31\x95\x33", "gb18030", "GB18030"),
)
_BINARY = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a sound, film or WebP file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"%PDF-", "a PDF"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"{\\rtf", "an RTF document"),
)
_SAVE_AS_UTF8 = "Save it as UTF-8 text, .epub or .docx and try again."

_SAMPLE = 1 << 18
"""The maximum number of bytes that are used to detect an encoding other than UTF-8."""

_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_ODD = re.compile(
    r"[\ue000-\uf8ff\U000f0000-\U0010fffd\u0370-\u052f\u3041-\u312f\u2500-\u25ff\uac00-\ud7a3\u0600-\u0e7f]"
)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WESTERN_RUN = re.compile(r"[\u0080-\u00ff\u0152-\u0178\u2013-\u2122\u20ac]+")

# Decoding a text with a wrong encoding rarely produces punctuation, or characters that are frequent in prose.
_PUNCTUATION = frozenset("，。、“”‘’「」『』：；！？《》…—\u3000（）")
_LEAST_FREQUENT_SHARE = 0.25
_LEAST_FREQUENT_SHARE_OF_COMMON = 0.2
_LEAST_COMMON_SHARE = 0.9
_TOO_SHORT_TO_COUNT = 12
_MOST_DAMAGED_SHARE = 0.002
_MOST_DAMAGED_UTF8 = 0.02


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The decoded text of a file, the name of its encoding, and findings about control characters and undecodable
    bytes.
    """

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()


def decode(raw: bytes, *, source: str) -> DecodedText:
    """Return the text of a file in UTF-8, UTF-16, UTF-32, GB18030, Big5, Latin-1 or Windows-1252. UTF-32 is recognised
    only by its byte order mark.

    A byte order mark is removed. Control characters stay in the text, and undecodable bytes become U+FFFD; findings
    report both. Raise UnreadableFileError if the file is binary, its encoding cannot be detected, or too many of its
    bytes are undecodable.
    """
    for mark, codec, name in _MARKS:
        if raw.startswith(mark):
            return _decoded(raw[len(mark) :], codec=codec, name=name, source=source)
    _refuse_binary(raw, source)
    found = _encoding_of(raw)
    if found is None:
        raise UnreadableFileError(source, _unknown(raw), hint=_SAVE_AS_UTF8)
    codec, name = found
    return _decoded(raw, codec=codec, name=name, source=source)


def _refuse_binary(raw: bytes, source: str) -> None:
    for magic, what in _BINARY:
        if raw.startswith(magic):
            raise UnreadableFileError(source, f"it is {what}, not text", hint=_SAVE_AS_UTF8)


def _decoded(raw: bytes, *, codec: str, name: str, source: str) -> DecodedText:
    text = raw.decode(codec, errors="replace")
    findings: list[Finding] = []
    controls = _CONTROL.findall(text)
    # A text file may contain a few stray control characters, but many control characters mean that the file is binary.
    if len(controls) > 3 + len(text) // 100:
        raise UnreadableFileError(source, "it is a binary file, not text", hint=_SAVE_AS_UTF8)
    if controls:
        codes = ", ".join(sorted({f"U+{ord(control):04X}" for control in controls}))
        words = f"{source} holds {len(controls)} control characters ({codes}); they are kept as they are."
        findings.append(Finding(FindingKind.CONTROL_CHARACTERS, words, (source,)))
    damaged = _damaged(text, raw, codec)
    # UTF-8 is accepted with some undecodable bytes, where another encoding would be rejected, because the bytes
    # themselves show that a text is UTF-8. Every encoding other than UTF-8 is only a guess, and undecodable bytes show
    # that the guess was wrong.
    if damaged > 1 + len(text) * (_MOST_DAMAGED_UTF8 if name == "UTF-8" else _MOST_DAMAGED_SHARE):
        raise UnreadableFileError(source, f"{damaged} of its characters are no {name}", hint=_SAVE_AS_UTF8)
    if damaged:
        line = text.count("\n", 0, text.find("\ufffd")) + 1
        words = (
            f"{source}: {damaged} characters are damaged (no {name}), the first in line {line}; they stand as U+FFFD."
        )
        findings.append(Finding(FindingKind.DAMAGED_CHARACTERS, words, (source,)))
    return DecodedText(text, name, tuple(findings))


def _damaged(text: str, raw: bytes, codec: str) -> int:
    """A U+FFFD that the file itself contains does not count as undecodable."""
    count = text.count("\ufffd")
    if count == 0:
        return 0
    return count - raw.count("\ufffd".encode(codec)) if codec.startswith(("utf", "gb")) else count


def _encoding_of(raw: bytes) -> tuple[str, str] | None:
    wide = _utf16_of(raw)
    if wide is not None:
        return wide
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8", "UTF-8"
    sample = _sample(raw)
    han = [(_han_score(sample, codec), codec, name) for codec, name in (("gb18030", "GB18030"), ("big5hkscs", "Big5"))]
    score, codec, name = max(han, key=lambda one: one[0])
    if _nearly_utf8(sample):
        return "utf-8", "UTF-8"
    if score > 0:
        return codec, name
    return _western_of(sample)


def _sample(raw: bytes) -> bytes:
    """The sample begins near the first byte that is not ASCII, because ASCII looks the same in most encodings."""
    first = _NOT_ASCII.search(raw)
    if first is None:
        return raw[:_SAMPLE]
    start = raw.rfind(b"\n", 0, first.start()) + 1
    start = max(start, first.start() - 1_000)
    return raw[start : start + _SAMPLE]


def _text_of(sample: bytes, codec: str) -> str:
    return codecs.getincrementaldecoder(codec)(errors="replace").decode(sample)


def _utf16_of(raw: bytes) -> tuple[str, str] | None:
    """A file without a byte order mark is UTF-16 under two conditions. One byte order must give mostly ASCII or
    frequent Han characters, and no other encoding may fit better.
    """
    if len(raw) < 2 or len(raw) % 2:
        return None
    sample = raw[:_SAMPLE]
    best: tuple[float, str] = (0.0, "")
    for codec in ("utf-16-le", "utf-16-be"):
        text = _text_of(sample, codec)
        ascii_share = sum(1 for character in text if " " <= character <= "~" or character in "\r\n\t") / max(
            1, len(text)
        )
        han = _han_believed(text) * (1 - _share_of(_CONTROL, text))
        best = max(best, (ascii_share if ascii_share > 0.5 else 0.0, codec), (han if han > 0.3 else 0.0, codec))
    share, codec = best
    if share == 0 or (0 not in sample and share <= max(_han_score(sample, one) for one in ("gb18030", "big5hkscs"))):
        return None
    if 0 not in sample and _is_utf8(raw):
        return None
    return codec, "UTF-16"


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _nearly_utf8(sample: bytes) -> bool:
    """Return whether the sample has more than 20 valid UTF-8 sequences of several bytes for each invalid sequence. Text
    in other encodings almost never has so many valid sequences.
    """
    text = _text_of(sample, "utf-8")
    damaged = text.count("\ufffd")
    beyond = sum(1 for character in text if character > "\x7f") - damaged
    return beyond > 20 * damaged


def _han_score(sample: bytes, codec: str) -> float:
    text = _text_of(sample, codec)
    if text.count("\ufffd") > max(1, len(text) * _MOST_DAMAGED_SHARE):
        return 0.0
    return _han_believed(text)


def _han_believed(text: str) -> float:
    beyond = [character for character in text if character > "\x7f"]
    if not beyond:
        return 0.0
    known = lexicon.words("frequent_characters") | _PUNCTUATION
    frequent = sum(1 for character in beyond if character in known) / len(beyond)
    odd = (len(_ODD.findall(text)) + text.count("\ufffd")) / len(beyond)
    han = _HAN.findall(text)
    common = sum(1 for character in han if _is_common(character)) / len(han) if han else 1.0
    plain = common >= _LEAST_COMMON_SHARE and len(han) >= 2 and odd == 0
    few = len(beyond) <= _TOO_SHORT_TO_COUNT or frequent >= _LEAST_FREQUENT_SHARE_OF_COMMON
    believable = frequent >= _LEAST_FREQUENT_SHARE or (plain and few)
    return max(0.0, frequent + common / 4 - odd) if believable else 0.0


def _is_common(character: str) -> bool:
    simplified = character.encode("gb2312", errors="ignore")
    if simplified and 0xB0 <= simplified[0] <= 0xD7:
        return True
    traditional = character.encode("big5", errors="ignore")
    return bool(traditional) and 0xA4 <= traditional[0] <= 0xC6


def _western_of(sample: bytes) -> tuple[str, str] | None:
    """In text of a Western language, accented letters and typographic marks stand singly among ASCII letters."""
    text = sample.decode("cp1252", errors="replace")
    letters = sum(1 for character in text if character.isascii() and character.isalpha())
    runs = _WESTERN_RUN.findall(text)
    beyond = sum(len(run) for run in runs)
    long_runs = sum(len(run) for run in runs if len(run) > 3)
    if "\ufffd" in text or beyond > letters + 2 or long_runs > beyond / 10 or _share_of(_CONTROL, text) > 0.01:
        return None
    if any(0x80 <= byte <= 0x9F for byte in sample):
        return "cp1252", "Windows-1252"
    return "cp1252", "Latin-1"


def _share_of(pattern: re.Pattern[str], text: str) -> float:
    return len(pattern.findall(text)) / len(text) if text else 0.0


def _unknown(raw: bytes) -> str:
    sample = _sample(raw)[: 1 << 14]
    if (
        len(_CONTROL.findall(sample.decode("latin-1"))) - len(re.findall(rb"[\x80-\x9f]", sample))
        > 3 + len(sample) // 100
    ):
        return "it is a binary file, not text"
    guess = from_bytes(sample).best()
    maybe = f" (it may be {guess.encoding})" if guess is not None else ""
    return f"its encoding cannot be detected{maybe}"
