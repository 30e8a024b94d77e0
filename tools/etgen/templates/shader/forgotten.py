"""Warns of operators that an Arm partitioner leaves outside of its delegates, without `install` or floats."""

import sys
import warnings

from .operators import OPERATORS

# Not imported here: defining the operators takes PyTorch alone.
_MODULE = "executorch.backends.arm.tosa.partitioner"
_WATCHED = "_rules_executorch_watched"


def watch() -> None:
    """Looks at what is partitioned from now on, if there is a partitioner of Arm's; repeat it at will."""
    partitioner = getattr(sys.modules.get(_MODULE), "TOSAPartitioner", None)
    if partitioner is None or not hasattr(partitioner, "partition"):
        return
    watched = getattr(partitioner.partition, _WATCHED, None)
    if watched is None:
        watched, original = {}, partitioner.partition

        def partition(self: object, exported_program: object) -> object:
            for check in watched.values():
                check(self, exported_program)
            return original(self, exported_program)

        setattr(partition, _WATCHED, watched)
        partitioner.partition = partition
    # By package, so that one that is loaded again replaces itself.
    watched[__package__] = _check


def lacks_floats(partitioner: object) -> bool:
    """Whether the partitioner is for a profile of TOSA that has integers alone."""
    spec = getattr(partitioner, "tosa_spec", None)
    return spec is not None and not spec.support_float()


def _check(partitioner: object, program: object) -> None:
    # Partitioners of an Ethos-U run no shaders, so it is no mistake there.
    if type(partitioner).__name__ == "EthosUPartitioner":
        return
    registered = {str(op) for op in getattr(partitioner, "_custom_partition_ops", ())}
    own = {f"{op.namespace}.{op.name if '.' in op.name else op.name + '.default'}": op for op in OPERATORS}
    called = {
        str(getattr(node.target, "_op", node.target))
        for node in program.graph_module.graph.nodes
        if node.op == "call_function"
    }
    left = sorted(called & own.keys() - registered)
    floats = [name for name in left if own[name].has_floats and lacks_floats(partitioner)]
    for names, reason in (
        ([n for n in left if n not in floats], f"call {__package__}.install(partitioner) before it is used"),
        (floats, f"{getattr(partitioner, 'tosa_spec', '')} has no floats, VgfCompileSpec() has"),
    ):
        if names:
            ops = ", ".join(own[name].contract.op for name in names)
            warnings.warn(f"{ops} will not be in the delegate: {reason}", stacklevel=2)
