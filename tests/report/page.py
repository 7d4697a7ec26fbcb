"""A report as a tree of elements, texts and attributes; raises if tags do not match."""
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link", "col"}


class Node:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.items = tag, attributes, []

    def text(self):
        return "".join(item if isinstance(item, str) else item.text() for item in self.items)

    def every(self, tag, name=None):
        for item in self.items:
            if isinstance(item, Node):
                if item.tag == tag and (name is None or name in item.attributes.get("class", "").split()):
                    yield item
                yield from item.every(tag, name)

    def one(self, tag, name=None):
        found = list(self.every(tag, name))
        assert len(found) == 1, f"{len(found)} <{tag} class={name}> instead of one"
        return found[0]

    def rows(self):
        """Returns for a table a list of cells for each row of its body."""
        return [[cell for cell in row.items if isinstance(cell, Node)] for body in self.every("tbody") for row in body.every("tr")]


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]
        self.source = open(path, encoding="utf-8").read()
        self.feed(self.source)
        self.close()
        assert len(self.open) == 1, f"<{self.open[-1].tag}> is not closed"

    def handle_starttag(self, tag, attributes):
        node = Node(tag, dict(attributes))
        self.open[-1].items.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}> at {self.getpos()}"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].items.append(data)


def number(cell):
    return float(cell.attributes["data-value"])
