"""Who and what an English window names, by the form of the names, how often they stand there and what stands around them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.extraction.ruled.english_lexicon import GIVEN_NAMES, NEVER_NAMES, OPENERS, PEOPLES, TITLES
from episodic.extraction.ruled.english_places import (
    GROUP_HEADS,
    KNOWN_PLACES,
    PLACE_FIRST,
    PLACE_HEADS,
    SHIP_CUES,
)
from episodic.extraction.ruled.english_runs import Run, runs
from episodic.extraction.ruled.rules import NameKind
from episodic.model.spans import Span

_SAYS = (
    "said|says|say|cried|asked|replied|returned|answered|shouted|whispered|muttered|exclaimed|called|screamed|roared|inquired|"
    "demanded|observed|remarked|murmured|begged|added|repeated|thought|growled|sobbed|gasped|laughed|pursued|retorted|"
    "rejoined|continued|interposed|continued|resumed|suggested|assented|echoed|sang out|went on|put in|broke in|explained"
)
SAYS = _SAYS
_DOES = (
    rf"{_SAYS}|looked|took|went|came|gave|told|nodded|shook|turned|sat|stood|knew|made|began|got|felt|heard|saw|smiled|"
    "held|threw|drew|rose|ran|walked|wrote|spoke|struck|sighed|stared|stopped|wept|kissed|died|tried|wanted|wished|seemed|"
    "married|himself|herself|has|who|whom|whose|won't|wouldn't|didn't|hadn't|couldn't|ain't|isn't|wasn't"
)
_PERSON_AFTER = re.compile(
    rf"(?:\s+(?:{_DOES})\b|,?\s+who\b|['’]s\s+(?:face|eyes|hand|hands|head|voice|arm|arms|mouth|hair|lips|sister|brother|father|mother|wife|husband|son|daughter|heart|room|hat|coat)\b)"
)
_PERSON_BEFORE = re.compile(
    rf"(?:\b(?:{_SAYS}|named|name was|name is|poor|dear|old|young|little|honest|told|asked|loved|married|met|thank|thanked|kissed|beside|my|between|with|and me|by Miss)|[“\"‘]O|[“\"‘]Oh,?)\s$"
)
_VOCATIVE = re.compile(r"[,!?.]*(?:[”\"’]|,\s+(?:I|you|my|if|do|it|what|how|that|are|will)\b)|[,!?]")
_PLACE_BEFORE = re.compile(
    r"(?P<sure>\b(?:[Ii]n|[Nn]ear|throughout|[Oo]utside|inhabitants of|town of|city of|village of|island of|streets of|people of|"
    r"county of|road to|way to|coach to|ship to|journey to|born at|lived at|lives at|arrived at|arrived in))\s(?:the\s)?$"
    r"|(?P<at>\b(?:[Aa]t|[Ii]nto))\s(?:the\s)?$"
    r"|\b(?:went|go|come|came|gone|going|back|down|up|over|walked|rode|drove|returned|return|sailed|off|home|bound|"
    r"travelled|get|got|moved|sent|brought|on)\s(?P<to>to|from|for)\s(?:the\s)?$"
)
_STARED = re.compile(
    r"\b(?:look|looks|looked|looking|stare|stared|staring|glance|glanced|glancing|gazed|gazing|laugh|laughed|laughing|"
    r"smiled|nodded|pointing|pointed|shook|shaking|angry|peeped|wondered|swore|interest|interested|believe|believed|"
    r"confidence|confided|trust|change|delighted|faith|ran|rushed)\b[^.]{0,25}\s(?:at|in|into)\s(?:the\s)?$"
)
_ON_BOARD = re.compile(r"\b(?:aboard|on board|on board of|board)\s(?:of\s)?(?:the\s)?$")
_THING_AFTER = re.compile(r"\s+(?P<noun>[a-z]+)")
_WORD = re.compile(r"(?<![\w'’])[a-z]+")
_ROOM = 44


@dataclass(slots=True)
class Named:
    """One surface of a window with everything that speaks for what it names."""

    key: str
    words: tuple[str, ...]
    runs: list[Run] = field(default_factory=list[Run])
    sure: int = 0
    the: int = 0
    person: int = 0
    place: int = 0
    ship: int = 0
    inn: int = 0
    kind: NameKind | None = None

    @property
    def titled(self) -> bool:
        """Whether it begins with a title."""
        return len(self.words) > 1 and self.words[0].rstrip(".") in TITLES


def named(text: str) -> list[Named]:
    """The surfaces of the window that are names, in the order of first mention, each with its kind."""
    seen: dict[str, Named] = {}
    found = runs(text)
    lower = set(_WORD.findall(text))
    inside = {run.key for run in found if not run.initial}
    counted = Counter(run.key for run in found)
    parted = (part for run in found for part in _parted(text, _without_opener(text, run, inside), counted))
    for run in parted:
        one = seen.get(run.key)
        if one is None:
            one = seen[run.key] = Named(run.key, run.words)
        one.runs.append(run)
        _weigh(text, run, one)
    whole = {word for one in seen.values() if len(one.words) > 1 and _strong(one) for word in one.words}
    for one in seen.values():
        one.kind = _kind(one, lower=lower, whole=whole)
    return [one for one in seen.values() if one.kind is not None]


def _strong(one: Named) -> bool:
    return one.titled or one.words[0] in GIVEN_NAMES


def _without_opener(text: str, run: Run, inside: Collection[str]) -> Run:
    """A run at the start of a sentence without its first word, where the rest alone is known and the whole is not."""
    if not run.initial or len(run.words) < 2 or run.titled or run.words[0] in GIVEN_NAMES or run.key in inside:
        return run
    rest = " ".join(word.rstrip(".") for word in run.words[1:])
    if rest not in inside and run.words[1] not in GIVEN_NAMES:
        return run
    start = run.span.end - len(text[run.span.start : run.span.end].split(None, 1)[1])
    return Run(Span(start, run.span.end), run.words[1:], initial=False, the=False)


def _parted(text: str, run: Run, counted: Mapping[str, int]) -> tuple[Run, ...]:
    """A run that stands there once and is two names of which each stands alone, too, in its parts: To Margaret Howards End was home.

    The first must be a given name, and the second no family name: one of two words, or of a place.
    """
    if len(run.words) < 3 or counted[run.key] > 1 or run.words[0] not in GIVEN_NAMES or not counted[run.words[0]]:
        return (run,)
    rest = " ".join(word.rstrip(".") for word in run.words[1:])
    if not counted[rest]:
        return (run,)
    start = run.span.end - len(text[run.span.start : run.span.end].split(None, 1)[1])
    first = Run(Span(run.span.start, run.span.start + len(run.words[0])), run.words[:1], run.initial, run.the)
    return (first, Run(Span(start, run.span.end), run.words[1:], initial=False, the=False))


def _weigh(text: str, run: Run, one: Named) -> None:
    start, end = run.span.start, run.span.end
    before = text[max(0, start - _ROOM) : start].replace("\n", " ")
    after = text[end : end + 30].replace("\n", " ")
    one.sure += not run.initial
    one.the += run.the
    if _PERSON_AFTER.match(after) or _PERSON_BEFORE.search(before):
        one.person += 1
    elif before.endswith((", ", "“", '"')) and _VOCATIVE.match(after) and not run.the:
        one.person += before.endswith(", ") and after[:1] in ',!?.”"'
    place = _PLACE_BEFORE.search(before)
    if place and not after.startswith(("'s", "’s")) and not (place["at"] and _STARED.search(before)):
        if (place["sure"] or place["at"] in ("at", "At")) and not _STARED.search(before):
            one.place += 2
        else:
            one.place += 1
    noun = _THING_AFTER.match(after)
    if _ON_BOARD.search(before) or (run.the and noun and noun["noun"] in ("sailed", "lay")):
        one.ship += 1
    if run.the and any(cue + " " in before[-24:] for cue in SHIP_CUES):
        one.ship += 1
    if noun and noun["noun"] in ("inn", "tavern", "hotel"):
        one.inn += 1


def _kind(one: Named, *, lower: set[str], whole: set[str]) -> NameKind | None:
    """What the surface names; None where nothing shows that it is a name."""
    first, last = one.words[0], one.words[-1]
    if one.titled:
        return _titled_kind(one)
    if len(one.words) > 1:
        return _long_kind(one, lower=lower)
    if first in PEOPLES or (first in NEVER_NAMES and first not in GIVEN_NAMES):
        return None
    common = first.lower() in lower
    if one.the * 2 > len(one.runs):
        return _thing_kind(one, common=common)
    if first in KNOWN_PLACES and (first not in GIVEN_NAMES or (one.place and not one.person)):
        return NameKind.PLACE
    known = first in GIVEN_NAMES or first in whole
    if not known and (last in PLACE_HEADS or (first in OPENERS and one.sure < 3) or (common and one.sure < 4)):
        return None
    seen = one.sure or one.person or (len(one.runs) > 1 and first in GIVEN_NAMES)
    if known and seen and (first in whole or not common):
        return NameKind.PERSON
    return _by_neighbours(one, common=common or first in OPENERS)


def _by_neighbours(one: Named, *, common: bool) -> NameKind | None:
    """What a name of one word is that only its neighbours speak for."""
    if one.place > one.person and one.sure and one.place >= 2:
        return NameKind.PLACE
    if one.sure:
        often = one.sure + len(one.runs) >= 4 and one.person > one.place
        alone = one.place == 0 and (one.person >= 1 or (one.sure >= 3 and not common))
        return NameKind.PERSON if often or alone else None
    return NameKind.PERSON if one.person >= 2 and not common else None


def _titled_kind(one: Named) -> NameKind | None:
    if one.inn or one.the * 2 > len(one.runs):
        return NameKind.PLACE if one.inn or one.place else None
    if one.words[0] in ("St.", "Saint", "King", "Queen", "Prince", "Lord") and one.words[-1] in PLACE_HEADS:
        return NameKind.PLACE
    if one.the and one.place and not one.person:
        return NameKind.PLACE
    if one.words[1] in OPENERS and not one.sure:
        return None
    return NameKind.PERSON


def _long_kind(one: Named, *, lower: set[str]) -> NameKind | None:
    first, last = one.words[0], one.words[-1]
    people = one.person + (first in GIVEN_NAMES)
    if last in GROUP_HEADS and first not in GIVEN_NAMES:
        return NameKind.PLACE if one.place else NameKind.ORGANIZATION
    if first in GROUP_HEADS and "of" in one.words:
        return NameKind.ORGANIZATION
    if last in PLACE_HEADS and people <= one.place:
        return NameKind.PLACE
    if (first in PLACE_FIRST or ("of" in one.words and first in PLACE_HEADS)) and not one.person:
        return NameKind.PLACE
    if one.the * 2 > len(one.runs):
        return _thing_kind(one, common=False)
    if all(word in OPENERS or word in NEVER_NAMES for word in one.words):
        return None
    if first in GIVEN_NAMES or one.person > one.place:
        return NameKind.PERSON
    if one.place >= 2:
        return NameKind.PLACE
    odd = any(word in OPENERS or word in NEVER_NAMES or word in PEOPLES or word.lower() in lower for word in one.words)
    return NameKind.PERSON if one.sure >= 2 or not (odd or one.place) else None


def _thing_kind(one: Named, *, common: bool) -> NameKind | None:
    """What a name with "the" before it is: a ship, an inn or another place."""
    last = one.words[-1]
    if (last in PLACE_HEADS and len(one.words) > 1) or one.inn:
        return NameKind.PLACE
    if one.ship and not common:
        return NameKind.ITEM
    if common or last.endswith("s"):
        return None
    return NameKind.PLACE if one.place >= 2 and not one.person else None


def kinds_of(found: Sequence[Named]) -> dict[str, NameKind]:
    """The kind of each surface by its key."""
    return {one.key: one.kind for one in found if one.kind is not None}
