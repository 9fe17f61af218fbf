"""Comparison of texts without regard to their line ends (LF, CR LF or CR)."""

from __future__ import annotations

LF, CRLF, CR = "\n", "\r\n", "\r"


def with_lf(text: str) -> str:
    return text.replace(CRLF, LF).replace(CR, LF) if CR in text else text


def with_line_ends_of(text: str, stored: str) -> str:
    """Return *text* with the line ends of *stored*.

    If *text* and *stored* differ only in line ends, *stored* is returned. If the words of *text* and *stored* differ,
    *text* is returned unchanged in two cases. In the first case, *text* is one line. In the second case, *stored* has
    no line ends or several kinds of line ends.
    """
    plain = with_lf(text)
    if plain == with_lf(stored):
        return stored
    ends = [end for end, count in _counts(stored).items() if count]
    if len(ends) != 1 or LF not in plain:
        return text
    return plain if ends == [LF] else plain.replace(LF, ends[0])


def _counts(text: str) -> dict[str, int]:
    both = text.count(CRLF)
    return {LF: text.count(LF) - both, CRLF: both, CR: text.count(CR) - both}
