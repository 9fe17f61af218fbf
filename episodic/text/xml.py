"""Safe parsing of untrusted XML: no entities, no network access, limited depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from lxml import etree

# The library lxml does not export its element class under a public name.
from lxml.etree import _Element  # pyright: ignore[reportPrivateUsage]

Element: TypeAlias = _Element
"""An element of a parsed document."""


def safe_parser() -> etree.XMLParser:
    """Return a parser that resolves no entities, loads no DTD, uses no network, and keeps libxml2's limits on depth and
    size.
    """
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )


def local_name(element: Element) -> str:
    """Return the name of an element without its namespace; an empty string for nodes that are not elements."""
    tag: object = element.tag
    return etree.QName(tag).localname if isinstance(tag, str) else ""


def named(root: Element, name: str) -> Iterator[Element]:
    """Yield the descendants of *root* with the local name *name* in any namespace, in document order."""
    return (one for one in root.iter() if local_name(one) == name)
