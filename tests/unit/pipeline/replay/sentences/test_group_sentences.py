"""Tests of sentences that say "we": they name the people whom they mean."""

from __future__ import annotations

from tests.replies import Other, Stated
from tests.unit.pipeline.replay.told_facts import facts_told

TEXT = (
    "I, Jane, was there. Bess told us tales. Ann and Bo came, and we were parted. “We took Gell in,” said Ann to Bo.\n"
)
PEOPLE = ["Person|Jane|#narrator", "Person|Bess", "Person|Ann", "Person|Bo", "Person|Gell"]


async def test_we_are_the_subjects_of_which_one_speaks_or_the_narrator_and_others() -> None:
    facts = [
        Stated(quote="Bess told us tales", subject=2, predicate="told", object=1, text="Bess told us tales."),
        Stated(quote="we were parted", subject=3, predicate="arrived_at", text="Ann and Bo came, and we were parted."),
        Stated(
            quote="We took Gell in",
            subject=[3, 4],
            predicate="took in",
            object=5,
            text="We took Gell in.",
            scope="claim",
            holder=3,
        ),
        Stated(
            quote="said Ann to Bo",
            subject=5,
            predicate="knows",
            object=3,
            text="We know Gell.",
            others=[Other(entity=4, role="with")],
            scope="claim",
            holder=3,
        ),
    ]

    assert {one.text for one in await facts_told(TEXT, PEOPLE, facts)} == {
        "Bess told Jane and the others tales.",
        "Ann and Bo came, and we were parted.",
        "Ann and Bo took Gell in.",
        "We know Gell.",
    }


async def test_a_noun_after_we_says_who_the_others_are() -> None:
    text = "I, Jane, was there. We young colts often ran, and we always won. We horses slept. We men ate.\n"
    facts = [
        Stated(quote="We young colts often ran", subject=1, predicate="*ran", text="We young colts often ran."),
        Stated(quote="we always won", subject=1, predicate="*won", text="We always won."),
        Stated(quote="We horses slept", subject=1, predicate="*slept", text="We horses slept."),
        Stated(quote="We men ate", subject=1, predicate="*ate", text="We men ate."),
    ]

    assert {one.text for one in await facts_told(text, ["Person|Jane|#narrator"], facts)} == {
        "Jane and the other young colts often ran.",
        "Jane and the others always won.",
        "Jane and the other horses slept.",
        "Jane and the other men ate.",
    }


async def test_chinese_we_are_named_too() -> None:
    facts = [
        Stated(
            quote="我们收留了阿乙",
            subject=[1, 2],
            predicate="收留",
            object=3,
            text="我们收留了阿乙。",
            scope="claim",
            holder=1,
        )
    ]

    found = await facts_told(
        "林晚道：“我们收留了阿乙。”沈三更点头。\n", ["人物|林晚", "人物|沈三更", "人物|阿乙"], facts
    )

    assert [one.text for one in found] == ["林晚和沈三更收留了阿乙。"]
