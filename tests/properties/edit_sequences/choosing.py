"""Random choice of the next edit among the edits that are possible for the work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from episodic.app import StoryGraph
from episodic.model.predicates import Cardinality
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.properties.edit_sequences.desk import Desk
from tests.properties.edit_sequences.edits import CORRECTIONS, Edit
from tests.properties.edit_sequences.texts import Vocabulary, chapter, edited, sentence

OF_CHAPTERS = {
    "add": 6,
    "queue": 4,
    "read": 6,
    "insert": 6,
    "front": 4,
    "replace": 8,
    "carry": 5,
    "narrate": 5,
    "remove": 5,
    "move": 8,
    "rename": 2,
    "rearrange": 3,
    "draft": 6,
    "redraft": 10,
    "remove draft": 2,
    "promote": 7,
    "plan": 2,
    "promote plan": 2,
    "undo": 7,
    "redo": 4,
    "switch": 3,
}
"""Kinds of edits with how often each is chosen; "redraft" is a draft of a canon chapter, "front" an insertion
before all others, and "narrate" a sentence that names nobody.
"""
DECISIONS = {
    "merge": 3,
    "split": 3,
    "lock": 3,
    "retract": 3,
    "correct": 3,
    "correct entity": 4,
    "add fact": 3,
    "predicate": 1,
    "waive": 2,
    "settle": 2,
    "reopen": 1,
    "revoke": 2,
}
PREDICATES = ("lives_in", "dead", "holds", "married_to")
TIMES = ("", "", "", "day 12", "第十日")


@dataclass(slots=True)
class Chooser:
    """Chooses edits for one sequence. Some edits have two steps, which are returned one after the other."""

    chance: Random
    words: Vocabulary
    deciding: bool
    count: int = 0
    waiting: list[Edit] = field(default_factory=list[Edit])

    async def next(self, graph: StoryGraph, desk: Desk) -> Edit:
        """Return the next edit. Some edits turn out to be impossible."""
        if self.waiting:
            return self.waiting.pop()
        if len(desk.canon) < 2:
            return self._add(desk)
        kinds = OF_CHAPTERS | (DECISIONS if self.deciding else {})
        for what in self.chance.choices(list(kinds), list(kinds.values()), k=20):
            found = await self._decision(what, graph, desk) if what in DECISIONS else self._chapter(what, desk)
            if found is not None:
                return found
        return self._add(desk)

    def _key(self) -> str:
        self.count += 1
        return f"k{self.count}"

    def _title(self) -> str:
        return self.chance.choice((*self.words.titles, f"t{self.count}", f"t{self.count}"))

    def _add(self, desk: Desk) -> Edit:
        alone = [one.key for one in desk.line if one.canon is None]
        key = self.chance.choice(alone) if alone and self.chance.random() < 0.3 else self._key()
        time = self.chance.choice(TIMES)
        return Edit("add", (key, self._title(), chapter(self.chance, self.words), time))

    def _chapter(self, what: str, desk: Desk) -> Edit | None:
        chance, words, canon = self.chance, self.words, desk.canon_keys
        key, other = chance.choice(canon), chance.choice(canon)
        side = chance.choice(("before", "after"))
        match what:
            case "add":
                return self._add(desk)
            case "insert":
                new = chance.choice((self._key(), self._key(), ""))
                return Edit(what, (new, self._title(), chapter(chance, words), side, key))
            case "front":
                return Edit("insert", (self._key(), self._title(), chapter(chance, words), "before", canon[0]))
            case "replace":
                there = next(one for one in desk.canon if one.key == key)
                return Edit(what, (key, edited(chance, words, there.text)))
            case "carry" if key != other:
                return self._carried(desk, key, other)
            case "narrate":
                there = next(one for one in desk.canon if one.key == key)
                said = chance.choice(words.wordless).strip()
                return Edit(
                    "replace", (key, chance.choice((f"{said}\n\n{there.text}", f"{there.text.rstrip()}\n\n{said}\n")))
                )
            case "remove" if len(canon) > 2:
                return Edit(what, (key,))
            case "move" if key != other:
                return Edit(what, (key, side, other))
            case "rename":
                return Edit(what, (key, self._title()))
            case "rearrange":
                return Edit(what, tuple(chance.sample(canon, len(canon))))
            case "undo" | "redo" | "switch":
                return Edit(what, () if what == "switch" else (str(chance.choice((1, 1, 2, 4))),))
            case _:
                return self._aside(what, desk, key)

    def _aside(self, what: str, desk: Desk, key: str) -> Edit | None:
        chance, words = self.chance, self.words
        drafts, plans = list(desk.drafts), [one.key or "" for one in desk.plans]
        match what:
            case "queue":
                return Edit(what, self._add(desk).args)
            case "read" if desk.queued:
                return Edit(what, (chance.choice(sorted(desk.queued)),))
            case "draft":
                return Edit("draft", (self._key(), self._title(), chapter(chance, words)))
            case "redraft":
                there = desk.entry(key).canon
                text = edited(chance, words, there.text) if there and chance.random() < 0.5 else chapter(chance, words)
                return Edit("draft", (key, self._title(), text))
            case "promote" | "remove draft" if drafts:
                return Edit(what, (chance.choice(drafts),))
            case "plan":
                new = chance.choice((key, self._key(), *drafts))
                return Edit(what, (new, self._title(), chapter(chance, words)))
            case "promote plan" if plans:
                return Edit(what, (chance.choice(plans),))
            case _:
                return None

    def _carried(self, desk: Desk, key: str, other: str) -> Edit | None:
        """Move a paragraph into another chapter. The text that overrides are anchored to moves with the paragraph."""
        there, target = desk.entry(key).canon, desk.entry(other).canon
        if there is None or target is None:
            return None
        paragraphs = there.text.split("\n\n")
        taken = paragraphs.pop(self.chance.randrange(len(paragraphs)))
        left = "\n\n".join(paragraphs)
        if not any(one.isalnum() for one in left):
            left = sentence(self.chance, self.words)
        into = target.text.split("\n\n")
        into.insert(self.chance.randint(0, len(into)), taken)
        edits = [Edit("replace", (key, left)), Edit("replace", (other, "\n\n".join(into)))]
        self.chance.shuffle(edits)
        self.waiting.append(edits[0])
        return edits[1]

    async def _decision(self, what: str, graph: StoryGraph, desk: Desk) -> Edit | None:
        chance = self.chance
        state = await graph.session.state()
        names = sorted(one.name for one in state.graph.entities.values())
        facts = [one.text for one in (await graph.get_facts(FactQuery(), scope=Scope(include_ended=True))).facts]
        if len(names) < 2 or not facts:
            return None
        one, other = chance.sample(names, 2)
        fact, key = chance.choice(facts), chance.choice(desk.canon_keys)
        match what:
            case "merge":
                return Edit(what, (one, other, chance.choice((key, ""))))
            case "split":
                return Edit(what, (one, key))
            case "lock" | "retract" | "settle" | "reopen":
                return Edit(what, (fact,))
            case "correct":
                return Edit(what, (fact, chance.choice(("fears", "lives_in")), other))
            case "correct entity":
                return Edit(what, self._correction(one, other))
            case "add fact":
                text = next(chapter.text for chapter in desk.canon if chapter.key == key)
                return Edit(what, (one, other, _quote(chance, text), key))
            case "predicate":
                return Edit(what, (chance.choice(PREDICATES), chance.choice([one.value for one in Cardinality])))
            case "waive":
                issues = [one.issue.text for one in await graph.issues()]
                return Edit(what, (chance.choice(issues),)) if issues else None
            case _:
                return Edit(what, (str(chance.randrange(8)),))

    def _correction(self, one: str, other: str) -> tuple[str, str, str]:
        what = self.chance.choice(list(CORRECTIONS))
        texts: Sequence[str] = ("Person", "Place", "Item") if what == "type" else (other, one, "无名氏", "Nobody")
        return one, what, self.chance.choice(texts)


Choose = Callable[[StoryGraph, Desk], Awaitable[Edit]]


def _quote(chance: Random, text: str) -> str:
    """Return a sentence of the text without its end."""
    pieces = [one.strip('“”" \n') for one in text.replace("。", ".").split(".")]
    found = [one for one in pieces if one and one in text]
    return chance.choice(found) if found else text
