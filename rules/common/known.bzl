"""Targets of this repository that hints of messages may name, by their labels in it."""

# Named when an operator has no kernel.
KNOWN_LIBRARIES = [
    "//kernels/portable:portable",
    "//kernels/quantized:quantized",
    "//kernels/llm:llm",
    "//kernels/cortex_m:cortex_m",
]

# Named when a delegate has no backend, by the backend's id.
_BACKENDS = {
    "OpenvinoBackend": "//backends:openvino",
    "QnnBackend": "//backends:qnn",
    "XnnpackBackend": "//backends:xnnpack",
}

def known_backends(repository):
    """The backends that hints may name, as `etgen check` is told of them.

    Args:
      repository: str, how files of users name this repository.

    Returns:
      list[str].
    """
    return ["{}={}{}".format(backend, repository, target) for backend, target in _BACKENDS.items()]
