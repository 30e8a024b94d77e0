"""`etgen select`: which operators an app needs, from models, lists and yaml files."""

import argparse
import os
from collections.abc import Iterable

from etgen import call_facts, functions_yaml, json_io, opset, program, selection
from etgen.call_facts import CallFacts
from etgen.dtypes import DType, parse_dtype
from etgen.errors import InputError, Location, Problem, did_you_mean, input_error
from etgen.kernel_key import ANY_CALL, key_of_any_call, parse_key
from etgen.output import OutputFiles
from etgen.program_values import Call
from etgen.runtime_headers import prim_ops_header
from etgen.schema import OpName, SchemaError, parse_op_name
from etgen.selected_op import SelectedOp
from etgen.selection import Selection
from etgen.text_io import read_text

_DICT_HINT = 'write it as {"aten::add.out": ["Float"], "aten::mul.out": []}, [] being any call'

HELP = "write a selected_operators.yaml: the union of everything the flags name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", action="append", default=[], help="a .pte or .bpte file")
    parser.add_argument("--op", action="append", default=[], help="an operator: aten::add.out")
    parser.add_argument(
        "--ops-dict",
        action="append",
        default=[],
        metavar="JSON",
        help='a JSON file, or JSON text, {"aten::add.out": ["Float", "v1/6;0|6;0|6;0|6;0"]}; [] is any call',
    )
    parser.add_argument(
        "--ops-schema-yaml", action="append", default=[], help="select all operators of this functions yaml"
    )
    parser.add_argument(
        "--selection", action="append", default=[], help="add another selected_operators.yaml"
    )
    parser.add_argument(
        "--include-all-operators",
        action="store_true",
        help="also select all operators of the kernel libraries",
    )
    parser.add_argument(
        "--call-facts",
        action="store_true",
        help="also write what is true of all calls of an operator that only models select: ranks, sizes, "
        "arguments that are constants; resolve --call-selective-build reads it",
    )
    parser.add_argument("--label", help="the name of lists in reports, such as that of a target")
    parser.add_argument("--output", required=True, help="selected_operators.yaml")
    parser.add_argument(
        "--prim-ops-header",
        metavar="FILE",
        help="also write selected_prim_ops.h, to compile the runtime with only these of its own operators",
    )


def run(args: argparse.Namespace) -> None:
    source = args.label or "command line"
    parts = [
        Selection({}, args.include_all_operators),
        *(_from_model(path, args.call_facts) for path in args.model),
        _from_names(args.op, source),
        *(_from_dict(text, source) for text in args.ops_dict),
        *(_from_yaml(path) for path in args.ops_schema_yaml),
        *(selection.read(path) for path in args.selection),
    ]
    result = selection.union(parts)
    if not args.call_facts:
        result = selection.without_facts(result)
    # A model may delegate all of its operators, and a selection may be that of such a model.
    if result.is_empty and not args.model and not args.selection:
        hint = "give a model, an operator, a dict or a yaml, or --include-all-operators"
        raise input_error("the selection is empty", hint, op=args.label)
    outputs = OutputFiles()
    outputs.add(args.output, selection.dump(result))
    if args.prim_ops_header:
        ops = opset.prim_ops().intersection(result.operators)
        outputs.add(args.prim_ops_header, prim_ops_header(ops, result.include_all))
    outputs.write()


def from_model(model: program.Model) -> Selection:
    """The operators of a model, with the keys, dtypes and known facts of its calls, and its backends."""
    calls_of: dict[OpName, list[Call]] = {}
    for call in model.calls:
        calls_of.setdefault(call.op, []).append(call)
    facts_of: dict[OpName, list[CallFacts | None]] = {}
    for call, facts in model.facts:
        facts_of.setdefault(call.op, []).append(facts)
    sources = frozenset({model.source})
    uses = {op: _use(calls, facts_of.get(op, []), sources) for op, calls in calls_of.items()}
    return Selection(uses, backends=model.backends)


def _use(calls: list[Call], facts: list[CallFacts | None], sources: frozenset[str]) -> SelectedOp:
    return SelectedOp(
        any_call=any(not call.key for call in calls),
        keys=frozenset(call.key for call in calls if call.key),
        list_dtypes=frozenset(
            dtype for call in calls for dtype in call.dtypes - {meta.dtype for meta in call.key}
        ),
        sources=sources,
        facts=call_facts.of_all(facts),
    )


def _from_model(path: str, with_facts: bool = False) -> Selection:
    return from_model(program.read(path, with_facts))


def read_uses(paths: Iterable[str], with_facts: bool) -> Selection:
    """The operators of files, which are models or selections. Facts of calls are read from models if asked
    for, and if a selection has some.
    """
    models, selections = [], []
    for path in paths:
        if path.endswith((".yaml", ".yml")):
            selections.append(selection.read(path))
        else:
            models.append(path)
    with_facts = with_facts or any(used.facts for each in selections for used in each.operators.values())
    return selection.union([*selections, *(_from_model(path, with_facts) for path in models)])


def _from_names(names: Iterable[str], source: str) -> Selection:
    used = SelectedOp(any_call=True, sources=frozenset({source}))
    return Selection(dict.fromkeys(parse_names(names), used))


def parse_names(names: Iterable[str]) -> list[OpName]:
    """Parses operator names; raises `InputError` for all that are invalid."""
    result, problems = [], []
    for text in names:
        try:
            name = parse_op_name(text)
        except SchemaError as error:
            hint = "write it as aten::add.out"
            if text.isprintable() and not {":", " "} & set(text):
                hint = did_you_mean(f"aten::{text}", opset.aten_names(), hint)
            problems.append(Problem(str(error), hint))
            continue
        if name.namespace == "aten" and name not in opset.prim_ops() | opset.EXECUTORCH_OPS:
            problems += _problems_of_aten_op(name)
        result.append(name)
    if problems:
        raise InputError(problems)
    return result


def _problems_of_aten_op(name: OpName) -> list[Problem]:
    """The problems of an ATen operator in a list."""
    schema = opset.aten_schema(name)
    if schema and any(argument.type.is_mutable for argument in schema.arguments):
        return []
    overloads = opset.aten_overloads(name.base)
    variants = opset.as_programs_call(name)
    if variants:
        hint = f"did you mean {variants[0]}?"
    elif len(overloads) == 1:
        hint = f"did you mean {overloads[0]}?"
    elif overloads:
        hint = did_you_mean(str(name), overloads, f"use one of {', '.join(overloads)}")
    elif schema:
        hint = "it is decomposed into others when a model is exported: select those, or the model"
    else:
        hint = did_you_mean(str(name), opset.aten_names(), "see PyTorch's native_functions.yaml")
    if exported := opset.exported_as().get(name.unqualified):
        makes = f"export replaces it by aten::{exported}"
        # Without the core decompositions, exporting makes the variant.
        hint = f"{hint} By default, {makes}" if variants else makes
    if schema:
        what = "programs call operators that write to an out, and this one does not"
    elif not overloads:
        what = "not an ATen operator"
    elif name.overload:
        what = f"{name.base} has no overload {name.overload} that writes to an out"
    else:
        what = "the overload is missing"
    return [Problem(what, hint, op=str(name))]


def _from_dict(text: str, source: str) -> Selection:
    where = Location("--ops-dict")
    if not text.lstrip().startswith("{"):
        where = Location(text)
        text = read_text(text)
    items = json_io.parse(text, _DICT_HINT, where)
    if not isinstance(items, dict):
        raise input_error("must be an object of operators", _DICT_HINT, where)
    operators = {}
    for name, calls in zip(parse_names(items), items.values(), strict=True):
        operators[name] = _read_calls(name, calls, where) | SelectedOp(sources=frozenset({source}))
    return Selection(operators)


def _read_calls(op: OpName, calls: object, where: Location) -> SelectedOp:
    if not isinstance(calls, list) or not all(isinstance(c, str) for c in calls):
        raise input_error("must be a list of dtypes and kernel keys", _DICT_HINT, where, str(op))
    dtypes, keys, any_call = set(), set(), not calls
    for call in calls:
        dtype, key = parse_dtype(call), parse_key(call)
        if call in ANY_CALL:
            any_call = True
        elif dtype is not None:
            dtypes.add(dtype)
        elif key is not None and key_of_any_call(key):
            dtypes.add(key[0].dtype)
        elif key is not None:
            keys.add(key)
        else:
            hint = did_you_mean(call, DType.__members__, _DICT_HINT)
            raise input_error(f"{call!r} is neither a dtype nor a kernel key", hint, where, str(op))
    used = SelectedOp(any_call, frozenset(dtypes), frozenset(keys))
    return selection.as_the_runtime_has(used, op)


def _from_yaml(path: str) -> Selection:
    used = SelectedOp(any_call=True, sources=frozenset({os.path.basename(path)}))
    return Selection({entry.name: used for entry in functions_yaml.read(path)})
