"""Reads the entries with a shader in a custom_ops.yaml; `declaration` has the resulting data."""

import dataclasses
import re
from typing import Any

from etgen import aot, functions_yaml
from etgen.errors import InputError, Location, Problem, did_you_mean, input_error
from etgen.functions_yaml import Entry
from etgen.schema import Schema
from etgen.shader import formats
from etgen.shader.declaration import (
    DESCRIPTOR_TYPES,
    OUTPUT,
    VULKAN_DOMAIN,
    Reference,
    Resource,
    Sampler,
    ShaderOp,
)
from etgen.shader.entry_fields import Fields, Places, integer, keys, known_name, one_of, text_among, text_of
from etgen.shader.expressions import LOCAL, LOCAL_AXES, TENSOR_AXES, Expression, ExpressionError, parse
from etgen.shader.operator_contract import Limits
from etgen.yaml_io import Node

_TOSA_KEYS = ("operator_name", "domain_name")
_SHADER_KEYS = ("glsl", "entry_point", "defines", "flags")
_RESOURCE_KEYS = ("kind", "binding", "format", "sampler")
_SAMPLER_KEYS = ("min_filter", "mag_filter", "address_mode_u", "address_mode_v", "border_color")
# Short forms for two fields that are usually equal.
_SAMPLER_PAIRS = {
    "filter": ("min_filter", "mag_filter"),
    "address_mode": ("address_mode_u", "address_mode_v"),
}
# The prefixes of Vulkan's values, which are left out here.
_VULKAN = re.compile(r"^vk_(filter|sampler_address_mode|border_color)_")
_KINDS = {name: kind for kind, name in DESCRIPTOR_TYPES.items()}
_LAYOUTS = ("nhwc", "as_is")


def read(path: str) -> tuple[ShaderOp, ...]:
    """The operators with a shader in the file, in order.

    Raises:
      InputError: all parts that cannot be read; also if no entry has a shader.
    """
    problems: list[Problem] = []
    ops = []
    for entry in functions_yaml.read(path):
        if "shader" not in entry.node.fields("an entry"):
            continue
        try:
            ops.append(_read(entry))
        except InputError as error:
            name = str(_functional(entry.schema).name)
            problems += [Problem(p.what, p.hint, p.where or entry.where, name) for p in error.problems]
    problems += _collisions(ops)
    if problems:
        raise InputError(problems)
    if not ops:
        hint = "give one of the operators a shader: {glsl: my_op.comp}"
        raise input_error("no entry has a shader", hint, Location(path))
    return tuple(ops)


def _collisions(ops: list[ShaderOp]) -> list[Problem]:
    """Operators whose shaders would have the same file name."""
    owners: dict[str, ShaderOp] = {}
    problems = []
    for op in ops:
        first = owners.setdefault(op.spirv, op)
        if first is not op:
            what = f"its shader is {op.spirv}, as is that of {first.name} on {first.where}"
            problems.append(Problem(what, "rename one of the operators", op.where, str(op.name)))
    return problems


def _functional(schema: Schema) -> Schema:
    """The operator that models call."""
    return aot.functional_variant(schema) or schema


def _read(entry: Entry) -> ShaderOp:
    fields = entry.node.fields("an entry")
    places = {key: node.where for key, node in fields.items()}
    schema = _functional(entry.schema)
    if schema.name.namespace == "aten":
        hint = f"use another namespace: func: my_ops::{schema.name.base}(…)"
        raise input_error("an operator of PyTorch cannot be a custom operator", hint)
    tosa = keys(fields, "tosa", _TOSA_KEYS, places)
    shader = keys(fields, "shader", _SHADER_KEYS, places)
    if "glsl" not in shader:
        raise input_error("shader has no glsl", "for example glsl: my_op.comp", fields["shader"].where)
    defines = shader["defines"].fields("defines") if "defines" in shader else {}
    like, shape = _output(fields, schema)
    cover, groups = _dispatch(fields, schema)
    if not entry.kernels and "reference" not in fields:
        hint = "reference: file.py:function, a Python function; or kernels"
        raise input_error("the operator has no reference, which computes it without a shader", hint)
    return ShaderOp(
        schema=schema,
        declared=entry.schema,
        operator_name=text_of(tosa, "operator_name", str(schema.name)).replace("::", "."),
        domain_name=text_of(tosa, "domain_name", VULKAN_DOMAIN),
        glsl=shader["glsl"].text("glsl"),
        entry_point=text_of(shader, "entry_point", "main"),
        defines=tuple(sorted((name, _define(name, value)) for name, value in defines.items())),
        flags=tuple(i.text("a flag") for i in shader["flags"].items("flags")) if "flags" in shader else (),
        layout=text_among(fields, "layout", _LAYOUTS, "nhwc"),
        resources=_resources(fields, schema, places),
        pad_channels="pad_channels" in fields and fields["pad_channels"].truth("pad_channels"),
        output_like=like,
        output_shape=shape,
        dispatch_cover=cover,
        dispatch_groups=groups,
        reference=_reference(fields),
        limits=_limits(fields, places),
        tests=_tests(fields, schema, places),
        has_kernels=bool(entry.kernels),
        where=entry.where,
        places=places,
    )


def _define(name: str, node: Node) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise input_error(f"{name!r} is not the name of a macro", "letters, digits and _", node.where)
    value = "" if node.is_null else node.text("a define")
    if "\n" in value:
        raise input_error(f"the value of {name} has several lines", "write it in one line", node.where)
    return value


def _resources(fields: Fields, schema: Schema, places: Places) -> tuple[Resource, ...]:
    if "resources" not in fields:
        hint = "resources: {x: {kind: buffer, binding: 0, format: R32_SFLOAT}, out: …}"
        raise input_error("the entry has no resources", hint)
    nodes = fields["resources"].fields("resources")
    order = [argument.name for argument in schema.arguments] + [OUTPUT]
    names = sorted(nodes, key=lambda name: order.index(name) if name in order else len(order))
    return tuple(_resource(name, nodes, places) for name in names)


def _resource(name: str, nodes: Fields, places: Places) -> Resource:
    node = nodes[name]
    places[name] = node.where
    fields = keys(nodes, name, _RESOURCE_KEYS, places, f"{name}.")
    for key, example in (("kind", "buffer"), ("binding", "0"), ("format", "R32_SFLOAT")):
        if key not in fields:
            raise input_error(f"resource {name} has no {key}", f"for example {key}: {example}", node.where)
    return Resource(
        name=name,
        kind=_KINDS.get(kind := fields["kind"].text("kind"), kind),
        binding=integer(fields["binding"], "binding"),
        format=fields["format"].text("format").removeprefix(formats.PREFIX),
        sampler=_sampler(fields, name, places),
        where=node.where,
    )


def _sampler(fields: Fields, name: str, places: Places) -> Sampler | None:
    if "sampler" not in fields:
        return None
    given = keys(fields, "sampler", (*_SAMPLER_KEYS, *_SAMPLER_PAIRS), places, f"{name}.sampler.")
    values = {}
    for key, node in given.items():
        for field in _SAMPLER_PAIRS.get(key, (key,)):
            if field in values:
                raise input_error(f"the sampler has two values for {field}", "keep one", node.where)
            values[field] = _VULKAN.sub("", node.text(key).lower())
    return Sampler(**values)


def _expressions(node: Node, what: str, names: list[str], has_local: bool) -> tuple[Expression, ...]:
    """Expressions with the sizes of these tensors, and with the local size of the shader."""
    result = []
    for item in node.items(what):
        try:
            expression = parse(item.text(what))
        except ExpressionError as error:
            hint = "sizes like x.0, x.numel or out.w, numbers, + - * /, ceil, floor, min and max"
            raise input_error(f"{what}: {error}", hint, item.where) from None
        for name in expression.names():
            if has_local and name.is_local_size:
                continue
            if name.base not in names:
                known = [*names, LOCAL] if has_local else names
                hint = did_you_mean(name.base, known, f"use one of {', '.join(known)}")
                if has_local and name.base == LOCAL:
                    hint = ", ".join(f"{LOCAL}.{axis}" for axis in LOCAL_AXES)
                raise input_error(f"{what}: {expression.text!r} has {name.base}", hint, item.where)
            if name.axis not in TENSOR_AXES and not name.axis.isdigit():
                hint = f"use {name.base}.0, or one of {', '.join(TENSOR_AXES)}"
                raise input_error(f"{what}: {expression.text!r} has {name}", hint, item.where)
        result.append(expression)
    return tuple(result)


def _output(fields: Fields, schema: Schema) -> tuple[str | None, tuple[Expression, ...] | None]:
    """The output; by default, it is like the first argument."""
    if "output" not in fields:
        return next((a.name for a in schema.arguments), OUTPUT), None
    choice = one_of(fields, "output", "like", "shape")
    arguments = [argument.name for argument in schema.arguments]
    if "shape" in choice:
        return None, _expressions(choice["shape"], "shape", arguments, has_local=False)
    return known_name(choice["like"], "like", arguments), None


def _dispatch(fields: Fields, schema: Schema) -> tuple[str | None, tuple[Expression, ...] | None]:
    """The dispatch; by default, it covers the output."""
    if "dispatch" not in fields:
        return OUTPUT, None
    choice = one_of(fields, "dispatch", "cover", "groups")
    tensors = [*(argument.name for argument in schema.arguments), OUTPUT]
    if "groups" not in choice:
        return known_name(choice["cover"], "cover", tensors), None
    groups = _expressions(choice["groups"], "groups", tensors, has_local=True)
    if len(groups) != 3:
        what = f"groups has {len(groups)} counts"
        raise input_error(what, "give three: x, y and z", choice["groups"].where)
    return None, groups


def _limits(fields: Fields, places: Places) -> Limits:
    """Vulkan's minimum limits, raised to those of the entry's devices."""
    known = {field.name: field.default for field in dataclasses.fields(Limits)}
    given: dict[str, Any] = {}
    for name, node in keys(fields, "limits", tuple(known), places).items():
        least = known[name]
        nodes = node.items(name) if isinstance(least, tuple) else [node]
        values = tuple(integer(item, name) for item in nodes)
        lowest = least if isinstance(least, tuple) else (least,)
        shown = list(least) if isinstance(least, tuple) else least
        hint = f"every device has at least {shown}; write what yours have"
        if len(values) != len(lowest):
            raise input_error(f"{name} has {len(values)} numbers, not {len(lowest)}", hint, node.where)
        if any(value < low for value, low in zip(values, lowest, strict=True)):
            given_text = ", ".join(map(str, values))
            raise input_error(f"{name}: {given_text} is less than Vulkan guarantees", hint, node.where)
        given[name] = values if isinstance(least, tuple) else values[0]
    return Limits(**given)


def _reference(fields: Fields) -> Reference | None:
    if "reference" not in fields:
        return None
    text = fields["reference"].text("reference")
    file, colon, function = text.rpartition(":")
    if not colon or not file or not function.isidentifier():
        raise input_error(f"reference is {text}", "reference: file.py:function", fields["reference"].where)
    return Reference(file, function)


def _tests(fields: Fields, schema: Schema, places: Places) -> tuple[dict[str, tuple[int, ...]], ...]:
    if "tests" not in fields:
        return ()
    names = [argument.name for argument in schema.arguments]
    tests = []
    for i, node in enumerate(fields["tests"].items("tests")):
        places[f"tests.{i}"] = node.where
        shapes = node.fields("a test")
        if sorted(shapes) != sorted(names):
            hint = "give the shape of each argument: " + ", ".join(f"{name}: [1, 4, 3, 5]" for name in names)
            raise input_error(f"a test has shapes for {', '.join(shapes) or 'nothing'}", hint, node.where)
        tests.append({name: _shape(shapes[name]) for name in names})
    return tuple(tests)


def _shape(node: Node) -> tuple[int, ...]:
    return tuple(integer(item, "a size") for item in node.items("a shape"))
