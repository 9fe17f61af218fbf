"""Western names taken apart: title, given name, family name; and whether two sets of them can be one person's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from episodic.model.given_names import shortened

_WOMAN = frozenset(
    "mrs miss ms lady madam madame mother aunt queen princess dame mistress sister widow mademoiselle".split()
)
_MAN = frozenset("mr sir lord master squire uncle father king prince brother monsieur".split())
_ROYAL = frozenset("king queen prince princess emperor empress".split())
_EITHER = frozenset(
    "dr doctor captain capt colonel major admiral general professor judge saint st old young little "
    "detective inspector superintendent commissioner commander constable sergeant lieutenant supervisor senator chancellor "
    "governor ambassador marshal councillor president bishop reverend".split()
)

_ABBREVIATED = {
    "mr": "mr", "mr.": "mr", "mister": "mr", "mrs": "mrs", "mrs.": "mrs", "ms.": "ms", "dr": "doctor", "dr.": "doctor",
    "capt": "captain", "capt.": "captain", "col.": "colonel", "gen.": "general", "lieut.": "lieutenant", "lt.": "lieutenant",
    "prof.": "professor", "sergt.": "sergeant", "sgt.": "sergeant", "rev.": "reverend", "hon.": "honourable",
}  # fmt: skip


def written_out(key: str) -> str:
    """A name's key with an abbreviated title before it written out: "Dr. Livesey" and "Doctor Livesey" are one name."""
    title, space, rest = key.partition(" ")
    whole = _ABBREVIATED.get(title)
    return key if whole is None or not rest else whole + space + rest


@dataclass(frozen=True, slots=True)
class Western:
    """A name in its parts; a name of one word is a family name until something says more. `woman`: so says its title."""

    family: str
    given: str = ""
    titled: bool = False
    woman: bool = False
    man: bool = False
    royal: bool = False


@lru_cache(maxsize=1 << 15)
def western(key: str) -> Western | None:
    """The parts of a name's key; None for one that is no name of one to three Latin words, its titles left aside."""
    words = [word.strip(".,") for word in key.split()]
    titles: list[str] = []
    while words and words[0] in _WOMAN | _MAN | _EITHER:
        titles.append(words.pop(0))
    if not words or len(words) > 3 or not all(_is_word(word) for word in words) or len(words[-1]) < 3:
        return None
    if "of" in words:
        return None
    given = words[0] if len(words) > 1 else ""
    woman, man = any(one in _WOMAN for one in titles), any(one in _MAN for one in titles)
    return Western(words[-1], given, bool(titles), woman, man, any(one in _ROYAL for one in titles))


def agree(names: Sequence[Western], others: Sequence[Western]) -> bool:
    """Whether two people's names, all of one family name, can be one person's: no title of the other sex, no other given name."""
    for mine, theirs in ((names, others), (others, names)):
        if any(one.woman for one in mine) and (
            any(one.man or one.given for one in theirs) or not any(one.woman or not one.titled for one in theirs)
        ):
            return False
    if any(one.royal for one in names) != any(one.royal for one in others):
        return False
    return all(_same_given(one.given, other.given) for one, other in product(names, others))


def _same_given(one: str, other: str) -> bool:
    if not one or not other or one == other:
        return True
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and (len(short) == 1 or len(short) >= 3):
        return True
    return shortened(one, other)


def _is_word(word: str) -> bool:
    return bool(word) and all(letter.isalpha() or letter in "'-" for letter in word) and word.isascii()
