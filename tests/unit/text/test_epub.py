"""Tests of EPUB books: plain text in reading order, chapters by the table of contents, and limits of unpacking."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from episodic.errors import ArchiveLimitError, EmptyTextError, UnreadableFileError
from episodic.text.archives import ArchiveLimits
from episodic.text.findings import FindingKind
from episodic.text.manuscript_files import load_chapter, load_manuscript

PROSE = "<p>The ferry had gone over for the last time when the lamp went out. Nobody spoke of it.</p>"
CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
    '<rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def page(body: str, *, head: str = "<title>x</title>", doctype: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>{doctype}<html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head>{head}</head><body>{body}</body></html>'
    )


def package(pages: list[str], *, extra: str = "", toc: str = "") -> str:
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages)
    spine = "".join(f'<itemref idref="{name}"/>' for name in pages)
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Ferry</dc:title></metadata>'
        f"<manifest>{items}{extra}</manifest><spine{toc}>{spine}</spine></package>"
    )


NAV = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
NCX = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'


def nav(entries: str) -> str:
    return page(f'<nav epub:type="toc"><ol>{entries}</ol></nav>')


def write(path: Path, pages: dict[str, str], *, contents: str = "", ncx: str = "") -> Path:
    """Write a book of these pages in this order, with an EPUB 3 or EPUB 2 table of contents."""
    names = list(pages)
    extra = (NAV if contents else "") + (NCX if ncx else "")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OPS/book.opf", package(names, extra=extra, toc=' toc="ncx"' if ncx else ""))
        if contents:
            archive.writestr("OPS/nav.xhtml", nav(contents))
        if ncx:
            archive.writestr("OPS/toc.ncx", ncx)
        for name, body in pages.items():
            archive.writestr(f"OPS/{name}", body)
    return path


def text_of(tmp_path: Path, body: str, *, doctype: str = "") -> str:
    book = write(tmp_path / "a.epub", {"one.xhtml": page(body, doctype=doctype)})
    return load_chapter(book).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("<p>One<br/>two.</p>", "One\ntwo."),
        ("<p>a_b *c* [d](e) # f</p>", "a_b *c* [d](e) # f"),
        ("<p><em>Late</em>, <b>too late</b>.</p>", "Late, too late."),
        ("<p>the   lamp\n   went out</p>", "the lamp went out"),
        ("<p>渡口\n    只剩一条船</p>", "渡口只剩一条船"),
        ("<p>① 渡口　船</p>", "① 渡口　船"),
        ("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を</p>", "漢字を"),
        ("<p><ruby>\n漢字\n<rt>かんじ</rt>\n</ruby>を</p>", "漢字を"),
        ("<p>caf&eacute;&nbsp;&mdash;&hellip; &amp; &lt;b&gt; &#x6e21;</p>", "café\u00a0—… & <b> 渡"),
        ("<h1>One</h1><div>Two<div>Three</div>Four</div>", "One\n\nTwo\n\nThree\n\nFour"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("<p>One.</p><hr/><p>Two.</p>", "One.\n\n***\n\nTwo."),
        ("<ul><li>One</li><li>Two</li></ul>", "One\n\nTwo"),
        ("<p>page<span epub:type='pagebreak' title='7'>7</span> seven</p>", "page seven"),
        ("<script>var a;</script><style>p {}</style><p>One.</p><!-- no -->", "One."),
        ("<p>One<img src='a.png' alt='a lamp'/>, two.</p>", "One, two."),
        ("<p hidden='hidden'>No.</p><p>One.</p>", "One."),
        ("<p>Broken <b>page<p>goes on & on.", "Broken page\n\ngoes on & on."),
    ],
)
def test_a_page_becomes_the_plain_text_that_a_reader_sees(tmp_path: Path, body: str, text: str) -> None:
    """The text has separate blocks, line breaks, and ruby text without annotations."""
    assert text_of(tmp_path, body) == text


def test_the_spine_gives_the_order_and_the_contents_the_chapters(tmp_path: Path) -> None:
    """Titles come from the table of contents, and parts come from its levels."""
    contents = (
        '<li><a href="p1.xhtml">Part One</a><ol><li><a href="b.xhtml">Chapter 1: The Lamp</a></li>'
        '<li><a href="a.xhtml">Chapter 2: The Jar</a></li></ol></li>'
        '<li><a href="p2.xhtml">Part Two</a><ol><li><a href="c.xhtml">Chapter 3: The Wind</a></li></ol></li>'
    )
    pages = {
        "p1.xhtml": page("<h1>Part One</h1>"),
        "b.xhtml": page(f"<h2>Chapter 1</h2><h3>The Lamp</h3>{PROSE}"),
        "a.xhtml": page(f"<h2>Chapter 2</h2>{PROSE}"),
        "p2.xhtml": page("<h1>Part Two</h1>"),
        "c.xhtml": page(f"<h2>Chapter 3</h2>{PROSE}"),
    }
    book = write(tmp_path / "ferry.epub", pages, contents=contents)

    manuscript = load_manuscript(book)

    assert (manuscript.title, manuscript.format) == ("The Ferry", "EPUB")
    assert [(chapter.path, chapter.number) for chapter in manuscript.chapters] == [
        (("Part One", "Chapter 1: The Lamp"), 1),
        (("Part One", "Chapter 2: The Jar"), 2),
        (("Part Two", "Chapter 3: The Wind"), 3),
    ]
    assert manuscript.chapters[0].text.startswith("Part One\n\nChapter 1\n\nThe Lamp\n\nThe ferry")
    assert manuscript.chapters[2].text.startswith("Part Two\n\nChapter 3\n\nThe ferry")
    assert manuscript.findings == ()


def test_chapters_inside_one_page_are_cut_at_their_anchors(tmp_path: Path) -> None:
    """In EPUB 2, a contents entry may point into a page."""
    point = '<navPoint id="n{0}"><navLabel><text>{1}</text></navLabel><content src="all.xhtml#c{0}"/></navPoint>'
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>'
        + "".join(point.format(number, title) for number, title in ((1, "第一章 渡口"), (2, "第二章 来信")))
        + "</navMap></ncx>"
    )
    prose = "<p>天色将晚，渡口只剩一条船。老船工把缆绳又绕了两圈，回头望着堤上的灯。</p>"
    pages = {"all.xhtml": page(f'<h2 id="c1">第一章 渡口</h2>{prose}<div id="c2"><h2>第二章 来信</h2>{prose}</div>')}
    book = write(tmp_path / "a.epub", pages, ncx=ncx)

    manuscript = load_manuscript(book)

    assert [(chapter.title, chapter.number) for chapter in manuscript.chapters] == [
        ("第一章 渡口", 1),
        ("第二章 来信", 2),
    ]
    assert manuscript.chapters[1].text.startswith("第二章 来信\n\n天色")


def test_without_contents_the_pages_headings_make_the_chapters(tmp_path: Path) -> None:
    """Sections below the heading of a chapter stay inside the chapter."""
    pages = {
        "a.xhtml": page(f"<h1>The Lamp</h1>{PROSE}<h2>Later</h2>{PROSE}"),
        "b.xhtml": page(f"<h1>The Jar</h1>{PROSE}"),
    }
    book = write(tmp_path / "a.epub", pages)

    manuscript = load_manuscript(book)

    assert [chapter.path for chapter in manuscript.chapters] == [("The Lamp",), ("The Jar",)]


def test_without_any_heading_the_text_itself_is_looked_at(tmp_path: Path) -> None:
    """Headings in plain paragraphs count as headings."""
    pages = {"a.xhtml": page(f"<p>Chapter 1</p>{PROSE}<p>Chapter 2</p>{PROSE}")}
    book = write(tmp_path / "a.epub", pages)

    assert [chapter.title for chapter in load_manuscript(book).chapters] == ["Chapter 1", "Chapter 2"]


def test_covers_and_contents_pages_are_left_out_and_reported(tmp_path: Path) -> None:
    """A dedication is left out, too. A preface of prose is a chapter."""
    contents = "".join(
        f'<li><a href="{name}.xhtml">{title}</a></li>'
        for name, title in (
            ("cover", "Cover"),
            ("rights", "Copyright"),
            ("for", "Dedication"),
            ("pre", "Preface"),
            ("one", "Chapter 1"),
        )
    )
    pages = {
        "cover.xhtml": page("<h1>The Ferry</h1>"),
        "rights.xhtml": page("<p>All rights reserved by the one who wrote it. No part may be copied in any way.</p>"),
        "for.xhtml": page("<p>for M.</p>"),
        "pre.xhtml": page(PROSE),
        "one.xhtml": page(f"<h1>Chapter 1</h1>{PROSE}"),
    }
    book = write(tmp_path / "a.epub", pages, contents=contents)

    manuscript = load_manuscript(book)

    assert [chapter.title for chapter in manuscript.chapters] == ["Preface", "Chapter 1"]
    assert FindingKind.FRONT_MATTER_LEFT_OUT in {finding.kind for finding in manuscript.findings}


def test_gaps_in_the_numbers_of_a_book_are_reported(tmp_path: Path) -> None:
    """The rule for gaps is the rule for plain text."""
    pages = {f"{number}.xhtml": page(f"<h1>Chapter {number}</h1>{PROSE}") for number in (1, 2, 4)}
    book = write(tmp_path / "a.epub", pages)

    [finding] = load_manuscript(book).findings

    assert (finding.kind, finding.about) == (FindingKind.NUMBERS_MISSING, ("3",))


def test_a_missing_page_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    """The spine of the book names a missing file."""
    book = tmp_path / "a.epub"
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OPS/book.opf", package(["a.xhtml", "gone.xhtml"]))
        archive.writestr("OPS/a.xhtml", page(PROSE))

    manuscript = load_manuscript(book)

    assert [finding.about for finding in manuscript.findings] == [("OPS/gone.xhtml",)]
    assert len(manuscript.chapters) == 1


def test_external_entities_are_not_read(tmp_path: Path) -> None:
    """A page that refers to another file does not get the text of that file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret words", encoding="utf-8")
    doctype = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'

    text = text_of(tmp_path, "<p>before &x; after</p>", doctype=doctype)

    assert "secret" not in text
    assert text.startswith("before")
    assert text.endswith("after")


def test_entities_that_multiply_are_not_expanded(tmp_path: Path) -> None:
    bombs = "".join(f'<!ENTITY b{level} "{f"&b{level - 1};" * 10}">' for level in range(1, 10))
    doctype = f'<!DOCTYPE html [<!ENTITY b0 "lamp ">{bombs}]>'

    text = text_of(tmp_path, "<p>before &b9; after</p>", doctype=doctype)

    assert len(text) < 100


def test_elements_nested_without_end_are_survived(tmp_path: Path) -> None:
    """A page of deeply nested elements gives a text or a named error, and does not crash the reader."""
    depth = 50_000

    text = text_of(tmp_path, f"<p>before</p>{'<div>' * depth}deep{'</div>' * depth}")

    assert text.startswith("before")


@pytest.mark.parametrize(
    "limits",
    [ArchiveLimits(members=2), ArchiveLimits(unpacked=500), ArchiveLimits(read=500)],
    ids=["members", "unpacked", "read"],
)
def test_an_archive_past_a_limit_is_refused(tmp_path: Path, limits: ArchiveLimits) -> None:
    """The limits are the number of files, the stated number of bytes, and the number of unpacked bytes."""
    book = write(tmp_path / "a.epub", {"one.xhtml": page(PROSE * 20)})

    with pytest.raises(ArchiveLimitError) as refused:
        load_manuscript(book, limits=limits)

    assert refused.value.source == "a.epub"


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """The archive contains four megabytes of one letter."""
    book = write(tmp_path / "a.epub", {"one.xhtml": page("<p>" + "a" * (4 << 20) + "</p>")})

    with pytest.raises(ArchiveLimitError) as refused:
        load_manuscript(book)

    assert "times its size" in refused.value.reason


def test_nothing_is_unpacked_to_disk(tmp_path: Path) -> None:
    """File names that point outside the archive write nothing to disk."""
    (tmp_path / "in").mkdir()
    book = write(tmp_path / "in" / "a.epub", {"one.xhtml": page(PROSE)})
    with zipfile.ZipFile(book, "a") as archive:
        archive.writestr("../../evil.txt", "evil")

    load_manuscript(book)

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.epub", "in"]


def test_links_out_of_the_book_are_no_chapters(tmp_path: Path) -> None:
    """A contents entry may point to any address, but only pages of the book count."""
    contents = (
        '<li><a href="https://example.org/x">Chapter 9</a></li><li><a href="../../etc/passwd">Chapter 8</a></li>'
        '<li><a href="a.xhtml">Chapter 1</a></li><li><a href="b.xhtml">Chapter 2</a></li>'
    )
    book = write(tmp_path / "a.epub", {"a.xhtml": page(PROSE), "b.xhtml": page(PROSE)}, contents=contents)

    assert [chapter.title for chapter in load_manuscript(book).chapters] == ["Chapter 1", "Chapter 2"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut short", b"just words", b"\x00" * 100])
def test_a_file_that_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    book = tmp_path / "a.epub"
    book.write_bytes(content)

    with pytest.raises(UnreadableFileError):
        load_manuscript(book)


def test_an_archive_cut_in_half_is_refused(tmp_path: Path) -> None:
    """The directory of an archive is at its end."""
    book = write(tmp_path / "a.epub", {"one.xhtml": page(PROSE * 50)})
    book.write_bytes(book.read_bytes()[:400])

    with pytest.raises(UnreadableFileError):
        load_manuscript(book)


def test_a_damaged_page_is_refused(tmp_path: Path) -> None:
    """The checksum of a damaged page does not match."""
    book = write(tmp_path / "a.epub", {"one.xhtml": page("<p>unlikely words</p>")})
    with zipfile.ZipFile(book) as archive:
        member = archive.getinfo("OPS/one.xhtml")
    raw = bytearray(book.read_bytes())
    raw[member.header_offset + 60] ^= 0xFF
    book.write_bytes(bytes(raw))

    with pytest.raises(UnreadableFileError):
        load_manuscript(book)


def test_another_archive_is_no_epub(tmp_path: Path) -> None:
    """A zip file without an EPUB container is refused with the reason."""
    book = tmp_path / "a.epub"
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("a.txt", "words")

    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(book)

    assert "container.xml" in refused.value.reason


def test_a_book_of_pictures_has_no_text(tmp_path: Path) -> None:
    """A book without text causes EmptyTextError."""
    book = write(tmp_path / "a.epub", {"one.xhtml": page("<p><img src='a.png' alt=''/></p>")})

    with pytest.raises(EmptyTextError):
        load_manuscript(book)


def test_a_copy_protected_book_is_refused(tmp_path: Path) -> None:
    """The pages of a copy-protected book are encrypted. A book with only encrypted fonts is read."""
    form = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
        '<EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
    )
    fonts = write(tmp_path / "fonts.epub", {"one.xhtml": page(PROSE)})
    pages = write(tmp_path / "pages.epub", {"one.xhtml": page(PROSE)})
    for book, method in (
        (fonts, "http://www.idpf.org/2008/embedding"),
        (pages, "http://www.w3.org/2001/04/xmlenc#aes128-cbc"),
    ):
        with zipfile.ZipFile(book, "a") as archive:
            archive.writestr("META-INF/encryption.xml", form.format(method))

    assert len(load_manuscript(fonts).chapters) == 1
    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(pages)
    assert "protected" in refused.value.reason


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "utf-16"])
def test_a_broken_page_keeps_its_characters(tmp_path: Path, codec: str) -> None:
    """The characters of a page are read even if strict parsing fails and the page declares no encoding."""
    book = tmp_path / "a.epub"
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OPS/book.opf", package(["a.xhtml"]))
        archive.writestr(
            "OPS/a.xhtml", "<html><body><p>天色将晚，渡口只剩一条船。<p>他说：“走罢。”</body></html>".encode(codec)
        )

    assert load_chapter(book).text == "天色将晚，渡口只剩一条船。\n\n他说：“走罢。”"


def test_half_a_surrogate_pair_in_a_page_is_no_part_of_the_text(tmp_path: Path) -> None:
    """The text of a page can always be encoded as UTF-8."""
    text = text_of(tmp_path, "<p>before &#xD800; after</p>")

    assert text.encode("utf-8").startswith(b"before")
