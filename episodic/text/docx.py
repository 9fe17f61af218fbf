"""Reader for Word documents (.docx), which finds chapters by the heading styles, or else by headings in the text."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from episodic.errors import EmptyTextError, UnreadableFileError
from episodic.languages import lexicon
from episodic.text.archives import Archive, ArchiveLimits, open_archive
from episodic.text.chapter_splitting import split_chapters
from episodic.text.epub import Book
from episodic.text.file_names import name_of
from episodic.text.findings import Finding, FindingKind
from episodic.text.marked_headings import MarkedHeading, plan_of
from episodic.text.scripts import has_letters
from episodic.text.text_builder import TextBuilder
from episodic.text.xml import Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_DC_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_DROPPED = frozenset(
    {
        f"{_W}{name}"
        for name in (
            "del",
            "moveFrom",
            "instrText",
            "delText",
            "rt",
            "footnoteReference",
            "endnoteReference",
            "commentReference",
            "rPr",
            "pPr",
        )
    }
    | {f"{_MC}Fallback"}
)
_WRITTEN = {f"{_W}tab": "\t", f"{_W}noBreakHyphen": "-"}
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_CONTENTS_LEVEL = -1


def read_docx(path: Path, *, limits: ArchiveLimits) -> Book:
    """Return the text and the chapters of a .docx file, without deleted text, tables of contents and ruby annotations.

    Raise UnreadableFileError if the file is damaged, protected or not a Word document. Raise ArchiveLimitError if the
    file exceeds a limit, EmptyTextError if the document contains no letters or digits, and OSError if the file cannot
    be opened.
    """
    with open_archive(path, limits=limits) as archive:
        body = archive.xml("word/document.xml")
        if body is None:
            raise UnreadableFileError(name_of(path), "it is not a Word document: word/document.xml is missing")
        if _STRICT in etree.tostring(body)[:4_000]:
            raise UnreadableFileError(
                name_of(path), "it is a Strict Open XML document", hint="Save it as an ordinary .docx."
            )
        levels = _levels(archive)
        title = _title(archive)
        notes = _notes(archive, name_of(path))
    layout = _laid_out(body, levels)
    text = layout.text
    if not has_letters(text):
        raise EmptyTextError(name_of(path))
    entries = [MarkedHeading(one.start, one.end, one.level, one.title) for one in layout.headings]
    plan = (plan_of(text, entries, source=name_of(path)) if entries else None) or split_chapters(
        text, source=name_of(path)
    )
    return Book(text, title, plan, (*notes, *plan.findings))


def _levels(archive: Archive) -> dict[str, int]:
    """Return the heading levels of the paragraph styles by style id. A style without a level has the level of the style
    on which it is based.
    """
    root = archive.xml("word/styles.xml")
    if root is None:
        return {}
    own: dict[str, int] = {}
    based: dict[str, str] = {}
    for style in root.iter(f"{_W}style"):
        identifier = style.get(f"{_W}styleId", "")
        name = style.find(f"{_W}name")
        level = _level_of_name(name.get(f"{_W}val", "") if name is not None else "")
        outline = style.find(f"{_W}pPr/{_W}outlineLvl")
        if level is None and outline is not None:
            written = outline.get(f"{_W}val", "")
            level = int(written) + 1 if written.isdigit() and int(written) < 9 else None
        if level is not None:
            own[identifier] = level
        parent = style.find(f"{_W}basedOn")
        if parent is not None:
            based[identifier] = parent.get(f"{_W}val", "")
    return {
        identifier: level for identifier in {*own, *based} if (level := _inherited(identifier, own, based)) is not None
    }


def _level_of_name(name: str) -> int | None:
    heading = lexicon.pattern("heading_style_names", after=r"\s*([1-9])").fullmatch(name)
    if heading is not None:
        return int(heading.group(1))
    contents = lexicon.pattern("contents_style_names", after=r"\s*[0-9]").fullmatch(name)
    return None if contents is None else _CONTENTS_LEVEL


def _inherited(identifier: str, own: dict[str, int], based: dict[str, str]) -> int | None:
    seen: set[str] = set()
    while identifier and identifier not in seen:
        if identifier in own:
            return own[identifier]
        seen.add(identifier)
        identifier = based.get(identifier, "")
    return None


def _laid_out(body: Element, levels: dict[str, int]) -> TextBuilder:
    layout = TextBuilder()
    for paragraph in body.iter(f"{_W}p"):
        if any(above.tag in _DROPPED or above.tag == f"{_W}p" for above in paragraph.iterancestors()):
            continue
        level = _level(paragraph, levels)
        if level == _CONTENTS_LEVEL:
            continue
        layout.break_block()
        start = layout.place
        words = _words(paragraph)
        if words.strip():
            layout.write(words, preserve=True)
        else:
            layout.leave_blank()
        if level is not None:
            layout.close_heading(start, level=level)
    return layout


def _level(paragraph: Element, levels: dict[str, int]) -> int | None:
    outline = paragraph.find(f"{_W}pPr/{_W}outlineLvl")
    if outline is not None and outline.get(f"{_W}val", "").isdigit() and int(outline.get(f"{_W}val", "9")) < 9:
        return int(outline.get(f"{_W}val", "0")) + 1
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return None if style is None else levels.get(style.get(f"{_W}val", ""))


def _words(paragraph: Element) -> str:
    """Return the text of a paragraph. If Word has stored a text box twice (one copy is for older programs), one copy is
    read.
    """
    parts: list[str] = []
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag in _DROPPED:
            continue
        if element.tag == f"{_W}t":
            parts.append(element.text or "")
        elif element.tag in _WRITTEN:
            parts.append(_WRITTEN[str(element.tag)])
        elif element.tag in {f"{_W}br", f"{_W}cr"} or (element.tag == f"{_W}p" and parts):
            parts.append("\n")
        waiting.extend(reversed(element))
    return "".join(parts)


def _title(archive: Archive) -> str:
    root = archive.xml("docProps/core.xml")
    return "" if root is None else next((one.text or "" for one in root.iter(_DC_TITLE)), "").strip()


def _notes(archive: Archive, source: str) -> list[Finding]:
    """Return a finding that says how many footnotes and endnotes were left out, or an empty list if there are none."""
    count = 0
    for name in _NOTES:
        root = archive.xml(name)
        if root is not None:
            kinds = (f"{_W}footnote", f"{_W}endnote")
            count += sum(
                1 for one in root.iter(*kinds) if one.get(f"{_W}type") is None and has_letters("".join(one.itertext()))
            )
    if not count:
        return []
    return [
        Finding(FindingKind.NOTES_LEFT_OUT, f"{source}: {count} footnotes or endnotes were left out.", (str(count),))
    ]
