"""Stories for tests of knowledge, each in Chinese and in English, with scripted readings."""

from __future__ import annotations

from episodic.model.episodes import Chapter
from tests.stories.scenario_stories import Tale, chapter
from tests.stories.script import Says, Script

ZH_PEOPLE = {"阿梅": "Person", "陈平": "Person", "林河": "Person", "吴海": "Person", "海港": "Place", "断剑": "Item"}
EN_PEOPLE = {"Mei": "Person", "Chen": "Person", "Lin": "Person", "Wu": "Person", "Harbor": "Place", "sword": "Item"}
ZH_NAMES = {
    "mei": "阿梅",
    "chen": "陈平",
    "lin": "林河",
    "wu": "吴海",
    "harbor": "海港",
    "sword": "断剑",
    "day": "第{}日",
}
EN_NAMES = {
    "mei": "Mei",
    "chen": "Chen",
    "lin": "Lin",
    "wu": "Wu",
    "harbor": "Harbor",
    "sword": "sword",
    "day": "day {}",
}


def death(language: str, *, learned: bool) -> Tale:
    """Scenario S6: Mei believes that Chen is alive, he dies, and a letter tells her. The letter is read as learning or
    as a new belief.
    """
    if language == "zh":
        texts = (
            "第五日，阿梅相信陈平还活着。\n",
            "第三十日，陈平死在海港。\n",
            "第四十日，阿梅从信中得知陈平已死。\n",
        )
        late = Says("阿梅", "得知", "陈平") if learned else Says("陈平", "死亡", scope="belief", holder="阿梅")
        sentences = {
            "阿梅相信陈平还活着": [Says("陈平", "在世", scope="belief", holder="阿梅")],
            "陈平死在海港": [Says("陈平", "死亡", phase="begins")],
            "阿梅从信中得知陈平已死": [late],
        }
        return Tale(_chapters(texts), Script(ZH_PEOPLE, sentences), ZH_NAMES)
    texts = (
        "On day 5, Mei believed that Chen was alive.\n",
        "On day 30, Chen died in Harbor.\n",
        "On day 40, Mei learned from a letter that Chen was dead.\n",
    )
    late = Says("Mei", "knows_that", "Chen") if learned else Says("Chen", "dead", scope="belief", holder="Mei")
    sentences = {
        "Mei believed that Chen was alive": [Says("Chen", "alive", scope="belief", holder="Mei")],
        "Chen died in Harbor": [Says("Chen", "dead", phase="begins")],
        "Mei learned from a letter that Chen was dead": [late],
    }
    return Tale(_chapters(texts), Script(EN_PEOPLE, sentences), EN_NAMES)


def witness(language: str) -> Tale:
    """Mei sees that Wu takes the sword. Lin is in another place. Wu lies to Lin about the sword."""
    if language == "zh":
        texts = (
            "第十日，阿梅见到吴海。吴海拿走了断剑。\n",
            "第二十日，林河见到吴海。吴海说断剑在陈平手里。\n",
        )
        sentences = {
            "阿梅见到吴海": [Says("阿梅", "相遇", "吴海")],
            "吴海拿走了断剑": [Says("吴海", "持有", "断剑", phase="begins")],
            "林河见到吴海": [Says("林河", "相遇", "吴海")],
            "吴海说断剑在陈平手里": [Says("陈平", "持有", "断剑", scope="claim", holder="吴海")],
        }
        return Tale(_chapters(texts), Script(ZH_PEOPLE, sentences), ZH_NAMES)
    texts = (
        "On day 10, Mei met Wu. Wu took the sword.\n",
        "On day 20, Lin met Wu. Wu said that Chen had the sword.\n",
    )
    sentences = {
        "Mei met Wu": [Says("Mei", "met", "Wu")],
        "Wu took the sword": [Says("Wu", "holds", "sword", phase="begins")],
        "Lin met Wu": [Says("Lin", "met", "Wu")],
        "Wu said that Chen had the sword": [Says("Chen", "holds", "sword", scope="claim", holder="Wu")],
    }
    return Tale(_chapters(texts), Script(EN_PEOPLE, sentences), EN_NAMES)


def secret(language: str) -> Tale:
    """Wu tells only Mei where Chen lives. Mei and Lin meet later without a word about Chen."""
    if language == "zh":
        texts = (
            "第十日，陈平住在海港。\n",
            "第二十日，吴海告诉阿梅，陈平住在海港。\n",
            "第三十日，阿梅见到林河。\n",
        )
        sentences = {
            "第十日，陈平住在海港": [Says("陈平", "居住于", "海港")],
            "吴海告诉阿梅，陈平住在海港": [
                Says("吴海", "告诉", "阿梅"),
                Says("陈平", "居住于", "海港", scope="claim", holder="吴海"),
            ],
            "阿梅见到林河": [Says("阿梅", "相遇", "林河")],
        }
        return Tale(_chapters(texts), Script(ZH_PEOPLE, sentences), ZH_NAMES)
    texts = (
        "On day 10, Chen lived in Harbor.\n",
        "On day 20, Wu told Mei that Chen lived in Harbor.\n",
        "On day 30, Mei met Lin.\n",
    )
    sentences = {
        "On day 10, Chen lived in Harbor": [Says("Chen", "lives_in", "Harbor")],
        "Wu told Mei that Chen lived in Harbor": [
            Says("Wu", "told", "Mei"),
            Says("Chen", "lives_in", "Harbor", scope="claim", holder="Wu"),
        ],
        "Mei met Lin": [Says("Mei", "met", "Lin")],
    }
    return Tale(_chapters(texts), Script(EN_PEOPLE, sentences), EN_NAMES)


def letter(language: str) -> Tale:
    """Wu's letter says where Chen lives. Mei reads the letter a chapter later, and Lin never reads it."""
    if language == "zh":
        texts = (
            "第十日，林河见到吴海。\n",
            "第二十日，阿梅读到了吴海的信。\n\n信上写道：陈平住在海港。\n",
        )
        sentences = {
            "林河见到吴海": [Says("林河", "相遇", "吴海")],
            "阿梅读到了吴海的信": [Says("阿梅", "读到", "吴海")],
            "陈平住在海港": [Says("陈平", "居住于", "海港", scope="claim", holder="吴海")],
        }
        return Tale(_chapters(texts), Script(ZH_PEOPLE, sentences, frames={"信上写道": "letter"}), ZH_NAMES)
    texts = (
        "On day 10, Lin met Wu.\n",
        "On day 20, Mei heard from Wu by letter.\n\nThe letter ran: Chen lived in Harbor.\n",
    )
    sentences = {
        "Lin met Wu": [Says("Lin", "met", "Wu")],
        "Mei heard from Wu by letter": [Says("Mei", "heard", "Wu")],
        "Chen lived in Harbor": [Says("Chen", "lives_in", "Harbor", scope="claim", holder="Wu")],
    }
    return Tale(_chapters(texts), Script(EN_PEOPLE, sentences, frames={"The letter ran": "letter"}), EN_NAMES)


def too_soon(language: str) -> Tale:
    """Mei speaks of Chen's death ten days before she learns of the death."""
    if language == "zh":
        texts = (
            "第十日，陈平死在海港。\n",
            "第二十日，阿梅说陈平死了。\n",
            "第三十日，阿梅这才得知陈平已死。\n",
        )
        sentences = {
            "陈平死在海港": [Says("陈平", "死亡", phase="begins")],
            "阿梅说陈平死了": [Says("陈平", "死亡", scope="claim", holder="阿梅")],
            "阿梅这才得知陈平已死": [Says("阿梅", "得知", "陈平")],
        }
        return Tale(_chapters(texts), Script(ZH_PEOPLE, sentences), ZH_NAMES)
    texts = (
        "On day 10, Chen died in Harbor.\n",
        "On day 20, Mei said that Chen was dead.\n",
        "On day 30, Mei learned that Chen was dead.\n",
    )
    sentences = {
        "Chen died in Harbor": [Says("Chen", "dead", phase="begins")],
        "Mei said that Chen was dead": [Says("Chen", "dead", scope="claim", holder="Mei")],
        "Mei learned that Chen was dead": [Says("Mei", "knows_that", "Chen")],
    }
    return Tale(_chapters(texts), Script(EN_PEOPLE, sentences), EN_NAMES)


def _chapters(texts: tuple[str, ...]) -> tuple[Chapter, ...]:
    return tuple(chapter(number, text) for number, text in enumerate(texts, 1))
