"""Two hundred sentences with time expressions whose meanings were written by hand. Words in [brackets] open the
passage, and words in {braces} are inside the passage.

A meaning has the form `anchor low..high unit`, `anchor after` or `anchor before`, `date calendar era year-month-day
season` (missing parts are dashes), `nothing` (certainly no time) or `unread` (unknown to the rules).
"""

from __future__ import annotations

import re

from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition, Era, Month
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import passage_time, read_time, statement_time

LANTERN = CalendarDefinition(
    "Lantern Reckoning",
    (Era("First Lantern"), Era("Second Lantern", 1, 500)),
    tuple(
        Month(name, 28)
        for name in "Larkrise Blossom Highgrass Longlight Haycut Goldleaf Smokefall Rime Deepsnow Ice Thaw Mud Sap".split()
    ),
)
TIDE = CalendarDefinition(
    "潮历",
    (Era("潮历"),),
    tuple(Month(name, 30) for name in "燕来月 青苔月 长日月 晒网月 雷鸣月 蟹肥月 霜月 雪月".split()),
)
CALENDARS = {"lantern": Calendars([LANTERN]), "tide": Calendars([TIDE]), "none": Calendars([])}

ENGLISH = """
lantern | [On the ninth of Larkrise, in the Year 212 of the Second Lantern], I was late lighting the lamps. | date Lantern Reckoning Second Lantern 212-1-9
lantern | [The twentieth of Larkrise] was a market day, and the landing was crowded. | date Lantern Reckoning - --1-20
lantern | [By the end of Blossom] my grandmother could not manage the stairs. | date Lantern Reckoning - --2--
lantern | I set out {on the last day of Blossom}. | date Lantern Reckoning - --2-28
lantern | [On the first of Longlight] I locked the boathouse and went. | date Lantern Reckoning - --4-1
lantern | It had been {the autumn, the Year 211 of the Second Lantern}. | date Lantern Reckoning Second Lantern 211---- s3
lantern | It was [the tenth of Haycut], and it was raining. | date Lantern Reckoning - --5-10
lantern | [In the spring of the Year 3 of the First Lantern] the locks were dug. | date Lantern Reckoning First Lantern 3---- s1
lantern | [Year 12345 of the First Lantern] saw the river dry. | date Lantern Reckoning First Lantern 12345----
lantern | [In the two hundred and twelfth year of the Second Lantern] the bridge fell. | date Lantern Reckoning Second Lantern 212----
lantern | [On 14 Smokefall, year 211 of the Second Lantern], two men came with oil. | date Lantern Reckoning Second Lantern 211-7-14
lantern | [In the Year 40 of the Third Tide] nobody kept a count. | date - Third Tide 40----
lantern | She was born {in Goldleaf}. | date Lantern Reckoning - --6--
lantern | Blossom lay on the path, and the mill stood quiet. |
lantern | [On Rime the third] the ferry froze in. | date Lantern Reckoning - --8-3
none | [On day 30], Lin left the harbor. | date day - ----30
none | [Day 103] began with rain. | date day - ----103
none | He had lived there {since day 12}. | date day - ----12
none | [On the third day after the fire] we buried an empty coffin. | EVENT 3..3 day fire
none | We buried him {the day after the wedding}. | EVENT 1..1 day wedding
none | [Three days later], the boats came home. | PREVIOUS 3..3 day
none | It was [three days later] that I came down the hill again. | PREVIOUS 3..3 day
none | [The next morning] I found her at the window. | PREVIOUS 1..1 day
none | [Next morning], the snow had gone. | PREVIOUS 1..1 day
none | [The following day] they rode north. | PREVIOUS 1..1 day
none | [A fortnight later] the letter came. | PREVIOUS 14..14 day
none | [Some weeks later] she heard the name again. | PREVIOUS 2..9 week
none | [A few days later] the doctor sent his bill. | PREVIOUS 2..9 day
none | [Years later], he would laugh at it. | PREVIOUS 2.. year
none | [Ten years before], they had shared a bed in the loft. | HERE -10..10 year
none | [Years before], she had been a thief. | HERE -2.. year
none | [Eleven years before], when I was eight, we had lived in Lowmarsh. | HERE -11..11 year
none | He sold the horse {two years ago}. | HERE -2..2 year
none | They met {long ago}. | HERE before
none | [Not long after], the bell was sold. | PREVIOUS after
none | [Soon afterwards] the road was closed. | PREVIOUS after
none | [Later] she married a cooper. | PREVIOUS after
none | [Afterwards] nobody spoke of it. | PREVIOUS after
none | [Before the war], the house had a garden. | EVENT before war
none | [After the battle of Redcliff] the fleet was never rebuilt. | EVENT after battle of redcliff
none | He had kept bees {before the war}. | EVENT before war
none | [On the night of the fire] Tobias was on the river. | EVENT 0..0 day fire
none | [That same evening] a boy brought a note. | PREVIOUS 0..0 day
none | [That night] the wind changed. | PREVIOUS 0..0 day
none | [The same day], the council met. | PREVIOUS 0..0 day
none | "Three days later he was dead," said Peg. |
none | "Yesterday," said the clerk, "I saw her." |
none | He came {yesterday}. | HERE -1..1 day
none | I shall go {tomorrow}. | HERE 1..1 day
none | She will be back {in three days}. | HERE 3..3 day
none | They waited {for three days}. | nothing
none | {In those days} the pilot lived on the point. | nothing
none | He had been ill {for years}. | nothing
none | She went out {every morning}. | nothing
none | They met {one day}. | nothing
none | The clerk read {at dusk}. | nothing
none | She learned to read {in her fourteenth year}. | unread
none | They left {after he fell ill}. | unread
none | He rose {before dawn}. | nothing
none | Rome killed him {in 44 BC}. | date gregorian BC 44----
none | [In 1812] the bridge was burned. | date gregorian - 1812----
none | [On 3 June 1812] the regiment crossed. | date gregorian - 1812-6-3
none | [On June 3, 1812], they crossed back. | date gregorian - 1812-6-3
none | [In the spring of 1812] the ice was late. | date gregorian - 1812---- s1
none | She died {on the 14th of February, 1745}. | date gregorian - 1745-2-14
none | It was found {in AD 79}. | date gregorian - 79----
none | There were 1812 sheep on the hill. |
none | May came in with a basket on her arm. |
none | He might march before the others did. |
none | [In June] the roads dried. | date gregorian - --6--
none | [Twenty-odd years ago] the well was dug. | HERE -20..29 year
none | They married {more than ten years ago}. | HERE -10.. year
none | [Two or three weeks later] the debt was paid. | PREVIOUS 2..3 week
none | [A year and a half later] the child could walk. | PREVIOUS 18..18 month
none | [Half a year later] he wrote again. | PREVIOUS 6..6 month
none | [Within a week] the town was empty. | PREVIOUS 0..1 week
none | [An hour later] the lamp went out. | PREVIOUS 0..1 day
none | [A moment later] she was gone. | PREVIOUS 0..1 day
none | [The following spring] they planted beans. | PREVIOUS 1..457 day s1
none | [The next year] the mill was sold. | PREVIOUS 1..1 calendar year
none | He went to sea {last year}. | HERE -1..1 calendar year
none | She saw him {last night}. | HERE -0..1 day
none | [The day before], she had counted the spoons. | HERE -1..1 day
none | They had quarrelled {the day before yesterday}. | HERE -2..2 day
none | [Five days after the wedding], war was declared. | EVENT 5..5 day wedding
none | [Two days before the siege] the gates were mended. | EVENT -2..2 day siege
none | [Since the flood] no one has lived there. | EVENT after flood
none | Wu took the sword {a year after}. | PREVIOUS 1..1 year
none | [A year after the war], Wu took it back. | EVENT 1..1 year war
none | The rope was three days' work. |
none | Will had a cart and two mules. |
none | The third man said nothing. |
none | He counted the days and was silent. |
none | They did it in the old manner. |
none | Spring water ran over the stones. |
none | [At last] the door was opened. | PREVIOUS after
none | [In the end] he paid. | PREVIOUS after
none | [After three days] the fever broke. | PREVIOUS 3..3 day
none | [Another three days] and they saw land. | PREVIOUS 3..3 day
none | The rain stopped. [Two days later] the road was dry. | PREVIOUS 2..2 day
none | The rain stopped. The road dried. Two days later they left. |
"""

CHINESE = """
tide | [潮历三百四十九年燕来月初七]，天还没亮，她就下了石阶。 | date 潮历 潮历 349-1-7
tide | [潮历三百四十九年三月初五]，海上起雾。 | date 潮历 潮历 349-3-5
tide | [青苔月初一]，她离开苇港。 | date 潮历 - --2-1
tide | [长日月二十]，盐商在南滩摆酒。 | date 潮历 - --3-20
tide | [雷鸣月十二]，风暴潮漫上了石阶。 | date 潮历 - --5-12
tide | 他打算{晒网月初一}告假。 | date 潮历 - --4-1
tide | 信上写着{元年蟹肥月十一}。 | date 潮历 潮历 1-6-11
tide | [潮历三百四十八年]，库里起了火。 | date 潮历 潮历 348----
tide | [潮历三百四十八年秋]，他交还木牌。 | date 潮历 潮历 348---- s3
tide | [潮历12345年]，海水退尽。 | date 潮历 潮历 12345----
tide | 她没有等到晒网月。[雷鸣月十四]，她赶回了苇港。 | date 潮历 - --5-14
tide | 他生于{潮历三百年冬}。 | date 潮历 潮历 300---- s4
tide | [蟹肥月十一日夜]，潮水最低。 | date 潮历 - --6-11
tide | [建安五年春]，曹操起兵。 | date - 建安 5---- s1
tide | [建安十三年冬十一月]，大江上起了东南风。 | date - 建安 13-11--
none | [中平六年四月]，灵帝病重。 | date - 中平 6-4--
none | 却说[建宁二年四月望日]，帝御温德殿。 | date - 建宁 2-4-15
none | [延康元年]，新君即位。 | date - 延康 1----
none | 改{延康元年}，国号大魏。 | date - 延康 1----
none | 大赦天下，改元{永安元年}。 | date - 永安 1----
none | [第一百零三日]，船到了北岸。 | date day - ----103
none | [第103日]，船到了北岸。 | date day - ----103
none | 他在{第三十天}离开了都城。 | date day - ----30
none | [第十日]，林远住在海港。 | date day - ----10
none | 林远{第二十日}到了都城。 | date day - ----20
none | [次日]，她领到一块木牌。 | PREVIOUS 1..1 day
none | [次日清晨]，雨停了。 | PREVIOUS 1..1 day
none | [翌日]，众人散去。 | PREVIOUS 1..1 day
none | [第二天]，他就走了。 | PREVIOUS 1..1 day
none | [第二天一早]，他就走了。 | PREVIOUS 1..1 day
none | [三日后]，下着小雨，有人敲门。 | PREVIOUS 3..3 day
none | [三天之后]，信才送到。 | PREVIOUS 3..3 day
none | [过了三日]，信才送到。 | PREVIOUS 3..3 day
none | [方走了三日]，顶头来了一群驮子。 | PREVIOUS 3..3 day
none | 他走了三日了，还没有信。 |
none | [又过了几日]，雪化了。 | PREVIOUS 2..9 day
none | [数日后]，他回来了。 | PREVIOUS 2..9 day
none | [数月之间]，城中换了三个县令。 | PREVIOUS 2..10 month
none | [十余日后]，援军到了。 | PREVIOUS 10..19 day
none | [十几天后]，援军到了。 | PREVIOUS 11..19 day
none | [半个月后]，她收到回信。 | PREVIOUS 14..16 day
none | [半季后]，她收到回信。 | PREVIOUS 42..47 day
none | [一个半季度后]，她收到回信。 | PREVIOUS 126..140 day
none | [半年后]，孩子会走路了。 | PREVIOUS 6..6 month
none | [一年半以后]，他又来了。 | PREVIOUS 18..18 month
none | [三五日后]，病就好了。 | PREVIOUS 3..5 day
none | [两三年后]，村里没人记得他。 | PREVIOUS 2..3 year
none | [翌年]，他娶了亲。 | PREVIOUS 1..1 calendar year
none | [次年春]，他娶了亲。 | PREVIOUS 1..1 calendar year s1
none | [十年前]，他们同住一间阁楼。 | HERE -10..10 year
none | [二十余年前]，这里是一片海。 | HERE -20..29 year
none | 他{三天前}卖了马。 | HERE -3..3 day
none | [多年以前]，她是个贼。 | HERE -2.. year
none | [从前]，山里有座庙。 | HERE before
none | [很久以前]，山里有座庙。 | HERE before
none | [不久]，钟被卖了。 | PREVIOUS after
none | [后来]，她嫁给了木匠。 | PREVIOUS after
none | [此后]，没有人再提起。 | PREVIOUS after
none | [不久之后]，路断了。 | PREVIOUS after
none | [大火后第三日]，前任掌尺告老回乡。 | EVENT 3..3 day 火
none | [火后第十日]，我交还木牌。 | EVENT 10..10 day 火
none | [起火的前一日]，裴照来找我。 | EVENT -1..1 day 火
none | 他在{赤壁之战前}投了孙权。 | EVENT before 赤壁之战
none | [赤壁之战以后]，天下三分。 | EVENT after 赤壁之战
none | [那场大火之后]，他再没有回来。 | EVENT after 火
none | [大火之后三年]，城才修好。 | EVENT 3..3 year 火
none | 他{大火那天}不在城里。 | EVENT 0..0 day 火
none | [婚礼前三天]，新娘不见了。 | EVENT -3..3 day 婚礼
none | [当夜]，他带着书走了。 | PREVIOUS 0..0 day
none | [当日]，众人饮酒。 | PREVIOUS 0..0 day
none | [同日]，城北也起了火。 | PREVIOUS 0..0 day
none | [这天夜里]，青禾做了一个梦。 | PREVIOUS 0..0 day
none | [那天夜里]，她听着潮水。 | PREVIOUS 0..0 day
none | [第三日]，城门开了。 | PREVIOUS 1..3 day
none | 他{第二年}就死了。 | PREVIOUS 1..1 calendar year
none | “三日后再来。”她说。 |
none | 他说：“昨日我见过她。” |
none | 他{昨日}来过。 | HERE -1..1 day
none | 我{明日}就走。 | HERE 1..1 day
none | 我{后天}就走。 | HERE 2..2 day
none | 她{去年秋天}病过一场。 | HERE -1..1 calendar year s3
none | 他{前年}去了北方。 | HERE -2..2 calendar year
none | {明年}他们要回来。 | HERE 1..1 calendar year
none | [那年冬天]雪很大。 | date - - ----- s4
none | {今天}他没有来。 | HERE 0..0 day
none | 他{昨夜}没有睡。 | HERE -0..1 day
none | [半个时辰后]，灯灭了。 | PREVIOUS 0..1 day
none | 他在灰里捡了{九天}。 | nothing
none | 他们等了{三日}。 | nothing
none | 她{每天}下石阶。 | nothing
none | {一日}，二人在溪边相遇。 | nothing
none | {傍晚}，船靠了岸。 | nothing
none | 他{一直}没有说话。 | nothing
none | [公元前206年]，秦亡。 | date gregorian BC 206----
none | [1812年6月3日]，军队过了河。 | date gregorian - 1812-6-3
none | [一八一二年六月]，军队过了河。 | date gregorian - 1812-6--
none | [公元200年春]，两军对峙。 | date gregorian - 200---- s1
none | 三百只船停在港里。 |
none | 月亮很圆，照着石阶。 |
none | 日后必定有人说我卖了它，这话他没有讲。 |
none | 一年级的学生都走了。 |
none | 第三个人没有说话。 |
none | 将军下了马，走进营中。 |
none | 雨停了。[两天后]，路干了。 | PREVIOUS 2..2 day
none | 雨停了。路干了。两天后他们走了。 |
none | [不到三天]，城就破了。 | PREVIOUS 0..3 day
"""

_MARK = re.compile(r"[\[{](.*?)[\]}]")


def written(said: TimeExpression | None) -> str:
    """Return a meaning in the notation of the tables."""
    if said is None:
        return "unread"
    if said.kind is TimeKind.UNKNOWN:
        return "nothing"
    season = f" s{said.season}" if said.season else ""
    if said.kind is TimeKind.CALENDAR:
        parts = "-".join("-" if part is None else str(part) for part in (said.year, said.month, said.day))
        return f"date {said.calendar or '-'} {said.era or '-'} {parts}{season}"
    name = f" {said.name}" if said.name else ""
    anchor = (said.anchor or Anchor.HERE).name
    if said.kind is TimeKind.ORDER:
        return f"{anchor} {'before' if said.before else 'after'}{name}"
    low = "" if said.low is None else said.low
    high = "" if said.high is None else said.high
    return f"{anchor} {'-' if said.before else ''}{low}..{high} {said.unit}{name}{season}"


def rows(table: str, language: Language) -> list[tuple[Language, str, str | None, bool, str]]:
    """Return the language, sentence, time words, whether the time words open the passage, and their meaning."""
    found: list[tuple[Language, str, str | None, bool, str]] = []
    for line in table.strip().splitlines():
        calendar, marked, reading = (part.strip() for part in line.split("|"))
        mark = _MARK.search(marked)
        sentence = _MARK.sub(r"\1", marked)
        found.append(
            (language, f"{calendar}|{sentence}", mark[1] if mark else None, bool(mark and mark[0][0] == "["), reading)
        )
    return found


ROWS = [*rows(ENGLISH, Language("en")), *rows(CHINESE, Language("zh"))]
ONE_SENTENCE = [row for row in ROWS if len(re.findall(r"[.。]", row[1])) == 1 and not re.search('["“”]', row[1])]


def test_the_words_that_open_a_sentence_and_no_others_set_the_now_of_a_passage() -> None:
    """`passage_time` returns the bracketed words as written, and nothing for the other sentences."""
    for language, sentence, words, opens, _reading in ROWS:
        calendar, text = sentence.split("|")

        found = passage_time(text, language=language, calendars=CALENDARS[calendar])

        assert found == (words if opens else None), sentence


def test_words_that_place_what_a_sentence_says_are_found_anywhere_in_it() -> None:
    """`statement_time` returns marked words anywhere in the sentence, unless the words have no meaning."""
    for language, sentence, words, _opens, reading in ONE_SENTENCE:
        calendar, text = sentence.split("|")

        found = statement_time(text, language=language, calendars=CALENDARS[calendar])

        assert found == (words if reading not in ("", "nothing", "unread") else None), sentence


def test_time_words_are_read_as_they_were_read_by_hand() -> None:
    """`read_time` returns exactly the meaning in the table."""
    for language, sentence, words, _opens, reading in ROWS:
        if words:
            calendars = CALENDARS[sentence.split("|", maxsplit=1)[0]]

            said = read_time(words, language=language, calendars=calendars)

            assert written(said) == reading, sentence
