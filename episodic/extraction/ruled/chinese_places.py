"""Which strings of a Chinese window name a place, a group or a thing: by their last character and by what stands before."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from episodic.extraction.ruled.chinese_lexicon import HAN, HARD_IN_NAMES, NOT_PEOPLE, OFFICE_TITLES
from episodic.extraction.ruled.chinese_people import CLAUSE_EDGE, Evidence, alternatives
from episodic.extraction.ruled.rules import NameKind
from episodic.model.surnames import SURNAMES

_SHORT_SUFFIXES = "州郡县"
_SUFFIXES = "市城山关江河湖海岭谷坡原口津渡港湾岛屿洲滩桥寨堡村镇庄街巷宫殿寺庙观庵楼阁府园亭塔浦峡国门库"
_LONG_SUFFIXES = "酒店 酒馆 客栈 茶馆 教堂 广场 车站 王国 帝国 城堡 森林 沙漠 草原 半岛 群岛 海峡 山脉 峡谷 港口 码头 大街 公寓 医院 图书馆".split()
_GROUPS = "学院 大学 教会 公会 集团 公司 骑士团 家族 军团 商会 协会 组织 联盟 部落 王朝 兵团 警署 警局 研究所 会 帮 派 教 盟 司 社 团 宗 族 堂 营 队".split()
_GOES = (
    "于 在 至 到 往 入 奔 回 屯 取 攻 守 镇 据 赴 离开 去了 到了 来到 前往 回到 住在 抵达 返回 逃往 逃到 逃回 搬到 搬进 搬去 搬回 赶到 赶回 奔回 杀奔 径奔 直奔 "
    "进入 屯于 屯兵 屯军 驻扎 坐守 镇守 攻打 直取 来取 去取 夺了 夺取 已得 得了 攻取 围了 攻破 收复 打破 起兵 兵至 行至 引至 引兵至 退守 退回 退入 班师回 守住 迁都"
).split()
_MOVES = frozenset(word for word in _GOES if len(word) == 2)
_STOP_FIRST = frozenset(
    "的了着过是有不没这那其此某每各诸众我你他她它们一二三四五六七八九十百千万两几数半多余大小又却已即便乃遂皆都只就再还将要欲可得"
)
_STOP_INSIDE = HARD_IN_NAMES | frozenset(
    "的了着过是有不没这那其此某每各诸众我你他她它们之与和及或于在至到往入从向自把被将令使遣曰道说问见闻引领率攻取守出奔回来去劫拒阻夜今乃背后前寨军兵骑拔渡屡报陪观斩杀卖护活捉擒封拜遣送迎使为命"
)
_STOP_LAST = frozenset("中下上前后内外里边间处时日夜军兵马人将士众者等之来去也矣了的着过声面心意事计言道死生")
_PLACE_VERBS = frozenset("于在至到往入出奔回屯取攻守镇据过离从自赴投围克破袭夺占住居经由达抵返归进逃犯寇渡登")
_EDGE_BEFORE = CLAUSE_EDGE | _PLACE_VERBS | frozenset("向领是乃的之与和及把了着得失弃")
_RISKY_SUFFIXES = frozenset("市国口门观渡府寨宫河江桥庄亭库殿楼")
_NOT_PLACES = frozenset(
    (
        "都市 城市 早市 集市 门市 夜市 上市 闹市 房间 客厅 厨房 卧室 书房 学校 家中 家里 门口 窗前 床上 桌前 座位 自己 原地 原处 身边 身旁 办公室 重围 对山 前寨 后寨 旧寨 坚城 城门 城下 城中 城上 城外 城内 本州 本郡 本县 此城 此关 大门 小门 寨门 营门 宫门 府门 家门 东门 西门 南门 北门 四门 出门 进门 上门 关门 开门 房门 "
        "军门 辕门 入城 出城 攻城 守城 围城 到城 进城 回城 离城 弃城 献城 开城 一城 孤城 空城 大城 小城 外城 内城 山口 路口 门口 隘口 谷口 渡口 港口 江口 河口 "
        "寨口 伤口 胸口 开口 随口 亲口 信口 一口 人口 家口 缺口 两口 几口 心口 入口 出口 胃口 借口 大江 长江 过江 渡江 沿江 一江 上山 下山 山山 大山 高山 深山 小山 "
        "满山 土山 前山 后山 东山 西山 南山 北山 火山 本国 我国 敌国 一国 两国 三国 大国 小国 外国 各国 中国 国国 诸国 为国 报国 误国 立国 治国 列国 "
        "本寨 大寨 小寨 劫寨 下寨 营寨 回寨 入寨 出寨 立寨 安寨 守寨 弃寨 各寨 水寨 旱寨 本营 大营 小营 回营 老营 中营 左营 右营 前营 后营 军营 兵营 各营 劫营 下营 安营 "
        "山谷 山坡 土坡 小村 本村 乡村 村庄 田庄 回府 入府 相府 府府 官府 王府 本府 入宫 后宫 出宫 回宫 六宫 东宫 大殿 上殿 下殿 金殿 入殿 内殿 城楼 门楼 "
        "敌楼 酒楼 高楼 钟楼 下楼 上楼 一楼 二楼 过桥 小桥 浮桥 吊桥 断桥 大桥 上桥 大街 上街 街街 小街 当街 一街 大河 过河 小河 大海 上海 下海 入海 出海 下关 上关 "
        "守关 过关 出关 入关 把关 有关 无关 相关 破关 献关 叩关 出塔 一国 后园 花园 小岛 海岛 大岛 全国 天国 故国 学会 机会 不会 都会 才会 就会 也会 相会 聚会 大会 约会 社会 宴会 "
        "一会 这会 那会 只会 只管 军队 部队 官司 上司 有司 三司 长官 朝门 开门 入门 闭门 鬼门 后门 前门 侧门 正门 旧门 车队 船队 小队 大队 排队 一队 两队 三队 家族 一族 三族 "
        "宗族 民族 种族 家教 请教 领教 指教 见教 赐教 受教 求教 打教 一派 气派 公堂 大堂 后堂 厅堂 草堂 中堂 庙堂 殿堂 学堂 天堂 满堂 哄堂 祠堂 集团 一团 公司 大营 一帮 大帮 海盟 "
        "立教 赦罪 同盟 会盟 结盟 联盟 祖宗 正宗 乡亭 下亭 海口 观观 可观 壮观 旁观 乐观 客观 主观 奇观 参观 大观 外观 悲观 江湖 五湖 州郡 州县 郡县 江山 山河 "
        "河山 山海 四海 江海 大江 江河 关山 山关 山岭 山城 山寨 边关 关口 城口 要津 关津"
    ).split()
)

_SHORT = re.compile(f"[{HAN}]{{1,3}}[{_SHORT_SUFFIXES}]")
_PLACE_SUFFIX = re.compile(f"[{HAN}](?:{alternatives([*_LONG_SUFFIXES, *_SUFFIXES, *_SHORT_SUFFIXES])})")
_GROUP_SUFFIX = re.compile(f"[{HAN}](?:{alternatives(_GROUPS)})")
_BY_MOVE = re.compile(
    f"(?:{alternatives(_GOES)})(?:了)?([{HAN}]{{2,4}}?)(?=[，。；！？、”：]|而来|而去|来|去|界|城|太守|之|一带|方向|等处|地面|，)"
)
_BY_OFFICE = re.compile(
    f"(?<![{HAN}])([{HAN}]{{2}}?)(?:太守|刺史|州牧|牧|郡守|县令|知府|知县)(?=[{HAN}])|(?:[，。乃本系是])([{HAN}]{{2,4}}?)人(?:也|氏)"
)
_GROUP_CONTEXT = re.compile("(?:加入|离开|属于|隶属|回到|来自|投靠|给|在|是|成了|成为|退出|创立|建立|交还|由)了?$")
_JOINED = re.compile(f"(?:加入|退出|隶属于|效力于|供职于)了?([{HAN}]{{2,6}}?)(?=[，。；！？、的])")
_STRONG_GROUPS = frozenset("学院 大学 教会 公会 集团 公司 骑士团 家族 商会 协会 警局 警署".split())
_QUOTED_THING = re.compile("《([^《》\\s\ud800-\udfff\ue000-\uf8ff]{1,20})》")
_WEAPON = re.compile(
    "(?:造|使|(?:挺|绰|手持|手执|手提|提|舞|佩|掣|横|持|执|轮|骑|跨)[着起动]?+|拔出|抽出|拿出|取出|握着|名曰|名为)(?:一?[口把柄条杆枝匹张])?"
    f"([{HAN}]{{2,5}}?(?:刀|剑|枪|矛|戟|弓|鞭|斧|锏|玺|杖|扇))(?=[，。；！？、]|[{HAN}])"
)
_PIECE = "(?:[一半那这两几][把本只封件块条枚张根串册截个])?"
_HANDLED = re.compile(
    f"(?:把|将){_PIECE}([{HAN}]{{2,3}}?)(?:交给|递给|还给|送给|卖给|传给|留给|贴身|藏|交还|放在|放进|包好|托在|转给)"
    f"|(?:挂着|戴着|佩着|拿出|取出|掏出|捧着|交还|握着){_PIECE}([{HAN}]{{2,3}}?)(?=[，。；、])"
)
_HANDLES = frozenset("马执持挺绰提横舞骑所带悬防连者")
_NOT_IN_THINGS = HARD_IN_NAMES | frozenset("自己他她它我你们这那手头脸眼身心话声")
_NO_THINGS = frozenset(
    "东西 事情 目光 视线 眼睛 手指 脑袋 肩膀 胳膊 耳朵 头发 嘴巴 声音 身体 身子 孩子 时间 消息 话题 注意 精力 男人 女人 老人 笑容 一切 全部 手掌 拳头".split()
)


def places(text: str) -> Mapping[str, Evidence]:
    """Place names and their evidence."""
    tallies: dict[str, list[float]] = defaultdict(list)
    for match in _PLACE_SUFFIX.finditer(text):
        name, sure = _leftwards(text, match.end(), suffix=match.end() - match.start() - 1)
        if name is not None:
            risky = text[match.end() - 1] in _RISKY_SUFFIXES
            tallies[name].append((2.0 if sure else 1.0) - 0.8 * risky)
    for match in _BY_MOVE.finditer(text):
        if _place_like(match.group(1)):
            tallies[match.group(1)].append(0.7 if match.group(1)[0] in SURNAMES else 1.0)
    for match in _BY_OFFICE.finditer(text):
        name = match.group(1) or match.group(2)
        if _place_like(name):
            tallies[name].append(2.0)
    return {name: Evidence(sum(marks), text.count(name)) for name, marks in tallies.items() if sum(marks) >= 2}


def _leftwards(text: str, end: int, *, suffix: int) -> tuple[str | None, bool]:
    """The place name that ends at *end*: the shortest one with a clear left edge, and whether that edge is clear."""
    longest = 2 if text[end - 1] in _SHORT_SUFFIXES else 3
    for size in range(1, longest + 1):
        start = end - suffix - size
        if start < 0:
            return None, False
        if text[start] in _STOP_INSIDE or text[start] in CLAUSE_EDGE:
            return None, False
        moved = text[max(0, start - 2) : start] in _MOVES
        if moved or start == 0 or text[start - 1] in _EDGE_BEFORE:
            name = text[start:end]
            if name in _NOT_PLACES or name[-2:] in _NOT_PLACES or name in NOT_PEOPLE or text[start] in _STOP_FIRST:
                return None, False
            return name, moved or (start > 0 and text[start - 1] in _PLACE_VERBS)
    return None, False


def _place_like(name: str) -> bool:
    if name in NOT_PEOPLE or name in _NOT_PLACES or name[0] in _STOP_FIRST or name[-1] in _STOP_LAST:
        return False
    return not name.endswith(tuple(OFFICE_TITLES)) and _STOP_INSIDE.isdisjoint(name)


def groups(text: str) -> Mapping[str, Evidence]:
    """Names of groups and their evidence: seen at least twice, once in a place where groups stand."""
    tallies: dict[str, list[float]] = defaultdict(list)
    for match in _GROUP_SUFFIX.finditer(text):
        suffix = match.end() - match.start() - 1
        for size in (3, 2, 1):
            start = match.end() - suffix - size
            if start < 0 or suffix + size < 3:
                continue
            name = text[start : match.end()]
            if any(one in _STOP_INSIDE or one in CLAUSE_EDGE for one in name[:-suffix]) or name[0] in _STOP_FIRST:
                continue
            if name[-2:] in _NOT_PLACES:
                continue
            clear = (
                start == 0
                or text[start - 1] in CLAUSE_EDGE
                or bool(_GROUP_CONTEXT.search(text, max(0, start - 3), start))
            )
            if clear:
                strong = name[-suffix:] in _STRONG_GROUPS
                tallies[name].append(1.0 + bool(_GROUP_CONTEXT.search(text, max(0, start - 3), start)) * (1 + strong))
                break
    for match in _JOINED.finditer(text):
        name = match.group(1)
        if name not in NOT_PEOPLE and text.count(name) >= 2 and not any(one in HARD_IN_NAMES for one in name):
            tallies[name] += [1.5, 1.5]
    return {name: Evidence(sum(marks), text.count(name)) for name, marks in tallies.items() if sum(marks) >= 3}


def things(text: str) -> Mapping[str, Evidence]:
    """Books between their marks, and weapons and horses that have a name of their own."""
    found: dict[str, Evidence] = {}
    for match in _QUOTED_THING.finditer(text):
        found[match.group(1)] = Evidence(3.0, 1)
    for match in _WEAPON.finditer(text):
        name = match.group(1)
        if (
            len(name) >= 3
            and not any(one in _STOP_INSIDE or one in _HANDLES for one in name)
            and name[0] not in _STOP_FIRST
        ):
            found[name] = Evidence(2.0, text.count(name))
    handled = Counter(match.group(1) or match.group(2) for match in _HANDLED.finditer(text))
    for name, times in handled.items():
        count = text.count(name)
        if (
            count >= 3
            and name not in _NO_THINGS
            and name[-1] not in _STOP_LAST
            and not any(one in _NOT_IN_THINGS for one in name)
        ):
            found[name] = Evidence(1.0 + times, count)
    return found


KINDS = (NameKind.PLACE, NameKind.ORGANIZATION, NameKind.ITEM)
