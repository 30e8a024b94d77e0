"""References in their own processes: crashes are handled, and their output is shown or hidden."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from etgen.schema import parse_schema
from kernel_testing.isolated import CrashedReferenceError, Isolated

SCHEMA = parse_schema("relu(Tensor self) -> Tensor")


class Says:
    """A reference that acts on the name of its argument."""

    corrupted = False

    def has(self, _schema) -> bool:
        return True

    def __call__(self, _schema, inputs, _out_dtype=None):
        os.write(2, b"Warning: an operator is in beta\n")
        if inputs == ("crash",):
            os.write(2, b"double free or corruption (out)\n")
            os.abort()
        if inputs == ("corrupt",):
            self.corrupted = True
        elif inputs == ("tensor",) and self.corrupted:
            os.abort()
        elif self.corrupted:
            raise MemoryError
        if inputs == ("mistake",):
            raise ValueError("a mistake of the reference's own")
        return inputs


@pytest.fixture
def reference():
    with contextlib.closing(Isolated(Says())) as isolated:
        yield isolated


def test_a_crash_is_an_answer_and_prints_nothing(reference, capfd):
    assert reference(SCHEMA, ("tensor",)) == ("tensor",)
    with pytest.raises(CrashedReferenceError):
        reference(SCHEMA, ("crash",))
    assert reference(SCHEMA, ("tensor",)) == ("tensor",)
    assert capfd.readouterr() == ("", "")


def test_a_crash_that_an_earlier_call_caused_is_no_answer(reference):
    assert reference(SCHEMA, ("corrupt",)) == ("corrupt",)
    assert reference(SCHEMA, ("tensor",)) == ("tensor",)


def test_an_error_that_an_earlier_call_caused_is_no_answer_and_prints_nothing(reference, capfd):
    assert reference(SCHEMA, ("corrupt",)) == ("corrupt",)
    assert reference(SCHEMA, ("list",)) == ("list",)
    assert capfd.readouterr() == ("", "")


def test_a_mistake_of_the_reference_is_shown(reference, capfd):
    with pytest.raises(CrashedReferenceError):
        reference(SCHEMA, ("mistake",))
    assert "ValueError: a mistake of the reference's own" in capfd.readouterr().err


# Each starts a process, and prints its id.
PARENTS = {
    "of the reference": """
import test_isolated, time
from kernel_testing.isolated import Isolated
isolated = Isolated(test_isolated.Says())
isolated(test_isolated.SCHEMA, ("tensor",))
print(isolated._process.pid, flush=True)
time.sleep(60)
""",
    "of the fuzzer": """
import multiprocessing, time
from kernel_testing import fuzz
if __name__ == "__main__":
    rounds = fuzz.rounds([], [], 0, 1)
    next(rounds)
    print(multiprocessing.active_children()[0].pid, flush=True)
    time.sleep(60)
""",
}


@pytest.mark.parametrize("name", PARENTS)
def test_it_ends_with_a_process_that_is_killed(name):
    """The process ends with its parent, for which another process may wait."""
    here = pathlib.Path(__file__)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here.parent), *sys.path])}
    command = [sys.executable, "-c", PARENTS[name]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        child = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    for _ in range(100):
        if not pathlib.Path(f"/proc/{child}").exists():
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the process went on")
