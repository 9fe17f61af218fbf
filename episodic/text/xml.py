"""Safe parsing of untrusted XML, without entities and network access and with limited depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from lxml import etree

# lxml exports its element class under a private name only.
from lxml.etree import _Element  # pyright: ignore[reportPrivateUsage]

Element: TypeAlias = _Element


def safe_parser() -> etree.XMLParser:
    """Return an XML parser that resolves no entities, loads no DTD, uses no network, and keeps the limits of libxml2 on
    depth and size.
    """
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )


def local_name(element: Element) -> str:
    """Return the name of an element without its namespace, or an empty string for a node that is not an element."""
    tag: object = element.tag
    return etree.QName(tag).localname if isinstance(tag, str) else ""


def named(root: Element, name: str) -> Iterator[Element]:
    """Yield *root* and its descendants that have the local name *name* in any namespace, in document order."""
    return (one for one in root.iter() if local_name(one) == name)
