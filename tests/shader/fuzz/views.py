"""The GLSL that declares, reads and writes the resources of a drawn shader.

Every kind of resource is read and written by the index of a scalar in the layout that the shader sees. The
same expression can therefore be computed on any kind, and in PyTorch.
"""

import dataclasses

from etgen.shader.formats import FORMATS, Format

# The type of a dtype's scalars in the shader, and the prefix of its images and vectors.
SCALARS = {"float32": "float", "float16": "float16_t", "int32": "int", "int16": "int16_t", "int8": "int8_t"}
EXTENSIONS = """#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
"""


@dataclasses.dataclass(frozen=True)
class View:
    """A resource.

    Attributes:
      name: the argument's name, or `out`.
      width: the number of scalars in an element of a buffer's array, or in a texel.
      form: for buffers of width 3 or more: `vector` or `struct`.
      access: the qualifier, or empty.
      instance: whether a buffer block has an instance name.
      size: the size of a buffer's array, or empty.
    """

    name: str
    kind: str
    format: str
    binding: int
    width: int = 1
    form: str = "vector"
    access: str = ""
    instance: bool = False
    size: str = ""
    rank: int = 0
    layout: str = ""

    @property
    def described(self) -> Format:
        return FORMATS[self.format]

    @property
    def is_float(self) -> bool:
        return self.described.kind == "SFLOAT"

    @property
    def compute(self) -> str:
        """The type that the shader computes in."""
        return "float" if self.is_float else "int"

    @property
    def scalar(self) -> str:
        return SCALARS[self.described.dtype]

    def entry(self) -> dict:
        """The resource in the yaml."""
        entry = {"kind": self.kind, "binding": self.binding, "format": self.format}
        return entry | ({"sampler": {"filter": "nearest"}} if self.kind == "sampled_image" else {})

    def declaration(self) -> str:
        """The declaration of the resource, with the functions that read or write it."""
        head, access = f"layout(set = 0, binding = {self.binding}", f"{self.access} " if self.access else ""
        prefix = "" if self.is_float else "i"
        if self.kind == "tensor":
            lines = f"{head}) {access}uniform tensorARM<{self.scalar}, {self.rank}> r_{self.name};\n"
        elif self.kind == "sampled_image":
            lines = f"{head}) uniform {prefix}sampler2D r_{self.name};\n"
        elif self.kind == "storage_image":
            qualifier = self.described.qualifier
            lines = f"{head}, {qualifier}) {access}uniform {prefix}image2D r_{self.name};\n"
        else:
            lines = self._block(head, access)
        return lines + (self._write() if self.name == "out" else self._read())

    def _element(self) -> str:
        if self.width == 1:
            return self.scalar
        if self.form == "struct":
            return f"E_{self.name}"
        prefix = {"float": "", "float16_t": "f16", "int": "i", "int16_t": "i16", "int8_t": "i8"}[self.scalar]
        return f"{prefix}vec{self.width}"

    def _block(self, head: str, access: str) -> str:
        struct = ""
        if self.width > 1 and self.form == "struct":
            members = " ".join(f"{self.scalar} c{i};" for i in range(self.width))
            struct = f"struct E_{self.name} {{ {members} }};\n"
        layout = f", {self.layout}" if self.layout else ""
        member = "data" if self.instance else f"r_{self.name}"
        end = f"}} r_{self.name};" if self.instance else "};"
        block = f"buffer B_{self.name} {{ {self._element()} {member}[{self.size}]; {end}"
        return f"{struct}{head}{layout}) {access}{block}\n"

    @property
    def array(self) -> str:
        return f"r_{self.name}.data" if self.instance else f"r_{self.name}"

    def _read(self) -> str:
        return f"{self.compute} read_{self.name}(uint f) {{\n{self._read_body()}}}\n"

    def _read_body(self) -> str:
        if self.kind == "tensor":
            return (
                f"{self._coordinates('f')}  {self.scalar} value;\n"
                f"  tensorReadARM(r_{self.name}, at, value);\n  return {self.compute}(value);\n"
            )
        if self.kind == "buffer":
            return f"  return {self.compute}({self._component('f')});\n"
        size = "textureSize(r_{0}, 0)" if self.kind == "sampled_image" else "imageSize(r_{0})"
        at = f"ivec2(int(f / {self.width}u) % width, int(f / {self.width}u) / width)"
        load = f"texelFetch(r_{self.name}, {at}, 0)"
        if self.kind == "storage_image":
            load = f"imageLoad(r_{self.name}, {at})"
        lines = [
            f"int width = {size.format(self.name)}.x;",
            f"return {self.compute}({load}[f % {self.width}u]);",
        ]
        return "".join(f"  {line}\n" for line in lines)

    def _component(self, index: str) -> str:
        if self.width == 1:
            return f"{self.array}[{index}]"
        if self.form == "vector":
            return f"{self.array}[{index} / {self.width}u][{index} % {self.width}u]"
        element = f"{self.array}[{index} / {self.width}u]"
        chosen = f"{element}.c{self.width - 1}"
        for i in range(self.width - 2, -1, -1):
            chosen = f"{index} % {self.width}u == {i}u ? {element}.c{i} : {chosen}"
        return chosen

    def units(self) -> str:
        """The number of elements, or texels, in GLSL; elements of a tensor are counted in a loop."""
        if self.kind == "buffer":
            return f"uint({self.array}.length())"
        if self.kind == "storage_image":
            return f"uint(imageSize(r_{self.name}).x * imageSize(r_{self.name}).y)"
        return f"count_{self.name}()"

    def _write(self) -> str:
        """`write_out(u)`, which writes the element, or texel, of this index with `compute(f)`."""
        values = [f"{self.scalar}(compute(u * {self.width}u + {i}u))" for i in range(self.width)]
        if self.kind == "buffer":
            return f"void write_out(uint u) {{\n  {self.array}[u] = {self._built(values)};\n}}\n"
        if self.kind == "storage_image":
            texel = "vec4" if self.is_float else "ivec4"
            channels = [f"compute(u * {self.width}u + {i}u)" for i in range(self.width)]
            channels += ["0"] * (4 - self.width)
            return (
                "void write_out(uint u) {\n"
                f"  int width = imageSize(r_{self.name}).x;\n"
                f"  ivec2 at = ivec2(int(u) % width, int(u) / width);\n"
                f"  imageStore(r_{self.name}, at, {texel}({', '.join(channels)}));\n}}\n"
            )
        sizes = " * ".join(f"tensorSizeARM(r_{self.name}, {i}u)" for i in range(self.rank))
        return (
            f"uint count_{self.name}() {{\n  return {sizes};\n}}\n"
            f"void write_out(uint u) {{\n{self._coordinates('u')}"
            f"  tensorWriteARM(r_{self.name}, at, {self.scalar}(compute(u)));\n}}\n"
        )

    def _coordinates(self, index: str) -> str:
        """`at`, the coordinates of the tensor element with this index."""
        lines = [f"uint at[{self.rank}];", f"uint rest = {index};"]
        for i in reversed(range(self.rank)):
            size = f"tensorSizeARM(r_{self.name}, {i}u)"
            lines += [f"at[{i}] = rest % {size};", f"rest /= {size};"]
        return "".join(f"  {line}\n" for line in lines)

    def _built(self, values: list[str]) -> str:
        return values[0] if self.width == 1 else f"{self._element()}({', '.join(values)})"
