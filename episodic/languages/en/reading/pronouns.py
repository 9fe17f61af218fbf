"""Finds the people whom unambiguous English pronouns mean. The pronoun "I" means a narrator or speaker. For "he" and
"she", the gender of people and the subjects of sentences show who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.extraction.rule_based.language_rules import KnownNode
from episodic.extraction.rule_based.masked_text import PERSON, SPEECH, MaskedText, Mention
from episodic.languages.en.reading.names import SAYS
from episodic.languages.en.reading.person_names import person_of
from episodic.model.spans import Span

_I = re.compile(r"(?<![\w'’.])(?:I|me)(?=[ ,;:.!?\n—-]|$)")
_I_OR_WE = re.compile(
    r"(?<![\w'’.])(?:(?:I|me)(?=[ ,;:.!?\n—-]|$)|[Ww]e(?= (?:(?:had|all|both|two|three|then|now|soon|again|at last|[a-z]+ly) ){0,3}"
    r"(?:went|gone|came|come|returned|travelled|rode|drove|walked|sailed|hurried|reached|entered|arrived|left|got|were|stayed|"
    r"lived|moved|visited|set|started|landed|alighted|had been)\b))"
)
"""Pattern of "I" and "me", and of "we" before a verb about where people are or go."""
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
"""Pattern of a time phrase before the subject of a sentence, such as "then", "in the spring of 1820" or "two days
later".
"""
_LEAD = re.compile(rf"[\s-]*(?:{OPENER})?(?:(?:poor|old|young|little) )?$", re.IGNORECASE)
_AFTER_QUOTATION = re.compile(rf" (?:{SAYS}) $")
"""Pattern of the words between a quotation and the name of its speaker, such as "said"."""
_OPENING_PRONOUN = re.compile(
    rf"(?:\s|--)*(?:(?P<he>He|She)(?= )|(?:(?:(?:And|But|So|Yet|Then) )?(?i:{OPENER})?)(?P<late>he|she)(?= ))"
)
_LATER_SUBJECT = re.compile(r"(?:,? (?:and|but|so|yet|then)|;) (?:then |now |soon |later )?(?P<he>he|she)(?= )")
_OBJECT_PRONOUN = re.compile(
    r"(?<= )(?P<him>him|her)(?=[.,;:!?\n—]|$| (?:the|an?|to|in|at|on|and|that|with|for|from|by|as|when|again|there|two|three|some)\b)"
)
_KIN_OWNER = re.compile(
    r"\b(?P<own>[Hh]is|[Hh]er)(?= (?:[a-z]+ ){0,2}?(?:son|daughter|child|stepson|stepdaughter|father|mother|stepfather|stepmother|"
    r"brother|sister|half-brother|half-sister|wife|husband|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|grandson|"
    r"granddaughter|brother-in-law|sister-in-law|father-in-law|mother-in-law|friend)\b)"
)
_GENDERED_PRONOUN = re.compile(r"\b(?:(?P<man>[Hh]e|[Hh]is|him|himself)|(?P<woman>[Ss]he|[Hh]er|hers|herself))\b")
_EITHER_GENDER = (
    r"doctor|teacher|friend|stranger|child|servant|clerk|nurse|driver|guest|visitor|neighbou?r|person|somebody|someone|other|others|"
    r"one|cousin|boss|patient|prisoner|officer|captain|judge|lawyer|student|who|whose|whom"
)
_MASCULINE = re.compile(
    rf"\b(?:man|boy|gentleman|father|brother|son|husband|uncle|nephew|grandfather|fellow|lad|butler|soldier|sailor|priest|king|"
    rf"prince|lord|waiter|porter|policeman|constable|sergeant|master|{_EITHER_GENDER})\b"
)
_FEMININE = re.compile(
    rf"\b(?:woman|girl|lady|mother|sister|daughter|wife|aunt|niece|grandmother|maid|widow|queen|princess|waitress|landlady|"
    rf"housekeeper|nun|mistress|{_EITHER_GENDER})\b"
)
_RELATIVES = frozenset("who whose whom".split())
_OBJECTIVE = frozenset("him her hers".split())
"""The pronouns that usually mean another person than the subject of their clause."""
_NOMINATIVE = frozenset("he she himself herself".split())
"""The pronouns that count twice where the pronouns after a name are counted to find the gender of its bearer."""
_MIN_LEAD = 4
"""The minimum difference between the counts of male and female pronouns that decides the gender of a person. When male
and female pronouns are counted, each pronoun in `_NOMINATIVE` counts twice.
"""
_MIN_RATIO = 6
"""The minimum ratio between the numbers of male and female pronouns that decides the gender of a person."""


def first_person_mentions(text: str, region: Span, node: int, *, plural: bool = False) -> Iterator[Mention]:
    """Yield the occurrences of "I" and "me" in a region of the text, as mentions of *node*. Contracted forms such as
    "I'll" are left out. If *plural* is true, "we" before a verb about where people are or go is a
    mention of *node* too.
    """
    for match in (_I_OR_WE if plural else _I).finditer(text, region.start, region.end):
        yield Mention(Span(match.start(), match.end()), node, PERSON)


def genders(nodes: Sequence[KnownNode]) -> dict[int, bool]:
    """Return a mapping from node indexes to whether the node is a woman (True) or a man (False) according to its names.

    Nodes with names of both genders, or whose names show no gender, are left out.
    """
    known: dict[int, bool] = {}
    for node in nodes:
        keys = (" ".join(word.rstrip(".") for word in surface.text.split()) for surface in node.surfaces)
        names = [person_of(key) for key in keys]
        female, male = any(name.female for name in names), any(name.male for name in names)
        if female != male:
            known[node.index] = female
    return known


@dataclass(frozen=True, slots=True)
class _Sentence:
    start: int
    end: int
    people: tuple[int, ...]


@dataclass(slots=True)
class _Antecedents:
    """`subject` is the person who is the subject of the preceding sentence, or None. `by_gender` maps True to the only
    woman and False to the only man of the preceding sentence, if there is exactly one.
    """

    subject: int | None = None
    by_gender: dict[bool, int] = field(default_factory=dict[bool, int])


@dataclass(slots=True)
class _Paragraph:
    """The part of a paragraph that has been searched so far: its start, and the people in it. `spoken` is true if the
    searched part contains speech, so that a later pronoun may mean a speaker or listener. `subject` is the person whom
    the paragraph names first, or None if the name of this person does not begin a sentence.
    """

    start: int
    spoken: bool = False
    people: set[int] = field(default_factory=set[int])
    subject: int | None = None
    first: int = -1
    """The offset of the first mention of a person in the paragraph, or -1 if nobody is mentioned."""
    end: int = 0
    """The offset after the searched part of the paragraph."""

    def only_person(self, masked: MaskedText, offset: int, *, woman: bool, women: Mapping[int, bool]) -> int | None:
        """Return the only person whom the paragraph names before the pronoun at *offset* and who may be meant. Return
        None if the person is not certain.
        """
        fitting = [node for node in self.people if women.get(node, woman) is woman]
        if fitting != [self.subject] or ((woman or self.spoken) and fitting[0] not in women):
            return None
        text, nouns = masked.text, _FEMININE if woman else _MASCULINE
        if any(noun.group() not in _RELATIVES for noun in nouns.finditer(text, self.start, offset)):
            return None
        for pronoun in _GENDERED_PRONOUN.finditer(text, self.start, offset):
            same = (pronoun["woman"] is not None) is woman
            if same and (pronoun.start() < self.first or _is_rival(masked, pronoun, fitting[0])):
                return None
        return fitting[0]


def _is_rival(masked: MaskedText, pronoun: re.Match[str], person: int) -> bool:
    if pronoun.group() not in _OBJECTIVE:
        return False
    text = masked.text
    start = max(text.rfind(mark, 0, pronoun.start()) for mark in ".!?\n") + 1
    named = any(masked.nodes[offset] == person for offset in _people(text, start, pronoun.start()))
    return named or any(
        other.group() in _NOMINATIVE for other in _GENDERED_PRONOUN.finditer(text, start, pronoun.start())
    )


def resolve_third_person(masked: MaskedText, women: Mapping[int, bool], *, narrator: int | None) -> Iterator[Mention]:
    """Yield mentions by third-person pronouns that can mean only one person. The text names the person of a resolved
    pronoun in the pronoun's sentence, in the last preceding sentence with a name, or earlier in the paragraph. No
    third-person pronoun is taken to mean the narrator, who says "I".

    The function resolves "he" and "she" at the beginning of a clause, and "him" and "her" after the verb of the clause.
    The function also resolves "his" and "her" before a word for a relative or a friend. *women* maps the index of a
    node to whether the node is a woman, as far as names show it. For nodes that *women* does not contain, the pronouns
    near their names can show the gender.
    """
    text = masked.text
    spans = [match.span() for match in _SENTENCE.finditer(text)]
    sentences = [_Sentence(start, end, tuple(_people(text, start, end))) for start, end in spans]
    women = {**_genders_by_pronouns(masked, sentences), **women}
    if narrator is not None:
        women.pop(narrator, None)
    antecedents, paragraph = _Antecedents(), _Paragraph(0)
    for sentence in sentences:
        if "\n" in text[max(paragraph.end - 1, 0) : sentence.start]:
            spoken = SPEECH in text[paragraph.end : sentence.start]
            paragraph, antecedents = _Paragraph(sentence.start, spoken=spoken), _Antecedents()
        found = list(_subjects_and_objects(masked, sentence, antecedents, paragraph, women))
        _extend(paragraph, masked, sentence, found, narrator=narrator)
        owners = _kin_owners(masked, sentence, found, before=antecedents, women=women)
        yield from (*found, *(owner for owner in owners if owner.node != narrator))
        antecedents = _antecedents_after(masked, sentence, found, women=women, before=antecedents)
        if antecedents.subject == narrator:
            antecedents.subject = None
        if text[sentence.end - 1] in "\n" + SPEECH:
            antecedents = _Antecedents()


def _extend(
    paragraph: _Paragraph, masked: MaskedText, sentence: _Sentence, found: Sequence[Mention], *, narrator: int | None
) -> None:
    named = [offset for offset in sentence.people if masked.nodes[offset] != narrator]
    if paragraph.first < 0 and named:
        paragraph.first = named[0]
        if _LEAD.match(masked.text[sentence.start : named[0]]) or _follows_speech(masked.text, sentence):
            paragraph.subject = masked.nodes[named[0]]
    paragraph.end = sentence.end
    paragraph.people |= {masked.nodes[offset] for offset in named} | {one.node for one in found} - {narrator}
    paragraph.spoken = paragraph.spoken or SPEECH in masked.text[sentence.start : sentence.end]


def _people(text: str, start: int, end: int) -> Iterator[int]:
    offset = text.find(PERSON, start, end)
    while offset >= 0:
        yield offset
        offset = text.find(PERSON, offset + 1, end)


def _genders_by_pronouns(masked: MaskedText, sentences: Sequence[_Sentence]) -> dict[int, bool]:
    """Return a mapping from the nodes of people to whether they are women (True) or men (False). The pronouns in
    sentences that name only one person show the gender. People whose gender stays unclear are left out.
    """
    counts: dict[int, list[int]] = {}
    for sentence in sentences:
        if len({masked.nodes[offset] for offset in sentence.people}) != 1:
            continue
        counted = counts.setdefault(masked.nodes[sentence.people[0]], [0, 0])
        for match in _GENDERED_PRONOUN.finditer(masked.text, sentence.people[0], sentence.end):
            counted[match["woman"] is not None] += 2 if match.group() in _NOMINATIVE else 1
    return {
        node: her > his
        for node, (his, her) in counts.items()
        if abs(her - his) >= _MIN_LEAD and max(her, his) >= _MIN_RATIO * min(her, his)
    }


def _subjects_and_objects(
    masked: MaskedText, sentence: _Sentence, before: _Antecedents, paragraph: _Paragraph, women: Mapping[int, bool]
) -> Iterator[Mention]:
    text = masked.text
    subject: int | None = None
    rest = sentence.start
    opening = _OPENING_PRONOUN.match(text, sentence.start, sentence.end)
    if opening is not None:
        group = "he" if opening["he"] else "late"
        woman = opening[group].casefold() == "she"
        subject = _antecedent(woman, before, women, known_gender=False)
        if subject is None:
            subject = paragraph.only_person(masked, opening.start(group), woman=woman, women=women)
        if subject is not None:
            yield _mention(masked, opening.start(group), opening.end(group), subject)
        rest = opening.end(group)
    elif sentence.people and _LEAD.match(text[sentence.start : sentence.people[0]]):
        subject = masked.nodes[sentence.people[0]]
        rest = sentence.people[0] + 1
    if subject is None or subject not in women:
        return
    for match in _LATER_SUBJECT.finditer(text, rest, sentence.end):
        rivals = {masked.nodes[offset] for offset in sentence.people if offset < match.start()} - {subject}
        if any(women.get(node, women[subject]) is women[subject] for node in rivals):
            break
        if (match["he"] == "she") is women[subject]:
            yield _mention(masked, match.start("he"), match.end("he"), subject)
    other_gender = before.by_gender.get(not women[subject])
    if other_gender is not None and {masked.nodes[offset] for offset in sentence.people} <= {subject}:
        for match in _OBJECT_PRONOUN.finditer(text, rest, sentence.end):
            if (match["him"] == "her") is not women[subject]:
                yield _mention(masked, match.start("him"), match.end("him"), other_gender)


def _kin_owners(
    masked: MaskedText,
    sentence: _Sentence,
    found: Sequence[Mention],
    *,
    before: _Antecedents,
    women: Mapping[int, bool],
) -> Iterator[Mention]:
    """Yield mentions by "his" and "her" before a word for a relative or a friend.

    A pronoun is resolved if its sentence mentions, before the pronoun, exactly one person of the pronoun's gender and
    nobody of unknown gender. At the beginning of a sentence, "his" or "her" means a person of the preceding sentence.
    """
    for match in _KIN_OWNER.finditer(masked.text, sentence.start, sentence.end):
        woman = match["own"].casefold() == "her"
        named = {masked.nodes[offset] for offset in sentence.people if offset < match.start()}
        named |= {mention.node for mention in found if mention.span.start < masked.origins[match.start()]}
        if any(node not in women for node in named) or masked.text.endswith(f"{PERSON}, ", 0, match.start()):
            continue
        fitting = [node for node in named if women[node] is woman]
        owner = fitting[0] if len(fitting) == 1 else None
        if not named and not masked.text[sentence.start : match.start()].strip(" -\n"):
            owner = _antecedent(woman, before, women, known_gender=True)
        if owner is not None:
            yield _mention(masked, match.start("own"), match.end("own"), owner)


def _antecedent(woman: bool, before: _Antecedents, women: Mapping[int, bool], *, known_gender: bool) -> int | None:
    """Return the person of the preceding sentence whom "she" (*woman* is true) or "he" at the beginning of a sentence
    means, or None if the person is not certain.

    If *known_gender* is true, a person of unknown gender is never returned.
    """
    if before.subject is not None:
        known = women.get(before.subject)
        if known is woman or (known is None and not (known_gender or woman or before.by_gender)):
            return before.subject
    return before.by_gender.get(woman)


def _mention(masked: MaskedText, start: int, end: int, node: int) -> Mention:
    return Mention(Span(masked.origins[start], masked.origins[end]), node, PERSON)


def _antecedents_after(
    masked: MaskedText,
    sentence: _Sentence,
    found: Sequence[Mention],
    *,
    women: Mapping[int, bool],
    before: _Antecedents,
) -> _Antecedents:
    text = masked.text
    has_owner = any(text[offset + 1 : offset + 2] in ("'", "’") for offset in sentence.people)
    if has_owner or f"{PERSON} and {PERSON}" in text[sentence.start : sentence.end]:
        return _Antecedents()
    mentioned = dict.fromkeys([*(mention.node for mention in found), *(masked.nodes[at] for at in sentence.people)])
    if not mentioned:
        kept = {woman: node for woman, node in before.by_gender.items() if _omits(text, sentence, woman=woman)}
        return _Antecedents(None, kept)
    subject = _subject(masked, sentence, found)
    if subject is None:
        return _Antecedents()
    others = set(mentioned) - {subject}
    if others and any(women.get(node, women.get(subject)) is women.get(subject) for node in others):
        return _Antecedents()
    if any(node not in women for node in mentioned):
        return _Antecedents(subject)
    by_gender = {woman: [node for node in mentioned if women[node] is woman] for woman in (False, True)}
    return _Antecedents(subject, {woman: nodes[0] for woman, nodes in by_gender.items() if len(nodes) == 1})


def _subject(masked: MaskedText, sentence: _Sentence, found: Sequence[Mention]) -> int | None:
    """Return the person whose name or resolved pronoun begins the sentence, or None if the sentence begins with other
    words.
    """
    first = masked.origins[sentence.people[0]] if sentence.people else None
    if found and (first is None or first >= found[0].span.start):
        return found[0].node
    if not sentence.people:
        return None
    lead = masked.text[sentence.start : sentence.people[0]]
    return masked.nodes[sentence.people[0]] if _LEAD.match(lead) or _follows_speech(masked.text, sentence) else None


def _follows_speech(text: str, sentence: _Sentence) -> bool:
    """Return whether the sentence begins with the words that name the speaker of a quotation, such as "said Joe"."""
    lead = text[sentence.start : sentence.people[0]]
    return text[sentence.start - 1 : sentence.start] == SPEECH and _AFTER_QUOTATION.match(lead) is not None


def _omits(text: str, sentence: _Sentence, *, woman: bool) -> bool:
    """Return whether a sentence without names contains no noun and no pronoun that denotes a person of the given
    gender.
    """
    if (_FEMININE if woman else _MASCULINE).search(text, sentence.start, sentence.end):
        return False
    pronouns = _GENDERED_PRONOUN.finditer(text, sentence.start, sentence.end)
    return not any((pronoun["woman"] is not None) is woman for pronoun in pronouns)
