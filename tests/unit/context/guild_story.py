"""A story about the members of a guild, in English and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from tests.stories.script import Says, Script


@dataclass(frozen=True)
class GuildStory:
    """A story in which somebody leaves a guild in chapter 2, and somebody else joins it in chapter 3."""

    guild: str
    leader: str
    member: str
    leaver: str
    later: str
    texts: tuple[str, str, str]
    says: tuple[Says, Says, Says, Says, Says]
    """The statement of each sentence of the texts."""

    def chapters(self) -> list[Chapter]:
        return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(self.texts, 1)]

    def model(self) -> ScriptedModel:
        """Return a model that reads the story."""
        people = dict.fromkeys((self.leader, self.member, self.leaver, self.later), "Person")
        said = [one.strip() for text in self.texts for one in re.split("[.。]", text) if one.strip()]
        sentences = {quote: [one] for quote, one in zip(said, self.says, strict=True)}
        return Script(people | {self.guild: "Organization"}, sentences).model()


ENGLISH = GuildStory(
    "the Guild",
    "Mara",
    "Tom",
    "Wick",
    "Ada",
    (
        "Tom belonged to the Guild. Wick belonged to the Guild. Mara led the Guild.",
        "Wick left the Guild.",
        "Ada joined the Guild.",
    ),
    (
        Says("Tom", "member_of", "the Guild"),
        Says("Wick", "member_of", "the Guild"),
        Says("Mara", "leads", "the Guild"),
        Says("Wick", "member_of", "the Guild", phase="ends"),
        Says("Ada", "serves", "the Guild", phase="begins"),
    ),
)
CHINESE = GuildStory(
    "青灯会",
    "苏掌柜",
    "阿良",
    "老魏",
    "小满",
    ("阿良是青灯会的人。老魏也是青灯会的人。苏掌柜统领青灯会。", "老魏退出了青灯会。", "小满投了青灯会。"),
    (
        Says("阿良", "成员", "青灯会"),
        Says("老魏", "成员", "青灯会"),
        Says("苏掌柜", "领导", "青灯会"),
        Says("老魏", "成员", "青灯会", phase="ends"),
        Says("小满", "效忠", "青灯会", phase="begins"),
    ),
)
STORIES = {"en": ENGLISH, "zh": CHINESE}
