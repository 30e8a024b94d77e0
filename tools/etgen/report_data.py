"""The content of a report as JSON, for comparisons with later reports.

    {"version": 1, "labels": ["//app:kernels"], "measured": "binary", "total": 12000, "registration": 300,
     "sources": {"add": 640}, "shared": {"templates": 200},
     "operators": {"aten::add.out": {"source": "add", "family": "elementwise", "asked_by": ["m.pte"],
       "kernels": [{"calls": […], "kernel": …, "library": …, "reason": …, "losers": […]}]}},
     "models": {"m.pte": {"asks": {"aten::add.out": ["Float(0,1), …"]}, "delegates": […]}}}

Sizes are those of the sources of operators, which their overloads share. `measured` is `binary`, `objects`
for sizes before linking, or empty.
"""

import argparse
from collections.abc import Iterable, Sequence

from etgen import binary_size, families, json_io, select
from etgen.binary_size import Costs
from etgen.delegates import grouped
from etgen.errors import Location, input_error
from etgen.kernel_key import describe_key
from etgen.program import Model
from etgen.resolution import Resolution, ResolvedKernel, ResolvedOp
from etgen.selected_op import SelectedOp

_VERSION = 1
_LOSER = {"kernel": str, "library": str, "reason": str}
_KERNEL = {"calls": [str], "kernel": str, "library": str, "reason": str, "losers": [_LOSER]}
_DELEGATES = {"method": str, "backend": str, "delegates": int, "calls": int, "bytes": int}
_SHAPE = {
    "version": int,
    "labels": [str],
    "measured": str,
    "total": int,
    "registration": int,
    "sources": {str: int},
    "shared": {str: int},
    "operators": {str: {"source": str, "family": str, "asked_by": [str], "kernels": [_KERNEL]}},
    "models": {str: {"asks": {str: [str]}, "delegates": [_DELEGATES]}},
}


def collect(
    resolved: Sequence[Resolution], models: Iterable[Model], costs: Costs | None, is_linked: bool
) -> dict:
    """The data of a report on registration libraries, models, and their measured sizes."""
    operators: dict[str, dict] = {}
    for op in (op for part in resolved for op in part.operators):
        described = operators.setdefault(str(op.name), _describe(op))
        described["asked_by"] = sorted({*described["asked_by"], *op.used.sources})
        described["kernels"] += [k for k in _kernels(op) if k not in described["kernels"]]
    askers = {name for described in operators.values() for name in described["asked_by"]}
    asks: dict[str, dict] = {name: {"asks": {}, "delegates": []} for name in sorted(askers)}
    for op in (op for part in resolved for op in part.operators):
        for name in op.used.sources if len(op.used.sources) == 1 else ():
            asks[name]["asks"][str(op.name)] = calls_of(op.used)
    asks |= {model.source: _of_model(model) for model in models}
    for name, described in operators.items():
        for model in described["asked_by"]:
            asks[model]["asks"].setdefault(name, [])
    return {
        "version": _VERSION,
        "labels": sorted({part.label for part in resolved if part.label}),
        "measured": "" if costs is None else "binary" if is_linked else "objects",
        "total": costs.total if costs else 0,
        "registration": costs.registration if costs else 0,
        "sources": dict(costs.operators) if costs else {},
        "shared": dict(costs.shared_parts) if costs else {},
        "operators": operators,
        "models": asks,
    }


def dump(data: dict) -> str:
    return json_io.dump(data)


def read(path: str) -> dict:
    """Reads the data of an earlier report; raises `InputError` if the file is invalid."""
    data = json_io.load(path, "the data of a report", "etgen report --data", _SHAPE, {})
    if data["version"] != _VERSION:
        hint = "make it again with this version of etgen"
        raise input_error("the data is of another version", hint, Location(path))
    return data


def measure(args: argparse.Namespace, operators: Sequence[ResolvedOp]) -> Costs | None:
    """Measures the linked binary or the archives' objects in the flags; None if the flags name neither."""
    if args.binary:
        return binary_size.measure(args, operators)
    return binary_size.measure_objects(args) if args.archive else None


def calls_of(used: SelectedOp) -> list[str]:
    """The calls of an operator in readable form: dtypes and dim orders of each tensor."""
    known = [describe_key(key) for key in sorted(used.keys)]
    any_with = [f"any call with {dtype.name}" for dtype in sorted(used.any_call_with)]
    return known + any_with + ["any call"] * used.any_call


def only_asked_by(data: dict, model: str) -> list[str]:
    """The operators that only this model needs."""
    return sorted(name for name, op in data["operators"].items() if op["asked_by"] == [model])


def freed_bytes(data: dict, operators: Iterable[str]) -> int:
    """The size of the sources that only these operators need, without shared code."""
    gone = set(operators)
    kept = {op["source"] for name, op in data["operators"].items() if name not in gone}
    sources = {data["operators"][name]["source"] for name in gone} - kept
    return sum(data["sources"].get(source, 0) for source in sources)


def _describe(op: ResolvedOp) -> dict:
    family = families.family_of(op.name)
    return {"source": binary_size.source_of(op.name), "family": family, "asked_by": [], "kernels": []}


def _kernels(op: ResolvedOp) -> list[dict]:
    return [
        {
            "calls": _served(op, kernel),
            "kernel": kernel.kernel,
            "library": kernel.library,
            "reason": kernel.reason,
            "losers": list(map(vars, kernel.losers)),
        }
        for kernel in op.kernels
    ]


def _served(op: ResolvedOp, kernel: ResolvedKernel) -> list[str]:
    """The selected calls that a kernel serves."""
    if kernel.key is not None:
        return [describe_key(kernel.key)]
    specialised = frozenset(other.key for other in op.kernels)
    others = SelectedOp(op.used.any_call, op.used.any_call_with, op.used.keys - specialised)
    return calls_of(others)


def _of_model(model: Model) -> dict:
    operators = select.from_model(model).operators
    rows = [
        {
            "method": method,
            "backend": backend,
            "delegates": len(group),
            "calls": sum(len(delegate.calls) for delegate in group),
            "bytes": sum({delegate.payload: delegate.payload_bytes for delegate in group}.values()),
        }
        for (method, backend), group in grouped(model).items()
    ]
    return {"asks": {str(name): calls_of(used) for name, used in operators.items()}, "delegates": rows}
