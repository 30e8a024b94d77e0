"""An operator as the rules of the contract see it: its resources, their shapes in the shader, its dispatch.

Generated packages carry a copy of this module, of `runtime_rules` and of `formats`, so it imports nothing but
these and the standard library. Shapes are tuples of int.
"""

import dataclasses
import math
from collections.abc import Mapping, Sequence

from .formats import FORMATS

IMAGES = ("sampled_image", "storage_image")
_NHWC, _NCHW = "nhwc", "nchw"


@dataclasses.dataclass(frozen=True)
class Limits:
    """What a device can, by the names of VkPhysicalDeviceLimits; by default what every device can."""

    max_compute_work_group_count: tuple[int, int, int] = (65535, 65535, 65535)
    max_compute_work_group_invocations: int = 128
    max_compute_work_group_size: tuple[int, int, int] = (128, 128, 64)
    max_compute_shared_memory_size: int = 16384
    max_image_dimension_2d: int = 4096
    max_storage_buffer_range: int = 1 << 27


@dataclasses.dataclass(frozen=True)
class Violation:
    """A rule that does not hold, for one resource or, if it is None, for the operator."""

    rule: str
    resource: str | None
    what: str
    hint: str

    def __str__(self) -> str:
        subject = f"{self.resource} " if self.resource else ""
        return f"{subject}[{self.rule}]: {self.what} (hint: {self.hint})"


class ContractError(ValueError):
    """A graph that the shader cannot serve; names the node and every rule that does not hold."""

    def __init__(self, op: str, node: str, violations: Sequence[Violation]):
        self.violations = tuple(violations)
        super().__init__("\n".join(f"{op}, node {node}: {violation}" for violation in violations))


@dataclasses.dataclass(frozen=True)
class Resource:
    """What the rules need to know of a resource.

    Attributes:
      vector: for a buffer, how many scalars an element of its array has; 1 otherwise.
      length: for a buffer whose array has a size, that size; None otherwise.
      rank: for a tensor, its rank in the shader; None otherwise.
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
    """An operator as the rules see it.

    Attributes:
      cover: the resource whose elements the dispatch covers, or None.
      written: how many elements of the output an invocation can write, texels of an image or else scalars;
        None where it writes in a loop.
      axes: of the dispatch, along which invocations are told apart; the others do the same.
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
    """The shape that the shader sees of a value with this shape in the graph: channels last, and padded."""
    local = tuple(shape)
    if contract.layout == _NHWC and len(local) == 4:
        local = (local[0], local[2], local[3], local[1])
    if contract.pad_channels and resource.is_image and local:
        local = (*local[:-1], max(local[-1], FORMATS[resource.format].components))
    return local


def size(shape: Sequence[int], axis: str, channels_first: bool = False) -> int:
    """The size that `x.axis` stands for in an expression; `channels_first` for NCHW. Raises `ValueError`."""
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
    """The counts of work groups that cover the resource `contract.cover`, given the shapes in the graph."""
    resource = contract.find(contract.cover or "")
    local = local_shape(contract, resource, shapes[resource.name])
    x, y, _ = contract.local_size
    if resource.is_image:
        return -(-local[-2] // x), -(-local[-3] // y), 1
    elements = -(-math.prod(local) // resource.vector)
    return -(-elements // x), 1, 1
