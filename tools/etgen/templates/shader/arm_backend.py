"""All that this package takes from inside of ExecuTorch's Arm backend, which promises nothing about it.

Every other module of the package uses public interfaces only. Where this import fails, the backend is not one
that the package was tested with; a newer generator knows newer backends.
"""

import importlib.metadata
import operator
import os
from collections.abc import Callable

TESTED = ("1.5.1",)
# Set to 1, takes whatever version there is; for who wants to find out.
UNTESTED = "RULES_EXECUTORCH_UNTESTED_ARM_BACKEND"


def _refuse_untested() -> None:
    version = importlib.metadata.version("executorch").partition("+")[0]
    if version not in TESTED and os.environ.get(UNTESTED) != "1":
        raise ImportError(
            f"tested with the Arm backend of executorch {', '.join(TESTED)}, not of {version}: "
            f"install the former, or generate this package anew; {UNTESTED}=1 tries it as it is"
        )


_refuse_untested()

try:
    from executorch.backends.arm._passes import EnsureUniqueOutputNodesPass, RewriteMatmulPass
    from executorch.backends.arm._passes.arm_pass import ArmPass
    from executorch.backends.arm._passes.arm_pass_manager import (
        _registered_pass_insertions,
        register_pass_insertions_after,
    )
    from executorch.backends.arm.tosa.dialect.ops import custom
    from executorch.exir.dialects._ops import ops
    from torch.fx.passes.infra.pass_base import PassResult
except ImportError as error:
    raise ImportError(
        f"ExecuTorch's Arm backend cannot be imported: {error}; it needs tosa-tools and ml_dtypes"
    ) from error

__all__ = ["EARLY", "LATE", "ArmPass", "PassResult", "ops", "overload", "register_fake", "run_after"]

# Here graphs have PyTorch's layout and whole values: quantization is folded, convolutions are already TOSA's.
EARLY = RewriteMatmulPass
# Here nothing is merged, moved or renamed any more.
LATE = EnsureUniqueOutputNodesPass

get_item = operator.getitem


def overload(target: object) -> object:
    """PyTorch's operator behind a node's target; None where there is none."""
    return getattr(target, "_op", None)


def run_after(place: type, new: ArmPass) -> None:
    """Has the backend run a pass after those of type `place`; a second call changes nothing."""
    known = _registered_pass_insertions.get(place)
    if not any(_same(type(old), type(new)) for old in (known.after_passes if known else ())):
        register_pass_insertions_after(place, [new])


def _same(a: type, b: type) -> bool:
    """By name, so that a module which was loaded again is not taken for another."""
    return (a.__module__, a.__qualname__) == (b.__module__, b.__qualname__)


def register_fake(operator_name: str, fake: Callable) -> None:
    """Has `tosa.CUSTOM` of that name take its shape from `fake`; raises `ValueError` if the name is taken."""
    key = operator_name.replace("::", ".")
    known = custom._TOSA_CUSTOM_FAKE_IMPLS.get(key)
    if known is not None and known.__module__ != fake.__module__:
        raise ValueError(
            f"the TOSA operator {operator_name} belongs to {known.__module__}: choose another operator_name"
        )
    custom.register_fake_tosa(operator_name)(fake)
