"""Tests of sentences that state facts about several people or things: each fact gets a sentence of its own, in both
languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from pydantic import BaseModel

from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.replies import Named, entities_reply
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, chapter
from tests.stories.script import Says, Script

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

PEOPLE = {
    "zh": {"林河": "Person", "吴海": "Person", "海港": "Place", "断剑": "Item", "铁盾": "Item"},
    "en": {"Lin": "Person", "Wu": "Person", "Harbor": "Place", "sword": "Item", "shield": "Item"},
}


@dataclass(frozen=True)
class WithOtherNames(Script):
    """A script in which some entities have another name beside the main one."""

    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        if not isinstance(prompt, EntitiesPrompt):
            return super().answer(prompt)
        found = [
            Named(type=kind, names=[one, *filter(None, [self.names.get(one)])]) for one, kind in self.people.items()
        ]
        return entities_reply(found, [])


async def sentences(new_graph: NewGraph, language: str, quote: str, *says: tuple[str, str, str]) -> list[str]:
    """Return the sentences of the facts of one quote, in narrative order."""
    script = Script(PEOPLE[language], {quote: [Says(*one, text=quote) for one in says]})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])
    page = await graph.get_facts(scope=Scope(include_ended=True))
    return [one.text for one in sorted(page.one_by_one, key=lambda one: one.fact.narrative_key)]


async def test_a_list_of_subjects_is_divided(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "lives_in", "海港"), ("吴海", "lives_in", "海港")]
        found = await sentences(new_graph, language, "林河和吴海都住在海港", *says)
    else:
        says = [("Lin", "lives_in", "Harbor"), ("Wu", "lives_in", "Harbor")]
        found = await sentences(new_graph, language, "Lin and Wu live in Harbor", *says)

    expected = {"zh": ["林河住在海港", "吴海住在海港"], "en": ["Lin lives in Harbor", "Wu lives in Harbor"]}
    assert found == expected[language]


async def test_one_of_a_list_is_not_as_many_as_the_list(new_graph: NewGraph, language: str) -> None:
    """The objects of the statements are the subjects of their sentence, which tells how many they are."""
    script = dict(PEOPLE[language])
    if language == "zh":
        people, quote = {"海生": "Person", **script}, "林河、吴海是海生的两个儿子"
        says = [Says("海生", "parent_of", one, text=quote) for one in ("林河", "吴海")]
    else:
        people, quote = {"Cal": "Person", **script}, "Lin and Wu are the two sons of Cal"
        says = [Says("Cal", "parent_of", one, text=quote) for one in ("Lin", "Wu")]
    graph = new_graph(Script(people, {quote: says}).model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    texts = {one.text for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts}

    zh, en = {"林河是海生的儿子", "吴海是海生的儿子"}, {"Cal is a parent of Lin.", "Cal is a parent of Wu."}
    assert texts == (zh if language == "zh" else en)


async def test_a_list_may_use_other_names_than_the_main_ones(new_graph: NewGraph, language: str) -> None:
    """The divided sentence keeps the name that the reader's sentence uses."""
    main, name, wu = ("林河大侠", "林河", "吴海") if language == "zh" else ("Lin the Bold", "Lin", "Wu")
    told = "林河和吴海都很难过" if language == "zh" else "Lin and Wu were sad"
    quote = f"{main}来了，{told}" if language == "zh" else f"{main} came, and {told}"
    says = [Says(one, "feels", value="难过" if language == "zh" else "sad", text=told) for one in (main, wu)]
    script = WithOtherNames({main: "Person", wu: "Person"}, {quote: says}, names={main: name})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    page = await graph.get_facts(scope=Scope(include_ended=True))

    texts = {one.text for one in page.facts}
    assert texts == ({"林河很难过", "吴海很难过"} if language == "zh" else {"Lin was sad", "Wu was sad"})


async def test_two_names_beside_each_other_are_one_person_of_the_list(new_graph: NewGraph, language: str) -> None:
    lin, wu, title = ("林河", "吴海", "叔父") if language == "zh" else ("Lin", "Wu", "Captain")
    told = "林河和叔父吴海都很难过" if language == "zh" else "Lin and Captain Wu were sad"
    says = [Says(one, "feels", value="难过" if language == "zh" else "sad", text=told) for one in (lin, wu)]
    script = WithOtherNames({lin: "Person", wu: "Person"}, {told: says}, names={wu: title})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{told}。\n" if language == "zh" else f"{told}.\n")])

    texts = {one.text for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts}
    assert texts == ({"林河很难过", "叔父吴海很难过"} if language == "zh" else {"Lin was sad", "Captain Wu was sad"})


async def test_a_list_of_objects_is_divided(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "携带", "断剑"), ("林河", "携带", "铁盾")]
        found = await sentences(new_graph, language, "林河带着断剑、铁盾", *says)
    else:
        says = [("Lin", "carries", "sword"), ("Lin", "carries", "shield")]
        found = await sentences(new_graph, language, "Lin carries a sword and a shield", *says)

    expected = {"zh": ["林河带着断剑", "林河带着铁盾"], "en": ["Lin carries a sword", "Lin carries a shield"]}
    assert found == expected[language]


async def test_a_list_of_all_that_something_is_stays_whole(new_graph: NewGraph, language: str) -> None:
    """The two arms are the sword and the shield, and neither of these alone. The facts are one entry of a list."""
    arms, others = ("两般兵器", ("断剑", "铁盾")) if language == "zh" else ("two arms", ("sword", "shield"))
    quote = f"林河的{arms}乃是断剑、铁盾" if language == "zh" else f"Lin's {arms} are the sword and the shield"
    people = dict.fromkeys((arms, *others), "Item")
    script = Script(people, {quote: [Says(arms, "contains", one, text=quote) for one in others]})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    (entry,) = (await graph.get_facts()).facts

    assert [one.text for one in (entry, *entry.alike)] == [quote, quote]


async def test_of_two_owners_a_relation_is_divided(new_graph: NewGraph, language: str) -> None:
    """Words after the list say that it is no list of all that the subject is."""
    lin, harbor, town = ("林河", "海港", "苇镇") if language == "zh" else ("Lin", "Harbor", "Reedtown")
    quote = f"林河是{harbor}和{town}的主人" if language == "zh" else f"Lin is lord of {harbor} and {town}"
    script = Script(
        {lin: "Person", harbor: "Place", town: "Place"},
        {quote: [Says(lin, "拥有" if language == "zh" else "lords over", one, text=quote) for one in (harbor, town)]},
    )
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    texts = {one.text for one in (await graph.get_facts()).one_by_one}

    assert texts == {
        quote.replace(f"{harbor}和{town}", one).replace(f"{harbor} and {town}", one) for one in (harbor, town)
    }


async def test_a_sentence_without_a_list_is_composed(new_graph: NewGraph, language: str) -> None:
    """The composed sentence of a fact names only one of the two owners."""
    if language == "zh":
        says = [("林河", "holds", "断剑"), ("林河", "holds", "铁盾")]
        found = await sentences(new_graph, language, "林河腰间有断剑，背上是铁盾", *says)
    else:
        says = [("Lin", "holds", "sword"), ("Lin", "holds", "shield")]
        found = await sentences(new_graph, language, "Lin wore a sword and bore a shield", *says)

    expected = {"zh": ["林河持有断剑。", "林河持有铁盾。"], "en": ["Lin has sword.", "Lin has shield."]}
    assert found == expected[language]


async def test_what_is_only_planned_is_not_told_as_done(new_graph: NewGraph, language: str) -> None:
    """A threat to kill two people is one entry with the reader's sentence, which says that it is a threat."""
    lin, others = ("林河", ("吴海", "老人")) if language == "zh" else ("Lin", ("Wu", "the old man"))
    quote = f"{lin}要把他们一齐杀了" if language == "zh" else f"{lin} would kill them both"
    before = "吴海和老人来了" if language == "zh" else "Wu and the old man came"
    says = [Says(lin, "killed", one, scope="plan", holder=lin, text=quote) for one in others]
    script = Script(dict.fromkeys((lin, *others), "Person"), {quote: says})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{before}。{quote}。\n" if language == "zh" else f"{before}. {quote}.\n")])

    (entry,) = (await graph.get_facts()).facts

    assert [one.text for one in (entry, *entry.alike)] == [quote, quote]


async def test_a_composed_sentence_uses_no_name_that_depends_on_the_speaker(new_graph: NewGraph, language: str) -> None:
    father, priest = ("我父亲", "老祭司") if language == "zh" else ("my father", "the old priest")
    lin, wu = ("林河", "吴海") if language == "zh" else ("Lin", "Wu")
    told = f"{priest}养大两个孩子" if language == "zh" else "The old priest brought both children up"
    quote = f"{lin}和{wu}说：“{father}”。{told}" if language == "zh" else f"{lin} and {wu} said '{father}'. {told}"
    says = [Says(father, "parent_of", one, text=told) for one in (lin, wu)]
    people = dict.fromkeys((father, lin, wu), "Person")
    script = WithOtherNames(people, {quote: says}, names={father: priest if language == "zh" else "old priest"})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    texts = {one.text for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts}
    assert not any("我父亲" in one or "my father" in one.casefold() or "narrator" in one for one in texts)
    assert {lin, wu} <= {name for name in (lin, wu) for one in texts if name in one}


async def test_statements_of_two_predicates_keep_their_sentence(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "lives_in", "海港"), ("林河", "holds", "断剑")]
        found = await sentences(new_graph, language, "林河带着断剑住在海港", *says)
    else:
        says = [("Lin", "lives_in", "Harbor"), ("Lin", "holds", "sword")]
        found = await sentences(new_graph, language, "Lin lives in Harbor with a sword", *says)

    assert len(set(found)) == 1


async def test_a_list_that_makes_sense_only_as_a_whole_is_kept(new_graph: NewGraph, language: str) -> None:
    """A ship sails between two places, only two people know a sword, and a list has a further name that is no entity."""
    if language == "zh":
        quote, says = "林河在海港和断剑之间跑船", [("林河", "往来于", "海港"), ("林河", "往来于", "断剑")]
    else:
        quote, says = "Lin sails between Harbor and sword", [("Lin", "sails", "Harbor"), ("Lin", "sails", "sword")]
    assert await sentences(new_graph, language, quote, *says) == [quote, quote]

    people = ("林河", "吴海") if language == "zh" else ("Lin", "Wu")
    quote = "只有林河和吴海认得断剑" if language == "zh" else "Only Lin and Wu recognised sword"
    says = [
        (one, "认得" if language == "zh" else "recognised", "断剑" if language == "zh" else "sword") for one in people
    ]
    assert await sentences(new_graph, language, quote, *says) == [quote, quote]

    if language == "zh":
        quote, says = "老人、林河和吴海住在海港", [("林河", "lives_in", "海港"), ("吴海", "lives_in", "海港")]
        expected = ["林河住在海港。", "吴海住在海港。"]
    else:
        quote, says = (
            "An old man, Lin and Wu lived in Harbor",
            [("Lin", "lives_in", "Harbor"), ("Wu", "lives_in", "Harbor")],
        )
        expected = ["Lin lives in Harbor.", "Wu lives in Harbor."]
    assert await sentences(new_graph, language, quote, *says) == expected


async def test_a_state_beside_its_event_has_a_short_sentence(new_graph: NewGraph, language: str) -> None:
    """The reader reports the taking of the sword and its possession with one sentence. The event keeps the sentence."""
    if language == "zh":
        quote, says = "林河夺下断剑，别在腰间", [("林河", "took", "断剑"), ("林河", "holds", "断剑")]
    else:
        quote, says = "Lin seized the sword and kept it", [("Lin", "took", "sword"), ("Lin", "holds", "sword")]

    found = await sentences(new_graph, language, quote, *says)

    assert found == [quote, {"zh": "林河持有断剑。", "en": "Lin has sword."}[language]]


async def test_a_short_sentence_keeps_quote_and_predicate(new_graph: NewGraph, language: str) -> None:
    names = ("林河", "海港") if language == "zh" else ("Lin", "Harbor")
    quote = {"zh": "林河一路走到海港", "en": "Lin walked all the way to Harbor"}[language]
    says = [Says(names[0], one, names[1], text=quote) for one in ("went_to", "located_in")]
    graph = new_graph(Script(PEOPLE[language], {quote: says}).model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    (there,) = (await graph.get_facts(FactQuery(predicate="located_in"))).facts

    assert there.text == {"zh": "林河在海港。", "en": "Lin is in Harbor."}[language]
    assert [one.quote for one in there.fact.evidence] == [quote]


async def test_a_sentence_about_a_group_is_not_divided(new_graph: NewGraph, language: str) -> None:
    """One person is not "two of them": the sentence is composed from the parts of the fact."""
    people = {
        "林河": "Person",
        "吴海": "Person",
        "五虎": "Organization",
        "Lin": "Person",
        "Wu": "Person",
        "Guild": "Organization",
    }
    quote = "林河和吴海是五虎里的两个人" if language == "zh" else "Lin and Wu were two of the Guild"
    both, group = (("林河", "吴海"), "五虎") if language == "zh" else (("Lin", "Wu"), "Guild")
    script = Script(people, {quote: [Says(one, "member_of", group, text=quote) for one in both]})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    page = await graph.get_facts(scope=Scope(include_ended=True))

    assert {one.text for one in page.facts} == (
        {"林河是五虎的成员。", "吴海是五虎的成员。"}
        if language == "zh"
        else {"Lin is a member of Guild.", "Wu is a member of Guild."}
    )


async def test_the_verb_after_several_people_stays_plural(new_graph: NewGraph, language: str) -> None:
    """The younger brothers live in the house; each other person of the list lives in it."""
    brothers = "弟弟们" if language == "zh" else "the younger brothers"
    quote = "林河和弟弟们住在海港" if language == "zh" else "Lin and the younger brothers live in Harbor"
    lin, harbor = ("林河", "海港") if language == "zh" else ("Lin", "Harbor")
    says = [Says(one, "lives_in", harbor, text=quote) for one in (lin, brothers)]
    script = Script({lin: "Person", harbor: "Place", brothers: "Organization"}, {quote: says})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])
    page = await graph.get_facts()

    expected = {
        "zh": ["弟弟们住在海港", "林河住在海港"],
        "en": ["Lin lives in Harbor", "The younger brothers live in Harbor"],
    }
    assert sorted(one.text for one in page.facts) == expected[language]


async def test_who_is_part_of_a_group_is_not_the_group(new_graph: NewGraph, language: str) -> None:
    """Lin is no "Sailors"."""
    lin, wu, group = ("林河", "吴海", "海港水手") if language == "zh" else ("Lin", "Wu", "Sailors")
    quote = f"{lin}、{wu}是{group}" if language == "zh" else f"{lin} and {wu} are the {group}"
    says = [Says(one, "member_of", group, text=quote) for one in (lin, wu)]
    script = Script({lin: "Person", wu: "Person", group: "Organization"}, {quote: says})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])

    texts = [one.text for one in (await graph.get_facts()).one_by_one]
    assert texts == ([f"{one}是{group}的成员。" for one in (lin, wu)] if language == "zh" else [quote, quote])
