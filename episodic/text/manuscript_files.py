"""Loading of manuscripts from files and folders, with detection of the file format and division into chapters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from episodic.errors import EmptyTextError, UnreadableFileError
from episodic.model.episodes import Chapter
from episodic.text.archives import ArchiveLimits
from episodic.text.chapter_splitting import ChapterPlan, split_chapters
from episodic.text.docx import read_docx
from episodic.text.encoding import decode
from episodic.text.epub import Book, read_epub
from episodic.text.file_names import name_of, stem_of
from episodic.text.findings import Finding, FindingKind
from episodic.text.heading_marks import CONTENTS, Form, HeadingMark, Rank
from episodic.text.heading_numbering import Numbered, numbering_findings
from episodic.text.headings import heading_words, marks_of
from episodic.text.lines import visible
from episodic.text.markdown_markup import MarkdownText, without_markup
from episodic.text.natural_order import natural_key
from episodic.text.outline import one_line
from episodic.text.scripts import has_letters

_MARKDOWN = "Markdown"
_PLAIN = {".txt": "plain text", ".text": "plain text", ".md": _MARKDOWN, ".markdown": _MARKDOWN}
_ARCHIVES = {".epub": "EPUB", ".docx": "Word document"}
_NAMES_SHOWN = 5
"""The maximum number of files that the text of one finding names."""
LARGEST_TEXT = 256 << 20
"""The maximum length of a text file in bytes."""
DEFAULT_LIMITS = ArchiveLimits()


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The chapters of a file or folder that was read, before they are stored.

    `format` is "plain text", "Markdown", "EPUB", "Word document", or for example "folder of 12 files". `encoding` is
    the name of the encoding of the text. For a folder whose files have different encodings, `encoding` contains several
    names. For EPUB and Word files, `encoding` is empty. `title` is the title in the file's metadata or front matter, or
    else the name of the file or folder.
    """

    chapters: tuple[Chapter, ...]
    title: str
    format: str
    encoding: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    text: str
    title: str
    encoding: str
    plan: ChapterPlan
    findings: tuple[Finding, ...]


def is_manuscript_file(path: Path) -> bool:
    """Return whether the file name of *path* has the suffix of a supported format, such as .txt or .epub."""
    return path.suffix.lower() in {**_PLAIN, **_ARCHIVES}


def load_manuscript(path: str | Path, *, limits: ArchiveLimits = DEFAULT_LIMITS) -> Manuscript:
    """Return the chapters of a .txt, .md, .epub or .docx file, or of a folder of such files in natural order.

    In a folder, a file with one chapter heading is one chapter, and so is a file without headings unless it is long. A
    subfolder is a part. A file of a folder may be one chapter. The title of this chapter is its heading, else the title
    in the file's metadata, else the file name.

    Raise UnreadableFileError if a file is missing, binary or damaged, or has an unknown encoding or an unsupported
    format. In a folder, files with an unsupported format and files without letters and digits raise no error: they are
    left out, which findings report. Raise ArchiveLimitError if an archive exceeds a limit, and EmptyTextError if the
    text contains no letters or digits.
    """
    path = Path(path)
    if path.is_dir():
        return _folder(path, limits=limits)
    read = _read(path, limits=limits)
    kind = _kind(path)
    return Manuscript(read.plan.chapters, read.title or stem_of(path), kind, read.encoding, read.findings)


def load_chapter(path: str | Path, *, limits: ArchiveLimits = DEFAULT_LIMITS) -> Chapter:
    """Return the whole file as one chapter. The title and number of the chapter come from its heading, or else from the
    metadata or the name of the file.

    Raise the same errors as `load_manuscript`.
    """
    path = Path(path)
    text, title = _text_of(path, limits=limits)
    return _one_chapter(text, path, title=title)


def decode_chapter(raw: bytes, *, source: str) -> Chapter:
    """Decode UTF-8 bytes that come from no file, and return the text as one chapter, with its heading's title and
    number.

    The title of a text without a heading is empty. Raise UnreadableFileError if the bytes are not UTF-8 or more than
    LARGEST_TEXT, and EmptyTextError if the text contains no letters or digits. The messages of raised errors call the
    text *source*.
    """
    if len(raw) > LARGEST_TEXT:
        raise UnreadableFileError(source, f"at most {LARGEST_TEXT:,} bytes are read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFileError(
            source, f"byte {error.start + 1} is not UTF-8", hint="Convert it to UTF-8."
        ) from error
    if not has_letters(text):
        raise EmptyTextError(source)
    title, number = _heading_of(text)
    return Chapter(text, title=title, path=(title,) if title else (), number=number)


def _one_chapter(text: str, path: Path, *, title: str = "", above: tuple[str, ...] = ()) -> Chapter:
    heading, number = _heading_of(text)
    stem = stem_of(path)
    named = heading or title or stem
    number = _number_in(stem) if number is None else number
    return Chapter(text, title=named, path=(*above, named), number=number, source_description=name_of(path))


def _heading_of(text: str) -> tuple[str, int | None]:
    first = next((line for line in map(visible, text.splitlines()) if line), "")
    mark = _heading(first)
    return ("", None) if mark is None else (one_line(heading_words(first)), mark.number)


def heading_title(text: str) -> str:
    """Return the heading in a chapter's first line that is not blank, or an empty text if this line is no heading."""
    return _heading_of(text)[0]


def title_number(title: str) -> int | None:
    """Return the number of the chapter in its title, or None if the title is no heading of a chapter with a number."""
    mark = _heading(visible(title))
    return None if mark is None or mark.rank not in {Rank.CHAPTER, Rank.NUMBER} else mark.number


def _heading(words: str) -> HeadingMark | None:
    """A doubtful heading (form WEAK) counts only if it is a bare number."""
    found = marks_of(words)
    if not found or found[-1].family == CONTENTS:
        return None
    return found[-1] if found[-1].form is not Form.WEAK or found[-1].rank is Rank.NUMBER else None


def _number_in(stem: str) -> int | None:
    words = " ".join(stem.replace("_", " ").replace("-", " ").split())
    mark = _heading(words) or _heading(words.capitalize())
    return None if mark is None else mark.number


def _kind(path: Path) -> str:
    suffix = path.suffix.lower()
    kind = _PLAIN.get(suffix) or _ARCHIVES.get(suffix)
    if kind is None:
        hint = "Supported are .txt, .md, .epub and .docx files, and folders of them."
        raise UnreadableFileError(
            name_of(path), f"files {f'of type {suffix}' if suffix else 'without a suffix'} are not supported", hint=hint
        )
    return kind


def _raw(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST_TEXT:
            raise UnreadableFileError(name_of(path), f"it has {size:,} bytes, at most {LARGEST_TEXT:,} are read")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise _unopened(path, error) from error


def _unopened(path: Path, error: OSError | ValueError) -> UnreadableFileError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnreadableFileError(name_of(path), f"it cannot be opened ({reason})")


def _book(path: Path, limits: ArchiveLimits) -> Book:
    try:
        return read_epub(path, limits=limits) if path.suffix.lower() == ".epub" else read_docx(path, limits=limits)
    except (OSError, ValueError) as error:
        raise _unopened(path, error) from error


def _text_of(path: Path, *, limits: ArchiveLimits) -> tuple[str, str]:
    if _kind(path) in _ARCHIVES.values():
        book = _book(path, limits)
        return book.text, book.title
    decoded = _decoded(path)
    return decoded.text, decoded.title


@dataclass(frozen=True, slots=True)
class _Decoded:
    text: str
    title: str
    encoding: str
    findings: tuple[Finding, ...]


def _decoded(path: Path) -> _Decoded:
    """Front matter and HTML comments of a Markdown file are no story text."""
    decoded = decode(_raw(path), source=name_of(path))
    story = without_markup(decoded.text) if _kind(path) == _MARKDOWN else MarkdownText(decoded.text)
    if not has_letters(story.text):
        raise EmptyTextError(name_of(path))
    return _Decoded(story.text, story.title, decoded.encoding, decoded.findings)


def _read(path: Path, *, limits: ArchiveLimits) -> _Read:
    if _kind(path) in _ARCHIVES.values():
        book = _book(path, limits)
        return _Read(book.text, book.title, "", book.plan, book.findings)
    decoded = _decoded(path)
    plan = split_chapters(decoded.text, source=stem_of(path))
    plan = replace(plan, chapters=tuple(replace(one, source_description=name_of(path)) for one in plan.chapters))
    return _Read(decoded.text, decoded.title, decoded.encoding, plan, (*decoded.findings, *plan.findings))


def _folder(path: Path, *, limits: ArchiveLimits) -> Manuscript:
    chapters: list[Chapter] = []
    findings: list[Finding] = []
    encodings: dict[str, None] = {}
    others: list[str] = []
    count = 0
    for file, above in _files(path, (), others):
        try:
            read = _read(file, limits=limits)
        except EmptyTextError:
            shown = name_of(file)
            words = f"{shown} contains no letters or digits and was left out."
            findings.append(Finding(FindingKind.FILE_SKIPPED, words, (shown,)))
            continue
        count += 1
        encodings.update({read.encoding: None} if read.encoding else {})
        chapters.extend(_chapters_of(read, file, above))
        findings.extend(_of_file(read, file))
    findings.extend(_skipped(others))
    if not chapters:
        raise EmptyTextError(name_of(path))
    numbered = [
        Numbered(one.number, one.title, _family(one.title), one.path[:-1]) for one in chapters if one.number is not None
    ]
    kind = f"folder of {count} file{'' if count == 1 else 's'}"
    found = (*findings, *numbering_findings(numbered))
    return Manuscript(tuple(chapters), name_of(path.resolve()), kind, ", ".join(encodings), found)


_NUMBERING = frozenset({FindingKind.NUMBERS_MISSING, FindingKind.NUMBER_REPEATED, FindingKind.NUMBERS_OUT_OF_ORDER})


def _of_file(read: _Read, file: Path) -> Iterator[Finding]:
    """Gaps in chapter numbers within one file are not reported, because the numbers of the whole folder are checked
    together.
    """
    shown = name_of(file)
    for finding in read.findings:
        if finding.kind not in _NUMBERING:
            named = finding.text if shown in finding.text else f"{shown}: {finding.text}"
            yield replace(finding, text=named)


def _family(title: str) -> str:
    mark = _heading(title)
    return "" if mark is None else mark.series


def _chapters_of(read: _Read, file: Path, above: tuple[str, ...]) -> list[Chapter]:
    """If a file gives only one chapter, the chapter contains the whole text of the file."""
    if len(read.plan.chapters) == 1:
        return [_one_chapter(read.text, file, title=read.title, above=above)]
    return [replace(one, path=(*above, *one.path)) for one in read.plan.chapters]


def _skipped(names: list[str]) -> Iterator[Finding]:
    """Yield one finding about all files of a folder that have an unsupported format, if there are any."""
    if not names:
        return
    more = len(names) - _NAMES_SHOWN
    listed = ", ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")
    words = "is not a text file and was" if len(names) == 1 else "are not text files and were"
    yield Finding(FindingKind.FILE_SKIPPED, f"{listed} {words} left out.", tuple(names))


def _files(folder: Path, above: tuple[str, ...], others: list[str]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the files of a folder and its subfolders in natural order, each with the names of the subfolders around it.
    Add the names of files with an unsupported format to *others*.
    """
    try:
        inside = sorted(folder.iterdir(), key=lambda one: natural_key(stem_of(one) if one.is_file() else name_of(one)))
    except OSError as error:
        raise _unopened(folder, error) from error
    for one in inside:
        if one.name.startswith((".", "~$")):
            continue
        if one.is_dir():
            # Symbolic links to folders are skipped, because a link to a parent folder would make the search endless.
            if not one.is_symlink():
                yield from _files(one, (*above, name_of(one)), others)
        elif is_manuscript_file(one):
            yield one, above
        else:
            others.append(name_of(one))
