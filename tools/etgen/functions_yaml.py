"""Reads a functions.yaml or custom_ops.yaml: which kernel implements which operator, for which tensors.

A file is a list of entries:

    - op: add.out                        # an ATen operator; or `func:` with a whole schema
      kernels:
        - arg_meta: null                 # serves every dtype and dim order
          kernel_name: torch::executor::add_out

All mistakes in a file are reported at once, each with its line and operator.
"""

import collections
import functools
from collections.abc import Callable

from etgen import arg_meta, cpp_names, file_log, opset, yaml_io
from etgen.arg_meta import Aliases
from etgen.errors import InputError, Location, Problem, did_you_mean, input_error
from etgen.schema import OpName, Schema, SchemaError, parse_op_name, parse_schema
from etgen.yaml_io import Node

ENTRY_KEYS = frozenset(
    {"op", "func", "kernels", "type_alias", "dim_order_alias", "dispatch", "place", "library"}
)
# Fields of PyTorch's native_functions.yaml that an entry may have; they are not about kernels.
PYTORCH_KEYS = frozenset(
    "autogen category_override cpp_no_default_args device_check device_guard manual_cpp_binding "
    "manual_kernel_registration precomputed python_module structured structured_delegate "
    "structured_inherits tags ufunc_inner_loop use_const_ref_for_mutable_tensors variants".split()
)
# Keys for the shader of an entry (see shader/declaration.py); they are not about kernels.
SHADER_KEYS = frozenset(
    "tosa shader layout resources pad_channels output dispatch reference limits tests".split()
)
KERNEL_KEYS = frozenset({"arg_meta", "dtypes", "kernel_name", "place", "library"})

_SCHEMA_HINT = "write it as add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"


class Kernel(
    collections.namedtuple(
        "Kernel", "name keys where place library arguments dtypes", defaults=[None, None, (), None]
    )
):
    """A C++ function and the calls it serves.

    Attributes:
      name: as in the yaml, without the namespace `native`, which the convention adds.
      keys: the calls it is specialised for; None for a default kernel, which serves every call.
      where: its line.
      place, library: if they differ from the kernel library of the yaml; otherwise None.
      arguments: the arguments that form the keys, in schema order.
      dtypes: the dtypes that a default kernel supports; None if the yaml does not list them.
    """


class Entry(collections.namedtuple("Entry", "name declared kernels where node")):
    """One operator of the file with its kernels.

    Attributes:
      name: its `OpName`.
      declared: the schema that the entry gives; None for an operator of ATen.
      kernels: a tuple of `Kernel`.
      where: its line.
      node: the yaml node of the entry.
    """

    @functools.cached_property
    def schema(self) -> Schema:
        return _schema(self.name, self.declared)


def _schema(name: OpName, declared: Schema | None) -> Schema:
    """Parsed on demand: a yaml lists hundreds of operators, of which a build needs a few."""
    schema = declared or opset.aten_schema(name)
    assert schema is not None, name
    return schema


@file_log.remembered
def read(path: str) -> tuple[Entry, ...]:
    """The entries of the file, in its order. Raises `InputError` with everything that is wrong."""
    document = yaml_io.load(path)
    if document is None:
        raise input_error("the file is empty", "list operators, or leave it out", Location(path))
    problems: list[Problem] = []
    entries: dict[OpName, Entry] = {}
    for node in document.items("a functions yaml"):
        try:
            entry = _read_entry(node)
            if entry.name in entries:
                first = entries[entry.name].where.line
                hint = f"the first entry is on line {first}; put all kernels of an operator into one entry"
                raise input_error("the operator has two entries", hint, entry.where, str(entry.name))
            entries[entry.name] = entry
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return tuple(entries.values())


def _read_entry(node: Node) -> Entry:
    fields = node.fields("an entry")
    name, declared = _read_operator(node, fields)
    try:
        aliases = _read_aliases(fields)
        known = ENTRY_KEYS | PYTORCH_KEYS | (SHADER_KEYS if "shader" in fields else frozenset())
        for key, value in fields.items():
            if key not in known | aliases.at_top:
                hint = did_you_mean(key, known, f"use one of {_listed(ENTRY_KEYS)}")
                if key in SHADER_KEYS:
                    hint = "it is for shaders: add shader: {glsl: my_op.comp} to the entry, or remove the key"
                raise input_error(f"unknown key {key}", hint, value.where)
        place, library = _optional_text(fields, "place"), _optional_text(fields, "library")
        if "kernels" in fields:
            items = fields["kernels"].items("kernels")
            schema = functools.partial(_schema, name, declared)
            kernels = tuple(_read_kernel(k, schema, aliases, place, library) for k in items)
        else:
            kernels = _read_dispatch(fields, place, library)
        _refuse_duplicates(kernels)
        return Entry(name, declared, kernels, node.where, node)
    except InputError as error:
        raise InputError([p._replace(op=str(name)) for p in error.problems]) from None


def _read_operator(node: Node, fields: dict[str, Node]) -> tuple[OpName, Schema | None]:
    """The operator, and its schema if the entry gives one."""
    if ("op" in fields) == ("func" in fields):
        given = "both op and func" if "op" in fields else "neither op nor func"
        hint = "op names an ATen operator (add.out); func gives the whole schema of any other"
        raise input_error(f"an entry has {given}", hint, node.where)
    if "func" in fields:
        schema = _read_schema(fields["func"])
        return schema.name, schema
    text = fields["op"].text("op")
    try:
        name = parse_op_name(text, default_namespace="aten")
    except SchemaError as error:
        raise input_error(str(error), "write it as add.out", fields["op"].where) from None
    if str(name) not in opset.aten_names():
        hint = did_you_mean(str(name), opset.aten_names(), "give its schema with func instead of op")
        raise input_error("not an ATen operator", hint, fields["op"].where, str(name))
    return name, None


def _read_schema(node: Node) -> Schema:
    text = node.text("func")
    name = text.partition("(")[0]
    try:
        schema = parse_schema(text)
    except SchemaError as error:
        hint = "write Tensor? for an optional tensor" if "Tensor(?)" in text else _SCHEMA_HINT
        raise input_error(f"not a schema: {error}", hint, node.where, name) from None
    if out := schema.misplaced_out:
        what = f"{out.name} is written to, and comes before * or before an argument that is only read"
        raise input_error(what, f"outs are the last arguments, after *: {_SCHEMA_HINT}", node.where, name)
    return schema


def _read_aliases(fields: dict[str, Node]) -> Aliases:
    aliases = Aliases()
    for key in ("type_alias", "dim_order_alias"):
        if key in fields:
            for name, value in fields[key].fields(key).items():
                aliases.add(name, value, is_dtype=key == "type_alias")
    for name, value in fields.items():
        if name[0].isupper() and value.is_sequence:
            aliases.add_at_top(name, value)
    return aliases


def _read_kernel(
    node: Node, schema: Callable[[], Schema], aliases: Aliases, place: str | None, library: str | None
) -> Kernel:
    fields = node.fields("a kernel")
    for key, value in fields.items():
        if key not in KERNEL_KEYS:
            hint = did_you_mean(key, KERNEL_KEYS, f"use one of {_listed(KERNEL_KEYS)}")
            raise input_error(f"unknown key {key} in a kernel", hint, value.where)
    if "kernel_name" not in fields:
        raise input_error(
            "a kernel has no kernel_name", "for example kernel_name: torch::executor::add_out", node.where
        )
    name = fields["kernel_name"].text("kernel_name")
    _check_cpp_name(name, fields["kernel_name"].where)
    meta = fields.get("arg_meta")
    arguments: tuple[str, ...] = ()
    keys = None
    if meta is not None and not meta.is_null:
        arguments, keys = arg_meta.expand(meta, schema(), aliases)
    dtypes = None
    if "dtypes" in fields:
        if keys is not None:
            hint = "arg_meta already has its dtypes: leave dtypes out"
            raise input_error(
                "a specialised kernel has both arg_meta and dtypes", hint, fields["dtypes"].where
            )
        dtypes = arg_meta.read_accepted(fields["dtypes"], aliases)
    return Kernel(
        name=name,
        keys=keys,
        where=node.where,
        place=_optional_text(fields, "place") or place,
        library=_optional_text(fields, "library") or library,
        arguments=arguments,
        dtypes=dtypes,
    )


def _read_dispatch(fields: dict[str, Node], place: str | None, library: str | None) -> tuple[Kernel, ...]:
    """The older form of `kernels`: `dispatch: {CPU: torch::executor::add_out}`."""
    if "dispatch" not in fields:
        return ()
    for backend, value in fields["dispatch"].fields("dispatch").items():
        if "CPU" in (part.strip() for part in backend.split(",")):
            name = value.text("a dispatch entry")
            _check_cpp_name(name, value.where)
            return (Kernel(name, None, value.where, place, library),)
    return ()


def _check_cpp_name(name: str, where: Location) -> None:
    if not cpp_names.is_function(name):
        word = cpp_names.keyword_in(name)
        what = f"{name!r} is not the name of a C++ function" + (f": {word} is a C++ keyword" if word else "")
        hint = "at most three namespaces and a function: torch::executor::add_out"
        raise input_error(what, hint, where)


def _listed(keys: frozenset[str]) -> str:
    return ", ".join(sorted(keys))


def _optional_text(fields: dict[str, Node], key: str) -> str | None:
    return fields[key].text(key) if key in fields else None


def _refuse_duplicates(kernels: tuple[Kernel, ...]) -> None:
    seen: dict[tuple, Kernel] = {}
    for kernel in kernels:
        for key in kernel.keys or (None,):
            # One default kernel may support dtypes that another does not.
            identity = (key, kernel.place, kernel.library, kernel.dtypes)
            if identity in seen:
                which = "two default kernels" if key is None else "two kernels for the same tensors"
                first = seen[identity].where.line
                raise input_error(which, f"the first is on line {first}; keep one", kernel.where)
            seen[identity] = kernel
