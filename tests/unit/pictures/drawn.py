"""Pictures of timelines, parsed, and a tale with a flashback to draw."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from episodic.model.episodes import FrameKind, Language
from episodic.pictures.timelines import timeline_svg
from episodic.search.timelines import timeline
from episodic.text.xml import Element
from tests.unit.search.telling import Tale, day

SVG = "{http://www.w3.org/2000/svg}"


class Drawn:
    """A picture that has been parsed."""

    def __init__(self, svg: str) -> None:
        self.root = etree.fromstring(svg.encode())

    def classed(self, *classes: str) -> list[Element]:
        """Elements that have all these classes."""
        return [one for one in self.root.iter() if set(classes) <= set((one.get("class") or "").split())]

    def words(self, *classes: str) -> list[str]:
        """All words inside elements of these classes."""
        return [
            word.text or ""
            for one in self.classed(*classes)
            for word in one.iter(f"{SVG}text")
            if word.text is not None
        ]

    def of(self, uuid: str) -> Element:
        """The bar or mark of a version."""
        (found,) = (one for one in self.classed("version") if one.get("data-version") == uuid)
        return found

    @property
    def height(self) -> float:
        """How high the paper is."""
        return float(self.root.get("height") or 0)


async def drawn(tale: Tale, who: str | None = None, *, predicate: str | None = None) -> Drawn:
    """The picture of a tale."""
    return Drawn(timeline_svg(await timeline(await tale.view(), who, predicate=predicate)))


def remembering(language: Language = Language.ENGLISH) -> Tale:
    """Two homes, and a third of long ago in a flashback that is told last."""
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
    """Parts of an element that have all these classes."""
    return [part for part in one.iter() if set(classes) <= set((part.get("class") or "").split())]
