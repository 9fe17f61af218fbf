"""Tests of which entities a question offers for a node although they share no name with the node."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.plausibility import is_near, is_similar, may_be_namesakes
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span

SPELLINGS = """
from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.plausibility import is_similar
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span

def node(name):
    return PlacedNode(NodeReading(name, "Person", (Surface(name, (Span(0, len(name)),)),)), "")

known = Cluster(CandidateCluster(0, "Person"))
known.take(node("Helnar Galonstead"), 0)
print(is_similar(node("Helnar Talonstead"), known, 99))
"""


@pytest.mark.parametrize("seed", ["0", "3"])
def test_a_misspelt_surname_is_plausible_whatever_the_seed_of_hashes_is(seed: str) -> None:
    """A question that a stored answer answers must be the same question in every process."""
    found = subprocess.run(
        [sys.executable, "-c", SPELLINGS],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.strip() == "True"


def node(*names: str, kind: str = "Person", shared: tuple[str, ...] = ()) -> PlacedNode:
    """Return a node that is first mentioned by its first name or title."""
    found = [
        Surface(text, (Span(place * 100, place * 100 + len(text)),), place >= len(names))
        for place, text in enumerate((*names, *shared))
    ]
    return PlacedNode(NodeReading(found[0].text, kind, tuple(found)), "")


def known(*names: str, kind: str = "Person", shared: tuple[str, ...] = (), chapter: int = 0) -> Cluster:
    cluster = Cluster(CandidateCluster(0, kind))
    cluster.take(node(*names, kind=kind, shared=shared), chapter)
    return cluster


@pytest.mark.parametrize(
    ("name", "kind", "chapter", "similar"),
    [
        ("the manuscript", "Item", 0, True),
        ("Chronicle of Devon", "Item", 0, False),
        ("the manuscript", "Item", 1, False),
        ("the manuscript", "Place", 0, False),
        ("the iron weight", "Item", 0, False),
    ],
)
def test_a_writing_that_is_only_described_may_be_any_writing_of_its_chapter(
    name: str, kind: str, chapter: int, *, similar: bool
) -> None:
    """A paper is "the manuscript" in one scene and "this tale" in the next, but a weight is no tale."""
    assert is_similar(node(name, kind=kind), known("this singular narrative", kind=kind), chapter) is similar


@pytest.mark.parametrize(
    ("name", "other", "similar"),
    [
        ("her whip", "a whip", True),
        ("the prints", "his master's footprints", True),
        ("new brick store", "Michael Eady's new brick store", True),
        ("the iron weight", "a pocketful of apples", False),
    ],
)
def test_things_are_similar_without_article_owner_or_first_part_of_a_compound(
    name: str, other: str, *, similar: bool
) -> None:
    """One thing is named with different articles and with more or fewer words."""
    assert is_similar(node(name, kind="Item"), known(other, kind="Item"), 0) is similar


@pytest.mark.parametrize(
    ("asked", "offered", "near"),
    [
        (node(shared=("our visitor",)), known("Dr. Mortimer"), True),
        (node("那老者"), known("林远"), True),
        (node("a tinker"), known("Dr. Mortimer"), False),
        (node("一个大汉"), known("林远"), False),
        (node(shared=("the landlord",)), known("Pip"), False),
        (node(shared=("my mother",)), known("Pip", shared=("the mother",)), True),
        (node(shared=("庄客",)), known("花荣"), False),
        (node("Elizabeth"), known("the old shepherd"), False),
        (node("Poirot"), known("a little man"), True),
        (node("Elizabeth"), known("that gentleman"), False),
        (node("Provis", shared=("I",)), known("Magwitch", shared=("I",)), True),
        (node("Provis"), known(shared=("I",)), False),
    ],
)
def test_only_who_fits_a_description_is_near(asked: PlacedNode, offered: Cluster, *, near: bool) -> None:
    """A description that may mean anybody, a proper name and "I" may mean somebody with an entirely different name."""
    assert is_near(asked, offered, 0) is near


def test_two_proper_names_may_be_one_person_only_over_chapters() -> None:
    """The text of one chapter connects the proper names of a person, but a later chapter may use an unknown one."""
    assert [is_near(node("Heron"), known("Alda"), chapter) for chapter in (0, 1, 9)] == [False, True, False]


@pytest.mark.parametrize(
    ("names", "others", "only"),
    [
        (["Catherine Linton", "Mrs. Heathcliff", "our Miss Cathy", "Miss Cathy"], ["Miss Cathy", "little Cathy"], True),
        (["Miss Cathy", "Cathy"], ["Catherine Linton", "Cathy"], False),
        (["Mattie"], ["Mattie Silver", "Mattie"], False),
        (["Ethan", "Frome"], ["Ethan Frome", "Frome", "Ethan"], False),
        (["Mr. Frome"], ["Ethan Frome", "Mr. Frome"], False),
        (["Pip"], ["Pip", "my boy"], False),
        (["Barrymore"], ["Barrymore", "Barrymore the butler"], False),
        (["玉儿"], ["贾宝玉", "玉儿"], False),
    ],
)
def test_a_first_name_with_titles_of_different_stages_of_life_may_be_that_of_a_namesake(
    names: list[str], others: list[str], *, only: bool
) -> None:
    """A mother and her daughter have one first name; without such a sign, one first name is one person."""
    assert may_be_namesakes(names, others) is only
    assert may_be_namesakes(others, names) is only
