"""Selections: the operators that an app needs, and the dtypes and dim orders of their calls.

A selection is stored as a `selected_operators.yaml` with the fields of ExecuTorch's own tools.
`et_kernel_metadata` has the keys that the runtime will look up; `v1/6;` stands for every call with floats,
and `default` for every call. `call_facts`, which is only there if asked for, has what is true of all calls
(call_facts.py). `kernel_metadata` adds the dtypes that only occur in tensor lists. The build
feature `runtime_kernel_keys` says that keys are the runtime's; keys of other tools differ for some operators
(see listed_keys.py) and are translated. The build feature `backend:XnnpackBackend` names a backend that
models delegate to.
"""

import dataclasses
from collections.abc import Iterable

from etgen import call_facts, opset, yaml_io
from etgen.arg_meta import read_dtype
from etgen.call_facts import CallFacts
from etgen.errors import Location, did_you_mean, input_error
from etgen.kernel_key import ANY_CALL, DEFAULT, TensorMeta, format_key, key_of_any_call, parse_key
from etgen.listed_keys import runtime_keys
from etgen.schema import OpName, SchemaError, parse_op_name
from etgen.selected_op import SelectedOp
from etgen.yaml_io import Node

_FILE_KEYS = frozenset(
    "build_features call_facts custom_classes debug_info et_kernel_metadata include_all_non_op_selectives "
    "include_all_operators kernel_metadata operators".split()
)
_RUNTIME_KEYS = "runtime_kernel_keys"
_BACKEND = "backend:"
_HINT = "a selection is a selected_operators.yaml, which etgen select writes"


@dataclasses.dataclass(frozen=True)
class Selection:
    """The requirements of an app.

    Attributes:
      operators: how each operator is used.
      include_all: whether all other operators of the kernel libraries are selected, too.
      backends: the ids of the backends that models delegate to.
    """

    operators: dict[OpName, SelectedOp]
    include_all: bool = False
    backends: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        return not self.operators and not self.include_all and not self.backends


def union(selections: Iterable[Selection]) -> Selection:
    operators: dict[OpName, SelectedOp] = {}
    include_all = False
    backends: frozenset[str] = frozenset()
    for selection in selections:
        include_all |= selection.include_all
        backends |= selection.backends
        for name, op in selection.operators.items():
            operators[name] = operators[name] | op if name in operators else op
    return Selection(operators, include_all, backends)


def without_facts(selection: Selection) -> Selection:
    """The selection without what is true of its calls."""
    operators = {name: dataclasses.replace(op, facts=None) for name, op in selection.operators.items()}
    return dataclasses.replace(selection, operators=operators)


def dump(selection: Selection) -> str:
    """The selection as the text of a `selected_operators.yaml`."""
    ops = {str(name): op for name, op in selection.operators.items()}
    facts = {name: call_facts.dump(op.facts) for name, op in ops.items() if op.facts}
    return yaml_io.dump(
        ({"call_facts": facts} if facts else {})
        | {
            "build_features": sorted({_RUNTIME_KEYS, *(_BACKEND + name for name in selection.backends)}),
            "custom_classes": [],
            "et_kernel_metadata": {name: _spell_calls(op) for name, op in ops.items()},
            "include_all_non_op_selectives": False,
            "include_all_operators": selection.include_all,
            "kernel_metadata": {
                name: sorted(dtype.name for dtype in op.list_dtypes)
                for name, op in ops.items()
                if op.list_dtypes
            },
            "operators": {
                name: {
                    "debug_info": sorted(op.sources),
                    "include_all_overloads": False,
                    "is_root_operator": True,
                    "is_used_for_training": True,
                }
                for name, op in ops.items()
            },
        }
    )


def _spell_calls(op: SelectedOp) -> list[str]:
    exact = [format_key(key) for key in op.keys]
    by_dtype = [format_key((TensorMeta(dtype, ()),)) for dtype in op.any_call_with]
    return sorted(exact + by_dtype) + [DEFAULT] * op.any_call


def read(path: str) -> Selection:
    """Reads a `selected_operators.yaml`; raises `InputError` if it is invalid."""
    document = yaml_io.load(path)
    if document is None:
        raise input_error("the file is empty", _HINT, Location(path))
    fields = document.fields("a selection")
    for key, value in fields.items():
        if key not in _FILE_KEYS:
            hint = did_you_mean(key, _FILE_KEYS, _HINT)
            raise input_error(f"unknown key {key} in a selection", hint, value.where)
    calls = _by_op(fields.get("et_kernel_metadata"))
    listed = _by_op(fields.get("kernel_metadata"))
    facts = {name: _read_facts(value, name) for name, value in _by_op(fields.get("call_facts")).items()}
    operators = {}
    for name, value in _by_op(fields.get("operators")).items():
        details = value.fields("an operator") if value.is_mapping else {}
        overloads = details.get("include_all_overloads")
        if overloads and overloads.truth("include_all_overloads"):
            hint = "list the overloads that are needed"
            raise input_error("selects all overloads", hint, overloads.where, str(name))
        sources = details["debug_info"].items("debug_info") if "debug_info" in details else []
        operators[name] = SelectedOp(sources=frozenset(s.text("a source") for s in sources))
    listed_features = fields["build_features"].items("build_features") if "build_features" in fields else []
    features = {item.text("a build feature") for item in listed_features}
    translate = _RUNTIME_KEYS not in features
    for name, value in calls.items():
        used = _read_calls(value, name)
        operators[name] = operators.get(name, SelectedOp()) | (
            as_the_runtime_has(used, name) if translate else used
        )
    for name, value in listed.items():
        dtypes = frozenset(read_dtype(item) for item in value.items("dtypes"))
        operators[name] = operators.get(name, SelectedOp()) | SelectedOp(list_dtypes=dtypes)
    include_all = fields.get("include_all_operators")
    # An operator without known calls may be called with any dtypes.
    operators = {n: op if n in calls else op | SelectedOp(any_call=True) for n, op in operators.items()}
    return Selection(
        {n: dataclasses.replace(op, facts=facts.get(n)) for n, op in operators.items()},
        include_all is not None and include_all.truth("include_all_operators"),
        frozenset(name.removeprefix(_BACKEND) for name in features if name.startswith(_BACKEND)),
    )


def as_the_runtime_has(used: SelectedOp, name: OpName) -> SelectedOp:
    """The use of an operator with keys that another tool has written, translated to the runtime's keys."""
    schema = opset.aten_schema(name) if used.keys else None
    if schema is None:
        return used
    keys, list_dtypes, any_call = set(), set(used.list_dtypes), used.any_call
    for key in used.keys:
        # Keep a key that does not match the operator; it may be right for another version of the operator.
        for runtime_key, in_lists in list(runtime_keys(key, schema)) or [(key, frozenset())]:
            list_dtypes |= in_lists
            if runtime_key:
                keys.add(runtime_key)
            else:
                any_call = True
    return dataclasses.replace(
        used, any_call=any_call, keys=frozenset(keys), list_dtypes=frozenset(list_dtypes)
    )


def _by_op(node: Node | None) -> dict[OpName, Node]:
    result = {}
    for text, value in (node.fields("operators") if node and not node.is_null else {}).items():
        try:
            result[parse_op_name(text)] = value
        except SchemaError as error:
            raise input_error(str(error), "write it as aten::add.out", value.where) from None
    return result


def _read_facts(value: Node, name: OpName) -> CallFacts:
    texts = {key: fact.text("a fact") for key, fact in value.fields("facts of calls").items()}
    try:
        return call_facts.parse(texts)
    except ValueError as error:
        raise input_error(f"not facts of calls: {error}", _HINT, value.where, str(name)) from None


def _read_calls(value: Node, name: OpName) -> SelectedOp:
    keys, dtypes, any_call = set(), set(), False
    for item in value.items("kernel keys"):
        text = item.text("a kernel key")
        key = parse_key(text)
        if text in ANY_CALL:
            any_call = True
        elif key is None:
            hint = "a key looks like v1/6;0,1|6;0,1, or is the word default"
            raise input_error(f"{text!r} is not a kernel key", hint, item.where, str(name))
        elif key_of_any_call(key):
            dtypes.add(key[0].dtype)
        else:
            keys.add(key)
    return SelectedOp(any_call, frozenset(dtypes), frozenset(keys))
