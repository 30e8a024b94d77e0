"""The only module of this package that uses private parts of ExecuTorch's Arm backend, which may change.

All other modules of the package use public interfaces only. If an import fails here, the package was not
tested with this version of the backend; a newer generator may support it.
"""

import importlib.metadata
import importlib.util
import operator
import os
from collections.abc import Callable

TESTED = ("1.5.1",)
# If set to 1, any version of the backend is accepted, for experiments.
UNTESTED = "RULES_EXECUTORCH_UNTESTED_ARM_BACKEND"

# Packages that Arm's backend imports and executorch does not depend on.
_PACKAGES = {"executorch": "executorch", "tosa_serializer": "tosa-tools", "ml_dtypes": "ml_dtypes"}
INSTALL = (
    "pip install --no-deps tosa-tools==2026.5.0 ml_dtypes==0.5.1 "
    "ai_ml_sdk_model_converter==0.11.0 ai_ml_sdk_vgf_library==0.11.0"
)


def _refuse_untested() -> None:
    version = importlib.metadata.version("executorch").partition("+")[0]
    if version not in TESTED and os.environ.get(UNTESTED) != "1":
        raise ImportError(
            f"tested with the Arm backend of executorch {', '.join(TESTED)}, not of {version}: "
            f"install one of those, or generate this package again; {UNTESTED}=1 tries it as it is"
        )


def _refuse_incomplete() -> None:
    """Reports the packages to install, whose names differ from those of the missing modules."""
    missing = [name for module, name in _PACKAGES.items() if not importlib.util.find_spec(module)]
    if missing:
        raise ImportError(f"the Arm backend needs {', '.join(missing)}: {INSTALL}")


_refuse_incomplete()
_refuse_untested()

try:
    from executorch.backends.arm._passes import EnsureUniqueOutputNodesPass, PropagateViewCopyPermuteUpPass
    from executorch.backends.arm._passes.arm_pass import ArmPass
    from executorch.backends.arm._passes.arm_pass_manager import (
        _registered_pass_insertions,
        register_pass_insertions_after,
    )
    from executorch.backends.arm._passes.arm_pass_utils import (
        create_shape_node,
        get_param_tensor,
        is_param_node,
    )
    from executorch.backends.arm._passes.quant_args import QuantArgs
    from executorch.backends.arm.tosa.dialect.ops import custom
    from executorch.backends.arm.vgf import VgfCompileSpec, VgfPartitioner
    from executorch.backends.arm.vgf.backend import VgfBackend
    from executorch.backends.transforms.utils import create_constant_placeholder
    from executorch.exir.dialects._ops import ops
    from torch.export.graph_signature import InputKind
    from torch.fx.passes.infra.pass_base import PassResult
except ImportError as error:
    raise ImportError(f"ExecuTorch's Arm backend cannot be imported: {error}; {INSTALL}") from error

__all__ = [
    "EARLY",
    "LATE",
    "ArmPass",
    "PassResult",
    "add_constant",
    "check_converted",
    "constant",
    "ops",
    "overload",
    "register_fake",
    "run_after",
    "shape",
    "unscaled",
    "vgf_partitioner",
]

# At this pass, graphs have PyTorch's layout and whole values: quantization is folded, convolutions are
# TOSA's. Earlier is impossible: in 1.5.1, the pass that moves permutes up moves a permute after `1 - x` to
# the 1.
EARLY = PropagateViewCopyPermuteUpPass
# After this pass, nothing is merged, moved or renamed any more.
LATE = EnsureUniqueOutputNodesPass

get_item = operator.getitem


def vgf_partitioner(compile_spec: object = None) -> VgfPartitioner:
    """The backend's partitioner for VGF; the default is its own compile spec."""
    return VgfPartitioner(compile_spec or VgfCompileSpec())


def overload(target: object) -> object:
    """PyTorch's operator of a node's target; None if there is none."""
    return getattr(target, "_op", None)


def run_after(place: type, new: ArmPass) -> None:
    """Registers a pass that runs after those of type `place`; a second call replaces the first."""
    known = _registered_pass_insertions.get(place)
    passes = known.after_passes if known else []
    for i, old in enumerate(passes):
        if _same(type(old), type(new)):
            # The old pass is from this module, or from an earlier import of it.
            passes[i] = new
            return
    register_pass_insertions_after(place, [new])


def _same(a: type, b: type) -> bool:
    """Compares by name, so that a class is equal to the one from an earlier import of its module."""
    return (a.__module__, a.__qualname__) == (b.__module__, b.__qualname__)


def constant(program: object, node: object) -> object:
    """The tensor of a node that is a constant of the program; None for others."""
    if node.op != "placeholder" or node.name in program.graph_signature.buffers_to_mutate:
        return None
    return get_param_tensor(program, node) if is_param_node(program, node) else None


def add_constant(program: object, graph: object, data: object) -> object:
    """A node with a new constant of the program."""
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    name = f"shader_constant_{len(placeholders)}"
    with graph.inserting_before(placeholders[0]):
        return create_constant_placeholder(program, graph, name, InputKind.PARAMETER, data)


def shape(graph: object, sizes: list[int], origin: object) -> object:
    """A node with these sizes, created on behalf of another node."""
    node = create_shape_node(graph, ops.backend.tosa.CONST_SHAPE.default, (sizes,), from_node=origin)
    node.meta["val"] = sizes
    return node


def unscaled(dtype: object) -> QuantArgs:
    """Quantization without effect, which the backend requires to pad small integers."""
    return QuantArgs(1.0, 0, -128, 127, dtype)


_CHECKS = "rules_executorch_checks"


def check_converted(start: Callable[[], None], check: Callable[[bytes], None]) -> None:
    """Registers callbacks: the backend calls `start` before it lowers a graph, and `check` with the resulting
    VGF.

    A second call replaces the first; each package has its own callbacks.
    """
    checks = getattr(VgfBackend.preprocess, _CHECKS, None)
    if checks is None:
        checks, original = {}, VgfBackend.preprocess

        def preprocess(program: object, specs: object) -> object:
            for begin, _ in checks.values():
                begin()
            result = original(program, specs)
            for _, judge in checks.values():
                judge(result.processed_bytes)
            return result

        setattr(preprocess, _CHECKS, checks)
        VgfBackend.preprocess = staticmethod(preprocess)
    checks[__package__] = (start, check)


def register_fake(operator_name: str, fake: Callable) -> None:
    """Registers the function that computes the shape of the `tosa.CUSTOM` of this name; raises `ValueError`
    if the name is taken.
    """
    key = operator_name.replace("::", ".")
    known = custom._TOSA_CUSTOM_FAKE_IMPLS.get(key)
    if known is not None and known.__module__ != fake.__module__:
        raise ValueError(
            f"the TOSA operator {operator_name} belongs to {known.__module__}: choose another operator_name"
        )
    custom.register_fake_tosa(operator_name)(fake)
