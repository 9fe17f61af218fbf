"""English constructions (sentence patterns) about everyday life: movement, taking things, appearance, moods, health,
wishes and talk.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.masked_text import PERSON
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import LEAST_SALIENCE, StatementScope

_PLACE_NOUN = any_of("place_nouns")
_PLACE = rf"(?P<v>(?:(?:the|my|his|her|our|their) (?:[a-z]+(?:-[a-z]+)* )?{_PLACE_NOUN}|{PERSON}['’]s(?: [a-z]+)?(?: {_PLACE_NOUN})?))"
_THING_NOUN = any_of("thing_nouns")
_APPEARANCE = any_of("appearance_adjectives")
_CHARACTER = any_of("character_adjectives")
_PERSON_NOUN = any_of("person_nouns")
_BODY_FEATURE = any_of("body_features")
_MOOD = any_of("mood_adjectives")
_ILLNESS = any_of("illness_adjectives")
_DEGREE = (
    r"(?:very |so |quite |too |much |greatly |really |rather |still |now |a little |more |extremely |terribly |both )*"
)
_WHY = (
    r"(?! to (?:say|record|add|report|state|inform|trouble)\b)"
    r"(?=[.,;:!?\n—\-)]|$| (?:and|of|to|at|by|that|with|when|for|in|as|about|lest|because|but)\b)"
)
_CLAUSE = r"(?P<v>to (?!be\b|do\b|have\b)[a-z]+(?: (?!(?:he|she|it|they|him|her|them|his|their|its|this|these|those|i|me|my|we|us|our|you|your|so|that|mine|himself|herself|myself|one)\b)[^ .,;:!?—\n]+){1,8}?)(?=[.;:!?,\n—]|$| (?:and|but|because|when|if|that (?:day|night|morning|afternoon|evening))\b)"
_BARE_CLAUSE = r"(?P<v>(?!be\b|do\b|have\b|not\b|never\b)[a-z]+(?: (?!(?:he|she|it|they|him|her|them|his|their|its|this|these|those|i|me|my|we|us|our|you|your|so|that|mine|himself|herself|myself|one)\b)[^ .,;:!?—\n]+){0,8}?)(?=[.;:!?,\n—]|$| (?:and|but|because|when|if|that (?:day|night|morning|afternoon|evening))\b)"

_NOT_BADLY = "(?<!badly )(?<!seriously )(?<!dangerously )"
"""Look-behind that fails after "badly", "seriously" and "dangerously". The word "hurt" counts as a state of health only
after a word such as "badly", because "hurt" alone can mean offended.
"""

EVERYDAY_ACTIONS: tuple[Construction, ...] = (
    construction(
        r"{opens}<s:P>{had} (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|ran|walked|got|drove|rode|hurried) (?P<v>home)(?! to)\b",
        StatementTemplate("went_to", "{s} went {v}.", value="v", salience=LEAST_SALIENCE),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:lived|lives|live|dwelt|lodged|lodges|lodge) (?:in|at|near) {_PLACE}{{ends}}",
        StatementTemplate("lives_in", "{s} lives in {v}.", value="v"),
    ),
    construction(
        r"{opens}<s:P>{had} (?:seized|snatched|stole|stolen|bought|inherited|borrowed|picked up|caught up|took up|took out|pulled out) (?!(?:his|her|my|their) ){noun}",
        StatementTemplate("obtained", "{s} took {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:(?P<took>took|taken)|(?P<found>found)) (?P<v>(?:an?|the) (?:[a-z]+(?:-[a-z]+)? ){{1,2}}?{_THING_NOUN})(?: back| away)?(?=[.,;:!?\n—]|$| (?:and|of|in|on|from|under|behind|beside)\b)",
        StatementTemplate("obtained", "{s} took {v}.", value="v", when=("took",)),
        StatementTemplate("discovered", "{s} found {v}.", value="v", when=("found",)),
    ),
    construction(
        r"{opens}<s:P>{had} received (?P<v>(?:a|an|the|another) (?:[a-z]+ ){0,3}?(?:letter|note|telegram|parcel|package|gift|present|invitation|cheque|legacy|"
        r"purse|message|postcard|card|box|book|ring|medal|letters|notes)){ends}",
        StatementTemplate("obtained", "{s} received {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P> (?:was|is|am) (?P<v>(?:an?) (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,3}}?{_APPEARANCE},? (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,2}}?{_PERSON_NOUN})\b",
        StatementTemplate("appearance", "{s} is {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P> (?:was|is|am) (?P<v>(?:an?) (?:very |most |really )?{_CHARACTER},? (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,2}}?{_PERSON_NOUN})\b",
        StatementTemplate("character", "{s} is {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:had|has) (?P<v>an? (?:[a-z]+(?:-[a-z]+)*,? (?:and )?){{1,4}}{_BODY_FEATURE})\b",
        StatementTemplate("appearance", "{s} has {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:was|were|felt|became|am(?! (?:very )?afraid)|is|grew|looked) {_DEGREE}(?P<v>{_MOOD})(?!(?<=cold) (?:to|with|towards?)\b)(?!(?:(?<=tired)|(?<=weary)) of\b)(?!(?<=hungry) for\b){_WHY}",
        StatementTemplate("feels", "{s} feels {v}.", value="v", salience=LEAST_SALIENCE),
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:was|became|fell|am|is|lay) (?:very |so |quite |taken |seriously |dangerously |badly )*(?P<v>{_ILLNESS})(?<!{_NOT_BADLY}hurt)(?!(?<! hurt)(?<!injured)(?<!wounded) (?:of|to|about|at|for|as)\b)(?! with (?:worry|fear|power|love|joy|desire|rage|grief|success))(?! on (?:power|success)){_WHY}",
        StatementTemplate("health", "{s} is {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:resolved|determined|decided|meant|intended|planned) {_CLAUSE}",
        StatementTemplate("wants", "{s} means {v}.", value="v", scope=StatementScope.PLAN),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:promised|vowed|swore|sworn|pledged) {_CLAUSE}",
        StatementTemplate("promised", "{s} promised {v}.", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:promised|vowed to|swore to|sworn to) <o:P>,? {_CLAUSE}",
        StatementTemplate("promised", "{s} promised {o} {v}.", value="v", roles=(("o", "recipient"),)),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:promised|vowed|swore|sworn|pledged)(?: <o:P>)?(?: that)? (?:he|she|they|{PERSON}) would {_BARE_CLAUSE}",
        StatementTemplate("promised", "{s} promised {o} to {v}.", value="v", roles=(("o", "recipient"),), when=("o",)),
        StatementTemplate("promised", "{s} promised to {v}.", value="v", when=()),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:wanted|wished|longed|desired) {_CLAUSE}",
        StatementTemplate("wants", "{s} wants {v}.", value="v", scope=StatementScope.WISH),
    ),
    construction(
        r"{opens}<s:P>{had} (?:told|asked|informed|reminded|begged|warned|assured|entreated) <o:P>(?= |,|$)",
        StatementTemplate("told", "{s} spoke to {o}.", object="o", salience=LEAST_SALIENCE),
    ),
    construction(
        r"{opens}<s:P>{had} (?:spoke|talked|whispered) (?:to|with) <o:P>{ends}",
        StatementTemplate("told", "{s} spoke to {o}.", object="o", salience=LEAST_SALIENCE),
    ),
    construction(
        r"{opens}<s:P>{had} (?:saw|noticed|recognised|recognized|perceived|beheld|caught sight of) <o:P>(?= |,|[.;!]|$)(?! (?:to|a|an|the|as|[a-z]+ly)\b)",
        StatementTemplate("discovered", "{s} saw {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} found <o:P>(?=[.,;:!?\n]|$| (?:(?!boring|charming|annoying|interesting|fascinating|amusing|irritating|disgusting|wanting|trying|exciting)[a-z]+ing|in|at|on|by|under|behind|beside|near|outside|inside|there|here|alone|asleep|still|"
        r"just|already|and|with|upstairs|downstairs)\b)",
        StatementTemplate("discovered", "{s} saw {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>{had} shook hands with <o:P>{ends}",
        StatementTemplate("met", "{s} shook hands with {o}.", object="o"),
    ),
    construction(
        r"\bintroduced <s:P> to <o:P>{ends}", StatementTemplate("met", "{s} met {o}.", object="o"), in_speech=False
    ),
    construction(
        r"{opens}<s:P>{had} (?:went|came|gone|come) to see <o:P>{ends}",
        StatementTemplate("visited", "{s} visited {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:was|were|am|is) (?:very |so )?fond of <o:P>{ends}",
        StatementTemplate("loves", "{s} is fond of {o}.", object="o"),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
