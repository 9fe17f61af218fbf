"""Tests of orientation: which sentences look back, which look ahead, and which only seem to."""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.model.readings import Placement
from episodic.temporal.expressions import placing_of

ENGLISH = {
    Placement.BACK: """
        She had lived in the harbor. | He had never seen the sea. | They'd been friends. | He used to light the lamps.
        She once lived in the Village. | He was once a clerk. | Once, a mill stood here. | Years ago the well was dug.
        Ten years before, they had met. | He was formerly a clerk. | He came yesterday. | Three winters earlier he sold it.
        In those days the house had a garden. | When he was a boy he kept bees. | She had long known it. | Long ago a king ruled here.
    """,
    Placement.AHEAD: """
        He will leave at dawn. | She shall not pass. | I'll go. | They won't come. | Tomorrow we ride. | He is going to build a weir.
        She was about to speak. | He plans to sell the mill. | Will you come? | This will be the last time. | Will will come.
        He will never return. | The king will die. | She intends to marry him.
    """,
    Placement.NOW: """
        Will had a cart. | Old Will laughed. | The will of the dead man was read. | She did it against his will. | Free will is a gift.
        He left a will. | At once he rose. | Once more she sang. | She sang once again. | He winked once. | Once the door was open, he left.
        He had a dog. | She had red hair. | He had to go. | He had brown eyes. | He is going to the market. | They are going to bed.
        He was used to hard beds. | She got used to it. | It was done before dawn. | He sat down. | "I had lived there," she said.
        He said, "I will come tomorrow." | They walked on. | He went to the river and shouted.
    """,
}
CHINESE = {
    Placement.BACK: """
        林曾住在村里。 | 他曾经是量潮司的人。 | 当年他住在鹿耳屿。 | 从前山里有座庙。 | 昔日的码头空了。 | 他原是量潮司的人。 | 十年前他们同住一屋。
        以前他在苇港。 | 三天以前他卖了马。 | 昨日他来过。 | 曹操曾为丞相。 | 他早年做过贼。 | 去年她病过一场。 | 二十余年前这里是海。
    """,
    Placement.AHEAD: """
        他将要离开。 | 他即将出发。 | 她打算告假。 | 他明日就走。 | 大军将至。 | 她明年要嫁人。 | 他将去北方。 | 他准备动身。 | 此事必将败露。
    """,
    Placement.NOW: """
        将军下马。 | 众将士欢呼。 | 将其斩首。 | 他将书放下。 | 大将去了。 | 曾祖父坐在门口。 | 曾国藩到了。 | 他未曾开口。 | 原来是他。 | 门前有树。
        三日后他走了。 | 他走到门前。 | 青禾说：“我明日走。” | 她将他扶起。 | 老将出阵。 | 不久他就走了。 | 她住在苇港。 | 两人前后走进来。
    """,
}
ROWS = [
    (language, sentence.strip(), placing)
    for language, table in ((Language("en"), ENGLISH), (Language("zh"), CHINESE))
    for placing, block in table.items()
    for sentence in block.replace("\n", "|").split("|")
    if sentence.strip()
]


def test_a_sentence_is_placed_by_its_own_words() -> None:
    """Tense, 曾 and 将 count. Names, nouns and objects that look like them do not count."""
    for language, sentence, placing in ROWS:
        found = placing_of(sentence, language=language)

        assert found is placing, sentence


def test_a_sentence_that_is_all_speech_is_judged_by_what_is_said() -> None:
    """In a sentence with narration and speech, only the narration counts."""
    found = placing_of("“我曾住在那里。”", language=Language("zh"))

    assert found is Placement.BACK
