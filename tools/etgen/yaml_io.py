"""Reads YAML with line numbers, and writes YAML in a canonical form.

PyYAML composes the document, including anchors and merges of nodes. `Node` is a thin reader of its nodes that
keeps file and line, refuses duplicate keys, and reports the expected type if a value has another one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from etgen.errors import Location, input_error
from etgen.text_io import read_text

_HINT = "see tools/README.md for the form of this file"

# PyYAML reads these as booleans.
_TRUTH = {
    spelling: value
    for value, words in ((True, ("true", "yes", "on")), (False, ("false", "no", "off")))
    for word in words
    for spelling in (word, word.capitalize(), word.upper())
}
_NULL = "tag:yaml.org,2002:null"
# The maximum number of values of a document with its anchors expanded, and per value in the file.
_MOST_VALUES, _MOST_UNFOLDED = 10_000, 16
# The maximum depth of nested values.
_MOST_LEVELS = 200
_STYLE: dict[str, Any] = {"default_flow_style": False, "width": 1000}
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Node:
    """A value of a YAML document with its location; the location of a mapping's entry is that of its key."""

    __slots__ = ("_file", "_key", "_node")

    def __init__(self, node: yaml.Node, file: str, key: yaml.Node | None = None):
        self._node = node
        self._file = file
        self._key = key

    @property
    def where(self) -> Location:
        return Location(self._file, (self._key or self._node).start_mark.line + 1)

    @property
    def is_null(self) -> bool:
        return self._node.tag == _NULL

    @property
    def is_text(self) -> bool:
        return isinstance(self._node, yaml.ScalarNode) and not self.is_null

    @property
    def is_mapping(self) -> bool:
        return isinstance(self._node, yaml.MappingNode)

    @property
    def is_sequence(self) -> bool:
        return isinstance(self._node, yaml.SequenceNode)

    @property
    def kind(self) -> str:
        """The name of the node's type in error messages."""
        if self.is_null:
            return "nothing"
        return "a mapping" if self.is_mapping else "a list" if self.is_sequence else "a single value"

    def text(self, what: str) -> str:
        """The scalar as written; `what` names it in the error."""
        if not self.is_text:
            raise input_error(f"{what} must be a single value, not {self.kind}", _HINT, self.where)
        return self._node.value

    def truth(self, what: str) -> bool:
        """Whether the scalar is true, in any of YAML's spellings: true, True, yes, on, …"""
        text = self.text(what)
        if text not in _TRUTH:
            raise input_error(f"{what} must be true or false, not {text}", "write true or false", self.where)
        return _TRUTH[text]

    def items(self, what: str) -> list["Node"]:
        """The elements of a sequence."""
        if not self.is_sequence:
            raise input_error(f"{what} must be a list, not {self.kind}", _HINT, self.where)
        return [Node(child, self._file) for child in self._node.value]

    def fields(self, what: str) -> dict[str, "Node"]:
        """The entries of a mapping, in order. A duplicate key is an error."""
        if not self.is_mapping:
            raise input_error(f"{what} must be a mapping, not {self.kind}", _HINT, self.where)
        result: dict[str, Node] = {}
        for key, value in self._node.value:
            name = Node(key, self._file).text("a key")
            if not name:
                raise input_error("a key is empty", _HINT, Node(key, self._file).where)
            if name in result:
                hint = f"the first one is on line {result[name].where.line}; keep one of them"
                raise input_error(f"key {name} is given twice", hint, Node(key, self._file).where)
            result[name] = Node(value, self._file, key)
        return result

    def __iter__(self) -> Iterator["Node"]:
        raise TypeError("use items() or fields()")


def load(path: str) -> Node | None:
    """The document in the file, or None if the file is empty.

    Raises `InputError` if the file cannot be read or is not YAML.
    """
    return parse(read_text(path), path)


def parse(text: str, file: str) -> Node | None:
    """Like `load`, for text that was read from `file`."""
    try:
        _refuse_depth(text, file)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        problem = error.problem or error.context or "cannot be parsed"
        raise input_error(f"not valid YAML: {problem}", _HINT, Location(file, line)) from None
    except (yaml.YAMLError, RecursionError) as error:
        reason = " ".join(str(error).split()) or "nested too deeply"
        raise input_error(f"not valid YAML: {reason}", _HINT, Location(file)) from None
    if node is None:
        return None
    if "&" in text:  # only anchors can repeat nodes
        _refuse_unfolding(node, file)
    return Node(node, file)


def _refuse_depth(text: str, file: str) -> None:
    """Raises `InputError` for values that are nested so deeply that composing would overflow the stack."""
    # Each level needs a bracket, or columns of the line that it begins on; most files need no further check.
    columns = max((len(line) - len(line.lstrip(" -?")) for line in text.splitlines()), default=0)
    if text.count("[") + text.count("{") + columns <= _MOST_LEVELS:
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MOST_LEVELS:
            hint = f"write it with at most {_MOST_LEVELS} levels"
            raise input_error("nested too deeply", hint, Location(file, _line_of(event)))


def _line_of(parsed: yaml.Event | yaml.Node) -> int:
    assert parsed.start_mark, "whatever is read from a text has a mark"
    return parsed.start_mark.line + 1


def _refuse_unfolding(root: yaml.Node, file: str) -> None:
    """Raises `InputError` for anchors that expand to far more values than the file has, or that contain
    themselves.
    """
    sizes: dict[yaml.Node, int | None] = {}  # None while the values in a node are being counted
    stack = [root]
    while stack:
        node = stack[-1]
        children = _values_in(node)
        if node not in sizes:
            sizes[node] = None
            for child in children:
                if sizes.get(child, 0) is None:
                    where = Location(file, _line_of(child))
                    raise input_error(
                        "a value contains itself", "write out the value instead of an alias", where
                    )
            stack += [child for child in children if child not in sizes]
        else:
            stack.pop()
            sizes[node] = 1 + sum(sizes[child] or 0 for child in children)
    values = sizes[root] or 0
    if values > _MOST_VALUES + _MOST_UNFOLDED * len(sizes):
        what = f"its aliases expand to {values:,} values, but it has only {len(sizes):,}"
        raise input_error(what, "write out the values that are needed", Location(file))


def _values_in(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [each for pair in node.value for each in pair]
    return node.value if isinstance(node, yaml.SequenceNode) else []


_SafeDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_SafeDumper):  # type: ignore[misc] # whichever there is
    """Also writes values that were read."""


def _in_block_style(node: yaml.Node) -> yaml.Node:
    """A copy of the node without the style in which the value was written."""
    if isinstance(node, yaml.ScalarNode):
        return yaml.ScalarNode(node.tag, "null" if node.tag == _NULL else node.value)
    if isinstance(node, yaml.SequenceNode):
        return yaml.SequenceNode(node.tag, list(map(_in_block_style, node.value)), flow_style=False)
    pairs = [tuple(map(_in_block_style, pair)) for pair in node.value]
    return yaml.MappingNode(node.tag, pairs, flow_style=False)


_Dumper.add_representer(Node, lambda dumper, value: _in_block_style(value._node))


def dump(document: object) -> str:
    """The document in block style: equal documents give equal bytes."""
    return yaml.dump(document, Dumper=_Dumper, sort_keys=True, **_STYLE)


def dump_entries(entries: Iterable[object]) -> str:
    """A list in the format of `dump`, with keys in their own order, and an empty line between entries."""
    # Entries are dumped as separate documents, so that each is freed after it is written.
    documents = ([entry] for entry in entries)
    text = yaml.dump_all(documents, Dumper=_Dumper, sort_keys=False, **_STYLE)
    return text.replace("\n---\n", "\n\n")
