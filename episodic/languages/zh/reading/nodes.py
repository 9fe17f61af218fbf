"""Makes the nodes (entities) of a Chinese window (a part of a chapter): groups names by entity, and finds all
occurrences of the names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.extraction.rule_based.language_rules import KnownName, NamedNode, NameKind
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.alias_statements import AliasStatement, bearer_of, joined_by_form, stated_names
from episodic.languages.zh.reading.battle_names import battle_names
from episodic.languages.zh.reading.composed_names import honoured, own_surname, with_courtesy_names
from episodic.languages.zh.reading.known_names import in_context, without_extended
from episodic.languages.zh.reading.name_forms import DOT, by_calling, by_form
from episodic.languages.zh.reading.person_names import (
    NameEvidence,
    given_names_alone,
    speakers_and_agents,
    surnamed,
)
from episodic.languages.zh.reading.place_names import organizations, places, things
from episodic.languages.zh.reading.single_characters import given_characters
from episodic.languages.zh.reading.word_lists import OFFICE_TITLES, RISKY_SURNAMES, SURNAMES
from episodic.model.readings import Surface
from episodic.model.spans import Span
from episodic.text.personal_names import surname_of

_CLASSICAL = re.compile("[曰矣乃遂]|之[，。]")
_MODERN = re.compile("[的了吗呢]|说：|道：")
_TITLE = re.compile(alternatives(OFFICE_TITLES))
_STATES = frozenset("魏吴蜀汉晋秦楚齐燕赵韩宋唐梁陈周隋")
"""Surnames that are also names of states.

In classical prose, a surname such as 魏 before an office means the state, as in 魏太守.
"""
_SURE_SURNAMES = SURNAMES - RISKY_SURNAMES
_NO_PERSON = frozenset("军兵营队阵卫刀剑枪戟船马车台楼阁寨桥关")
"""Last characters of names for things, which are never the alias of a person, such as 军 in 号为掘子军."""


_FULL_NAME_REACH = 250
"""The number of characters before a given name in which the full name of its bearer is looked for. If several people
share a given name, the full name shortly before the given name shows who is meant.
"""


@dataclass(slots=True)
class _Group:
    """The names of one entity that were collected from a window (a part of a chapter). `late` contains the collected
    names that are courtesy names or other aliases.
    """

    kind: NameKind
    names: list[str] = field(default_factory=list[str])
    late: set[str] = field(default_factory=set[str])
    titles: list[str] = field(default_factory=list[str])
    shared: dict[str, list[Span]] = field(default_factory=dict[str, list[Span]])


def is_classical(text: str) -> bool:
    """Return whether the text contains more particles of classical prose than particles of modern prose."""
    return len(_CLASSICAL.findall(text)) > len(_MODERN.findall(text))


def named_nodes(text: str, known: Sequence[KnownName] = ()) -> tuple[NamedNode, ...]:
    """Return the named entities of a window, in the order of their first mentions.

    Besides the names that the window introduces, the window is searched for the names *known*.
    """
    classical = is_classical(text)
    stated = stated_names(text)
    kinds, known = _accepted(text, stated.full, known, classical=classical)
    titles = frozenset(one.text for one in known if one.title)
    return _located(text, _grouped(text, kinds, stated.aliases, known), titles, classical=classical)


def _accepted(
    text: str, stated: Sequence[str], known: Sequence[KnownName], *, classical: bool
) -> tuple[dict[str, NameKind], Sequence[KnownName]]:
    """Return two values: all accepted names with their kinds, and the accepted names of *known*. A name is accepted
    because of evidence in the text, or because it is in *known*.

    A name that is known from earlier chapters keeps its kind (person, place, organization or thing). A name with
    evidence for several kinds gets the kind with the strongest evidence.
    """
    agents = speakers_and_agents(text)
    people: dict[str, NameEvidence] = dict(surnamed(text, classical=classical, givens=frozenset(agents)))
    for name, evidence in agents.items():
        if not any(name != full and name.startswith(full) for full in people):
            people.setdefault(name, evidence)
    people.update(by_form(text))
    people.update({name: found for name, found in battle_names(text).items() if name not in people})
    people.update(given_names_alone(text, people))
    if not classical:
        called = by_calling(text, {*people, *(one.text for one in known if one.kind is NameKind.PERSON)})
        people = {name: found for name, found in people.items() if not any(one.startswith(name) for one in called)}
        people.update(called)
    known = in_context(text, known, people)
    people = without_extended(people, known, stated=stated)
    people.update({name: NameEvidence(9.0, max(1, text.count(name))) for name in stated})
    kinds: dict[str, NameKind] = {}
    weights: dict[str, float] = {}
    for kind, found in (
        (NameKind.PERSON, people),
        (NameKind.PLACE, places(text)),
        (NameKind.ORGANIZATION, organizations(text)),
        (NameKind.ITEM, things(text, classical=classical)),
    ):
        for name, evidence in found.items():
            if evidence.weight > weights.get(name, 0):
                kinds[name], weights[name] = kind, evidence.weight
    kinds.update({one.text: one.kind for one in known})
    return kinds, known


class _AliasSets:
    def __init__(self, kinds: Mapping[str, NameKind]) -> None:
        self._kinds = kinds
        self._parent = {name: name for name in kinds}
        self._late: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._parent

    def root(self, name: str) -> str:
        while self._parent[name] != name:
            name = self._parent[name]
        return name

    def join(self, name: str, alias: str) -> None:
        """Record that *alias* is a name of the entity called *name*.

        Nothing is recorded if *alias* is a name of another kind of entity, or already belongs to a person with another
        surname.

        If two people with different surnames have the same courtesy name, it belongs only to the first of the two.
        """
        kind = self._kinds[self.root(name)]
        if self._kinds.get(alias, kind) is kind and not self._is_anothers(name, alias):
            self._parent[self.root(self._parent.setdefault(alias, alias))] = self.root(name)
            self._late.add(alias)

    def _is_anothers(self, name: str, alias: str) -> bool:
        if alias not in self._parent:
            return False
        owner, bearer = self.root(alias), self.root(name)
        if owner in (alias, bearer):
            return False
        return bool(surname_of(owner) and surname_of(bearer)) and surname_of(owner) != surname_of(bearer)

    def join_known(self, known: Sequence[KnownName]) -> None:
        """Record that known names with the same `entity` belong to one entity, and which of these names are not the
        main name of the entity.
        """
        first: dict[int, str] = {}
        for one in known:
            name = first.setdefault(one.entity, one.text)
            self._parent[self.root(one.text)] = self.root(name)
            if not one.main:
                self._late.add(one.text)

    def groups(self) -> dict[str, _Group]:
        found: dict[str, _Group] = {}
        for name in self._parent:
            found.setdefault(self.root(name), _Group(self._kinds[self.root(name)])).names.append(name)
        for group in found.values():
            group.late = self._late & set(group.names)
        return found


def _grouped(
    text: str, kinds: Mapping[str, NameKind], statements: Sequence[AliasStatement], known: Sequence[KnownName]
) -> list[_Group]:
    aliases = _AliasSets(kinds)
    aliases.join_known(known)
    entity_of = {one.text: one.entity for one in known}
    people = {name: kind is NameKind.PERSON for name, kind in kinds.items()}
    persons = [name for name, person in people.items() if person]
    for full, given in joined_by_form(persons, {name: text.count(name) for name in persons}):
        if entity_of.get(full, -1) == entity_of.get(given, -1) or not {full, given} <= entity_of.keys():
            aliases.join(full, given)
    for name in persons:
        first = DOT.split(name)[0]
        if first != name and first in aliases:
            aliases.join(name, first)
    titles: dict[str, list[str]] = defaultdict(list)
    for stated in statements:
        bearer = bearer_of(stated, text, people)
        if bearer is None or bearer not in aliases or stated.alias == bearer or stated.alias not in text:
            continue
        if people.get(bearer) and not stated.shared and stated.alias[-1] in _NO_PERSON:
            continue
        if stated.shared:
            titles[bearer].append(stated.alias)
        else:
            aliases.join(bearer, stated.alias)
    _join_composed(text, aliases, kinds, entity_of)
    grouped = aliases.groups()
    for bearer, stated_titles in titles.items():
        grouped[aliases.root(bearer)].titles += stated_titles
    return list(grouped.values())


def _join_composed(text: str, aliases: _AliasSets, kinds: Mapping[str, NameKind], entity_of: Mapping[str, int]) -> None:
    """Add names such as 关云长 and 关公 to the names of the person whose surname they begin with."""
    people = {root: group for root, group in aliases.groups().items() if group.kind is NameKind.PERSON}
    for courtesy, name in with_courtesy_names(text, [group.names for group in people.values()]):
        if name not in entity_of:
            aliases.join(courtesy, name)
    surnames = {root: own_surname(_fullest_first(group), group.late) for root, group in people.items()}
    for root, name in honoured(text, surnames, entity_of.keys()):
        if name not in aliases or kinds.get(name) is NameKind.PERSON:
            aliases.join(root, name)


def _located(
    text: str, groups: Sequence[_Group], known_titles: Collection[str], *, classical: bool
) -> tuple[NamedNode, ...]:
    """Return the nodes with the spans of all occurrences of their surface forms. A title in *known_titles*, such as
    外婆, is not counted after a person who is its owner (李四的外婆, 她外婆). For example, the grandmother of 李四 is
    somebody else than the 外婆 of the work.

    A name whose characters do not stand together in the text, such as 陆行简 in 姓陆，名行简, gets no spans.
    """
    owner = {name: group for group in groups for name in group.names}
    titles = {title: group for group in groups for title in group.titles if title not in owner}
    if not owner:
        return ()
    spans: dict[str, list[Span]] = defaultdict(list)
    taken = bytearray(len(text))
    for span in _occurrences(text, [*owner, *titles]):
        name = span.of(text)
        if name in known_titles and text[max(0, span.start - 1) : span.start] in tuple("的他她你"):
            continue
        taken[span.start : span.end] = b"\x01" * (span.end - span.start)
        if name in owner:
            spans[name].append(span)
        else:
            titles[name].shared.setdefault(name, []).append(span)
    _titled(text, groups, taken, states=_STATES if classical else frozenset())
    if classical:
        _single(text, groups, taken)
    nodes: list[tuple[int, NamedNode]] = []
    for group in groups:
        absent = {name for name in group.names if name not in spans}
        own = [Surface(name, tuple(spans.get(name, ()))) for name in _fullest_first(group, absent=absent)]
        shared = [Surface(word, tuple(sorted(where)), shared=True) for word, where in group.shared.items()]
        starts = [span.start for surface in own for span in surface.spans]
        if starts:
            nodes.append((min(starts), NamedNode(group.kind, (*own, *shared))))
    return tuple(node for _, node in sorted(nodes, key=lambda pair: pair[0]))


def _occurrences(text: str, names: Iterable[str]) -> Iterator[Span]:
    """Yield the spans at which *names* occur, in text order. Of names that overlap, only the first counts, and of names
    that begin at the same offset, only the longest.
    """
    found: list[tuple[int, int]] = []
    for name in names:
        start = text.find(name)
        while start >= 0:
            found.append((start, -len(name)))
            start = text.find(name, start + 1)
    end = 0
    for start, length in sorted(found):
        if start >= end:
            end = start - length
            yield Span(start, end)


def _fullest_first(group: _Group, *, absent: Collection[str] = ()) -> list[str]:
    """Return the names of an entity, beginning with the name by which the entity is best called.

    Of an entity's names, full names come first, then other names, and then aliases. Among an entity's full names, other
    names or aliases, longer names come first. Among names of equal length, the names in *absent*, which the text does
    not contain, come last.
    """

    def rank(name: str) -> tuple[bool, bool, int, bool, str]:
        whole = surname_of(name) or DOT.search(name) is not None
        return (name in group.late, not whole, -len(name), name in absent, name)

    return sorted(set(group.names), key=rank)


def _bearers(groups: Sequence[_Group]) -> Mapping[str, list[_Group]]:
    found: dict[str, list[_Group]] = defaultdict(list)
    for group in groups:
        if group.kind is NameKind.PERSON:
            for surname in {surname_of(name) for name in group.names if len(name) > 1} - {""}:
                found[surname].append(group)
    return found


def _titled(text: str, groups: Sequence[_Group], taken: bytearray, *, states: frozenset[str]) -> None:
    """Add to each person the surface forms that consist of the person's surname and a title, such as 周掌柜. Nothing is
    added if another person of the window has the surname. The surnames in *states* are left out: before an office, a
    surname such as 魏 means the country of that name.
    """
    bearers = _bearers(groups)
    for match in _TITLE.finditer(text):
        before = text[max(0, match.start() - 2) : match.start()]
        for surname in (before, before[-1:]):
            found = bearers.get(surname, [])
            if len(found) == 1 and surname not in states:
                _add_shared(found[0], text, Span(match.start() - len(surname), match.end()), taken)
                break


def _add_shared(group: _Group, text: str, span: Span, taken: bytearray) -> None:
    if not any(taken[span.start : span.end]):
        group.shared.setdefault(span.of(text), []).append(span)
        taken[span.start : span.end] = b"\x01" * (span.end - span.start)


def _single(text: str, groups: Sequence[_Group], taken: bytearray) -> None:
    """Add to each person the places where a given name of one character means this person, such as 操 in 操曰.

    If several people of the window share a given name, the name means the only one of these people whose full name
    stands shortly before.
    """
    by_last: dict[str, list[_Group]] = defaultdict(list)
    for group in groups:
        if group.kind is NameKind.PERSON:
            full = _full_names(group)
            for last in {name[-1] for name in full}:
                if not _is_another(text, last, full):
                    by_last[last].append(group)
    for place in given_characters(text, by_last, taken=taken):
        bearers = by_last[text[place]]
        bearer = bearers[0] if len(bearers) == 1 else _named_lately(text, bearers, place)
        if bearer is not None:
            _add_shared(bearer, text, Span(place, place + 1), taken)


def _is_another(text: str, given: str, full: Sequence[str]) -> bool:
    """Return whether the character *given* belongs to somebody else than the person with the full names *full*. The
    result is true if *given* occurs in the text after a surname, but never as part of *full*. For example, 亮 in 孙亮
    does not mean 诸葛亮.
    """
    if any(name in text for name in full if name[-1] == given):
        return False
    return any(text[place - 1 : place] in _SURE_SURNAMES for place in _places(text, given) if place)


def _places(text: str, word: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _full_names(person: _Group) -> list[str]:
    """Return the names of a person that consist of the person's surname and one more character.

    If possible, the surname is taken from a name that the text does not introduce as an alias. An alias can be a
    courtesy name such as 云长, which begins with a character that is also a surname. Of several possible surnames, one
    that is no common word is preferred.
    """
    surnames = Counter(surname_of(name) for name in person.names if len(name) > 1)
    del surnames[""]
    if not surnames:
        return []
    preferred = {surname_of(name) for name in person.names if name not in person.late}
    own = max(sorted(surnames), key=lambda one: (one in preferred, one not in RISKY_SURNAMES, surnames[one]))
    return [name for name in person.names if surname_of(name) == own and len(name) == len(own) + 1]


def _named_lately(text: str, bearers: Sequence[_Group], place: int) -> _Group | None:
    before = text[max(0, place - _FULL_NAME_REACH) : place]
    named = [
        bearer for bearer in bearers if any(name in before for name in _full_names(bearer) if name[-1] == text[place])
    ]
    return named[0] if len(named) == 1 else None
