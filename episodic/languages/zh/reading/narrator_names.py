"""Finds the names that Chinese first-person narrators state for themselves, as in 我叫阮青禾 and 港里的人都叫我小螺."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from episodic.extraction.rule_based.language_rules import NamedNode, NameKind
from episodic.model.readings import Surface
from episodic.model.spans import Span
from episodic.text.personal_names import surname_of
from episodic.text.scripts import HAN_CLASS
from episodic.text.speech import in_speech

_END = "(?=[，。；！、\\n])"
_FULL = re.compile(
    f"(?<![^\\s。！？，；：”」])我(?:的名字|名)?叫(?:做|作)?(?P<name>[{HAN_CLASS}]{{2,4}}){_END}(?!，?[他她可])"
)
"""A full name with a surname, because 我叫 also means "I called" and "I asked"."""
_FORM_OF_ADDRESS = re.compile("(?:[婆叔伯哥姐嫂爷奶妈爹婶姨舅公]|先生|姑娘|小姐|师父|师傅|老师|掌柜|老板)$")
_PARTS = re.compile(f"我姓(?P<surname>[{HAN_CLASS}]{{1,2}})，(?:单)?名(?:叫|唤)?(?P<given>[{HAN_CLASS}]{{2}}){_END}")
_CALLED = re.compile(f"[都便就总全](?:管)?[叫喊唤称]我(?:做|作|为)?(?P<name>[{HAN_CLASS}]{{2,3}}){_END}")
_OPENS = '[“「『"]'
_SEPARATES = "[，！。？]"


def with_narrators_names(
    text: str, narrator: NamedNode, nodes: Sequence[NamedNode], *, speech: Sequence[Span]
) -> list[NamedNode]:
    """Return the *nodes* and the *narrator*, who has the names that the narration states for 我. Nodes with one of these
    names are united with the narrator.

    A name that the narration uses otherwise than in such a statement is not the narrator's, because narrators do not
    name themselves. A name by which others call the narrator must also open a quotation: 都叫我回去 states no name.
    """
    stated = dict.fromkeys(_stated(text, speech))
    if not stated:
        return [*nodes, narrator]
    names = list(dict.fromkeys(name for name, _ in stated))
    allowed = {place for _, place in stated}
    own = [node for node in nodes if node.kind is NameKind.PERSON and _has_any(node, names)]
    surfaces = {one.text: one for node in own for one in node.surfaces}
    for name in names:
        surfaces.setdefault(name, Surface(name, _places(text, name)))
    spans = [span for one in surfaces.values() for span in one.spans]
    if any(span not in allowed and not in_speech(span.start, speech) for span in spans):
        return [*nodes, narrator]
    others = [node for node in nodes if node not in own]
    return [*others, replace(narrator, name=names[0], surfaces=(*surfaces.values(), *narrator.surfaces))]


def _stated(text: str, speech: Sequence[Span]) -> Iterator[tuple[str, Span]]:
    """Yield each stated name with the span of the statement's name. The full name of 我姓阮，名青禾 is 阮青禾."""
    for match in _FULL.finditer(text):
        name = match["name"]
        if not in_speech(match.start(), speech) and surname_of(name) and not _FORM_OF_ADDRESS.search(name):
            yield name, Span(*match.span("name"))
            given = name.removeprefix(surname_of(name))
            if len(given) > 1 and given in text.replace(name, ""):
                yield given, Span(match.end("name") - len(given), match.end("name"))
    for match in _PARTS.finditer(text):
        if not in_speech(match.start(), speech) and surname_of(match["surname"] + match["given"]) == match["surname"]:
            yield match["given"], Span(*match.span("given"))
    for match in _CALLED.finditer(text):
        opens_speech = re.search(f"{_OPENS}{match['name']}{_SEPARATES}", text) is not None
        if opens_speech and not in_speech(match.start(), speech):
            yield match["name"], Span(*match.span("name"))


def _has_any(node: NamedNode, names: Sequence[str]) -> bool:
    return any(one.text in names for one in node.surfaces)


def _places(text: str, name: str) -> tuple[Span, ...]:
    return tuple(Span(*match.span()) for match in re.finditer(re.escape(name), text))
