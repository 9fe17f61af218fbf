"""Store tests: exact lookup of entities by name key, and of the facts in which given entities take part."""

from dataclasses import replace

from episodic.model.facets import Facet, facet
from episodic.model.records import Kind
from episodic.ports import (
    Candidates,
    CandidateSearch,
    CandidateSource,
    GraphStore,
    IndexSearch,
    LinkSearch,
    SearchSteps,
)
from episodic.testing.store_contract.builders import entity, fact, mention, save, statement
from episodic.testing.store_contract.fixtures import Contract


class NeighbourhoodContract(Contract):
    async def test_entities_are_found_by_each_name_key(self, store: GraphStore, group: str) -> None:
        """`named` finds an entity by each of its name keys, and leaves out keys that no entity has."""
        await save(store, group, entity("klein", "克莱恩", "周明瑞"), entity("dunn", "邓恩"))

        found = await store.named(group, ["周明瑞", "邓恩", "克莱", "Klein"])

        assert dict(found) == {"周明瑞": ("klein",), "邓恩": ("dunn",)}

    async def test_several_entities_may_have_the_same_name_key(self, store: GraphStore, group: str) -> None:
        """`named` orders entities with the same name key by narrative position, then by id."""
        await save(
            store,
            group,
            entity("b", "catherine", told=2),
            entity("c", "catherine", told=1),
            entity("a", "catherine", told=2),
        )

        found = await store.named(group, ["catherine"])

        assert dict(found) == {"catherine": ("c", "a", "b")}

    async def test_keys_are_compared_exactly(self, store: GraphStore, group: str) -> None:
        """`named` compares name keys exactly and does not normalise case, accents or spaces."""
        await save(store, group, entity("a", "Éva"), entity("b", "e\u0301va"), entity("c", "éva "))

        found = await store.named(group, ["éva", "Éva", "e\u0301va", "éva ", "%", "_va"])

        assert dict(found) == {"Éva": ("a",), "e\u0301va": ("b",), "éva ": ("c",)}

    async def test_a_removed_name_key_finds_no_entity(self, store: GraphStore, group: str) -> None:
        await save(store, group, entity("e", "stranger", "guest", told=1))

        await save(store, group, entity("e", "guest", "mei", told=4))

        found = await store.named(group, ["stranger", "guest", "mei"])
        assert dict(found) == {"guest": ("e",), "mei": ("e",)}

    async def test_name_keys_of_retired_entities_find_no_entity(self, store: GraphStore, group: str) -> None:
        await save(store, group, entity("e", "mei"), entity("x", "mei"))

        await save(store, group, retire=[(Kind.ENTITY, "e")])

        assert dict(await store.named(group, ["mei"])) == {"mei": ("x",)}

    async def test_one_call_looks_up_hundreds_of_name_keys(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(entity(f"e{n:03}", f"name {n}") for n in range(450)))

        found = await store.named(group, [f"name {n}" for n in range(0, 900, 2)] * 2)

        assert dict(found) == {f"name {n}": (f"e{n:03}",) for n in range(0, 450, 2)}

    async def test_a_fact_is_a_neighbour_of_its_subject_object_and_participants(
        self, store: GraphStore, group: str
    ) -> None:
        people = [entity(uuid, uuid) for uuid in ("lin", "wu", "mei", "jon")]
        gift = fact("gift", "lin", "wu", others=["mei"], told=1)
        await save(store, group, *people, gift)

        around = {uuid: list(await store.neighbours(group, [uuid], limit=5)) for uuid in ("lin", "wu", "mei", "jon")}

        assert around == {"lin": [gift], "wu": [gift], "mei": [gift], "jon": []}

    async def test_only_facts_are_neighbours(self, store: GraphStore, group: str) -> None:
        about = fact("f", "lin", told=1)
        await save(
            store,
            group,
            entity("lin", "lin"),
            about,
            mention("m", episode_id="c", entity_id="lin"),
            statement("s", passage_id="lin", fact_id="f"),
        )

        assert list(await store.neighbours(group, ["lin"], limit=5)) == [about]

    async def test_the_limit_of_neighbours_applies_to_each_entity(self, store: GraphStore, group: str) -> None:
        """For each entity, `neighbours` finds the *limit* facts that are told last. `neighbours` returns every found
        fact once, in narrative order.
        """
        people = [entity("hub", "hub"), entity("rare", "rare"), entity("other", "other")]
        many = [fact(f"hub{n}", "hub", told=n) for n in range(10)]
        few = [fact("rare0", "rare", "other", told=0), fact("both", "rare", "hub", told=20)]
        await save(store, group, *people, *many, *few)

        found = await store.neighbours(group, ["hub", "rare", "hub"], limit=3)

        assert [record.uuid for record in found] == ["rare0", "hub8", "hub9", "both"]

    async def test_facts_at_one_narrative_position_are_chosen_by_greatest_id(
        self, store: GraphStore, group: str
    ) -> None:
        """If more facts than the limit have the same narrative position, `neighbours` returns those with the greatest
        ids.
        """
        await save(store, group, entity("e", "e"), *(fact(uuid, "e", told=7) for uuid in ("d", "a", "c", "b")))

        found = await store.neighbours(group, ["e"], limit=2)

        assert [record.uuid for record in found] == ["c", "d"]

    async def test_a_fact_with_one_entity_in_several_roles_counts_once(self, store: GraphStore, group: str) -> None:
        await save(store, group, entity("e", "e"), fact("f", "e", told=1), fact("loop", "e", "e", others=["e"], told=2))

        found = await store.neighbours(group, ["e"], limit=2)

        assert [record.uuid for record in found] == ["f", "loop"]

    async def test_a_fact_with_changed_links_has_only_its_new_neighbours(self, store: GraphStore, group: str) -> None:
        people = [entity(uuid, uuid) for uuid in ("lin", "wu", "mei")]
        await save(store, group, *people, fact("f", "lin", "wu", told=1), fact("g", "wu", told=2))

        await save(store, group, fact("f", "mei", "wu", told=3))

        assert list(await store.neighbours(group, ["lin"], limit=5)) == []
        assert [record.uuid for record in await store.neighbours(group, ["wu"], limit=1)] == ["f"]
        assert [record.uuid for record in await store.neighbours(group, ["mei"], limit=1)] == ["f"]

    async def test_a_changed_fact_is_a_neighbour_by_its_new_facets(self, store: GraphStore, group: str) -> None:
        """After a fact has changed, `neighbours` finds the fact only by its new facets, both among the subject's facts
        and among a participant's facts.
        """
        before = replace(fact("f", "lin", others=["mei"], told=1), value='{"predicate":"lives_in"}')
        after = replace(before, value='{"predicate":"rules"}')
        await save(store, group, entity("lin", "lin"), entity("mei", "mei"), before)

        await save(store, group, after)

        old, new = [(frozenset({facet(Facet.PREDICATE, name)}),) for name in ("livesin", "rules")]
        for uuid in ("lin", "mei"):
            assert list(await store.neighbours(group, [uuid], limit=5, facets=old)) == []
            assert list(await store.neighbours(group, [uuid], limit=5, facets=new)) == [after]

    async def test_a_search_by_link_finds_only_facts_with_the_predicates(self, store: GraphStore, group: str) -> None:
        """A store that has the method `retrieve` can search by link for facts with certain predicates. The search finds
        the same facts as `neighbours` with these predicates as facets. Facts are found by their subject or a
        participant, and a changed fact is found by its new predicate.
        """
        if not isinstance(store, CandidateSource):
            return
        names = ("lives_in", "rules", "lives_in")
        facts = [
            replace(fact(f"f{told}", "lin", others=["mei"], told=told), value=f'{{"predicate":"{name}"}}')
            for told, name in enumerate(names)
        ]
        changed = replace(facts[2], value='{"predicate":"rules"}')
        await save(store, group, entity("lin", "lin"), entity("mei", "mei"), *facts)
        await save(store, group, changed)
        rules = frozenset({facet(Facet.PREDICATE, "rules"), facet(Facet.PREDICATE, "fears")})

        def steps() -> SearchSteps[Candidates]:
            answer = yield CandidateSearch(links=[LinkSearch([uuid], 5, predicates=rules) for uuid in ("lin", "mei")])
            return answer

        found = await store.retrieve(group, steps())

        near = await store.neighbours(group, ["lin"], limit=5, facets=(rules,))
        assert [sorted(one) for one in found.links] == [["f1", "f2"]] * 2
        assert [one.uuid for one in near] == ["f1", "f2"]

    async def test_an_unknown_entity_has_no_neighbours(self, store: GraphStore, group: str) -> None:
        await save(store, group, entity("e", "e"), fact("f", "e"))

        assert list(await store.neighbours(group, [], limit=5)) == []
        assert list(await store.neighbours(group, ["nobody"], limit=5)) == []
        assert list(await store.neighbours(group, ["e"], limit=0)) == []

    async def test_the_steps_of_a_search_find_the_same_as_single_calls(self, store: GraphStore, group: str) -> None:
        """If a store has the method `retrieve`, its searches by name, by text and by link, and the values that it
        returns, give the same as the store's other methods.
        """
        if not isinstance(store, CandidateSource):
            return
        people = [entity(uuid, uuid) for uuid in ("lin", "wu", "mei")]
        facts = [fact("gift", "lin", "wu", others=["mei"], told=1), fact("f", "wu", told=2)]
        await save(store, group, *people, *facts)
        texts = [IndexSearch(Kind.FACT, "gift f"), IndexSearch(Kind.ENTITY, "mei")]

        def steps() -> SearchSteps[Candidates]:
            links = [LinkSearch(["mei", "wu"], 5), LinkSearch([], 5)]
            answer = yield CandidateSearch(["lin", "jon"], texts, links, {Kind.FACT: ["f", "no such fact"]})
            return answer

        found = await store.retrieve(group, steps())

        assert dict(found.names) == {"lin": ("lin",)}
        # Scores of hits are not compared, because a server counts the words of all its works, which other tests may
        # change meanwhile.
        alone = await store.search(group, texts)
        assert [[each.uuid for each in one.by_text] for one in found.hits] == [
            [each.uuid for each in one.by_text] for one in alone
        ]
        assert [sorted(one) for one in found.links] == [["f", "gift"], []]
        known = {**found.rows.get(Kind.FACT, {}), **found.values[Kind.FACT]}
        assert sorted(known) == ["f", "gift"]
        assert found.values[Kind.FACT]["f"] == facts[1].value
        assert found.values[Kind.ENTITY]["lin"] == people[0].value
