"""The declaration of an operator's shader in a yaml entry, as frozen data with the line of each field.

    - func: acme::rgba_bias.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)   # or functional, without kernels
      kernels: [{arg_meta: null, kernel_name: acme::rgba_bias_out}]          # used outside of a delegate
      tosa: {operator_name: acme.rgba_bias}
      shader: {glsl: rgba_bias.comp, entry_point: main, defines: {BIAS: 0.5}, flags: [-O]}
      layout: nhwc
      resources:
        x: {binding: 0, kind: sampled_image, format: R32G32B32A32_SFLOAT, sampler: {filter: nearest}}
        out: {binding: 1, kind: storage_image, format: R32G32B32A32_SFLOAT}
      output: {like: x}
      dispatch: {cover: out}
      reference: reference.py:rgba_bias
      tests: [{x: [1, 4, 3, 5]}]

This module holds the data; `read_entry.py` reads it from the yaml, and only refuses entries that it cannot
interpret. `contract` finds violations of the contract.
"""

import dataclasses
import os
from collections.abc import Mapping

from etgen.errors import Location
from etgen.schema import OpName, Schema
from etgen.shader.expressions import Expression
from etgen.shader.operator_contract import Limits

VULKAN_DOMAIN = "com.arm.VulkanCustomShader"
OUTPUT = "out"  # the name of the output among the resources, in expressions and in messages

# Kinds of resources, with Vulkan's names.
DESCRIPTOR_TYPES = {
    "tensor": "VK_DESCRIPTOR_TYPE_TENSOR_ARM",
    "buffer": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
    "sampled_image": "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
    "storage_image": "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE",
}


@dataclasses.dataclass(frozen=True)
class Sampler:
    """Parameters of a sampler, as in the yaml: `linear`, `clamp_to_edge`, `float_opaque_black`."""

    min_filter: str = "nearest"
    mag_filter: str = "nearest"
    address_mode_u: str = "clamp_to_edge"
    address_mode_v: str = "clamp_to_edge"
    border_color: str = "float_transparent_black"

    def payload(self) -> dict[str, str]:
        """The fields in the form of `tosa.CUSTOM`."""
        return {
            "min_filter": f"VK_FILTER_{self.min_filter.upper()}",
            "mag_filter": f"VK_FILTER_{self.mag_filter.upper()}",
            "address_mode_u": f"VK_SAMPLER_ADDRESS_MODE_{self.address_mode_u.upper()}",
            "address_mode_v": f"VK_SAMPLER_ADDRESS_MODE_{self.address_mode_v.upper()}",
            "border_color": f"VK_BORDER_COLOR_{self.border_color.upper()}",
        }


@dataclasses.dataclass(frozen=True)
class Resource:
    """The resource of an argument, or of the output, in the shader.

    Attributes:
      name: the argument's name, or `out`.
      kind: a key of DESCRIPTOR_TYPES, once the contract has been checked.
      format: a name in formats.FORMATS, once the contract has been checked; without `VK_FORMAT_`.
      where: the location of the resource.
    """

    name: str
    kind: str
    binding: int
    format: str
    sampler: Sampler | None
    where: Location

    @property
    def is_image(self) -> bool:
        return self.kind in ("sampled_image", "storage_image")

    @property
    def payload_type(self) -> str:
        """The name of the kind in `tosa.CUSTOM`, in addition to the descriptor type."""
        return "Image" if self.is_image else {"tensor": "Tensor"}.get(self.kind, "Buffer")


@dataclasses.dataclass(frozen=True)
class Reference:
    """A Python function that computes the same as the shader; `file` is relative to the yaml's directory."""

    file: str
    function: str


@dataclasses.dataclass(frozen=True)
class ShaderOp:
    """An operator with a shader.

    Attributes:
      schema: the functional schema for PyTorch: `acme::rgba_bias(Tensor x) -> Tensor`.
      declared: the schema of the entry; it writes to an out if the entry has kernels for the runtime.
      operator_name: the name in TOSA; `::` is replaced by `.`.
      glsl: the path of the source, relative to the yaml's directory.
      flags: additional flags of the compiler.
      layout: `nhwc`: tensors of 4 dimensions are permuted for the shader; or `as_is`.
      resources: those of the arguments in schema order, then that of the output; then those that are not in
        the schema.
      output_like: the argument whose shape and dtype the output has, or None.
      output_shape: otherwise, the sizes of the output in the graph; its dtype is that of its format.
      dispatch_cover: the resource whose elements, or texels, are covered; or None.
      dispatch_groups: otherwise, the three counts of work groups, from shapes in the shader.
      limits: the minimum limits of the devices that it is for.
      tests: shapes of the arguments in the graph.
      has_kernels: whether the entry names kernels, for calls outside a delegate.
    """

    schema: Schema
    declared: Schema
    operator_name: str
    domain_name: str
    glsl: str
    entry_point: str
    defines: tuple[tuple[str, str], ...]
    flags: tuple[str, ...]
    layout: str
    resources: tuple[Resource, ...]
    pad_channels: bool
    output_like: str | None
    output_shape: tuple[Expression, ...] | None
    dispatch_cover: str | None
    dispatch_groups: tuple[Expression, ...] | None
    reference: Reference | None
    limits: Limits
    tests: tuple[Mapping[str, tuple[int, ...]], ...]
    has_kernels: bool
    where: Location
    places: Mapping[str, Location] = dataclasses.field(compare=False, repr=False)

    @property
    def name(self) -> OpName:
        return self.schema.name

    @property
    def spirv(self) -> str:
        """The file name of the compiled shader: `acme_rgba_bias.spv`, or `acme_rgba_bias.overload.spv`."""
        overload = f".{self.name.overload}" if self.name.overload else ""
        return f"{self.name.namespace}_{self.name.base}{overload}.spv"

    @property
    def inputs(self) -> tuple[Resource, ...]:
        """The resources of the arguments, in schema order."""
        return tuple(r for r in self.resources if r.name != OUTPUT)

    @property
    def output(self) -> Resource | None:
        return self.find(OUTPUT)

    def find(self, name: str) -> Resource | None:
        """The resource of that name."""
        return next((r for r in self.resources if r.name == name), None)

    def at(self, *keys: str) -> Location:
        """The location of the first of these keys that exists: `x.format`, `dispatch`; else that of the
        entry.
        """
        return next((self.places[key] for key in keys if key in self.places), self.where)

    def beside_yaml(self, path: str) -> str:
        """A path relative to the yaml, made relative to the working directory."""
        return os.path.normpath(os.path.join(os.path.dirname(self.where.file), path))
