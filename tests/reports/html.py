"""A strict HTML parser for tests."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Element:
    """An element of the page with its children."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.inside: list[Element | str] = []

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)

    def all(self, tag: str, kind: str = "") -> list[Element]:
        """Return the elements of a tag, and of a class if one is given, in order."""
        found = []
        for part in self.inside:
            if isinstance(part, Element):
                if part.tag == tag and (not kind or kind in part.kinds):
                    found.append(part)
                found += part.all(tag, kind)
        return found

    @property
    def kinds(self) -> list[str]:
        return (self.attributes.get("class") or "").split()


class Parser(HTMLParser):
    """A strict parser: elements must be closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"{tag} has an attribute twice"
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.open[-1].inside.append(data)


def parse(page: str) -> Element:
    parser = Parser()
    parser.feed(page)
    parser.close()
    (root,) = parser.open
    return root
