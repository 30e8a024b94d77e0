"""Warns of operators that an Arm partitioner leaves outside of its delegates, for want of `install`."""

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
    if forgotten := sorted(called & own.keys() - registered):
        names = ", ".join(own[name].contract.op for name in forgotten)
        warnings.warn(
            f"{names} will not be in the delegate: call {__package__}.install(partitioner) before it is used",
            stacklevel=2,
        )
