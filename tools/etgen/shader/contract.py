"""The contract between a declaration, its shader, Arm's tools and the runtime.

Each rule is a small function that yields violations; README.md lists the rules with their messages. Rules
that need shapes are in `runtime_rules`, and are checked for the test shapes here. Violations would cause
errors later: in the converter, when the model is loaded, or as wrong numbers. Nothing else is a violation.
"""

from collections.abc import Iterable, Iterator

from etgen.errors import CheckError, Problem
from etgen.shader import formats, operator_contract, runtime_rules, spirv
from etgen.shader.contract_declared import DECLARED
from etgen.shader.contract_shader import COMPARED
from etgen.shader.contract_warned import WARNED
from etgen.shader.declaration import OUTPUT, Resource, ShaderOp
from etgen.shader.finding import Finding
from etgen.shader.operator_contract import Contract
from etgen.shader.sizes import groups, shapes_of
from etgen.shader.spirv import Binding, EntryPoint, Shader
from etgen.shader.spirv_module import SpirvError


def check_declarations(ops: Iterable[ShaderOp]) -> list[Problem]:
    """The violations of the contract that do not depend on the shader."""
    problems = []
    names: dict[str, ShaderOp] = {}
    for op in ops:
        first = names.setdefault(op.operator_name, op)
        if first is not op:
            what = f"operator_name is {op.operator_name}, as is that of {first.name} on {first.where}"
            at = op.at("operator_name")
            problems.append(Finding("E3", what, "give each operator a different name").problem(op, at))
        for rule in DECLARED:
            problems += [finding.problem(op) for finding in rule(op)]
    return problems


def check(op: ShaderOp, binary: bytes) -> list[Problem]:
    """The violations of the contract by an operator with this SPIR-V; its declaration is valid."""
    try:
        shader = spirv.reflect(binary)
    except SpirvError as error:
        hint = "give the output of a GLSL compiler"
        return [Finding("P3", f"{op.spirv} is not SPIR-V: {error}", hint, "glsl").problem(op)]
    findings = [finding for rule in COMPARED for finding in rule(op, shader)]
    if not findings:
        findings = list(_tested(op, shader))
    return [finding.problem(op) for finding in findings]


def warnings(op: ShaderOp, shader: Shader | None) -> list[Problem]:
    """Possible mistakes that do not break the contract; without a shader, those in the declaration only."""
    findings = [finding for rule in WARNED for finding in rule(op, shader)]
    if shader is not None and op.dispatch_groups:
        contract = runtime_contract(op, shader)
        for i, test in enumerate(op.tests):
            shapes = shapes_of(op, test)
            if doubt := runtime_rules.doubt_dispatch(contract, groups(op, contract, shapes), shapes):
                hint = "dispatch an invocation for each element, unless the shader reaches all of them anyway"
                findings.append(Finding("H10", doubt, hint, f"tests.{i}"))
    return [finding.problem(op) for finding in findings]


def runtime_contract(op: ShaderOp, shader: Shader) -> Contract:
    """The operator in the form that the rules of shapes need. Raises `CheckError` without an entry point."""
    entry = shader.entry_point(op.entry_point)
    if entry is None or entry.local_size is None:
        raise CheckError([finding.problem(op) for rule in COMPARED for finding in rule(op, shader)])
    assert op.output, "the rules of the entry have seen that it has one"
    return Contract(
        op=str(op.name),
        layout=op.layout,
        pad_channels=op.pad_channels,
        inputs=tuple(_runtime_resource(r, shader) for r in op.inputs),
        output=_runtime_resource(op.output, shader),
        local_size=entry.local_size,
        cover=op.dispatch_cover,
        axes=entry.axes,
        limits=op.limits,
        written=_written(op.output, entry, shader),
    )


def _runtime_resource(resource: Resource, shader: Shader) -> operator_contract.Resource:
    views = [b for b in shader.bindings if b.binding == resource.binding]
    # If a buffer has several views, the finest one counts: a dispatch for it covers the others.
    found = min(views, key=lambda b: b.tightness.vector * _packed(resource, b) if b.tightness else 1)
    tight = found.tightness
    return operator_contract.Resource(
        name=resource.name,
        kind=resource.kind,
        format=resource.format,
        vector=tight.vector * _packed(resource, found) if tight else 1,
        length=tight.length if tight else None,
        rank=found.rank,
    )


def _packed(resource: Resource, binding: Binding) -> int:
    """The number of tensor elements in a scalar of the shader's buffer: 4 for int8 in a `uint`."""
    bits = formats.FORMATS[resource.format].bits
    return binding.scalar.bits // bits if resource.kind == "buffer" and binding.scalar else 1


def _written(output: Resource, entry: EntryPoint, shader: Shader) -> int | None:
    """The maximum number of elements of the output that an invocation writes."""
    written = entry.access.most_written.get(output.binding)
    views = [b for b in shader.bindings if b.binding == output.binding]
    return None if written is None else written * max(_packed(output, view) for view in views)


def _tested(op: ShaderOp, shader: Shader) -> Iterator[Finding]:
    """Checks the rules of shapes for the test shapes."""
    contract = runtime_contract(op, shader)
    for i, test in enumerate(op.tests):
        place = f"tests.{i}"
        try:
            shapes = shapes_of(op, test)
            violations = runtime_rules.check(contract, shapes)
            if not violations and op.dispatch_groups:
                violations = tuple(
                    runtime_rules.check_dispatch(contract, groups(op, contract, shapes), shapes)
                )
        except ValueError as error:
            yield Finding("H10", str(error), "write expressions that hold for these shapes", place)
            continue
        for v in violations:
            where = place if v.resource != OUTPUT or op.output_like else "output"
            yield Finding(v.rule, v.what, v.hint, where, v.resource)
