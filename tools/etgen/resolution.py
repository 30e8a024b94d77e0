"""Resolutions: which kernel serves each call, and why. `etgen resolve` writes one; later commands read it.

The file is canonical JSON, without absolute paths unless the build passed some.
"""

import dataclasses

from etgen import call_facts, cpp_names, json_io
from etgen.dtypes import DType
from etgen.errors import Location, input_error
from etgen.kernel_key import DEFAULT, KernelKey, format_key, parse_key
from etgen.schema import OpName, Schema, SchemaError, parse_op_name, parse_schema
from etgen.selected_op import SelectedOp

_VERSION = 1

_KERNEL = {"key": str, "kernel": str, "library": str, "place": str, "defined_at": str, "reason": str}
_OPERATOR = {
    "schema": str,
    "custom": bool,
    "calls": {"any": bool, "any_with_dtypes": [str], "keys": [str], "list_dtypes": [str]},
    "selected_by": [str],
    "sources": [str],
    "kernels": [_KERNEL | {"losers": [{"kernel": str, "library": str, "reason": str}]}],
}
_SHAPE = {
    "accepted_dtypes": {str: [str]},
    "call_facts": {str: {str: str}},
    "call_selective_build": bool,
    "version": int,
    "label": str,
    "manual_registration": bool,
    "place": str,
    "dtype_selective_build": bool,
    "libraries": [{"name": str, "label": str}],
    "operators": {str: _OPERATOR},
    "runtime_operators": [str],
    "shared_sources": [str],
    "headers": [str],
}


@dataclasses.dataclass(frozen=True)
class Loser:
    """A kernel that could have served the call."""

    kernel: str
    library: str
    reason: str


@dataclasses.dataclass(frozen=True)
class ResolvedKernel:
    """A registered kernel.

    Attributes:
      key: the call it serves; None if it serves all calls without another kernel.
      kernel: its C++ name in the yaml.
      library, place: the other two keys of its identity.
      defined_at: file and line of the yaml entry.
      reason: why it was chosen.
    """

    key: KernelKey | None
    kernel: str
    library: str
    place: str
    defined_at: str
    reason: str
    losers: tuple[Loser, ...] = ()

    @property
    def cpp_namespace(self) -> str:
        """The namespace that declares the function: `torch::executor::native`."""
        return (self.kernel.removeprefix("::").rpartition("::")[0] or "at") + "::native"

    @property
    def cpp_function(self) -> str:
        return self.kernel.rpartition("::")[2]


@dataclasses.dataclass(frozen=True)
class ResolvedOp:
    """An operator with the kernels that serve its calls, those with a key first.

    Attributes:
      dtypes: the dtypes that its default kernel supports; None if unknown.
    """

    schema: Schema
    is_custom: bool
    used: SelectedOp
    kernels: tuple[ResolvedKernel, ...]
    sources: tuple[str, ...]
    dtypes: frozenset[DType] | None = None

    @property
    def name(self) -> OpName:
        return self.schema.name

    def serving(self, key: KernelKey) -> ResolvedKernel | None:
        """The kernel that the runtime will find for a call."""
        for kernel in self.kernels:
            if kernel.key in (key, None):
                return kernel
        return None


@dataclasses.dataclass(frozen=True)
class Resolution:
    """The input of the registration library.

    Attributes:
      label: the target that it is for, in messages.
      by_dtype: whether kernels are compiled only for their selected dtypes.
      by_calls: whether kernels are compiled only for what is true of the selected calls.
      manual: whether kernels are registered when a function is called, not when the binary is loaded.
      libraries: (name, label) of the kernel libraries in order of preference.
      runtime_ops: selected operators that the runtime itself registers.
      shared_sources: sources of the libraries that belong to no single operator.
      headers: headers of the libraries.
    """

    label: str
    place: str
    by_dtype: bool
    libraries: tuple[tuple[str, str], ...]
    operators: tuple[ResolvedOp, ...]
    runtime_ops: tuple[OpName, ...]
    shared_sources: tuple[str, ...]
    headers: tuple[str, ...]
    by_calls: bool = False
    manual: bool = False

    def find(self, name: OpName) -> ResolvedOp | None:
        return next((op for op in self.operators if op.name == name), None)


def dump(resolution: Resolution) -> str:
    accepted = {
        str(op.name): [dtype.name for dtype in sorted(op.dtypes)] for op in resolution.operators if op.dtypes
    }
    facts = {str(op.name): call_facts.dump(op.used.facts) for op in resolution.operators if op.used.facts}
    return json_io.dump(
        {
            "version": _VERSION,
            "label": resolution.label,
            "place": resolution.place,
            "dtype_selective_build": resolution.by_dtype,
            "libraries": [{"name": name, "label": label} for name, label in resolution.libraries],
            "operators": {str(op.name): _dump_op(op) for op in resolution.operators},
            "runtime_operators": sorted(map(str, resolution.runtime_ops)),
            "shared_sources": list(resolution.shared_sources),
        }
        | ({"headers": list(resolution.headers)} if resolution.headers else {})
        | ({"accepted_dtypes": accepted} if accepted else {})
        | ({"call_facts": facts, "call_selective_build": True} if resolution.by_calls else {})
        | ({"manual_registration": True} if resolution.manual else {})
    )


def _dump_op(op: ResolvedOp) -> dict:
    return {
        "schema": str(op.schema),
        "custom": op.is_custom,
        "calls": {
            "any": op.used.any_call,
            "any_with_dtypes": sorted(d.name for d in op.used.any_call_with),
            "keys": sorted(map(format_key, op.used.keys)),
            "list_dtypes": sorted(d.name for d in op.used.list_dtypes),
        },
        "selected_by": sorted(op.used.sources),
        "sources": list(op.sources),
        "kernels": list(map(_dump_kernel, op.kernels)),
    }


def _dump_kernel(kernel: ResolvedKernel) -> dict:
    key = DEFAULT if kernel.key is None else format_key(kernel.key)
    return vars(kernel) | {"key": key, "losers": list(map(vars, kernel.losers))}


def read(path: str) -> Resolution:
    """Reads a resolution; raises `InputError` if the file is invalid."""
    defaults: dict[str, object] = {
        "accepted_dtypes": {},
        "call_facts": {},
        "call_selective_build": False,
        "headers": [],
        "manual_registration": False,
    }
    document = json_io.load(path, "a resolution", "etgen resolve", _SHAPE, defaults)
    hint = "make it again with this version of etgen"
    if document["version"] != _VERSION:
        raise input_error("the resolution is of another version", hint, Location(path))
    try:
        return Resolution(
            label=document["label"],
            place=document["place"],
            by_dtype=document["dtype_selective_build"],
            by_calls=document["call_selective_build"],
            manual=document["manual_registration"],
            libraries=tuple((item["name"], item["label"]) for item in document["libraries"]),
            operators=tuple(
                _read_op(op, document["accepted_dtypes"].get(name), document["call_facts"].get(name))
                for name, op in document["operators"].items()
            ),
            runtime_ops=tuple(map(parse_op_name, document["runtime_operators"])),
            shared_sources=tuple(document["shared_sources"]),
            headers=tuple(document["headers"]),
        )
    except ValueError as error:
        raise input_error(f"not a resolution: {error}", hint, Location(path)) from None


def _read_op(op: dict, dtypes: list[str] | None, facts: dict[str, str] | None) -> ResolvedOp:
    calls = op["calls"]
    if not op["kernels"]:
        raise SchemaError(f"no kernel for {op['schema']}")
    return ResolvedOp(
        schema=parse_schema(op["schema"]),
        is_custom=op["custom"],
        used=SelectedOp(
            any_call=calls["any"],
            any_call_with=frozenset(map(_read_dtype, calls["any_with_dtypes"])),
            keys=frozenset(map(_read_key, calls["keys"])),
            list_dtypes=frozenset(map(_read_dtype, calls["list_dtypes"])),
            sources=frozenset(op["selected_by"]),
            facts=call_facts.parse(facts) if facts else None,
        ),
        kernels=tuple(map(_read_kernel, op["kernels"])),
        sources=tuple(op["sources"]),
        dtypes=frozenset(map(_read_dtype, dtypes)) if dtypes else None,
    )


def _read_kernel(kernel: dict) -> ResolvedKernel:
    key = None if kernel["key"] == DEFAULT else _read_key(kernel["key"])
    if not cpp_names.is_function(kernel["kernel"]):
        raise SchemaError(f"{kernel['kernel']!r} is not the name of a C++ function")
    losers = tuple(Loser(**loser) for loser in kernel["losers"])
    return ResolvedKernel(**kernel | {"key": key, "losers": losers})


def _read_key(text: str) -> KernelKey:
    key = parse_key(text)
    if key is None:
        raise SchemaError(f"{text!r} is not a kernel key")
    return key


def _read_dtype(name: str) -> DType:
    if name not in DType.__members__:
        raise SchemaError(f"{name!r} is not a dtype")
    return DType[name]
