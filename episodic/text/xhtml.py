"""Conversion of XHTML pages to plain text in the form that a browser shows."""

from __future__ import annotations

import re
from html.entities import html5
from typing import cast

from lxml import etree

from episodic.errors import UnreadableFileError
from episodic.text.encoding import decode
from episodic.text.text_builder import TextBuilder
from episodic.text.xml import Element, local_name, safe_parser

_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
_XML_NAMES = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_SKIPPED = frozenset(
    {
        "head",
        "script",
        "style",
        "rt",
        "rp",
        "rtc",
        "template",
        "noscript",
        "audio",
        "video",
        "iframe",
        "object",
        "svg",
        "math",
    }
)
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "hgroup html li main nav ol p pre section summary table tbody tfoot thead tr ul caption hr".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
_PAGE_BREAKS = frozenset({"pagebreak", "doc-pagebreak"})


def parse_page(raw: bytes, *, source: str) -> Element | None:
    """Return the root element of an XHTML page, or None if the page is empty or unreadable.

    Pages with invalid XHTML are parsed leniently, as a browser does.
    """
    named = _NAMED.sub(_numeric, raw)
    try:
        return etree.fromstring(named, safe_parser())
    except etree.XMLSyntaxError:
        pass
    try:
        # Without the conversion to UTF-8, the lenient parser might assume a wrong encoding.
        words = decode(named, source=source).text.encode("utf-8")
        found = etree.fromstring(words, _forgiving_parser())
    except (etree.XMLSyntaxError, UnreadableFileError):
        return None
    # The type stubs of lxml say that a page always has a root element, but a page with only white space has none.
    return cast("Element | None", found)


def _forgiving_parser() -> etree.HTMLParser:
    return etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)


def lay_out(page: Element, layout: TextBuilder, *, name: str) -> None:
    """Write the text of a page to the text builder *layout*, with its blocks, line breaks and headings, but without
    ruby annotations and page numbers.

    The text builder records the start of the page under *name*. It also records, under "*name*#id", the start of each
    element that has an `id` and is not left out. An `a` element without an `id` is marked by its attribute `name` in
    place of the `id`.
    """
    layout.break_block()
    layout.mark(name)
    skipping: Element | None = None
    opened: list[tuple[Element, int]] = []
    preserved = 0
    for event, element in etree.iterwalk(page, events=("start", "end")):
        tag = local_name(element).lower()
        if event == "start" and skipping is None:
            identifier = element.get("id") or (element.get("name") if tag == "a" else None)
            if _is_skipped(element, tag):
                skipping = element
                continue
            _break_before(tag, layout)
            if identifier:
                layout.mark(f"{name}#{identifier}")
            if tag in _HEADINGS:
                opened.append((element, layout.place))
            preserved += tag == "pre"
            layout.write(element.text or "", preserve=preserved > 0)
        elif event == "end":
            if skipping is not None and element is not skipping:
                continue
            if skipping is None:
                preserved -= tag == "pre"
                if opened and opened[-1][0] is element:
                    layout.close_heading(opened.pop()[1], level=_HEADINGS[tag])
                if tag in _BLOCKS:
                    layout.break_block()
            skipping = None
            if element is not page:
                layout.write(element.tail or "", preserve=preserved > 0)


def _break_before(tag: str, layout: TextBuilder) -> None:
    if tag in _BLOCKS:
        layout.break_block()
    if tag == "br":
        layout.break_line()
    elif tag == "hr":
        layout.write("***")
    elif tag in {"td", "th"}:
        layout.write(" ")


def _is_skipped(element: Element, tag: str) -> bool:
    if not tag or tag in _SKIPPED or element.get("hidden") is not None:
        return True
    kinds = {*(element.get(_EPUB_TYPE) or "").split(), *(element.get("role") or "").split()}
    return bool(kinds & _PAGE_BREAKS) or (tag == "nav" and "toc" in kinds)


def _numeric(match: re.Match[bytes]) -> bytes:
    """Return the numeric form of a named HTML entity. The five entities that XML knows, and unknown names, are returned
    unchanged.
    """
    name = match.group(1)
    characters = html5.get(name.decode("ascii") + ";")
    if name in _XML_NAMES or characters is None:
        return match.group()
    return "".join(f"&#{ord(character)};" for character in characters).encode("ascii")
