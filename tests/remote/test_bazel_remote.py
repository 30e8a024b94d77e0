"""Builds on a remote execution service, and from its cache, use no files of the machine that requests them.

With the environment variable REMOTE_ALL, all examples and tests/registration are built; else two examples.
"""

import collections
import os
import pathlib
import shutil

import pytest
from checkout import Checkout
from conftest import MODELS
from engine import Engine

EXAMPLES = ("//examples/01_select_ops/...", "//examples/03_custom_operator/...")
TARGETS = ("//examples/...", "//tests/registration/...") if os.environ.get("REMOTE_ALL") else EXAMPLES
ETGEN = ("EtgenSelect", "EtgenResolve", "EtgenGenerate", "EtgenCheck")

PROBE = """
genrule(
    name = "python",
    outs = ["python.txt"],
    cmd = "if python3 -c 1 2>/dev/null || /usr/bin/python3 -c 1; then echo one; else echo none; fi > $@",
)
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("engine"))
    yield engine
    engine.stop()


@pytest.fixture(scope="module")
def checkouts(engine, tmp_path_factory):
    """Two checkouts at paths of different lengths, each with its own output base."""
    pair = [Checkout(tmp_path_factory.mktemp(name)) for name in ("a", "another_place")]
    yield pair
    for checkout in pair:
        checkout.stop()


@pytest.fixture(scope="module")
def first(engine, checkouts):
    """The actions of the first build."""
    return checkouts[0].executed("test", *engine.flags, *TARGETS)


def runners(actions: list[dict]) -> collections.Counter:
    return collections.Counter(action["runner"] for action in actions)


def outputs(actions: list[dict]) -> dict[str, str]:
    """The digest of each output file. Outputs of tests are left out, as they contain times."""
    return {
        output["path"]: output["digest"]["hash"]
        for action in actions
        if action["mnemonic"] != "TestRunner"
        for output in action["actualOutputs"]
    }


def test_workers_have_no_python(engine, checkouts):
    package = checkouts[0].root / "probe"
    package.mkdir()
    (package / "BUILD.bazel").write_text(PROBE)
    (action,) = checkouts[0].executed("build", *engine.flags, "//probe:python")
    assert action["runner"] == "remote"
    assert (checkouts[0].root / "bazel-bin/probe/python.txt").read_text() == "none\n"


def test_every_action_is_remote(first):
    assert set(runners(first)) == {"remote"}
    mnemonics = {action["mnemonic"] for action in first}
    assert {*ETGEN, "CppCompile", "CppLink", "TestRunner"} <= mnemonics


def test_all_is_in_the_cache(engine, checkouts, first):
    checkouts[0].bazel("clean")
    again = checkouts[0].executed("test", *engine.flags, *TARGETS)
    assert runners(again) == {"remote cache hit": len(first)}
    assert outputs(again) == outputs(first)


def test_all_is_in_the_cache_for_another_checkout(engine, checkouts, first):
    other = checkouts[1].executed("test", *engine.flags, *TARGETS)
    assert runners(other) == {"remote cache hit": len(first)}
    assert outputs(other) == outputs(first)


@pytest.mark.usefixtures("first")
class TestAChangedModel:
    PACKAGE = "examples/03_custom_operator"

    @pytest.fixture
    def model(self, checkouts):
        """The model of the first checkout, which is restored after the test."""
        path = checkouts[0].root / self.PACKAGE / "model.pte"
        before = path.read_bytes()
        yield path
        path.write_bytes(before)

    def test_one_with_the_same_calls(self, engine, checkouts, model):
        """Bytes after the end of the program, which no reader reads, do not change the selection."""
        model.write_bytes(model.read_bytes() + bytes(16))
        actions = checkouts[0].executed("test", *engine.flags, *TARGETS)
        assert sorted(action["mnemonic"] for action in actions) == ["EtgenCheck", "EtgenSelect", "TestRunner"]
        assert runners(actions) == {"remote": 3}
        self.only_in_its_package(actions)

    def test_the_one_from_before(self, engine, checkouts):
        actions = checkouts[0].executed("test", *engine.flags, *TARGETS)
        assert runners(actions) == {"remote cache hit": 3}

    def test_one_with_other_calls(self, engine, checkouts, model):
        shutil.copy(MODELS / "add_mul_relu.pte", model)
        actions = checkouts[0].executed("build", *engine.flags, *TARGETS)
        assert set(runners(actions)) == {"remote"}
        self.only_in_its_package(actions)
        counted = collections.Counter(action["mnemonic"] for action in actions)
        assert {name: counted[name] for name in ETGEN} == dict.fromkeys(ETGEN, 1)
        objects = [output for a in actions for output in a["listedOutputs"] if output.endswith(".o")]
        assert {pathlib.Path(path).name for path in objects} == {
            f"{name}.pic.o" for name in ("RegisterCodegenUnboxedKernelsEverything", "op_mul", "op_relu")
        }

    def only_in_its_package(self, actions: list[dict]) -> None:
        assert [a["listedOutputs"] for a in actions if self.PACKAGE not in "".join(a["listedOutputs"])] == []
