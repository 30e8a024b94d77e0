"""Generates a Python package from a file of operators with shaders, with which models are exported.

    __init__.py         install(partitioner)
    operators.py        the declarations of the entries, and the properties of their shaders
    references/         the references and their helpers, copies of the user's files
    *.spv               the shaders
    library.py          defines the operators in PyTorch;  forgotten.py  warns of a missing install()
    lowering.py         the pass that converts them to `tosa.CUSTOM`;  payload.py  its attributes
    operands.py         the last pass, for values that shaders share;
                        with nodes.py, folding.py, copies.py, zeros.py
    converted.py        the check of the converted model;  vgf.py  reads it
    arm_backend.py      the private parts of ExecuTorch's Arm backend that are used
    custom_operator.py, operator_contract.py, runtime_rules.py, formats.py

Only the first two depend on the operators; the others are the same in every package.
"""

import dataclasses
import os
import pathlib
from collections.abc import Sequence

from etgen import templates
from etgen.errors import Location, input_error
from etgen.output_directory import OutputDirectory
from etgen.shader import expressions, operator_contract
from etgen.shader.declaration import ShaderOp
from etgen.shader.references import References, is_module_name

# Files of every package. The first ones are in etgen's templates, the rules are next to this file.
_OWN = (
    "arm_backend.py",
    "converted.py",
    "copies.py",
    "custom_operator.py",
    "folding.py",
    "forgotten.py",
    "library.py",
    "lowering.py",
    "nodes.py",
    "operands.py",
    "payload.py",
    "vgf.py",
    "zeros.py",
)
_RULES = ("formats.py", "operator_contract.py", "runtime_rules.py")


@dataclasses.dataclass(frozen=True)
class Compiled:
    """An operator that keeps its contract, and its shader."""

    op: ShaderOp
    contract: operator_contract.Contract
    spirv: bytes


def add_files(directory: OutputDirectory, compiled: Sequence[Compiled]) -> None:
    """Plans the package in a directory, whose name is the package's name.

    Raises:
      InputError: a reference does not exist.
    """
    package = os.path.basename(directory.path)
    if not is_module_name(package):
        hint = "use letters, digits and _, and no Python keyword"
        raise input_error("not the name of a Python package", hint, Location(directory.path))
    references = References()
    described = [_describe(one, references) for one in compiled]
    variables = {
        "package": package,
        "yaml": os.path.basename(compiled[0].op.where.file),
        "operators": described,
        "references": references.modules,
        "default_limits": operator_contract.Limits(),
        "uses_limits": any(one.contract.limits != operator_contract.Limits() for one in compiled),
        "uses_size": any(
            "size(" in size for d in described for size in (d["shape"] or []) + (d["groups"] or [])
        ),
    }
    for name in ("__init__.py", "operators.py"):
        directory.add(name, templates.render(f"shader/{name}", **variables))
    own, rules = pathlib.Path(templates.__file__).parent / "shader", pathlib.Path(__file__).parent
    for file in (*(own / name for name in _OWN), *(rules / name for name in _RULES)):
        directory.add(file.name, templates.with_notice(file.read_text(encoding="utf-8")))
    for one in compiled:
        directory.add(one.op.spirv, one.spirv)
    references.add_files(directory)


def _describe(one: Compiled, references: "References") -> dict:
    """The variables of the templates for an operator."""
    op = one.op
    writes = bool(op.declared.outs)
    return {
        "contract": one.contract,
        "schema": str(op.schema._replace(has_namespace=False)),
        "out_schema": str(op.declared._replace(has_namespace=False)) if writes else None,
        "reference": references.name_of(op),
        "operator_name": op.operator_name,
        "domain_name": op.domain_name,
        "shader": op.spirv,
        "entry_point": op.entry_point,
        "bindings": {r.name: r.binding for r in op.resources},
        "samplers": {r.name: r.sampler.payload() for r in op.resources if r.sampler},
        "like": op.output_like,
        "shape": _sizes(op.output_shape, channels_first=op.layout == "nhwc"),
        "texts": {
            key: f"[{', '.join(size.text for size in sizes)}]"
            for key, sizes in (("shape", op.output_shape), ("groups", op.dispatch_groups))
            if sizes
        },
        "groups": _sizes(op.dispatch_groups, local_size=one.contract.local_size),
    }


def _sizes(
    sizes: Sequence[expressions.Expression] | None,
    channels_first: bool = False,
    local_size: tuple[int, int, int] = (1, 1, 1),
) -> list[str] | None:
    """Python code for each expression; `of` is the variable with the shapes by name."""
    if sizes is None:
        return None

    def text(name: expressions.Name) -> str:
        if name.is_local_size:
            return str(local_size[expressions.LOCAL_AXES.index(name.axis)])
        order = ", channels_first=True" if channels_first else ""
        return f'size(of["{name.base}"], "{name.axis}"{order})'

    return [size.python(text) for size in sizes]
