"""The constructions that the English statement rules know, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.ruled.english_patterns import Pattern, Says, pattern
from episodic.extraction.ruled.masked import MARKS
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_OCCUPATION = (
    r"(?:[a-z]+smith|butcher|baker|tailor|clerk|lawyer|attorney|solicitor|physician|surgeon|apothecary|captain|"
    r"boatswain|coxswain|cook|gunner|carpenter|sailor|seaman|sea-cook|cabin-boy|steward|sexton|parson|clergyman|curate|vicar|"
    r"schoolmaster|schoolmistress|teacher|tutor|governess|nurse|housekeeper|butler|footman|groom|coachman|gardener|"
    r"gamekeeper|miller|farmer|fisherman|ferryman|innkeeper|landlord|landlady|publican|merchant|shopkeeper|grocer|draper|"
    r"seedsman|saddler|shoemaker|cobbler|wheelwright|weaver|lamplighter|watchman|constable|sergeant|soldier|officer|"
    r"journeyman|apprentice|servant|maid|maidservant|convict|thief|murderer|pirate|buccaneer|smuggler|spy|detective|"
    r"inspector|magistrate|judge|squire|banker|printer|painter|poet|actor|musician|singer|sculptor|architect|engineer|"
    r"pilot|hunter|shepherd|warden|mayor|bishop|monk|friar|priest|king|queen|prince|princess|duke|earl|baronet|baron|"
    r"knight|wizard|witch|healer|scholar|professor|astronomer|clockmaker|watchmaker|jeweller|pawnbroker|usurer|"
    r"bookseller|secretary|treasurer|mathematician|supervisor)"
)
_NO_LIST = rf"(?!,?(?:--)? ?(?:and|or|nor|the|a|my|his|her|[{MARKS}])\b)(?!, [{MARKS}])"
_TITLE = Says("title", "{s} is a {v}.", value="v")
_DEAD = Says("dead", "{s} died.", phase=_BEGINS)
_KILLED = (Says("killed", "{s} killed {o}.", object="o"), Says("dead", "{o} died.", subject="o", phase=_BEGINS))
_LIVES = Says("lives_in", "{s} lives in {o}.", object="o")
_WENT = Says("went_to", "{s} went to {o}.", object="o")
_MARRIED = Says("married_to", "{s} married {o}.", object="o", phase=_BEGINS)
_GAVE = Says("gave", "{s} gave {o} {v}.", value="v", roles=(("o", "recipient"),))


def _kin(words: str, predicate: str, *, comma: bool = True) -> Sequence[Pattern]:
    """Joe's sister Biddy; Biddy, the sister of Joe; Biddy was Joe's sister; my sister Biddy; Joe and his sister Biddy."""
    one = Says(predicate, "{s} is the {k} of {o}.", object="o")
    kin = rf"{{adj}}(?P<k>{words})"
    apposed = [
        pattern(rf"<o:P*>{{s}}{kin}, <s:P>(?=[,.;:](?! and | or ))", one, spoken=False),
        pattern(rf"\b(?:[Mm]y|[Oo]ur) {kin},(?:--|—| )<s:P>(?=[,.;:](?! and | or ))", one, spoken=False),
    ]
    return (
        pattern(rf"<o:P*>{{s}}{kin} <s:P>(?=[ ,.;:!?\n]|$)", one),
        pattern(rf"<s:P>, (?:the |an? |who (?:was|is) the |who (?:was|is) )?{kin} (?:of|to) <o:P>{{ends}}", one),
        pattern(rf"<s:P>, <o:P*>{{s}}{kin}{{stop}}", one),
        pattern(rf"{{opens}}<s:P> (?:was|is) (?:the |an? )?{kin} (?:of|to) <o:P>{{ends}}", one),
        pattern(rf"{{opens}}<s:P> (?:was|is) <o:P*>{{s}}{kin}{{ends}}", one),
        pattern(rf"<o:P> and (?:his|her) {kin},? <s:P>(?=[ ,.;:!?\n]|$)", one),
        pattern(rf"\b(?:[Mm]y) {kin} <s:P>(?=[ ,.;:!?'’\n]|$)", one, spoken=comma),
        pattern(rf"{{opens}}<s:P> (?:was|is) (?:my) {kin}{{stop}}", one),
        pattern(rf"{{opens}}<o:P>~ (?:had|has) (?:an? |one ){kin},? (?:named|called|whose name was) <s:P>", one),
        *(apposed if comma else []),
    )


_KIN: tuple[Pattern, ...] = (
    *_kin("son|daughter|child|stepson|stepdaughter", "child_of"),
    *_kin("father|mother|stepfather|stepmother", "parent_of"),
    *_kin("brother|sister|half-brother|half-sister", "sibling_of"),
    *_kin("wife|husband|widow|widower", "married_to"),
    *_kin(
        "uncle|aunt|great-aunt|great-uncle|nephew|niece|cousin|grandfather|grandmother|grandson|granddaughter|"
        "brother-in-law|sister-in-law|father-in-law|mother-in-law",
        "relative_of",
    ),
    *_kin("friend|comrade|companion", "friend_of", comma=False),
    *_kin("servant|valet|steward|maid|clerk", "serves"),
    *_kin("apprentice|pupil", "student_of"),
    *_kin("master|tutor|teacher", "teacher_of", comma=False),
    pattern(r"{opens}<s:P>~(?: had| has)?~ married <o:P>{ends}", _MARRIED),
    pattern(r"<s:P> and <o:P>~ (?:were|are|had been|got) married\b", _MARRIED),
    pattern(
        r"{opens}<s:P> (?:was|is|got) married to <o:P>{ends}", Says("married_to", "{s} is married to {o}.", object="o")
    ),
    pattern(r"<s:P>,? who (?:had )?married {noun}", Says("married_to", "{s} married {v}.", value="v", phase=_BEGINS)),
    pattern(
        r"{opens}<s:P> (?:was|is) (?:engaged|betrothed) to <o:P>{ends}",
        Says("engaged_to", "{s} is engaged to {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:loved|adored|(?:was|is|had fallen|fell) in love with) <o:P>{ends}",
        Says("loves", "{s} loves {o}.", object="o"),
    ),
    pattern(r"{opens}<s:P>~ (?:hated|detested|loathed) <o:P>{ends}", Says("hates", "{s} hates {o}.", object="o")),
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
        rf"(?<!and )(?<!, )(?<!with )<s:P>,? the {{adj}}(?P<v>{_OCCUPATION}){{stop}}{_NO_LIST}", _TITLE, spoken=False
    ),
    pattern(rf"<s:P>, an? (?:[a-z]+ ){{0,2}}?(?P<v>{_OCCUPATION}){{stop}}", _TITLE),
    pattern(rf"(?<!and )(?<!, )\b[Tt]he (?P<v>{_OCCUPATION}), <s:P>(?=[,;]){_NO_LIST}", _TITLE, spoken=False),
    pattern(
        rf"{{opens}}<s:P>~ (?:was|became|had been|is|had become) (?:an?|the) (?:[a-z]+ ){{0,2}}?(?P<v>{_OCCUPATION}){{ends}}(?! (?:and|when))",
        _TITLE,
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|became|had been|is) (?:the )?(?:captain|master|leader|head|king|queen|chief|ruler|warden|mayor) of (?:the )?<o:OLI>{ends}",
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
        r"{opens}<s:P>~ (?:joined|had joined|entered) (?:the )?<o:O>{ends}",
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
        r"{opens}<s:P>~(?: had| has)?~ (?:died|passed away|expired|perished|breathed his last|breathed her last)(?=[.,;:!?\n—\-]|$| (?:in|on|at|of|by|before|after|when|and|from|with|a|the|that|this|last|there|here|young|without)\b)",
        _DEAD,
    ),
    pattern(
        r"{opens}<s:P> (?:was|is|lay|were) (?:now |already |quite |stone |stone-|long )?dead(?=[.,;:!?\n—\-]|$| (?:and|before|when|in|on|at|these|by|too)\b)",
        Says("dead", "{s} is dead."),
    ),
    pattern(
        r"{opens}<s:P> (?:was|were|had been|has been|is)~ (?:killed|murdered|slain|hanged|drowned|beheaded|executed)(?=[.,;:!?\n—\-]|$| (?:in|on|at|and|with|when|there|off|upon)\b)",
        _DEAD,
    ),
    pattern(r"{opens}<o:P> (?:was|had been|has been|is)~ (?:killed|murdered|slain|beheaded) by <s:P>{ends}", *_KILLED),
    pattern(r"{opens}<s:P>~(?: had| has)?~ (?:killed|murdered|slew|slain|beheaded) <o:P>{ends}", *_KILLED),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:wounded|stabbed|shot) <o:P>{ends}",
        Says("wounded", "{s} wounded {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:saved|rescued) <o:P>{ends}", Says("rescued", "{s} rescued {o}.", object="o")
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:captured|arrested) <o:P>{ends}",
        Says("captured", "{s} captured {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:attacked|fought|fought with|assaulted|struck) <o:P>{ends}",
        Says("fought", "{s} fought {o}.", object="o"),
    ),
)

_HABIT = r"(?: [a-z]+)? (?:always|usually|generally|commonly|mostly|frequently|rarely|chiefly|habitually|constantly)\b"
"""Where somebody is time and again is not where they are at a moment."""
_BACK = (
    r"(?: (?:back|down|up|over|out|away|home|on|off|across|straight|round|alone|together|by [a-z]+|with me|ashore))*"
)
_PLACES: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P>(?: and <o2:P>)?~(?: had| has)?~ (?:lived|lives|dwelt|resided|lodged|settled) (?:alone |then |now )?(?:in|at|near) (?:the )?<o:L>",
        _LIVES,
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:moved|removed) (?:to|into) (?:the )?<o:L>",
        Says("lives_in", "{s} moved to {o}.", object="o", phase=_BEGINS),
    ),
    pattern(
        rf"{{opens}}<s:P>~(?: had| has)?~ (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|travelled|rode|drove|walked|sailed|hurried|journeyed|fled|ran|repaired|set out|set off|started|got){_BACK} (?:to|into) (?:the )?<o:L>{{ends}}",
        _WENT,
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:arrived (?:in|at)|reached|entered) (?:the )?<o:L>{ends}",
        _WENT,
    ),
    pattern(
        rf"{{opens}}<s:P>~,? [^.!?;:\n]{{1,60}}?,? and (?:went|came|returned|walked|drove|rode|sailed|hurried){_BACK} (?:to|into) (?:the )?<o:L>{{ends}}",
        _WENT,
        spoken=False,
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:left|quitted|departed from) (?:the )?<o:L>{ends}",
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
        r"{opens}<s:P>~(?: had| has)?~ (?:met|encountered|ran into|met with) <o:P>{ends}",
        Says("met", "{s} met {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:visited|called on|called upon|paid a visit to) (?:the )?<o:PL>{ends}",
        Says("visited", "{s} visited {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:wrote|written) to <o:P>{ends}", Says("told", "{s} wrote to {o}.", object="o")
    ),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:helped|assisted) <o:P>{ends}", Says("helped", "{s} helped {o}.", object="o")
    ),
)

_THINGS: tuple[Pattern, ...] = (
    pattern(r"{opens}<s:P>~(?: had| has)?~ (?:gave|given|handed|lent|brought|sent) <o:P> {noun}", _GAVE),
    pattern(r"{opens}<s:P>~(?: had| has)?~ (?:gave|given|handed|lent|sent) {noun} to <o:P>{ends}", _GAVE),
    pattern(
        r"{opens}<s:P>~(?: had| has)?~ (?:gave|given|handed|lent|sent) (?:the )?<i:I> to <o:P>{ends}",
        Says("gave", "{s} gave {i} to {o}.", object="i", roles=(("o", "recipient"),)),
        Says("holds", "{o} has {i}.", subject="o", object="i", phase=_BEGINS),
    ),
    pattern(
        r"{opens}<s:P>~ (?:owned|owns|possessed|bought) (?:the )?<o:LIO>{ends}",
        Says("holds", "{s} owns {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:wore|carried|owned|possessed) {noun}", Says("holds", "{s} has {v}.", value="v"), spoken=False
    ),
)

CONSTRUCTIONS: tuple[Pattern, ...] = (*_KIN, *_IDENTITY, *_DEATHS, *_PLACES, *_THINGS)
"""Every construction, in the order in which its statements are made."""
