"""The Vulkan formats of a shader's resources.

They are the formats that ExecuTorch's Arm backend supports. Names have no `VK_FORMAT_` prefix here. This
module is copied into generated packages, so it imports nothing of etgen.
"""

import dataclasses
import re

PREFIX = "VK_FORMAT_"


@dataclasses.dataclass(frozen=True)
class Format:
    """One VkFormat.

    Attributes:
      name: `R32G32_SFLOAT`.
      components: the number of channels of a texel; 1 for a scalar format.
      kind: `SFLOAT`, `SINT`, `UINT`, `SNORM` or `BOOL`.
      bits: the bits of a component.
      dtype: PyTorch's name of the dtype of tensors in this format.
      qualifier: the `layout` qualifier of a storage image in GLSL; None if there is none.
    """

    name: str
    components: int
    kind: str
    bits: int

    @property
    def vk_name(self) -> str:
        return PREFIX + self.name

    @property
    def is_scalar(self) -> bool:
        return self.components == 1

    @property
    def scalar_bytes(self) -> int:
        return self.bits // 8

    @property
    def dtype(self) -> str:
        if self.kind == "BOOL":
            return "bool"
        prefix = {"SFLOAT": "float", "UINT": "uint"}.get(self.kind, "int")
        return f"{prefix}{self.bits}"

    @property
    def qualifier(self) -> str | None:
        if self.kind == "BOOL" or self.bits == 64:
            return None
        channels = {1: "r", 2: "rg", 4: "rgba"}[self.components]
        suffix = {"SFLOAT": "f", "SINT": "i", "UINT": "ui", "SNORM": "_snorm"}[self.kind]
        return f"{channels}{self.bits}{suffix}"


def _parse(name: str) -> Format:
    channels, _, kind = name.removesuffix("_ARM").partition("_")
    bits = re.findall(r"[RGBA](\d+)", channels)
    return Format(name, len(bits), kind, int(bits[0]))


_NAMES = """
    R8_BOOL_ARM R8_UINT R8_SINT R16_UINT R16_SINT R16_SFLOAT R32_UINT R32_SINT R32_SFLOAT R64_SINT
    R8G8_UINT R8G8_SINT R16G16_UINT R16G16_SINT R16G16_SFLOAT R32G32_UINT R32G32_SINT R32G32_SFLOAT
    R8G8B8A8_UINT R8G8B8A8_SINT R8G8B8A8_SNORM R16G16B16A16_UINT R16G16B16A16_SINT R16G16B16A16_SFLOAT
    R32G32B32A32_UINT R32G32B32A32_SINT R32G32B32A32_SFLOAT
""".split()

FORMATS = {name: _parse(name) for name in _NAMES}


def find(name: str) -> Format | None:
    """The format with this name, with or without `VK_FORMAT_`, or None."""
    return FORMATS.get(name.removeprefix(PREFIX))
