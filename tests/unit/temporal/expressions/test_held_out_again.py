"""Tests of sixty more sentences that were read by hand first. 19 of the sentences only seem to have time expressions."""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.temporal.expressions import passage_time, read_time, statement_time
from tests.unit.temporal.expressions.test_passage_scan import CALENDARS, rows, written

ENGLISH = """
none | [On the third day after], they dug him out. | PREVIOUS 3..3 day
none | [Some ten days afterwards] a cart came up the lane. | PREVIOUS 8..12 day
none | [A fortnight later] the well was dry. | PREVIOUS 14..14 day
none | [Eighteen years before], a boy had drowned there. | HERE -18..18 year
none | {That winter} the bread gave out. | unread
none | {Three nights running} the dog howled. | nothing
none | [Half an hour later] the bell rang. | PREVIOUS 0..1 day
none | They met again {the week after next}. | HERE 2..2 calendar week
none | [Nine days before the eclipse] the birds left. | EVENT -9..9 day eclipse
none | [Within the month] he had sold the land. | PREVIOUS 0..1 month
none | She was taught to read {in her fourteenth year}. | unread
none | They would be married {at midsummer}. | date - - ----- s2
none | [A hundred years later] nobody knew the name. | PREVIOUS 100..100 year
none | {The second night after the ship went down}, nobody slept. | unread
none | [Less than a week later] the letter came back. | PREVIOUS 0..1 week
none | [Some three months before the trial] he had written to her. | EVENT -2..4 month trial
none | [On 2 February 1901] the old queen was buried. | date gregorian - 1901-2-2
none | He was killed {in 212 BC}. | date gregorian BC 212----
none | She took three steps back and fell. |
none | The hour hand was bent. |
none | A second later-comer took the chair. |
none | The thirteenth guest was silent. |
none | Augustus shut the ledger with one finger. |
none | There were seven years of dust on it. |
none | The day was cold. |
none | Summer, the cat, slept on the sill. |
none | He had two hundred sheep and one dog. |
none | Her second husband mended clocks. |
lantern | [On the fifth of Thaw, in the Year 30 of the Second Lantern], the dam broke. | date Lantern Reckoning Second Lantern 30-11-5
lantern | [By the winter of the Year 31 of the Second Lantern] it was whole again. | date Lantern Reckoning Second Lantern 31---- s4
"""

CHINESE = """
none | [越明年]，桥成。 | PREVIOUS 1..1 calendar year
none | [越三日]，城降。 | PREVIOUS 3..3 day
none | [居数月]，其母病卒。 | PREVIOUS 2..9 month
none | [那年冬天]，河面结了冰。 | date - - ----- s4
none | [不出旬日]，流言传遍全城。 | PREVIOUS 0..12 day
none | [半月有余之后]，援军才到。 | PREVIOUS 14..31 day
none | [不数月]，他已升了三级。 | PREVIOUS 0..9 month
none | [十八年前]，村口淹死过一个孩子。 | HERE -18..18 year
none | [二十余年前]，这里有一家当铺。 | HERE -20..29 year
none | [数月之间]，米价涨了三倍。 | PREVIOUS 2..10 month
none | [光绪二十六年七月]，京城大乱。 | date - 光绪 26-7--
none | [北魏太和十八年]，都城南迁。 | date - 北魏太和 18----
none | [康熙六十一年十一月]，老皇帝病倒在园子里。 | date - 康熙 61-11--
none | [贞观元年]，他中了进士。 | date - 贞观 1----
none | [光绪二十六年闰八月]，两宫西去。 | date - 光绪 26--8--
none | {三更}，外面有人敲门。 | nothing
none | 他在山上住了{半月有余}。 | nothing
none | 他走了{旬日}。 | nothing
none | [大火后三年]，街上才有了新房。 | EVENT 3..3 year 火
none | [又过了两个半月]，信才到。 | PREVIOUS 70..78 day
none | 三更在门口等着，是个瘦子。 |
none | 日子一天天长起来，路也干了。 |
none | 年糕蒸好了，摆在桌上。 |
none | 他是第三个进来的人。 |
none | 春桃把灯拨亮了一点。 |
none | 月娘抱着琵琶坐下。 |
none | 秋生不说话，只管磨刀。 |
none | 四十九级石阶都结了冰。 |
tide | [潮历三百五十一年秋]，盐价又跌了。 | date 潮历 潮历 351---- s3
tide | [霜月十五]，码头停工。 | date 潮历 - --7-15
"""

HELD_OUT = [*rows(ENGLISH, Language("en")), *rows(CHINESE, Language("zh"))]


def test_the_rules_read_further_sentences_as_they_were_read_by_hand() -> None:
    """At least 59 of 60 sentences have the right opening words and the right meaning."""
    right = 0

    for language, sentence, words, opens, reading in HELD_OUT:
        calendar, text = sentence.split("|", 1)
        calendars = CALENDARS[calendar]
        found = passage_time(text, language=language, calendars=calendars)
        said = written(read_time(words, language=language, calendars=calendars)) if words else reading
        right += found == (words if opens else None) and said == reading

    assert right >= 59


def test_sentences_without_time_words_are_given_none() -> None:
    """Neither the passage nor its statements get an invented date."""
    without = [(language, sentence) for language, sentence, words, _, _ in HELD_OUT if words is None]

    found = [
        text
        for language, sentence in without
        for calendar, text in (sentence.split("|", 1),)
        if passage_time(text, language=language, calendars=CALENDARS[calendar])
        or statement_time(text, language=language, calendars=CALENDARS[calendar])
    ]

    assert len(without) >= 18
    assert found == []
