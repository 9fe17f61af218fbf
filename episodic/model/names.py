"""Keys under which names are compared. What is stored is never normalised, only its key."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from episodic.errors import InvalidNameError

NAME_LIMIT = 500
_SURROGATE = re.compile("[\ud800-\udfff]")

_SPACE = re.compile(r"\s+")
_EDGES = "\"'“”‘’「」『』《》〈〉.,;:!?，。；：！？、 \t\r\n"
_HAN_SPACE = re.compile(r"(?<=[\u3400-\u9fff\uf900-\ufaff])\s+(?=[\u3400-\u9fff\uf900-\ufaff])")
_DOTS = str.maketrans({"・": "·", "•": "·", "‧": "·", "．": "·", "∙": "·", "⋅": "·", "’": "'", "‘": "'"})


@lru_cache(maxsize=1 << 16)
def name_key(name: str) -> str:
    """The key of a name: NFKC, case folded, one form for middle dots and apostrophes, no spaces between Han characters,
    no English article before it.

    Variant characters are folded as far as NFKC does; honorifics stay ("Mr. Bennet" is not "Bennet").
    """
    text = unicodedata.normalize("NFKC", name.translate(_DOTS)).casefold()
    text = _HAN_SPACE.sub("", _SPACE.sub(" ", text))
    text = text.strip(_EDGES) or text.strip()
    return text.removeprefix("the ") or text


def half_a_pair(text: str) -> int | None:
    """Where *text* first holds a lone surrogate, which no store can keep; None where it does not."""
    found = _SURROGATE.search(text)
    return None if found is None else found.start()


def check_name(name: str, what: str = "name") -> str:
    """*name* itself, if it can be kept.

    Raises InvalidNameError if it is empty, longer than NAME_LIMIT characters, or holds a lone surrogate.
    """
    if not name.strip():
        raise InvalidNameError(what, name, "it is empty")
    if len(name) > NAME_LIMIT:
        raise InvalidNameError(what, name, f"it has {len(name)} characters, at most {NAME_LIMIT} are kept")
    if half_a_pair(name) is not None:
        raise InvalidNameError(what, name, "it holds half of a surrogate pair")
    return name
