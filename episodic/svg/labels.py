"""The label texts of a timeline picture, in the language of the work."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Final

from episodic.languages.messages import template
from episodic.model.episodes import Language
from episodic.model.readings import StatementScope

_HELD: Final = (StatementScope.CLAIM, StatementScope.BELIEF, StatementScope.PLAN, StatementScope.WISH)
"""The scopes of statements that belong to somebody who says, believes, intends or wishes something, even if the text
does not say who.
"""


@dataclass(frozen=True, slots=True)
class Words:
    """The label texts in one language, where braces are placeholders for `str.format`."""

    title: str
    of: str
    whole: str
    counts: str
    telling: str
    story: str
    to_scale: str
    by_chapter: str
    unknown: str
    chapter: str
    days: str
    events: str
    fixed: str
    gap: str
    holds: str
    open: str
    uncertain: str
    event: str
    claim: str
    ended_by: str
    order_unknown: str
    told_on: str
    told_back: str
    told_ahead: str
    ends_with: str
    ends_at_latest: str
    ends_said: str
    fallen: str
    unordered: str
    after_gap: str
    rows_left: str
    versions_left: str
    listed_left: str
    restricted: str
    nothing: str
    said: str
    somebody: str
    quote: tuple[str, str]
    scopes: tuple[tuple[StatementScope, str], ...]

    def ending(self, ender: str, *, latest: bool) -> str:
        """Return the label that says that the fact *ender* ended another fact. If *latest* is true, the label says that
        the other fact ended no later than *ender*.
        """
        return (self.ends_at_latest if latest else self.ends_with).format(text=f" {ender}")

    def said_by(self, holder: str | None, scope: StatementScope) -> str:
        """Return the words before the sentence of a claim, belief or plan, such as "Ann (belief): " or "somebody
        (claim): ". For a fact of the story's world, the result is "".
        """
        if scope is StatementScope.WORLD:
            return ""
        someone = self.somebody if scope in _HELD else ""
        return self.said.format(holder=holder or someone, scope=dict(self.scopes).get(scope, scope.value)).lstrip()


@cache
def words_in(language: Language) -> Words:
    texts = {one.name: template(f"svg.{one.name}", language) for one in fields(Words) if one.type == "str"}
    return Words(
        **texts,
        quote=(template("svg.quote_open", language), template("svg.quote_close", language)),
        scopes=tuple((one, template(f"svg.scopes_{one.value}", language)) for one in StatementScope),
    )
