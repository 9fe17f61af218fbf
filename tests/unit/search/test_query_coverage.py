"""Query coverage: candidates that contain the whole query rank before those that contain a part of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from episodic.model.graph import Entity, Fact
from episodic.model.name_keys import name_key
from episodic.model.records import to_json
from episodic.search.candidates import CandidateKey, SearchPool
from episodic.search.filter_fields import Filterable, HitKind, kind_of
from episodic.search.fusion import Recipe
from episodic.search.hybrid_search import search
from episodic.search.known_names import KnownName, known_names, without_names
from episodic.search.query_coverage import coverage
from episodic.search.results import EntityHit, FactHit, SearchResults
from episodic.search.searched_text import NO_LABELS, Labels, SearchedText, searched_text
from episodic.search.word_overlap import QueryTerms, fact_terms
from episodic.text.inflections import stem
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens
from tests.unit.search.story_builder import Tale, harbor, lotm


def duel() -> Tale:
    """A Chinese work: one passage states a killing under aliases, and facts about the two persons cover less of a
    query.
    """
    tale = Tale("duel")
    tale.chapter("磐河", "绍将陆沉立斩王五，众军皆惊。", "顾盼字云生，河东人也。")
    tale.chapter("白马", "云生手起一刀，斩陆沉于马下，提其首级而归。", "王五之子不忘父仇。")
    tale.who("顾盼", "人物", "云生")
    tale.who("陆沉", "人物")
    tale.who("王五", "人物")
    tale.fact("陆沉", "杀死", "王五", quote="陆沉立斩王五", text="陆沉杀死了王五。")
    tale.fact("顾盼", "字", value="云生", quote="顾盼字云生")
    tale.fact("顾盼", "籍贯", value="河东", quote="河东人也", text="顾盼是河东人。")
    return tale


def voyage() -> Tale:
    """An English work with the structure of `duel`."""
    tale = Tale("voyage")
    tale.chapter("Out", "Captain Rusk commanded the Heron.", "Bess Orme sailed with the tide.")
    tale.chapter("Home", "The Captain lost his lantern to Bess in a wager.", "Captain Rusk felt tired.")
    tale.who("Captain Rusk", "Person", "The Captain")
    tale.who("Bess Orme", "Person", "Bess")
    tale.who("Heron", "Item")
    tale.fact("Captain Rusk", "leads", "Heron", quote="Captain Rusk commanded the Heron.")
    tale.fact("Captain Rusk", "feels", value="tired", quote="Captain Rusk felt tired.")
    return tale


def first_words(found: SearchResults) -> str:
    """Return the text of the best hit, with its attached passage."""
    hit = found.hits[0]
    return hit.text + (hit.said_in.text if isinstance(hit, FactHit) and hit.said_in is not None else "")


@pytest.mark.parametrize(
    ("tale", "query", "words"),
    [(duel(), "顾盼斩陆沉", "斩陆沉于马下"), (voyage(), "Captain Rusk's wager with Bess Orme", "in a wager")],
)
async def test_full_coverage_ranks_before_partial_coverage(tale: Tale, query: str, words: str) -> None:
    """A passage with aliases of both persons and the deed ranks before facts about either person."""
    found = await search(await tale.view(), query)

    assert words in first_words(found)


@pytest.mark.parametrize("query", ["克莱恩现在怎样", "谁领导值夜者", "丧钟手枪在谁手里"])
async def test_every_hit_shares_something_with_the_query(query: str) -> None:
    """No hit is unrelated to the query, and no score is 0."""
    found = await search(await lotm().view(), query, limit=50)

    every = [*found.hits, *found.facts, *found.entities, *found.passages]
    assert every
    assert all(one.score > 0 for one in every)
    assert all(set(one.text + (one.sentence.text if one.sentence else "")) & set(query) for one in every)


async def test_facts_of_an_entity_matched_by_chance_are_not_found() -> None:
    """Facts that share no word with the query are not returned."""
    found = await search(await lotm().view(), "克莱恩现在怎样", limit=50)

    assert all("克莱恩" in one.text for one in found.facts)


async def take_all(pool: SearchPool) -> None:
    """Add all records of a work to the pool."""
    view = pool.view
    records: list[Filterable] = [*await view.entities(), *await view.facts(), *await view.passages()]
    for one in records:
        pool.take_values(kind_of(one), {one.uuid: to_json(one)})


def shares_of(pool: SearchPool, terms: QueryTerms, names: Sequence[KnownName]) -> dict[CandidateKey, float]:
    """Return the query coverage of each candidate of the pool."""
    columns = pool.columns(pool.rows)
    shares = coverage(pool, columns, query_terms=terms, names=names).shares
    return dict(zip(zip(columns.kinds, columns.uuids, strict=True), shares, strict=True))


async def coverage_by_key(tale: Tale, query: str) -> dict[CandidateKey, float]:
    """Return the query coverage of each fact and passage of a work."""
    view = await tale.view()
    pool = SearchPool(view)
    await take_all(pool)
    names = await known_names(view, query)
    return shares_of(pool, QueryTerms.of(query, [one.key for one in names]), names)


def plain_coverage(pool: SearchPool, terms: QueryTerms, names: Sequence[KnownName]) -> dict[CandidateKey, float]:
    """The reference: the coverage of each candidate by the definition, one candidate after the other."""
    rows: dict[CandidateKey, list[bool]] = {}
    for key in ((kind, uuid) for kind, ids in pool.rows.items() for uuid in ids):
        words, value, ends, labels = written(pool.item(*key))
        text = searched_text(words, value).labelled(labels)
        rows[key] = [covers(pool, name, words, text, ends) for name in names]
        rows[key] += [text.contains(stem(one.text), is_han=is_ideographic(one.text[0])) for one in terms.tokens]
    counts = [sum(column) for column in zip(*rows.values(), strict=True)]
    weights = [math.log1p(len(rows) / count) if count else 0.0 for count in counts]
    if not sum(weights):
        return dict.fromkeys(rows, 0.0 if weights else 1.0)
    return {
        key: min(1.0, sum(weight for weight, found in zip(weights, row, strict=True) if found) / sum(weights))
        for key, row in rows.items()
    }


def written(item: Filterable) -> tuple[str, str | None, set[str | None], Labels]:
    """Return the text of a candidate, its value, its entities and its labels."""
    match item:
        case Fact():
            words = "\n".join((item.text, *(one.quote for one in item.evidence[:3])))
            ends = {item.subject, item.object, item.holder, *(one.entity for one in item.participants)}
            return words, item.value, ends, fact_terms(item).labels
        case Entity():
            return "\n".join((*(one.text for one in item.aliases), item.summary)), None, {item.uuid}, NO_LABELS
        case _:
            return item.text, None, set(), NO_LABELS


def covers(pool: SearchPool, name: KnownName, words: str, text: SearchedText, ends: set[str | None]) -> bool:
    """Return whether a candidate has an entity of the name, or contains one of the names of such an entity."""
    bearers = [pool.item(HitKind.ENTITY, uuid) for uuid in name.entities if uuid in pool.rows[HitKind.ENTITY]]
    aliases = [alias.key for one in bearers if isinstance(one, Entity) for alias in one.aliases if len(alias.key) > 1]
    for key in (name.key, *aliases):
        is_han = any(map(is_ideographic, key))
        if key in name_key(words) if is_han else tokens(key) and text.has_words(frozenset(tokens(key))):
            return True
    return bool(ends & {*name.entities})


@pytest.mark.parametrize("tale", [duel(), voyage(), harbor(), lotm()])
@pytest.mark.parametrize(
    "query",
    [
        "顾盼斩陆沉",
        "云生的籍贯",
        "陆沉",
        "Captain Rusk's wager with Bess",
        "Lin Marsh gave Wu the Sword",
        "克莱恩 值夜者",
        "雨 rain",
        "?",
    ],
)
async def test_all_candidates_are_compared_together_as_they_are_compared_alone(tale: Tale, query: str) -> None:
    view = await tale.view()
    pool = SearchPool(view)
    await take_all(pool)
    names = await known_names(view, query)
    terms = QueryTerms.of(query, [one.key for one in names])

    shares = shares_of(pool, terms, names)

    assert shares == pytest.approx(plain_coverage(pool, terms, names))


async def test_a_name_is_covered_by_any_alias_of_its_entity() -> None:
    """The text of a passage covers a name, and so does each entity that takes part in a fact."""
    tale = duel()

    shares = await coverage_by_key(tale, "顾盼")

    passages = {one.text: shares[kind_of(one), one.uuid] for one in tale.passages}
    assert [share for text, share in passages.items() if "云生" in text] == [1.0, 1.0]
    assert [share for text, share in passages.items() if "云生" not in text] == [0.0, 0.0]
    assert [shares[kind_of(one), one.uuid] for one in tale.facts] == [0.0, 1.0, 1.0]


async def test_an_alphabetic_name_matches_whole_words_only() -> None:
    """Bess does not match besseged, and Captain does not match captaincy."""
    tale = Tale("words")
    tale.chapter("One", "The captaincy was besseged.", "Bess slept.")
    tale.who("Bess")

    shares = await coverage_by_key(tale, "Bess")

    assert [shares[kind_of(one), one.uuid] for one in tale.passages] == [0.0, 1.0]


async def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    """Two passages contain one of two query words each."""
    tale = Tale("rare")
    tale.chapter("One", "The lamp burned.", "The rain fell.", "The rain stopped.", "The rain came back.")
    tale.who("lamp", "Item")

    shares = await coverage_by_key(tale, "rain burned")

    lamp, rain, *_ = (shares[kind_of(one), one.uuid] for one in tale.passages)
    assert 0 < rain < lamp < 1


async def test_no_candidate_covers_a_query_whose_words_are_nowhere() -> None:
    """A query of words without content has nothing to cover, and changes no score."""
    nowhere = await coverage_by_key(harbor(), "zeppelin xylophone")
    without_content = await coverage_by_key(harbor(), "who was he")

    assert set(nowhere.values()) == {0.0}
    assert set(without_content.values()) == {1.0}


async def test_a_recipe_can_turn_off_query_coverage() -> None:
    """Without query coverage, a fact that shares only a name with the query comes first."""
    view = await duel().view()

    plain = await search(view, "顾盼斩陆沉", recipe=Recipe(uncovered_factor=1.0))
    weighed = await search(view, "顾盼斩陆沉")

    assert plain.hits[0].text == "陆沉杀死了王五。"
    assert "斩陆沉于马下" in first_words(weighed)
    assert {one.uuid for one in plain.facts} == {one.uuid for one in weighed.facts}


def test_removing_names_separates_the_text_around_them() -> None:
    assert [one.strip() for one in without_names("顾盼斩陆沉了吗", ["顾盼", "陆沉"]).split("|")] == ["", "斩", "了吗"]
    assert without_names("Besseged Bess", ["bess"]).split("|")[0].strip() == "besseged"


@pytest.mark.parametrize("kind", list(HitKind))
async def test_coverage_has_the_same_scale_for_every_kind(kind: HitKind) -> None:
    """A candidate of any kind that contains the whole query has the coverage 1."""
    shares = await coverage_by_key(duel(), "陆沉")

    assert max(share for (of, _), share in shares.items() if of is kind) == 1.0


async def test_a_who_is_question_ranks_the_entity_first() -> None:
    """The name is the query's only content."""
    for query in ("顾盼是谁", "谁是顾盼？", "顾盼"):
        found = await search(await duel().view(), query)

        assert [type(one) for one in found.hits][:1] == [EntityHit]
        assert found.hits[0].score == 1.0


async def test_full_coverage_lifts_a_candidate_found_by_any_retriever() -> None:
    """A fact with another name of its subject, found only by the graph retriever, still ranks first."""
    view = await duel().view()

    plain = await search(view, "云生的籍贯", recipe=Recipe(full_coverage_lift=0.0, asked_statement_lift=0.0))
    lifted = await search(view, "云生的籍贯")

    assert plain.hits[-1].text == "顾盼是河东人。"
    assert lifted.hits[0].text == "顾盼是河东人。"
    others = [{one.uuid: one.score for one in found.hits if one.text != "顾盼是河东人。"} for found in (plain, lifted)]
    assert others[0] == pytest.approx(others[1], abs=0.01)
