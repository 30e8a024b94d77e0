"""The shaders for tests of the contract: GLSL in this file, SPIR-V in shaders.json, so that no compiler is
needed.

    python tests/shader/contract/shaders.py GLSLC [GLSLC_WITH_TENSORS]

recompiles them, which is necessary after a change. Without a second compiler, shaders with tensors are kept.
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile

COMPILED = pathlib.Path(__file__).parent / "shaders.json"

_NARROW = """#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
"""
_SCALAR = "#extension GL_EXT_scalar_block_layout : require\n"


def _shader(body: str, local_size: str = "local_size_x = 64", extensions: str = "") -> str:
    return f"#version 450\n{extensions}layout({local_size}) in;\n{body}"


def _buffers(element: str, before: str = "", **kwargs) -> str:
    """A shader that copies a buffer to another one."""
    return _shader(
        f"""{before}
layout(set = 0, binding = 0, std430) readonly buffer X {{ {element} x[]; }};
layout(set = 0, binding = 1, std430) writeonly buffer Out {{ {element} result[]; }};
void main() {{ result[gl_GlobalInvocationID.x] = x[gl_GlobalInvocationID.x]; }}
""",
        **kwargs,
    )


def _images(sampler: str, out: str, color: str = "vec4(1)", local_size="local_size_x = 8, local_size_y = 8"):
    """A shader that writes an image, with a sampler for another one."""
    return _shader(
        f"""
layout(set = 0, binding = 0) uniform {sampler} x;
layout({out}) writeonly uniform {"i" if color.startswith("i") else ""}image2D result;
void main() {{ imageStore(result, ivec2(gl_GlobalInvocationID.xy), texelFetch(x, ivec2(0), 0) + {color}); }}
""",
        local_size,
    )


def _tensors(element: str, rank: int) -> str:
    """A shader that copies an element of a tensor, with an extension that only some compilers support."""
    return _shader(
        f"""
layout(set = 0, binding = 0) readonly uniform tensorARM<{element}, {rank}> x;
layout(set = 0, binding = 1) writeonly uniform tensorARM<{element}, {rank}> result;
void main() {{
  uint at[{rank}];
  for (uint i = 0; i < {rank}; ++i) at[i] = 0;
  at[{rank} - 1] = gl_GlobalInvocationID.x;
  {element} value;
  tensorReadARM(x, at, value);
  tensorWriteARM(result, at, value);
}}
""",
        extensions="#extension GL_ARM_tensors : require\n" + (_NARROW if element != "float" else ""),
    )


def _uses(statements: str, before: str = "") -> str:
    """A shader with two buffers without `readonly` and `writeonly`."""
    return _shader(
        f"""
layout(set = 0, binding = 0) buffer X {{ float x[]; }};
layout(set = 0, binding = 1) buffer Out {{ float result[]; }};
{before}
void main() {{ uint i = gl_GlobalInvocationID.x; {statements} }}
"""
    )


# Rows of invocations; all components of the id determine the index.
_ROWS = """
  uvec3 g = gl_GlobalInvocationID;
  uint k = g.y * gl_WorkGroupSize.x * gl_NumWorkGroups.x + g.x;
  result[k] = x[k];
"""


def _plain(text: str) -> str:
    """The text without access qualifiers."""
    return text.replace("readonly ", "").replace("writeonly ", "")


SHADERS = {
    "buffer": _buffers("float"),
    "buffer_int": _buffers("int"),
    "buffer_uint": _buffers("uint"),
    "buffer_half": _buffers("float16_t", extensions=_NARROW),
    "buffer_int16": _buffers("int16_t", extensions=_NARROW),
    "buffer_int8": _buffers("int8_t", extensions=_NARROW),
    "buffer_uint8": _buffers("uint8_t", extensions=_NARROW),
    "buffer_sized_by_constants": _buffers("float", "layout(constant_id = 0) const uint N = 3;").replace(
        "[]", "[(N * 5 + 2) / 2 << 1]"
    ),
    "buffer_shares_4096": _uses(
        "all[i % 64] = x[i]; barrier(); result[i] = all[0];", "shared float all[4096];"
    ),
    "buffer_shares_4097": _uses(
        "all[i % 64] = x[i]; barrier(); result[i] = all[0];", "shared float all[4097];"
    ),
    "buffer_double": _buffers("double"),
    "buffer_vec3": _buffers("vec3"),
    "buffer_vec4": _buffers("vec4"),
    "buffer_scalar": _buffers("vec3", extensions=_SCALAR).replace("std430", "scalar"),
    "buffer_scalar_struct": _buffers(
        "Pair", "struct Pair { float a; vec2 b[2]; };", extensions=_SCALAR
    ).replace("std430", "scalar"),
    "buffer_scalar_of_2": _buffers("vec2", extensions=_SCALAR).replace("std430", "scalar"),
    "buffer_vec3_and_1": _buffers("Texel", "struct Texel { vec3 rgb; float a; };"),
    "buffer_mat4": _buffers("mat4"),
    "buffer_mat3": _buffers("mat3"),
    "buffer_rgb": _buffers("Rgb", "struct Rgb { float r, g, b; };"),
    "buffer_mixed": _buffers("Mixed", "struct Mixed { float value; int index; };"),
    "buffer_sized": re.sub(r"\[\]", "[16]", _buffers("float")),
    "buffer_header": _buffers("float").replace("{ float x[]", "{ uint count; float x[]"),
    "buffer_group_of_128": _buffers("float", local_size="local_size_x = 128"),
    "buffer_group_of_129": _buffers("float", local_size="local_size_x = 129"),
    "buffer_group_of_64_deep": _buffers("float", local_size="local_size_z = 64"),
    "buffer_group_of_8_by_8": _buffers("float", local_size="local_size_x = 8, local_size_y = 8"),
    "buffer_group_by_id": _buffers("float", local_size="local_size_x_id = 0, local_size_y = 2"),
    "buffer_push": _buffers("float", "layout(push_constant) uniform Push { float scale; };"),
    "buffer_set_1": _buffers("float").replace("set = 0, binding = 1", "set = 1, binding = 1"),
    "buffer_gap": _buffers("float").replace("binding = 1", "binding = 7"),
    "buffer_third": _buffers("float", "layout(set = 0, binding = 2) buffer Third { float third[]; };"),
    "buffer_spec": _buffers("float", "layout(constant_id = 3) const float SCALE = 2.0;"),
    "buffer_views": _buffers("float", "layout(set = 0, binding = 0) buffer View { vec4 wide[]; };"),
    "buffers_of_one": _shader(
        """
layout(set = 0, binding = 0) readonly buffer X { float v[]; } x[2];
layout(set = 0, binding = 1) writeonly buffer Out { float v[]; } result;
void main() { result.v[gl_GlobalInvocationID.x] = x[1].v[0]; }
"""
    ),
    "uniform_block": _shader(
        """
layout(set = 0, binding = 0) uniform X { vec4 x[4]; };
layout(set = 0, binding = 1) writeonly buffer Out { float result[]; };
void main() { result[gl_GlobalInvocationID.x] = x[0].x; }
"""
    ),
    "image": _images("sampler2D", "set = 0, binding = 1, rgba32f"),
    "image_r": _images("sampler2D", "set = 0, binding = 1, r32f"),
    "image_rg": _images("sampler2D", "set = 0, binding = 1, rg32f"),
    "image_half": _images("sampler2D", "set = 0, binding = 1, rgba16f"),
    "image_snorm": _images("sampler2D", "set = 0, binding = 1, rgba8_snorm"),
    "image_int": _images("isampler2D", "set = 0, binding = 1, rgba8i", "ivec4(1)"),
    "image_without_format": _images("sampler2D", "set = 0, binding = 1"),
    "image_3d": _images("sampler3D", "set = 0, binding = 1, rgba32f").replace("ivec2(0), 0", "ivec3(0), 0"),
    "buffer_plain": _plain(_buffers("float")),
    "buffer_functions": _uses(
        "put(int(i), of(int(i)));",
        "float of(int at) { return x[at]; }\nvoid get(int at, out float v) { v = of(at); }\n"
        "void put(int at, float v) { float w; get(at, w); result[at] = v + w; }",
    ),
    "buffer_parameter": _uses("put(result[i]);", "void put(out float v) { v = x[0]; }"),
    "buffer_unwritten": _uses("float sum = x[i] + float(result.length());"),
    "buffer_unread": _uses("result[i] = float(x.length());"),
    "buffer_in_place": _uses("x[i] *= 2.0; result[i] = x[i];"),
    "buffer_adds": _uses("if (i < x.length()) result[i] += x[i];"),
    "buffer_adds_in_loop": _uses("for (uint k = 0; k < x.length(); ++k) result[0] += x[k];"),
    "buffer_sums": _uses(
        "for (uint k = 0; k < x.length(); ++k) result[k] = x[k] + (k == 0 ? 0.0 : result[k - 1]);"
    ),
    "buffer_in_strides": _uses(
        "for (uint k = i; k < result.length(); k += 64 * gl_NumWorkGroups.x) result[k] = x[k];"
    ),
    "buffer_without_id": _buffers("float").replace("gl_GlobalInvocationID.x", "0"),
    "buffer_rows": _uses(_ROWS),
    "buffer_rows_8_by_8": _uses(_ROWS).replace("= 64", "= 8, local_size_y = 8"),
    "buffer_subgroup_basic": _uses("if (subgroupElect()) result[0] = 1.0; result[i] = x[i];").replace(
        "#version 450", "#version 450\n#extension GL_KHR_shader_subgroup_basic : require"
    ),
    "buffer_subgroup": _uses("result[i] = subgroupAdd(x[i]);").replace(
        "#version 450", "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require"
    ),
    "buffer_memory_model": _buffers(
        "float",
        extensions="#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\n",
    ),
    "buffer_counts": _uses("atomicAdd(result[i], int(x[i]));").replace("float result", "int result"),
    "buffer_counts_from_0": _uses("result[i] = 0; atomicAdd(result[i], int(x[i]));").replace(
        "float result", "int result"
    ),
    "buffer_unreached": _uses("if (i == x.length()) return;", "void never() { result[0] = x[0]; }"),
    "image_plain": _plain(_images("sampler2D", "set = 0, binding = 1, rgba32f")),
    "image_swapped": _shader(
        """
layout(set = 0, binding = 0, rgba32f) uniform image2D x;
layout(set = 0, binding = 1, rgba32f) uniform image2D result;
void copy(ivec2 at) { imageStore(x, at, imageLoad(result, at)); }
void main() { copy(ivec2(gl_GlobalInvocationID.xy)); }
"""
    ),
    "tensor": _tensors("float", 4),
    "tensor_group_of_8_by_8": _tensors("float", 4)
    .replace("= 64", "= 8, local_size_y = 8")
    .replace("  at[4", "  at[2] = gl_GlobalInvocationID.y;\n  at[4"),
    "tensor_plain": _plain(_tensors("float", 4)),
    "tensor_swapped": _plain(_tensors("float", 4))
    .replace("binding = 0", "binding = 2")
    .replace("binding = 1", "binding = 0")
    .replace("binding = 2", "binding = 1"),
    "tensor_3": _tensors("float", 3),
    "tensor_uint8": _tensors("uint8_t", 4),
    "tensor_int8": _tensors("int8_t", 4),
}

# The spelling of flags for both kinds of compilers.
_SHADERC = ("--target-env=vulkan1.3", "-fshader-stage=compute", "shader.comp", "-o", "shader.spv")
_ARM = ("--input", "shader.comp", "--output", "shader.spv")


def spirv(name: str) -> bytes:
    """The compiled shader."""
    return base64.b64decode(_compiled()[name])


def compile_shader(name: str, glslc: str) -> bytes:
    """Compiles the shader, with shaderc's compiler or Arm's; raises CalledProcessError if that fails."""
    flags = _ARM if "scenario_runner" in glslc else _SHADERC
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "shader.comp").write_text(SHADERS[name])
        subprocess.run([glslc, *flags], cwd=directory, check=True)
        return pathlib.Path(directory, "shader.spv").read_bytes()


def _compiled() -> dict[str, str]:
    return json.loads(COMPILED.read_text())


def main(glslc: str, with_tensors: str | None = None) -> None:
    old = _compiled() if COMPILED.exists() else {}
    new = {}
    for name in SHADERS:
        compiler = with_tensors if name.startswith("tensor") else glslc
        new[name] = base64.b64encode(compile_shader(name, compiler)).decode() if compiler else old[name]
    COMPILED.write_text(json.dumps(new, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
