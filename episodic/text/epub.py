"""Reader for EPUB books, which finds chapters by the table of contents, by page headings or by headings in the text."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from episodic.errors import EmptyTextError, UnreadableFileError
from episodic.text.archives import Archive, ArchiveLimits, open_archive
from episodic.text.chapter_splitting import ChapterPlan, split_chapters
from episodic.text.file_names import name_of
from episodic.text.findings import Finding, FindingKind
from episodic.text.marked_headings import MarkedHeading, plan_of
from episodic.text.scripts import has_letters
from episodic.text.text_builder import LONGEST_TITLE, TextBuilder
from episodic.text.xhtml import lay_out, parse_page
from episodic.text.xml import Element, local_name, named

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_METHODS = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
_LONGEST_CHAPTER = 100_000
"""If a division of an EPUB book gives a chapter longer than this many characters, another kind of headings is tried."""


@dataclass(frozen=True, slots=True)
class Book:
    """The plain text of a book with its title, its chapters, and findings about possible problems of the file."""

    text: str
    title: str
    plan: ChapterPlan
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    kind: str
    properties: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Package:
    title: str
    items: dict[str, _Item]
    spine: tuple[str, ...]
    ncx: str | None


def read_epub(path: Path, *, limits: ArchiveLimits) -> Book:
    """Return the text, the title and the chapters of an EPUB book. Raise UnreadableFileError if the file is damaged,
    protected or not an EPUB book. Raise ArchiveLimitError if the file exceeds a limit, EmptyTextError if the book
    contains no letters or digits, and OSError if the file cannot be opened.
    """
    with open_archive(path, limits=limits) as archive:
        _refuse_protected(archive, name_of(path))
        package = _package(archive, name_of(path))
        layout, findings = _pages(archive, package, name_of(path))
        entries = _contents(archive, package)
    text = layout.text
    if not has_letters(text):
        raise EmptyTextError(name_of(path))
    plan = _plan(layout, entries, source=name_of(path))
    return Book(text, package.title, plan, (*findings, *plan.findings))


def _plan(layout: TextBuilder, contents: list[tuple[int, str, str]], *, source: str) -> ChapterPlan:
    """The text is divided by the first of three kinds of headings that makes no chapter too long. The first kind of
    headings are the entries of the table of contents. The second kind are the headings of the pages. The third kind are
    headings in the text. A kind of headings is used only if the book has at least two of them. If the book has at most
    one heading of each kind, the text becomes one chapter or is divided by size. It becomes one chapter if it is short
    or has a heading. If each kind of headings makes a chapter too long, the kind whose longest chapter is shortest is
    used.
    """
    text = layout.text
    listed = _listed(layout, contents)
    headed = [MarkedHeading(one.start, one.end, one.level, one.title) for one in layout.headings]
    by_text = split_chapters(text, source=source)
    marked = [plan_of(text, entries, source=source) for entries in (listed, headed) if len(entries) > 1]
    plans = [plan for plan in marked if plan is not None]
    if len(by_text.chapters) > 1 and not any(finding.kind is FindingKind.SPLIT_BY_SIZE for finding in by_text.findings):
        plans.append(by_text)
    if not plans:
        return by_text
    short = [plan for plan in plans if _longest(plan) <= _LONGEST_CHAPTER]
    return short[0] if short else min(plans, key=_longest)


def _longest(plan: ChapterPlan) -> int:
    return max(len(chapter.text) for chapter in plan.chapters)


def _listed(layout: TextBuilder, contents: list[tuple[int, str, str]]) -> list[MarkedHeading]:
    """Return the chapter headings according to the table of contents, whose entries give the titles of the chapters. An
    entry of the table of contents may lead to the beginning of a heading in a page. The chapter's heading then ends
    where the heading in the page ends.
    """
    ends = {heading.start: heading.end for heading in layout.headings}
    found: list[MarkedHeading] = []
    for level, title, target in contents:
        start = layout.marks.get(target, layout.marks.get(target.partition("#")[0]))
        if start is not None and title:
            found.append(MarkedHeading(start, ends.get(start, start), level, title[:LONGEST_TITLE]))
    return found


def _refuse_protected(archive: Archive, source: str) -> None:
    """A book is not refused if only its fonts are obfuscated."""
    root = archive.xml(_ENCRYPTION)
    methods = [one.get("Algorithm", "") for one in named(root, "EncryptionMethod")] if root is not None else []
    if any(method not in _FONT_METHODS for method in methods):
        raise UnreadableFileError(
            source, "it is copy-protected", hint="Only books without such protection can be read."
        )


def _package(archive: Archive, source: str) -> _Package:
    container = archive.xml(_CONTAINER)
    if container is None:
        raise UnreadableFileError(source, f"it is no EPUB: {_CONTAINER} is missing")
    name = next((one.get("full-path") for one in named(container, "rootfile") if one.get("full-path")), None)
    root = archive.xml(name) if name else None
    if name is None or root is None:
        raise UnreadableFileError(source, "it is no whole EPUB: its package file is missing")
    folder = posixpath.dirname(name)
    items = {
        one.get("id", ""): _Item(
            _resolved(folder, one.get("href", "")),
            one.get("media-type", ""),
            frozenset((one.get("properties") or "").split()),
        )
        for one in named(root, "item")
    }
    spine = next(named(root, "spine"), None)
    order = tuple(one.get("idref", "") for one in named(root, "itemref"))
    title = next(("".join(one.itertext()).strip() for one in named(root, "title")), "")
    return _Package(title, items, order, spine.get("toc") if spine is not None else None)


def _pages(archive: Archive, package: _Package, source: str) -> tuple[TextBuilder, list[Finding]]:
    layout = TextBuilder()
    missing: list[str] = []
    for identifier in package.spine:
        item = package.items.get(identifier)
        if item is None or not _is_page(item):
            continue
        raw = archive.read(item.name)
        page = parse_page(raw, source=source) if raw else None
        if page is None:
            missing.append(item.name)
        elif "nav" not in item.properties:
            lay_out(page, layout, name=item.name)
    if not missing:
        return layout, []
    words = f"{source}: {len(missing)} pages are missing or empty: {', '.join(missing[:10])}."
    return layout, [Finding(FindingKind.FILE_SKIPPED, words, tuple(missing))]


def _is_page(item: _Item) -> bool:
    return "html" in item.kind or item.name.lower().endswith((".xhtml", ".html", ".htm"))


def _contents(archive: Archive, package: _Package) -> list[tuple[int, str, str]]:
    """The older table of contents (EPUB 2) is used only if the newer one is missing or empty."""
    nav = next((item for item in package.items.values() if "nav" in item.properties), None)
    raw = archive.read(nav.name) if nav is not None else None
    page = parse_page(raw, source=nav.name) if nav is not None and raw else None
    if nav is not None and page is not None:
        found = list(_nav_entries(page, posixpath.dirname(nav.name)))
        if found:
            return found
    ncx = package.items.get(package.ncx or "") or next(
        (item for item in package.items.values() if "dtbncx" in item.kind), None
    )
    root = archive.xml(ncx.name) if ncx is not None else None
    return list(_ncx_entries(root, posixpath.dirname(ncx.name))) if ncx is not None and root is not None else []


def _nav_entries(page: Element, folder: str) -> Iterator[tuple[int, str, str]]:
    navs = list(named(page, "nav"))
    tables = [
        nav for nav in navs if any(name.endswith("type") and value == "toc" for name, value in nav.attrib.items())
    ]
    for table in tables[:1] or navs[:1]:
        for link in (*named(table, "a"), *named(table, "span")):
            if local_name(link) == "span" and any(local_name(above) == "a" for above in link.iterancestors()):
                continue
            level = sum(1 for above in link.iterancestors() if local_name(above) == "ol")
            title = " ".join("".join(link.itertext()).split())
            yield level, title, _resolved(folder, link.get("href") or "")


def _ncx_entries(root: Element, folder: str) -> Iterator[tuple[int, str, str]]:
    for point in named(root, "navPoint"):
        level = 1 + sum(1 for above in point.iterancestors() if local_name(above) == "navPoint")
        label = next((one for one in point if local_name(one) == "navLabel"), None)
        content = next((one for one in point if local_name(one) == "content"), None)
        title = " ".join("".join(label.itertext()).split()) if label is not None else ""
        yield level, title, _resolved(folder, content.get("src") or "" if content is not None else "")


def _resolved(folder: str, href: str) -> str:
    parts = urlsplit(href)
    if parts.scheme or parts.netloc or not (parts.path or parts.fragment):
        return ""
    name = posixpath.normpath(posixpath.join(folder, unquote(parts.path))) if parts.path else ""
    return f"{name}#{unquote(parts.fragment)}" if parts.fragment else name
