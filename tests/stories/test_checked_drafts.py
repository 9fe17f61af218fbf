"""Rules check drafts of works that a model has read: titles, the narrator and things mean whom and what they mean in
the work.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.model.episodes import Chapter
from episodic.model.graph import IssueKind
from episodic.pipeline.edits.draft_check import DraftKind, DraftReport
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, entities_reply
from tests.stories.script import Says, Script

FERRY = (
    "Gran was Odile Varga, and I, Ilse Moth, lived with her. Peg Sallow came down to the landing.\n",
    "“Ilse Moth!” said Peg Sallow. I wore the key with no teeth. Odile Varga died that night.\n",
)
HARBOUR = (
    "外婆沈秋和我住在苇港。我叫林远。李大海来了。\n",
    "“林远！”李大海说。我戴着铜钥匙。沈秋死在那一夜。\n",
)
RAIN = "The rain came down on the roofs, and the carts went by with their lanterns lit until the street was empty.\n\n"
RAIN_ZH = "雨落在屋顶上，车一辆接一辆地过去，灯都点着，直到街上空无一人。\n\n"


@dataclass(frozen=True)
class Read(Script):
    """A script whose reader also knows titles and the narrator."""

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        known = (
            Named(type="Person", names=["Odile Varga"], titles=["Gran"]),
            Named(type="Person", names=["Ilse Moth"], narrator=True),
            Named(type="Person", names=["Peg Sallow"]),
            Named(type="Item", names=["the key with no teeth"]),
            Named(type="Person", names=["沈秋"], titles=["外婆"]),
            Named(type="Person", names=["林远"], narrator=True),
            Named(type="Person", names=["李大海"]),
            Named(type="Item", names=["铜钥匙"]),
            Named(type="Item", names=["断柄的尺子"], titles=["铜尺"]),
            Named(type="Item", names=["墙上的尺子"], titles=["铜尺"]),
        )
        found = [one for one in known if one.names[0] in prompt.window]
        return entities_reply(found)


SCRIPT = Read(
    {},
    {
        "Odile Varga died that night": [Says("Odile Varga", "died", text="Odile Varga died.")],
        "I wore the key with no teeth": [
            Says("Ilse Moth", "holds", "the key with no teeth", text="Ilse Moth wore the key with no teeth.")
        ],
        "沈秋死在那一夜": [Says("沈秋", "died", text="沈秋死了。")],
        "我戴着铜钥匙": [Says("林远", "holds", "铜钥匙", text="林远戴着铜钥匙。")],
        "我戴着断柄的尺子": [Says("林远", "holds", "断柄的尺子", text="林远戴着断柄的尺子。")],
    },
)


@asynccontextmanager
async def work_of(texts: tuple[str, ...]) -> AsyncIterator[StoryGraph]:
    """Yield a work without a model, whose chapters a model has read."""
    store = SQLiteStore(":memory:")
    async with StoryGraph(store, model=SCRIPT.model(), group_id="drafts") as read:
        for number, text in enumerate(texts, start=1):
            await read.add_episode(Chapter(text, title=f"{number}", key=f"{number}"))
        yield StoryGraph(store, group_id="drafts")


def found(report: DraftReport, kind: IssueKind | DraftKind) -> list[tuple[str, ...]]:
    """Return the quotes of the draft in the findings of a kind."""
    return [tuple(quote.quote for quote in one.draft) for one in report.findings if one.kind is kind]


async def test_a_title_of_one_bearer_in_a_draft_is_its_bearer() -> None:
    """Gran died, so that she cannot speak. Somebody else's grandmother is somebody else."""
    async with work_of(FERRY) as graph:
        spoken = await graph.check("“Ask Peg Sallow,” said Gran. Peg Sallow laughed.\n")
        both = await graph.check("Odile Varga slept. Gran walked to the window.\n")
    assert found(spoken, IssueKind.DEAD_ACTS) == [("“Ask Peg Sallow,”",)]
    assert not spoken.diff.entities_new
    assert ("Gran walked to the window",) in found(both, IssueKind.DEAD_ACTS)

    async with work_of(HARBOUR) as graph:
        spoken = await graph.check("“去吧。”外婆说。李大海点了点头。\n")
        others = await graph.check("“去吧。”李大海的外婆说。李大海点了点头。\n")
    assert [quote for (quote,) in found(spoken, IssueKind.DEAD_ACTS)] == ["“去吧"]
    assert not found(others, IssueKind.DEAD_ACTS)


async def test_a_single_i_in_a_long_draft_is_the_narrator_of_the_work() -> None:
    async with work_of(FERRY) as graph:
        report = await graph.check("I moved to Port Sable. " + RAIN * 20)
        earlier = await graph.check("I moved to Port Sable. " + RAIN * 20, instead_of="1")
    assert [(one.subject_name, one.object_name) for one in report.diff.added] == [("Ilse Moth", "Port Sable")]
    assert not earlier.diff.added

    async with work_of(HARBOUR) as graph:
        report = await graph.check("我住在望潮城。" + RAIN_ZH * 40)
    assert [(one.subject_name, one.object_name) for one in report.diff.added] == [("林远", "望潮城")]


async def test_a_thing_in_the_hands_of_somebody_else_is_found() -> None:
    """A draft may give the thing away, and then nothing is wrong."""
    async with work_of(FERRY) as graph:
        wrong = await graph.check("Peg Sallow had the key with no teeth in her pocket.\n")
        given = await graph.check("I gave the key with no teeth to Peg Sallow.\n")
    assert found(wrong, DraftKind.UNEXPLAINED_CHANGE) == [("Peg Sallow had the key with no teeth in her pocket",)]
    assert given.findings == ()
    assert [one.subject_name for one in given.diff.ended] == ["Ilse Moth"]

    async with work_of(HARBOUR) as graph:
        wrong = await graph.check("李大海拿着铜钥匙。\n")
        given = await graph.check("我把铜钥匙交给了李大海。\n")
    assert found(wrong, DraftKind.UNEXPLAINED_CHANGE) == [("李大海拿着铜钥匙",)]
    assert given.findings == ()
    assert [one.subject_name for one in given.diff.ended] == ["林远"]


async def test_a_thing_is_found_by_a_name_that_is_nearly_always_its_own() -> None:
    """The ruler means the one that the work calls so eight times as often as any other."""
    often = "林远擦了擦铜尺。" * 8
    texts = (*HARBOUR, f"我戴着断柄的尺子。{often}李大海走了。\n", "墙上的尺子也是铜尺。李大海走了。\n")
    rarely = (*HARBOUR, "我戴着断柄的尺子。林远擦了擦铜尺。李大海走了。\n", texts[-1])

    async with work_of(texts) as graph:
        wrong = await graph.check("李大海拿着铜尺。\n")
    async with work_of(rarely) as graph:
        unsure = await graph.check("李大海拿着铜尺。\n")

    assert found(wrong, DraftKind.UNEXPLAINED_CHANGE) == [("李大海拿着铜尺",)]
    assert unsure.findings == ()
