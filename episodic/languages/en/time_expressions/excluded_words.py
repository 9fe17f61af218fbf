"""Patterns of English time words without numbers, in two groups.

The words of the first group only say before, after or at the current time ("later", "formerly", "now"). The words of
the second group do not say when something happens ("often", "for hours").
"""

from __future__ import annotations

from typing import Final

from episodic.temporal.expressions.rule_syntax import alternatives

_PARTS: Final = "day|night|morning|evening|afternoon"
_SPANS: Final = f"{_PARTS}|week|month|year|spring|summer|autumn|winter"
_CHILD: Final = "an?~(?:little~|small~|young~|mere~)?(?:infant|baby|child|boy|girl|lad|youth)"

AFTER_THIS: Final = alternatives(
    r"""
    later~on later much~later afterwards? after~that after~this thereafter thereupon subsequently soon soon~after
    soon~afterwards? presently before~long long~after(?:wards?)? not~(?:very~)?long~after(?:wards?)? shortly
    shortly~after(?:wards?)? eventually at~last finally at~length since~then ever~since from~then~on ever~after
    in~due~(?:course|time) by~and~by in~the~end in~time from~that~(?:day|time|moment|hour)(?:~on|~forth|~forward|~onwards?)?
    (?:after|since)~that~(?:day|time|morning|evening|moment|hour) thenceforth thenceforward
    a~little~later some~?time~(?:later|after|afterwards)
    a~(?:little|short|long|good|great)?(?:~while|~time)~(?:later|after|afterwards) after~some~time
    after~a~(?:while|time|bit|little~while|short~time|long~time) in~the~years~(?:that|which)~followed
    """
)
"""Pattern of English words such as "later" which say that a passage happens after the preceding passage."""

BEFORE_THIS: Final = alternatives(
    rf"""
    (?:(?:much~|long~)?earlier|before|long~before|once|just~before)(?=~*$|~*[,.;:]) before~that before~then
    before~this before~now previously formerly once~upon~a~time (?:a~)?(?:very~)?long(?:~time|~while)?~ago long~since
    of~old in~the~past in~(?:former|earlier|bygone)~(?:times|days|years) in~the~old~days in~olden~days some~time~ago
    not~(?:so~)?long~ago recently lately until~then until~now till~then till~now hitherto heretofore
    years~and~years~ago ages~ago in~times~past a~(?:little~)?while~ago a~short~time~ago some~time~before
    (?:when|as)~{_CHILD} when~(?:little|small|young) in~(?:infancy|childhood)
    when~(?:i|he|she|they|we|you)~(?:was|were)~(?:(?:only~|but~)?{_CHILD}|(?:very~|quite~)?(?:little|small|young))
    (?:in|during)~(?:my|his|her|their|our|your)~(?:early~)?(?:youth|childhood|boyhood|girlhood|infancy)
    """
)
"""Pattern of English words such as "earlier" which say that an event happened before the current time of the passage.
"""

AT_PRESENT: Final = alternatives(
    r"""
    now nowadays at~present just~now (?:at~)?(?:this|that|the~same)~(?:very~|same~)?(?:moment|instant|minute)
    these~days right~now for~the~moment at~once immediately instantly straight~?away just~then forthwith
    """
)
"""Pattern of English words such as "now" which say that an event happens on the day of the passage."""

IN_THE_SCENE: Final = alternatives(
    r"""
    even~now still~now (?:even~|up~|down~)?to~this~(?:very~)?(?:day|hour|moment) even~to-?day
    """
)
"""Pattern of English words such as "to this day", which mean the moment at which a character or narrator speaks."""

NO_PLACE: Final = alternatives(
    rf"""
    always never often sometimes still again once~more once~again ever for~?ever usually rarely seldom frequently
    occasionally now~and~then now~and~again from~time~to~time at~times at~all~times
    all~(?:the~)?(?:{_SPANS})(?:~long)? day~and~night night~and~day (?:every|each)~(?:single~)?(?:{_SPANS}|hour|time)
    daily nightly weekly yearly one~(?:fine~|cold~|dark~|winter~|summer~)?(?:{_PARTS}) some~?day
    for~(?:a~)?(?:long|short|little|good|great)?(?:~while|~time) a~(?:long|short|little)~(?:while|time) suddenly
    meanwhile at~the~same~time all~the~while in~the~meantime for~(?:hours|days|weeks|months|years|ages|centuries)
    by~day by~night twice for~the~first~time this~time the~whole~(?:day|night|time) at~any~moment any~day day~by~day
    day~after~day night~after~night year~after~year at~first so~far
    """
)
"""Pattern of English words such as "often", "for hours", "some day" or "meanwhile", which do not say when an event
happens.
"""
