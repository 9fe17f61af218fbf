"""What others call the first-person narrator: they say a name to somebody, and "I" answers right after."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from episodic.extraction.ruled.english_narrator import in_speech
from episodic.model.spans import Span
from episodic.text.paragraphs import paragraphs

_SAYS = r"(?:said|says|answered|replied|cried|asked|returned|faltered|stammered|exclaimed|repeated)"
_BY_ME = re.compile(rf"(?<![\w'’.])I {_SAYS}\b|\b{_SAYS},? I(?![\w'’]|\.\w)")
_BEFORE = re.compile(
    r"(?:^|[“\"‘'(,.!?;:\s—-])(?:(?:[Mm]y|[Dd]ear|[Oo]ld|[Yy]oung|[Gg]ood|[Aa]nd|[Nn]ow|[Ww]ell|[Oo]h|[Ff]riend)\s+)*$"
)
_EDGE = "“\"‘',.!?;:—-("
_AFTER = re.compile(r"[,.!?;:—”\"’-]")
_NEEDED = 2
"""So many answers must follow before a name is believed..."""
_CALLED_FOR_ANSWER = 4
"""...and one at least for so many times that the name is called."""


def addressed(text: str, *, speech: Sequence[Span], groups: Sequence[Mapping[str, Sequence[Span]]]) -> int | None:
    """Which of *groups* the narrator is called by, or None; each holds the places of one person's names, by name.

    Twice at least somebody must say one of the names to somebody whom "I" answers in the next paragraph; no other person may be
    called by name half as often, and the narration may not name the person: narrators do not.
    """
    votes: Counter[int] = Counter()
    for start, end in _before_answers(text, speech):
        for number, group in enumerate(groups):
            if any(_called(text, span, start, end, speech) for spans in group.values() for span in spans):
                votes[number] += 1
    if not votes:
        return None
    (best, count), *others = votes.most_common(2)
    if count < _NEEDED or (others and others[0][1] * 2 >= count):
        return None
    places = [span for spans in groups[best].values() for span in spans]
    called = sum(_called(text, span, 0, len(text), speech) for span in places)
    told = any(not in_speech(span.start, speech) for span in places)
    return None if told or called > _CALLED_FOR_ANSWER * count else best


def _before_answers(text: str, speech: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The paragraphs after which the narrator speaks, as (start, end); not those in which the narrator speaks, too."""
    bodies = [paragraph.body for paragraph in paragraphs(text)]
    starts, ends = [one.start for one in bodies], [one.end for one in bodies]
    mine = set[int]()
    first = set[int]()
    for match in _BY_ME.finditer(text):
        if in_speech(match.start(), speech):
            continue
        paragraph = bisect_right(starts, match.start()) - 1
        mine.add(paragraph)
        before = [span for span in speech if starts[paragraph] <= span.start < match.start()]
        if len(before) <= 1:
            first.add(paragraph)
    for paragraph in sorted(first):
        if paragraph and paragraph - 1 not in mine:
            yield starts[paragraph - 1], ends[paragraph - 1]


def _called(text: str, span: Span, start: int, end: int, speech: Sequence[Span]) -> bool:
    """Whether the name at *span*, spoken between *start* and *end*, is said to the hearer: set off by marks on both sides."""
    if not start <= span.start < end or not in_speech(span.start, speech):
        return False
    before = _BEFORE.search(text, max(start, span.start - 40), span.start)
    if before is None or _AFTER.match(text, span.end) is None:
        return False
    lead = text[max(start, span.start - 40) : before.start() + 1].rstrip()
    return not lead or lead[-1] in _EDGE
