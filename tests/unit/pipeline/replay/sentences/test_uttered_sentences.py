"""Tests of sentences that a reader must not misread: promises told as facts, and owners that nobody is."""

from __future__ import annotations

from collections.abc import Sequence

from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told


async def told(text: str, entities: Sequence[str], facts: Sequence[Stated]) -> list[str]:
    """Return the sentences of the facts of a chapter that was read with these entities and facts."""
    return sorted(one.text for one in await facts_told(text, entities, facts))


async def test_a_promise_of_which_only_the_content_is_told_says_who_promises_it() -> None:
    promise = {"subject": 1, "predicate": "promised", "object": 2}
    plain = Stated.model_validate({"quote": "I shall pay", "text": "Ann will pay.", "value": "to pay", **promise})
    said = Stated.model_validate({"quote": "and come", "text": "Ann promised to come.", "value": "to come", **promise})

    found = await told("“I shall pay you and come,” Ann told Bo.\n", ["Person|Ann", "Person|Bo"], [plain, said])

    assert found == ["Ann promised Bo: Ann will pay.", "Ann promised to come."]


async def test_a_chinese_promise_says_who_promises_it() -> None:
    facts = [
        Stated(
            quote="替你出这口气", subject=1, predicate="承诺", object=2, text="凤姐就替净虚出这口气。", value="出气"
        ),
        Stated(quote="疼他", subject=1, predicate="承诺", object=3, text="凤姐从此疼他的丫头。", value="疼他"),
    ]

    found = await told(
        "凤姐向净虚道：“我就替你出这口气。”又叫他的丫头来，从此疼他。\n",
        ["人物|凤姐", "人物|净虚", "人物|他的丫头"],
        facts,
    )

    assert found == ["凤姐对净虚许诺：就替净虚出这口气。", "凤姐许诺：从此疼他的丫头。"]


async def test_a_promised_thing_is_not_promised_to() -> None:
    fact = Stated(quote="明天用红烛一对", subject=1, predicate="承诺", object=2, text="阿贵明天用红烛一对赔罪。")

    found = await told("阿贵答应明天用红烛一对，去赔罪。\n", ["人物|阿贵", "物品|红烛"], [fact])

    assert found == ["阿贵许诺：明天用红烛一对赔罪。"]


async def test_a_threat_of_which_only_the_content_is_told_says_who_threatens_whom() -> None:
    text = "“Your house will burn, Bo. Beware,” said Ann.\n"
    threat = {"subject": 1, "predicate": "*threatened", "object": 2}
    facts = [
        Stated.model_validate(threat | {"quote": "Your house will burn", "text": "The house will burn down."}),
        Stated.model_validate(threat | {"quote": "Beware", "text": "Ann frightened Bo."}),
        Stated.model_validate(threat | {"quote": "said Ann", "text": "Somebody threatened Bo."}),
    ]

    found = await told(text, ["Person|Ann", "Person|Bo"], facts)

    assert found == ["Ann frightened Bo.", "Ann threatened Bo: The house will burn down.", "Somebody threatened Bo."]


async def test_a_chinese_threat_says_who_threatens_whom() -> None:
    fact = Stated(quote="你死无葬身之地", subject=1, predicate="*威胁", object=2, text="张华若执意要人，死无葬身之地。")

    found = await told("贾蓉遣人对张华说：“若执意要人，你死无葬身之地。”\n", ["人物|贾蓉", "人物|张华"], [fact])

    assert found == ["贾蓉威胁张华：张华若执意要人，死无葬身之地。"]


async def test_a_sentence_is_not_divided_where_the_owner_of_a_name_would_be_lost() -> None:
    entities = ["Person|Ann", "Person|~her cook", "Place|York"]
    facts = [
        Stated(quote="in York", subject=[1, 2], predicate="lives_in", object=3, text="Ann and her cook live in York.")
    ]

    assert await told("Ann and her cook live in York.\n", entities, facts) == [
        "Ann and her cook live in York.",
        "Ann lives in York.",
    ]


async def test_who_is_named_alone_is_not_named_with_others() -> None:
    """Where Ann stands for herself, "and others" is left out."""
    fact = Stated(quote="在海港说笑", subject=[1, 2], predicate="located_in", object=3, text="林河、吴海等在海港说笑。")

    found = await told("林河、吴海等在海港说笑。\n", ["人物|林河", "人物|吴海", "地点|海港"], [fact])

    assert found == ["吴海在海港说笑。", "林河在海港说笑。"]
