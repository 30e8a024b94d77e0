"""An operator with a shader, as `operators` lists them."""

import dataclasses
import functools
import importlib.resources
from collections.abc import Callable, Mapping, Sequence

from .formats import FORMATS
from .operator_contract import Contract, Shape, cover, local_shape

Shapes = Mapping[str, Sequence[int]]


@dataclasses.dataclass(frozen=True)
class CustomOperator:
    """What the yaml entry declares, and what the shader was found to be.

    Attributes:
      schema: in PyTorch, without its namespace.
      out_schema: of the variant that ExecuTorch calls where there is no delegate, or None.
      reference: computes in PyTorch what the shader computes; None where C++ kernels do.
      operator_name: in TOSA, as is domain_name.
      bindings: by the names of resources; those of the arguments in order, then that of the output.
      samplers: of the sampled images.
      shape: the output's, of the shapes of the arguments; None where it is that of the argument `like`.
      groups: how many work groups run, of the shapes that the shader sees; None where they cover a resource.
      texts: `shape` and `groups` as the entry has them.
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
        """Without its namespace, as its variants are called in PyTorch: `scale` or `scale.by`."""
        return self.schema.partition("(")[0]

    @property
    def has_floats(self) -> bool:
        """Whether an argument or the output is of floats."""
        resources = (*self.contract.inputs, self.contract.output)
        return any(FORMATS[resource.format].kind == "SFLOAT" for resource in resources)

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(resource.name for resource in self.contract.inputs)

    def output_shape(self, shapes: Shapes) -> tuple:
        """The output's, as the graph sees it, of those of the arguments. Raises `ValueError`."""
        return tuple(shapes[self.like]) if self.shape is None else self._computed("shape", shapes)

    def local_shapes(self, shapes: Shapes) -> dict[str, Shape]:
        """The shapes that the shader sees."""
        return {r.name: local_shape(self.contract, r, shapes[r.name]) for r in self.contract.resources}

    def dispatch(self, shapes: Shapes) -> tuple[int, int, int]:
        """How many work groups run, of all shapes in the graph, the output's too. Raises `ValueError`."""
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
