"""`etgen resolve`: for each selected operator, which kernel of which library serves its calls.

The rule is in choice.py. A kernel that could have served a call but was not chosen is recorded as a loser,
with the reason.
"""

import argparse
from collections.abc import Iterable, Sequence

from etgen import backend_library, library, opset, resolution, selection, unserved
from etgen.choice import Candidate, Choice, candidates, choose
from etgen.dtypes import describe
from etgen.errors import InputError, Problem, did_you_mean, input_error, nearest
from etgen.kernel_key import KernelKey, describe_key
from etgen.library import DEFAULT_PLACE, KernelLibrary
from etgen.output import OutputFiles
from etgen.resolution import Loser, Resolution, ResolvedKernel, ResolvedOp
from etgen.schema import OpName
from etgen.selected_op import SelectedOp
from etgen.selection import Selection

HELP = "choose a kernel for every selected call; write resolution.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--selection", action="append", required=True, help="a selected_operators.yaml; may repeat"
    )
    parser.add_argument(
        "--kernel-library",
        action="append",
        default=[],
        metavar="JSON",
        help="the description of a kernel library; repeat in order of preference",
    )
    parser.add_argument("--functions-yaml", help="kernels to prefer over all kernel libraries")
    parser.add_argument("--custom-ops-yaml", help="as --functions-yaml, for operators that are not in ATen")
    parser.add_argument("--fallback-yaml", help="kernels for calls that --functions-yaml does not serve")
    parser.add_argument(
        "--known-library",
        action="append",
        default=[],
        metavar="JSON",
        help="a kernel library that is only suggested in hints",
    )
    parser.add_argument(
        "--prefer",
        action="append",
        default=[],
        metavar="LIBRARY",
        help="the name of a library to prefer to all others; repeat in order of preference",
    )
    parser.add_argument(
        "--backend-library",
        action="append",
        default=[],
        metavar="JSON",
        help="a backend library that the kernels are linked with; no two may have the same backend",
    )
    parser.add_argument("--place", default=DEFAULT_PLACE, help="where the app runs (default: cpu)")
    parser.add_argument(
        "--dtype-selective-build",
        action="store_true",
        help="compile the kernels only for the selected dtypes",
    )
    parser.add_argument(
        "--call-selective-build",
        action="store_true",
        help="compile the kernels only for what is true of all selected calls, as select --call-facts says",
    )
    parser.add_argument(
        "--manual-registration",
        action="store_true",
        help="register the kernels when register_<name>_kernels(), with the name of the library, or "
        "register_all_kernels() is called, not when the binary is loaded",
    )
    parser.add_argument("--label", default="", help="the name of the result in messages")
    parser.add_argument("--output", required=True, help="resolution.json")


def run(args: argparse.Namespace) -> None:
    selected = selection.union(map(selection.read, args.selection))
    libraries = _yaml_libraries(args) + [library.read(path) for path in args.kernel_library]
    if twice := backend_library.registered_twice(map(backend_library.read, args.backend_library)):
        raise InputError(twice)
    result = resolve(
        selected,
        libraries,
        place=args.place,
        label=args.label,
        known=library.NamedInHints(args.known_library),
        prefer=args.prefer,
        by_dtype=args.dtype_selective_build,
        by_calls=args.call_selective_build,
        manual=args.manual_registration,
    )
    outputs = OutputFiles()
    outputs.add(args.output, resolution.dump(result))
    outputs.write()


def _yaml_libraries(args: argparse.Namespace) -> list[KernelLibrary]:
    """The libraries that are given only as yaml files."""
    files = [
        ("functions_yaml", [args.functions_yaml], [args.custom_ops_yaml]),
        ("fallback_yaml", [args.fallback_yaml], []),
    ]
    return [
        library.from_files(name, list(filter(None, functions)), list(filter(None, custom)))
        for name, functions, custom in files
        if any(functions + custom)
    ]


def resolve(
    selected: Selection,
    libraries: list[KernelLibrary],
    place: str = DEFAULT_PLACE,
    label: str = "",
    known: Iterable[KernelLibrary] = (),
    prefer: Sequence[str] = (),
    by_dtype: bool = False,
    by_calls: bool = False,
    manual: bool = False,
) -> Resolution:
    """Chooses the kernels. Raises an `InputError` with every call that no kernel serves."""
    library.refuse_same_name(libraries)
    _require_known(prefer, libraries)
    _refuse_misspelt(place, libraries)
    operators = dict((selected if by_calls else selection.without_facts(selected)).operators)
    if selected.include_all:
        for entry in (e for lib in libraries for e in lib.entries.values() if e.kernels):
            operators[entry.name] = operators.get(entry.name, SelectedOp()) | SelectedOp(True)
        operators = dict.fromkeys(opset.prim_ops(), SelectedOp(True)) | operators
    resolver = _Resolver(libraries, place, known, prefer)
    resolved: list[ResolvedOp] = []
    runtime_ops: list[OpName] = []
    problems: list[Problem] = []
    for name, used in sorted(operators.items(), key=lambda item: str(item[0])):
        if name in opset.prim_ops() and not resolver.has(name):
            runtime_ops.append(name)
            continue
        try:
            resolved.append(resolver.resolve(name, used))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    homes = [lib for lib in libraries if lib.name in resolver.homes]
    return Resolution(
        label=label,
        place=place,
        by_dtype=by_dtype,
        by_calls=by_calls,
        manual=manual,
        libraries=tuple((lib.name, lib.label) for lib in libraries),
        operators=tuple(resolved),
        runtime_ops=tuple(runtime_ops),
        shared_sources=tuple(dict.fromkeys(s for lib in homes for s in lib.shared_sources)),
        headers=tuple(sorted({header for lib in homes for header in lib.hdrs})),
    )


def _require_known(prefer: Sequence[str], libraries: list[KernelLibrary]) -> None:
    kernels = (k for lib in libraries for entry in lib.entries.values() for k in entry.kernels)
    names = {lib.name for lib in libraries} | {k.library for k in kernels if k.library}
    for name in prefer:
        if name not in names:
            hint = did_you_mean(name, names, f"the app has {', '.join(sorted(names)) or 'none'}")
            raise input_error(f"no kernel is from the preferred library {name}", hint)


def _refuse_misspelt(place: str, libraries: list[KernelLibrary]) -> None:
    places = _places(libraries)
    if place not in places and (meant := nearest(place, places)):
        raise input_error(f"no kernel is for the place {place}", f"did you mean {meant}?")


def _places(libraries: list[KernelLibrary]) -> set[str]:
    kernels = (k for lib in libraries for entry in lib.entries.values() for k in entry.kernels)
    return {lib.place for lib in libraries} | {k.place for k in kernels if k.place}


class _Resolver:
    def __init__(
        self,
        libraries: list[KernelLibrary],
        place: str,
        known: Iterable[KernelLibrary],
        prefer: Sequence[str],
    ):
        self._libraries = libraries
        self._place = place
        # Without a kernel for the place, those for the CPU have nothing to fill in.
        self._usable_places = {place, DEFAULT_PLACE} if place in _places(libraries) else {place}
        self._known = known
        self._prefer = prefer
        # The libraries whose sources define a winner.
        self.homes: set[str] = set()

    def has(self, name: OpName) -> bool:
        return any(name in lib.entries for lib in self._libraries)

    def resolve(self, name: OpName, used: SelectedOp) -> ResolvedOp:
        found = candidates(name, self._libraries, self._prefer, self._place)
        usable = [c for c in found if c.place in self._usable_places]
        if not usable:
            raise InputError(
                [unserved.operator(name, used, found, self._place, self._libraries, self._known)]
            )
        schema = library.agreed_schema(name, self._libraries)
        choice = choose(usable, used.keys, used.any_call or bool(used.any_call_with))
        problems = [unserved.call(name, used, describe_key(key), usable) for key in choice.unserved]
        problems += self._refused_dtypes(name, used, choice, usable)
        if problems:
            raise InputError(problems)
        default_last = sorted(choice.winners.items(), key=lambda item: (not item[0], item[0] or ()))
        return ResolvedOp(
            schema=schema,
            is_custom=any(name in lib.custom_ops for lib in self._libraries),
            used=used,
            kernels=tuple(self._resolved(key, winner, found, choice) for key, winner in default_last),
            dtypes=choice.winners[None].kernel.dtypes if None in choice.winners else None,
            sources=self._sources(choice.winners.values()),
        )

    def _resolved(
        self,
        key: KernelKey | None,
        winner: Candidate,
        found: list[Candidate],
        choice: Choice,
    ) -> ResolvedKernel:
        calls = choice.by_default if key is None else [key]
        losers = [c for c in found if c is not winner and (c.is_default or any(map(c.serves, calls)))]
        if key is not None and winner.is_default:
            reason = f"the first that takes {describe(meta.dtype for meta in set(key))}"
        elif key is not None:
            reason = f"specialised for {describe_key(key)}"
        else:
            reason = "the first default kernel" if losers else "the only kernel"
        return ResolvedKernel(
            key=key,
            kernel=winner.kernel.name,
            library=winner.library,
            place=winner.place,
            defined_at=str(winner.kernel.where),
            reason=reason,
            losers=tuple(Loser(c.kernel.name, c.library, self._reason_lost(c, winner)) for c in losers),
        )

    def _reason_lost(self, loser: Candidate, winner: Candidate) -> str:
        if loser.place not in self._usable_places:
            return f"it is for {loser.place}, the app runs on {self._place}"
        if loser.place != winner.place and loser.rank > winner.rank:
            return f"it is for {loser.place}, the other one for {winner.place}"
        if loser.rank < winner.rank:
            return "it does not take these dtypes"
        if loser.rank == winner.rank:
            return "the other one is listed first" if winner.is_default else "the other one is specialised"
        return f"{winner.library} comes before {loser.library}"

    def _sources(self, winners: Iterable[Candidate]) -> tuple[str, ...]:
        """The sources that define the winners.

        A kernel is defined in the sources of its own library; a separate yaml may name a kernel of any
        library.
        """
        sources: list[str] = []
        for winner in winners:
            for lib in [winner.owner] if winner.owner.srcs else self._libraries:
                operators = lib.operators_of(winner.kernel.name)
                self.homes |= {lib.name} if operators else set()
                sources += (source for name in operators for source in lib.sources_of(name))
        return tuple(dict.fromkeys(sources))

    def _refused_dtypes(
        self, name: OpName, used: SelectedOp, choice: Choice, usable: list[Candidate]
    ) -> list[Problem]:
        """Dtypes that are selected without a complete key, and that no kernel supports."""
        taking = [c.kernel.dtypes for c in choice.winners.values() if c.is_default]
        if None in taking or not taking:
            return []
        refused = (used.any_call_with | used.list_dtypes).difference(*taking)
        return [unserved.call(name, used, dtype.name, usable) for dtype in sorted(refused)]
