"""What people of English stories do for a living, and for whom: words for occupations, and the constructions that name them."""

from __future__ import annotations

from episodic.extraction.ruled.english_patterns import Pattern, Says, pattern
from episodic.model.readings import Phase

OCCUPATION = (
    r"(?:[a-z]+smith|butcher|baker|tailor|clerk|lawyer|attorney|solicitor|barrister|prosecutor|physician|doctor|surgeon|dentist|"
    r"apothecary|pharmacist|chemist|midwife|captain|"
    r"boatswain|coxswain|cook|chef|gunner|carpenter|sailor|seaman|sea-cook|cabin-boy|steward|sexton|parson|clergyman|curate|vicar|"
    r"schoolmaster|schoolmistress|schoolteacher|headmaster|headmistress|teacher|lecturer|tutor|governess|nurse|housekeeper|butler|"
    r"footman|groom|coachman|gardener|"
    r"gamekeeper|miller|farmer|fisherman|ferryman|innkeeper|landlord|landlady|publican|merchant|shopkeeper|grocer|draper|"
    r"seedsman|saddler|shoemaker|cobbler|wheelwright|weaver|lamplighter|watchman|constable|sergeant|soldier|officer|"
    r"journeyman|apprentice|servant|maid|maidservant|convict|thief|murderer|pirate|buccaneer|smuggler|spy|detective|"
    r"policeman|policewoman|fireman|firefighter|inspector|magistrate|judge|squire|banker|accountant|broker|printer|painter|poet|"
    r"novelist|historian|biologist|botanist|physicist|philosopher|caretaker|journalist|reporter|photographer|librarian|archivist|translator|actor|actress|dancer|"
    r"musician|pianist|violinist|singer|sculptor|architect|engineer|scientist|electrician|plumber|mechanic|bricklayer|builder|miner|"
    r"pilot|hunter|shepherd|warden|mayor|bishop|monk|nun|friar|priest|priestess|king|queen|prince|princess|duke|earl|baronet|baron|"
    r"knight|wizard|witch|sorcerer|sorceress|alchemist|healer|herbalist|mercenary|bodyguard|scholar|professor|astronomer|"
    r"clockmaker|watchmaker|mapmaker|cartographer|jeweller|pawnbroker|usurer|potter|seamstress|dressmaker|hairdresser|barber|"
    r"waiter|waitress|barmaid|barman|bartender|postman|typist|receptionist|"
    r"bookseller|secretary|treasurer|mathematician|supervisor|diplomat|ambassador|senator)"
)
"""One word for what somebody is by trade, office or birth."""
NOT_ONE = r"(?!(?:[a-z-]+ )?(?:former|retired|failed|aspiring|future|false|fake|pretend|so-called|self-styled|would-be|disgraced|born|very|ex)\b)"
"""Before an occupation: whoever was one once, or is one in name only, or keeps house very well."""
_SORT = NOT_ONE + r"(?:[a-z]+(?:-[a-z]+)? ){0,2}?"
_KIN_BEFORE = (
    "(?:"
    + "|".join(
        rf"(?<={word}, .)"
        for word in "mother father brother sister uncle aunt husband wife cousin friend grandfather grandmother".split()
    )
    + ")"
)
"""Looked for behind the name, which is faster: Their mother, Ruth, was a nurse."""

WORK: tuple[Pattern, ...] = (
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:worked|works|served|practised|practiced) as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        Says("title", "{s} is a {v}.", value="v"),
    ),
    pattern(
        rf"<s:P>{_KIN_BEFORE}, "
        rf"(?:was|is|had been|worked as) (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        Says("title", "{s} is a {v}.", value="v"),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} (?:found work|found a job|got a job|took a job|took a post|got work|began work) as (?:an?|the) {_SORT}(?P<v>{OCCUPATION}){{ends}}",
        Says("title", "{s} is a {v}.", value="v", phase=Phase.BEGINS),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:got|found|took|landed|was given|was offered and took) an? (?:[a-z]+ ){0,2}?(?:job|post|position|place) (?:at|with) (?:the )?<o:OL>{ends}",
        Says("member_of", "{s} works at {o}.", object="o", phase=Phase.BEGINS),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:worked|works|taught|teaches)(?: [a-z]+)? (?:at|for) (?:the )?<o:OL>{ends}",
        Says("member_of", "{s} works at {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:worked|works) (?:for|under) <o:P>{ends}",
        Says("serves", "{s} works for {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:quit|resigned from|retired from|deserted from) (?:the )?<o:O>{ends}",
        Says("member_of", "{s} left {o}.", object="o", phase=Phase.ENDS),
    ),
    pattern(
        r"{opens}<s:P> (?:was|were|had been) (?:expelled|dismissed|fired|sacked) from (?:the )?<o:O>{ends}",
        Says("member_of", "{s} left {o}.", object="o", phase=Phase.ENDS),
    ),
    pattern(
        r"{opens}<s:P>{had} (?:founded|established) (?:the )?<o:O>{ends}",
        Says("created", "{s} founded {o}.", object="o"),
    ),
)
"""Every construction of work, in the order in which its statements are made."""
