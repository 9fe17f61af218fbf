"""The words that a picture says itself, in the language of the work."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import StatementScope
from episodic.search.tracks import Turn


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words; braces are filled in."""

    title: str
    of: str
    whole: str
    counts: str
    telling: str
    story: str
    to_scale: str
    by_chapter: str
    unknown: str
    chapter: str
    days: str
    events: str
    fixed: str
    gap: str
    holds: str
    open: str
    uncertain: str
    event: str
    claim: str
    ended_by: str
    order_unknown: str
    told_on: str
    told_back: str
    told_ahead: str
    ends_with: str
    ends_said: str
    fallen: str
    unordered: str
    after_gap: str
    back: str
    ahead: str
    rows_left: str
    versions_left: str
    listed_left: str
    restricted: str
    nothing: str
    said: str
    quote: tuple[str, str]
    frames: tuple[tuple[FrameKind, str], ...]
    scopes: tuple[tuple[StatementScope, str], ...]

    def said_by(self, holder: str | None, scope: StatementScope) -> str:
        """Whose claim, belief or plan it is, before what is claimed; empty for the story's world."""
        if scope is StatementScope.WORLD:
            return ""
        return self.said.format(holder=holder or "", scope=dict(self.scopes).get(scope, scope.value)).lstrip()

    def told(self, frame: FrameKind, turn: Turn) -> str:
        """How something is told that is not simply told on: in a dream, a letter, a tale, looking back or ahead."""
        named = dict(self.frames).get(frame, "")
        if turn is Turn.ON or frame is FrameKind.FLASHBACK:
            return named
        looks = self.back if turn is Turn.BACK else self.ahead
        return f"{named} · {looks}" if named else looks


ENGLISH = Words(
    title="Timeline",
    of="{name} in {work}",
    whole="{work}, the whole work",
    counts="{versions} versions in {rows} rows · {chapters} chapters",
    telling="Order of telling",
    story="Order of the story",
    to_scale="days to scale",
    by_chapter="days not stated: chapter by chapter",
    unknown="when is not known",
    chapter="ch. {number}",
    days="{number} days",
    events="events",
    fixed="never changes",
    gap="gap: nothing is known in between",
    holds="holds",
    open="goes on",
    uncertain="somewhere in between",
    event="event",
    claim="claim, belief, plan",
    ended_by="ended by",
    order_unknown="which came first is not known",
    told_on="told in story order",
    told_back="told later than it happened (flashback)",
    told_ahead="told before its time",
    ends_with="ended by{text}",
    ends_said="ended: {quote}",
    fallen="order to {numbers} not known",
    unordered="before or after this is not known: {others}",
    after_gap="a gap after {text}",
    back="looking back",
    ahead="looking ahead",
    rows_left="{number} more rows ({versions} versions) are left out",
    versions_left="{number} more",
    listed_left="{number} versions are not listed here: `episodic timeline` lists all",
    restricted="In force: {words}",
    nothing="Nothing is known.",
    said="{holder} ({scope}): ",
    quote=("“", "”"),
    frames=(
        (FrameKind.FLASHBACK, "flashback"),
        (FrameKind.DREAM, "dream"),
        (FrameKind.LETTER, "letter"),
        (FrameKind.TALE, "tale"),
    ),
    scopes=tuple((one, one.value) for one in StatementScope),
)
CHINESE = Words(
    title="时间线",
    of="{name} ·《{work}》",
    whole="《{work}》全书",
    counts="{rows} 行共 {versions} 条 · {chapters} 章",
    telling="讲述的次序",
    story="故事的次序",
    to_scale="日期按比例",
    by_chapter="日期未说明，按章排列",
    unknown="时间不明",
    chapter="第{number}章",
    days="{number}天",
    events="事件",
    fixed="不变",
    gap="空白：其间不明",
    holds="成立",
    open="延续",
    uncertain="在此之间，何时不确",
    event="事件",
    claim="说法、信念、打算",
    ended_by="被取代",
    order_unknown="先后不明",
    told_on="顺叙",
    told_back="倒叙：讲得晚，发生得早",
    told_ahead="预叙：讲得早，发生得晚",
    ends_with="止于{text}",
    ends_said="结束：{quote}",
    fallen="与 {numbers} 先后不明",
    unordered="先后不明：{others}",
    after_gap="空白，其前为 {text}",
    back="回溯",
    ahead="预叙",
    rows_left="另有 {number} 行（{versions} 条）未画出",
    versions_left="另有 {number} 条",
    listed_left="另有 {number} 条未列出，`episodic timeline` 可列全部",
    restricted="范围：{words}",
    nothing="什么都不知道。",
    said="{holder}{scope}：",
    quote=("「", "」"),
    frames=(
        (FrameKind.FLASHBACK, "倒叙"),
        (FrameKind.DREAM, "梦"),
        (FrameKind.LETTER, "信"),
        (FrameKind.TALE, "故事"),
    ),
    scopes=(
        (StatementScope.CLAIM, "说"),
        (StatementScope.BELIEF, "相信"),
        (StatementScope.PLAN, "打算"),
        (StatementScope.WISH, "希望"),
        (StatementScope.DREAM, "梦"),
        (StatementScope.HYPOTHESIS, "假设"),
    ),
)


def words_in(language: Language) -> Words:
    """The words of a language."""
    return CHINESE if language is Language.CHINESE else ENGLISH
