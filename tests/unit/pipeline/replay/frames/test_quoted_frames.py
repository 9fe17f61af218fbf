"""Tests of the frames that the quotation marks of the text give to statements."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Participant, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.frames.quoted_frames import in_quoted_frames
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

MAIN, LETTER = FrameKind.MAIN, FrameKind.LETTER
ENGLISH = (
    "Ann sat down.\n\n",
    "Ben opened the letter and read:\n\n“I left Hull in May.\n\n",
    "“Your brother Wat is well. [Wat knows of this.]” Ben folded the paper.\n",
)
CHINESE = (
    "阿梅坐下。\n\n",
    "白安打开信，念道：\n\n“我五月离开湖州。\n\n",
    "“你的弟弟吴海平安。[吴海知道此事。]”白安折起信。\n",
)


def passages(parts: tuple[str, ...], *frames: FrameKind) -> list[FramedPassage]:
    made: list[FramedPassage] = []
    start = 0
    for number, (part, frame) in enumerate(zip(parts, frames, strict=True)):
        span = Span(start, start + len(part))
        made.append(FramedPassage(number, span, frame, int(frame is not MAIN), FrameReading(frame), 0))
        start = span.end
    return made


def statement(text: str, quote: str, framed: list[FramedPassage], scope: StatementScope) -> StatementSource:
    start = text.index(quote)
    core = StatementCore(text=quote, predicate="left", scope=scope)
    number = next(one.index for one in framed if one.span.start <= start < one.span.end)
    holder = None if scope is StatementScope.WORLD else 0
    reading = StatementReading(Span(0, 1), core, subject=0, holder=holder)
    return SpannedStatement(0, reading, Span(start, start + len(quote)), number), (1,), ("Ben",)


def placed(parts: tuple[str, ...], quote: str, scope: StatementScope, *frames: FrameKind) -> int:
    text, framed = "".join(parts), passages(parts, *frames)
    ((made, _, _),) = in_quoted_frames([statement(text, quote, framed, scope)], framed, text)
    return made.passage


@pytest.mark.parametrize(
    ("parts", "quote"), [(ENGLISH, "Ben opened the letter and read"), (CHINESE, "白安打开信，念道")]
)
def test_what_introduces_a_letter_is_in_the_line_before_it(parts: tuple[str, ...], quote: str) -> None:
    assert placed(parts, quote, StatementScope.WORLD, MAIN, LETTER, LETTER) == 0


@pytest.mark.parametrize(("parts", "quote"), [(ENGLISH, "I left Hull"), (CHINESE, "我五月离开湖州")])
def test_what_the_letter_itself_says_stays_in_the_letter(parts: tuple[str, ...], quote: str) -> None:
    assert placed(parts, quote, StatementScope.WORLD, MAIN, LETTER, LETTER) == 1


@pytest.mark.parametrize(("parts", "quote"), [(ENGLISH, "Wat knows of this"), (CHINESE, "吴海知道此事")])
def test_the_closing_lines_of_a_letter_are_in_the_letter(parts: tuple[str, ...], quote: str) -> None:
    assert placed(parts, quote, StatementScope.CLAIM, MAIN, LETTER, MAIN) == 1
    assert placed(parts, quote, StatementScope.WORLD, MAIN, LETTER, MAIN) == 2


@pytest.mark.parametrize(("parts", "quote"), [(ENGLISH, "Ben folded the paper"), (CHINESE, "白安折起信")])
def test_what_follows_the_quotation_is_not_in_the_letter(parts: tuple[str, ...], quote: str) -> None:
    assert placed(parts, quote, StatementScope.BELIEF, MAIN, LETTER, MAIN) == 2


def test_speech_inside_a_narrated_tale_does_not_end_it() -> None:
    parts = ("Ann sat down.\n\n", "Ben left Hull. “Halt,” cried the guard. Ben ran.\n")

    assert placed(parts, "Ben left Hull", StatementScope.WORLD, MAIN, FrameKind.TALE) == 1


@pytest.mark.parametrize(
    ("parts", "line", "claim"),
    [
        (
            (
                "Ann sat down.\n\n",
                "“I went to sea at nine, and never came home.” Ann took his hand. “That was Hull.”\n",
            ),
            "Ann took his hand",
            "I went to sea",
        ),
        (
            ("阿梅坐下。\n\n", "“我九岁出海，再没有回家。”阿梅握住他的手。“那是湖州。”\n"),
            "阿梅握住他的手",
            "我九岁出海",
        ),
    ],
)
def test_a_line_between_the_words_of_a_tale_is_told_in_the_scene(parts: tuple[str, ...], line: str, claim: str) -> None:
    """The reader reports the words of the tale in claims."""
    text, framed = "".join(parts), passages(parts, MAIN, FrameKind.TALE)
    told = [
        statement(text, claim, framed, StatementScope.CLAIM),
        statement(text, "That was Hull" if "Hull" in text else "那是湖州", framed, StatementScope.CLAIM),
        statement(text, line, framed, StatementScope.WORLD),
    ]

    assert [one.passage for one, _, _ in in_quoted_frames(told, framed, text)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("parts", "writer", "reader"),
    [
        (
            ("Ben came.\n", "I left Hull. Wat is well. Ben laughed and said: he is old. We shall go.\n", "Ben went.\n"),
            ("I left Hull", "Wat is well"),
            ("he is old", "We shall go"),
        ),
        (
            ("白安来了。\n", "我离开湖州。吴海平安。白安笑道：他老了。我们去。\n", "白安走了。\n"),
            ("我离开湖州", "吴海平安"),
            ("他老了", "我们去"),
        ),
    ],
)
def test_what_the_reader_of_a_letter_says_after_it_is_no_part_of_it(
    parts: tuple[str, ...], writer: tuple[str, str], reader: tuple[str, str]
) -> None:
    """The person who speaks must be one of the scene after the letter, and the letter must show its writer."""
    text, framed = "".join(parts), passages(parts, MAIN, LETTER, MAIN)

    def said(quote: str, person: int) -> StatementSource:
        spanned, _, names = statement(text, quote, framed, StatementScope.CLAIM)
        return spanned, (person,), names

    def places(after: int, letter: tuple[str, ...] = writer) -> list[int]:
        told = [said(one, 1) for one in letter] + [said(one, 2) for one in reader]
        scene = said(parts[2].strip(), after)
        return [one.passage for one, _, _ in in_quoted_frames([*told, scene], framed, text)]

    assert places(2) == [1, 1, 2, 2, 2]
    assert places(3) == [1, 1, 1, 1, 2]
    assert places(2, writer[:1]) == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("parts", "quotes"),
    [
        (
            ("I left Hull. Wat is well. \n", "Wat laughed and said: sell it. I shall stay.\n", "Ben went.\n"),
            ("I left Hull", "Wat is well", "sell it", "I shall stay", "Ben went"),
        ),
        (
            ("我离开湖州。吴海平安。\n", "吴海笑道：卖了它。我要留下。\n", "白安走了。\n"),
            ("我离开湖州", "吴海平安", "卖了它", "我要留下", "白安走了"),
        ),
    ],
)
def test_a_letter_goes_on_when_its_writer_is_not_recognised_in_its_second_part(
    parts: tuple[str, ...], quotes: tuple[str, ...]
) -> None:
    """The windows of a letter are read separately, and the writer is another entity in the second one."""
    text, framed = "".join(parts), passages(parts, LETTER, LETTER, MAIN)
    claims = [statement(text, quote, framed, StatementScope.CLAIM) for quote in quotes]
    told = [(one, (person,), names) for (one, _, names), person in zip(claims, (1, 1, 3, 3, 3), strict=True)]

    assert [one.passage for one, _, _ in in_quoted_frames(told, framed, text)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("parts", "seen", "read"),
    [
        (("Ann sat down.\n\n", "Ann saw the coast, “a land of snow”, and shivered.\n"), "Ann saw the coast", "snow"),
        (("阿梅坐下。\n\n", "阿梅看到北海，“千里冰封”，打了个寒战。\n"), "阿梅看到北海", "千里冰封"),
    ],
)
def test_who_reads_the_quoted_words_of_a_book_is_not_in_the_book(parts: tuple[str, ...], seen: str, read: str) -> None:
    text, framed = "".join(parts), passages(parts, MAIN, LETTER)
    told = [
        statement(text, quote, framed, scope)
        for quote, scope in ((seen, StatementScope.WORLD), (read, StatementScope.CLAIM))
    ]

    assert [one.passage for one, _, _ in in_quoted_frames(told, framed, text)] == [0, 1]


@pytest.mark.parametrize(
    ("parts", "quotes"),
    [
        (
            ("A man came.\n\n", "“Your mother sends this,” he said. Ben read: “I am ill. Come home.” Ben wept.\n\n"),
            ("sends this", "I am ill", "Come home"),
        ),
        (
            ("有人来了。\n\n", "来人道：“奉令堂之命送信。”白安念道：“我病了。快回家。”白安哭了。\n\n"),
            ("奉令堂之命送信", "我病了", "快回家"),
        ),
    ],
)
def test_what_the_messenger_says_is_not_in_the_letter_that_he_brings(
    parts: tuple[str, ...], quotes: tuple[str, ...]
) -> None:
    """The letter itself may state facts of the story's world."""
    text, framed = "".join(parts), passages(parts, MAIN, LETTER)
    brought, *claims = quotes

    def placed_in(*world: str) -> list[int]:
        told = [
            statement(text, one, framed, StatementScope.WORLD if one in world else StatementScope.CLAIM)
            for one in quotes
        ]
        return [one.passage for one, _, _ in in_quoted_frames(told, framed, text)]

    assert placed_in(brought) == [0, 1, 1]
    assert placed_in(claims[0]) == [1, 1, 1]


@pytest.mark.parametrize(
    ("parts", "quotes"),
    [
        (
            (
                "Ann sat.\n\n",
                "“Wat has won the war in the north,” she read. She doubted. She wrote: “Wat shall be Warden.”\n",
            ),
            ("Wat has won", "She doubted", "She wrote", "Warden"),
        ),
        (
            ("阿梅坐下。\n\n", "信中说：“吴海破敌于北海。”阿梅疑他。乃降诏曰：“吴海为太尉，增邑二万户。”\n"),
            ("吴海破敌", "阿梅疑他", "乃降诏", "吴海为太尉"),
        ),
    ],
)
def test_narration_between_two_letters_in_one_passage_is_in_the_scene(
    parts: tuple[str, ...], quotes: tuple[str, ...]
) -> None:
    """Also if the reader takes an order in the second letter for a fact of the story's world."""
    text, framed = "".join(parts), passages(parts, MAIN, LETTER)
    scopes = (StatementScope.CLAIM, *[StatementScope.WORLD] * 3)
    told = [statement(text, quote, framed, scope) for quote, scope in zip(quotes, scopes, strict=True)]

    assert [one.passage for one, _, _ in in_quoted_frames(told, framed, text)] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    "parts",
    [
        ("Ann sat down.\n\n", "“I shall tell you all. I left Hull. I told Wat so. I came here.”\n"),
        ("阿梅坐下。\n\n", "“我把一切告诉你们。我离开湖州。我告诉了吴海。我来到这里。”\n"),
    ],
)
def test_the_act_of_telling_is_in_the_scene_in_which_a_tale_is_told(parts: tuple[str, ...]) -> None:
    """The teller tells a tale of his life to his listener, and in the tale he tells something to somebody else."""
    text, framed = "".join(parts), passages(parts, MAIN, FrameKind.TALE)
    english = "Hull" in text
    told = "I shall tell you" if english else "告诉你们"
    left, so, came = ("I left", "I told Wat", "I came") if english else ("我离开", "我告诉了吴海", "我来到")

    def says(quote: str, scope: StatementScope, role: str, person: int) -> StatementSource:
        spanned, _, names = statement(text, quote, framed, scope)
        reading = replace(spanned.reading, participants=(Participant(1, role),))
        return replace(spanned, reading=reading), (1, person), (*names, "Ann")

    sources = [
        says(told, StatementScope.WORLD, "recipient", 2),
        says(left, StatementScope.CLAIM, "listener", 2),
        says(so, StatementScope.WORLD, "recipient", 3),
        says(came, StatementScope.CLAIM, "listener", 2),
        says(came, StatementScope.CLAIM, "listener", 2),
    ]

    assert [one.passage for one, _, _ in in_quoted_frames(sources, framed, text)] == [0, 1, 1, 1, 1]
