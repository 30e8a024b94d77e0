"""Declarations with the shaders of `shaders`: valid ones, and ones that break a rule of the contract.

A case is a declaration of BASES with some keys changed; `None` removes a key. If a rule has a limit, there is
a case on either side.
"""

import copy
import dataclasses
import json

BUFFER = {"kind": "buffer", "format": "R32_SFLOAT"}
RGBA = "R32G32B32A32_SFLOAT"

BASES = {
    "buffer": {
        "func": "acme::op(Tensor x) -> Tensor",
        "shader": {"glsl": "op.comp"},
        "layout": "as_is",
        "resources": {"x": {"binding": 0, **BUFFER}, "out": {"binding": 1, **BUFFER}},
        "reference": "reference.py:op",
        "tests": [{"x": [5]}],
    },
    "image": {
        "func": "acme::op(Tensor x) -> Tensor",
        "shader": {"glsl": "op.comp"},
        "layout": "nhwc",
        "resources": {
            "x": {"kind": "sampled_image", "binding": 0, "format": RGBA, "sampler": {"filter": "nearest"}},
            "out": {"kind": "storage_image", "binding": 1, "format": RGBA},
        },
        "reference": "reference.py:op",
        "tests": [{"x": [1, 4, 3, 5]}],
    },
    "tensor": {
        "func": "acme::op(Tensor x) -> Tensor",
        "shader": {"glsl": "op.comp"},
        "layout": "nhwc",
        "resources": {
            "x": {"kind": "tensor", "binding": 0, "format": "R32_SFLOAT"},
            "out": {"kind": "tensor", "binding": 1, "format": "R32_SFLOAT"},
        },
        "reference": "reference.py:op",
        "tests": [{"x": [2, 3, 4, 5]}],
    },
}


@dataclasses.dataclass(frozen=True)
class Case:
    """`broken` is the broken rule; empty if the declaration is valid. `warned` are the rules that warn."""

    broken: str
    about: str
    base: str
    shader: str
    changes: dict
    warned: str = ""

    def __str__(self) -> str:
        return f"{self.broken or 'kept'}: {self.about}"

    def yaml(self) -> str:
        """The yaml file, written as JSON, which is valid YAML."""
        entry = copy.deepcopy(BASES[self.base])
        for path, value in self.changes.items():
            *parents, key = path.split(".")
            at = entry
            for parent in parents:
                at = at.setdefault(parent, {})
            if value is None:
                del at[key]
            else:
                at[key] = value
        return json.dumps([entry], indent=1)


def _buffer(broken, about, shader="buffer", warned="", **changes):
    return Case(broken, about, "buffer", shader, _dotted(changes), warned)


def _image(broken, about, shader="image", warned="", **changes):
    return Case(broken, about, "image", shader, _dotted(changes), warned)


def _tensor(broken, about, shader="tensor", warned="", **changes):
    return Case(broken, about, "tensor", shader, _dotted(changes), warned)


def _dotted(changes):
    """`x_format` changes the format of the resource x, `out_binding` that of the output; others are keys of
    the entry.
    """
    result = {}
    for name, value in changes.items():
        resource, _, key = name.partition("_")
        of_resource = resource in ("x", "out", "y") and key in ("kind", "binding", "format", "sampler")
        result[f"resources.{resource}.{key}" if of_resource else name.replace("__", ".")] = value
    return result


def _formats(name):
    return {"x_format": name, "out_format": name}


def _shape(*sizes):
    return {"tests": [{"x": list(sizes)}]}


_TWO = "acme::op(Tensor x, Tensor y) -> Tensor"
_WIDE = {"dispatch": {"groups": ["ceil(out.numel/local.x/1000)", 1000, 1]}}

_FLAT = {"dispatch": {"groups": ["ceil(out.numel/(local.x*local.y*local.z))", 1, 1]}}
_OF_INT = {"out_format": "R32_SINT", "output": {"shape": ["x.0"]}}

AS_IT_IS = _buffer("", "as it is")

ENCODING = [
    AS_IT_IS,
    _buffer("", "the domain as it is", tosa={"domain_name": "com.arm.VulkanCustomShader"}),
    _buffer("E2", "another domain", tosa={"domain_name": "com.arm.VulkanShader"}),
    _buffer("E2", "no domain", tosa={"domain_name": ""}),
    _buffer("", "a name with colons", tosa={"operator_name": "acme::other"}),
    _buffer("E3", "no name", tosa={"operator_name": ""}),
    _buffer("E6", "two outputs", func="acme::op(Tensor x) -> (Tensor, Tensor)"),
    _buffer("E6", "no output", func="acme::op(Tensor x) -> ()"),
    _buffer("E6", "a number out", func="acme::op(Tensor x) -> float"),
    _buffer("E6", "a number in", func="acme::op(Tensor x, float y) -> Tensor",
            resources__y={"binding": 2, **BUFFER}, tests=[]),
    _buffer("E6", "a list in", func="acme::op(Tensor[] x) -> Tensor", tests=[]),
    _buffer("E6", "a tensor that may be absent", func="acme::op(Tensor? x) -> Tensor", tests=[]),
    _buffer("E7", "an argument without resource", func=_TWO, tests=[]),
    _buffer("E7", "an output without resource", resources__out=None),
    _buffer("E7", "a resource without argument", resources__z={"binding": 2, **BUFFER}),
    _buffer("", "an argument for each of three bindings", "buffer_third", func=_TWO,
            resources__y={"binding": 2, **BUFFER}, tests=[{"x": [5], "y": [7]}]),
]  # fmt: skip

VALUES = [
    _buffer("", "the entry point by name", shader__entry_point="main"),
    _buffer("P1", "no such entry point", shader__entry_point="kernel"),
    _buffer("P1", "an empty entry point", shader__entry_point=""),
    _buffer("", "as many groups as there may be", **_shape(65535 * 64)),
    _buffer("P2", "a group too many", **_shape(65535 * 64 + 1)),
    _buffer("", "more in two dimensions", "buffer_rows", **_shape(65535 * 64 + 1), **_WIDE),
    _buffer("P2", "no group", dispatch={"groups": ["x.numel-5", 1, 1]}),
    _buffer("P2", "less than none", dispatch={"groups": [1, 1, "1-x.numel"]}),
    _buffer("P4", "push constants", "buffer_push"),
    _buffer("P5", "a second set", "buffer_set_1"),
    _buffer("", "bindings with a gap", "buffer_gap", out_binding=7),
    _buffer("P6", "a binding twice", out_binding=0),
    _image("", "values as Vulkan has them", x_kind="VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
           x_format=f"VK_FORMAT_{RGBA}", x_sampler={
               "filter": "VK_FILTER_NEAREST", "address_mode": "VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER",
               "border_color": "VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK"}),
    _buffer("", "a tensor that is called local", func="acme::op(Tensor local) -> Tensor", resources__x=None,
            resources__local={"binding": 0, **BUFFER}, output={"shape": ["local.0"]},
            dispatch={"groups": ["ceil(local.0/local.x)", 1, 1]}, tests=[{"local": [5]}]),
    _buffer("P7", "a kind that is none", x_kind="bufer"),
    _buffer("P7", "a kind of Vulkan's that is not bound", x_kind="uniform_buffer"),
    _image("P7", "an output that cannot be written", out_kind="sampled_image",
           out_sampler={"filter": "nearest"}),
    _buffer("", "a format by its whole name", x_format="VK_FORMAT_R32_SFLOAT"),
    _buffer("P9", "a format that is none", x_format="R32_FLOAT"),
    _image("P9", "a format of three channels", **_formats("R32G32B32_SFLOAT")),
    _image("P10", "no sampler", x_sampler=None),
    _image("P10", "a sampler for nothing", out_sampler={"filter": "nearest"}),
    _image("P10", "a filter that is none", x_sampler={"filter": "liner"}),
    _image("P10", "a mode that needs a feature", x_sampler={"address_mode": "mirror_clamp_to_edge"}),
    _image("", "each field of a sampler", warned="P10", x_sampler={
        "min_filter": "linear", "mag_filter": "nearest", "address_mode_u": "repeat",
        "address_mode_v": "clamp_to_border", "border_color": "float_opaque_white"}),
    _image("P10", "a border of whole numbers", x_sampler={
        "address_mode": "clamp_to_border", "border_color": "int_opaque_white"}),
    _image("", "whole numbers, nearest", "image_int", x_sampler={"filter": "nearest"},
           **_formats("R8G8B8A8_SINT")),
    _image("P10", "whole numbers, interpolated", "image_int", x_sampler={"filter": "linear"},
           **_formats("R8G8B8A8_SINT")),
    _image("", "floats, interpolated", warned="P10", x_sampler={"filter": "linear"}),
    _image("", "halves, interpolated", "image_half", x_sampler={"filter": "linear"},
           **_formats("R16G16B16A16_SFLOAT")),
    _buffer("", "no shapes", warned="T1", tests=None),
]  # fmt: skip

AGREEMENT = [
    _buffer("S1", "a binding that the shader has not", out_binding=2),
    _buffer("S1", "a binding that only the shader has", "buffer_third"),
    _image("S2", "images for a shader of buffers", "buffer"),
    _buffer("S2", "a uniform block", "uniform_block"),
    _image("S2", "a volume", "image_3d"),
    _buffer("", "int32", "buffer_int", **_formats("R32_SINT")),
    _buffer("", "int16", "buffer_int16", **_formats("R16_SINT")),
    _buffer("", "bool, a byte each", "buffer_int8", **_formats("R8_BOOL_ARM")),
    _buffer("", "float16", "buffer_half", **_formats("R16_SFLOAT")),
    _buffer("", "int8", "buffer_int8", **_formats("R8_SINT")),
    _buffer("", "int8 without a sign", "buffer_uint8", **_formats("R8_SINT")),
    _buffer("", "int8 in a uint", "buffer_uint", **_formats("R8_SINT"), **_shape(8)),
    _buffer("S4", "int8 in a uint, and a rest", "buffer_uint", **_formats("R8_SINT"), **_shape(9)),
    _buffer("", "halves in a uint", "buffer_uint", **_formats("R16_SFLOAT"), **_shape(6)),
    _buffer("S4", "halves in a uint, and a rest", "buffer_uint", **_formats("R16_SFLOAT"), **_shape(5)),
    _buffer("H10", "int8 in a uint, and too few groups", "buffer_uint", **_formats("R8_SINT"), **_shape(260),
            dispatch={"groups": [1, 1, 1]}),
    _buffer("S3", "int16 for int8", "buffer_int16", **_formats("R8_SINT")),
    _tensor("S3", "tensors of uint8 for int8", "tensor_uint8", **_formats("R8_SINT")),
    _buffer("S3", "uint for int", "buffer_uint", **_formats("R32_SINT")),
    _buffer("S3", "float for int", "buffer", **_formats("R32_SINT")),
    _buffer("S3", "float for half", "buffer", **_formats("R16_SFLOAT")),
    _image("S3", "floats in an image of int", x_format="R8G8B8A8_SINT", x_sampler={"filter": "nearest"},
           output={"shape": ["x.0", "x.c", "x.h", "x.w"]}),
    _buffer("", "vectors of four", "buffer_vec4", **_shape(8)),
    _buffer("S4", "vectors of four and a rest", "buffer_vec4", **_shape(9)),
    _buffer("S4", "vectors of three, four apart", "buffer_vec3", **_shape(6)),
    _buffer("S4", "vectors of three without gaps", "buffer_scalar", **_shape(6)),
    _buffer("S4", "vectors of two at any scalar", "buffer_scalar_struct", **_shape(10)),
    _buffer("", "vectors of two, which lie so anyway", "buffer_scalar_of_2", **_shape(6)),
    _buffer("", "vectors of three and a number", "buffer_vec3_and_1", **_shape(8)),
    _buffer("", "matrices of four by four", "buffer_mat4", **_shape(32)),
    _buffer("S4", "matrices of three by three", "buffer_mat3", **_shape(18)),
    _buffer("", "structs of three", "buffer_rgb", **_shape(6)),
    _buffer("S4", "structs of two types", "buffer_mixed"),
    _buffer("S4", "a count before the array", "buffer_header"),
    _buffer("", "an array as long as the tensor", "buffer_sized", **_shape(16)),
    _buffer("S4", "an array longer than the tensor", "buffer_sized", **_shape(15)),
    _buffer("", "an array of a length that is computed", "buffer_sized_by_constants", **_shape(16)),
    _buffer("S4", "one that is too long for the tensor", "buffer_sized_by_constants", **_shape(15)),
    _buffer("S4", "an array shorter than the output", "buffer_sized", **_shape(17)),
    _buffer("", "two views of a binding", "buffer_views", **_shape(8)),
    _image("S5", "a qualifier of half for float", "image_half"),
    _image("S5", "no qualifier", "image_without_format"),
    _buffer("S6", "bindings swapped", x_binding=1, out_binding=0),
    _buffer("", "no qualifiers", "buffer_plain"),
    _buffer("S6", "bindings swapped, no qualifiers", "buffer_plain", x_binding=1, out_binding=0),
    _image("", "an image without qualifier", "image_plain"),
    _image("S6", "images swapped, no qualifiers", "image_swapped", x_kind="storage_image", x_sampler=None),
    _image("", "the same the other way round", "image_swapped", x_kind="storage_image", x_sampler=None,
           x_binding=1, out_binding=0),
    _tensor("", "tensors without qualifiers", "tensor_plain"),
    _tensor("S6", "tensors swapped, no qualifiers", "tensor_swapped"),
    _tensor("", "those the other way round", "tensor_swapped", x_binding=1, out_binding=0),
    _buffer("", "read and written in functions", "buffer_functions"),
    _buffer("", "written as the parameter of a function", "buffer_parameter"),
    _buffer("S6", "an output that is only measured", "buffer_unwritten"),
    _buffer("S6", "an output that is written where nobody calls", "buffer_unreached"),
    _buffer("", "an input that is only measured", "buffer_unread"),
    _buffer("S6", "an input for notes", "buffer_in_place"),
    _buffer("S6", "a sum onto nothing", "buffer_adds"),
    _buffer("S6", "a sum onto nothing, in a loop", "buffer_adds_in_loop"),
    _buffer("S6", "a count onto nothing", "buffer_counts", **_OF_INT),
    _buffer("", "a count from 0", "buffer_counts_from_0", **_OF_INT),
    _buffer("", "sums onto what it has written", "buffer_sums"),
    _tensor("", "a rank as declared"),
    _tensor("S7", "a rank less in the graph", **_shape(3, 4, 5)),
    _tensor("S7", "a rank less in the shader", "tensor_3"),
    _tensor("", "three for three", "tensor_3", **_shape(3, 4, 5)),
    _tensor("", "tensors of int8", "tensor_int8", **_formats("R8_SINT")),
    _tensor("S3", "tensors of int8 for float", "tensor_int8"),
    _buffer("", "a specialization constant", "buffer_spec"),
    _buffer("", "a local size by its defaults", "buffer_group_by_id"),
    _buffer("S9", "an array of buffers", "buffers_of_one"),
    _buffer("S10", "doubles", "buffer_double"),
    _buffer("", "votes of a subgroup", "buffer_subgroup_basic"),
    _buffer("", "sums of a subgroup", "buffer_subgroup", warned="S10"),
    _buffer("", "the memory model of Vulkan", "buffer_memory_model"),
]  # fmt: skip

SHAPES = [
    _buffer("H2", "nothing in it", **_shape(0, 4)),
    _buffer("", "a number alone", **_shape()),
    _buffer("", "seven dimensions", **_shape(1, 2, 1, 2, 1, 2, 1)),
    _image("", "an image as the shader has it", layout="as_is", **_shape(3, 5, 4)),
    _image("", "the same with a batch", layout="as_is", **_shape(1, 3, 5, 4)),
    _image("H3", "an image of two dimensions", **_shape(5, 4)),
    _image("H3", "an image of five", **_shape(1, 1, 5, 3, 4)),
    _image("H4", "a batch of two", **_shape(2, 4, 3, 5)),
    _buffer("", "a batch of two, in a buffer", **_shape(2, 4, 3, 5)),
    _image("", "a channel", "image_r", **_shape(1, 1, 3, 5), **_formats("R32_SFLOAT")),
    _image("", "two channels", "image_rg", **_shape(1, 2, 3, 5), **_formats("R32G32_SFLOAT")),
    _image("H5", "three channels", **_shape(1, 3, 3, 5)),
    _image("", "three channels, padded", **_shape(1, 3, 3, 5), pad_channels=True),
    _image("", "four channels, padded by none", pad_channels=True),
    _image("H5", "five channels, padded", **_shape(1, 5, 3, 5), pad_channels=True),
    _image("H5", "four channels in a format of one", "image_r", **_formats("R32_SFLOAT")),
    _buffer("", "three channels in a buffer", **_shape(1, 3, 3, 5)),
    _buffer("H6", "a buffer of a packed format", **_formats(RGBA)),
    _tensor("H6", "a tensor of a packed format", **_formats("R8G8B8A8_SNORM")),
    _image("", "int8 as fractions", "image_snorm", **_formats("R8G8B8A8_SNORM")),
    _image("", "half", "image_half", **_formats("R16G16B16A16_SFLOAT")),
    _buffer("H7", "int64", **_formats("R64_SINT")),
    _buffer("H7", "uint32", "buffer_uint", **_formats("R32_UINT")),
    _image("H7", "uint8", "image_int", x_sampler={"filter": "nearest"}, **_formats("R8G8B8A8_UINT")),
    _buffer("H7", "an output like an input of another dtype", "buffer", x_format="R32_SINT"),
    _buffer("H10", "a dimension that is not there", dispatch={"groups": ["x.1", 1, 1]}),
    _image("", "as large as every device can", **_shape(1, 4, 4096, 4096)),
    _image("H12", "a column more", **_shape(1, 4, 1, 4097)),
    _image("H12", "a row more", **_shape(1, 4, 4097, 1)),
    _buffer("", "a buffer as large as every device can", "buffer_rows", **_shape(1 << 25), **_WIDE),
    _buffer("H12", "an element more", "buffer_rows", **_shape((1 << 25) + 1), **_WIDE),
    _buffer("", "128 invocations in a group", "buffer_group_of_128"),
    _buffer("H12", "129 invocations in a group", "buffer_group_of_129"),
    _buffer("", "129 invocations, for devices that have them", "buffer_group_of_129",
            limits={"max_compute_work_group_invocations": 256,
                    "max_compute_work_group_size": [256, 128, 64]}),
    _buffer("H12", "129 along x, for devices of 256 in a group", "buffer_group_of_129",
            limits={"max_compute_work_group_invocations": 256}),
    _buffer("", "16384 bytes of shared memory", "buffer_shares_4096"),
    _buffer("H12", "4 bytes more", "buffer_shares_4097"),
    _buffer("", "those, for devices that have them", "buffer_shares_4097",
            limits={"max_compute_shared_memory_size": 32768}),
    _image("", "a larger image, for devices that have it", **_shape(1, 4, 1, 4097),
           limits={"max_image_dimension_2d": 8192}),
    _image("H12", "an image larger than that", **_shape(1, 4, 1, 8193),
           limits={"max_image_dimension_2d": 8192}),
    _buffer("", "64 of them in depth", "buffer_group_of_64_deep"),
    _buffer("H10", "a buffer covered by groups of two dimensions", "buffer_rows_8_by_8"),
    _buffer("", "a buffer covered by groups that look along x", "buffer_group_of_8_by_8", **_shape(65)),
    _buffer("H10", "too few groups of those", "buffer_group_of_8_by_8", **_FLAT, **_shape(65)),
    _buffer("H10", "invocations that all write one element", "buffer_without_id"),
    _buffer("", "rows of groups", "buffer_rows_8_by_8", **_FLAT, **_shape(65)),
    _tensor("H10", "a tensor covered by groups of two dimensions", "tensor_group_of_8_by_8"),
    _buffer("", "groups of two dimensions, written out", "buffer_group_of_8_by_8", **_FLAT),
    _image("", "an image covered by groups of two dimensions"),
    _buffer("", "as many invocations as elements", dispatch={"groups": [2, 1, 1]}, **_shape(128)),
    _buffer("H10", "an element without invocation", dispatch={"groups": [2, 1, 1]}, **_shape(129)),
    _buffer("H10", "an input covered, which is smaller", "buffer_third", func=_TWO,
            resources__y={"binding": 2, **BUFFER}, dispatch={"cover": "y"}, tests=[{"x": [65], "y": [2]}]),
    _buffer("", "invocations of four elements", "buffer_vec4", dispatch={"groups": [2, 1, 1]}, **_shape(512)),
    _buffer("H10", "four elements more", "buffer_vec4", dispatch={"groups": [2, 1, 1]}, **_shape(516)),
    _image("H10", "an image with too few groups", dispatch={"groups": [1, 1, 1]}, **_shape(1, 4, 8, 9)),
    _buffer("", "few invocations, and a loop", "buffer_in_strides", warned="H10",
            dispatch={"groups": [1, 1, 1]}, **_shape(65)),
    _buffer("", "a loop that is not needed", "buffer_in_strides", **_shape(65)),
]  # fmt: skip

CASES = [*ENCODING, *VALUES, *AGREEMENT, *SHAPES]
