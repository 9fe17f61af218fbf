"""Splits Western names into title, given name and family name, and decides whether several names can belong to one
person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from episodic.languages import lexicon
from episodic.text.personal_names import same_given_name

_WOMAN = frozenset(
    "mrs miss ms lady madam madame mother aunt queen princess dame mistress sister widow mademoiselle".split()
)
_WIFE = frozenset("mrs lady madam madame mistress".split())
"""The titles after which a wife may have the given name of her husband."""
_MAN = frozenset("mr sir lord master squire uncle father king prince brother monsieur".split())
_ROYAL = frozenset("king queen prince princess emperor empress".split())
_EITHER = frozenset(
    "dr doctor captain capt colonel major admiral general professor judge saint st old young little "
    "detective inspector superintendent commissioner commander constable sergeant lieutenant supervisor senator chancellor "
    "governor ambassador marshal councillor president bishop reverend".split()
)
WESTERN_TITLES = _WOMAN | _MAN | _EITHER
"""The Western titles, in lower case."""

_ABBREVIATED = {
    "mr": "mr", "mr.": "mr", "mister": "mr", "mrs": "mrs", "mrs.": "mrs", "ms.": "ms", "dr": "doctor", "dr.": "doctor",
    "capt": "captain", "capt.": "captain", "col.": "colonel", "gen.": "general", "lieut.": "lieutenant", "lt.": "lieutenant",
    "prof.": "professor", "sergt.": "sergeant", "sgt.": "sergeant", "rev.": "reverend", "hon.": "honourable",
}  # fmt: skip


def expand_title(key: str) -> str:
    """Return the key of a name with an abbreviated title written out.

    For example, "dr livesey" becomes "doctor livesey".
    """
    title, space, rest = key.partition(" ")
    whole = _ABBREVIATED.get(title)
    return key if whole is None or not rest else whole + space + rest


@dataclass(frozen=True, slots=True)
class WesternName:
    """The parts of a Western name.

    A name of only one word, apart from titles, counts as a family name. The fields `woman`, `wife`, `man` and `royal`
    are derived from the titles of the name. `wife` is true for the title of a wife. The given name after a wife's title
    may be her husband's, as in "Mrs John Pike".
    """

    family: str
    given: str = ""
    titled: bool = False
    woman: bool = False
    man: bool = False
    royal: bool = False
    wife: bool = False

    @property
    def own_given(self) -> str:
        """The given name if it is the bearer's own, or an empty string if it may be that of a husband ("Mrs John
        Pike").
        """
        own = not self.wife or self.given.capitalize() in lexicon.words("female_given_names")
        return self.given if own else ""


@lru_cache(maxsize=1 << 15)
def parse_western_name(key: str) -> WesternName | None:
    """Return the parts of the Western name whose name key is *key*.

    Return None if the name does not consist of titles and one to three Latin words. Return None, too, if the name
    contains "of", or if its last word has fewer than three letters.
    """
    words = [word.strip(".,") for word in key.split()]
    titles: list[str] = []
    while words and words[0] in WESTERN_TITLES:
        titles.append(words.pop(0))
    if not words or len(words) > 3 or not all(_is_word(word) for word in words) or len(words[-1]) < 3:
        return None
    if "of" in words:
        return None
    given = words[0] if len(words) > 1 else ""
    woman, wife, man, royal = (any(one in listed for one in titles) for listed in (_WOMAN, _WIFE, _MAN, _ROYAL))
    return WesternName(words[-1], given, bool(titles), woman, man, royal, wife)


class LifeStage(Enum):
    """The stage of life that the title of a name shows, such as "Miss" or "Mrs". Each member of LifeStage has a word
    list of its titles, `young_forms_of_address` or `grown_forms_of_address`.
    """

    YOUNG = "young"
    GROWN = "grown"


def stage_of_life(key: str) -> LifeStage | None:
    """Return the stage of life that the title at the beginning of the name with the given key implies, such as YOUNG
    for "miss ann". Return None if the name begins with no title or with a title for people of any age.
    """
    first, space, _ = key.partition(" ")
    word = first.strip(".,") if space else ""
    return next((stage for stage in LifeStage if word in lexicon.words(f"{stage.value}_forms_of_address")), None)


def names_agree(names: Sequence[WesternName], others: Sequence[WesternName]) -> bool:
    """Return whether two sets of names with the same family name can belong to one person.

    Two sets of names cannot belong to one person if only one set has a royal title, or if the given names differ. A set
    of names with a woman's title and a set of names with a man's title cannot belong to one person. The names of a
    woman may show no given name of her own ("Mrs Pike", "Mrs John Pike"). A woman without a given name of her own
    cannot be the same person as somebody with a given name ("John Pike"). For example, "Miss Ann Pike" can be Ann Pike,
    but neither "Mrs Pike" nor "Mrs John Pike" can be John Pike.
    """
    for first, second in ((names, others), (others, names)):
        women = [one for one in first if one.woman]
        if not women:
            continue
        named = any(one.own_given for one in women)
        if any(one.man or (one.given and not named) for one in second):
            return False
        if not any(one.woman or not one.titled for one in second):
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
    return same_given_name(one, other)


def _is_word(word: str) -> bool:
    return bool(word) and all(letter.isalpha() or letter in "'-" for letter in word) and word.isascii()
