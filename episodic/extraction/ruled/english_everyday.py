"""Constructions of English prose whose object has no name: where somebody went, what he took, how he looks and feels."""

from __future__ import annotations

from episodic.extraction.ruled.english_patterns import Pattern, Says, pattern
from episodic.extraction.ruled.masked import PERSON
from episodic.model.readings import StatementScope

_SPOT = (
    r"(?:house|home|church|churchyard|forge|inn|town|village|river|room|bedroom|kitchen|parlour|parlor|island|shore|ship|boat|"
    r"hill|gate|garden|shop|office|school|castle|tower|barn|stable|mill|bridge|market|station|prison|hospital|theatre|hotel|"
    r"tavern|harbour|harbor|beach|wood|woods|forest|farm|lane|street|marshes|marsh|battery|wharf|stairs|cottage|hut|cabin|"
    r"camp|cave|stockade|palace|temple|court|club|library|cellar|attic|deck|schooner|anchorage|ferry|landing|boathouse|lodgings|"
    r"chambers|rooms|place|city|country|sea|door|window|coach-office|counting-house|public-house|log-house|block-house|"
    r"stairs|staircase|bank|brewery|courtyard|quay|galley|camp-fire|lighthouse|tunnel|valley|mountains?|lake|well)"
)
_PLACE = (
    rf"(?P<v>(?:(?:the|my|his|her|our|their) (?:[a-z]+(?:-[a-z]+)* )?{_SPOT}|{PERSON}['’]s(?: [a-z]+)?(?: {_SPOT})?))"
)
_BACK = r"(?: (?:back|down|up|over|out|away|home|on|off|across|straight|round|alone|together|ashore))*"
_LOOKS = (
    r"(?:tall|short|stout|thin|fat|lean|old|young|elderly|middle-aged|fair|dark|pale|little|big|large|small|great|strong|"
    r"handsome|pretty|beautiful|ugly|slender|slim|bald|grey-haired|white-haired|portly|burly|bulky|lanky|plump|red-faced|"
    r"broad-shouldered|well-dressed|bearded|dark-haired|dry|bony|tanned|brown|heavy|nut-brown|lame|blind|deaf|withered)"
)
_NATURE = (
    r"(?:good|kind|honest|brave|mild|good-natured|sweet-tempered|easy-going|foolish|gentle|proud|cruel|clever|wise|simple|"
    r"stupid|sulky|idle|lazy|silent|quiet|cheerful|obstinate|generous|greedy|selfish|humble|modest|cunning|sharp|shrewd|"
    r"timid|bold|fierce|merry|grave|stern|severe|patient|industrious|amiable|dear|worthy|decent|respectable|awkward|wicked|"
    r"violent|passionate|jealous|mean|hard|tender|faithful|loyal|sensible|clean|remarkable|hot-tempered|superior)"
)
_SOMEBODY = r"(?:man|woman|girl|boy|lady|gentleman|fellow|person|child|creature|lad|maiden|figure)"
_FEATURE = r"(?:face|nose|beard|moustache|forehead|complexion|scar|voice|figure|mouth|chin|limp|stoop|head|countenance|whiskers)"
_MOOD = (
    r"(?:afraid|angry|glad|happy|unhappy|sad|sorry|ashamed|frightened|terrified|surprised|astonished|amazed|delighted|pleased|"
    r"proud|lonely|miserable|wretched|anxious|uneasy|nervous|jealous|furious|enraged|disappointed|relieved|grateful|"
    r"bewildered|alarmed|horrified|shocked|troubled|worried|excited|curious|impatient|indignant|weary|tired|hungry|cold|"
    r"dismayed|puzzled|embarrassed|offended|mortified|scared|startled|thankful|melancholy|cheerful|overjoyed|thrilled|heartbroken|devastated|elated|contented|bored|exhausted|"
    r"depressed|upset|annoyed|irritated|humiliated|desperate|homesick|suspicious|confused|disgusted|amused|appalled|stunned)"
)
_AILING = r"(?:ill|sick|wounded|hurt|lame|blind|deaf|mad|unconscious|insensible|feverish|delirious|drunk|faint|injured|pregnant)"
_DEGREE = (
    r"(?:very |so |quite |too |much |greatly |really |rather |still |now |a little |more |extremely |terribly |both )*"
)
_WHY = (
    r"(?! to (?:say|record|add|report|state|inform|trouble)\b)"
    r"(?=[.,;:!?\n—\-)]|$| (?:and|of|to|at|by|that|with|when|for|in|as|about|lest|because|but)\b)"
)
_CLAUSE = r"(?P<v>to (?!be\b|do\b|have\b)[a-z]+(?: (?!(?:he|she|it|they|him|her|them|his|their|its|this|these|those|i|me|my|we|us|our|you|your|so|that|mine|himself|herself|myself|one)\b)[^ .,;:!?—\n]+){1,8}?)(?=[.;:!?,\n—]|$| (?:and|but|because|when|if|that|which|who)\b)"

EVERYDAY: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P>{had} (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|ran|walked|got|drove|rode|hurried) (?P<v>home)(?! to)\b",
        Says("went_to", "{s} went {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:went|came|(?<=had )gone|(?<=has )gone|(?<=had )come|(?<=has )come|returned|rode|drove|walked|sailed|hurried|ran|got|crept|rowed|climbed|strolled|rushed){_BACK} (?:to|into|up to|down to) {_PLACE}{{ends}}",
        Says("went_to", "{s} went to {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:reached|entered|arrived at|got to) {_PLACE}{{ends}}",
        Says("went_to", "{s} went to {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:left|quitted) (?!(?:the|my|his|her|our|their) (?:[a-z]+ )?(?:boat|door|window|gate)\b){_PLACE}{{ends}}",
        Says("left", "{s} left {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:lived|lives|live|dwelt|lodged|lodges|lodge) (?:in|at|near) {_PLACE}{{ends}}",
        Says("lives_in", "{s} lives in {v}.", value="v"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:seized|snatched|stole|stolen|bought|inherited|borrowed|picked up|caught up|took up|took out|pulled out) (?!(?:his|her|my|their) ){noun}",
        Says("obtained", "{s} took {v}.", value="v"),
    ),
    pattern(
        r"{opens}<s:P>{had} received (?P<v>(?:a|an|the|another) (?:[a-z]+ ){0,3}?(?:letter|note|telegram|parcel|package|gift|present|invitation|cheque|legacy|"
        r"purse|message|postcard|card|box|book|ring|medal|letters|notes)){ends}",
        Says("obtained", "{s} received {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P> (?:was|is|am) (?P<v>(?:an?) (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,3}}?{_LOOKS},? (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,2}}?{_SOMEBODY})\b",
        Says("appearance", "{s} is {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P> (?:was|is|am) (?P<v>(?:an?) (?:very |most |really )?{_NATURE},? (?:(?:[a-z]+(?:-[a-z]+)*),? (?:and )?){{0,2}}?{_SOMEBODY})\b",
        Says("character", "{s} is {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>~ (?:had|has) (?P<v>an? (?:[a-z]+(?:-[a-z]+)*,? (?:and )?){{1,4}}{_FEATURE})\b",
        Says("appearance", "{s} has {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>~ (?:was|were|felt|became|am(?! (?:very )?afraid)|is|grew|looked) {_DEGREE}(?P<v>{_MOOD})(?!(?<=cold) (?:to|with|towards?)\b)(?!(?:(?<=tired)|(?<=weary)) of\b)(?!(?<=hungry) for\b){_WHY}",
        Says("feels", "{s} feels {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>~ (?:was|became|fell|am|is|lay) (?:very |so |quite |taken |seriously |dangerously |badly )*(?P<v>{_AILING})(?!(?<! hurt)(?<!injured)(?<!wounded) (?:of|to|about|at|for|as)\b)(?! with (?:worry|fear|power|love|joy|desire|rage|grief|success))(?! on (?:power|success)){_WHY}",
        Says("health", "{s} is {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:resolved|determined|decided|meant|intended|planned) {_CLAUSE}",
        Says("wants", "{s} means {v}.", value="v", scope=StatementScope.PLAN),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:wanted|wished|longed|desired) {_CLAUSE}",
        Says("wants", "{s} wants {v}.", value="v", scope=StatementScope.WISH),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:told|asked|informed|reminded|begged|warned|assured|entreated) <o:P>(?= |,|$)",
        Says("told", "{s} spoke to {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:spoke|talked|whispered|wrote) (?:to|with) <o:P>{ends}",
        Says("told", "{s} spoke to {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:saw|noticed|recognised|recognized|perceived|beheld|caught sight of) <o:P>(?= |,|[.;!]|$)(?! (?:to|a|an|the|as|[a-z]+ly)\b)",
        Says("discovered", "{s} saw {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} found <o:P>(?=[.,;:!?\n]|$| (?:(?!boring|charming|annoying|interesting|fascinating|amusing|irritating|disgusting|wanting|trying|exciting)[a-z]+ing|in|at|on|by|under|behind|beside|near|outside|inside|there|here|alone|asleep|still|"
        r"just|already|and|with|upstairs|downstairs)\b)",
        Says("discovered", "{s} saw {o}.", object="o"),
    ),
    pattern(r"{opens}<s:P>{had} shook hands with <o:P>{ends}", Says("met", "{s} shook hands with {o}.", object="o")),
    pattern(r"\bintroduced <s:P> to <o:P>{ends}", Says("met", "{s} met {o}.", object="o"), spoken=False),
    pattern(
        r"{opens}<s:P>{had} (?:went|came|gone|come) to see <o:P>{ends}",
        Says("visited", "{s} visited {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:was|were|am|is) (?:very |so )?fond of <o:P>{ends}",
        Says("loves", "{s} is fond of {o}.", object="o"),
    ),
)
"""Every construction of this kind, in the order in which its statements are made."""
