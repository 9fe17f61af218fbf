"""English constructions (sentence patterns) about movements to places that a common noun names ("the station"), and
about arrivals and departures without a place.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.masked_text import PERSON, PLACE, SPEECH
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.travels import ON_THE_WAY
from episodic.languages.en.reading.word_lists import any_of, word_set
from episodic.languages.word_lists import alternatives
from episodic.model.readings import LEAST_SALIENCE, USUAL_SALIENCE, Salience

_PLACES = word_set("place_nouns") - word_set("lesser_place_nouns")
_DETERMINER = r"(?:the|an?|my|our|his|her|their|another)"
_WENT = (
    r"(?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|rode|drove|walked|sailed|hurried|ran|got|crept|rowed|climbed|"
    r"strolled|rushed|hastened|repaired|made my way|made his way|made her way|proceeded|withdrew|retired|retreated|fled|travelled|"
    r"wandered|stepped|slipped|stole|marched|galloped|descended|ascended|dashed|raced|flew|trudged|sauntered|hobbled|limped)"
)


def _to(nouns: str, salience: Salience) -> tuple[Construction, ...]:
    """Return the constructions about movements to and from places. The regular expression *nouns* lists the common
    nouns that name these places, such as "station|inn".
    """
    place = (
        rf"(?P<v>{_DETERMINER} (?:(?!(?:of|and|or|to|in|on|from|with)\b)[a-z]+(?:-[a-z]+)* ){{0,3}}?(?:{nouns})"
        rf"(?: of (?:the |my |a )?(?:[a-z]+|[{PLACE}]))?)(?! of\b){{ends}}"
    )
    went = StatementTemplate("went_to", "{s} went to {v}.", value="v", salience=salience)
    return (
        construction(
            rf"{{opens}}<s:P>{{had}} {_WENT}{ON_THE_WAY} (?:to|into|up to|down to|as far as|back to) {place}", went
        ),
        construction(rf"{{opens}}<s:P>{{had}} (?:reached|entered|arrived at|gained|visited) {place}", went),
        construction(
            rf"{{opens}}<s:P>{{had}} (?:left|quitted) (?!(?:the|my|his|her|our|their) (?:[a-z]+ )?(?:boat|door|window|gate)\b){place}",
            StatementTemplate("left", "{s} left {v}.", value="v", salience=salience),
        ),
        construction(
            rf"{{opens}}<s:P>{{had}} (?:came|went|(?<=had )come|(?<=had )gone|walked|ran|hurried|rode|drove|strode|stepped|rushed){ON_THE_WAY} (?:out of|from) {place}",
            StatementTemplate("left", "{s} left {v}.", value="v", salience=salience),
        ),
    )


_ROOM_OR_HOUSE = rf"(?P<v>{_DETERMINER} (?:(?!(?:of|and|or|to|in|on|from|with)\b)[a-z]+(?:-[a-z]+)* ){{0,3}}?(?:{alternatives(_PLACES)})(?: of (?:the |my |a )?(?:[a-z]+|[{PLACE}]))?)(?! of\b)"
_ARRIVED = StatementTemplate("arrived_at", "{s} arrived.")
_DEPARTED = StatementTemplate("left", "{s} left.")
_AFTER_ARRIVAL = r"(?=[.;!?\n—]|$|, (?:and|but|with)\b| (?:early|late|last|again|alone|together|from|without|two|three|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|the (?:next|following|same)|that (?:night|day|evening|morning|afternoon)|yesterday|in time)\b)"

MOVEMENTS: tuple[Construction, ...] = (
    *_to(alternatives(_PLACES), USUAL_SALIENCE),
    *_to(any_of("lesser_place_nouns"), LEAST_SALIENCE),
    construction(
        rf"{{opens}}<s:P>{{had}} {_WENT}{ON_THE_WAY} (?:to|into|up to|down to|as far as|back to) (?P<v>{PERSON}['’]s(?: (?:house|rooms?|lodgings|office|flat|cottage|shop|chambers|place|door|bedroom|side|study))?){{ends}}",
        StatementTemplate("went_to", "{s} went to {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:reached|entered|arrived at|got to|visited) (?P<v>{PERSON}['’]s (?:house|rooms?|lodgings|office|flat|cottage|shop|chambers|place|bedroom|study)){{ends}}",
        StatementTemplate("went_to", "{s} went to {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:led|conducted|showed|shown|followed|accompanied|escorted|ushered|drove|driven|carried|dragged) <q:P>{ON_THE_WAY} (?:to|into|up to|down to|back to) {_ROOM_OR_HOUSE}{{ends}}",
        StatementTemplate("went_to", "{q} went to {v}.", subject="q", value="v"),
        StatementTemplate("went_to", "{s} went to {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:was|were|sat|stood|lay|stayed|remained|waited|was sitting|was standing|was waiting|were sitting|was walking|were walking|was lying)~ (?:alone |still |down )?(?:in|at|outside) (?!an? ){_ROOM_OR_HOUSE}{{ends}}",
        StatementTemplate("located_in", "{s} is in {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>(?<!{SPEECH} .){{had}} (?:arrived|(?<=had )returned|returned(?! with\b)(?= [a-z])|came back|come back|came home|come home|got back){_AFTER_ARRIVAL}",
        _ARRIVED,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:departed|went away|gone away|walked away|drove away|drove off|rode away|rode off|driven away|sailed away|hurried away|hurried off|ran away|took (?:his|her|my) (?:leave|departure)|fled|withdrew|left(?= (?:early|late|again|alone|together|without)\b)){_AFTER_ARRIVAL}",
        _DEPARTED,
    ),
    construction(
        rf"{{opens}}<s:P> (?:was|were|had been)~ (?:taken|brought|carried|driven|conducted|led|removed|transferred|summoned){ON_THE_WAY} to (?:the )?<o:L>{{ends}}",
        StatementTemplate("went_to", "{s} was brought to {o}.", object="o"),
    ),
    construction(
        rf"{{opens}}<s:P> (?:was|were|had been)~ (?:taken|brought|carried|driven|conducted|led|removed|transferred|summoned){ON_THE_WAY} to {_ROOM_OR_HOUSE}{{ends}}",
        StatementTemplate("went_to", "{s} was brought to {v}.", value="v"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:left|quitted) <o:P>(?! (?:a|an|the|no|some|to (?:understand|suppose|think|wonder|infer|believe|imagine))\b){ends}",
        StatementTemplate("left", "{s} left {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
