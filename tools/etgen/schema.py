"""Operator schemas: parsed into frozen data, and printed byte for byte.

The language is the one of PyTorch's `native_functions.yaml`:

    aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)

`parse_schema(text)` fails unless `str()` of its result equals the text, so that nothing is lost.
"""

import collections
import functools
import re
from collections.abc import Iterator

from etgen import whole_number

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_OP_NAME = re.compile(rf"(?:({_NAME})::)?({_NAME})(?:\.({_NAME}))?")
_TYPE = re.compile(rf"({_NAME})((?:\?|\[[0-9]*\]|\([^()]*\))*)")
_SUFFIX = re.compile(r"\?|\[[0-9]*\]|\([^()]*\)")
# A bracket, a comma, or a whole quoted string.
_MARK = re.compile(r"""[][(),]|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?""", re.DOTALL)
# The syntax of defaults, which is also that of the items of a list.
_DEFAULT = re.compile(
    rf"""[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?inf|{_NAME}"""
    r"""|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
)
_ANNOTATION = re.compile(r"\((?:[a-z](?:\|[a-z])*|\*)?!?(?: -> (?:[a-z](?:\|[a-z])*|\*))?\)")

_OUT_NAME = re.compile("out[0-9]*")


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
    """Parses `ns::base.overload`. The namespace may only be missing if there is a default.

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
        """The suffixes that matter to a caller, `?` and `[]`, without sizes and annotations."""
        return tuple("[]" if s.startswith("[") else s for s in self.suffixes if s[0] != "(")

    @functools.cached_property
    def size(self) -> int | None:
        """The number of elements of a list, if the type specifies it."""
        return next((int(s[1:-1]) for s in self.suffixes if s[0] == "[" and s != "[]"), None)

    @functools.cached_property
    def plain(self) -> str:
        """The type without list sizes and annotations, with `SymInt` replaced by `int`: `int[]?`."""
        return ("int" if self.base == "SymInt" else self.base) + "".join(self.shape)


class Argument(collections.namedtuple("Argument", "type name default", defaults=[None])):
    """An argument; its default is the text in the schema, or None."""

    def __str__(self) -> str:
        default = "" if self.default is None else f"={self.default}"
        return f"{self.type} {self.name}{default}"


class Return(collections.namedtuple("Return", "type name", defaults=[None])):
    """A return value; names are rare, and occur in tuples."""

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
      has_namespace, parenthesised: whether the text has the namespace, and parentheses around a single
        return; they are only used to print the schema.
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

    @property
    def misplaced_out(self) -> Argument | None:
        """An out before `*`, which only its name identifies, or an out that is not among the last ones."""
        for argument in self.positional:
            if argument.type.is_mutable and _OUT_NAME.fullmatch(argument.name):
                return argument
        last = len(self.keyword_only) - len(self.outs)
        return next((a for a in self.keyword_only[:last] if a.type.is_mutable), None)


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
    if schema.outs and schema.returns:
        _check_returned(schema)
    return schema


def _check_returned(schema: Schema) -> None:
    """Checks that an operator that writes to outs returns them, or nothing."""
    outs, returned = ([str(each.type) for each in them] for them in (schema.outs, schema.returns))
    if outs != returned:
        wanted = f"({', '.join(outs)})" if len(outs) > 1 else outs[0]
        names = " and ".join(out.name for out in schema.outs)
        raise SchemaError(f"it writes to {names}, so it returns {wanted} or (), not {', '.join(returned)}")


def _parse_arguments(text: str) -> tuple[tuple[Argument, ...], tuple[Argument, ...]]:
    pieces = _split(text)
    if pieces.count("*") > 1:
        raise SchemaError("'*' is given twice")
    star = pieces.index("*") if "*" in pieces else len(pieces)
    if star == len(pieces) - 1:
        raise SchemaError("no argument after '*'")
    arguments = [_parse_argument(piece) for piece in pieces if piece != "*"]
    names: set[str] = set()
    for argument in arguments:
        if argument.name in names:
            raise SchemaError(f"argument {argument.name} is given twice")
        names.add(argument.name)
    return tuple(arguments[:star]), tuple(arguments[star:])


def _parse_argument(text: str) -> Argument:
    declaration, equals, default = text.partition("=")
    type_text, space, name = declaration.rpartition(" ")
    if not space or not re.fullmatch(_NAME, name):
        raise SchemaError(f"{text!r} is not an argument ('Type name' or 'Type name=default')")
    return Argument(_parse_type(type_text), name, _parse_default(default) if equals else None)


def _parse_default(text: str) -> str:
    """A default in the syntax of schemas: a number, a name, a quoted string, or a list of these."""
    is_list = text.startswith("[") and text.endswith("]")
    for item in _split(text[1:-1]) if is_list else [text]:
        if not item.isprintable():
            raise SchemaError(f"{item!r} is a default with characters that cannot be printed: escape them")
        if not _DEFAULT.fullmatch(item):
            raise SchemaError(f"{item!r} is not a default (a number, a name, a 'text', or a [list] of these)")
    return text


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
    if any(s[0] == "[" and s != "[]" and whole_number.parse(s[1:-1]) is None for s in suffixes):
        raise SchemaError("a list has more elements than fit into memory")
    annotations = [s for s in suffixes if s.startswith("(")]
    if len(annotations) > 1 or any(not _ANNOTATION.fullmatch(a) for a in annotations):
        raise SchemaError(f"{text!r}: an annotation looks like (a), (a!) or (a -> *)")
    return Type(match[1], suffixes)


def _until_closed(text: str) -> tuple[str, str]:
    """Splits at the parenthesis that closes the one opened before `text`."""
    for i, char, depth in _outside_of_quotes(text):
        if depth < 0 and char == ")":
            return text[:i], text[i + 1 :]
    raise SchemaError("a '(' is never closed")


def _split(text: str) -> list[str]:
    """Splits at commas outside brackets and quotes."""
    if not text:
        return []
    commas = [i for i, char, depth in _outside_of_quotes(text) if char == "," and depth == 0]
    pieces = [text[i:j] for i, j in zip([0, *(c + 1 for c in commas)], [*commas, None], strict=True)]
    return [piece.removeprefix(" ") for piece in pieces]


def _outside_of_quotes(text: str) -> Iterator[tuple[int, str, int]]:
    """(index, character, depth of brackets after it) of brackets and commas outside of quotes."""
    depth = 0
    for match in _MARK.finditer(text):
        char = match[0]
        if char[0] not in "\"'":
            depth += (char in "([") - (char in ")]")
            yield match.start(), char, depth
