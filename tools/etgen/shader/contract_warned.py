"""Warnings: possible mistakes that keep the contract, and features that not every device has."""

from collections.abc import Callable, Iterator

from etgen.shader import formats
from etgen.shader.declaration import ShaderOp
from etgen.shader.finding import Finding
from etgen.shader.spirv import Shader

# Operations of subgroups, except the basic ones.
_SUBGROUPS = {
    62: "GroupNonUniformVote",
    63: "GroupNonUniformArithmetic",
    64: "GroupNonUniformBallot",
    65: "GroupNonUniformShuffle",
    66: "GroupNonUniformShuffleRelative",
    67: "GroupNonUniformClustered",
    68: "GroupNonUniformQuad",
}
SUBGROUPS = frozenset(_SUBGROUPS)


def t1_tests(op: ShaderOp, shader: Shader | None) -> Iterator[Finding]:
    """The entry has test shapes, for which the contract is proven."""
    if not op.tests:
        shapes = ", ".join(f"{resource.name}: [1, 4, 3, 5]" for resource in op.inputs)
        what = "it has no tests, so its shapes are not checked until a model is lowered"
        yield Finding("T1", what, f"add tests: [{{{shapes}}}], with shapes that models have")


def p10_linear(op: ShaderOp, shader: Shader | None) -> Iterator[Finding]:
    """Every device supports linear filtering of the image's format."""
    for resource in op.inputs:
        fmt, sampler = formats.find(resource.format), resource.sampler
        if fmt and sampler and fmt.bits == 32 and "linear" in (sampler.min_filter, sampler.mag_filter):
            what = f"not every device filters {resource.format} linearly"
            hint = (
                f"use filter: nearest, or {resource.format.replace('32', '16')}, which every device filters"
            )
            yield Finding("P10", what, hint, f"{resource.name}.sampler", resource.name)


def s10_subgroups(op: ShaderOp, shader: Shader | None) -> Iterator[Finding]:
    """Every device supports the operations of subgroups."""
    for number in shader.capabilities if shader else ():
        if number in SUBGROUPS:
            what = f"{op.glsl} needs {_SUBGROUPS[number]}, which not every device has"
            yield Finding("S10", what, "make sure that your devices have it, or use shared memory", "glsl")


WARNED: tuple[Callable[[ShaderOp, Shader | None], Iterator[Finding]], ...] = (
    t1_tests,
    p10_linear,
    s10_subgroups,
)
