"""Shared by the tests of libraries whose operators are not ATen's."""

import ast
import functools
from collections.abc import Callable, Sequence

import pytest
from conftest import ROOT, build
from dtypes_taken import ALL_DTYPES, expect_declared
from etgen import functions_yaml
from kernel_testing import run, samples, sources
from kernel_testing.accepted import accepted
from kernel_testing.process import Process
from kernel_testing.samples import Sample
from kernel_testing.suite import References
from test_portable import expect_no_failures, expect_what_is_selected


class Library:
    """`kernels/<name>`; its operators are in <name>.yaml, its references in
    tests/kernels/<name>/reference.py.

    `is_exact` tells for an operator, by its full name, whether results must be equal bit for bit. If the
    operators have several references, `reference` is the file of these, and `has` tells for a name without
    its namespace whether the operator is one of them.
    """

    def __init__(
        self,
        name: str,
        is_exact: Callable[[str], bool],
        reference: str = "reference.py",
        has: Callable[[str], bool] = lambda op: True,
    ):
        self._name = name
        self._is_exact = is_exact
        self._yaml = ROOT / f"kernels/{name}/{name}.yaml"
        entries = [e for e in functions_yaml.read(str(self._yaml)) if has(e.name.unqualified)]
        self.schemas = {entry.name.unqualified: entry.schema for entry in entries}
        self.names = {entry.name for entry in entries}
        self.references = References([str(ROOT / f"tests/kernels/{name}/{reference}")], with_torch=False)

    @functools.cache  # noqa: B019 (there is one of each library)
    def process(self, config: str | None = None) -> Process:
        return self._process(f"{self._name}_kernel_host", config)

    def judged(self, call: Sample, config: str | None = None) -> run.Result:
        return self.judge(self.process(config), call)

    def judge(self, host: Process, call: Sample) -> run.Result:
        """The result of a call that another host makes."""
        return run.run(host, call, (0, 0) if self._is_exact(call.op) else None)

    def answer(self, op: str, values: list[object]):
        """The answer to a call; `op` is a name without its namespace."""
        schema = self.schemas[op]
        types = [argument.type.plain for argument in schema.arguments]
        return self.process().call(str(schema.name), values, types)

    def expect_every_operator(self, calls: Sequence[Sample]) -> None:
        assert {call.schema.name for call in calls} == self.names

    def expect_results(self, calls: Sequence[Sample], config: str | None = None) -> None:
        expect_no_failures(self.judged(call, config) for call in calls)

    def expect_results_in_order(self, calls: Sequence[Sample], order: Sequence[int], named: str) -> None:
        """Checks the results for tensors of the rank of `order` in another dim order."""
        self.expect_results([samples.in_order(call, order, named) for call in calls])

    def expect_declared_dtypes(self, calls: Sequence[Sample], request: pytest.FixtureRequest) -> None:
        taken = accepted(self.process(), calls, ALL_DTYPES)
        update = request.config.getoption("--update-goldens")
        expect_declared(self._yaml, taken, update, has=self.names.__contains__)

    def expect_clean_failures(self, calls: Sequence[Sample]) -> None:
        """Checks that wrong variants of the calls fail and change nothing."""
        wrong = [w for call in calls for w in sources.wrong(call, self.references)]
        self.expect_every_operator(wrong)
        self.expect_results(wrong)

    def expect_selected_dtypes(self, calls: Sequence[Sample]) -> None:
        """Checks the build for the dtypes of kernels/testing/<name>_dtypes.bzl."""
        text = (ROOT / f"kernels/testing/{self._name}_dtypes.bzl").read_text()
        selected = ast.literal_eval(text.partition(f"{self._name.upper()}_DTYPES = ")[2])
        ops = {call.schema.name for call in calls}
        with self._process(f"{self._name}_dtypes_kernel_host", None) as host:
            expect_what_is_selected(host, calls, selected, ops)

    @staticmethod
    def _process(host: str, config: str | None) -> Process:
        binary = build(f"//kernels/testing:{host}", config=config)
        return Process([str(binary / "kernels/testing" / host)])


def with_vectors(config: str, *environment: str) -> Process:
    """Starts a host of the kernels of kernels/optimized/custom_ops.yaml."""
    name = "optimized_custom_kernel_host"
    binary = build(f"//kernels/testing:{name}", config=config) / "kernels/testing" / name
    return Process(["env", *environment, str(binary)])


def expect_results_with_vectors(library: Library, calls: Sequence[Sample], target: str) -> None:
    """Checks the results of the operators that have optimized kernels, with the vectors of a SIMD target."""
    optimized = {e.name for e in functions_yaml.read(str(ROOT / "kernels/optimized/custom_ops.yaml"))}
    chosen = [call for call in calls if call.schema.name in optimized]
    assert chosen
    with with_vectors("dispatch", f"KERNEL_HOST_SIMD={target}") as host:
        expect_no_failures(library.judge(host, call) for call in chosen)


class LibraryTests:
    """Tests of every library. A test file derives a class with `library`, and has a fixture `calls`."""

    library: Library

    def test_every_operator_is_called(self, calls):
        self.library.expect_every_operator(calls)

    def test_results(self, calls):
        self.library.expect_results(calls)

    def test_the_yaml_says_which_dtypes_are_taken(self, calls, request):
        self.library.expect_declared_dtypes(calls, request)

    def test_sanitizers_find_nothing(self, calls):
        self.library.expect_results(calls[::4], "sanitize")
