"""How things of English stories change hands: who took, sold, inherited or was given what, and from whom."""

from __future__ import annotations

from episodic.extraction.ruled.english_patterns import Pattern, Says, pattern
from episodic.model.readings import Phase

_GAVE = Says("gave", "{s} gave {o} {v}.", value="v", roles=(("o", "recipient"),))
_SOLD = Says("gave", "{s} sold {v} to {o}.", value="v", roles=(("o", "recipient"),))
_GIVE = r"(?:gave|given|handed|lent|sent|passed|presented|returned|bequeathed)"
_GET = r"(?:took|taken|stole|stolen|bought|borrowed|inherited|seized|snatched|won|received|accepted)"

HANDS: tuple[Pattern, ...] = (
    pattern(r"{opens}<s:P>{had} (?:gave|given|handed|lent|brought|sent|bequeathed) <o:P> {noun}", _GAVE),
    pattern(rf"{{opens}}<s:P>{{had}} {_GIVE} {{noun}} (?:back )?to <o:P>{{ends}}", _GAVE),
    pattern(r"{opens}<s:P>{had} sold {noun} to <o:P>{ends}", _SOLD),
    pattern(r"{opens}<s:P>{had} sold <o:P> {noun}", _SOLD),
    pattern(
        rf"{{opens}}<s:P>{{had}} {_GIVE} (?:the )?<i:I> (?:back )?to <o:P>{{ends}}",
        Says("gave", "{s} gave {i} to {o}.", object="i", roles=(("o", "recipient"),)),
        Says("holds", "{o} has {i}.", subject="o", object="i", phase=Phase.BEGINS),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} {_GET} {{noun}} from <o:P>{{ends}}",
        Says("obtained", "{s} got {v} from {o}.", value="v", roles=(("o", "giver"),)),
    ),
    pattern(
        rf"{{opens}}<s:P>{{had}} {_GET} (?:the )?<i:I> from <o:P>{{ends}}",
        Says("took", "{s} took {i} from {o}.", object="i", roles=(("o", "giver"),)),
        Says("holds", "{s} has {i}.", object="i", phase=Phase.BEGINS),
    ),
    pattern(
        r"{opens}<s:P>{had} inherited (?:the )?<o:LIO>{ends}",
        Says("holds", "{s} owns {o}.", object="o", phase=Phase.BEGINS),
    ),
    pattern(
        r"{opens}<s:P>~ (?:owned|owns|possessed|bought) (?:the )?<o:LIO>{ends}",
        Says("holds", "{s} owns {o}.", object="o"),
    ),
    pattern(
        r"{opens}<s:P>~ (?:wore|carried|owned|possessed) {noun}", Says("holds", "{s} has {v}.", value="v"), spoken=False
    ),
)
"""Every construction of giving, taking and having, in the order in which its statements are made."""
