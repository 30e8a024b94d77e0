"""Backend libraries: the C++ libraries that run delegates, and the ids that the runtime finds them by.

A library is described by a JSON file, which the build rules write:

    {"label": "//vendor:npu", "backends": ["NpuBackend"]}
"""

import collections
from collections.abc import Iterable

from etgen import json_io
from etgen.errors import Location, Problem, input_error

_SHAPE = {"label": str, "backends": [str]}


class BackendLibrary(collections.namedtuple("BackendLibrary", "label backends")):
    """A library, as described in its file.

    Attributes:
      label: the build target, for messages.
      backends: a tuple of the ids that it registers with the runtime.
    """


def read(path: str) -> BackendLibrary:
    """Reads a library from its description; raises `InputError` if the file is invalid."""
    document = json_io.load(path, "a backend library", "et_backend_library", _SHAPE, {})
    if not all(document["backends"]):
        hint = 'give the id that the library registers, such as "XnnpackBackend"'
        raise input_error("a backend id is empty", hint, Location(path), document["label"])
    return BackendLibrary(document["label"], tuple(document["backends"]))


def registered_twice(libraries: Iterable[BackendLibrary]) -> list[Problem]:
    """A problem for every backend that two of the libraries register: the runtime would keep any of them."""
    owners: dict[str, BackendLibrary] = {}
    problems = []
    for library in libraries:
        for backend in dict.fromkeys(library.backends):
            owner = owners.setdefault(backend, library)
            if owner is not library:
                what = "registered by both {} and {}".format(*sorted((owner.label, library.label)))
                problems.append(Problem(what, "link the binary with one of them", op=backend))
    return problems
