"""Writes docs/api: one page for each public module, made from the signatures and docstrings of its public names.

Run `.venv/bin/python -m tests.docs.api_reference` (or `make api`) after a change of a public name.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

from tests.docs.pages import ROOT

FOLDER = ROOT / "docs" / "api"
MODULES = (
    "episodic", "episodic.model", "episodic.search", "episodic.pipeline", "episodic.temporal", "episodic.llm",
    "episodic.embeddings", "episodic.stores", "episodic.ports", "episodic.prompts", "episodic.errors",
)  # fmt: skip
"""The public modules, in the order of docs/python.md."""


class _Written(str):
    """A text that a signature shows as it is, without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def pages() -> dict[str, str]:
    """Return the text of every page by file name."""
    homes = _homes()
    made = {f"{name}.md": _page(name, homes) for name in MODULES}
    lines = [
        "# API reference",
        "",
        "Made from the docstrings. [python.md](../python.md) explains the API with examples.",
        "",
    ]
    for name in MODULES:
        own = [public for public, home in homes.items() if home == name]
        lines.append(f"- [`{name}`]({name}.md): {', '.join(f'`{one}`' for one in own)}")
    made["README.md"] = "\n".join(lines) + "\n"
    return made


def _homes() -> dict[str, str]:
    """Return for each public name the module on whose page it is described: the last of the modules that have the name,
    except for the names that only `episodic` has.
    """
    found: dict[str, str] = {}
    for name in MODULES:
        for public in _names(import_module(name)):
            found[public] = name
    return dict(sorted(found.items()))


def _names(module: ModuleType) -> list[str]:
    listed: list[str] | None = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    values = vars(module).items()
    own = (name for name, value in values if str(getattr(value, "__module__", "")).startswith(module.__name__))
    return [name for name in own if not name.startswith("_")]


def _page(name: str, homes: dict[str, str]) -> str:
    module = import_module(name)
    lines = [f"# {name}", "", _text(module), ""]
    for public, home in homes.items():
        if home == name:
            lines += _entry(public, getattr(module, public))
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, value: object) -> Iterator[str]:
    """Yield the lines about one public name."""
    yield from (f"## {name}", "")
    if isinstance(value, type):
        yield from _class(name, value)
    elif isinstance(value, FunctionType):
        yield from (f"`{_signature(name, value)}`", "", _text(value), "")
    else:
        yield from (f"A value of the type `{type(value).__name__}`.", "")


def _class(name: str, kind: type[object]) -> Iterator[str]:
    bases = [one.__name__ for one in kind.__bases__ if one.__module__.startswith("episodic")]
    head = f"class {name}({', '.join(bases)})" if bases else f"class {name}"
    yield from (f"`{head}`", "", _text(kind), "")
    yield from _parts(name, kind)
    for method, function in _methods(kind):
        yield from (f"### {name}.{method}", "", f"`{_shown(method, function)}`", "", _text(function), "")


def _parts(name: str, kind: type[object]) -> Iterator[str]:
    """Yield the members of an enumeration, the fields of a dataclass or named tuple, or the signature of any other
    class.
    """
    members: dict[str, Enum] = getattr(kind, "__members__", {})
    init: object = vars(kind).get("__init__")
    if members:
        yield from ("Values: " + ", ".join(f"`{key}` = `{one.value!r}`" for key, one in members.items()) + ".", "")
    elif dataclasses.is_dataclass(kind):
        for one in dataclasses.fields(kind):
            if not one.name.startswith("_"):
                yield f"- `{one.name}: {one.type}{_default(one)}`"
        yield ""
    elif issubclass(kind, tuple):
        for field, of in inspect.get_annotations(kind).items():
            yield f"- `{field}: {getattr(of, '__forward_arg__', of)}`"
        yield ""
    elif isinstance(init, FunctionType) and BaseException not in kind.__mro__:
        yield from (f"`{_signature(name, init)}`", "")


def _methods(kind: type[object]) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties of a class and of its base classes in the package."""
    if Enum in kind.__mro__:
        return
    seen: set[str] = set()
    for base in kind.__mro__:
        if not base.__module__.startswith("episodic"):
            continue
        for name, value in vars(base).items():
            inner = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not name.startswith("_") and name not in seen and isinstance(inner, FunctionType):
                seen.add(name)
                yield name, value


def _shown(name: str, value: object) -> str:
    if isinstance(value, property):
        returned = "object" if value.fget is None else inspect.get_annotations(value.fget).get("return", "object")
        return f"{name}: {returned}"
    inner: object = getattr(value, "__func__", value)
    assert isinstance(inner, FunctionType)
    return _signature(name, inner)


def _signature(name: str, function: FunctionType) -> str:
    signature = inspect.signature(function)
    kept = [
        one.replace(annotation=_Written(one.annotation), default=_written(one.default))
        for one in signature.parameters.values()
        if one.name not in ("self", "cls")
    ]
    returned = signature.return_annotation
    hidden = returned in (None, "None") or name[0].isupper()
    shown = signature.replace(
        parameters=kept, return_annotation=inspect.Signature.empty if hidden else _Written(returned)
    )
    call = "async " if inspect.iscoroutinefunction(function) else ""
    return f"{call}{name}{shown}"


def _written(value: object) -> object:
    """Return a default as it is shown: enumeration members by name, and values other than texts and numbers as an
    ellipsis.
    """
    if isinstance(value, Enum):
        return _Written(f"{type(value).__name__}.{value.name}")
    return value if isinstance(value, int | float | str | type | None) else _Written("…")


def _default(field: dataclasses.Field[object]) -> str:
    if field.default is not dataclasses.MISSING:
        return f" = {_written(field.default)!r}"
    return "" if field.default_factory is dataclasses.MISSING else " = …"


def _text(value: object) -> str:
    """Return the docstring without line breaks inside paragraphs."""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    return "\n\n".join(one if one.startswith(("-", " ")) else " ".join(one.split()) for one in paragraphs)


def write(folder: Path = FOLDER) -> None:
    """Write all pages, and delete pages of modules that are no longer public."""
    folder.mkdir(exist_ok=True)
    made = pages()
    for old in folder.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
