"""Finds the names in an English window (a part of a chapter), and the kind of entity that each name means, by form and
context.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from episodic.extraction.rule_based.language_rules import KnownName, NameKind, Trust
from episodic.languages.en.reading.capitalised_runs import CapitalisedRun, runs
from episodic.languages.en.reading.names_that_are_words import NAMES_THAT_ARE_WORDS, named_by_words
from episodic.languages.en.reading.word_lists import (
    CAPITALISED_NON_NAMES,
    GIVEN_NAMES,
    KNOWN_PLACES,
    ORGANIZATION_HEADS,
    PEOPLES,
    PLACE_HEADS,
    PLACE_PREFIXES,
    SENTENCE_OPENERS,
    SHIP_NOUNS,
    SPEECH_VERBS,
    TITLES,
    any_of,
)
from episodic.languages.word_lists import alternatives
from episodic.model.spans import Span

SAYS = alternatives(SPEECH_VERBS)
"""Verbs of speech, as the alternatives of a regular expression without a group."""
_PERSON_VERBS = (
    rf"{SAYS}|looked|took|went|came|gave|told|nodded|shook|turned|sat|stood|knew|made|began|got|felt|heard|saw|smiled|"
    "held|threw|drew|rose|ran|walked|wrote|spoke|struck|sighed|stared|stopped|wept|kissed|died|tried|wanted|wished|seemed|"
    "married|himself|herself|has|who|whom|whose|won't|wouldn't|didn't|hadn't|couldn't|ain't|isn't|wasn't"
)
_PERSON_AFTER = re.compile(
    rf"(?:,\s+(?:the|one\s+of\s+the)\s+(?:[a-z]+\s+)?{any_of('occupations')}s?(?=[,.;])|\s+(?:{_PERSON_VERBS})\b|,?\s+who\b|['’]s\s+(?:face|eyes|hand|hands|head|voice|arm|arms|mouth|hair|lips|sister|brother|father|mother|wife|husband|son|daughter|heart|room|hat|coat)\b)"
)
_PERSON_BEFORE = re.compile(
    rf"(?:\b(?:{SAYS}|named|name was|name is|poor|dear|old|young|little|honest|told|asked|loved|married|met|thank|thanked|kissed|beside|my|between|with|and me|by Miss)|[“\"‘]O|[“\"‘]Oh,?)\s$"
)
_VOCATIVE = re.compile(r"[,!?.]*(?:[”\"’]|,\s+(?:I|you|my|if|do|it|what|how|that|are|will)\b)|[,!?]")
_PLACE_BEFORE = re.compile(
    r"(?P<sure>\b(?:[Ii]n|[Nn]ear|throughout|[Oo]utside|inhabitants of|town of|city of|village of|island of|streets of|people of|"
    r"county of|road to|way to|coach to|ship to|journey to|born at|lived at|lives at|arrived at|arrived in))\s(?:the\s)?$"
    r"|(?P<at>\b(?:[Aa]t|[Ii]nto))\s(?:the\s)?$"
    r"|\b(?:went|go|come|came|gone|going|back|down|up|over|walked|rode|drove|returned|return|sailed|off|home|bound|"
    r"travelled|get|got|moved|sent|brought|on)\s(?P<to>to|from|for)\s(?:the\s)?$"
)
_LOOKED_AT = re.compile(
    r"\b(?:look|looks|looked|looking|stare|stared|staring|glance|glanced|glancing|gazed|gazing|laugh|laughed|laughing|"
    r"smiled|nodded|pointing|pointed|shook|shaking|angry|peeped|wondered|swore|interest|interested|believe|believed|"
    r"confidence|confided|trust|change|delighted|faith|ran|rushed)\b[^.]{0,25}\s(?:at|in|into)\s(?:the\s)?$"
)
_ON_BOARD = re.compile(r"\b(?:aboard|on board|on board of|board)\s(?:of\s)?(?:the\s)?$")
_THING_AFTER = re.compile(r"\s+(?P<noun>[a-z]+)")
_WORD = re.compile(r"(?<![\w'’])[a-z]+")
_CONTEXT = 44
"""The number of characters before a name in which the rules search for words that show the kind of the named entity."""


@dataclass(slots=True)
class NameCandidate:
    """One or more words that may be a name, with their occurrences and counts of the signs of the kind of entity.

    `sure` counts the occurrences that are capitalised inside a sentence. The field `the` counts the occurrences
    directly after the word "the", or after "the" and an adjective. Each of the fields `person`, `place`, `ship` and
    `inn` counts the signs of one kind of entity, such as words beside the name.
    """

    key: str
    words: tuple[str, ...]
    runs: list[CapitalisedRun] = field(default_factory=list[CapitalisedRun])
    sure: int = 0
    the: int = 0
    person: int = 0
    place: int = 0
    ship: int = 0
    inn: int = 0
    kind: NameKind | None = None

    @property
    def titled(self) -> bool:
        """Return whether the candidate begins with a title such as "Mr." that other words follow."""
        return len(self.words) > 1 and self.words[0].rstrip(".") in TITLES


_FLAGS = frozenset("Jack Roger Flag Ensign Banner Standard".split())
"""The last words of names of flags, such as "the Union Jack" and "the Jolly Roger"."""


def trust(name: str, *, chapters: int) -> Trust:
    """Return where later windows (parts of chapters) can be searched for *name*: nowhere, only inside sentences, or
    everywhere.

    A name that is also a month, a day or a virtue is looked for where the context shows that it is a name. A name with
    a small first letter is not looked for at all. Names of peoples, and single words that are often capitalised without
    being names ("Act"), are not looked for. Some one-word names can also be ordinary words: common first words of
    sentences ("Almost"), or last words of place names ("Street"). A name that can be an ordinary word is not looked for
    if only one chapter contains it, unless it is a given name. If several chapters contain a name that can be an
    ordinary word, the name is looked for only inside sentences. Inside a sentence, a capital letter shows that the word
    is a name. A name that cannot be an ordinary word is looked for everywhere.
    """
    words = name.split()
    if name in NAMES_THAT_ARE_WORDS:
        return Trust.IN_CONTEXT
    if not name[:1].isupper() or (len(words) == 1 and (name in PEOPLES or name in CAPITALISED_NON_NAMES)):
        return Trust.NONE
    if len(words) > 1 or name in GIVEN_NAMES:
        return Trust.EVERYWHERE
    if name in SENTENCE_OPENERS or name in PLACE_HEADS:
        return Trust.IN_CONTEXT if chapters > 1 else Trust.NONE
    return Trust.EVERYWHERE


def find_names(text: str, known: Mapping[str, KnownName] | None = None) -> list[NameCandidate]:
    """Return the names in the window with their kinds, in the order of their first mentions.

    *known* maps keys to known names. The key of a name consists of the name's words without full stops. A known name
    usually keeps its kind. A known name that can also be an ordinary word (`Trust.IN_CONTEXT`) does not always keep its
    kind. The kind of such a known name is determined again if the window contains the name only at the start of
    sentences. Every word has a capital letter at the start of a sentence.
    """
    kinds = known or {}
    candidates: dict[str, NameCandidate] = {}
    found = runs(text, named_by_words(text, {key for key, one in kinds.items() if one.kind is NameKind.PERSON}))
    lower = set(_WORD.findall(text))
    inside = {run.key for run in found if not run.initial}
    counted = Counter(run.key for run in found)
    inside.update(kinds)
    named = {
        *kinds,
        *(first for first, space, _ in (key.partition(" ") for key in kinds) if space and first in GIVEN_NAMES),
    }
    split = (part for run in found for part in _split(text, _without_opener(text, run, inside, named), counted))
    for run in split:
        name = candidates.get(run.key)
        if name is None:
            name = candidates[run.key] = NameCandidate(run.key, run.words)
        name.runs.append(run)
        _weigh(text, run, name)
    full = [name for name in candidates.values() if len(name.words) > 1 and _is_personal(name)]
    name_words = {word for name in full for word in name.words}
    for name in candidates.values():
        there = kinds.get(name.key)
        if there is not None and (there.trust is Trust.EVERYWHERE or name.sure):
            name.kind = there.kind
        else:
            name.kind = _kind(name, lower=lower, name_words=name_words)
    return [name for name in candidates.values() if name.kind is not None]


def _is_personal(name: NameCandidate) -> bool:
    return name.titled or name.words[0] in GIVEN_NAMES


def _without_opener(text: str, run: CapitalisedRun, inside: Collection[str], known: Collection[str]) -> CapitalisedRun:
    """Return the run of capitalised words *run*, without its first word if this word is not part of the name.

    A run of capitalised words that is a known name, or that begins with a title or a given name, is returned unchanged.
    The first word of any other run is removed if the whole run occurs only at the start of sentences. For this, the
    rest of the run must be a name. The rest of a run is all words after the first. The rest of a run counts as a name
    if it begins with a given name or also occurs inside a sentence. A common first word of sentences is also removed
    inside sentences if the words after it are in *known*, as in "and Also Georgiana".
    """
    if len(run.words) < 2 or run.titled or run.words[0] in GIVEN_NAMES or run.key in known:
        return run
    rest = " ".join(word.rstrip(".") for word in run.words[1:])
    named = rest in inside or run.words[1] in GIVEN_NAMES
    opens = run.initial and run.key not in inside and named
    if not opens and (rest not in known or run.words[0] not in SENTENCE_OPENERS):
        return run
    start = run.span.end - len(text[run.span.start : run.span.end].split(None, 1)[1])
    return CapitalisedRun(Span(start, run.span.end), run.words[1:], initial=False, the=False)


def _split(text: str, run: CapitalisedRun, counted: Mapping[str, int]) -> tuple[CapitalisedRun, ...]:
    """Return the run of capitalised words itself, or two runs if it consists of two adjacent names.

    For example, "Margaret" and "Rose Hill" are adjacent names in "To Margaret Rose Hill was home". A run of capitalised
    words is divided into two names only if the whole run occurs only once in the window. Each of the two names in the
    run must also occur alone. The first of the two names in a divided run must be a given name. The second name in a
    divided run must have at least two words.
    """
    if len(run.words) < 3 or counted[run.key] > 1 or run.words[0] not in GIVEN_NAMES or not counted[run.words[0]]:
        return (run,)
    rest = " ".join(word.rstrip(".") for word in run.words[1:])
    if not counted[rest]:
        return (run,)
    start = run.span.end - len(text[run.span.start : run.span.end].split(None, 1)[1])
    first = CapitalisedRun(
        Span(run.span.start, run.span.start + len(run.words[0])), run.words[:1], run.initial, run.the
    )
    return (first, CapitalisedRun(Span(start, run.span.end), run.words[1:], initial=False, the=False))


def _weigh(text: str, run: CapitalisedRun, name: NameCandidate) -> None:
    start, end = run.span.start, run.span.end
    before = text[max(0, start - _CONTEXT) : start].replace("\n", " ")
    after = text[end : end + 30].replace("\n", " ")
    name.sure += not run.initial
    name.the += run.the
    if _PERSON_AFTER.match(after) or _PERSON_BEFORE.search(before):
        name.person += 1
    elif before.endswith((", ", "“", '"')) and _VOCATIVE.match(after) and not run.the:
        name.person += before.endswith(", ") and after[:1] in ',!?.”"'
    place = _PLACE_BEFORE.search(before)
    if place and not after.startswith(("'s", "’s")) and not (place["at"] and _LOOKED_AT.search(before)):
        if (place["sure"] or place["at"] in ("at", "At")) and not _LOOKED_AT.search(before):
            name.place += 2
        else:
            name.place += 1
    noun = _THING_AFTER.match(after)
    if _ON_BOARD.search(before) or (run.the and noun and noun["noun"] in ("sailed", "lay")):
        name.ship += 1
    if run.the and any(cue + " " in before[-24:] for cue in SHIP_NOUNS):
        name.ship += 1
    if noun and noun["noun"] in ("inn", "tavern", "hotel"):
        name.inn += 1


def _kind(name: NameCandidate, *, lower: set[str], name_words: set[str]) -> NameKind | None:
    """Return the kind of entity that a candidate names, or None if the counted signs do not show that it is a name.

    *lower* contains the words of the window that occur in lower case, and *name_words* contains the words of full
    personal names.
    """
    first, last = name.words[0], name.words[-1]
    if name.key in NAMES_THAT_ARE_WORDS:
        return NameKind.PERSON
    if name.titled:
        return _titled_kind(name)
    if len(name.words) > 1:
        return _long_kind(name, lower=lower)
    if first in PEOPLES or (first in CAPITALISED_NON_NAMES and first not in GIVEN_NAMES):
        return None
    common = first.lower() in lower
    if name.the * 2 > len(name.runs):
        return _thing_kind(name, common=common)
    if first in KNOWN_PLACES and (first not in GIVEN_NAMES or (name.place and not name.person)):
        return NameKind.PLACE
    known = first in GIVEN_NAMES or first in name_words
    if not known and (
        last in PLACE_HEADS or (first in SENTENCE_OPENERS and name.sure < 3) or (common and name.sure < 4)
    ):
        return None
    seen = name.sure or name.person or (len(name.runs) > 1 and first in GIVEN_NAMES)
    if known and seen and (first in name_words or not common):
        return NameKind.PERSON
    return _kind_by_context(name, common=common or first in SENTENCE_OPENERS)


def _kind_by_context(name: NameCandidate, *, common: bool) -> NameKind | None:
    """Return the kind of entity that a one-word candidate names, according to its context. Return None if the context
    does not show that the candidate is a name.

    *common* is true if the candidate also occurs as an ordinary word.
    """
    if name.place > name.person and name.sure and name.place >= 2:
        return NameKind.PLACE
    if name.sure:
        often = name.sure + len(name.runs) >= 4 and name.person > name.place
        alone = name.place == 0 and (name.person >= 1 or (name.sure >= 3 and not common))
        return NameKind.PERSON if often or alone else None
    return NameKind.PERSON if name.person >= 2 and not common else None


def _titled_kind(name: NameCandidate) -> NameKind | None:
    if name.inn or name.the * 2 > len(name.runs):
        return NameKind.PLACE if name.inn or name.place else None
    if name.words[0] in ("St.", "Saint", "King", "Queen", "Prince", "Lord") and name.words[-1] in PLACE_HEADS:
        return NameKind.PLACE
    if name.the and name.place and not name.person:
        return NameKind.PLACE
    if name.words[1] in SENTENCE_OPENERS and not (name.sure or name.words[0].endswith(".")):
        return None
    return NameKind.PERSON


def _long_kind(name: NameCandidate, *, lower: set[str]) -> NameKind | None:
    first, last = name.words[0], name.words[-1]
    people = name.person + (first in GIVEN_NAMES)
    if last in ORGANIZATION_HEADS and first not in GIVEN_NAMES:
        return NameKind.PLACE if name.place else NameKind.ORGANIZATION
    if first in ORGANIZATION_HEADS and "of" in name.words:
        return NameKind.ORGANIZATION
    if last in PLACE_HEADS and people <= name.place:
        return NameKind.PLACE
    if (first in PLACE_PREFIXES or ("of" in name.words and first in PLACE_HEADS)) and not name.person:
        return NameKind.PLACE
    if name.the * 2 > len(name.runs):
        return _thing_kind(name, common=False)
    if all(word in SENTENCE_OPENERS or word in CAPITALISED_NON_NAMES for word in name.words):
        return None
    if first in GIVEN_NAMES or name.person > name.place:
        return NameKind.PERSON
    if name.place >= 2:
        return NameKind.PLACE
    odd = any(
        word in SENTENCE_OPENERS or word in CAPITALISED_NON_NAMES or word in PEOPLES or word.lower() in lower
        for word in name.words
    )
    return NameKind.PERSON if name.sure >= 2 or not (odd or name.place) else None


def _thing_kind(name: NameCandidate, *, common: bool) -> NameKind | None:
    """Return the kind of entity that a candidate after "the" names, such as a ship or an inn. Return None if the
    candidate is no name.
    """
    last = name.words[-1]
    if (last in PLACE_HEADS and len(name.words) > 1) or name.inn:
        return NameKind.PLACE
    if (name.ship and not common) or (last in _FLAGS and len(name.words) > 1):
        return NameKind.ITEM
    if common or last.endswith("s"):
        return None
    return NameKind.PLACE if name.place >= 2 and not name.person else None
