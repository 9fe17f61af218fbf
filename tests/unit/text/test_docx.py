"""Tests of Word documents: paragraphs and chapters by heading styles."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from docx import Document

from episodic.errors import ArchiveLimitError, EmptyTextError, UnreadableFileError
from episodic.text.archives import ArchiveLimits
from episodic.text.findings import FindingKind
from episodic.text.manuscript_files import load_chapter, load_manuscript

PROSE = "The ferry had gone over for the last time when the lamp went out. Nobody spoke of it."
HAN = "天色将晚，渡口只剩一条船。老船工把缆绳又绕了两圈，回头望着堤上的灯。"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'

TWICE = "<mc:AlternateContent><mc:Choice><w:t>once</w:t></mc:Choice><mc:Fallback><w:t>once</w:t></mc:Fallback></mc:AlternateContent>"


def write(path: Path, *paragraphs: tuple[str, int | None]) -> Path:
    """Write a document of paragraphs, each with the level of its heading style (None: body text)."""
    document = Document()
    for words, level in paragraphs:
        if level is None:
            document.add_paragraph(words)
        else:
            document.add_heading(words, level=level)
    document.save(str(path))
    return path


def raw(path: Path, body: str, *, styles: str = "") -> Path:
    """Write a document from XML."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml", f'<?xml version="1.0"?><w:document {W} {MC}><w:body>{body}</w:body></w:document>'
        )
        if styles:
            archive.writestr("word/styles.xml", f'<?xml version="1.0"?><w:styles {W}>{styles}</w:styles>')
    return path


def test_heading_styles_make_the_chapters(tmp_path: Path) -> None:
    """Headings of level 1 contain headings of level 2."""
    document = write(
        tmp_path / "a.docx",
        ("Part One", 1),
        ("Chapter 1", 2),
        (PROSE, None),
        ("Chapter 2", 2),
        (PROSE, None),
        ("Part Two", 1),
        ("Chapter 3", 2),
        (PROSE, None),
    )

    manuscript = load_manuscript(document)

    assert manuscript.format == "Word document"
    assert [(chapter.path, chapter.number) for chapter in manuscript.chapters] == [
        (("Part One", "Chapter 1"), 1),
        (("Part One", "Chapter 2"), 2),
        (("Part Two", "Chapter 3"), 3),
    ]
    assert manuscript.chapters[0].text == f"Part One\n\nChapter 1\n\n{PROSE}\n\n"


def test_without_heading_styles_the_text_itself_is_looked_at(tmp_path: Path) -> None:
    """Many authors write their headings as plain paragraphs."""
    document = write(tmp_path / "a.docx", ("第一章 渡口", None), (HAN, None), ("第二章 来信", None), (HAN, None))

    assert [chapter.title for chapter in load_manuscript(document).chapters] == ["第一章 渡口", "第二章 来信"]


def test_a_style_based_on_a_heading_is_a_heading(tmp_path: Path) -> None:
    """The name of the style does not matter."""
    styles = (
        '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H"/></w:style>'
    )
    heading = '<w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
    body = f"<w:p><w:r><w:t>{PROSE}</w:t></w:r></w:p>"
    document = raw(
        tmp_path / "a.docx", heading.format("The Lamp") + body + heading.format("The Jar") + body, styles=styles
    )

    assert [chapter.title for chapter in load_manuscript(document).chapters] == ["The Lamp", "The Jar"]


def test_styles_based_on_each_other_end(tmp_path: Path) -> None:
    """A style that is based on itself, through other styles, is not a heading."""
    styles = (
        '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>'
    )
    body = f'<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>{PROSE}</w:t></w:r></w:p>'
    document = raw(tmp_path / "a.docx", body, styles=styles)

    assert load_chapter(document).text == PROSE


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<w:p><w:r><w:t>the la</w:t></w:r><w:r><w:t>mp</w:t></w:r></w:p>", "the lamp"),
        ("<w:p><w:r><w:t>One</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p>", "One\ntwo\tthree"),
        ('<w:p><w:r><w:t xml:space="preserve">　　渡口 </w:t></w:r><w:r><w:t>船</w:t></w:r></w:p>', "　　渡口 船"),
        ("<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>", "kept"),
        ("<w:p><w:ins><w:r><w:t>added</w:t></w:r></w:ins></w:p>", "added"),
        ("<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>a_b *c*</w:t></w:r></w:p>", "a_b *c*"),
        (
            "<w:p><w:r><w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>",
            "漢",
        ),
        (
            f"<w:p><w:r>{TWICE}</w:r></w:p>",
            "once",
        ),
        ("<w:p><w:r><w:t>One.</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>Two.</w:t></w:r></w:p>", "One.\n\n\nTwo."),
        ("<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>", "cell"),
        ("<w:p><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>", "link"),
    ],
)
def test_a_document_becomes_the_plain_text_that_a_reader_sees(tmp_path: Path, body: str, text: str) -> None:
    """Runs are joined, deletions and field codes are removed, ruby annotations are removed, and nothing is repeated."""
    document = raw(tmp_path / "a.docx", body)

    assert load_chapter(document).text == text


def test_footnotes_are_left_out_and_reported(tmp_path: Path) -> None:
    document = raw(tmp_path / "a.docx", f"<w:p><w:r><w:t>{PROSE}</w:t><w:footnoteReference w:id='2'/></w:r></w:p>")
    note = "<w:footnote w:id='2'><w:p><w:r><w:t>See below.</w:t></w:r></w:p></w:footnote>"
    line = "<w:footnote w:type='separator' w:id='0'><w:p/></w:footnote>"
    with zipfile.ZipFile(document, "a") as archive:
        archive.writestr("word/footnotes.xml", f"<w:footnotes {W}>{line}{note}</w:footnotes>")

    [finding] = load_manuscript(document).findings

    assert (finding.kind, finding.about) == (FindingKind.NOTES_LEFT_OUT, ("1",))


def test_external_entities_are_not_read(tmp_path: Path) -> None:
    """A document that refers to another file does not get the text of that file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret words", encoding="utf-8")
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        doctype = f'<!DOCTYPE x [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        archive.writestr(
            "word/document.xml",
            f"{doctype}<w:document {W}><w:body><w:p><w:r><w:t>before &x;</w:t></w:r></w:p></w:body></w:document>",
        )

    text = load_chapter(path).text

    assert "secret" not in text


@pytest.mark.parametrize(
    "limits",
    [ArchiveLimits(members=3), ArchiveLimits(unpacked=2_000), ArchiveLimits(read=500)],
    ids=["members", "unpacked", "read"],
)
def test_a_document_past_a_limit_is_refused(tmp_path: Path, limits: ArchiveLimits) -> None:
    """The limits for documents are the limits for books."""
    document = write(tmp_path / "a.docx", (PROSE, None))

    with pytest.raises(ArchiveLimitError):
        load_manuscript(document, limits=limits)


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    """The text of a zip bomb is a thousand times larger than the file."""
    document = raw(tmp_path / "a.docx", "<w:p><w:r><w:t>" + "a" * (4 << 20) + "</w:t></w:r></w:p>")

    with pytest.raises(ArchiveLimitError):
        load_manuscript(document)


def test_broken_xml_is_refused(tmp_path: Path) -> None:
    """The error names the broken part."""
    document = tmp_path / "a.docx"
    with zipfile.ZipFile(document, "w") as archive:
        archive.writestr("word/document.xml", "<w:document")

    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(document)

    assert "word/document.xml" in refused.value.reason


def test_an_empty_document_has_no_text(tmp_path: Path) -> None:
    """The error of an empty document is EmptyTextError."""
    document = write(tmp_path / "a.docx", ("", None))

    with pytest.raises(EmptyTextError):
        load_manuscript(document)
