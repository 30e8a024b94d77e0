"""Arithmetic on the sizes of tensors in yaml entries: `ceil(out.w/8)`, `max(x.0, y.0)*2`.

    sum     = product {("+" | "-") product}
    product = unary {("*" | "/") unary}
    unary   = ["-"] atom
    atom    = integer | name "." axis | "(" sum ")"
            | ("ceil" | "floor") "(" sum ")" | ("min" | "max") "(" sum {"," sum} ")"

`/` is exact: 7/2 is neither 3 nor 4, and an expression must choose one with `floor` or `ceil`. Axes of a
tensor are its dimensions `0`, `1`, …, or `n`, `h`, `w`, `c` by their meaning, or `numel`; `local.x`,
`local.y` and `local.z` are the local size of the shader. An expression is evaluated here, or converted to
Python that only needs `//`.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

TENSOR_AXES = ("n", "h", "w", "c", "numel")
LOCAL = "local"
LOCAL_AXES = ("x", "y", "z")

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)\.(\d+|[a-z]+)|(ceil|floor|min|max)|([-+*/(),]))")
_DEEPEST = 50


class ExpressionError(ValueError):
    """The text is not an expression; the message says why."""


@dataclasses.dataclass(frozen=True)
class Name:
    """`base.axis`."""

    base: str
    axis: str

    def __str__(self) -> str:
        return f"{self.base}.{self.axis}"

    @property
    def is_local_size(self) -> bool:
        """Whether it is the shader's local size; a tensor may also be called `local`, but has other axes."""
        return self.base == LOCAL and self.axis in LOCAL_AXES


@dataclasses.dataclass(frozen=True)
class Expression:
    """A parsed expression: an integer, a `Name`, or an operation on others, with its source text."""

    text: str
    operation: str  # "integer", "name", one of "+-*/", "ceil", "floor", "min", "max"
    operands: tuple = ()

    def names(self) -> Iterator[Name]:
        """All names in the expression, in order, including repeated ones."""
        for operand in self.operands:
            if isinstance(operand, Name):
                yield operand
            elif isinstance(operand, Expression):
                yield from operand.names()

    def evaluate(self, value_of: Callable[[Name], int]) -> int:
        """The value. Raises `ExpressionError` for a division by zero."""
        try:
            return int(_value(self, value_of))
        except ZeroDivisionError:
            raise ExpressionError(f"{self.text!r} divides by zero") from None

    def python(self, text_of: Callable[[Name], str]) -> str:
        """Python code with the same value, for any type that supports `+ - * //`."""
        return _fraction(self, text_of)[0]


def parse(text: str) -> Expression:
    """Parses an expression whose value is a whole number.

    Raises:
      ExpressionError: the text is invalid.
    """
    parser = _Parser(text)
    result = parser.sum(0)
    if parser.token is not None:
        raise ExpressionError(f"{text!r}: {parser.token[0]!r} is not expected")
    if not _is_whole(result):
        raise ExpressionError(f"{text!r} may be a fraction: write ceil(…) or floor(…) around the division")
    return result


class _Parser:
    """A recursive descent parser with one token of lookahead."""

    def __init__(self, text: str):
        self.text = text
        self.rest = text
        self.token: re.Match | None = None
        self.next()

    def next(self) -> None:
        if not self.rest.strip():
            self.token = None
            return
        self.token = _TOKEN.match(self.rest)
        if self.token is None:
            raise ExpressionError(f"{self.text!r}: {self.rest.strip()!r} is not expected")
        self.rest = self.rest[self.token.end() :]

    def at(self, *symbols: str) -> str | None:
        """The next symbol, if it is one of these."""
        symbol = self.token and (self.token[5] or self.token[4])
        return symbol if symbol in symbols else None

    def take(self, symbol: str) -> None:
        if not self.at(symbol):
            raise ExpressionError(f"{self.text!r}: {symbol!r} is missing")
        self.next()

    def sum(self, depth: int) -> Expression:
        if depth > _DEEPEST:
            raise ExpressionError(f"{self.text!r} is nested too deeply")
        return self._chain(self.product, "+", "-", depth)

    def product(self, depth: int) -> Expression:
        return self._chain(self.unary, "*", "/", depth)

    def _chain(self, part: Callable[[int], Expression], first: str, second: str, depth: int) -> Expression:
        left = part(depth)
        while operation := self.at(first, second):
            self.next()
            left = Expression(self.text, operation, (left, part(depth)))
        return left

    def unary(self, depth: int) -> Expression:
        if self.at("-"):
            self.next()
            zero = Expression(self.text, "integer", (0,))
            return Expression(self.text, "-", (zero, self.atom(depth)))
        return self.atom(depth)

    def atom(self, depth: int) -> Expression:
        token = self.token
        if token is None:
            raise ExpressionError(f"{self.text!r} ends too early")
        if token[1] or token[2]:
            self.next()
            leaf = ("integer", (int(token[1]),)) if token[1] else ("name", (Name(token[2], token[3]),))
            return Expression(self.text, *leaf)
        function = self.at("ceil", "floor", "min", "max")
        if function:
            self.next()
        self.take("(")
        operands = [self.sum(depth + 1)]
        while function in ("min", "max") and self.at(","):
            self.next()
            operands.append(self.sum(depth + 1))
        self.take(")")
        if not function:
            return operands[0]
        if function in ("min", "max") and not all(map(_is_whole, operands)):
            raise ExpressionError(f"{self.text!r}: {function} takes whole numbers")
        return Expression(self.text, function, tuple(operands))


def _is_whole(e: Expression) -> bool:
    if e.operation == "/":
        return False
    return e.operation in ("integer", "name", "ceil", "floor") or all(map(_is_whole, e.operands))


def _value(e: Expression, value_of: Callable[[Name], int]) -> Fraction:
    if e.operation == "integer":
        return Fraction(e.operands[0])
    if e.operation == "name":
        return Fraction(value_of(e.operands[0]))
    values = [_value(operand, value_of) for operand in e.operands]
    match e.operation:
        case "+":
            return values[0] + values[1]
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "/":
            return values[0] / values[1]
        case "ceil":
            return Fraction(values[0].__ceil__())
        case "floor":
            return Fraction(values[0].__floor__())
    return min(values) if e.operation == "min" else max(values)


def _fraction(e: Expression, text_of: Callable[[Name], str]) -> tuple[str, str]:
    """Numerator and denominator, as Python."""
    if e.operation == "integer":
        return str(e.operands[0]), "1"
    if e.operation == "name":
        return text_of(e.operands[0]), "1"
    parts = [_fraction(operand, text_of) for operand in e.operands]
    if e.operation in ("min", "max"):
        return f"{e.operation}({', '.join(n for n, _ in parts)})", "1"
    (a, b), (c, d) = parts[0], parts[-1]
    match e.operation:
        case "+" | "-":
            return f"({_times(a, d)} {e.operation} {_times(c, b)})", _times(b, d)
        case "*":
            return _times(a, c), _times(b, d)
        case "/":
            return _times(a, d), _times(b, c)
        case "ceil":
            return (a if b == "1" else f"-(-({a}) // ({b}))"), "1"
    return (a if b == "1" else f"(({a}) // ({b}))"), "1"


def _times(a: str, b: str) -> str:
    if "1" in (a, b):
        return b if a == "1" else a
    return f"({a} * {b})"
