"""A world of people, places and things with a history: what changes on which day, from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

PEOPLE: Final[Mapping[str, tuple[str, ...]]] = {
    "en": tuple("Ash Bram Cora Dain Edda Fenn Greta Hale Ilse Joss Kerr Lune Mara Nell Odo Pell Quin Rhea".split()),
    "zh": tuple("林远 沈虎 赵青 王禾 苏照 程简 陆满 何龄 裴舟 霍渡 阮岳 吴澜 谢衡 韩朔 唐棠 秦铮 许砚 邓泊".split()),
}
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": tuple("Northgate Caldmere Lowmarsh Highford Eastmoor Ferryhill Stonewick Redwater Greyhall Saltby".split()),
    "zh": tuple("望潮城 云石城 雾海城 苇风城 霜月城 石潮城 海霜城 青崖城 白沙城 松溪城".split()),
}
THINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("the iron ring", "the black sword", "the silver key", "the brass lamp", "the glass comb", "the bone flute"),
    "zh": ("铁指环", "黑铁剑", "银锁匙", "铜灯盏", "玻璃梳", "骨笛"),
}
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("the Lantern Guild", "the River Watch", "the Grey Company"),
    "zh": ("灯笼会", "巡河营", "灰衣社"),
}
OFFICES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("judge", "harbour master", "treasurer", "steward"),
    "zh": ("判官", "港务长", "司库", "总管"),
}
RANKS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("private", "sergeant", "captain", "colonel"),
    "zh": ("列兵", "军士", "校尉", "都统"),
}
SECRETS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("the mill was burned for money", "the seal is forged", "the well is poisoned", "the will was hidden"),
    "zh": ("磨坊是为钱烧的", "印章是伪造的", "井里下了毒", "遗嘱被藏了起来"),
}
DEAD: Final = "dead"


@dataclass(frozen=True, slots=True)
class Key:
    """What can change: the kind of a state, and whom it concerns. A key of one value has at most one value at a time, and
    the value of a key of many values is part of the key.
    """

    kind: str
    of: str
    holder: str = ""
    """Whose claim it is, or "" for what the narration says."""

    def parties(self, value: str) -> tuple[str, ...]:
        """Return the people whose death ends the state."""
        match self.kind:
            case "alive":
                return ()
            case "holder" | "leader":
                return (value,)
            case "spouse":
                return (self.of, value)
            case "terms":
                return tuple(self.of.split("|"))
            case _:
                return (self.of.split("|")[0],)


@dataclass(frozen=True, slots=True)
class Effect:
    """A state that begins or ends."""

    key: Key
    value: str
    begins: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happens on a day: a verb, names by their slot, and the states that begin or end."""

    verb: str
    names: Mapping[str, str]
    effects: tuple[Effect, ...]
    day: int


@dataclass
class World:
    """The state of the world on its current day. `history` has all changes in their order."""

    language: str
    seed: int
    people: int = 12
    state: dict[Key, str] = field(default_factory=dict[Key, str])
    history: list[Change] = field(default_factory=list[Change])
    born: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.cast = list(PEOPLE[self.language][: self.people])
        self.places = PLACES[self.language]
        self.things = THINGS[self.language]

    def living(self) -> list[str]:
        """Return the people who are alive."""
        return [one for one in self.cast if Key("alive", one) not in self.state]

    def change(self, day: int, verbs: Mapping[str, float]) -> Change | None:
        """Make one of the changes, drawn by weight, that are possible now, or return None if the drawn one is not."""
        verb = self.chance.choices(list(verbs), list(verbs.values()))[0]
        made = _VERBS[verb](self)
        if made is None:
            return None
        names, effects = made
        happened = Change(verb, names, tuple(effects), day)
        self._apply(happened)
        return happened

    def _apply(self, change: Change) -> None:
        for effect in change.effects:
            if effect.begins:
                self.state[effect.key] = effect.value
            elif self.state.get(effect.key) == effect.value:
                del self.state[effect.key]
            if effect.key.kind == "alive":
                ended = [key for key, value in self.state.items() if effect.key.of in key.parties(value)]
                for key in ended:
                    del self.state[key]
        self.history.append(change)

    def pick(self, names: list[str]) -> str | None:
        """Return one of the names, or None if there are none."""
        return self.chance.choice(names) if names else None

    def one(self) -> str:
        """Return a living person."""
        return self.chance.choice(self.living())

    def other(self, *than: str) -> str | None:
        """Return a living person who is none of the given ones."""
        return self.pick([one for one in self.living() if one not in than])

    def held(self, kind: str) -> Iterator[tuple[Key, str]]:
        """Yield the states of a kind that hold now."""
        return ((key, value) for key, value in list(self.state.items()) if key.kind == kind)


Made = tuple[dict[str, str], list[Effect]] | None


def _move(world: World) -> Made:
    who = world.one()
    place = world.pick([one for one in world.places if one != world.state.get(Key("home", who))])
    return None if place is None else ({"s": who, "o": place}, [Effect(Key("home", who), place)])


def _arrive(world: World) -> Made:
    who = world.one()
    place = world.pick([one for one in world.places if one != world.state.get(Key("where", who))])
    return None if place is None else ({"s": who, "o": place}, [Effect(Key("where", who), place)])


def _leave(world: World) -> Made:
    found = world.pick([key.of for key, _ in world.held("where")])
    if found is None:
        return None
    key = Key("where", found)
    return {"s": found, "o": world.state[key]}, [Effect(key, world.state[key], begins=False)]


def _find(world: World) -> Made:
    thing = world.pick([one for one in world.things if Key("holder", one) not in world.state])
    who = world.one()
    return None if thing is None else ({"s": who, "o": thing}, [Effect(Key("holder", thing), who)])


def _hand_over(world: World) -> tuple[str, str, str] | None:
    thing = world.pick([key.of for key, _ in world.held("holder")])
    holder = "" if thing is None else world.state[Key("holder", thing)]
    to = world.other(holder)
    return None if thing is None or to is None else (holder, thing, to)


def _change_hands(world: World, *, stolen: bool) -> Made:
    found = _hand_over(world)
    if found is None:
        return None
    holder, thing, to = found
    key = Key("holder", thing)
    subject, other = (to, holder) if stolen else (holder, to)
    return {"s": subject, "o": thing, "r": other}, [Effect(key, holder, begins=False), Effect(key, to)]


def _lose(world: World) -> Made:
    found = _hand_over(world)
    if found is None:
        return None
    holder, thing, _ = found
    return {"s": holder, "o": thing}, [Effect(Key("holder", thing), holder, begins=False)]


def _marry(world: World) -> Made:
    free = [one for one in world.living() if Key("spouse", one) not in world.state]
    if len(free) < 2:
        return None
    one, other = world.chance.sample(free, 2)
    return {"s": one, "o": other}, [Effect(Key("spouse", one), other), Effect(Key("spouse", other), one)]


def _part(world: World) -> Made:
    one = world.pick([key.of for key, _ in world.held("spouse")])
    if one is None:
        return None
    other = world.state[Key("spouse", one)]
    ends = [Effect(Key("spouse", one), other, begins=False), Effect(Key("spouse", other), one, begins=False)]
    return {"s": one, "o": other}, ends


def _die(world: World) -> Made:
    if len(world.living()) <= 2 * len(world.cast) // 3:
        return None
    who = world.one()
    return {"s": who}, [Effect(Key("alive", who), DEAD)]


def _kill(world: World) -> Made:
    died = _die(world)
    if died is None:
        return None
    who = died[0]["s"]
    by = world.other(who)
    return None if by is None else ({"s": by, "o": who}, died[1])


def _rise(world: World) -> Made:
    who = world.one()
    rank = world.pick([one for one in RANKS[world.language] if one != world.state.get(Key("rank", who))])
    return None if rank is None else ({"s": who, "v": rank}, [Effect(Key("rank", who), rank)])


def _appoint(world: World) -> Made:
    who, office = world.one(), world.chance.choice(OFFICES[world.language])
    by, key = world.other(who), Key("office", f"{who}|{office}")
    if by is None or key in world.state:
        return None
    return {"s": by, "o": who, "v": office}, [Effect(key, office)]


def _dismiss(world: World) -> Made:
    found = world.pick([key.of for key, _ in world.held("office")])
    if found is None:
        return None
    who, office = found.split("|")
    return {"s": who, "v": office}, [Effect(Key("office", found), office, begins=False)]


def _lead(world: World) -> Made:
    group, who = world.chance.choice(GROUPS[world.language]), world.one()
    key = Key("leader", group)
    return None if world.state.get(key) == who else ({"s": who, "o": group}, [Effect(key, who)])


def _join(world: World) -> Made:
    group, who = world.chance.choice(GROUPS[world.language]), world.one()
    key = Key("member", f"{who}|{group}")
    return None if key in world.state else ({"s": who, "o": group}, [Effect(key, group)])


def _quit(world: World) -> Made:
    found = world.pick([key.of for key, _ in world.held("member")])
    if found is None:
        return None
    who, group = found.split("|")
    return {"s": who, "o": group}, [Effect(Key("member", found), group, begins=False)]


def _terms(value: str) -> Callable[[World], Made]:
    def made(world: World) -> Made:
        one, other = world.chance.sample(world.living(), 2)
        key = Key("terms", "|".join(sorted((one, other))))
        return None if world.state.get(key) == value else ({"s": one, "o": other}, [Effect(key, value)])

    return made


def _learn(world: World) -> Made:
    who, secret = world.one(), world.chance.choice(SECRETS[world.language])
    key = Key("knows", f"{who}|{secret}")
    return None if key in world.state else ({"s": who, "v": secret}, [Effect(key, secret)])


def _jail(world: World) -> Made:
    who, place = world.one(), world.chance.choice(world.places)
    key = Key("jail", who)
    return None if key in world.state else ({"s": who, "o": place}, [Effect(key, place)])


def _free(world: World) -> Made:
    who = world.pick([key.of for key, _ in world.held("jail")])
    by = None if who is None else world.other(who)
    if who is None or by is None:
        return None
    key = Key("jail", who)
    return {"s": by, "o": who}, [Effect(key, world.state[key], begins=False)]


_VERBS: Final[Mapping[str, Callable[[World], Made]]] = {
    "move": _move,
    "arrive": _arrive,
    "leave": _leave,
    "find": _find,
    "give": partial(_change_hands, stolen=False),
    "steal": partial(_change_hands, stolen=True),
    "lose": _lose,
    "marry": _marry,
    "part": _part,
    "die": _die,
    "kill": _kill,
    "rise": _rise,
    "appoint": _appoint,
    "dismiss": _dismiss,
    "lead": _lead,
    "join": _join,
    "quit": _quit,
    "ally": _terms("ally"),
    "foe": _terms("enemy"),
    "learn": _learn,
    "jail": _jail,
    "free": _free,
}
WEIGHTS: Final[Mapping[str, float]] = {
    verb: 2.0 if verb in ("move", "find", "give", "arrive") else 1.0 for verb in _VERBS
} | {
    "die": 0.5,
    "kill": 0.5,
}
"""How often each change is drawn."""
