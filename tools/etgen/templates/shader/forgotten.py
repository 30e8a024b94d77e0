"""Warns of operators that an Arm partitioner leaves outside its delegates, without `install` or floats."""

import sys
import warnings

from .operators import OPERATORS

# The module is not imported here: defining the operators only requires PyTorch.
_MODULE = "executorch.backends.arm.tosa.partitioner"
_WATCHED = "_rules_executorch_watched"


def watch() -> None:
    """Checks all partitioned graphs from now on, if Arm's partitioner is loaded; may be called repeatedly."""
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
    # The key is the package, so that a reloaded package replaces its earlier check.
    watched[__package__] = _check


def lacks_floats(partitioner: object) -> bool:
    """Whether the partitioner's TOSA profile only supports integers."""
    spec = getattr(partitioner, "tosa_spec", None)
    return spec is not None and not spec.support_float()


def _check(partitioner: object, program: object) -> None:
    # Ethos-U devices run no shaders, so the operator is left outside intentionally.
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
