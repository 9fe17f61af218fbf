"""English constructions (sentence patterns) about things that are given, sold, taken, inherited, owned or carried."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.en.reading.construction_syntax import construction
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import Phase

_GAVE = StatementTemplate("gave", "{s} gave {o} {v}.", value="v", roles=(("o", "recipient"),))
_SOLD = StatementTemplate("gave", "{s} sold {v} to {o}.", value="v", roles=(("o", "recipient"),))
_GIVE = r"(?:gave|given|handed|lent|sent|passed|presented|returned|bequeathed)"
_GET = r"(?:took|taken|stole|stolen|bought|borrowed|inherited|seized|snatched|won|received|accepted)"

_SUM = r"(?P<v>(?:an?|the|his|her|some|[a-z]+(?:-[a-z]+)?|£?\d[\d,]*) ?(?:[a-z]+(?:-[a-z]+)? ){0,3}?(?:pounds?|guineas?|shillings?|pence|crowns?|dollars?|cents?|francs?|ducats?|sovereigns?|coins?|silver|gold|money|rent|wages|life|favou?r|apology|debt))"
_DEBT = r"(?:his|her|my|the|that|an old) (?:[a-z]+ )?(?:debts?|account)"
_REPAID = StatementTemplate("owes", "{s} repaid {o}.", object="o", phase=Phase.ENDS)

_DEBTS: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>~ (?:owed|owes|had owed) <o:P> {_SUM}{{noun_ends}}",
        StatementTemplate("owes", "{s} owes {o} {v}.", object="o", value="v"),
    ),
    construction(
        rf"{{opens}}<s:P>~ (?:owed|owes|had owed) {_SUM} to <o:P>{{ends}}",
        StatementTemplate("owes", "{s} owes {o} {v}.", object="o", value="v"),
    ),
    construction(r"{opens}<s:P>{had} (?:fully )?repaid <o:P>(?! (?:half|part|some)\b){ends}", _REPAID),
    construction(rf"{{opens}}<s:P>{{had}} (?:repaid|paid back) {_SUM} to <o:P>{{ends}}", _REPAID),
    construction(
        r"{opens}<s:P>{had} repaid <o:P> (?:the|his|her|all the) (?!rest|half){any}{1,40}?(?=[.,;:!?])", _REPAID
    ),
    construction(r"{opens}<s:P>{had} paid <o:P> back{ends}", _REPAID),
    construction(rf"{{opens}}<s:P>{{had}} (?:paid|settled|cleared) {_DEBT} (?:to|with) <o:P>{{ends}}", _REPAID),
)
"""The English constructions about debts and their repayment. A debt does not end when only a part is repaid."""

POSSESSION: tuple[Construction, ...] = (
    *_DEBTS,
    construction(r"{opens}<s:P>{had} (?:gave|given|handed|lent|brought|sent|bequeathed) <o:P> {noun}", _GAVE),
    construction(rf"{{opens}}<s:P>{{had}} {_GIVE} {{noun}} (?:back )?to <o:P>{{ends}}", _GAVE),
    construction(
        r"{opens}<s:P>{had} (?:gave|given|handed|lent|bequeathed) (?:him|her|them|us) (?!(?:his|her|my|their) ){noun}",
        StatementTemplate("gave", "{s} handed over {v}.", value="v"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} (?:produced|pocketed|drew out|took out|pulled out|drew|brought out) (?P<v>(?:an?|the|some|two|three) (?:[a-z]+(?:-[a-z]+)? ){{0,2}}?(?:{any_of('thing_nouns')}|cord|money|shillings|pounds|guineas|keys))(?=[.,;:!?\n—]|$| (?:and|of|in|on|from|with)\b)",
        StatementTemplate("holds", "{s} has {v}.", value="v"),
        in_speech=False,
    ),
    construction(r"{opens}<s:P>{had} sold {noun} to <o:P>{ends}", _SOLD),
    construction(r"{opens}<s:P>{had} sold <o:P> {noun}", _SOLD),
    construction(
        rf"{{opens}}<s:P>{{had}} {_GIVE} (?:the )?<i:I> (?:back )?to <o:P>{{ends}}",
        StatementTemplate("gave", "{s} gave {i} to {o}.", object="i", roles=(("o", "recipient"),)),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_GET} {{noun}} from <o:P>{{ends}}",
        StatementTemplate("obtained", "{s} got {v} from {o}.", value="v", roles=(("o", "giver"),)),
    ),
    construction(
        rf"{{opens}}<s:P>{{had}} {_GET} (?:the )?<i:I> from <o:P>{{ends}}",
        StatementTemplate("took", "{s} took {i} from {o}.", object="i", roles=(("o", "giver"),)),
    ),
    construction(
        r"{opens}<s:P>{had} inherited (?:the )?<o:LIO>{ends}",
        StatementTemplate("holds", "{s} owns {o}.", object="o", phase=Phase.BEGINS),
    ),
    construction(
        r"<o:LIO>,? (?:was|had been) (?:purchased|bought|inherited) by <s:P>{ends}",
        StatementTemplate("holds", "{s} owns {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:owned|owns|possessed|bought) (?:the )?<o:LIO>{ends}",
        StatementTemplate("holds", "{s} owns {o}.", object="o"),
    ),
    construction(
        r"{opens}<s:P>~ (?:had|has|held|wore|wears|carried|carries|kept|keeps) <i:I>~{noun_ends}",
        StatementTemplate("holds", "{s} has {i}.", object="i"),
        in_speech=False,
    ),
    construction(
        r"{opens}<s:P>~ (?:wore|carried|owned|possessed) {noun}",
        StatementTemplate("holds", "{s} has {v}.", value="v"),
        in_speech=False,
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
