"""Table of the English constructions (sentence patterns) about deaths, killings and wounds."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction
from episodic.model.readings import Phase

_DIED = StatementTemplate("dead", "{s} died.", phase=Phase.BEGINS)
_IS_DEAD = StatementTemplate("dead", "{s} is dead.")
_KILLED = (
    StatementTemplate("killed", "{s} killed {o}.", object="o"),
    StatementTemplate("dead", "{o} died.", subject="o", phase=Phase.BEGINS),
)
_TWO_KILLED = (
    *_KILLED,
    StatementTemplate("killed", "{s} killed {q}.", object="q", when=("q",)),
    StatementTemplate("dead", "{q} died.", subject="q", phase=Phase.BEGINS, when=("q",)),
)
_SHOT_DEAD = r"(?:both )?(?:shot|stabbed|pierced|speared|run) (?:clean |right )?(?:dead|to death|(?:through|to|in) the (?:head|heart|brain))"
_VIOLENT = (
    "both shot and drowned|both stabbed and drowned|killed(?! with kindness)|murdered|slain|beheaded|hanged|drowned|executed|shot dead|shot down|strangled|poisoned|slaughtered|"
    "beaten to death|stabbed to death|struck dead|knocked dead|trampled to death|burned to death|burnt to death|"
    "crushed to death|cut to pieces|put to death"
)
_MANNER = (
    r"(?:quite |very |so |rather |most )?"
    r"(?:suddenly|quietly|peacefully|unexpectedly|instantly|immediately|miserably|violently|bravely|painlessly|abroad|yesterday)"
)
_DROWNED = (
    r"drowned(?=[.,;!?\n]| (?:at sea|off|when|while|before|on|that|in (?:the|a) "
    r"(?:river|lake|sea|flood|harbou?r|pond|canal|bay|storm|well|bath))\b)"
)
_DRIVEN = (
    r"(?:put|sent|fired|drove|driven|ran|run|thrust|plunged|passed|shot) (?:a|an|his|her|the|two) (?:[a-z]+ )?"
    r"(?:bullets?|balls?|shot|swords?|knife|dagger|spear|arrow|blade|rapier|lance|cutlass|barrels?)(?: of (?:a|an|his|her|the) [a-z]+)? "
    r"(?:clean |right |straight )?(?:through|into)"
)
"""Pattern of the words for driving a weapon through or into somebody, such as "put a bullet clean through"."""
_NO_DENIAL = r"(?=[ .,;:!?\n—]|$)(?! (?:was|were|is|proved|turned out)(?: to be)? (?:false|untrue|not|a lie|an error|a mistake)\b)"
_GRAVE = (
    r"(?=[.,;!?\n—]|$| (?:in (?:the|a) (?:churchyard|graveyard|cemetery|church|ground|earth|sand|vault|garden)|at|on|beside|"
    r"next|yesterday)\b)"
)
_NEWS = r"[Tt]he (?:news|tidings|day|night|hour|manner|cause|anniversary|circumstances) of|[Ww]ith|mourned|lamented|avenged?"
_DYING = (
    rf"died|passed away|expired|perished|{_DROWNED}|starved to death|froze to death|frozen to death|bled to death|"
    r"committed suicide|took (?:his|her) own life|taken (?:his|her) own life|lost (?:his|her) life|dropped dead|"
    r"fell dead|dropped down dead|fell down dead|breathed (?:his|her) last(?: breath)?|departed this life|"
    r"(?:gave|given) up the ghost|went to (?:his|her) Maker|(?:met|meet) (?:with )?(?:his|her|(?:a|an) [a-z]+) (?:death|end)|"
    r"never (?:breathed|moved|woke|spoke|stirred|rose) again|never (?:recovered|regained) consciousness|"
    r"drew (?:his|her) last breath|breathed no more|ceased to breathe|died of (?:his|her) wounds?|went down with (?:his|her|the) ship|"
    r"fell lifeless|sank lifeless|dropped lifeless"
)
_LIFELESS = r"(?:lifeless|stiff and (?:stark|cold)|cold and (?:dead|stiff|lifeless)|stark and stiff|beyond all help|no more|in (?:his|her) grave)"
_MORTAL = (
    r"(?:(?:a|the|his|her) )?(?:mortal (?:wound|blow|stroke|thrust)|death[- ]?(?:blow|wound|stroke)|coup de gr[aâ]ce)"
)
_AFTER_DYING = (
    r"(?=[.,;:!?\n—\-]|$| (?:in|on|at|of|by|before|after|when|and|from|with|a(?! little| bit)|the|that|this|last|there|"
    rf"here|young|without|too|soon|under|long|leaving|still|alone|as|while|because|since|during|within|upon|"
    rf"beneath|beside|through|poor|penniless|rich|{_MANNER})\b)(?! of (?:shame|boredom|embarrassment|laughter|laughing|curiosity|envy)\b)"
)

_REPORT = (
    r"\b(?:[Nn]ews|[Ww]ord|[Tt]idings|[Aa] (?:messenger|rider|courier|letter|telegram|dispatch)) "
    r"(?:had )?(?:came|come|arrived|reached (?:the |his |her |their |my |our )?[a-z]+|brought (?:the )?(?:news|word|tidings)) "
    r"(?:(?:to|from|at|in) (?:the )?[a-z]+ )?that "
)
"""Pattern of a report that the narration passes on, such as "news came that". A death in a report that the narration
passes on counts as having happened.
"""

DEATHS: tuple[Construction, ...] = (
    construction(
        rf"{_REPORT}<s:P> (?:(?:was|had been|is) (?:dead|{_VIOLENT}|shot)|(?:had )?(?:{_DYING}))(?! by\b){_AFTER_DYING}",
        _DIED,
        in_speech=False,
    ),
    construction(
        rf"{_REPORT}<o:P> (?:was|had been|is) (?:{_VIOLENT}|shot) by <s:P>{{ends}}", *_KILLED, in_speech=False
    ),
    construction(
        rf"{_REPORT}<s:P> (?:had )?(?:killed|murdered|slew|slain|beheaded|executed|hanged|put to death) <o:P>{{ends}}",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        r"{opens}<s:P>~ (?:(?:was|had been|has been) (?:revived|resurrected|brought back to life|raised from the dead)|"
        r"(?:came|had come) back to life|(?:rose|had risen|returned|came back) from the dead){stop}",
        StatementTemplate("dead", "{s} came back to life.", phase=Phase.ENDS),
    ),
    construction(rf"{{opens}}<s:P>{{had}} (?:{_DYING}){_AFTER_DYING}", _DIED),
    construction(rf"{{opens}}<s:P>, {{any}}{{1,30}},~ (?:{_DYING}){_AFTER_DYING}", _DIED),
    construction(
        r"{opens}<s:P> (?:was|is|lay|were|had been|has been|was found) (?:now |already |quite |stone |stone-|long )?dead"
        r"(?=[.,;:!?\n—\-]|$| for (?:[a-z]+ )?(?:years?|months?|weeks?|days?|hours?|decades?|some time)\b|"
        r" (?:and|since|before|when|in|on|upon|beside|at|these|by|too|there|enough(?=[.,;]))\b)(?! on (?:his|her|my|their) feet)(?! in the water)",
        _IS_DEAD,
    ),
    construction(
        rf"{{opens}}<s:P>(?:, still unburied,)? (?:was|is|lay|had been|has been)~ (?:{{any}}{{1,30}}, )?{_LIFELESS}{{stop}}",
        _IS_DEAD,
    ),
    construction(
        r"\b(?:[Ww]e|[Tt]hey|I|<p:P>)~ (?:had )?(?:buried|interred) (?:poor |old )?<s:P>(?=[.,;:!?\n—]|$| (?:in|at|on|by|beside|near|under|"
        r"where|with|yesterday|that|the (?:next|same|following))\b)",
        _IS_DEAD,
        in_speech=False,
    ),
    construction(r"\b(?:[Tt]he )?lifeless (?:body|form|remains) of (?:poor |old )?<s:P>{ends}", _IS_DEAD),
    construction(
        r"<s:P*>{s}(?:lifeless (?:body|form|remains)|mortal remains|coffin|tomb)\b", _IS_DEAD, in_speech=False
    ),
    construction(
        r"{opens}<s:P>, (?:shot|stabbed|pierced|run) (?:dead|through the (?:heart|head|brain|body))(?:,| by [a-z ]{1,20},)",
        _DIED,
    ),
    construction(
        r"{opens}<o:P>{had} (?:died|fell|fallen|perished) by (?:the )?<s:P*>{s}(?:own )?(?:hand|sword|dagger|knife|pistol|axe|bullet|arrow){ends}",
        *_KILLED,
    ),
    construction(rf"{{opens}}<s:P>{{had}} (?:gave|given|dealt|struck) <o:P> {_MORTAL}{{ends}}", *_KILLED),
    construction(
        r"{opens}<s:P>{had} (?:smothered|throttled|drowned|executed|assassinated|butchered|beheaded|garrotted|knifed to death|"
        r"finished off|dispatched|struck off the head of|cut off the head of) <o:P>{ends}",
        *_KILLED,
    ),
    construction(r"{opens}<s:P>{had} (?:cut|struck|hacked|smote) (?:off )?<o:P*>{s}head(?: off)?{ends}", *_KILLED),
    construction(r"{opens}<s:P> {any}{1,50},? and (?:was|fell|lay|dropped) (?:stone )?dead{stop}", _IS_DEAD),
    construction(r"\b[Tt]he dead (?:man|woman|boy|girl|body of|man[’']s body), <s:P>{stop}", _IS_DEAD),
    construction(r"\b(?:[Tt]he|poor) dead (?:body of )?<s:P>{ends}", _IS_DEAD, in_speech=False),
    construction(r"\b(?:[Tt]he )?(?:corpse|dead body) of (?:poor |old )?<s:P>{ends}", _IS_DEAD),
    construction(
        rf"\b(?:{_NEWS}|[Oo]n|[Aa]t) (?:the )?(?:death|murder) of (?:poor )?<s:P>{_NO_DENIAL}",
        _IS_DEAD,
        in_speech=False,
    ),
    construction(
        r"<s:P*>{s}(?:sudden |early |untimely |violent )?(?:death|murder) "
        r"(?:had|was|left|came|made|took|broke|brought|caused)\b",
        _IS_DEAD,
        in_speech=False,
    ),
    construction(r"\b[Tt]he widow of (?:the late |poor )?<s:P>(?=[ .,;:!?\n—]|$)", _IS_DEAD),
    construction(r"\b[Tt]he late (?:lamented )?<s:P>(?=[.,;:!?\n—]|['’]s | [a-z])", _IS_DEAD),
    construction(rf"{{opens}}<s:P> (?:was|had been|lies|is) buried{_GRAVE}", _IS_DEAD),
    construction(
        r"\b(?:saw|seen|watched) <s:P> (?:die|fall dead|drop dead|killed|shot dead|hanged|drown){ends}", _DIED
    ),
    construction(
        rf"{{opens}}<s:P>(?:(?: (?:by|beside|near|on|in|against|under) [a-z ]{{1,20}})?,| had been| was| lay) {_SHOT_DEAD}(?=[.,;:!?\n—]|$| (?:in|on|at|as|when|while|before|and)\b)",
        _DIED,
    ),
    construction(
        r"<s:P*>['’]s (?:now |already |long |stone )?dead(?=[.,;:!?\n—]|$| (?:and|since|now|these|too)\b)",
        _IS_DEAD,
        in_narration=False,
    ),
    construction(r"<s:P*>{s}(?:corpse|dead body|grave|funeral|murderer)\b", _IS_DEAD, in_speech=False),
    construction(
        r"\b(?:[Aa]fter|[Ss]ince|[Uu]pon|[Ff]ollowing) (?:the |poor )?(?:death|murder|funeral) of <s:P>{ends}", _IS_DEAD
    ),
    construction(r"\b(?:[Aa]fter|[Ss]ince|[Uu]pon|[Ff]ollowing) <s:P*>{s}(?:death|murder|funeral)\b", _IS_DEAD),
    construction(
        rf"{{opens}}<s:P> (?:was|were|had been|has been|is)~ (?:{_VIOLENT})(?=[.,;:!?\n—\-]|$| (?:in|on|at|by|and|with|when|"
        rf"there|off|upon|{_MANNER})\b)",
        _DIED,
    ),
    construction(
        rf"{{opens}}<o:P> (?:was|had been|has been|is)~ (?:{_VIOLENT}|shot|stabbed through the heart)(?: on the spot| in cold blood)? by <s:P>{{ends}}",
        *_KILLED,
    ),
    construction(
        rf"{{opens}}<o:P> (?:was|had been)~ (?:{_VIOLENT}|shot) (?:in|at|on) (?!by)(?:[a-z]+ ){{1,4}}by <s:P>{{ends}}",
        *_KILLED,
    ),
    construction(r"{opens}<o:P>, (?:stabbed|shot|struck down|struck|cut down|poisoned) by <s:P>, died\b", *_KILLED),
    construction(
        r"\b(?:found|left) <s:P> (?:lying )?(?:(?:stone )?dead|murdered|hanged|drowned|killed){ends}", _IS_DEAD
    ),
    construction(
        r"<s:P>, who (?:[^.!?;:,\n]{1,40} and )?(?:had )?(?:died|perished|been killed|been murdered)\b", _IS_DEAD
    ),
    construction(
        r"<s:P>(?:, {any}{1,30})?,? and (?:also )?<q:P>(?:, {any}{1,50},|{any}{0,30},?) were (?:also |both |all |now ){0,2}dead(?: and buried)?{stop}",
        _IS_DEAD,
        StatementTemplate("dead", "{q} is dead.", subject="q"),
    ),
    construction(
        r"<s:P>, <q:P>(?:, <r:P>)?(?:, <t:P>)?(?:, <u:P>)?,? and <w:P>(?:, {any}{1,50},)? were (?:also |both |all |now ){0,2}dead(?: and buried)?{stop}",
        _IS_DEAD,
        *(StatementTemplate("dead", f"{{{slot}}} is dead.", subject=slot, when=(slot,)) for slot in "qrtuw"),
    ),
    construction(r"{opens}<s:P>(?:, who {any}{1,60},)? (?:was|were|lay) {any}{1,40}, (?:stone )?dead{stop}", _IS_DEAD),
    construction(rf"{{opens}}<s:P> (?:was|had)\b{{any}}{{0,40}}, and s?he died{_AFTER_DYING}", _DIED),
    construction(
        r"\b(?:[Yy]ou|[Tt]hey|[Ww]e)(?:['’]ve| have)? (?:killed|murdered|slain|hanged) <s:P>{ends}",
        _DIED,
        in_narration=False,
    ),
    construction(r"\b(?:[Bb]efore|[Bb]y|[Aa]t) (?:[a-z]+ ){1,3}<s:P> was dead{stop}", _IS_DEAD),
    construction(r"{opens}<s:P>{had} (?:ran|run) <o:P> through{ends}", *_KILLED),
    construction(rf"{{opens}}<s:P>{{had}} {_DRIVEN} (?:the [a-z]+ )?<o:P>{{ends}}", *_KILLED),
    construction(rf"{{opens}}<s:P>{{had}} {_DRIVEN} <o:P*>['’]s? (?:heart|head|brain|breast|throat|body)\b", *_KILLED),
    construction(r"{opens}<s:P>{had} (?:cut|slit|slashed) <o:P*>['’]s? throat{ends}", *_KILLED),
    construction(r"{opens}<s:P>{had} (?:stabbed|pierced) <o:P> (?:to|through) the heart{ends}", *_KILLED),
    construction(r"<s:P> that (?:had )?(?:killed|murdered|slew|slain|beheaded) <o:P>{ends}", *_KILLED),
    construction(r"{opens}<s:P>(?:, [^.!?;:,\n]{1,40},)?{had} cut down <o:P>(?: ere\b|{ends})", *_KILLED),
    construction(
        r"{opens}<o:P> (?:died|fell|perished|met (?:his|her) (?:death|end)) (?:at|by) the hands? of <s:P>{ends}",
        *_KILLED,
    ),
    construction(
        r"{opens}<s:P>{had} (?:killed|murdered|slew|slain|beheaded|strangled|poisoned|slaughtered|hanged|put to death|"
        r"put an end to|shot down) <o:P>(?:,? and <q:P>)?{ends}",
        *_TWO_KILLED,
    ),
    construction(
        r"{opens}<s:P>{had} (?:shot|struck|stabbed|beat|beaten|clubbed|knocked|hacked|trampled|burned|burnt|choked) <o:P>"
        r"(?: [a-z]+){0,2}? (?:dead|to death|through the (?:heart|head))(?=[ .,;:!?\n—\-]|$)",
        *_KILLED,
    ),
    construction(
        r"<s:P>(?<!that it was .),? who (?:had )?(?:killed|murdered|slew|slain|beheaded) <o:P>(?:,? and <q:P>)?{ends}",
        *_TWO_KILLED,
    ),
    construction(r"<s:P>, the (?:killer|murderer|slayer) of <o:P>{ends}", *_KILLED),
    construction(
        r"{opens}<s:P>{had} (?:wounded|stabbed|shot) <o:P>{ends}",
        StatementTemplate("wounded", "{s} wounded {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
