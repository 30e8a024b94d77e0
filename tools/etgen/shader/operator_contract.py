"""An operator in the form that the contract's rules need: resources, their shapes in the shader, dispatch.

Generated packages contain a copy of this module, of `runtime_rules` and of `formats`, so it imports nothing
but these and the standard library. Shapes are tuples of int.
"""

import dataclasses
import math
from collections.abc import Mapping, Sequence

from .formats import FORMATS

IMAGES = ("sampled_image", "storage_image")
_NHWC, _NCHW = "nhwc", "nchw"


@dataclasses.dataclass(frozen=True)
class Limits:
    """The limits of a device, named as in VkPhysicalDeviceLimits; the defaults hold for every device."""

    max_compute_work_group_count: tuple[int, int, int] = (65535, 65535, 65535)
    max_compute_work_group_invocations: int = 128
    max_compute_work_group_size: tuple[int, int, int] = (128, 128, 64)
    max_compute_shared_memory_size: int = 16384
    max_image_dimension_2d: int = 4096
    max_storage_buffer_range: int = 1 << 27


@dataclasses.dataclass(frozen=True)
class Violation:
    """A violation of a rule by a resource or, if it is None, by the operator."""

    rule: str
    resource: str | None
    what: str
    hint: str

    def __str__(self) -> str:
        subject = f"{self.resource} " if self.resource else ""
        return f"{subject}[{self.rule}]: {self.what} (hint: {self.hint})"


class ContractError(ValueError):
    """A graph that the shader does not support; names the node and every violated rule."""

    def __init__(self, op: str, node: str, violations: Sequence[Violation]):
        self.violations = tuple(violations)
        super().__init__("\n".join(f"{op}, node {node}: {violation}" for violation in violations))


@dataclasses.dataclass(frozen=True)
class Resource:
    """The properties of a resource that the rules need.

    Attributes:
      vector: for a buffer, the number of scalars in an element of its array; otherwise 1.
      length: for a buffer whose array has a size, that size; otherwise None.
      rank: for a tensor, its rank in the shader; otherwise None.
    """

    name: str
    kind: str
    format: str
    vector: int = 1
    length: int | None = None
    rank: int | None = None

    @property
    def is_image(self) -> bool:
        return self.kind in IMAGES


@dataclasses.dataclass(frozen=True)
class Contract:
    """An operator in the form that the rules need.

    Attributes:
      cover: the resource whose elements the dispatch covers, or None.
      written: the number of elements of the output that an invocation can write, in texels for an image,
        else in scalars; None if it writes in a loop.
      axes: the axes of the dispatch that distinguish invocations; invocations along other axes do the same.
    """

    op: str
    layout: str
    pad_channels: bool
    inputs: tuple[Resource, ...]
    output: Resource
    local_size: tuple[int, int, int]
    cover: str | None
    written: int | None = None
    axes: tuple[int, ...] = (0, 1, 2)
    limits: Limits = Limits()

    @property
    def resources(self) -> tuple[Resource, ...]:
        return (*self.inputs, self.output)

    def find(self, name: str) -> Resource:
        """The resource of that name."""
        return next(r for r in self.resources if r.name == name)


Shape = tuple[int, ...]


def local_shape(contract: Contract, resource: Resource, shape: Sequence[int]) -> Shape:
    """The shape in the shader of a value with this shape in the graph: channels-last, and padded."""
    local = tuple(shape)
    if contract.layout == _NHWC and len(local) == 4:
        local = (local[0], local[2], local[3], local[1])
    if contract.pad_channels and resource.is_image and local:
        local = (*local[:-1], max(local[-1], FORMATS[resource.format].components))
    return local


def size(shape: Sequence[int], axis: str, channels_first: bool = False) -> int:
    """The size of `x.axis` in an expression; `channels_first` for NCHW. Raises `ValueError`."""
    if axis == "numel":
        return math.prod(shape)
    rank = len(shape)
    if axis.isdigit():
        if int(axis) >= rank:
            raise ValueError(f"a tensor with a rank of {rank} has no dimension {axis}")
        return shape[int(axis)]
    if rank not in (3, 4):
        raise ValueError(f"{axis} is of tensors of 3 or 4 dimensions, not {rank}: use numbers")
    if axis == "n" and rank == 3:
        return 1
    return shape[rank - 4 + (_NCHW if channels_first and rank == 4 else _NHWC).index(axis)]


def cover(contract: Contract, shapes: Mapping[str, Sequence[int]]) -> tuple[int, int, int]:
    """The counts of work groups that cover the resource `contract.cover`, for shapes in the graph."""
    resource = contract.find(contract.cover or "")
    local = local_shape(contract, resource, shapes[resource.name])
    x, y, _ = contract.local_size
    if resource.is_image:
        return -(-local[-2] // x), -(-local[-3] // y), 1
    elements = -(-math.prod(local) // resource.vector)
    return -(-elements // x), 1, 1
