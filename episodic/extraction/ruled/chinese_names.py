"""Everybody and everything a Chinese window names, one node each with all its surfaces and their places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from episodic.extraction.ruled.chinese_forms import DOT, by_form
from episodic.extraction.ruled.chinese_lexicon import HAN, OFFICE_TITLES
from episodic.extraction.ruled.chinese_naming import Naming, bearer_of, joined_by_form, stated_names
from episodic.extraction.ruled.chinese_people import CLAUSE_EDGE, Evidence, alone, alternatives, speaking, surnamed
from episodic.extraction.ruled.chinese_places import groups, places, things
from episodic.extraction.ruled.rules import NamedNode, NameKind
from episodic.model.readings import Surface
from episodic.model.spans import Span
from episodic.model.surnames import surname_of

_CLASSICAL = re.compile("[曰矣乃遂]|之[，。]")
_MODERN = re.compile("[的了吗呢]|说：|道：")
_TITLED = re.compile(f"([{HAN}]{{1,2}})({alternatives(OFFICE_TITLES)})")
_STATES = frozenset("魏吴蜀汉晋秦楚齐燕赵韩宋唐梁陈周隋")
"""Surnames that are also realms, whose offices they name in classical prose."""
_NO_PERSON = frozenset("军兵营队阵卫刀剑枪戟船马车台楼阁寨桥关")
"""Last characters of what somebody gives a name to, rather than of what he is called (号为掘子军)."""
_LATER = re.compile(
    "[曰]|(?:大|乃|遂|即|亦|急|忙|又)?(?:笑|怒|叹|惊|喜|问|答|谓|令|引|领|率|遣|使|命|召|请|拜|辞|闻|见|视|奏|谏|从其|从之|自|大怒|大喜|大惊|大笑|大败|不听|不从|不能|不敢)"
)


@dataclass(slots=True)
class _Group:
    """Surfaces that are one while they are being gathered; `late` are courtesy names and other names given beside a name."""

    kind: NameKind
    names: list[str] = field(default_factory=list[str])
    late: set[str] = field(default_factory=set[str])
    titles: list[str] = field(default_factory=list[str])
    lent: dict[str, list[Span]] = field(default_factory=dict[str, list[Span]])
    """Shared surfaces with their places."""


def is_classical(text: str) -> bool:
    """Whether the text is classical prose rather than modern: by its particles."""
    return len(_CLASSICAL.findall(text)) > len(_MODERN.findall(text))


def named_nodes(text: str) -> tuple[NamedNode, ...]:
    """The nodes of a window, in the order of their first mention."""
    classical = is_classical(text)
    stated = stated_names(text)
    kinds = _accepted(text, stated.full, classical=classical)
    return _placed(text, _grouped(text, kinds, stated.namings), classical=classical)


def _accepted(text: str, stated: Sequence[str], *, classical: bool) -> dict[str, NameKind]:
    """Every accepted name with its kind; where two kinds claim a string the better evidence wins."""
    spoken = speaking(text)
    people: dict[str, Evidence] = dict(surnamed(text, classical=classical, givens=frozenset(spoken)))
    for name, evidence in spoken.items():
        if not any(name != full and name.startswith(full) for full in people):
            people.setdefault(name, evidence)
    people.update(by_form(text))
    people.update(alone(text, people))
    people.update({name: Evidence(9.0, max(1, text.count(name))) for name in stated})
    kinds: dict[str, NameKind] = {}
    weights: dict[str, float] = {}
    for kind, found in (
        (NameKind.PERSON, people),
        (NameKind.PLACE, places(text)),
        (NameKind.ORGANIZATION, groups(text)),
        (NameKind.ITEM, things(text)),
    ):
        for name, evidence in found.items():
            if evidence.weight > weights.get(name, 0):
                kinds[name], weights[name] = kind, evidence.weight
    return kinds


class _Families:
    """Names that are one, while it is found out which."""

    def __init__(self, kinds: Mapping[str, NameKind]) -> None:
        self._kinds = kinds
        self._parent = {name: name for name in kinds}
        self._late: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._parent

    def root(self, name: str) -> str:
        """The name that stands for all that are one with *name*."""
        while self._parent[name] != name:
            name = self._parent[name]
        return name

    def join(self, name: str, other: str) -> None:
        """*other* is another name of *name*, unless it is known as another kind of thing or as somebody else's name.

        Two people of different surnames may have one courtesy name: it stays with the one who was said to have it first.
        """
        kind = self._kinds[self.root(name)]
        if self._kinds.get(other, kind) is kind and not self._of_another(name, other):
            self._parent[self.root(self._parent.setdefault(other, other))] = self.root(name)
            self._late.add(other)

    def _of_another(self, name: str, other: str) -> bool:
        if other not in self._parent:
            return False
        owner, bearer = self.root(other), self.root(name)
        if owner in (other, bearer):
            return False
        return bool(surname_of(owner) and surname_of(bearer)) and surname_of(owner) != surname_of(bearer)

    def gathered(self) -> dict[str, _Group]:
        """One group a root."""
        found: dict[str, _Group] = {}
        for name in self._parent:
            found.setdefault(self.root(name), _Group(self._kinds[self.root(name)])).names.append(name)
        for group in found.values():
            group.late = self._late & set(group.names)
        return found


def _grouped(text: str, kinds: Mapping[str, NameKind], namings: Sequence[Naming]) -> list[_Group]:
    """Names united where the window says or shows that they are one."""
    families = _Families(kinds)
    people = {name: kind is NameKind.PERSON for name, kind in kinds.items()}
    persons = [name for name, person in people.items() if person]
    for one, other in joined_by_form(persons, {name: text.count(name) for name in persons}):
        families.join(one, other)
    for name in persons:
        first = DOT.split(name)[0]
        if first != name and first in families:
            families.join(name, first)
    titles: dict[str, list[str]] = defaultdict(list)
    for naming in namings:
        bearer = bearer_of(naming, text, people)
        if bearer is None or bearer not in families or naming.other == bearer or naming.other not in text:
            continue
        if people.get(bearer) and not naming.shared and naming.other[-1] in _NO_PERSON:
            continue
        if naming.shared:
            titles[bearer].append(naming.other)
        else:
            families.join(bearer, naming.other)
    gathered = families.gathered()
    for bearer, words in titles.items():
        gathered[families.root(bearer)].titles += words
    return list(gathered.values())


def _placed(text: str, gathered: Sequence[_Group], *, classical: bool) -> tuple[NamedNode, ...]:
    """The nodes with every place of their surfaces; names that are nowhere verbatim (姓陆，名行简) keep no place."""
    owner = {name: group for group in gathered for name in group.names}
    titles = {title: group for group in gathered for title in group.titles if title not in owner}
    if not owner:
        return ()
    spans: dict[str, list[Span]] = defaultdict(list)
    taken = bytearray(len(text))
    for match in re.finditer(alternatives([*owner, *titles]), text):
        span = Span(match.start(), match.end())
        taken[span.start : span.end] = b"\x01" * (span.end - span.start)
        if match.group() in owner:
            spans[match.group()].append(span)
        else:
            titles[match.group()].lent.setdefault(match.group(), []).append(span)
    _titled(text, gathered, taken, states=_STATES if classical else frozenset())
    if classical:
        _single(text, gathered, taken)
    nodes: list[tuple[int, NamedNode]] = []
    for group in gathered:
        own = [Surface(name, tuple(spans[name])) for name in _fullest_first(group)]
        lent = [Surface(word, tuple(sorted(where)), shared=True) for word, where in group.lent.items()]
        starts = [span.start for surface in own for span in surface.spans]
        if starts:
            nodes.append((min(starts), NamedNode(group.kind, (*own, *lent))))
    return tuple(node for _, node in sorted(nodes, key=lambda pair: pair[0]))


def _fullest_first(group: _Group) -> list[str]:
    def rank(name: str) -> tuple[bool, bool, int, str]:
        return (name in group.late, not surname_of(name) and DOT.search(name) is None, -len(name), name)

    return sorted(set(group.names), key=rank)


def _bearers(gathered: Sequence[_Group]) -> Mapping[str, list[_Group]]:
    """Groups of persons by surname."""
    found: dict[str, list[_Group]] = defaultdict(list)
    for group in gathered:
        if group.kind is NameKind.PERSON:
            for surname in {surname_of(name) for name in group.names if len(name) > 1} - {""}:
                found[surname].append(group)
    return found


def _titled(text: str, gathered: Sequence[_Group], taken: bytearray, *, states: frozenset[str]) -> None:
    """Surname and title (裴掌尺) where the window has one bearer of that surname."""
    bearers = _bearers(gathered)
    for match in _TITLED.finditer(text):
        for surname in (match.group(1), match.group(1)[-1]):
            found = bearers.get(surname, [])
            if len(found) == 1 and surname not in states:
                _lend(found[0], text, Span(match.end(1) - len(surname), match.end()), taken)
                break


def _lend(group: _Group, text: str, span: Span, taken: bytearray) -> None:
    if not any(taken[span.start : span.end]):
        group.lent.setdefault(span.of(text), []).append(span)
        taken[span.start : span.end] = b"\x01" * (span.end - span.start)


def _single(text: str, gathered: Sequence[_Group], taken: bytearray) -> None:
    """The last character of a full name alone (操曰), where nobody else in the window could be meant."""
    by_last: dict[str, list[_Group]] = defaultdict(list)
    for group in gathered:
        if group.kind is NameKind.PERSON:
            for last in {
                name[-1] for name in group.names if surname_of(name) and len(name) == len(surname_of(name)) + 1
            }:
                by_last[last].append(group)
    wanted = {last: found[0] for last, found in by_last.items() if len(found) == 1}
    if not wanted:
        return
    for match in re.finditer(f"[{re.escape(''.join(sorted(wanted)))}]", text):
        place = match.start()
        if (place == 0 or text[place - 1] in CLAUSE_EDGE) and _LATER.match(text, place + 1):
            _lend(wanted[match.group()], text, Span(place, place + 1), taken)
