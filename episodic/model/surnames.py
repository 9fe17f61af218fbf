"""Chinese surnames, and a function that finds the surname at the beginning of a name."""

from __future__ import annotations

SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛奚范彭郎鲁韦昌苗凤俞袁柳酆鲍史唐费廉岑薛雷贺倪"
    "汤滕殷罗毕郝邬傅皮卞齐康伍余卜顾孟黄穆萧尹姚邵湛汪祁禹狄臧戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻贾娄江童颜郭梅盛林刁钟徐邱骆夏"
    "蔡田樊胡凌霍虞柯昝管卢莫房裘缪丁宣贲邓郁杭洪诸崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲封芮羿储靳汲邴糜段巫焦隗侯宓蓬郗仲伊宁仇栾暴"
    "甘厉戎祖符刘詹叶郜黎蓟薄宿蒲邰鄂咸籍赖卓蔺屠蒙池乔阴胥苍莘翟谭贡劳姬申扶堵冉郦雍璩桑桂濮牛寿扈燕郏浦尚温庄晏柴瞿阎充慕茹习宦艾"
    "容慎戈廖庾暨衡耿匡寇禄阙欧沃蔚隆聂晁敖辛阚曾沙鞠丰关蒯查荆竺逯肖闫付涂佟岳逢蹇审沮典祢麴谯丘骞缑雷毌韶蒋谌桓"
)
"""Surnames of one character that rarely mean anything else at the start of a clause."""

RISKY_SURNAMES = frozenset(
    "方任安常乐于时元平和毛米明计伏成强路高万支应单包左石车全步满文马法向师鱼乌白花水宗古景武何公孝易连党双解边通"
    "井松广庆杭商殳巩苟游简游言展仰班冷云相牟索利后雨舒经章麦汝池居丛简终齐秋夏曲"
)
"""Surnames of one character that are also common words, so that a name needs further evidence."""

COMPOUND_SURNAMES = (
    "诸葛 司马 夏侯 皇甫 公孙 欧阳 上官 慕容 令狐 东方 独孤 南宫 尉迟 长孙 宇文 轩辕 端木 百里 呼延 东郭 鲜于 淳于 濮阳 太史 钟离 闾丘 申屠 "
    "澹台 公冶 宗政 太叔 单于 赫连 拓跋 完颜 耶律 贺兰 贺拔 万俟 闻人 公羊 公良 左丘 段干 毌丘 毋丘 纳兰 叶赫 仲孙 梁丘 谷梁 西门 北堂"
).split()


_SINGLE = SURNAMES | RISKY_SURNAMES
_DOUBLE = frozenset(COMPOUND_SURNAMES)


def surname_of(name: str) -> str:
    """Return the surname at the beginning of *name*, or an empty string if *name* begins with no known surname."""
    if len(name) > 2 and name[:2] in _DOUBLE:
        return name[:2]
    return name[0] if name and name[0] in _SINGLE else ""
