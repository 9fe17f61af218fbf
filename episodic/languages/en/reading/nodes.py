"""Makes the nodes (entities) of an English window (a part of a chapter): groups names by entity, finds narrators and
all uses of the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from episodic.extraction.rule_based.language_rules import KnownName, NamedNode, NameKind
from episodic.extraction.rule_based.non_narration import narrator_voices, needed_first_person
from episodic.languages.en.reading.names import NameCandidate, find_names
from episodic.languages.en.reading.narrator import first_person, narrator_names
from episodic.languages.en.reading.narrator_names import addressed, is_called, told_to_narrator
from episodic.languages.en.reading.person_names import full_names_of, group_names, title_of
from episodic.languages.en.reading.roles import with_roles
from episodic.model.readings import Surface, Window
from episodic.model.spans import Span

_NAME = r"[A-Z][\w'’\-]+(?:\s[A-Z][\w'’\-]+)*"
_ALSO = re.compile(
    rf"(?P<name>{_NAME}),?\s(?:(?:was|is|were)\s)?(?:(?:also|better|sometimes|otherwise|commonly|always|generally)\s)?"
    rf"(?:called|known\sas|named|alias|nicknamed|surnamed)\s[“\"‘]?(?P<alias>{_NAME})"
)
_REST = re.compile(r"[^.!?“”\"]{0,90}")
_HER = re.compile(r"\b(?:she|her|herself)\b")
_HIS = re.compile(r"\b(?:he|his|him|himself)\b")
_ARTICLE = "the "
_MOST = 3
_MIN_PRONOUNS = 2
"""The minimum number of pronouns of one gender that must follow a name to show its gender. The pronouns of one gender
must also be at least _MIN_PRONOUNS times as frequent as those of the other gender.
"""


def named_nodes(window: Window, speech: Sequence[Span], *, known: Sequence[KnownName] = ()) -> tuple[NamedNode, ...]:
    """Return the named entities of the window, in the order of their first mentions.

    A first-person narrator is a node with the surface form "I" and the narrator's names, if the window shows these
    names. A person who narrates only a part of the window also has the surface form "I". Besides the names that the
    window introduces, the window is searched for the names *known*. Some people are called only by a role in the text
    ("the captain"). A person called only by a role has a node only if the narration says that the person died, killed
    somebody, or took part in a shooting or stabbing.
    """
    text = window.text
    found = find_names(text, {_key(one.text): one for one in known})
    candidates = {name.key: name for name in found}
    people = [name for name in found if name.kind is NameKind.PERSON]
    called = [one.key for one in people if all(is_called(text, run.span, 0, len(text), speech) for run in one.runs)]
    groups = group_names([name.key for name in people], women=_genders_by_pronouns(text, people), called=called)
    groups = _joined(groups, _known_pairs(known, candidates))
    groups = _joined(groups, _stated_aliases(text, candidates))
    voices = narrator_voices(window, first_person(text), speech, needed=needed_first_person(window))
    pronouns = {voice.teller: voice.places for voice in voices}
    narrators_places = pronouns.pop("", ())
    narrators_names = (
        _narrators_names(text, speech, known=candidates, groups=groups) if narrators_places else set[str]()
    )
    groups, alone = _without_given_names(groups, known, candidates)
    nodes: list[tuple[int, NamedNode]] = []
    narrator: list[str] = []
    for group in groups:
        if narrators_names & set(group):
            narrator += group
            continue
        voice = next((name for name in pronouns if _denotes(name, group, groups)), None)
        also = [] if voice is None else [Surface("I", pronouns.pop(voice), shared=True)]
        given = [
            replace(one, shared=True) for key in alone.get(group[0], ()) for one in _surfaces(text, candidates[key])
        ]
        nodes.append(_node(text, [candidates[key] for key in group], NameKind.PERSON, also=[*given, *also]))
    nodes += [_node(text, [name], name.kind) for name in found if name.kind not in (None, NameKind.PERSON)]
    nodes += _known_things(text, known)
    for voice, places in pronouns.items():
        surface = Surface("I", places, shared=True)
        nodes.append((places[0].start, NamedNode(NameKind.PERSON, (surface,), name=_without_article(voice))))
    if narrators_places:
        pronoun = [Surface("I", narrators_places, shared=True)]
        first, node = _node(text, [candidates[key] for key in narrator], NameKind.PERSON, also=pronoun)
        nodes.append((min(first, narrators_places[0].start), replace(node, narrator=True)))
    return with_roles(text, [node for _, node in sorted(nodes, key=lambda placed: placed[0])], speech)


def _genders_by_pronouns(text: str, people: Sequence[NameCandidate]) -> dict[str, bool]:
    """Return whether names of people belong to a woman (True) or a man (False), according to the pronouns after these
    names.

    The mapping contains only names of one word that also occur after a title (Joe in "Mister Joe"). The mapping
    contains a name only if enough pronouns of one gender follow it (see _MIN_PRONOUNS).
    """
    titled = {name.words[1] for name in people if name.titled and len(name.words) == 2}
    found: dict[str, bool] = {}
    for name in people:
        if len(name.words) != 1 or name.key not in titled:
            continue
        matches = [_REST.match(text, run.span.end) for run in name.runs]
        rests = [match[0] for match in matches if match is not None]
        her, his = (sum(len(pronoun.findall(rest)) for rest in rests) for pronoun in (_HER, _HIS))
        if max(her, his) >= _MIN_PRONOUNS and max(her, his) >= _MIN_PRONOUNS * min(her, his):
            found[name.key] = her > his
    return found


def _narrators_names(
    text: str, speech: Sequence[Span], *, known: Mapping[str, NameCandidate], groups: Sequence[Sequence[str]]
) -> set[str]:
    """Return the names that the narrator states for himself or herself and those that open a quotation which is said to
    the narrator, written without full stops.

    If there are none, return the names by which others address the narrator, or an empty set if these names are not
    certain.
    """
    stated = {key for span in narrator_names(text, speech=speech) if (key := _key(span.of(text))) in known}
    places = [{key: [run.span for run in known[key].runs] for key in group} for group in groups]
    for number in told_to_narrator(text, speech=speech, groups=places):
        stated |= set(groups[number])
    if stated:
        return stated
    index = addressed(text, speech=speech, groups=places)
    return set() if index is None else set(groups[index])


def _denotes(narrator: str, group: Sequence[str], groups: Sequence[Sequence[str]]) -> bool:
    """Return whether *narrator*, the name of a chapter's narrator, means the person with the names in *group*.

    *narrator* means the person with the names in *group* if *narrator* is one of these names, apart from case and a
    leading "the". If *narrator* is a title such as "Captain", it means the person in *group* if a name in *group* has
    this title. No other group of *groups* may have a name with this title.
    """
    key = _key(_without_article(narrator)).casefold()
    if any(name.casefold() == key for name in group):
        return True
    titled = [names for names in groups if any(title_of(name) == key for name in names)]
    return len(titled) == 1 and titled[0] is group


def _without_article(name: str) -> str:
    return name[4:] if name[:4].casefold() == "the " else name


def _key(name: str) -> str:
    return " ".join(word.rstrip(".") for word in name.split())


def _known_pairs(known: Sequence[KnownName], candidates: Mapping[str, NameCandidate]) -> list[tuple[str, str]]:
    first: dict[int, str] = {}
    pairs: list[tuple[str, str]] = []
    for one in known:
        key = _key(one.text)
        if key in candidates and candidates[key].kind is NameKind.PERSON:
            name = first.setdefault(one.entity, key)
            if name != key:
                pairs.append((name, key))
    return pairs


def _known_things(text: str, known: Sequence[KnownName]) -> Iterator[tuple[int, NamedNode]]:
    """Yield the things from earlier windows (in *known*) whose names begin with an article, such as "the key", each as
    the offset of its first mention and its node.
    """
    surfaces: dict[int, list[Surface]] = {}
    taken: list[Span] = []
    for one in sorted(known, key=lambda name: (-len(name.text), name.text)):
        if one.kind is not NameKind.ITEM or not one.text.startswith(_ARTICLE):
            continue
        words = r"\s+".join(map(re.escape, one.text.removeprefix(_ARTICLE).split()))
        found = (Span(*match.span()) for match in re.finditer(rf"\b[Tt]he\s+{words}(?![\w’'-])", text))
        spans = tuple(span for span in found if not any(other.holds(span) for other in taken))
        taken += spans
        if spans:
            surfaces.setdefault(one.entity, []).append(Surface(one.text, spans))
    for forms in surfaces.values():
        yield min(span.start for form in forms for span in form.spans), NamedNode(NameKind.ITEM, tuple(forms))


def _without_given_names(
    groups: Sequence[list[str]], known: Sequence[KnownName], candidates: Mapping[str, NameCandidate]
) -> tuple[list[list[str]], dict[str, list[str]]]:
    """Return *groups* without the groups that are only a very common given name of another group, such as "John" beside
    "John Silver". Also return a dictionary that contains the given names of the groups that are left out, such as
    "John". A key of the returned dictionary is the first name in the group of a person, such as "John Silver". The
    value of the key is the given names of this person that were left out.

    A given name of several people means the person whom the window names most often. The window must name this person
    at least `_MOST` times as often as each of the others. Each returned given name becomes a shared surface form of the
    person, because it may mean somebody else in other windows.
    """
    entity_of = {_key(one.text): one.entity for one in known}
    names: dict[int, list[str]] = {}
    for one in known:
        names.setdefault(one.entity, []).append(_key(one.text))
    every = [{*group, *(name for key in group for name in names.get(entity_of.get(key, -1), ()))} for group in groups]
    kept: list[list[str]] = []
    alone: dict[str, list[str]] = {}
    for group in groups:
        bearers = full_names_of(group[0], every) if len(group) == 1 else []
        times = {index: sum(len(candidates[key].runs) for key in groups[index]) for index in bearers}
        first, *others = sorted(bearers, key=lambda index: -times[index]) or [-1]
        own = first < 0 or any(groups[index] is group for index in bearers)
        if own or any(times[first] < times[other] * _MOST for other in others):
            kept.append(group)
        else:
            alone.setdefault(groups[first][0], []).append(group[0])
    return kept, alone


def _stated_aliases(text: str, known: dict[str, NameCandidate]) -> list[tuple[str, str]]:
    """Return pairs of names that belong to one person according to words of the text such as "X, called Y"."""
    pairs: list[tuple[str, str]] = []
    for match in _ALSO.finditer(text):
        name, alias = _key(match["name"]), _key(match["alias"])
        if name != alias and all(key in known and known[key].kind is NameKind.PERSON for key in (name, alias)):
            pairs.append((name, alias))
    return pairs


def _joined(groups: list[list[str]], pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    for name, alias in pairs:
        first = next(group for group in groups if name in group)
        second = next(group for group in groups if alias in group)
        if first is not second:
            first += second
            groups = [group for group in groups if group is not second]
    return groups


def _fullest(keys: Sequence[str], known: dict[str, NameCandidate]) -> list[str]:
    return sorted(keys, key=lambda key: (-len(key.split()), known[key].titled, -len(known[key].runs), key))


def _node(
    text: str, names: Sequence[NameCandidate], kind: NameKind | None, *, also: Sequence[Surface] = ()
) -> tuple[int, NamedNode]:
    known = {name.key: name for name in names}
    own = [surface for key in _fullest(list(known), known) for surface in _surfaces(text, known[key])]
    first = min(span.start for surface in (own or also) for span in surface.spans)
    return first, NamedNode(kind or NameKind.PERSON, (*own, *also))


def _surfaces(text: str, name: NameCandidate) -> list[Surface]:
    """Return one surface form for each spelling of a name in the text.

    Surface forms without a line break come first, and frequent surface forms come before rare surface forms.
    """
    spellings: dict[str, list[Span]] = {}
    for run in name.runs:
        spellings.setdefault(run.span.of(text), []).append(run.span)
    return [
        Surface(spelling, tuple(spellings[spelling]))
        for spelling in sorted(spellings, key=lambda spelling: ("\n" in spelling, -len(spellings[spelling]), spelling))
    ]
