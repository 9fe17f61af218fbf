"""Store tests: full-text search in Chinese and English returns records that share words with the query, best first."""

from collections.abc import Mapping

from episodic.model.records import SEARCHED, Kind, Record
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import entity, fact, passage, save, search_text
from episodic.testing.store_contract.fixtures import Contract

SENTENCES = {
    "watch": "克莱恩在廷根市加入了值夜者小队",
    "dunn": "邓恩是小队的队长，掌管查尼斯门",
    "wang": "王走进了大厅",
    "short": "将军拜见了王",
    "night": "深夜里者老人守着炉火",
    "letter": "Elizabeth read Mr. Darcy's letter twice",
    "walk": "They walked to Netherfield in the rain",
}


async def found(store: GraphStore, group: str, text: str, *, kind: Kind = Kind.FACT, limit: int = 20) -> list[str]:
    return [one.uuid for one in await search_text(store, group, kind, text, limit=limit)]


async def put_sentences(store: GraphStore, group: str) -> None:
    await save(store, group, entity("e", "e"), *(fact(uuid, "e", text=text) for uuid, text in SENTENCES.items()))


NAMED: Mapping[str, list[str]] = {
    "值夜者": ["watch"],
    "邓恩": ["dunn"],
    "克莱恩": ["watch"],
    "查尼斯门": ["dunn"],
    "王": ["short", "wang"],
    "剑": [],
    "Darcy": ["letter"],
    "netherfield": ["walk"],
    "ELIZABETH": ["letter"],
}
"""Queries, each with the ids of the sentences in SENTENCES that a text search must find."""


class TextSearchContract(Contract):
    async def test_a_name_is_found_inside_a_sentence(self, store: GraphStore, group: str) -> None:
        """Text search finds names of one to four Han characters, and English words in upper or lower case."""
        await put_sentences(store, group)

        for name, expected in NAMED.items():
            assert sorted(await found(store, group, name)) == expected, name

    async def test_text_search_returns_only_the_requested_kind(self, store: GraphStore, group: str) -> None:
        await save(
            store,
            group,
            entity("e", "王", text="王 值夜者"),
            passage("p", "王与值夜者"),
            fact("f", "e", text="王是值夜者"),
        )

        for kind in SEARCHED:
            assert await found(store, group, "值夜者", kind=kind) == [kind[0]]
            assert await found(store, group, "王", kind=kind) == [kind[0]]

    async def test_texts_with_more_shared_words_come_first(self, store: GraphStore, group: str) -> None:
        texts = {"none": "港口的雨", "one": "林在港口住下", "three": "林在首都的旧钟楼住下"}
        await save(store, group, entity("e", "e"), *(fact(uuid, "e", text=text) for uuid, text in texts.items()))

        scored = list(await search_text(store, group, Kind.FACT, "首都的旧钟楼 林", limit=5))

        assert scored[0].uuid == "three"
        assert [one.score for one in scored] == sorted((one.score for one in scored), reverse=True)

    async def test_equal_texts_are_ordered_by_id(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(passage(uuid, "同一句话") for uuid in ("m", "a", "z", "k")))

        assert await found(store, group, "一句", kind=Kind.PASSAGE) == ["a", "k", "m", "z"]

    async def test_text_search_returns_at_most_the_limit(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(passage(f"p{n}", "同一句话" * (n + 1)) for n in range(9)))

        assert len(await found(store, group, "一句", kind=Kind.PASSAGE, limit=4)) == 4
        assert await found(store, group, "一句", kind=Kind.PASSAGE, limit=0) == []

    async def test_a_text_query_without_words_finds_nothing(self, store: GraphStore, group: str) -> None:
        await put_sentences(store, group)

        for text in ("", "   ", "，。！？", "——……", "\n", "🦊", "*", '"'):
            assert await found(store, group, text) == [], repr(text)

    async def test_a_changed_record_is_found_by_its_new_text_only(self, store: GraphStore, group: str) -> None:
        await save(store, group, passage("p", "他住在海港"), passage("q", "无关"))

        await save(store, group, passage("p", "他住在首都"), retire=[(Kind.PASSAGE, "q")])

        assert await found(store, group, "海港", kind=Kind.PASSAGE) == []
        assert await found(store, group, "无关", kind=Kind.PASSAGE) == []
        assert await found(store, group, "首都", kind=Kind.PASSAGE) == ["p"]

    async def test_a_record_is_found_only_while_it_has_a_text(self, store: GraphStore, group: str) -> None:
        bare = Record(Kind.PASSAGE, "p", "{}")
        await save(store, group, bare)

        await save(store, group, passage("p", "海港"))
        while_there = await found(store, group, "海港", kind=Kind.PASSAGE)
        await save(store, group, bare)

        assert while_there == ["p"]
        assert await found(store, group, "海港", kind=Kind.PASSAGE) == []

    async def test_common_words_in_a_query_do_not_hide_a_rare_word(self, store: GraphStore, group: str) -> None:
        common = [passage(f"p{n:03}", f"林黛玉说她在大观园里看见了第{n}朵花") for n in range(300)]
        await save(store, group, *common, passage("rare", "林黛玉说她在大观园里丢失了一枚铜钥匙"))

        answers = await found(
            store, group, "请问林黛玉说她在大观园里丢失了一枚什么样的铜钥匙，是谁捡到的呢？" * 3, kind=Kind.PASSAGE
        )

        assert answers[0] == "rare"

    async def test_a_query_of_very_common_words_finds_records(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(passage(f"p{n:03}", "林黛玉在大观园") for n in range(60)))

        answers = await found(store, group, "林黛玉在大观园", kind=Kind.PASSAGE, limit=5)

        assert answers == ["p000", "p001", "p002", "p003", "p004"]

    async def test_a_query_as_long_as_a_chapter_returns_results(self, store: GraphStore, group: str) -> None:
        await put_sentences(store, group)
        every = "".join(chr(0x4E00 + n) for n in range(3_000))

        answers = await found(store, group, "值夜者" + every + " word" * 2_000)

        assert "watch" in answers
