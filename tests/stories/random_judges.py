"""A story of names that may belong to one or two people, and judges with random but repeatable answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from zlib import crc32

from episodic.app import StoryGraph
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.errors import ModelUnavailableError
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.records import to_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.session.judge_calls import Judges
from episodic.pipeline.session.session import Session
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.judges import MeaningAnswers
from episodic.temporal.questions import (
    CandidateAnswer,
    CandidateQuestion,
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)
from tests.stories.script import Says, Script

SCRIPT = Script(
    {
        **dict.fromkeys(("Marsh", "Old Marsh", "Captain Marsh", "Odile", "Odile Reed", "Wren", "Old Wren"), "Person"),
        "Heron": "Item",
        "Ferry": "Place",
        "Harrow Ferry": "Place",
    },
    {
        "Marsh caulked the Heron when the eels ran.": [Says("Marsh", "caulked", "Heron", time="when the eels ran")],
        "Old Marsh scolded Odile.": [Says("Old Marsh", "scolded", "Odile")],
        "Captain Marsh lives in Harrow Ferry.": [Says("Captain Marsh", "lives_in", "Harrow Ferry")],
        "Marsh lives in Ferry.": [Says("Marsh", "lives_in", "Ferry")],
        "Odile Reed moved to Harrow Ferry when the geese rose.": [
            Says("Odile Reed", "lives_in", "Harrow Ferry", phase="begins", time="when the geese rose")
        ],
        "Odile envied Marsh.": [Says("Odile", "envied", "Marsh")],
        "Odile Reed admired Old Marsh.": [Says("Odile Reed", "admired", "Old Marsh")],
        "Wren died on the quay.": [Says("Wren", "dead", value="dead")],
        "Old Wren mocked Captain Marsh after the flood.": [
            Says("Old Wren", "mocked", "Captain Marsh", time="after the flood")
        ],
        "Wren holds the Heron.": [Says("Wren", "holds", "Heron")],
        "Odile holds the Heron, Wren said.": [Says("Odile", "holds", "Heron", scope="claim", holder="Wren")],
        "Old Marsh is harbour master.": [Says("Old Marsh", "role", value="harbour master")],
        "Marsh is a smuggler.": [Says("Marsh", "role", value="smuggler")],
        "Captain Marsh wed Odile Reed.": [Says("Captain Marsh", "spouse_of", "Odile Reed")],
        "Odile wed Wren before the ice.": [Says("Odile", "spouse_of", "Wren", time="before the ice")],
    },
    setups={
        "Odile envied Marsh.": ["Odile,Marsh|What will Odile do to Marsh?|Odile envied Marsh|3"],
        "Wren holds the Heron.": ["Heron|Who built the Heron?|Wren holds the Heron", "Wren|Will Wren sail?|Wren holds"],
        "Old Marsh scolded Odile.": ["Old Marsh|What has Old Marsh lost?|Old Marsh scolded Odile|1"],
    },
)

_TIMES = (
    UNKNOWN_TIME,
    TimeExpression(TimeKind.CALENDAR, season=1),
    TimeExpression(TimeKind.OFFSET, low=2, high=2, anchor=Anchor.PREVIOUS),
    TimeExpression(TimeKind.OFFSET, low=10, high=10, unit="year", before=True, anchor=Anchor.HERE),
    TimeExpression(TimeKind.ORDER, before=True, anchor=Anchor.EVENT, name="flood"),
)


def never(kind: str) -> bool:
    del kind
    return False


def at_once() -> float:
    return 0.0


@dataclass
class Endpoint:
    """A simulated endpoint. Two functions give the delay of each answer in seconds and the failures. The endpoint
    records the questions as text.
    """

    delay: Callable[[], float] = at_once
    fails: Callable[[str], bool] = never
    asked: list[str] = field(default_factory=list[str])

    async def serve(self, kind: str, *asked: str) -> None:
        """Accept a request. Raises ModelUnavailableError if the request fails."""
        self.asked += [f"{kind} {one}" for one in asked]
        await asyncio.sleep(self.delay())
        if self.fails(kind):
            raise ModelUnavailableError(kind, "not now")


class Reading:
    """A reader with scripted readings."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._model = SCRIPT.model()

    @property
    def name(self) -> str:
        return "script"

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the answer to one prompt."""
        await self._endpoint.serve(prompt.name, prompt.digest)
        return await self._model.ask(prompt)


class AtWill:
    """A judge whose answer is a number computed from the question and the *seed*."""

    name = "at will/1"

    def __init__(self, seed: int, endpoint: Endpoint) -> None:
        self._seed = seed
        self._endpoint = endpoint

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Accept no candidate, or any candidate."""
        del language
        await self._serve("identity", questions)
        return [self._who(one) for one in questions]

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        candidates: Sequence[CandidateQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return any verdict, any kind of predicate, with the predicate's own name or another name, and any payoff."""
        del language
        await self._serve("meaning", [*rivals, *predicates, *candidates])
        verdicts = [RivalAnswer([*Verdict][self._drawn(one) % len(Verdict)]) for one in rivals]
        paid = [CandidateAnswer(self._drawn(one) % (len(one.candidates) + 1)) for one in candidates]
        return MeaningAnswers(verdicts, [self._predicate(one) for one in predicates], paid)

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return an arbitrary time for each question."""
        del language
        await self._serve("when", questions)
        return [WhenAnswer(_TIMES[self._drawn(one) % len(_TIMES)]) for one in questions]

    async def _serve(self, kind: str, questions: Sequence[object]) -> None:
        await self._endpoint.serve(kind, *map(to_json, questions))

    def _drawn(self, question: object) -> int:
        return crc32(f"{self._seed} {to_json(question)}".encode())

    def _who(self, question: IdentityQuestion) -> IdentityAnswer:
        drawn, number = divmod(self._drawn(question), 3)
        if not number or not question.candidates:
            return IdentityAnswer()
        return IdentityAnswer((drawn % len(question.candidates),))

    def _predicate(self, question: PredicateQuestion) -> PredicateAnswer:
        drawn = self._drawn(question)
        draws: list[int] = []
        for choices in (6, len(PredicateKind), len(Cardinality), 2, 4):
            drawn, one = divmod(drawn, choices)
            draws.append(one)
        name = ("envied", "likes")[draws[0]] if draws[0] < 2 else question.predicate
        kind, cardinality = [*PredicateKind][draws[1]], [*Cardinality][draws[2]]
        return PredicateAnswer(name, kind, cardinality, living=bool(draws[3]), reversed=not draws[4])


def judged_at_will(seed: int, endpoint: Endpoint) -> StoryGraph:
    """Return a graph in memory with scripted readings, random answers and a constant clock."""
    graph = StoryGraph(
        SQLiteStore(":memory:"),
        group_id="story",
        model=Reading(endpoint),
        clock=lambda: "2026-01-01T00:00:00+00:00",
    )
    judge = AtWill(seed, endpoint)

    def judges_for(settings: WorkSettings) -> Judges:
        del settings
        return Judges(judge, judge)

    tools = replace(graph.session.tools, judges_for=judges_for)
    graph.session = Session("story", store=graph.store, tools=tools)
    return graph
