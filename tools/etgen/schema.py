"""Operator schemas: parsed into frozen data, printed back byte for byte.

The language is the one of PyTorch's `native_functions.yaml`:

    aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)

`parse_schema(text)` fails unless `str()` of its result is the text again, so nothing is lost on the way.
"""

import collections
import functools
import re
from collections.abc import Iterator

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_OP_NAME = re.compile(rf"(?:({_NAME})::)?({_NAME})(?:\.({_NAME}))?")
_TYPE = re.compile(rf"({_NAME})((?:\?|\[\d*\]|\([^()]*\))*)")
_SUFFIX = re.compile(r"\?|\[\d*\]|\([^()]*\)")
# A bracket, a comma, or a text in quotes as a whole.
_MARK = re.compile(r"""[][(),]|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?""", re.DOTALL)
_ANNOTATION = re.compile(r"\((?:[a-z](?:\|[a-z])*|\*)?!?(?: -> (?:[a-z](?:\|[a-z])*|\*))?\)")


class SchemaError(ValueError):
    """The text is not an operator schema; the message says why."""


class OpName(collections.namedtuple("OpName", "namespace base overload", defaults=[""])):
    """`namespace::base.overload`; the overload may be empty."""

    def __str__(self) -> str:
        return f"{self.namespace}::{self.unqualified}"

    @property
    def unqualified(self) -> str:
        """The name without its namespace, as kernels use it (`add.out`)."""
        return f"{self.base}.{self.overload}" if self.overload else self.base


def parse_op_name(text: str, default_namespace: str | None = None) -> OpName:
    """Parses `ns::base.overload`. Without a default, the namespace must be there.

    Raises:
      SchemaError: the text is not an operator name.
    """
    match = _OP_NAME.fullmatch(text)
    if not match:
        raise SchemaError(f"{text!r} is not an operator name (namespace::name.overload)")
    namespace = match[1] or default_namespace
    if namespace is None:
        raise SchemaError(f"{text!r} has no namespace")
    return OpName(namespace, match[2], match[3] or "")


class Type(collections.namedtuple("Type", "base suffixes", defaults=[()])):
    """`base` followed by its suffixes in writing order: `?`, `[]`, `[2]` and at most one `(a!)`."""

    def __str__(self) -> str:
        return self.base + "".join(self.suffixes)

    @functools.cached_property
    def annotation(self) -> str | None:
        """The alias annotation without its parentheses (`a!`), if there is one."""
        for suffix in self.suffixes:
            if suffix.startswith("("):
                return suffix[1:-1]
        return None

    @property
    def is_mutable(self) -> bool:
        return "!" in (self.annotation or "")

    @functools.cached_property
    def shape(self) -> tuple[str, ...]:
        """The suffixes that matter to a caller: `?`, `[]`; sizes and annotations left out."""
        return tuple("[]" if s.startswith("[") else s for s in self.suffixes if s[0] != "(")

    @functools.cached_property
    def size(self) -> int | None:
        """The number of elements that the list has, if the type says."""
        return next((int(s[1:-1]) for s in self.suffixes if s[0] == "[" and s != "[]"), None)

    @functools.cached_property
    def plain(self) -> str:
        """The type without list sizes and annotations, `SymInt` read as `int`: `int[]?`."""
        return ("int" if self.base == "SymInt" else self.base) + "".join(self.shape)


class Argument(collections.namedtuple("Argument", "type name default", defaults=[None])):
    """What is passed: its default is as the schema writes it, or None."""

    def __str__(self) -> str:
        default = "" if self.default is None else f"={self.default}"
        return f"{self.type} {self.name}{default}"


class Return(collections.namedtuple("Return", "type name", defaults=[None])):
    """What is returned: a name is rare, and given in tuples."""

    def __str__(self) -> str:
        return f"{self.type} {self.name}" if self.name else str(self.type)


class Schema(
    collections.namedtuple(
        "Schema",
        "name positional keyword_only returns has_namespace parenthesised",
        defaults=[True, False],
    )
):
    """One operator's signature.

    Attributes:
      name: its `OpName`.
      positional, keyword_only: tuples of `Argument`.
      returns: a tuple of `Return`.
      has_namespace, parenthesised: whether the text wrote the namespace, and parentheses around a single
        return: for printing.
    """

    def __str__(self) -> str:
        arguments = [str(a) for a in self.positional]
        if self.keyword_only:
            arguments += ["*", *map(str, self.keyword_only)]
        returns = ", ".join(map(str, self.returns))
        if len(self.returns) != 1 or self.parenthesised:
            returns = f"({returns})"
        name = str(self.name) if self.has_namespace else self.name.unqualified
        return f"{name}({', '.join(arguments)}) -> {returns}"

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All arguments in calling order; the outs come last."""
        return self.positional + self.keyword_only

    @property
    def outs(self) -> tuple[Argument, ...]:
        """The keyword-only arguments that the operator writes to."""
        return tuple(a for a in self.keyword_only if a.type.is_mutable)


def parse_schema(text: str, default_namespace: str = "aten") -> Schema:
    """Parses `[ns::]name[.overload](arguments) -> returns`.

    Raises:
      SchemaError: the text is not a schema; the message names the part that is wrong.
    """
    head, parenthesis, rest = text.partition("(")
    if not parenthesis:
        raise SchemaError("no '(' after the operator name")
    arguments_text, rest = _until_closed(rest)
    arrow, returns_text = rest[:4], rest[4:]
    if arrow != " -> ":
        raise SchemaError("' -> ' and the return type must follow the arguments")
    positional, keyword_only = _parse_arguments(arguments_text)
    parenthesised = returns_text.startswith("(")
    if parenthesised:
        returns_text, rest = _until_closed(returns_text[1:])
        if rest:
            raise SchemaError(f"{rest!r} after the return type")
    schema = Schema(
        name=parse_op_name(head, default_namespace),
        positional=positional,
        keyword_only=keyword_only,
        returns=tuple(_parse_return(r) for r in _split(returns_text)),
        has_namespace="::" in head,
        parenthesised=parenthesised,
    )
    if str(schema) != text:
        raise SchemaError(f"spacing or order is not canonical; write {schema}")
    return schema


def _parse_arguments(text: str) -> tuple[tuple[Argument, ...], tuple[Argument, ...]]:
    pieces = _split(text)
    if pieces.count("*") > 1:
        raise SchemaError("'*' stands twice among the arguments")
    star = pieces.index("*") if "*" in pieces else len(pieces)
    if star == len(pieces) - 1:
        raise SchemaError("no argument after '*'")
    arguments = [_parse_argument(piece) for piece in pieces if piece != "*"]
    names = [argument.name for argument in arguments]
    for name in names:
        if names.count(name) > 1:
            raise SchemaError(f"argument {name} stands twice")
    return tuple(arguments[:star]), tuple(arguments[star:])


def _parse_argument(text: str) -> Argument:
    declaration, equals, default = text.partition("=")
    type_text, space, name = declaration.rpartition(" ")
    if not space or not re.fullmatch(_NAME, name):
        raise SchemaError(f"{text!r} is not an argument ('Type name' or 'Type name=default')")
    return Argument(_parse_type(type_text), name, default if equals else None)


def _parse_return(text: str) -> Return:
    try:
        return Return(_parse_type(text))
    except SchemaError:
        type_text, space, name = text.rpartition(" ")
        if not space or not re.fullmatch(_NAME, name):
            raise
        return Return(_parse_type(type_text), name)


@functools.cache
def _parse_type(text: str) -> Type:
    match = _TYPE.fullmatch(text)
    if not match:
        raise SchemaError(f"{text!r} is not a type")
    suffixes = tuple(_SUFFIX.findall(match[2]))
    annotations = [s for s in suffixes if s.startswith("(")]
    if len(annotations) > 1 or any(not _ANNOTATION.fullmatch(a) for a in annotations):
        raise SchemaError(f"{text!r}: an annotation looks like (a), (a!) or (a -> *)")
    return Type(match[1], suffixes)


def _until_closed(text: str) -> tuple[str, str]:
    """Splits at the parenthesis that closes one opened before `text`."""
    for i, char, depth in _outside_of_quotes(text):
        if depth < 0 and char == ")":
            return text[:i], text[i + 1 :]
    raise SchemaError("a '(' is never closed")


def _split(text: str) -> list[str]:
    """Splits at commas that are outside of brackets and quotes."""
    if not text:
        return []
    commas = [i for i, char, depth in _outside_of_quotes(text) if char == "," and depth == 0]
    pieces = [text[i:j] for i, j in zip([0, *(c + 1 for c in commas)], [*commas, None], strict=True)]
    return [piece.removeprefix(" ") for piece in pieces]


def _outside_of_quotes(text: str) -> Iterator[tuple[int, str, int]]:
    """(index, character, depth of brackets behind it) of brackets and commas outside of quotes."""
    depth = 0
    for match in _MARK.finditer(text):
        char = match[0]
        if char[0] not in "\"'":
            depth += (char in "([") - (char in ")]")
            yield match.start(), char, depth
