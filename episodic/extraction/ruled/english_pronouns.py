"""Whom an English pronoun means, where only one can be meant: I of a narrator or speaker, he and she after a plain subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.ruled.english_names import SAYS
from episodic.extraction.ruled.english_persons import person_of
from episodic.extraction.ruled.masked import PERSON, SPEECH, Masked, Mention
from episodic.extraction.ruled.rules import KnownNode
from episodic.model.spans import Span

_I = re.compile(r"(?<![\w'’.])(?:I|me)(?=[ ,;.\n—-]|$)")
_SENTENCE = re.compile(rf"[^.!?\n{SPEECH}]+[.!?\n{SPEECH}]?")
_TIME = (
    r"(?:(?:very |that |this |the |one |late |early |next |following |same |previous |long )*"
    r"(?:spring|summer|autumn|fall|winter|day|night|morning|afternoon|evening|week|weeks|month|months|year|years|days|nights|"
    r"hours?|minutes?|weekend|season|christmas|monday|tuesday|wednesday|thursday|friday|saturday|sunday|dawn|dusk|noon|"
    r"midnight|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}))"
)
_COUNT = (
    r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|several|some|many|"
    r"a few|a couple of|half a|not long|\d+)"
)
_OPENER = (
    rf"(?:then|now|soon|afterwards?|later|still|next|at (?:last|once|length|first|night|\w+teen|twenty)|by (?:then|now)|"
    rf"(?:(?:in|by|on|at|during|after|before|within|for|until|toward|towards|from) (?:the (?:end of|beginning of|middle of) )?)?"
    rf"(?:{_COUNT} )?{_TIME}(?: (?:of|in) {_TIME})?(?: (?:later|afterwards?|after|before|earlier|ago))?|"
    rf"long (?:before|after|ago)|in the end|one {_TIME})"
)
OPENER = rf"(?:{_OPENER},? )"
"""Words before a subject that say when, and nothing else."""
_LEAD = re.compile(rf"[\s-]*(?:{OPENER})?(?:(?:poor|old|young|little) )?$", re.IGNORECASE)
_SAID = re.compile(rf" (?:{SAYS}) $")
"""Between what is said and who says it."""
_HE = re.compile(
    rf"(?:\s|--)*(?:(?P<he>He|She)(?= )|(?:(?:(?:And|But|So|Yet|Then) )?(?i:{OPENER})?)(?P<late>he|she)(?= ))"
)
_AGAIN = re.compile(r"(?:,? (?:and|but|so|yet|then)|;) (?:then |now |soon |later )?(?P<he>he|she)(?= )")
_WHOM = re.compile(
    r"(?<= )(?P<him>him|her)(?=[.,;:!?\n—]|$| (?:the|an?|to|in|at|on|and|that|with|for|from|by|as|when|again|there|two|three|some)\b)"
)
_OWN = re.compile(
    r"\b(?P<own>[Hh]is|[Hh]er)(?= (?:[a-z]+ ){0,2}?(?:son|daughter|child|stepson|stepdaughter|father|mother|stepfather|stepmother|"
    r"brother|sister|half-brother|half-sister|wife|husband|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|grandson|"
    r"granddaughter|brother-in-law|sister-in-law|father-in-law|mother-in-law|friend)\b)"
)
_VOTES = re.compile(r"\b(?:(?P<man>[Hh]e|[Hh]is|him|himself)|(?P<woman>[Ss]he|[Hh]er|hers|herself))\b")
_ANYBODY = (
    r"doctor|teacher|friend|stranger|child|servant|clerk|nurse|driver|guest|visitor|neighbou?r|person|somebody|someone|other|others|"
    r"one|cousin|boss|patient|prisoner|officer|captain|judge|lawyer|student|who|whose|whom"
)
_MAN = re.compile(
    rf"\b(?:man|boy|gentleman|father|brother|son|husband|uncle|nephew|grandfather|fellow|lad|butler|soldier|sailor|priest|king|"
    rf"prince|lord|waiter|porter|policeman|constable|sergeant|master|{_ANYBODY})\b"
)
_WOMAN = re.compile(
    rf"\b(?:woman|girl|lady|mother|sister|daughter|wife|aunt|niece|grandmother|maid|widow|queen|princess|waitress|landlady|"
    rf"housekeeper|nun|mistress|{_ANYBODY})\b"
)
_NOMINATIVE = frozenset("he she himself herself".split())
"""They count twice."""
_PLAINLY = 4
"""So many pronouns more of one sex than of the other show which sex a name has..."""
_ODDS = 6
"""...if they are so many times as many, too."""


def says_i(text: str, region: Span, node: int) -> Iterator[Mention]:
    """I and me in a region of the text, as mentions of *node*."""
    for match in _I.finditer(text, region.start, region.end):
        yield Mention(Span(match.start(), match.end()), node, PERSON)


def genders(nodes: Sequence[KnownNode]) -> dict[int, bool]:
    """Whether each node is a woman, where its names say so; those of both or neither kind are left out."""
    known: dict[int, bool] = {}
    for node in nodes:
        forms = [person_of(" ".join(word.rstrip(".") for word in one.text.split())) for one in node.surfaces]
        women, men = any(one.female for one in forms), any(one.male for one in forms)
        if women != men:
            known[node.index] = women
    return known


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of masked text and the places of the people whom it names."""

    start: int
    end: int
    people: tuple[int, ...]


@dataclass(slots=True)
class _Scene:
    """Whom the sentence before was about, and the one woman and the one man (by True and False) whom it named."""

    subject: int | None
    one: dict[bool, int]


def resolved(where: Masked, women: Mapping[int, bool], *, narrator: int | None) -> Iterator[Mention]:
    """He and She that begin a clause, him and her behind its verb, where only one person of the sentence before can be meant."""
    text = where.text
    sentences = [
        _Sentence(*one.span(), tuple(place for place in _people(text, *one.span()))) for one in _SENTENCE.finditer(text)
    ]
    women = {**_by_votes(where, sentences), **women}
    if narrator is not None:
        women.pop(narrator, None)
    scene = _Scene(None, {})
    for sentence in sentences:
        found = list(_in_sentence(where, sentence, scene, women))
        own = [one for one in _owners(where, sentence, found, scene=scene, women=women) if one.node != narrator]
        yield from (*found, *own)
        scene = _after(where, sentence, found, women=women, before=scene)
        if scene.subject == narrator:
            scene.subject = None
        if text[sentence.end - 1] in "\n" + SPEECH:
            scene = _Scene(None, {})


def _people(text: str, start: int, end: int) -> Iterator[int]:
    place = text.find(PERSON, start, end)
    while place >= 0:
        yield place
        place = text.find(PERSON, place + 1, end)


def _by_votes(where: Masked, sentences: Sequence[_Sentence]) -> dict[int, bool]:
    """Whether each person is a woman by the pronouns of the sentences that name nobody else."""
    votes: dict[int, list[int]] = {}
    for sentence in sentences:
        if len({where.nodes[one] for one in sentence.people}) != 1:
            continue
        counted = votes.setdefault(where.nodes[sentence.people[0]], [0, 0])
        for match in _VOTES.finditer(where.text, sentence.people[0], sentence.end):
            counted[match["woman"] is not None] += 2 if match.group() in _NOMINATIVE else 1
    return {
        node: her > his
        for node, (his, her) in votes.items()
        if abs(her - his) >= _PLAINLY and max(her, his) >= _ODDS * min(her, his)
    }


def _in_sentence(where: Masked, sentence: _Sentence, scene: _Scene, women: Mapping[int, bool]) -> Iterator[Mention]:
    """The pronouns of one sentence whose person is plain."""
    text = where.text
    subject: int | None = None
    from_here = sentence.start
    he = _HE.match(text, sentence.start, sentence.end)
    if he is not None:
        part = "he" if he["he"] else "late"
        woman = he[part].casefold() == "she"
        subject = _meant(woman, scene, women, sure=False)
        if subject is not None:
            yield _mention(where, he.start(part), he.end(part), subject)
        from_here = he.end(part)
    elif sentence.people and _LEAD.match(text[sentence.start : sentence.people[0]]):
        subject = where.nodes[sentence.people[0]]
        from_here = sentence.people[0] + 1
    if subject is None or subject not in women:
        return
    for match in _AGAIN.finditer(text, from_here, sentence.end):
        before = {where.nodes[one] for one in sentence.people if one < match.start()} - {subject}
        if any(women.get(one, women[subject]) is women[subject] for one in before):
            break
        if (match["he"] == "she") is women[subject]:
            yield _mention(where, match.start("he"), match.end("he"), subject)
    others = {where.nodes[one] for one in sentence.people} - {subject}
    object_of = scene.one.get(not women[subject])
    if object_of is not None and not others:
        for match in _WHOM.finditer(text, from_here, sentence.end):
            if (match["him"] == "her") is not women[subject]:
                yield _mention(where, match.start("him"), match.end("him"), object_of)


def _owners(
    where: Masked, sentence: _Sentence, found: Sequence[Mention], *, scene: _Scene, women: Mapping[int, bool]
) -> Iterator[Mention]:
    """His and her before a word for kin, where one person only of that sex is named before, here or at the sentence before."""
    for match in _OWN.finditer(where.text, sentence.start, sentence.end):
        woman = match["own"].casefold() == "her"
        before = {where.nodes[one] for one in sentence.people if one < match.start()}
        before |= {one.node for one in found if one.span.start < where.origins[match.start()]}
        if any(one not in women for one in before):
            continue
        mine = [one for one in before if women[one] is woman]
        whose = mine[0] if len(mine) == 1 else None
        if where.text.endswith(f"{PERSON}, ", 0, match.start()):
            continue
        if not before and not where.text[sentence.start : match.start()].strip(" -\n"):
            whose = _meant(woman, scene, women, sure=True)
        if whose is not None:
            yield _mention(where, match.start("own"), match.end("own"), whose)


def _meant(woman: bool, scene: _Scene, women: Mapping[int, bool], *, sure: bool) -> int | None:
    """Whom he (she, if *woman*) means; *sure*: the sex of a person must be known."""
    if scene.subject is not None:
        known = women.get(scene.subject)
        if known is woman or (known is None and not (sure or woman or scene.one)):
            return scene.subject
    return scene.one.get(woman)


def _mention(where: Masked, start: int, end: int, node: int) -> Mention:
    return Mention(Span(where.origins[start], where.origins[end]), node, PERSON)


def _after(
    where: Masked, sentence: _Sentence, found: Sequence[Mention], *, women: Mapping[int, bool], before: _Scene
) -> _Scene:
    """Whom the next sentence may mean."""
    text = where.text
    named = [where.nodes[one] for one in sentence.people]
    owned = any(text[one + 1 : one + 2] in ("'", "’") for one in sentence.people)
    if owned or f"{PERSON} and {PERSON}" in text[sentence.start : sentence.end]:
        return _Scene(None, {})
    everybody = dict.fromkeys([*(one.node for one in found), *named])
    if not everybody:
        return _Scene(None, {sex: node for sex, node in before.one.items() if _is_silent_of(text, sentence, woman=sex)})
    subject = _subject(where, sentence, found)
    if subject is None:
        return _Scene(None, {})
    others = set(everybody) - {subject}
    if others and any(women.get(one, women.get(subject)) is women.get(subject) for one in others):
        return _Scene(None, {})
    alone = {sex: [node for node in everybody if women.get(node) is sex] for sex in (False, True)}
    if any(node not in women for node in everybody):
        return _Scene(subject, {})
    return _Scene(
        subject,
        {sex: nodes[0] for sex, nodes in alone.items() if len(nodes) == 1},
    )


def _subject(where: Masked, sentence: _Sentence, found: Sequence[Mention]) -> int | None:
    """Whom the sentence begins with, by name or by a pronoun that was found to mean one."""
    first = where.origins[sentence.people[0]] if sentence.people else None
    if found and (first is None or first >= found[0].span.start):
        return found[0].node
    lead = where.text[sentence.start : sentence.people[0]] if sentence.people else ""
    if sentence.people and (_LEAD.match(lead) or (where.text[sentence.start - 1] == SPEECH and _SAID.match(lead))):
        return where.nodes[sentence.people[0]]
    return None


def _is_silent_of(text: str, sentence: _Sentence, *, woman: bool) -> bool:
    """Whether a sentence that names nobody speaks of nobody of this sex."""
    if (_WOMAN if woman else _MAN).search(text, sentence.start, sentence.end):
        return False
    pronouns = _VOTES.finditer(text, sentence.start, sentence.end)
    return not any((one["woman"] is not None) is woman for one in pronouns)
