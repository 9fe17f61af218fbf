"""Tests of the requests that the server itself refuses, and of the languages of the refusals."""

from __future__ import annotations

import re

import httpx
import pytest

from episodic.languages.messages import MESSAGES
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.server.http_calls import HttpLimits, HttpServer
from episodic.server.http_server import HttpOptions
from episodic.server.refusals import Refusal
from tests.unit.server.http_stories import STORY, MemoryWorks, api, told_works

WORK = f"/v1/works/{STORY}"
EN, ZH = Language("en"), Language("zh")
BODY = {"Content-Type": "application/json"}
REFUSED: tuple[tuple[str, str, dict[str, str], bytes, str], ...] = (
    ("GET", WORK, {"Host": "evil.example"}, b"", "主机名“evil.example”不属于这台服务器。"),
    ("GET", WORK, {"Origin": "https://evil.example"}, b"", "“https://evil.example”的网页不能访问这台服务器。"),
    ("GET", WORK, {"Authorization": "Bearer x"}, b"", "请求没有有效的密钥。"),
    ("GET", "/v1/works/missing", {}, b"", "没有作品“missing”。"),
    ("GET", "/v1/nothing", {}, b"", "服务器没有这个地址。"),
    ("PUT", "/v1/works", {}, b"", "这个地址不支持这种方法。"),
    ("POST", f"{WORK}/jobs", {}, b"{}", "请求正文不是 application/json。"),
    ("POST", f"{WORK}/jobs", BODY, b"{", "请求正文不是有效的 JSON。"),
    ("POST", f"{WORK}/jobs", BODY, b"[]", "请求正文不是 JSON 对象。"),
    ("POST", f"{WORK}/jobs", BODY, b" " * 2000, "请求正文超过了 1,000 字节。"),
    ("POST", f"{WORK}/jobs", {**BODY, "Idempotency-Key": ""}, b"{}", "Idempotency-Key 为空或太长。"),
    ("DELETE", WORK, {}, b"", "只有带 If-Match 标头的请求才能删除作品。"),
    ("DELETE", WORK, {"If-Match": '"0"'}, b"", "作品已是另一版：它的 ETag 是"),
    ("GET", f"{WORK}/export?history=true&told_by=1", {}, b"", "`history` 只能导出整部作品。"),
)


def chinese(text: str) -> bool:
    return re.search("[一-鿿]", text) is not None


def texts(response: httpx.Response) -> tuple[str, str]:
    found = response.json()
    return found["detail"], found["hint"]


@pytest.mark.parametrize(("method", "path", "headers", "content", "words"), REFUSED)
async def test_a_request_is_refused_in_the_language_of_its_sender(
    method: str, path: str, headers: dict[str, str], content: bytes, words: str
) -> None:
    async with api(await told_works(), options=HttpOptions(limits=HttpLimits(body_bytes=1000))) as one:
        found = {
            language: await one.client.request(
                method, path, headers={**headers, "Accept-Language": language}, content=content
            )
            for language in (EN, ZH)
        }

        assert found[ZH].status_code == found[EN].status_code >= 400
        assert found[ZH].json()["title"] == found[EN].json()["title"]
        assert texts(found[ZH])[0].startswith(words)
        assert chinese(texts(found[ZH])[1])
        assert not any(map(chinese, texts(found[EN])))


async def test_a_key_is_refused_in_the_language_of_its_sender() -> None:
    async with api(await told_works()) as one:
        language = {"Accept-Language": "zh"}
        other = {**await one.key(Access.FULL, work="other"), **language}
        append = {**await one.key(Access.APPEND), **language}

        assert texts(await one.client.get(WORK, headers=other)) == (
            "这个密钥不能访问这部作品。",
            "GET /v1/works 列出它可以访问的作品。",
        )
        assert texts(await one.client.delete(WORK, headers=append)) == (
            "这个请求需要“full”级别的密钥。",
            "用 `episodic keys create --access` 可以创建这样的密钥。",
        )
        job = await one.client.post(f"{WORK}/jobs", json={"kind": "import", "lines": ["{}"]}, headers=append)
        assert texts(job)[0] == "这个任务可能替换或删除章节，需要“full”级别的密钥。"
        history = await one.client.get(f"{WORK}/export?history=true", headers=append)
        assert texts(history)[0] == "导出历史需要“full”级别的密钥。"


async def test_a_caller_is_asked_to_wait_in_its_language() -> None:
    async with api(MemoryWorks(), options=HttpOptions(limits=HttpLimits(requests_per_minute=1))) as one:
        await one.client.get("/v1/works")

        for language, words in (
            ("zh", ("每分钟的请求超过了 1 次。", r"请等待 \d+ 秒。")),
            ("en", ("More than 1 request per minute.", r"Wait \d+ s.")),
        ):
            detail, hint = texts(await one.client.get("/v1/works", headers={"Accept-Language": language}))
            assert detail == words[0]
            assert re.fullmatch(words[1], hint)


async def test_a_defect_of_the_server_is_reported_in_the_language_of_the_caller() -> None:
    def change(server: HttpServer) -> None:
        server.works = None  # type: ignore[assignment]  # a defect of the program

    async with api(MemoryWorks(), change=change) as one:
        response = await one.client.get("/v1/works", headers={"Accept-Language": "zh"})

        assert (response.status_code, *texts(response)) == (500, "服务器出错。", "详情见服务器的日志。")


def test_every_refusal_has_a_message_and_a_hint() -> None:
    for language in (EN, ZH):
        found = {key.partition(".")[2] for key in MESSAGES.of(language) if key.startswith("refusals.")}
        messages = {key for key in found if not key.startswith("hint_")}
        assert found == messages | {f"hint_{key}" for key in messages}


def test_a_problem_of_a_refusal_has_its_values_and_headers() -> None:
    refusal = Refusal(404, "UnknownWork", "work", {"name": "story"}, headers={"Retry-After": "5"})

    english, chinese_ = refusal.problem(EN), refusal.problem(ZH)

    assert (english.detail, english.hint) == ("There is no work 'story'.", "GET /v1/works lists the works.")
    assert (chinese_.detail, chinese_.hint) == ("没有作品“story”。", "GET /v1/works 列出各部作品。")
    assert english.headers == chinese_.headers == {"Retry-After": "5"}
