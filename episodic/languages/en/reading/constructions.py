"""Table of the English constructions (sentence patterns), with the definitions of the constructions about kinship,
bonds, identity, deeds and places.

Constructions about occupations, deaths, possession and everyday actions are defined in modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.masked_text import MARKS, PERSON
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.deaths import DEATHS
from episodic.languages.en.reading.descriptions import DESCRIPTIONS
from episodic.languages.en.reading.encounters import ENCOUNTERS
from episodic.languages.en.reading.movements import MOVEMENTS
from episodic.languages.en.reading.occupations import NOT_FORMER, OCCUPATION, OCCUPATION_CONSTRUCTIONS
from episodic.languages.en.reading.possession import POSSESSION
from episodic.languages.en.reading.told_and_known import TOLD_AND_KNOWN
from episodic.languages.en.reading.travels import ON_THE_WAY, TRAVELS
from episodic.model.readings import Phase, StatementScope

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_NO_LIST = rf"(?!,?(?:--)? ?(?:and|or|nor|the|a|my|his|her|[{MARKS}])\b)(?!, [{MARKS}])"
# A search is faster if a pattern begins with a set of letters such as `[Mm]`. The look-behind `(?<!\w[Mm])`, which
# requires that no word character precedes the letter, is therefore written after the set of letters and not before it.
_MY = r"[Mm](?<!\w[Mm])y"
_OUR = r"[MmOo](?<!\w[MmOo])(?:y|ur)"
_TITLE = StatementTemplate("title", "{s} is a {v}.", value="v")
_LIVES = StatementTemplate("lives_in", "{s} lives in {o}.", object="o")
_WENT = StatementTemplate("went_to", "{s} went to {o}.", object="o")
_PARTED = StatementTemplate("married_to", "{s} and {o} are divorced.", object="o", phase=_ENDS)
_FRIENDS = StatementTemplate("friend_of", "{s} is a friend of {o}.", object="o")
_MARRIED = StatementTemplate("married_to", "{s} married {o}.", object="o", phase=_BEGINS)


def _kin(words: str, predicate: str, *, comma: bool = True, lasting: bool = True) -> Sequence[Construction]:
    """Return the constructions for one kind of kinship or bond, such as "Joe's sister Biddy" and "Biddy, the sister of
    Joe".

    If *comma* is true, a name between commas also matches, as in "Joe's sister, Biddy,". If *comma* is true, "my sister
    Biddy" also matches in quoted speech, and otherwise only in narration. *lasting* is true for a relationship that can
    never end, such as that of siblings. If *lasting* is false, "late" or "former" before the word for the relationship
    prevents a match.
    """
    template = StatementTemplate(predicate, "{s} is the {k} of {o}.", object="o")
    kin = rf"{'{adj}' if lasting else '{bond}'}(?P<k>{words})"
    apposed = [
        construction(rf"<o:P*>{{own}}{kin}, <s:P>(?=[,.;:](?! and | or ))", template, in_speech=False),
        construction(rf"{_OUR} {kin},(?:--|—| )<s:P>(?=[,.;:](?! and | or ))", template, in_speech=False),
    ]
    return (
        construction(rf"<o:P*>{{own}}{kin} <s:P>(?=[ ,.;:!?\n]|$)", template),
        construction(
            rf"<s:P>, (?:the |an? |who (?:was|is) the |who (?:was|is) )?{kin} (?:of|to) <o:P>{{ends}}", template
        ),
        construction(rf"<s:P>, <o:P*>{{own}}{kin}{{stop}}", template),
        construction(rf"{{opens}}<s:P> (?:was|is|am) (?:the |an? )?{kin} (?:of|to) <o:P>{{ends}}", template),
        construction(rf"{{opens}}<s:P> (?:was|is|am|had been) <o:P*>{{own}}{kin}{{ends}}", template),
        construction(rf"<o:P> and (?:his|her) {kin},? <s:P>(?=[ ,.;:!?\n]|$)", template),
        construction(rf"{_MY} {kin} <s:P>(?=[ ,.;:!?'’\n]|$)", template, in_speech=comma),
        construction(rf"{{opens}}<s:P> (?:was|is) (?:my) {kin}{{stop}}", template),
        construction(
            rf"{{opens}}<o:P>~ (?:had|has) (?:an? |one ){kin},? (?:named|called|whose name was) <s:P>", template
        ),
        *(apposed if comma else []),
    )


_KIN: tuple[Construction, ...] = (
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
    *_kin(
        "servant|valet|steward|maid|clerk|housekeeper|secretary|lawyer|solicitor|physician|gardener|coachman|governess",
        "serves",
        lasting=False,
    ),
    *_kin("apprentice|pupil", "student_of", lasting=False),
    *_kin("master|tutor|teacher", "teacher_of", comma=False, lasting=False),
)

_BONDS: tuple[Construction, ...] = (
    construction(r"{opens}<s:P>{had} (?:married|wed|wedded) <o:P>{ends}", _MARRIED),
    construction(r"<s:P> and <o:P>~ (?:were|are|had been|got)~ married\b", _MARRIED),
    construction(
        r"{opens}<s:P> (?:was|is|am|got|had been|has been|had once been)~ married to <o:P>{ends}",
        StatementTemplate("married_to", "{s} is married to {o}.", object="o"),
    ),
    construction(
        r"<s:P>,? who (?:had )?married {noun}",
        StatementTemplate("married_to", "{s} married {v}.", value="v", phase=_BEGINS),
    ),
    construction(
        rf"<s:P>(?:,? who (?:had )?| had | )(?:re)?married (?P<v>{PERSON}['’]s {{adj}}(?:father|mother|brother|sister|son|daughter|uncle|aunt|cousin|"
        r"nephew|niece|widow|friend)){ends}",
        StatementTemplate("married_to", "{s} married {v}.", value="v", phase=_BEGINS),
    ),
    construction(r"{opens}<s:P>{had} divorced <o:P>{ends}", _PARTED),
    construction(r"{opens}<s:P> (?:was|got|had been|is) divorced from <o:P>{ends}", _PARTED),
    construction(r"<s:P> and <o:P>~(?: were| are| had been| got| had)?~ divorced\b", _PARTED),
    construction(
        r"{opens}<s:P> (?:was|is|became|got|had been|had become)~ (?:engaged|betrothed) to <o:P>{ends}",
        StatementTemplate("engaged_to", "{s} is engaged to {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} proposed to <o:P>(?! that\b){ends}",
        StatementTemplate("proposed_to", "{s} proposed to {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:loved|adored|(?:was|is|had been|had fallen|has fallen|fell)~ in love with) <o:P>{ends}",
        StatementTemplate("loves", "{s} loves {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:hated|detested|loathed|despised) <o:P>{ends}",
        StatementTemplate("hates", "{s} hates {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:befriended|(?:been|became|become|was|were|made) (?:good |close |best |great )?friends with) <o:P>{ends}",
        _FRIENDS,
    ),
    construction(
        r"<s:P> and <o:P>{had} (?:been|became|become|were|are|remained)~ (?:old |good |close |best |great |firm )*friends\b",
        _FRIENDS,
    ),
)

_IDENTITY: tuple[Construction, ...] = (
    construction(
        r"{opens}<s:P> (?:was|were|had been|is) born (?:in|at) <o:L>",
        StatementTemplate("born_in", "{s} was born in {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P> (?:was|is|am) (?:a native of|native to) <o:L>",
        StatementTemplate("from_place", "{s} comes from {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:had|has) (?P<v>{colour})(?:,[^.!?;,]{1,24},)? eyes\b",
        StatementTemplate("eye_colour", "{s} has {v} eyes.", value="v"),
    ),
    construction(
        r"{opens}<s:P>~ (?:had|has) (?P<v>{colour}) hair\b",
        StatementTemplate("hair_colour", "{s} has {v} hair.", value="v"),
    ),
    construction(
        r"<s:P*>{s}(?:[a-z]+ )?eyes (?:were|are) (?P<v>{colour}){stop}",
        StatementTemplate("eye_colour", "{s} has {v} eyes.", value="v"),
    ),
    construction(
        r"<s:P*>{s}(?:[a-z]+ )?hair (?:was|is) (?P<v>{colour}){stop}",
        StatementTemplate("hair_colour", "{s} has {v} hair.", value="v"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|is|am)(?: only| about| then| but| just| already| now| not yet)? (?P<v>{number} years old|{number} years of age)\b",
        StatementTemplate("age", "{s} is {v}.", value="v"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|is|am)(?: only| about| then| but| just| already| now)? (?P<v>{number})(?=[.;!]|, | and | or )(?! or)",
        StatementTemplate("age", "{s} is {v}.", value="v"),
    ),
    construction(r"<s:P>, aged (?P<v>{number}){stop}", StatementTemplate("age", "{s} is {v} years old.", value="v")),
    construction(
        rf"<s:P>(?<!and .)(?<!, .)(?<!with .),? the {{adj}}(?P<v>{OCCUPATION}){{stop}}{_NO_LIST}",
        _TITLE,
        in_speech=False,
        is_presupposed=True,
    ),
    construction(rf"<s:P>, an? {NOT_FORMER}(?:[a-z]+(?:-[a-z]+)? ){{0,2}}?(?P<v>{OCCUPATION}){{stop}}", _TITLE),
    construction(
        rf"[Tt](?<!and .)(?<!, .)(?<!\w.)he (?P<v>{OCCUPATION}), <s:P>(?=[,;]){_NO_LIST}", _TITLE, in_speech=False
    ),
    construction(
        rf"[Tt](?<!\w.)(?<=[.!?\n] .|.\n.)he (?P<v>{OCCUPATION}) (?:was|is) <s:P>(?=[.,;])", _TITLE, in_speech=False
    ),
    construction(
        rf"{{opens}}<s:P>~ had (?:once |formerly |long )?been an? {NOT_FORMER}(?:[a-z]+(?:-[a-z]+)*,? ){{0,3}}?(?P<v>{OCCUPATION}){{ends}}(?! (?:for|since|and|when|at heart))",
        StatementTemplate("title", "{s} was once a {v}.", value="v", phase=_ENDS),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:became|become) (?:an?|the) {NOT_FORMER}(?:[a-z]+(?:-[a-z]+)*,? ){{0,3}}?(?P<v>{OCCUPATION}){{ends}}(?! (?:and|when|at heart))",
        _TITLE,
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:was|is|am|has been) (?:an?|the) {NOT_FORMER}(?:[a-z]+(?:-[a-z]+)*,? ){{0,3}}?(?P<v>{OCCUPATION}){{ends}}(?! (?:and|when|at heart))",
        _TITLE,
    ),
    construction(
        r"{opens}<s:P>~ (?:was|became|had been|is) (?:the )?(?:captain|master|leader|head|king|queen|chief|ruler|warden|mayor|director|manager|president|chairman|chairwoman|principal|headmaster|headmistress) of (?:the )?<o:OLI>{ends}",
        StatementTemplate("leads", "{s} leads {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:led|ruled|commanded|governed|headed) (?:the )?<o:OLI>{ends}",
        StatementTemplate("leads", "{s} leads {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:took|taken) (?:command|charge) of (?:the )?<o:OLI>{ends}",
        StatementTemplate("leads", "{s} leads {o}.", object="o", phase=_BEGINS),
    ),
    construction(
        r"{opens}<s:P>~ (?:kept|keeps|ran) (?:the )?<o:LO>(?: inn| tavern)?{ends}",
        StatementTemplate("leads", "{s} keeps {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|is|had been|became) (?:an? )?(?P<v>(?:clerk|member|officer|servant|soldier|lamplighter|agent|partner|captain|[a-z]+er)) (?:of|in) (?:the )?<o:O>",
        StatementTemplate("member_of", "{s} is a {v} of {o}.", object="o", value="v"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:joined|entered|enlisted in) (?:the )?<o:O>{ends}",
        StatementTemplate("member_of", "{s} joined {o}.", object="o", phase=_BEGINS),
    ),
    construction(
        r"{opens}<s:P>~ (?:left|had left|quitted) (?:the )?<o:O>{ends}",
        StatementTemplate("member_of", "{s} left {o}.", object="o", phase=_ENDS),
    ),
    construction(
        r"{opens}<o:P>~ (?:appointed|named|chose|elected) <s:P>~ (?:as |to be )?(?:the |an? |our |his |her )?(?P<v>[a-z]+(?: of [a-z]+)?){stop}",
        StatementTemplate("appointed", "{o} appointed {s} {v}.", subject="o", object="s", value="v"),
        StatementTemplate("title", "{s} is {v}.", value="v", phase=_BEGINS),
    ),
)

_DEEDS: tuple[Construction, ...] = (
    construction(
        r"{opens}<s:P>{had} (?:saved|rescued) <o:P>{ends}", StatementTemplate("rescued", "{s} rescued {o}.", object="o")
    ),
    construction(
        r"{opens}<s:P>{had} (?:captured|arrested) <o:P>{ends}",
        StatementTemplate("captured", "{s} captured {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:attacked|fought|fought with|assaulted|struck) <o:P>(?! as\b){ends}",
        StatementTemplate("fought", "{s} fought {o}.", object="o"),
    ),
)

_MURDERED = r"(?:killed|murdered|poisoned|shot|stabbed|strangled|drowned)"
_MINDS: tuple[Construction, ...] = tuple(
    construction(
        rf"{{opens}}<s:P>{{had}} {verb}(?: that)? <x:P> had {_MURDERED} (?:<o:P>|(?P<v>(?:his|her|their|the|{PERSON}) [a-z]+)){{ends}}",
        StatementTemplate("killed", "{x} killed {o}.", "x", object="o", scope=scope, holder="s", when=("o",)),
        StatementTemplate("killed", "{x} killed {v}.", "x", value="v", scope=scope, holder="s", when=("v",)),
    )
    for verb, scope in (
        ("(?:suspected|believed|thought|knew|guessed|was (?:sure|certain|convinced))", StatementScope.BELIEF),
        (f"(?:confessed|claimed|swore|declared|admitted|told {PERSON})(?: to {PERSON})?", StatementScope.CLAIM),
    )
)
"""The English constructions about a murder that somebody suspects, believes, knows of or claims."""

_HABIT = r"(?: [a-z]+)? (?:always|usually|generally|commonly|mostly|frequently|rarely|chiefly|habitually|constantly)\b"
"""Pattern of adverbs of habit, such as "always". A match with an adverb of habit is excluded, because the usual place
of a person says nothing about a single moment.
"""
_PLACES: tuple[Construction, ...] = (
    construction(
        r"{opens}<s:P>{had} (?:grew|grown) up in (?:the )?<o:L>{ends}",
        StatementTemplate("from_place", "{s} grew up in {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:took|taken|caught|boarded) (?:the|an?) (?:[a-z]+ ){0,2}(?:train|bus|coach|boat|ferry|plane|flight|ship|cab|taxi|tram) (?:back |down |up |over |home )?to (?:the )?<o:L>{ends}",
        _WENT,
    ),
    construction(
        r"{opens}<s:P> (?:was|were|had been)~ (?:put|thrown|cast|locked|shut|flung|sent|taken) (?:up )?(?:in|into|to) (?P<v>(?:a |the )?(?:(?:county|state|city|town|ship's) )?(?:prison|jail|gaol|cells?|dungeon))\b",
        StatementTemplate("imprisoned_in", "{s} is in {v}.", value="v", phase=_BEGINS),
    ),
    construction(
        r"{opens}<s:P> (?:was|were|had been)~ (?:imprisoned|jailed|locked up|held prisoner|held captive) (?:in|at) (?:the )?<o:L>{ends}",
        StatementTemplate("imprisoned_in", "{s} is imprisoned in {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>(?: and <o2:P>)?{had} (?:lived|lives|live|dwelt|resided|lodged|settled|(?:was|were|had been|is|am) (?:still |now |then )?living|used to live) (?:alone |then |now |with <o3:P> )?(?:in|at|near) (?:the )?<o:L>",
        _LIVES,
    ),
    construction(
        r"{opens}<s:P>{had} (?:moved|removed|relocated|emigrated)(?: back| out| away| down| up| over| north| south| east| west)? (?:to|into|as far as) (?:the )?<o:L>",
        StatementTemplate("lives_in", "{s} moved to {o}.", object="o", phase=_BEGINS),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|travelled|traveled|rode|drove|(?<=had )driven|walked|sailed|flew|(?<=had )flown|hurried|journeyed|fled|ran|repaired|set out|set off|started|got){ON_THE_WAY} (?:to|into|as far as) (?:the )?<o:L>{{ends}}",
        _WENT,
    ),
    construction(
        r"{opens}<s:P>{had} (?:arrived (?:in|at)|reached|entered) (?:the )?<o:L>{ends}",
        _WENT,
    ),
    construction(
        rf"{{opens}}<s:P>~,? [^.!?;:\n]{{1,60}}?,? and (?:went|came|returned|walked|drove|rode|sailed|hurried){ON_THE_WAY} (?:to|into|as far as) (?:the )?<o:L>{{ends}}",
        _WENT,
        in_speech=False,
    ),
    construction(
        r"{opens}<s:P>{had} (?:left|quitted|departed from) (?:the )?<o:L>(?! (?:to|in the hands)\b){ends}",
        StatementTemplate("left", "{s} left {o}.", object="o"),
    ),
    construction(
        rf"{{opens}}<s:P> (?:was|were|is|stayed|remained|waited)(?!{_HABIT})~ (?:in|at|aboard|on board)(?: of)? (?:the )?<o:LI>{{ends}}",
        StatementTemplate("located_in", "{s} is in {o}.", object="o"),
    ),
    construction(
        r"{opens}(?:[Tt]he )?<s:L> (?:was|is|stood|lay|stands|lies)(?: situated)? (?:in|at|near) (?:the )?<o:L>{ends}",
        StatementTemplate("located_in", "{s} is in {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:met|encountered|ran into|ran across|came across|bumped into|fell in with|met with) <o:P>{ends}",
        StatementTemplate("met", "{s} met {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:visited|called on|called upon|paid a visit to) (?:the )?<o:PL>{ends}",
        StatementTemplate("visited", "{s} visited {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:wrote|written) to <o:P>{ends}",
        StatementTemplate("told", "{s} wrote to {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:helped|assisted) <o:P>(?! to (?:the|a|an|some|more)\b){ends}",
        StatementTemplate("helped", "{s} helped {o}.", object="o"),
    ),
)

CONSTRUCTIONS: tuple[Construction, ...] = (
    *_KIN,
    *_BONDS,
    *_IDENTITY,
    *OCCUPATION_CONSTRUCTIONS,
    *DESCRIPTIONS,
    *DEATHS,
    *_DEEDS,
    *_MINDS,
    *_PLACES,
    *TRAVELS,
    *POSSESSION,
    *TOLD_AND_KNOWN,
    *ENCOUNTERS,
    *MOVEMENTS,
)
"""All English constructions (sentence patterns) except those about everyday actions, in the order in which they are
tried on a text.
"""
