"""What is true of every call of an operator: ranks, sizes, dim orders, dtypes, and arguments that are
constants.

Selections have facts if `select` is asked for them. In files, facts are texts by name:

    argument 0: dtype Float
    argument 2: int 1
    elements: at most 128
    holds: contiguous, not empty, same dtypes, same sizes, static
    ranks: 1 to 4
"""

import collections
import dataclasses
import functools
import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from etgen.dtypes import parse_dtype

# The bound on elements if there is none. Registrations compare with numbers of 32 bits, so that larger bounds
# would not hold.
ANY_NUMBER = 2**63 - 1
_LARGEST_BOUND = 2**32 - 2
_HIGHEST_RANK = 127

_BOUND = re.compile("at most ([0-9]{1,10})")
_RANKS = re.compile("([0-9]{1,3})(?: to ([0-9]{1,3}))?")
_ARGUMENT = re.compile("argument ([0-9]{1,2})")
_CONSTANT = re.compile(
    r"(?P<none>none)|bool (?P<bool>true|false)|int (?P<int>-?[0-9]{1,19})"
    r"|double (?P<double>-?0x[01]\.[0-9a-f]{1,13}p[-+][0-9]{1,4}|-?0x0\.0p\+0)"
    r"|dtype (?P<dtype>\w{1,20})|ints \[(?P<ints>(?:-?[0-9]{1,19}(?:, -?[0-9]{1,19})*)?)\]"
)

# The facts that hold or do not: the name in files, and in messages what a call has without and with the fact.
_HOLDS = {
    "same_sizes": ("same sizes", "tensors of different sizes", "equal sizes"),
    "same_dtypes": ("same dtypes", "tensors of different dtypes", "equal dtypes"),
    "is_static": ("static", "tensors of dynamic shape", "static shapes"),
    "is_contiguous": ("contiguous", "another dim order than the default", "the default"),
    "has_no_empty": ("not empty", "tensors that may be empty", "tensors with elements"),
}


class Constant(collections.namedtuple("Constant", "kind value")):
    """A value that an argument has in every call; of a tensor, its dtype.

    Attributes:
      kind: `none`, `bool`, `int`, `double`, `ints` or `dtype`.
      value: None, a bool, an int, a finite float, a tuple of ints, or a `DType`.
    """

    def __str__(self) -> str:
        """The constant in files. It is equal for equal constants only: 0.0 and -0.0 differ."""
        if self.kind == "none":
            return "none"
        if self.kind == "bool":
            return f"bool {str(self.value).lower()}"
        if self.kind == "double":
            return f"double {self.value.hex()}"
        if self.kind == "dtype":
            return f"dtype {self.value.name}"
        return f"{self.kind} {list(self.value) if self.kind == 'ints' else self.value}"

    @property
    def description(self) -> str:
        """The constant in messages."""
        if self.kind in ("double", "ints"):
            return repr(self.value if self.kind == "double" else list(self.value))
        return str(self).rpartition(" ")[2]


@dataclasses.dataclass(frozen=True)
class CallFacts:
    """What is true of every call.

    Attributes:
      min_rank, max_rank: of all tensors, including those in lists and the outs.
      same_sizes, same_dtypes: whether all tensors of a call have the same sizes, and dtypes.
      is_static: whether the shapes of all tensors are static.
      is_contiguous: whether all tensors have the default dim order.
      has_no_empty: whether no tensor is, or may become, empty.
      max_numel: the greatest number of elements of a tensor; `ANY_NUMBER` if it is not bounded.
      fixed: by the number of the argument, the constants that are passed in every call, and the dtypes of
        tensors, as texts.
    """

    min_rank: int = 0
    max_rank: int = 0
    same_sizes: bool = True
    same_dtypes: bool = True
    is_static: bool = True
    is_contiguous: bool = True
    has_no_empty: bool = True
    max_numel: int = 0
    fixed: tuple[tuple[int, str], ...] = ()

    def __or__(self, other: "CallFacts") -> "CallFacts":
        """What is true of the calls of both."""
        return CallFacts(
            min_rank=min(self.min_rank, other.min_rank),
            max_rank=max(self.max_rank, other.max_rank),
            max_numel=max(self.max_numel, other.max_numel),
            fixed=tuple(item for item in self.fixed if item in other.fixed),
            **{name: getattr(self, name) and getattr(other, name) for name in _HOLDS},
        )

    def exceeded_by(self, call: "CallFacts | None", names: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
        """For each fact that does not hold for a call, what is passed there and what in all others.

        `call` is None if nothing is known of it; `names` has the names of the arguments, if known.
        """
        if call is None:
            yield "values that are only known when it runs", "what is known when it is built"
            return
        if call.min_rank < self.min_rank or call.max_rank > self.max_rank:
            yield f"tensors of rank {_range(call)}", f"rank {_range(self)}"
        for name, (_, otherwise, promised) in _HOLDS.items():
            if getattr(self, name) and not getattr(call, name):
                yield otherwise, promised
        if call.max_numel > self.max_numel:
            yield f"tensors of {_bound(call.max_numel)} elements", f"{_bound(self.max_numel)} elements"
        passed = dict(call.fixed)
        for index, text in self.fixed:
            if passed.get(index) != text:
                value = parse_constant(passed[index]).description if index in passed else "no constant"
                name = names[index] if index < len(names) else f"argument {index}"
                yield f"{value} for {name}", f"{parse_constant(text).description} for {name}"


# Of calls of which nothing is known: the runtime refuses tensors of a higher rank.
UNKNOWN = CallFacts(
    max_rank=16,
    same_sizes=False,
    same_dtypes=False,
    is_static=False,
    is_contiguous=False,
    has_no_empty=False,
    max_numel=ANY_NUMBER,
)


def of_all(each: Iterable[CallFacts | None]) -> CallFacts | None:
    """What is true of all calls; None if there are none, or if this is unknown of any."""
    known = list(each)
    if not known or None in known:
        return None
    return functools.reduce(operator.or_, known)


def limited(max_numel: int) -> int:
    """A bound on elements that registrations can check."""
    return max_numel if max_numel <= _LARGEST_BOUND else ANY_NUMBER


def _range(facts: CallFacts) -> str:
    low, high = facts.min_rank, facts.max_rank
    return str(low) if low == high else f"{low} to {high}"


def _bound(max_numel: int) -> str:
    return "any number" if max_numel == ANY_NUMBER else f"at most {max_numel}"


def dump(facts: CallFacts) -> dict[str, str]:
    """The facts as texts by name."""
    return {
        "elements": _bound(facts.max_numel),
        "holds": ", ".join(sorted(text for name, (text, *_) in _HOLDS.items() if getattr(facts, name))),
        "ranks": _range(facts),
    } | {f"argument {index}": text for index, text in facts.fixed}


def parse(texts: Mapping[str, str]) -> CallFacts:
    """The facts in texts by name. Raises `ValueError`, with what is wrong, if they are not facts."""
    unknown = {name for name in texts if not _ARGUMENT.fullmatch(name)} - {"elements", "holds", "ranks"}
    missing = {"elements", "holds", "ranks"} - texts.keys()
    if unknown or missing:
        raise ValueError(f"{min(missing)} is missing" if missing else f"unknown fact {min(unknown)}")
    holds = {name: text for name, (text, *_) in _HOLDS.items()}
    given = set(filter(None, texts["holds"].split(", ")))
    if wrong := given.difference(holds.values()):
        raise ValueError(f"unknown fact {min(wrong)}")
    ranks = _RANKS.fullmatch(texts["ranks"])
    low, high = (int(ranks[1]), int(ranks[2] or ranks[1])) if ranks else (1, 0)
    if not low <= high <= _HIGHEST_RANK:
        raise ValueError(f"{texts['ranks']} are not ranks: write 1 to 4")
    fixed = {}
    for name, text in texts.items():
        if number := _ARGUMENT.fullmatch(name):
            fixed[int(number[1])] = str(parse_constant(text))
    return CallFacts(
        min_rank=low,
        max_rank=high,
        max_numel=_parse_bound(texts["elements"]),
        fixed=tuple(sorted(fixed.items())),
        **{name: text in given for name, text in holds.items()},
    )


def _parse_bound(text: str) -> int:
    if text == "any number":
        return ANY_NUMBER
    bound = _BOUND.fullmatch(text)
    if not bound or int(bound[1]) > _LARGEST_BOUND:
        raise ValueError(f"{text} is not a bound: write at most 128, or any number")
    return int(bound[1])


def parse_constant(text: str) -> Constant:
    """Raises `ValueError` if the text is not a constant."""
    match = _CONSTANT.fullmatch(text)
    if not match:
        raise ValueError(f"{text} is not a constant: write int 1, double 0x1.0p+0, ints [1, 1] or none")
    kind, value = match.lastgroup, match[match.lastgroup or 0]
    if kind == "none":
        return Constant("none", None)
    if kind == "bool":
        return Constant("bool", value == "true")
    if kind == "double":
        return Constant("double", float.fromhex(value))
    if kind == "dtype":
        dtype = parse_dtype(value)
        if dtype is None:
            raise ValueError(f"{value} is not a dtype")
        return Constant("dtype", dtype)
    numbers = tuple(int(number) for number in value.split(", ") if number)
    if any(not -(2**63) <= number < 2**63 for number in numbers):
        raise ValueError(f"{text} has more than 64 bits")
    return Constant("ints", numbers) if kind == "ints" else Constant("int", numbers[0])
