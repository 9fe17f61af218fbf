"""Estimates of the number of tokens of a text, without a tokenizer: a typical number, and an upper bound."""

from __future__ import annotations

import re

_PIECES = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<digit>[0-9])|(?P<marks>[!-/:-@\[-`{-~]+)|(?P<line>[\r\n]+)|(?P<gap>[ \t]{2,})|(?P<space>[ \t])"
    r"|(?P<cjk>[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+)"
)
"""This pattern divides a text into pieces whose tokens are counted: English words, single digits, punctuation marks,
white space, and Chinese or Japanese characters. Characters that the pattern does not match are counted by their number
of UTF-8 bytes.
"""
_LETTERS_PER_TOKEN, _MARKS_PER_TOKEN, _BLANKS_PER_TOKEN, _BYTES_PER_TOKEN = 4, 2, 4, 2


def estimated_tokens(text: str) -> int:
    """Return a typical number of tokens for *text*: a quarter of its number of UTF-8 bytes.

    The estimate corresponds to 4 characters per token for English and 1.3 for Chinese. The counts of real tokenizers
    differ from the estimate by up to a third. Previews and rate limits use the estimate until the endpoint has reported
    its own count.
    """
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4


def token_bound(text: str) -> int:
    """Return an upper bound for the number of tokens that a usual byte-pair tokenizer makes of *text*.

    The bound counts one token for every 4 letters of an English word, for every digit, and for every 2 punctuation
    marks in a row. The bound also counts one token for a run of line breaks, and for every 2 bytes of other scripts.
    The bound counts 3 tokens for every 2 Chinese characters, at least one for several spaces in a row, and none for a
    single space. The bound is never below `estimated_tokens`. Answers within a token budget use this bound, so that
    they fit whatever the tokenizer is.
    """
    found = 0
    counted = 0
    for piece in _PIECES.finditer(text):
        length = piece.end() - piece.start()
        counted += length
        match piece.lastgroup:
            case "word":
                found += -(-length // _LETTERS_PER_TOKEN)
            case "marks":
                found += -(-length // _MARKS_PER_TOKEN)
            case "cjk":
                found += -(-length * 3 // 2)
            case "gap":
                found += 1 + length // _BLANKS_PER_TOKEN
            case "digit" | "line":
                found += 1
            case _:
                # Tokenizers join a single space with the word after it.
                continue
    if counted < len(text):
        rest = len(_PIECES.sub("", text).encode("utf-8", "surrogatepass"))
        found += -(-rest // _BYTES_PER_TOKEN)
    return max(found, estimated_tokens(text))
