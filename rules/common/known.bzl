"""Targets of this repository that hints may name, by their labels in this repository."""

# Suggested when an operator has no kernel.
KNOWN_LIBRARIES = [
    "//kernels/portable:portable",
    "//kernels/quantized:quantized",
    "//kernels/llm:llm",
    "//kernels/cortex_m:cortex_m",
    "//kernels/fused:fused",
]

# Suggested when a delegate has no backend, by the id of the backend.
_BACKENDS = {
    "OpenvinoBackend": "//backends:openvino",
    "QnnBackend": "//backends:qnn",
    "XnnpackBackend": "//backends:xnnpack",
}

def known_backends(repository):
    """The backends that hints may name, in the form of the flags of `etgen check`.

    Args:
      repository: str, the name of this repository in files of users.

    Returns:
      list[str].
    """
    return ["{}={}{}".format(backend, repository, target) for backend, target in _BACKENDS.items()]
