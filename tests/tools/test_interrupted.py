"""Outputs are replaced and deleted either all or not at all, after errors and if the process is killed."""

import errno
import os
import pathlib

import pytest
from etgen import manifest
from etgen.errors import InputError
from etgen.output import OutputFiles


class _Failing:
    """Lets the n-th call that changes a file fail, or end the process."""

    CALLS = ("open", "link", "mkdir", "rename", "replace", "unlink")

    def __init__(self, monkeypatch, n: int, fail):
        self.left = n
        for name in self.CALLS:
            module = os if name != "open" else __import__("builtins")
            monkeypatch.setattr(module, name, self._counted(getattr(module, name), fail))

    def _counted(self, function, fail):
        def call(path, *args, **kwargs):
            if function.__name__ != "open" or "x" in (args or "r")[0]:
                self.left -= 1
                if self.left == 0:
                    fail(path)
            return function(path, *args, **kwargs)

        return call


def write(directory: pathlib.Path, names: list[str], content: str) -> None:
    outputs = OutputFiles()
    outputs.add(directory / "named.txt", content)
    outputs.directory(directory / "out").add("a.h", content)
    sources = outputs.directory(directory / "src", nothing_else=True)
    for name in names:
        sources.add(name, content)
    outputs.write()


def steps():
    """The changes of each step: new, changed, removed, and other files."""
    return [(["a.cpp", "b/c.cpp"], "1"), (["a.cpp", "b/c.cpp"], "2"), (["a.cpp"], "2"), (["b/d.cpp"], "3")]


def contents(directory: pathlib.Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


@pytest.mark.parametrize("step", range(len(steps())))
def test_when_anything_fails_all_is_as_it_was(tmp_path, step):
    def fail(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    failed = 0
    for n in range(1, 100):
        directory = tmp_path / str(n)
        directory.mkdir()
        for before in steps()[:step]:
            write(directory, *before)
        old = contents(directory)
        with pytest.MonkeyPatch.context() as monkeypatch:
            failing = _Failing(monkeypatch, n, fail)
            try:
                write(directory, *steps()[step])
                message = None
            except InputError as error:
                message = str(error)
        if message:
            assert "No space left on device" in message
            assert contents(directory) == old, n
            failed += 1
            continue
        # Creating a hard link may fail, and so may the final cleanup.
        new = {k: v for k, v in contents(directory).items() if not k.endswith((".tmp", manifest.NAME))}
        assert new == expected(step)
        if failing.left > 0:
            break
    assert failed > 3


def expected(step: int) -> dict[str, bytes]:
    names, content = steps()[step]
    return dict.fromkeys(["named.txt", "out/a.h", *(f"src/{name}" for name in names)], content.encode())


@pytest.mark.parametrize("step", range(len(steps())))
def test_when_the_process_is_killed_the_next_one_goes_on(tmp_path, step):
    for n in range(1, 100):
        directory = tmp_path / str(n)
        for before in steps()[:step]:
            write(directory, *before)
        pid = os.fork()
        if pid == 0:
            with pytest.MonkeyPatch.context() as monkeypatch:
                _Failing(monkeypatch, n, lambda _: os._exit(9))
                write(directory, *steps()[step])
                os._exit(0)
        killed = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        write(directory, *steps()[step])
        left = {k: v for k, v in contents(directory).items() if not k.endswith((".tmp", manifest.NAME))}
        assert left == expected(step)
        if not killed:
            break
    assert n > 6
