"""Test support: renders and parses timeline pictures; a sample work with a flashback."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from episodic.languages.en import ENGLISH
from episodic.model.episodes import FrameKind, Language
from episodic.search.timelines import timeline
from episodic.svg.timelines import timeline_svg
from episodic.text.xml import Element
from tests.unit.search.story_builder import Tale, day

SVG = "{http://www.w3.org/2000/svg}"


class Drawn:
    """A parsed timeline picture."""

    def __init__(self, svg: str) -> None:
        self.root = etree.fromstring(svg.encode())

    def classed(self, *classes: str) -> list[Element]:
        """Return the elements that have all these classes."""
        return [one for one in self.root.iter() if set(classes) <= set((one.get("class") or "").split())]

    def words(self, *classes: str) -> list[str]:
        """Return the texts inside elements of these classes."""
        return [
            word.text or ""
            for one in self.classed(*classes)
            for word in one.iter(f"{SVG}text")
            if word.text is not None
        ]

    def of(self, uuid: str) -> Element:
        """Return the bar or mark of a fact's version."""
        (found,) = (one for one in self.classed("version") if one.get("data-version") == uuid)
        return found

    @property
    def height(self) -> float:
        """The height of the picture."""
        return float(self.root.get("height") or 0)


async def drawn(tale: Tale, who: str | None = None, *, predicate: str | None = None) -> Drawn:
    """Render the timeline of a work."""
    return Drawn(timeline_svg(await timeline(await tale.view(), who, predicate=predicate)))


def remembering(language: Language = ENGLISH) -> Tale:
    """A work with two homes of a person, and an earlier third home in a flashback at the end."""
    tale = Tale("remembering", language)
    tale.chapter("One", "Lin lived in Harbor.")
    tale.chapter("Two", "Lin moved to the Capital.")
    tale.chapter("Three", "Long ago Lin had lived in a village.")
    tale.passages[2] = replace(tale.passages[2], frame=FrameKind.FLASHBACK, run=1)
    tale.who("Lin")
    for place in ("Harbor", "Capital", "village"):
        tale.who(place, "Place")
    home = tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.", since=day(10))
    city = tale.fact("Lin", "lives_in", "Capital", quote="Lin moved to the Capital.", since=day(20))
    tale.ends(home, city)
    quote = "Long ago Lin had lived in a village."
    tale.fact("Lin", "lives_in", "village", quote=quote, since=day(-700), until=day(5))
    return tale


def inside(one: Element, *classes: str) -> list[Element]:
    """Return the descendants of an element that have all these classes."""
    return [part for part in one.iter() if set(classes) <= set((part.get("class") or "").split())]
