"""Tests of error responses."""

from __future__ import annotations

import json

import pytest

from episodic import errors
from episodic.errors import (
    AmbiguousNameError,
    EmptyTextError,
    EpisodicError,
    ModelRefusedError,
    StaleRevisionError,
    StoreFullError,
    StoreUnavailableError,
    UnknownEntityError,
    UnknownEpisodeError,
    UnknownPredicateError,
)
from episodic.model.episodes import Language
from episodic.server.problems import MEDIA_TYPE, PROBLEM_SCHEMA, Problem, problem_of, status_of

ENGLISH = Language("en")
CASES = (
    (UnknownEpisodeError("9"), 404),
    (StaleRevisionError("story", base=1, current=2), 409),
    (EmptyTextError("a"), 400),
    (StoreUnavailableError("away"), 503),
    (StoreFullError("full"), 507),
    (ModelRefusedError("no"), 502),
)


@pytest.mark.parametrize(("error", "status"), CASES, ids=lambda one: type(one).__name__)
def test_an_error_has_a_status(error: EpisodicError, status: int) -> None:
    assert status_of(error) == status


def test_every_class_of_errors_has_a_status() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, EpisodicError)]

    for kind in classes:
        assert 400 <= status_of(kind.__new__(kind)) < 600, kind


def test_a_problem_is_json_with_a_hint_and_similar_names() -> None:
    error = UnknownEntityError("林", ("林晚",))

    response = problem_of(error, ENGLISH).response()

    found = json.loads(bytes(response.body))
    assert response.headers["content-type"] == MEDIA_TYPE
    assert found == {
        "type": "urn:episodic:UnknownEntityError",
        "title": "UnknownEntityError",
        "status": 404,
        "detail": error.message,
        "hint": "A search finds names by their parts.",
        "near": ["林晚"],
    }
    assert set(json.loads(json.dumps(PROBLEM_SCHEMA))["required"]) <= found.keys()


def test_an_ambiguous_name_is_a_problem_with_its_candidates() -> None:
    problem = problem_of(AmbiguousNameError("林", (("a", "林晚"), ("b", "林早"))), ENGLISH)

    assert problem.status == 409
    assert problem.more["candidates"] == [{"uuid": "a", "name": "林晚"}, {"uuid": "b", "name": "林早"}]


def test_a_problem_has_the_language_of_its_reader() -> None:
    found = problem_of(UnknownEntityError("林"), Language("zh"))

    assert found.detail == "这里没有叫“林”的人或事物。"
    assert found.hint == "搜索可以按名字的一部分查找。"


def test_a_problem_can_have_headers() -> None:
    response = Problem(429, "TooMany", "Too many.", headers={"Retry-After": "3"}).response()

    assert (response.status_code, response.headers["retry-after"]) == (429, "3")


def test_an_unknown_predicate_is_not_found_and_names_predicates_of_the_work() -> None:
    error = UnknownPredicateError("住", ("居住于",))

    english, chinese = problem_of(error, Language("en")), problem_of(error, Language("zh"))

    assert (english.status, english.title, english.more) == (404, "UnknownPredicateError", {"near": ["居住于"]})
    assert "居住于" in english.hint
    assert (chinese.detail, chinese.hint) == ("这里没有叫“住”的谓词。", "这里有的谓词：居住于。")
