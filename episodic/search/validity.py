"""Describes in words when a fact is true, and how the text tells it."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.languages.registry import is_ideographic
from episodic.model.deferred import Deferred, deferred
from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import Cardinality, LifeState, PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.shown_times import EARLIER_FRAMES, shown_end, shown_saying, shown_start
from episodic.search.view import View, has_ended
from episodic.text.language import language_of
from episodic.text.outline import one_line

_LONGEST_QUOTE = 48
"""The maximum length in characters of the quote that a validity shows as the moment from which "the next day" counts. A
Chinese quote in the description of a validity has at most half as many characters as an English one.
"""
_INTENTIONS = (StatementScope.PLAN, StatementScope.WISH)
"""The scopes whose content always lies ahead (plans and wishes), so that a description need not say so."""


@dataclass(frozen=True, slots=True)
class Validity(Deferred):
    """When a fact is true in story time: the start, the end, whether it has ended, and a description in `words`.

    The `basis` of `valid_at` or `invalid_at` says how exactly the story tells the start or end. For example, BY means
    "at this moment or earlier". `words` is "" if nothing is known, and for a setup. `tells_end` is true if the text
    tells of the fact only that it ends. The sentence of a fact with `tells_end` is about the end of the fact ("Ann no
    longer has the sword").
    """

    words: str
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended: bool
    tells_end: bool = False

    @property
    def over(self) -> bool:
        """Whether the fact has ended and its sentence does not say so."""
        return self.ended and not self.tells_end


def validity_of(view: View, fact: Fact) -> Validity:
    """Return when a fact is true, described in the language of its sentence. Unknown parts, such as the end, are left
    out of the description, which is made when the validity is first read.
    """
    return deferred(Validity, _Described(view, fact), 0)


@dataclass(frozen=True, slots=True)
class _Described:
    """Computes the validity of a fact only when a caller first reads the validity (a `DeferredSource`). The argument
    *number* of `load` is ignored, because the validity of the fact is the only value that can be loaded.
    """

    view: View
    fact: Fact

    def load(self, number: int) -> Validity:
        del number
        fact = self.fact
        words = _Wording(self.view, language_of(fact.text)).of(fact)
        ended = _end_is_told(fact)
        return Validity(words, fact.valid_at, fact.invalid_at, ended, tells_end=ended and _tells_only_end(fact))


def narration_words(fact: Fact, language: Language) -> str:
    """Return words such as "in a flashback" or "looking back", or "" for a fact of the main line told in story order.

    For a claim, belief or plan, the returned words name only the flashback, dream, letter or tale in which the text
    tells it. The words "looking back" and "looking ahead" are left out for a claim, belief or plan.
    """
    main = fact.frame in (FrameKind.MAIN, FrameKind.CONTINUED)
    named = "" if main else message_text(f"svg.frames_{fact.frame}", language)
    if fact.turn is TimelineTurn.ON or fact.frame is FrameKind.FLASHBACK or fact.scope is not StatementScope.WORLD:
        return named
    direction = message_text("svg.back" if fact.turn is TimelineTurn.BACK else "svg.ahead", language)
    return message_text("marks.beside", language).join((named, direction)) if named else direction


def _end_is_told(fact: Fact) -> bool:
    """Return whether the text tells that the fact has ended; a mood that passes by itself does not count."""
    return has_ended(fact) and not (fact.may_have_ended and fact.invalid_at is None)


def _tells_only_end(fact: Fact) -> bool:
    return fact.valid_at is None and bool(fact.ends) and set(fact.evidence) <= set(fact.ends)


def _is_said_before(fact: Fact, said: TimePoint) -> bool:
    """Return whether a fact was said before the scene that tells it. Only two kinds of fact can have been said before
    the scene: facts in a flashback, tale or letter, and claims that somebody else passes on in the scene.
    """
    return said.basis in (TimeBasis.BEFORE, TimeBasis.EARLIER) and (fact.frame in EARLIER_FRAMES or _is_passed_on(fact))


def _is_passed_on(fact: Fact) -> bool:
    """Return whether somebody passes on in the main line what the holder of a claim had said. The result is false for a
    belief: what somebody said is over, but what somebody believed may still be believed.
    """
    return fact.scope is StatementScope.CLAIM and bool(fact.tellers) and fact.frame is FrameKind.MAIN


def _is_before_telling(fact: Fact) -> bool:
    """Return whether a fact certainly started before the scene that tells it, as most facts of a tale did."""
    return fact.valid_at is not None and fact.valid_at.basis in (TimeBasis.BEFORE, TimeBasis.EARLIER)


def _was_intended_before(fact: Fact) -> bool:
    return fact.scope in _INTENTIONS and fact.frame is FrameKind.MAIN and fact.turn is TimelineTurn.BACK


def _is_said_then(fact: Fact) -> bool:
    of_nobody = fact.scope is StatementScope.CLAIM and fact.holder is None and not fact.tellers
    return of_nobody and fact.frame is FrameKind.MAIN and fact.turn is TimelineTurn.BACK


def _is_foreseen(fact: Fact) -> bool:
    """Return whether a fact lies after the moment at which its holder says or thinks it, and its start is shown only by
    the words of its own quote.
    """
    point = shown_start(fact)
    if fact.turn is not TimelineTurn.AHEAD or point is None or not point.text or point.label:
        return False
    return any(point.text in one.quote for one in fact.evidence)


def _lasts_until_later_chapter(fact: Fact) -> bool:
    start, end = fact.valid_at, fact.invalid_at
    if start is None or end is None or start.chapter is None or end.chapter is None:
        return False
    return start.chapter != end.chapter


def _began_in_chapter_of(fact: Fact, end: TimePoint) -> bool:
    start = fact.valid_at
    return start is not None and start.chapter == end.chapter and start.basis is not TimeBasis.EARLIER


def _said_key(fact: Fact, *, ago: bool) -> str:
    if fact.asked_for:
        return "ago_asked" if ago else "said_asked"
    if not ago:
        return f"said_{fact.scope}"
    written = fact.scope is StatementScope.CLAIM and fact.frame is FrameKind.LETTER
    return "written" if written else f"ago_{fact.scope}"


def _shortened(quote: str, language: Language) -> str:
    flat = " ".join(quote.split())
    longest = _LONGEST_QUOTE // 2 if is_ideographic(language) else _LONGEST_QUOTE
    return flat if len(flat) <= longest else f"{flat[: longest - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class _Wording:
    view: View
    language: Language

    def of(self, fact: Fact) -> str:
        """Return the description of a fact's validity. The description of a setup is empty, because a setup waits for
        its payoff in narrative order and not in story time.
        """
        if fact.scope is StatementScope.SETUP:
            return ""
        parts = [self._start(fact), self._end(fact), self._said(fact), self._told_by(fact)]
        words = self._text("marks.comma").join(one for one in parts if one)
        narrated = narration_words(fact, self.language)
        if not narrated:
            return words
        return self._text("validity.narrated", words=words, how=narrated) if words else narrated

    def _told_by(self, fact: Fact) -> str:
        """Return who passes on what the holder of the fact says or thinks, or ""."""
        names = self._text("marks.list").join(fact.teller_names or ())
        return self._text("validity.told_by", names=names) if names else ""

    def _start(self, fact: Fact) -> str:
        point = shown_start(fact)
        start = self._point(point)
        if point is None or not start or self._told_by_saying(fact) or self._stands(fact):
            return ""
        beside = point.basis in (TimeBasis.BEFORE, TimeBasis.EARLIER, TimeBasis.AFTER)
        if beside and not point.label and self._is_lasting(fact):
            return ""
        if beside and not point.label:
            # A letter was written before the scene in which it is read. The letter may be read in a later scene of its
            # chapter. Therefore "before this point in chapter 3" is right, and "before chapter 3" may be wrong.
            written = point.basis is TimeBasis.BEFORE and fact.frame is FrameKind.LETTER
            basis = TimeBasis.EARLIER if written else point.basis
            key = f"since_{basis}" if fact.begins and not fact.may_have_ended else f"{basis}"
        elif point.text and self._lasts_since_then(fact):
            key = "from"
        elif fact.kind is PredicateKind.EVENT and lexicon.pattern("times_since").search(point.text or ""):
            key = "since"
        elif fact.kind is not PredicateKind.STATE or fact.may_have_ended or (beside and not fact.begins):
            key = "at"
        else:
            key = "by" if point.basis in (None, TimeBasis.BY) else "from"
            then = self._is_where(fact, begins=key == "from") or self._is_handed_over(fact, point)
            planned = fact.scope in _INTENTIONS
            if then or self._is_word_given(fact) or (key == "by" and (planned or self._may_happen(fact))):
                key = "at"
        return self._text(f"validity.{key}", start=start)

    def _stands(self, fact: Fact) -> bool:
        """Return whether the fact says that a place is inside another place, and the text tells no beginning or end of
        this state. An example is "the house stands in the town".
        """
        known = self.view.vocabulary.known_predicate(fact.predicate)
        types = self.view.vocabulary
        alike = types.type(fact.subject_type) == types.type(fact.object_type or "Place")
        return known is not None and known.within and alike and not fact.begins and not fact.ended

    def _is_where(self, fact: Fact, *, begins: bool) -> bool:
        known = self.view.vocabulary.known_predicate(fact.predicate)
        if known is None or not known.presence or _lasts_until_later_chapter(fact):
            return False
        return fact.derived or not begins

    def _is_handed_over(self, fact: Fact, point: TimePoint) -> bool:
        """Return whether somebody has a thing because an event gave it to him, and the text neither dates the event nor
        tells an end. An event such as a gift does not say how long the receiver keeps the thing. He may have a cup or a
        letter only until the end of the scene.
        """
        known = self.view.vocabulary.known_predicate(fact.predicate)
        held = known is not None and known.cardinality is Cardinality.ONE_SUBJECT
        return held and fact.derived and not point.label and not _end_is_told(fact)

    def _is_word_given(self, fact: Fact) -> bool:
        """Return whether somebody gives his word, and the text does not tell that the promise ends. The text seldom
        says in so many words that a promise is over. Without a told end, the description "from chapter 3" would wrongly
        say that the promise still binds the person.
        """
        known = self.view.vocabulary.known_predicate(fact.predicate)
        return known is not None and bool(known.uttered) and fact.begins and not _end_is_told(fact)

    def _is_lasting(self, fact: Fact) -> bool:
        """Return whether the fact is a lasting marriage or says what somebody is like. Such a fact is not described as
        "before chapter 3", because this would read as if it were over.
        """
        known = self.view.vocabulary.known_predicate(fact.predicate)
        if known is None or fact.begins or fact.ended:
            return False
        return known.cardinality is Cardinality.ONE_EACH or bool(known.trait)

    def _may_happen(self, fact: Fact) -> bool:
        """Return whether the fact may be a single event, although it counts as a state. A state may be a single event
        if its predicate is in no predicate table. The result is false if the text tells an end of the state. The result
        is also false if the text says that the state is habitual or long-standing ("day to day they quarrelled").
        """
        if _end_is_told(fact) or self.view.vocabulary.known_predicate(fact.predicate) is not None:
            return False
        return lexicon.pattern("long_standing_words").search(fact.evidence[0].quote) is None

    def _end(self, fact: Fact) -> str:
        point = shown_end(fact) or self._chapter_by_which_ended(fact)
        unclear = point is None or not point.label or point.basis is TimeBasis.BY
        if not _end_is_told(fact) or (unclear and self._is_where(fact, begins=fact.begins)):
            return ""
        end = self._point(point)
        if point is None or not end:
            return self._text("validity.ended")
        if _tells_only_end(fact):
            if fact.scope is not StatementScope.WORLD and not point.label:
                # Somebody says that a state has ended, perhaps in the scene in which he speaks, perhaps long before.
                return ""
            # The fact's sentence says that the state ends ("Ann no longer has the sword"). After these words, "until
            # chapter 3" would say the opposite. The description therefore says "at", "by", "before" or "after" instead
            # of "until".
            beside = point.basis in (TimeBasis.BY, TimeBasis.BEFORE, TimeBasis.EARLIER, TimeBasis.AFTER)
            return self._text(f"validity.{point.basis}" if beside and not point.label else "validity.at", start=end)
        key, basis = "until", point.basis
        if basis is TimeBasis.EARLIER and _began_in_chapter_of(fact, point):
            # "Before this point" would mean the later scene that tells the end, and not the scene in which the fact
            # begins.
            basis = TimeBasis.BY
        if basis in (TimeBasis.BY, TimeBasis.AFTER) or (
            basis in (TimeBasis.BEFORE, TimeBasis.EARLIER) and not point.label
        ):
            key = f"until_{basis}"
        return self._text(f"validity.{key}", end=end)

    def _chapter_by_which_ended(self, fact: Fact) -> TimePoint | None:
        """Return the first chapter by whose end the fact has certainly ended, or None if no such chapter of the work is
        known.
        """
        found = (one.uuid for one in self.view.chapters.values() if one.order == fact.hi and one.layer is fact.layer)
        chapter = None if fact.hi is None else next(found, None)
        return None if chapter is None else TimePoint(chapter=chapter, basis=TimeBasis.BY)

    def _said(self, fact: Fact) -> str:
        if _is_said_then(fact):
            return self._text("validity.said_then")
        moment = shown_saying(fact)
        chapter = None if moment is None else self.view.chapters.get(moment.chapter or "")
        if moment is None or chapter is None:
            return ""
        where = chapter.words(self.language)
        if moment.label:
            where = self._text("validity.label_quoted", label=where, quoted=moment.label)
        intended = _was_intended_before(fact)
        ago = intended or _is_said_before(fact, moment)
        in_chapter = moment.basis is TimeBasis.EARLIER or fact.frame is FrameKind.LETTER or _is_passed_on(fact)
        if intended or (ago and in_chapter):
            where = self._text("validity.point", where=where)
        said = self._text(f"validity.{_said_key(fact, ago=ago)}", where=where)
        if fact.scope in _INTENTIONS:
            return said
        if not self._told_by_saying(fact):
            # Quoted words such as "when the gun fires" do not show that what somebody foresees has not happened yet.
            return self._text(f"validity.said_{fact.turn}", said=said) if _is_foreseen(fact) else said
        if fact.turn is TimelineTurn.ON and not ago and fact.frame is FrameKind.TALE and _is_before_telling(fact):
            return self._text(f"validity.said_{TimelineTurn.BACK}", said=said)
        if fact.turn is TimelineTurn.ON and (ago or fact.frame is FrameKind.TALE or fact.kind is PredicateKind.EVENT):
            # "Of that time" is not added after the words for a tale or an earlier letter, because the description
            # already names the tale or letter. An event is over when somebody reports it, so that its time need not be
            # said.
            return said
        if fact.turn is TimelineTurn.ON and self._is_of_no_certain_time(fact):
            return said
        turn = "since" if self._lasts_since_then(fact) else fact.turn
        if ago and turn is TimelineTurn.BACK and _is_passed_on(fact):
            # "Of an earlier time" is not added, because "earlier" would have two meanings. The word "earlier" could
            # mean the time of the words that somebody passes on, or the time of what these words tell.
            return said
        return self._text(f"validity.said_{turn}", said=said)

    def _is_of_no_certain_time(self, fact: Fact) -> bool:
        """Return whether the fact is a trait of character, an ability or a death. "Of that time" is not added for a
        trait, because people also speak of the traits of the dead, and not for a death, which is over when somebody
        speaks of it.
        """
        known = self.view.vocabulary.known_predicate(fact.predicate)
        return known is not None and (bool(known.trait and known.living) or known.life is LifeState.DEAD)

    def _lasts_since_then(self, fact: Fact) -> bool:
        """Return whether somebody tells of a state that began at an earlier time and has lasted since then, such as
        owning what was bought.
        """
        if (
            fact.scope is StatementScope.WORLD
            or fact.turn is not TimelineTurn.BACK
            or fact.kind is not PredicateKind.STATE
        ):
            return False
        known = self.view.vocabulary.known_predicate(fact.predicate)
        passes = known is not None and (known.presence or known.passing)
        return fact.begins and not passes and not _end_is_told(fact) and (fact.derived or not fact.may_have_ended)

    def _told_by_saying(self, fact: Fact) -> bool:
        said, point = fact.said, shown_start(fact)
        if said is None or fact.kind is PredicateKind.FIXED:
            return False
        if point is None:
            return True
        if point.text:
            return False
        if fact.turn is not TimelineTurn.ON:
            return point.earliest is None or point.latest is None
        # What is reported began when it was said, or before. Its first possible day may therefore be unknown, even if
        # that of the words is known.
        begun = point.earliest in (None, said.earliest)
        return begun and point.latest == said.latest and point.chapter in (None, said.chapter)

    def _point(self, point: TimePoint | None) -> str:
        if point is None:
            return ""
        quoted = self._text("marks.quoted", text=one_line(point.text)) if point.text else ""
        chapter = self.view.chapters.get(point.in_chapter or "" if point.label else point.chapter or "")
        place = "" if chapter is None else chapter.words(self.language)
        if (point.label or place) and lexicon.pattern("present_words").fullmatch(point.text or ""):
            # Somebody who reads the description does not know which moment "now" is.
            return point.label or place
        if point.label and point.text and point.text != point.label:
            return self._text("validity.label_quoted", label=point.label, quoted=quoted)
        if quoted and not point.label and point.counted_from is not None:
            counted = self._text("marks.quoted", text=_shortened(point.counted_from.quote, self.language))
            return self._text("validity.counted", words=quoted, quote=counted)
        if place and point.basis is TimeBasis.AFTER:
            # What lies ahead of a scene may happen in a later scene of the same chapter, so that "after chapter 3" may
            # be wrong.
            place = self._text("validity.point", where=place)
        return point.label or quoted or place

    def _text(self, key: str, **values: str) -> str:
        return message_text(key, self.language, **values)
