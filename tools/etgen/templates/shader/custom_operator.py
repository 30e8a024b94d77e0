"""An operator with a shader, as listed in `operators`."""

import dataclasses
import functools
import importlib.resources
from collections.abc import Callable, Mapping, Sequence

from .formats import FORMATS
from .operator_contract import Contract, Shape, cover, local_shape

Shapes = Mapping[str, Sequence[int]]


@dataclasses.dataclass(frozen=True)
class CustomOperator:
    """The declaration of the yaml entry, and the properties of its shader.

    Attributes:
      schema: the schema in PyTorch, without its namespace.
      out_schema: the schema of the variant that ExecuTorch calls outside a delegate, or None.
      reference: computes the shader's result in PyTorch; None if C++ kernels compute it.
      operator_name: the name in TOSA; domain_name is its domain.
      bindings: the bindings by resource name; those of the arguments in order, then that of the output.
      samplers: the samplers of sampled images.
      shape: computes the output's shape from those of the arguments; None if `like` names the argument that
        has it.
      groups: computes the counts of work groups from the shapes in the shader; None if they cover a resource.
      texts: the texts of `shape` and `groups` in the entry.
    """

    contract: Contract
    schema: str
    out_schema: str | None
    reference: Callable | None
    operator_name: str
    domain_name: str
    shader: str
    entry_point: str
    bindings: Mapping[str, int]
    samplers: Mapping[str, Mapping[str, str]]
    like: str | None
    shape: Callable[[Shapes], tuple] | None
    groups: Callable[[Shapes], tuple] | None
    texts: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def namespace(self) -> str:
        return self.contract.op.partition("::")[0]

    @property
    def name(self) -> str:
        """The name without its namespace, as in PyTorch: `scale` or `scale.by`."""
        return self.schema.partition("(")[0]

    @property
    def has_floats(self) -> bool:
        """Whether an argument or the output has a floating-point dtype."""
        resources = (*self.contract.inputs, self.contract.output)
        return any(FORMATS[resource.format].kind == "SFLOAT" for resource in resources)

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(resource.name for resource in self.contract.inputs)

    def output_shape(self, shapes: Shapes) -> tuple:
        """The output's shape in the graph, from those of the arguments. Raises `ValueError`."""
        return tuple(shapes[self.like]) if self.shape is None else self._computed("shape", shapes)

    def local_shapes(self, shapes: Shapes) -> dict[str, Shape]:
        """The shapes in the shader."""
        return {r.name: local_shape(self.contract, r, shapes[r.name]) for r in self.contract.resources}

    def dispatch(self, shapes: Shapes) -> tuple[int, int, int]:
        """The counts of work groups, from all shapes in the graph, including the output's. Raises
        `ValueError`.
        """
        if self.groups is None:
            return cover(self.contract, shapes)
        return self._computed("groups", self.local_shapes(shapes))

    def _computed(self, key: str, shapes: Shapes) -> tuple:
        try:
            return getattr(self, key)(shapes)
        except ZeroDivisionError:
            sizes = ", ".join(f"{name} {list(shape)}" for name, shape in shapes.items())
            raise ValueError(f"{key} {self.texts[key]} divides by zero for {sizes}") from None

    @functools.cached_property
    def spirv(self) -> bytes:
        """The compiled shader, which is package data."""
        return (importlib.resources.files(__package__) / self.shader).read_bytes()
