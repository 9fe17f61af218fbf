"""Reading XML that strangers wrote: no entities, no network, no depth without end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from lxml import etree

# lxml gives its element class no public name.
from lxml.etree import _Element  # pyright: ignore[reportPrivateUsage]

Element: TypeAlias = _Element
"""An element of a parsed document."""


def safe_parser() -> etree.XMLParser:
    """A parser that resolves no entities, loads no DTD, touches no network, and keeps libxml2's limits on depth and size."""
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for entities and other nodes that are no elements."""
    tag: object = element.tag
    return etree.QName(tag).localname if isinstance(tag, str) else ""


def named(root: Element, name: str) -> Iterator[Element]:
    """The elements below *root* of that local name, whatever their namespace, in document order."""
    return (one for one in root.iter() if local_name(one) == name)
