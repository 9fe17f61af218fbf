"""The constructions that the English statement rules know, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.ruled.english_hands import HANDS
from episodic.extraction.ruled.english_patterns import Pattern, Says, pattern
from episodic.extraction.ruled.english_work import NOT_ONE, OCCUPATION, WORK
from episodic.extraction.ruled.masked import MARKS
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_NO_LIST = rf"(?!,?(?:--)? ?(?:and|or|nor|the|a|my|his|her|[{MARKS}])\b)(?!, [{MARKS}])"
# A search for these is fast as long as they begin with a set of letters: what may not stand before them is looked for behind it.
_MY = r"[Mm](?<!\w[Mm])y"
_OUR = r"[MmOo](?<!\w[MmOo])(?:y|ur)"
_TITLE = Says("title", "{s} is a {v}.", value="v")
_DEAD = Says("dead", "{s} died.", phase=_BEGINS)
_KILLED = (Says("killed", "{s} killed {o}.", object="o"), Says("dead", "{o} died.", subject="o", phase=_BEGINS))
_LIVES = Says("lives_in", "{s} lives in {o}.", object="o")
_WENT = Says("went_to", "{s} went to {o}.", object="o")
_PARTED = Says("married_to", "{s} and {o} are divorced.", object="o", phase=_ENDS)
_FRIENDS = Says("friend_of", "{s} is a friend of {o}.", object="o")
_MARRIED = Says("married_to", "{s} married {o}.", object="o", phase=_BEGINS)


def _kin(words: str, predicate: str, *, comma: bool = True, lasting: bool = True) -> Sequence[Pattern]:
    """Joe's sister Biddy; Biddy, the sister of Joe; Biddy was Joe's sister; my sister Biddy; Joe and his sister Biddy."""
    one = Says(predicate, "{s} is the {k} of {o}.", object="o")
    kin = rf"{'{adj}' if lasting else '{bond}'}(?P<k>{words})"
    apposed = [
        pattern(rf"<o:P*>{{own}}{kin}, <s:P>(?=[,.;:](?! and | or ))", one, spoken=False),
        pattern(rf"{_OUR} {kin},(?:--|—| )<s:P>(?=[,.;:](?! and | or ))", one, spoken=False),
    ]
    return (
        pattern(rf"<o:P*>{{own}}{kin} <s:P>(?=[ ,.;:!?\n]|$)", one),
        pattern(rf"<s:P>, (?:the |an? |who (?:was|is) the |who (?:was|is) )?{kin} (?:of|to) <o:P>{{ends}}", one),
        pattern(rf"<s:P>, <o:P*>{{own}}{kin}{{stop}}", one),
        pattern(rf"{{opens}}<s:P> (?:was|is) (?:the |an? )?{kin} (?:of|to) <o:P>{{ends}}", one),
        pattern(rf"{{opens}}<s:P> (?:was|is|had been) <o:P*>{{own}}{kin}{{ends}}", one),
        pattern(rf"<o:P> and (?:his|her) {kin},? <s:P>(?=[ ,.;:!?\n]|$)", one),
        pattern(rf"{_MY} {kin} <s:P>(?=[ ,.;:!?'’\n]|$)", one, spoken=comma),
        pattern(rf"{{opens}}<s:P> (?:was|is) (?:my) {kin}{{stop}}", one),
        pattern(rf"{{opens}}<o:P>~ (?:had|has) (?:an? |one ){kin},? (?:named|called|whose name was) <s:P>", one),
        *(apposed if comma else []),
    )


_KIN: tuple[Pattern, ...] = (
    *_kin("son|daughter|child|stepson|stepdaughter", "child_of"),
    *_kin("father|mother|stepfather|stepmother", "parent_of"),
    *_kin("brother|sister|half-brother|half-sister", "sibling_of"),
    *_kin("wife|husband|widow|widower", "married_to", lasting=False),
    *_kin(
        "uncle|aunt|great-aunt|great-uncle|nephew|niece|cousin|grandfather|grandmother|grandson|granddaughter|"
        "brother-in-law|sister-in-law|father-in-law|mother-in-law",
        "relative_of",
    ),
    *_kin("friend|comrade|companion", "friend_of", comma=False, lasting=False),
    *_kin("servant|valet|steward|maid|clerk", "serves", lasting=False),
    *_kin("apprentice|pupil", "student_of", lasting=False),
    *_kin("master|tutor|teacher", "teacher_of", comma=False, lasting=False),
)

_BONDS: tuple[Pattern, ...] = (
    pattern(r"{opens}<s:P>{had} (?:married|wed|wedded) <o:P>{ends}", _MARRIED),
    pattern(r"<s:P> and <o:P>~ (?:were|are|had been|got)~ married\b", _MARRIED),
    pattern(
        r"{opens}<s:P> (?:was|is|got|had been|has been|had once been)~ married to <o:P>{ends}",
        Says("married_to", "{s} is married to {o}.", object="o"),
    ),
    pattern(r"<s:P>,? who (?:had )?married {noun}", Says("married_to", "{s} married {v}.", value="v", phase=_BEGINS)),
    pattern(r"{opens}<s:P>{had} divorced <o:P>{ends}", _PARTED),
    pattern(r"{opens}<s:P> (?:was|got|had been|is) divorced from <o:P>{ends}", _PARTED),
    pattern(r"<s:P> and <o:P>~(?: were| are| had been| got| had)?~ divorced\b", _PARTED),
    pattern(
        r"{opens}<s:P> (?:was|is|became|got|had been|had become)~ (?:engaged|betrothed) to <o:P>{ends}",
        Says("engaged_to", "{s} is engaged to {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} proposed to <o:P>(?! that\b){ends}", Says("proposed_to", "{s} proposed to {o}.", object="o")
    ),
    pattern(
        r"{opens}<s:P>~ (?:loved|adored|(?:was|is|had been|had fallen|has fallen|fell)~ in love with) <o:P>{ends}",
        Says("loves", "{s} loves {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:hated|detested|loathed|despised) <o:P>{ends}", Says("hates", "{s} hates {o}.", object="o")
    ),
    pattern(
        r"{opens}<s:P>{had} (?:befriended|(?:been|became|become|was|were|made) (?:good |close |best |great )?friends with) <o:P>{ends}",
        _FRIENDS,
    ),
    pattern(
        r"<s:P> and <o:P>{had} (?:been|became|become|were|are|remained)~ (?:old |good |close |best |great |firm )*friends\b",
        _FRIENDS,
    ),
)

_IDENTITY: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P> (?:was|were|had been|is) born (?:in|at) <o:L>",
        Says("born_in", "{s} was born in {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P> (?:was|is) (?:a native of|native to) <o:L>",
        Says("from_place", "{s} comes from {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:had|has) (?P<v>{colour})(?:,[^.!?;,]{1,24},)? eyes\b",
        Says("eye_colour", "{s} has {v} eyes.", value="v"),
    ),
    pattern(r"{opens}<s:P>~ (?:had|has) (?P<v>{colour}) hair\b", Says("hair_colour", "{s} has {v} hair.", value="v")),
    pattern(
        r"<s:P*>{s}(?:[a-z]+ )?eyes (?:were|are) (?P<v>{colour}){stop}",
        Says("eye_colour", "{s} has {v} eyes.", value="v"),
    ),
    pattern(
        r"<s:P*>{s}(?:[a-z]+ )?hair (?:was|is) (?P<v>{colour}){stop}",
        Says("hair_colour", "{s} has {v} hair.", value="v"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|is|am)(?: only| about| then| but| just| already| now| not yet)? (?P<v>{number} years old|{number} years of age)\b",
        Says("age", "{s} is {v}.", value="v"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|is|am)(?: only| about| then| but| just| already| now)? (?P<v>{number})(?=[.;!]|, | and | or )(?! or)",
        Says("age", "{s} is {v}.", value="v"),
    ),
    pattern(r"<s:P>, aged (?P<v>{number}){stop}", Says("age", "{s} is {v} years old.", value="v")),
    pattern(
        rf"<s:P>(?<!and .)(?<!, .)(?<!with .),? the {{adj}}(?P<v>{OCCUPATION}){{stop}}{_NO_LIST}", _TITLE, spoken=False
    ),
    pattern(rf"<s:P>, an? {NOT_ONE}(?:[a-z]+ ){{0,2}}?(?P<v>{OCCUPATION}){{stop}}", _TITLE),
    pattern(rf"[Tt](?<!and .)(?<!, .)(?<!\w.)he (?P<v>{OCCUPATION}), <s:P>(?=[,;]){_NO_LIST}", _TITLE, spoken=False),
    pattern(
        rf"{{opens}}<s:P>~ (?:was|became|had been|is|am|had become|has been) (?:an?|the) {NOT_ONE}(?:[a-z]+ ){{0,2}}?(?P<v>{OCCUPATION}){{ends}}(?! (?:and|when|at heart))",
        _TITLE,
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|became|had been|is) (?:the )?(?:captain|master|leader|head|king|queen|chief|ruler|warden|mayor|director|manager|president|chairman|chairwoman|principal|headmaster|headmistress) of (?:the )?<o:OLI>{ends}",
        Says("leads", "{s} leads {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:led|ruled|commanded|governed|headed) (?:the )?<o:OLI>{ends}",
        Says("leads", "{s} leads {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:kept|keeps|ran) (?:the )?<o:LO>(?: inn| tavern)?{ends}",
        Says("leads", "{s} keeps {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|is|had been|became) (?:an? )?(?P<v>(?:clerk|member|officer|servant|soldier|lamplighter|agent|partner|captain|[a-z]+er)) (?:of|in) (?:the )?<o:O>",
        Says("member_of", "{s} is a {v} of {o}.", object="o", value="v"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:joined|entered|enlisted in) (?:the )?<o:O>{ends}",
        Says("member_of", "{s} joined {o}.", object="o", phase=_BEGINS),
    ),
    pattern(
        r"{opens}<s:P>~ (?:left|had left|quitted) (?:the )?<o:O>{ends}",
        Says("member_of", "{s} left {o}.", object="o", phase=_ENDS),
    ),
    pattern(
        r"{opens}<o:P>~ (?:appointed|named|chose|elected) <s:P>~ (?:as |to be )?(?:the |an? |our |his |her )?(?P<v>[a-z]+(?: of [a-z]+)?){stop}",
        Says("appointed", "{o} appointed {s} {v}.", subject="o", object="s", value="v"),
        Says("title", "{s} is {v}.", value="v", phase=_BEGINS),
    ),
)

_DEATHS: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P>~ (?:(?:was|had been|has been) (?:revived|resurrected|brought back to life|raised from the dead)|(?:came|had come) back to life|(?:rose|had risen|returned|came back) from the dead){stop}",
        Says("dead", "{s} came back to life.", phase=_ENDS),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:died|passed away|expired|perished|drowned(?=[.,;!?\n]| (?:at sea|off|when|while|before|on|that|in (?:the|a) (?:river|lake|sea|flood|harbou?r|pond|canal|bay|storm|well|bath))\b)|starved to death|froze to death|frozen to death|bled to death|committed suicide|took (?:his|her) own life|taken (?:his|her) own life|lost (?:his|her) life|dropped dead|fell dead|breathed his last|breathed her last)(?=[.,;:!?\n—\-]|$| (?:in|on|at|of|by|before|after|when|and|from|with|a(?! little| bit)|the|that|this|last|there|here|young|without|too|soon)\b)(?! of (?:shame|boredom|embarrassment|laughter|laughing|curiosity|envy)\b)",
        _DEAD,
    ),
    pattern(
        r"{opens}<s:P> (?:was|is|lay|were|had been|has been|was found) (?:now |already |quite |stone |stone-|long )?dead(?=[.,;:!?\n—\-]|$| for (?:[a-z]+ )?(?:years?|months?|weeks?|days?|hours?|decades?|some time)\b| (?:and|since|before|when|in|on|at|these|by|too)\b)(?! on (?:his|her|my|their) feet)(?! in the water)",
        Says("dead", "{s} is dead."),
    ),
    pattern(
        r"{opens}<s:P> (?:was|were|had been|has been|is)~ (?:killed|murdered|slain|hanged|drowned|beheaded|executed|shot dead|strangled|beaten to death|stabbed to death)(?=[.,;:!?\n—\-]|$| (?:in|on|at|and|with|when|there|off|upon)\b)",
        _DEAD,
    ),
    pattern(
        r"{opens}<o:P> (?:was|had been|has been|is)~ (?:killed|murdered|slain|beheaded|shot dead|strangled|beaten to death|stabbed to death) by <s:P>{ends}",
        *_KILLED,
    ),
    pattern(r"{opens}<s:P>{had} (?:killed|murdered|slew|slain|beheaded) <o:P>{ends}", *_KILLED),
    pattern(
        r"{opens}<s:P>{had} (?:wounded|stabbed|shot) <o:P>{ends}",
        Says("wounded", "{s} wounded {o}.", object="o"),
    ),
    pattern(r"{opens}<s:P>{had} (?:saved|rescued) <o:P>{ends}", Says("rescued", "{s} rescued {o}.", object="o")),
    pattern(
        r"{opens}<s:P>{had} (?:captured|arrested) <o:P>{ends}",
        Says("captured", "{s} captured {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:attacked|fought|fought with|assaulted|struck) <o:P>(?! as\b){ends}",
        Says("fought", "{s} fought {o}.", object="o"),
    ),
)

_HABIT = r"(?: [a-z]+)? (?:always|usually|generally|commonly|mostly|frequently|rarely|chiefly|habitually|constantly)\b"
"""Where somebody is time and again is not where they are at a moment."""
_BACK = r"(?: (?:back|down|up|over|out|away|home|on|off|across|straight|round|alone|together|by [a-z]+|with me|with him|with her|with them|ashore))*"
_PLACES: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P>{had} (?:grew|grown) up in (?:the )?<o:L>{ends}",
        Says("from_place", "{s} grew up in {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:took|taken|caught|boarded) (?:the|an?) (?:[a-z]+ ){0,2}(?:train|bus|coach|boat|ferry|plane|flight|ship|cab|taxi|tram) (?:back |down |up |over |home )?to (?:the )?<o:L>{ends}",
        _WENT,
    ),
    pattern(
        r"{opens}<s:P> (?:was|were|had been)~ (?:imprisoned|jailed|locked up|held prisoner|held captive) (?:in|at) (?:the )?<o:L>{ends}",
        Says("imprisoned_in", "{s} is imprisoned in {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>(?: and <o2:P>)?{had} (?:lived|lives|live|dwelt|resided|lodged|settled|(?:was|were|had been|is|am) (?:still |now |then )?living|used to live) (?:alone |then |now |with <o3:P> )?(?:in|at|near) (?:the )?<o:L>",
        _LIVES,
    ),
    pattern(
        r"{opens}<s:P>{had} (?:moved|removed|relocated|emigrated)(?: back| out| away| down| up| over| north| south| east| west)? (?:to|into) (?:the )?<o:L>",
        Says("lives_in", "{s} moved to {o}.", object="o", phase=_BEGINS),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|travelled|traveled|rode|drove|(?<=had )driven|walked|sailed|flew|(?<=had )flown|hurried|journeyed|fled|ran|repaired|set out|set off|started|got){_BACK} (?:to|into) (?:the )?<o:L>{{ends}}",
        _WENT,
    ),
    pattern(
        r"{opens}<s:P>{had} (?:arrived (?:in|at)|reached|entered) (?:the )?<o:L>{ends}",
        _WENT,
    ),
    pattern(
        rf"{{opens}}<s:P>~,? [^.!?;:\n]{{1,60}}?,? and (?:went|came|returned|walked|drove|rode|sailed|hurried){_BACK} (?:to|into) (?:the )?<o:L>{{ends}}",
        _WENT,
        spoken=False,
    ),
    pattern(
        r"{opens}<s:P>{had} (?:left|quitted|departed from) (?:the )?<o:L>{ends}",
        Says("left", "{s} left {o}.", object="o"),
    ),
    pattern(
        rf"{{opens}}<s:P> (?:was|is|stayed|remained|waited)(?!{_HABIT})~ (?:in|at|aboard|on board)(?: of)? (?:the )?<o:LI>{{ends}}",
        Says("located_in", "{s} is in {o}.", object="o"),
    ),
    pattern(
        r"{opens}(?:[Tt]he )?<s:L> (?:was|is|stood|lay|stands|lies)(?: situated)? (?:in|at|near) (?:the )?<o:L>{ends}",
        Says("located_in", "{s} is in {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:met|encountered|ran into|met with) <o:P>{ends}",
        Says("met", "{s} met {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:visited|called on|called upon|paid a visit to) (?:the )?<o:PL>{ends}",
        Says("visited", "{s} visited {o}.", object="o"),
    ),
    pattern(r"{opens}<s:P>{had} (?:wrote|written) to <o:P>{ends}", Says("told", "{s} wrote to {o}.", object="o")),
    pattern(
        r"{opens}<s:P>{had} (?:helped|assisted) <o:P>(?! to (?:the|a|an|some|more)\b){ends}",
        Says("helped", "{s} helped {o}.", object="o"),
    ),
)

CONSTRUCTIONS: tuple[Pattern, ...] = (*_KIN, *_BONDS, *_IDENTITY, *WORK, *_DEATHS, *_PLACES, *HANDS)
"""Every construction, in the order in which its statements are made."""
