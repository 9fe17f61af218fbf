"""Finds the name of the first-person narrator: the name by which others address the person who then answers as "I"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from episodic.model.spans import Span
from episodic.text.paragraphs import paragraphs
from episodic.text.speech import in_speech

_SPEECH_VERBS = r"(?:said|says|answered|replied|cried|asked|returned|faltered|stammered|exclaimed|repeated)"
_NARRATOR_SPEAKS = re.compile(rf"(?<![\w'’.])I {_SPEECH_VERBS}\b|\b{_SPEECH_VERBS},? I(?![\w'’]|\.\w)")
_SAID_TO_ME = re.compile(
    r"\s(?:[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+){0,2}|he|she|(?:the|my)\s[a-z]+)\s"
    r"(?:(?:said|whispered|called|shouted|cried|murmured|remarked)\sto|asked|told|warned|reminded)\sme\b"
    r"(?![^“\"\n]{0,60}[“\"][a-z])"
)
"""What follows a quotation that is addressed to the narrator. A quotation that goes on with a small letter is left out:
in '"Tom," he said to me, "is a thief"', the name is no form of address.
"""
_BEFORE = re.compile(
    r"(?:^|[“\"‘'(,.!?;:\s—-])(?:(?:[Mm]y|[Dd]ear|[Oo]ld|[Yy]oung|[Gg]ood|[Aa]nd|[Nn]ow|[Ww]ell|[Oo]h|[Ff]riend)\s+)*$"
)
_EDGE = "“\"‘',.!?;:—-("
_AFTER = re.compile(r"[,.!?;:—”\"’-]")
_MIN_ANSWERS = 2
"""The minimum number of times that the narrator must answer to a name before the name counts as the narrator's name."""
_MAX_CALLS_PER_ANSWER = 4
"""The maximum ratio of two numbers: how often a name is used to address somebody, and how often "I" then answers. A
person who is addressed by name more than this many times as often as "I" answers is not the narrator.
"""


def addressed(text: str, *, speech: Sequence[Span], groups: Sequence[Mapping[str, Sequence[Span]]]) -> int | None:
    """Return the index of the group that contains the narrator's names, or None if no group is certain.

    Each element of *groups* maps the names of one person to the spans of their occurrences. The narrator is a person
    who is addressed in at least two paragraphs that "I" answers in the next paragraph. For each person, the function
    counts the paragraphs that address this person and are followed by an answer of "I". The narrator's count must be
    more than twice the count of any other person. A person who is also named in the narration is not the narrator,
    because narrators do not name themselves. A person who is addressed by name more than _MAX_CALLS_PER_ANSWER times as
    often as "I" answers is not the narrator.
    """
    votes: Counter[int] = Counter()
    for start, end in _before_answers(text, speech):
        for number, group in enumerate(groups):
            if any(is_called(text, span, start, end, speech) for spans in group.values() for span in spans):
                votes[number] += 1
    if not votes:
        return None
    (best, count), *others = votes.most_common(2)
    if count < _MIN_ANSWERS or (others and others[0][1] * 2 >= count):
        return None
    places = [span for spans in groups[best].values() for span in spans]
    calls = sum(is_called(text, span, 0, len(text), speech) for span in places)
    is_narrated = any(not in_speech(span.start, speech) for span in places)
    return None if is_narrated or calls > _MAX_CALLS_PER_ANSWER * count else best


def told_to_narrator(text: str, *, speech: Sequence[Span], groups: Sequence[Mapping[str, Sequence[Span]]]) -> set[int]:
    """Return the indexes of the groups of which a name opens a quotation as a form of address that is said to the
    narrator, as in '"Miss Varga," he said to me'. A person who is also named in the narration is not the narrator.
    """
    ends = {one.start: one.end for one in speech}
    starts = sorted(ends)

    def is_said_to_me(span: Span) -> bool:
        start = starts[max(0, bisect_right(starts, span.start) - 1)]
        opens = not text[start : span.start].strip("“\"‘' ")
        calls = is_called(text, span, start, ends[start], speech)
        return opens and calls and _SAID_TO_ME.match(text, ends[start]) is not None

    return {
        number
        for number, group in enumerate(groups)
        if (places := [span for spans in group.values() for span in spans])
        and all(in_speech(span.start, speech) for span in places)
        and any(map(is_said_to_me, places))
    }


def _before_answers(text: str, speech: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each paragraph that stands directly before a paragraph in which the narrator is the
    first to speak. A paragraph in which the narrator speaks is not yielded.
    """
    bodies = [paragraph.body for paragraph in paragraphs(text)]
    starts, ends = [body.start for body in bodies], [body.end for body in bodies]
    narrators = set[int]()
    opened = set[int]()
    for match in _NARRATOR_SPEAKS.finditer(text):
        if in_speech(match.start(), speech):
            continue
        paragraph = bisect_right(starts, match.start()) - 1
        narrators.add(paragraph)
        before = [span for span in speech if starts[paragraph] <= span.start < match.start()]
        if len(before) <= 1:
            opened.add(paragraph)
    for paragraph in sorted(opened):
        if paragraph and paragraph - 1 not in narrators:
            yield starts[paragraph - 1], ends[paragraph - 1]


def is_called(text: str, span: Span, start: int, end: int, speech: Sequence[Span]) -> bool:
    """Return whether the name at *span*, between the offsets *start* and *end*, is used in speech to address somebody.

    A name addresses somebody only if punctuation stands on both sides of the name. Words such as "my dear" may stand
    between the first punctuation mark and the name.
    """
    if not start <= span.start < end or not in_speech(span.start, speech):
        return False
    before = _BEFORE.search(text, max(start, span.start - 40), span.start)
    if before is None or _AFTER.match(text, span.end) is None:
        return False
    lead = text[max(start, span.start - 40) : before.start() + 1].rstrip()
    return not lead or lead[-1] in _EDGE
