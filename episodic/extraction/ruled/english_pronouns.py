"""Whom an English pronoun means, where only one can be meant: I of a narrator or speaker, he and she after a plain subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from episodic.extraction.ruled.english_persons import person_of
from episodic.extraction.ruled.masked import PERSON, SPEECH, Masked, Mention
from episodic.extraction.ruled.rules import KnownNode
from episodic.model.spans import Span

_I = re.compile(r"(?<![\w'’.])(?:I|me)(?=[ ,;.\n—-]|$)")
_SENTENCE = re.compile(rf"[^.!?\n{SPEECH}]+[.!?\n{SPEECH}]?")
_HE = re.compile(r"(?:\s|--)*(?P<he>He|She)(?= )")


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


def resolved(where: Masked, women: Mapping[int, bool], *, narrator: int | None) -> Iterator[Mention]:
    """He and She that begin a sentence, where the sentence before begins with the one person that it names."""
    before: int | None = None
    text = where.text
    for sentence in _SENTENCE.finditer(text):
        start, end = sentence.span()
        inside = [place for place in range(start, end) if text[place] == PERSON]
        he = _HE.match(text, start, end)
        if he and before is not None and women.get(before, he["he"] == "She") is (he["he"] == "She"):
            place = he.start("he")
            yield Mention(Span(where.origins[place], where.origins[he.end("he")]), before, PERSON)
            if any(where.nodes[one] != before for one in inside):
                before = None
        else:
            lead = text[start : inside[0]].strip(" \n-") if inside else "-"
            before = where.nodes[inside[0]] if not lead and len({where.nodes[one] for one in inside}) == 1 else None
        if before == narrator:
            before = None
        if sentence.group().endswith(("\n", SPEECH)):
            before = None
