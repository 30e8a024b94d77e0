"""Which kernel serves a call: the rule, apart from files and messages.

Kernels come from libraries, which an app lists in order of preference. For a call with known dtypes and dim
orders, and the place of the app:

    | the library has                                           | the call is served by              |
    |-----------------------------------------------------------|------------------------------------|
    | a kernel specialised for exactly this call                | the specialised kernel             |
    | no such kernel, but a default kernel for these dtypes     | the default kernel                 |
    | neither, or only kernels for other places                 | the next library                   |
    | (no library left)                                         | no kernel: an error                |

Every app runs on a CPU, wherever else. So if the app's place is another, a kernel for `cpu` serves the calls
that the kernels for the place leave open, whatever the order of the libraries, unless its library is to be
preferred.

A default kernel supports all dtypes unless its yaml lists them. The first default kernel that serves a call
is registered as the default kernel; another one, for a call with dtypes that the first does not support, is
registered with the key of exactly that call.

For an operator that may be called with any dtypes, all specialised kernels of the libraries up to the first
library with a default kernel are registered, and that default kernel. If two libraries have the same key, the
first wins.
"""

import collections
from collections.abc import Iterable, Sequence

from etgen.kernel_key import KernelKey
from etgen.library import DEFAULT_PLACE, KernelLibrary
from etgen.schema import OpName


class Candidate(collections.namedtuple("Candidate", "kernel owner rank")):
    """A kernel of a library. An entry may state another library and place than its file's.

    Attributes:
      kernel: the `Kernel`.
      owner: the `KernelLibrary` whose yaml has it.
      rank: its place in the order of preference: whether it only fills in, then the position of its library.
    """

    @property
    def library(self) -> str:
        return self.kernel.library or self.owner.name

    @property
    def place(self) -> str:
        return self.kernel.place or self.owner.place

    @property
    def is_default(self) -> bool:
        return self.kernel.keys is None

    def serves(self, key: KernelKey) -> bool:
        if not self.is_default:
            return key in self.kernel.keys
        dtypes = self.kernel.dtypes
        return dtypes is None or all(meta.dtype in dtypes for meta in key)


def candidates(
    name: OpName,
    libraries: Sequence[KernelLibrary],
    prefer: Sequence[str] = (),
    place: str = DEFAULT_PLACE,
) -> list[Candidate]:
    """All kernels of an operator, those of the preferred libraries first, for an app's place.

    A kernel whose entry names a library of the app ranks as part of that library, any other kernel as part of
    the library of its file.
    """
    order = [*prefer, *(lib.name for lib in libraries)]
    result = []
    for lib in libraries:
        for kernel in lib.entries[name].kernels if name in lib.entries else ():
            position = order.index(kernel.library if kernel.library in order else lib.name)
            fills_in = (kernel.place or lib.place) == DEFAULT_PLACE != place and position >= len(prefer)
            result.append(Candidate(kernel, lib, (fills_in, position)))
    return sorted(result, key=lambda candidate: candidate.rank)


class Choice(collections.namedtuple("Choice", "winners by_default unserved")):
    """The kernels that are registered for an operator.

    Attributes:
      winners: a dict of the `Candidate` for each `KernelKey`; the candidate of None serves all other calls.
      by_default: a tuple of the known calls that the candidate of None serves.
      unserved: a tuple of the known calls that no kernel serves.
    """


def choose(usable: list[Candidate], calls: Iterable[KernelKey], any_call: bool) -> Choice:
    """Applies the rule to the kernels for the app's place, given in order of preference."""
    first = next((c for c in usable if c.is_default), None)
    wanted = set(calls)
    if any_call:
        asked = (c for c in usable if first is None or c.rank <= first.rank)
        wanted |= {key for c in asked for key in c.kernel.keys or ()}
    # Within a library, specialised kernels come before default ones.
    in_order = sorted(usable, key=lambda c: (c.rank, c.is_default))
    serving = {key: next((c for c in in_order if c.serves(key)), None) for key in sorted(wanted)}
    winners: dict[KernelKey | None, Candidate] = {key: c for key, c in serving.items() if c}
    won = {id(c) for c in winners.values()}
    default = first if any_call else next((c for c in in_order if c.is_default and id(c) in won), None)
    by_default = tuple(key for key, c in winners.items() if c is default)
    if default:
        winners = {key: c for key, c in winners.items() if c is not default} | {None: default}
    return Choice(winners, by_default, tuple(key for key, c in serving.items() if c is None))
