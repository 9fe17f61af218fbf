"""Finds runs of capitalised words that can be names, without words that are capitalised for another reason."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from episodic.languages.en.reading.word_lists import (
    CALENDAR_WORDS,
    CAPITALISED_NON_NAMES,
    GENERATION_SUFFIXES,
    GIVEN_NAMES,
    ORGANIZATION_HEADS,
    PEOPLES,
    PLACE_HEADS,
    PLACE_PREFIXES,
    SENTENCE_OPENERS,
    TITLES,
    word_set,
)
from episodic.model.spans import Span

_ABBREVIATED = r"(?:Mr|Mrs|Ms|Dr|Capt|Col|Lt|Rev|Prof|St|Messrs)\."
_WORD = r"(?:[ODL]['’])?[A-Z][a-zà-öø-ÿ]+(?:[A-Z][a-zà-öø-ÿ]+)*(?:-[A-Za-z][a-zà-öø-ÿ]+)*"
_TOKEN = rf"(?:{_ABBREVIATED}|[A-HJ-Z]\.(?=[ \n][A-Z])|{_WORD})"
_GAP = r"(?: |\n(?!\n) {0,2})"
_OWNED = r"(?:['’]s?(?=\s(?:Inn|Hotel|Tavern|Court|Street|Lane|Square|Hall|Hill|Wood|Bridge|Row|Gate|Yard|Guild|Club|Hospital|Church|Cathedral|Chapel|School|College|Bar|Pub|Café|Cafe|Diner|Restaurant|Bakery|Bookshop|Market|Theatre|Clinic)\b))?"
_PARTICLE = r"(?:of|de|van|von|du|da|la|le|del|der|den|di|ibn|bin|al)"
_RUN = re.compile(
    rf"(?<!\w)(?<!\w['’\-]){_TOKEN}(?:{_OWNED}{_GAP}(?:{_PARTICLE}{_GAP}(?:(?:the|la|der){_GAP})?)?{_TOKEN})*(?![\w]|-\w)"
)
_TOKENS = re.compile(rf"{_ABBREVIATED}|[A-Z]\.|{_WORD}|[a-z]{{2,}}")
_GENERATION = re.compile(r",?\s(?P<which>Junior|Senior|Jun\.|Sen\.|Jr\.?|Sr\.?)(?!\w)")
_HEADING = re.compile(r"[^.!?;“”\"\n]{1,80}$", re.MULTILINE)
_OF_HEADS = TITLES | PLACE_HEADS | ORGANIZATION_HEADS
_STARTS = frozenset(".!?:;…*_([{")


@dataclass(frozen=True, slots=True)
class CapitalisedRun:
    """A run of capitalised words that can be a name.

    `initial` is true if the run begins where every word would be capitalised, such as the start of a sentence. `the` is
    true if the word "the" stands directly before the run. If the run begins with a title, an adjective may stand
    between "the" and the run ("the good Doctor Manette").
    """

    span: Span
    words: tuple[str, ...]
    initial: bool
    the: bool

    @property
    def key(self) -> str:
        """Return the words of the run with single spaces and without full stops.

        Runs with equal keys count as occurrences of one name.
        """
        return " ".join(word.rstrip(".") for word in self.words)

    @property
    def titled(self) -> bool:
        """Return whether the run begins with a title such as "Mr." that other words follow."""
        return self.words[0].rstrip(".") in TITLES and len(self.words) > 1


def runs(text: str, names: Collection[int] = ()) -> list[CapitalisedRun]:
    """Return the runs of capitalised words in *text*, in text order. Runs of capitalised words inside headings are left
    out. *names* contains the offsets at which words such as "May" are names.
    """
    headings = _headings(text)
    starts = [span.start for span in headings]
    found: list[CapitalisedRun] = []
    for match in _RUN.finditer(text):
        index = bisect_right(starts, match.start()) - 1
        if index >= 0 and match.start() < headings[index].end:
            continue
        initial = _is_initial(text, match.start())
        for tokens in _pieces(list(_TOKENS.finditer(match.group()))):
            named = [match.start() + token.start() in names for token in tokens]
            run = _trimmed(text, match.start(), tokens, named, initial=initial and tokens[0].start() == 0)
            if run is not None:
                found.append(_with_generation(text, run))
    return found


def _with_generation(text: str, run: CapitalisedRun) -> CapitalisedRun:
    behind = _GENERATION.match(text, run.span.end)
    if behind is None:
        return run
    return CapitalisedRun(Span(run.span.start, behind.end()), (*run.words, behind["which"]), run.initial, run.the)


def _pieces(tokens: Sequence[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Yield the parts into which a run of capitalised words is divided, each of which may be one name. A run of
    capitalised words is divided before an abbreviated title such as "Mr.", but not between two titles. A run is also
    divided at the word "of", except after a title, a place word or an organization word. For example, "Joe of Biddy" in
    "told Joe of Biddy" is divided into two names.
    """
    piece: list[re.Match[str]] = []
    for token in tokens:
        word = token.group()
        if word == "of" and (not piece or piece[-1].group() not in _OF_HEADS):
            if piece:
                yield piece
            piece = []
            continue
        if not piece and word.islower():
            continue
        if piece and word.rstrip(".") in TITLES and word.endswith(".") and piece[-1].group().rstrip(".") not in TITLES:
            yield piece
            piece = []
        piece.append(token)
    if piece:
        yield piece


def _trimmed(
    text: str, base: int, tokens: list[re.Match[str]], named: Sequence[bool], *, initial: bool
) -> CapitalisedRun | None:
    """Return the run of *tokens* without those words at its beginning and end that are not part of a name. Return None
    if no possible name remains. *named* says which of the tokens are certainly names.
    """
    first, last = 0, len(tokens)
    words = [token.group() for token in tokens]
    while first < last and not named[first] and _explained(words[first:last], initial=initial):
        first += 1
    while (
        first < last
        and not named[last - 1]
        and (words[last - 1].islower() or (last - first > 1 and _ends_no_name(words[last - 1])))
    ):
        last -= 1
    kept = words[first:last]
    if not kept or not (any(named[first:last]) or _could_name(kept)):
        return None
    span = Span(base + tokens[first].start(), base + tokens[last - 1].end())
    before = text[max(0, span.start - 18) : span.start].replace("“", " ").replace('"', " ").replace("‘", " ").split()
    while len(before) > 1 and before[-1] in _EPITHETS and words[first].rstrip(".") in TITLES:
        before.pop()
    the = bool(before) and before[-1].lower() == "the"
    return CapitalisedRun(span, tuple(kept), initial and first == 0, the)


def _explained(words: Sequence[str], *, initial: bool) -> bool:
    """Return whether the first of *words* belongs to no name, because it is not capitalised, or is capitalised for
    another reason.
    """
    word = words[0]
    if word.islower():
        return True
    bare = word.rstrip(".")
    if bare in TITLES and len(words) > 1:
        return False
    if word in CALENDAR_WORDS or word in PEOPLES:
        return len(words) < 2 or words[-1] not in PLACE_HEADS
    if initial and (word in SENTENCE_OPENERS or (word.endswith("ly") and word not in GIVEN_NAMES)):
        return True
    if word in PLACE_PREFIXES and len(words) > 1 and words[1] not in SENTENCE_OPENERS and not initial:
        return False
    if word in CAPITALISED_NON_NAMES:
        return len(words) == 1 or (words[1] not in _OF_HEADS and words[1] != "of")
    return word in SENTENCE_OPENERS and len(words) == 1 and word.lower() in _FUNCTION_WORDS


_FUNCTION_WORDS = word_set("function_words")


_KIN_WORDS = frozenset("Wife Husband Widow Relict Son Daughter".split())
"""Words for relatives, which are removed from the end of a run of capitalised words, because no name ends with them.

In inscriptions and lists, words for relatives are capitalised, as in "Georgiana Wife of the Above".
"""
_EPITHETS = frozenset("dear old good famous little".split())


def _ends_no_name(word: str) -> bool:
    return (
        word in CALENDAR_WORDS
        or word in _FUNCTION_WORDS
        or word in ("Esquire", "Esq", "Sir", "Madam", "Ma'am")
        or word.rstrip(".") in GENERATION_SUFFIXES
        or word in _KIN_WORDS
    )


def _could_name(words: Sequence[str]) -> bool:
    if len(words) == 1:
        bare = words[0].rstrip(".")
        return bare not in TITLES and bare not in CAPITALISED_NON_NAMES and len(bare) > 1
    return not all(word in CAPITALISED_NON_NAMES or word.rstrip(".") in TITLES for word in words)


def _is_initial(text: str, offset: int) -> bool:
    at = offset - 1
    quoted = False
    while at >= 0 and text[at] in "\"“‘'_*(":
        quoted = True
        at -= 1
    if quoted:
        return True
    line = False
    while at >= 0 and text[at].isspace():
        line = line or text[at] == "\n"
        at -= 1
    if at < 0 or ("\n" in text[at + 1 : offset] and (text.count("\n", at + 1, offset) > 1 or offset - 1 - at > 3)):
        return True
    closing = at
    while closing >= 0 and text[closing] in "\"”’')_":
        closing -= 1
    if closing < at:
        return closing < 0 or text[closing] in ".!?…:;-—"
    return text[at] in _STARTS or text[at] == "—" or text[max(0, at - 1) : at + 1] == "--"


def _headings(text: str) -> list[Span]:
    """Return the spans of the headings in the text.

    A heading is a paragraph of one line, with at most 80 characters and without sentence punctuation. A heading starts
    with "#", or at least half of its words begin with a capital letter or a digit. A line that ends with a comma or a
    colon, or that ends the text, is a heading only if it starts with "#".
    """
    found: list[Span] = []
    for match in _HEADING.finditer(text):
        start, end = match.span()
        before = text[max(0, start - 2) : start]
        after = text[end : end + 2]
        if (start > 0 and before != "\n\n") or (after.strip() or (len(after) == 1 and end + 1 < len(text))):
            continue
        words = match.group().split()
        large = sum(1 for word in words if word[:1].isupper() or word[:1].isdigit() or word[:1] == "#")
        if (
            words and large * 2 >= len(words) and end < len(text) and words[-1][-1] not in ",:"
        ) or match.group().lstrip().startswith("#"):
            found.append(Span(start, end))
    return found
