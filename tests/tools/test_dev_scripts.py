"""The scripts of tools/dev only delete their own files, and no files of a user."""

import hashlib
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest
from conftest import ROOT

RUNTIME = "third_party/executorch"
PACKAGES = "third_party/python"
HIGHWAY = "third_party/highway"


def contents(directory: pathlib.Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


class Checkout:
    """A checkout with only the scripts, and a package index with wheels of the tests."""

    def __init__(self, directory: pathlib.Path):
        self.directory = directory / "checkout"
        self.index = directory / "index"
        self.index.mkdir()
        ignored = shutil.ignore_patterns("__pycache__")
        for part in ("tools/dev", "tools/etgen"):
            shutil.copytree(ROOT / part, self.directory / part, ignore=ignored)
        for part in (RUNTIME, PACKAGES, HIGHWAY):
            (self.directory / part).mkdir(parents=True)
        self.pin(PACKAGES, "tools/requirements.txt", "mini", {"mini.py": "1"})
        parts = {f"executorch/{part}/file": "1" for part in ("include", "lib", "kernels", "share")}
        self.pin(RUNTIME, f"{RUNTIME}/requirements.txt", "executorch", parts | {"executorch/other.py": ""})
        # Highway is already there.
        (self.directory / HIGHWAY / "requirements.txt").write_text("highway\n")
        (self.directory / HIGHWAY / "source").mkdir()
        (self.directory / HIGHWAY / "source/.requirements").write_text("highway\n")

    def pin(self, where: str, requirements: str, name: str, files: dict[str, str], version: int = 1) -> None:
        """Makes a wheel, and pins it by its hash."""
        path = self.index / f"{name}-{version}-py3-none-any.whl"
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        wheel = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        own = {"METADATA": metadata, "WHEEL": wheel, "RECORD": ""}
        files = files | {f"{name}-{version}.dist-info/{file}": text for file, text in own.items()}
        with zipfile.ZipFile(path, "w") as archive:
            for file, text in files.items():
                archive.writestr(file, text)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        pinned = f"{name}=={version} --hash=sha256:{digest}\n"
        (self.directory / requirements).parent.mkdir(exist_ok=True, parents=True)
        (self.directory / requirements).write_text(pinned)

    def run(self, script: str, **env: str) -> subprocess.CompletedProcess:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHON": sys.executable,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.index),
            "PIP_CONFIG_FILE": os.devnull,
        }
        command = [self.directory / "tools/dev" / script]
        return subprocess.run(command, env=environment | env, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


class TestFetchWheels:
    def fetch(self, checkout):
        return checkout.run("fetch_wheels.sh")

    def test_what_is_pinned_is_fetched_once(self, checkout):
        result = self.fetch(checkout)
        assert result.returncode == 0, result.stderr
        fetched = contents(checkout.directory / "third_party")
        assert {"executorch/wheel/lib/file", "python/packages/mini.py"} <= set(fetched)
        assert "executorch/wheel/other.py" not in fetched
        assert not list((checkout.directory / ".cache").iterdir())
        shutil.rmtree(checkout.index)
        assert self.fetch(checkout).returncode == 0
        assert contents(checkout.directory / "third_party") == fetched

    def test_another_version_takes_its_place(self, checkout):
        assert self.fetch(checkout).returncode == 0
        (checkout.directory / PACKAGES / "packages/__pycache__").mkdir()
        (checkout.directory / PACKAGES / "packages/__pycache__/mini.pyc").write_text("")
        checkout.pin(PACKAGES, "tools/requirements.txt", "mini", {"more.py": "2"}, version=2)
        result = self.fetch(checkout)
        assert result.returncode == 0, result.stderr
        assert (checkout.directory / PACKAGES / "packages/more.py").read_text() == "2"
        assert not (checkout.directory / PACKAGES / "packages/mini.py").exists()
        assert not list((checkout.directory / PACKAGES / "packages").glob("mini-1*"))

    @pytest.mark.parametrize("name", ["notes.txt", "lib/file", ".requirements"])
    def test_what_a_user_has_put_there_stays(self, checkout, name):
        own = checkout.directory / RUNTIME / "wheel" / name
        own.parent.mkdir(parents=True)
        own.write_text("mine")
        before = contents(checkout.directory / RUNTIME)
        result = self.fetch(checkout)
        assert result.returncode == 2
        assert result.stderr.startswith(f"error: {RUNTIME}/wheel: it has files that this tool did not write")
        assert name in result.stderr
        assert contents(checkout.directory / RUNTIME) == before
        assert not list((checkout.directory / ".cache").iterdir())

    def test_what_a_user_has_changed_stays(self, checkout):
        assert self.fetch(checkout).returncode == 0
        changed = checkout.directory / RUNTIME / "wheel/include/file"
        changed.write_text("mine")
        with (checkout.directory / RUNTIME / "requirements.txt").open("a") as file:
            file.write("# pinned again\n")
        result = self.fetch(checkout)
        assert result.returncode == 2
        assert "include/file" in result.stderr
        assert changed.read_text() == "mine"

    def test_without_network_it_says_so_at_once(self, checkout):
        result = checkout.run("fetch_wheels.sh", PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/simple")
        assert result.returncode == 0, "the wheels next to it will do"
        (checkout.directory / "tools/requirements.txt").write_text(f"nowhere==1 --hash=sha256:{'0' * 64}\n")
        result = checkout.run("fetch_wheels.sh", PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/simple")
        assert result.returncode == 1
        assert result.stderr.count("WARNING: Retrying") <= 1
        assert result.stderr.endswith(
            "error: tools/requirements.txt: pip could not fetch what it pins: check the network, "
            "or pip's package index\n"
        )
        assert not list((checkout.directory / ".cache").iterdir())


class TestSetup:
    def setup(self, checkout, **env):
        return checkout.run("setup.sh", **({"BAZEL": "/bin/true", "CXX": "/bin/true"} | env))

    @pytest.mark.parametrize("kind", ["directory", "link", "file", "dangling"])
    def test_a_venv_of_the_users_stays(self, checkout, kind):
        """A venv of the user is kept even if it has no pip, as those of uv."""
        venv, other = checkout.directory / ".venv", checkout.directory / "other"
        made = venv if kind == "directory" else other
        if kind == "file":
            venv.write_text("mine")
        elif kind != "dangling":
            (made / "bin").mkdir(parents=True)
            (made / "bin/tool").write_text("mine")
        if kind in ("link", "dangling"):
            venv.symlink_to(other)
        before = contents(checkout.directory)
        result = self.setup(checkout)
        assert result.returncode == 1
        assert result.stderr == (
            "error: .venv is not a virtual environment with a working Python and pip: "
            "repair it, or move it away\n"
        )
        assert contents(checkout.directory) == before
        assert venv.is_symlink() == (kind in ("link", "dangling"))

    def test_a_compiler_with_words_before_it(self, checkout):
        result = self.setup(checkout, CXX="env true -O2")
        assert result.returncode == 0, result.stderr

    def test_a_bazel_that_is_not_there(self, checkout):
        result = self.setup(checkout, BAZEL="/nowhere/bazel")
        assert result.returncode == 1
        assert result.stderr == (
            "error: BAZEL is /nowhere/bazel, which does not run: set it to the path of Bazel, or unset it\n"
        )
        assert not (checkout.directory / ".cache/bazel_path").exists()
        result = checkout.run("bazel.sh")
        assert result.returncode == 1
        assert result.stderr == "error: Bazel is not set up: run tools/dev/setup.sh\n"

    def test_where_it_was_stopped_it_begins_again(self, checkout):
        (checkout.directory / ".venv/lib").mkdir(parents=True)
        (checkout.directory / ".venv/.unfinished").touch()
        (checkout.directory / ".venv/lib/half").touch()
        result = self.setup(checkout)
        assert result.returncode == 0, result.stderr
        assert not (checkout.directory / ".venv/lib/half").exists()
        assert not (checkout.directory / ".venv/.unfinished").exists()
        assert (checkout.directory / ".cache/bazel_path").read_text() == "/bin/true\n"
        python = checkout.directory / ".venv/bin/python"
        assert subprocess.run([python, "-m", "pip", "--version"], check=False).returncode == 0


def test_requirements_are_not_rewritten_without_hashes(tmp_path, monkeypatch):
    """Without a network, for example, pip finds nothing."""
    path = ROOT / "tools/dev/update_requirements.py"
    spec = importlib.util.spec_from_file_location("update_requirements", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PYTHONS", ("3.11",))
    monkeypatch.setattr(module, "PLATFORMS", ("any",))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    old = "# Pinned.\nmini==1 \\\n    --hash=sha256:0\n"
    (tmp_path / "requirements.txt").write_text(old)
    with pytest.raises(SystemExit, match="mini==1: pip finds no wheel for it; nothing was written"):
        module.main([str(tmp_path / "requirements.txt")])
    assert (tmp_path / "requirements.txt").read_text() == old
