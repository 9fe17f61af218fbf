"""Name keys, by which names are compared without regard to case and character width (full or half), and checks that a
name can be stored.

Names are stored as they are written; only their keys are normalised.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from episodic.errors import InvalidNameError
from episodic.model.records import SERVICE_PREFIX, is_service_group

NAME_LIMIT = 500
_SURROGATE = re.compile("[\ud800-\udfff]")

_SPACE = re.compile(r"\s+")
EDGES = "\"'“”‘’「」『』《》〈〉.,;:!?，。；：！？、 \t\r\n"
_HAN_SPACE = re.compile(r"(?<=[\u3400-\u9fff\uf900-\ufaff])\s+(?=[\u3400-\u9fff\uf900-\ufaff])")
_EMPHASIS = re.compile(r"(?<![^\W_])_+(?=[^\s_])([^_]*[^\s_])_+(?![^\W_])")
_BROKEN_AT_HYPHEN = re.compile(r"(?<=[^\W\d_]-)\s+(?=[^\W\d_]+$)")
_DOTS = str.maketrans({"・": "·", "•": "·", "‧": "·", "．": "·", "∙": "·", "⋅": "·", "’": "'", "‘": "'"})


def as_name(text: str) -> str:
    """Return *text* without underscores and spaces that only come from the layout of the text. Underscores that mark
    italics are removed, as in "_my_ father". A line break between two words becomes a space. A space that a line break
    left between a hyphen and the last word is removed, as in "breakfast- room". A space that a line break left between
    Han characters is removed, too.
    """
    text = _EMPHASIS.sub(r"\1", text) if "_" in text else text
    text = _HAN_SPACE.sub("", _SPACE.sub(" ", text)) if "\n" in text else text
    return _BROKEN_AT_HYPHEN.sub("", text) if "-" in text else text


@lru_cache(maxsize=1 << 16)
def name_key(name: str) -> str:
    """Return the key under which a name is compared with other names.

    The key is the result of `as_name` in the Unicode form NFKC, case-folded. In the key, all variants of the middle dot
    are replaced by one character, and all variants of the apostrophe by another. The key has no spaces between Han
    characters, no quotation marks and punctuation at its ends, and no leading "the". Variants of Han characters remain
    different unless NFKC makes them equal. The key keeps honorifics, so that "Lady Bennet" and "Bennet" have different
    keys.
    """
    return key_of_text(name)


def key_of_text(text: str) -> str:
    """Return the name key of a whole text, in which names are looked up. Unlike the key of a name, the key of a whole
    text is not cached.
    """
    text = unicodedata.normalize("NFKC", as_name(text).translate(_DOTS)).casefold()
    text = _HAN_SPACE.sub("", _SPACE.sub(" ", text))
    text = text.strip(EDGES) or text.strip()
    return text.removeprefix("the ") or text


def lone_surrogate_position(text: str) -> int | None:
    """Return the position of the first lone surrogate in *text*, or None. A text with a lone surrogate cannot be saved
    in any store.
    """
    found = _SURROGATE.search(text)
    return None if found is None else found.start()


def check_work_name(name: str) -> str:
    """Return *name* unchanged if a work may have this name, and raise InvalidNameError otherwise."""
    if is_service_group(name):
        raise InvalidNameError("group name", name, f"names that begin with {SERVICE_PREFIX!r} are reserved")
    return check_name(name, "group name")


def check_name(name: str, what: str = "name") -> str:
    """Return *name* unchanged if every store can save it.

    Raise InvalidNameError if *name* is blank, longer than NAME_LIMIT characters, or contains a lone surrogate.
    """
    if not name.strip():
        raise InvalidNameError(what, name, "it is empty")
    if len(name) > NAME_LIMIT:
        raise InvalidNameError(what, name, f"it has {len(name)} characters, but at most {NAME_LIMIT} are allowed")
    if lone_surrogate_position(name) is not None:
        raise InvalidNameError(what, name, "it contains half of a surrogate pair")
    return name
