"""Tests of sixty sentences that were read by hand before any rule was tried on them."""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.temporal.expressions import passage_time, read_time
from tests.unit.temporal.expressions.test_passage_scan import CALENDARS, rows, written

ENGLISH = """
lantern | [On the fourth of Mud], the river came over the step. | date Lantern Reckoning - --12-4
lantern | [In the Year 9 of the Second Lantern] the Guild was founded. | date Lantern Reckoning Second Lantern 9----
lantern | It had burned {on the fourteenth of Smokefall, Year 211 of the Second Lantern}. | date Lantern Reckoning Second Lantern 211-7-14
lantern | [By the middle of Thaw] the ice was rotten. | date Lantern Reckoning - --11--
none | [On day 214] the well ran dry. | date day - ----214
none | [Day 9]. No wind, and no sail. | date day - ----9
none | [Four nights later] the dog came home by itself. | PREVIOUS 4..4 day
none | [Nearly a month later], he sent for his trunk. | PREVIOUS 0..1 month
none | [Several years later] I met her in a lane. | PREVIOUS 2..9 year
none | [The very next day] he was gone. | PREVIOUS 1..1 day
none | [On the following evening] the guests arrived. | PREVIOUS 1..1 day
none | [Early the next morning], the bailiff knocked. | PREVIOUS 1..1 day
none | [Some forty years ago] a chapel stood here. | HERE -30..50 year
none | [A long time ago], a chapel stood here. | HERE before
none | He had buried it {three winters before}. | HERE -3..3 year
none | [A week after the funeral], the lawyer called. | EVENT 1..1 week funeral
none | [The morning after the storm], we found the mast. | EVENT 1..1 day storm
none | [The night before the battle], nobody slept. | EVENT -1..1 day battle
none | [Until the siege], bread cost a penny. | EVENT before siege
none | [On the day of the coronation] it hailed. | EVENT 0..0 day coronation
none | He has not eaten {since the funeral}. | EVENT after funeral
none | It will be finished {in a fortnight}. | HERE 14..14 day
none | The bells rang {all night}. | nothing
none | She took her medicine {at noon}. | nothing
none | He always came {when the moon was full}. | unread
none | [In July 1793] she crossed the frontier. | date gregorian - 1793-7--
none | The deed is dated {1 May 1604}. | date gregorian - 1604-5-1
none | April laughed and shut the book. |
none | The second bell was cracked. |
none | Meanwhile the cook had burned the goose. |
"""

CHINESE = """
tide | [潮历三百五十年霜月初一]，新掌尺上任。 | date 潮历 潮历 350-7-1
tide | [潮历三百五十年夏]，水位高了一寸。 | date 潮历 潮历 350---- s2
tide | 他说过，{雪月二十八}以前一定回来。 | date 潮历 - --8-28
tide | [雪月廿三]，家家扫屋。 | date 潮历 - --8-23
none | [贞观三年秋八月]，僧人出了玉门关。 | date - 贞观 3-8--
none | [第六十四天]，粮食吃完了。 | date day - ----64
none | 他们{第40日}才见到陆地。 | date day - ----40
none | [四天后]，狗自己跑回来了。 | PREVIOUS 4..4 day
none | [将近一个月后]，他才派人来取箱子。 | PREVIOUS 0..1 month
none | [几年后]，我在巷子里遇见她。 | PREVIOUS 2..9 year
none | [隔天]，他就不见了。 | PREVIOUS 1..1 day
none | [翌日傍晚]，客人到了。 | PREVIOUS 1..1 day
none | [次日一早]，有人敲门。 | PREVIOUS 1..1 day
none | [四十多年前]，这里有一座庙。 | HERE -40..49 year
none | [许久以前]，这里有一座庙。 | HERE before
none | 他{三年前}把它埋在树下。 | HERE -3..3 year
none | [葬礼之后七天]，律师来了。 | EVENT 7..7 day 葬礼
none | [地震次日]，我们找到了钟。 | EVENT 1..1 day 地震
none | [官渡之战前夜]，没有人睡着。 | EVENT -1..1 day 官渡之战
none | [围城以前]，一斗米卖十文。 | EVENT before 围城
none | [登基那天]，下了冰雹。 | EVENT 0..0 day 登基
none | [葬礼以来]他没有吃过东西。 | EVENT after 葬礼
none | 钟响了{整整一夜}。 | nothing
none | 她{中午}吃药。 | nothing
none | 他总在{月圆的时候}来。 | unread
none | [1793年7月]，她过了边境。 | date gregorian - 1793-7--
none | 文书上的日子是{一六〇四年五月一日}。 | date gregorian - 1604-5-1
none | 三月笑了，合上了书。 |
none | 第二口钟裂了。 |
none | [转过年来]，他又升了官。 | PREVIOUS 1..1 calendar year
"""

HELD_OUT = [*rows(ENGLISH, Language("en")), *rows(CHINESE, Language("zh"))]


def test_the_rules_read_new_sentences_as_they_were_read_by_hand() -> None:
    """At least 59 of 60 sentences have the right opening words and the right meaning, as in the first run on these
    sentences.
    """
    right = 0

    for language, sentence, words, opens, reading in HELD_OUT:
        calendar, text = sentence.split("|", 1)
        calendars = CALENDARS[calendar]
        found = passage_time(text, language=language, calendars=calendars)
        said = written(read_time(words, language=language, calendars=calendars)) if words else reading
        right += found == (words if opens else None) and said == reading

    assert right >= 59
