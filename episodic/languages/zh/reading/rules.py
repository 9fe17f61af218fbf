"""Entry points of the Chinese reading rules, which the rule-based reader calls through the language registry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.extraction.rule_based.frames import read_frames
from episodic.extraction.rule_based.language_rules import KnownName, KnownNode, NamedNode, NameKind, TimeRules, Trust
from episodic.extraction.rule_based.non_narration import narrator_voices, needed_first_person
from episodic.languages.zh.reading.frame_markers import FRAME_MARKERS
from episodic.languages.zh.reading.known_names import trust
from episodic.languages.zh.reading.narrator_names import with_narrators_names
from episodic.languages.zh.reading.nodes import named_nodes
from episodic.languages.zh.reading.pronouns import first_person
from episodic.languages.zh.reading.statements import read_statements
from episodic.model.readings import FrameReading, StatementReading, Surface, Window
from episodic.model.spans import Span


class ChineseRules:
    """The Chinese reading rules, for classical and modern prose.

    The rules find names by form, frequency and context, and statements by constructions.
    """

    def names(self, window: Window, speech: Sequence[Span], *, known: Sequence[KnownName] = ()) -> Sequence[NamedNode]:
        nodes = list(named_nodes(window.text, known))
        for voice in narrator_voices(window, first_person(window.text), speech, needed=needed_first_person(window)):
            pronoun = Surface("我", voice.places, shared=True)
            found = next((index for index, node in enumerate(nodes) if _is_narrator(node, voice.teller)), None)
            named = NamedNode(NameKind.PERSON, (pronoun,), narrator=not voice.teller, name=voice.teller)
            if found is not None:
                nodes[found] = replace(nodes[found], surfaces=(*nodes[found].surfaces, pronoun))
            elif named.narrator:
                nodes = with_narrators_names(window.text, named, nodes, speech=speech)
            else:
                nodes.append(named)
        return nodes

    def trust(self, name: str, kind: NameKind, *, chapters: int, mentions: int) -> Trust:
        return trust(name, kind, chapters=chapters, mentions=mentions)

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        return read_frames(window, speech, markers=FRAME_MARKERS, times=times)

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        return read_statements(window.text, speech=speech, nodes=nodes, times=times)


def _is_narrator(node: NamedNode, narrator: str) -> bool:
    return node.kind is NameKind.PERSON and any(surface.text == narrator for surface in node.surfaces)


RULES: Final = ChineseRules()
