"""No command changes or deletes files of a user, even if they have the names of outputs.

etgen replaces and deletes its own files.
"""

import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys

import pytest
from conftest import MODELS, ROOT, run_etgen
from etgen import cli, manifest
from etgen.errors import InputError

GOLDEN = ROOT / "tests/tools/golden"
GENERATED = [
    "CustomOpsNativeFunctions.h",
    "Functions.h",
    "NativeFunctions.h",
    "RegisterCPUCustomOps.cpp",
    "RegisterCodegenUnboxedKernelsEverything.cpp",
    "RegisterKernels.h",
    "RegisterKernelsEverything.cpp",
    "RegisterSchema.cpp",
    "__init__.py",
    "acme_copy.spv",
    "call_facts.h",
    "kernel_boxing.h",
    "op_add.cpp",
    "op_relu.cpp",
    "operators.py",
    "references/__init__.py",
    "selected_op_variants.h",
    "shapes.cpp",
]
GENERATE = ["generate", "--resolution", "../inputs/resolution.json"]
SHADER = ["--custom-ops-yaml", "../inputs/ops.yaml"]
RESOLUTION = ["--resolution", "../inputs/resolution.json"]
BINARY = ["--binary", "/bin/true"]
# By command that writes to directories: flags that name a user's directory.
REFUSED = {
    "generate": [
        [*GENERATE, "--output-dir", "."],
        [*GENERATE, "--output-dir", "here", "--aot"],
        [*GENERATE, "--output-dir", "links"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "."],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "here"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "links"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "protected"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", ".git"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "link_to_outside"],
    ],
    "build": [["build", "../inputs/mlp.pte", "--output", directory] for directory in (".", "here", "links")],
    "shader compile": [
        ["shader", "compile", *SHADER, "--glslc", "../inputs/glslc", "--output-dir", directory]
        for directory in (".", "here", "links", "protected", ".git", "link_to_outside")
    ],
    "shader generate": [
        ["shader", "generate", *SHADER, "--spirv-dir", "../inputs", "--output-dir", directory]
        for directory in ("here", "links", "protected", "link_to_outside")
    ],
}
# All other commands, and these again, without files of a user at the output paths.
DONE = {
    "build": [["build", "../inputs/mlp.pte", "--output", "new", "--build-dir", "new_build"]],
    "select": [["select", "--model", "../inputs/mlp.pte", "--output", "new.yaml"]],
    "merge": [["merge", "--functions-yaml", "../inputs/functions.yaml", "--output", "new.yaml"]],
    "resolve": [
        ["resolve", "--selection", "../inputs/selection.yaml", "--functions-yaml", "../inputs/functions.yaml",
         "--output", "new.json"]
    ],
    "generate": [
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "new/sources"],
        [*GENERATE, "--output-dir", "new", "--kernel-sources-dir", "new/sources", "--unit-list", "new.txt"],
        # The directory has no file with the name of an output.
        [*GENERATE, "--output-dir", "protected"],
    ],
    "check": [["check", *RESOLUTION, "--output", "new.txt"]],
    "report": [["report", *RESOLUTION, "--output", "new.txt", "--registry-header", "new.h"]],
    "size": [["size", *BINARY, "--budget", "../inputs/budget.yaml", "--update"]],
    "batch": [
        ["batch", "--commands", "../inputs/commands.txt", "--state", "new.json", "--inputs", "new.txt",
         "--units", "new.units"]
    ],
    "shader compile": [
        ["shader", "compile", *SHADER, "--glslc", "../inputs/glslc", "--output-dir", "new",
         "--depfile", "new.d", "x"]
    ],
    "shader check": [["shader", "check", *SHADER, "--spirv-dir", "../inputs", "--output", "new.txt"]],
    "shader generate": [["shader", "generate", *SHADER, "--spirv-dir", "../inputs", "--output-dir", "new"]],
}  # fmt: skip


def in_rows(commands: dict[str, list[list[str]]]) -> list[list[str]]:
    return [arguments for of_command in commands.values() for arguments in of_command]


@pytest.fixture
def project(tmp_path):
    """A user's directory: `here` has a file for each possible output of etgen, `links` a link for each."""
    inputs, outside, project = tmp_path / "inputs", tmp_path / "outside", tmp_path / "project"
    for case in ("generate/kernel_sources", "shader/kept"):
        shutil.copytree(GOLDEN / case, inputs, dirs_exist_ok=True)
    document = json.loads((inputs / "resolution.json").read_text())
    for op in document["operators"].values():
        op["sources"] = [f"../inputs/{source}" for source in op["sources"]]
    document["shared_sources"] = ["../inputs/shapes.cpp"]
    (inputs / "resolution.json").write_text(json.dumps(document))
    shutil.copy(MODELS / "mlp.pte", inputs)
    shutil.copy(ROOT / "kernels/portable/functions.yaml", inputs)
    assert run_etgen("select", "--op", "aten::add.out", "--output", inputs / "selection.yaml").returncode == 0
    # Commands in a batch write the same files as alone.
    (inputs / "commands.txt").write_text("\n")
    (inputs / "budget.yaml").write_text("bytes:\n  total: 1\n")
    # A fake GLSL compiler with a fixed output.
    (inputs / "copy.comp").write_text("void main() {}\n")
    (inputs / "reference.py").write_text("def copy(x):\n    return x\n")
    answer = f"[ $1 = --version ] && echo shaderc || cp {inputs}/acme_copy.spv shader.spv"
    (inputs / "glslc").write_text(f"#!/bin/sh\n{answer}\n")
    (inputs / "glslc").chmod(0o755)

    for directory in (outside, project / ".git/objects", project / "here/references", project / "protected"):
        directory.mkdir(parents=True)
    (project / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git/objects/1234").write_bytes(b"\0\1\2")
    (project / "notes.txt").write_text("mine\n")
    (project / "protected/kept.txt").write_text("mine\n")
    (project / "protected/kept.txt").chmod(0o444)
    (outside / "precious.txt").write_text("mine\n")
    for name in GENERATED:
        for directory in (project, project / "here"):
            (directory / name).parent.mkdir(exist_ok=True)
            (directory / name).write_text(f"// my own {name}\n")
        (outside / name).parent.mkdir(exist_ok=True)
        (outside / name).write_text("mine\n")
        (project / "links" / name).parent.mkdir(exist_ok=True, parents=True)
        (project / "links" / name).symlink_to(outside / name)
    (project / "here/Functions.h").chmod(0o444)
    (project / "link_to_outside").symlink_to(outside)
    (project / "links/inputs").symlink_to(outside)
    os.mkfifo(project / "here/pipe")
    return project


def snapshot(directory: pathlib.Path) -> dict[str, tuple]:
    """The type, content and modification time of everything below a directory."""
    result = {}
    for path in sorted(directory.rglob("*")):
        status = path.lstat()
        content: object = None
        if stat.S_ISLNK(status.st_mode):
            content = os.readlink(path)
        elif stat.S_ISREG(status.st_mode):
            content = path.read_bytes()
        changed = None if stat.S_ISDIR(status.st_mode) else status.st_mtime_ns
        result[str(path.relative_to(directory))] = (status.st_mode, status.st_ino, changed, content)
    return result


def test_every_command_is_tried():
    shader = {f"shader {command}" for command in ("compile", "check", "generate")}
    assert set(DONE) == {*cli.COMMANDS, *shader} - {"shader"}


@pytest.mark.parametrize("arguments", in_rows(REFUSED), ids=" ".join)
def test_what_is_in_the_way_is_an_error(project, arguments):
    before = snapshot(project.parent)
    result = run_etgen(*arguments, cwd=project)
    assert result.returncode == 2
    directory = arguments[-1] if arguments[-1] in os.listdir(project) else ""
    assert f"error: {directory}" in result.stderr
    assert "it has files that this tool did not write" in result.stderr
    assert "hint: give a new or empty directory, or move these files away\n" in result.stderr
    assert snapshot(project.parent) == before


@pytest.mark.parametrize("arguments", in_rows(DONE), ids=" ".join)
def test_commands_leave_everything_else_alone(project, arguments):
    before = snapshot(project)
    result = run_etgen(*arguments, cwd=project)
    assert result.returncode == 0, result.stderr
    after = snapshot(project)
    assert {name: after.get(name) for name in before} == before
    assert snapshot(project.parent / "outside") == {
        name.removeprefix("outside/"): what
        for name, what in snapshot(project.parent).items()
        if name.startswith("outside/")
    }


@pytest.mark.parametrize("arguments", in_rows(DONE), ids=" ".join)
def test_a_file_that_may_not_be_written_is_an_error(project, arguments):
    """For each flag that names a file, the file exists and is protected by its user, or is an input."""
    named = [i for i, argument in enumerate(arguments) if argument.startswith(("new.", "more."))]
    before = snapshot(project.parent)
    for i in named:
        changed = [*arguments]
        changed[i] = "protected/kept.txt"
        result = run_etgen(*changed, cwd=project)
        assert (result.returncode, snapshot(project.parent)) == (2, before)
        assert result.stderr.startswith("error: protected/kept.txt: cannot write: it is read-only\nhint: ")
    of_inputs = [a for a in arguments if a.startswith("../inputs/") and (project / a).is_file()]
    for i in named if arguments[0] != "check" else []:
        changed = [*arguments]
        changed[i] = next(a for a in of_inputs if not a.endswith("glslc"))
        result = run_etgen(*changed, cwd=project)
        assert (result.returncode, snapshot(project.parent)) == (2, before)
        assert result.stderr.startswith(
            f"error: {changed[i]}: it is both an input and an output of this command\n"
        )


class TestOwnFiles:
    """Files that etgen has written, and how later runs treat them."""

    FLAGS = (*GENERATE, "--output-dir", "out", "--kernel-sources-dir", "src")

    def generate(self, project, operators=("aten::add.out", "aten::relu.out"), *flags):
        """Generates for these operators; returns the finished process."""
        path = project.parent / "inputs/resolution.json"
        old = path.read_text()
        document = json.loads(old)
        document["operators"] = {name: document["operators"][name] for name in operators}
        path.write_text(json.dumps(document))
        result = run_etgen(*self.FLAGS, *flags, cwd=project)
        path.write_text(old)
        return result

    def sources(self, project):
        src = project / "src"
        return sorted(str(path.relative_to(src)) for path in src.rglob("*") if path.is_file())

    def test_goes_away_when_it_is_no_longer_selected(self, project):
        assert self.generate(project).returncode == 0
        assert self.sources(project) == ["inputs/op_add.cpp", "inputs/op_relu.cpp", "inputs/shapes.cpp"]
        assert self.generate(project, ["aten::add.out"]).returncode == 0
        assert self.sources(project) == ["inputs/op_add.cpp", "inputs/shapes.cpp"]

    def test_the_manifest_is_the_same_wherever_it_is_made(self, project):
        assert self.generate(project).returncode == 0
        text = (project / "out" / manifest.NAME).read_text()
        assert str(project) not in text
        assert '"../src/inputs/op_add.cpp"' in text
        assert self.generate(project, ["aten::add.out"]).returncode == 0
        assert "op_relu" not in (project / "out" / manifest.NAME).read_text()
        assert self.generate(project).returncode == 0
        assert (project / "out" / manifest.NAME).read_text() == text

    @pytest.mark.parametrize("name", ["src/inputs/op_relu.cpp", "src/inputs/op_add.cpp", "out/Functions.h"])
    def test_is_the_users_when_it_was_changed(self, project, name):
        assert self.generate(project).returncode == 0
        path = project / name
        path.write_text(path.read_text() + "// and something of my own\n")
        before = snapshot(project)
        # --support-exceptions does not change these files: unchanged files are no conflict.
        result = self.generate(project, ["aten::add.out"])
        assert result.returncode == 2
        assert name.split("/", 1)[1] in result.stderr
        assert snapshot(project) == before
        path.unlink()
        assert self.generate(project, ["aten::add.out"]).returncode == 0

    def test_is_known_in_a_copy_and_under_other_names_of_the_directory(self, project):
        assert self.generate(project).returncode == 0
        (project / "alias").symlink_to(".")
        flags = ["--output-dir", "alias/out/.", "--kernel-sources-dir", "../project/src/"]
        assert run_etgen(*GENERATE, *flags, cwd=project).returncode == 0
        copy = project.parent / "copy"
        for name in ("out", "src"):
            shutil.copytree(project / name, copy / name)
        assert self.generate(copy, ["aten::add.out"]).returncode == 0
        assert self.sources(copy) == ["inputs/op_add.cpp", "inputs/shapes.cpp"]

    def test_is_known_by_the_manifest_alone(self, project):
        assert self.generate(project).returncode == 0
        (project / "out" / manifest.NAME).unlink()
        assert self.generate(project).returncode == 0, "nothing is to be changed"
        (project / "out" / manifest.NAME).unlink()
        result = self.generate(project, ["aten::add.out"])
        assert (result.returncode, len(self.sources(project))) == (2, 3)
        assert "inputs/op_relu.cpp" in result.stderr

    NO_MANIFESTS = ("", "[]", "{}", '{"files": []}', '{"files": {"a": []}}', "\udcff", "[" * 10_000)

    @pytest.mark.parametrize("text", NO_MANIFESTS, ids=range(len(NO_MANIFESTS)))
    def test_a_file_that_is_no_manifest_is_an_error(self, project, text):
        (project / "out").mkdir()
        (project / "out" / manifest.NAME).write_bytes(text.encode(errors="surrogateescape"))
        before = snapshot(project)
        result = self.generate(project)
        assert result.returncode == 2
        assert result.stderr.startswith(f"error: out/{manifest.NAME}: not a manifest of etgen\nhint: move it")
        assert snapshot(project) == before

    def test_a_manifest_gives_no_right_to_files_elsewhere(self, project):
        """The manifest may even list files with their correct hashes."""
        assert self.generate(project).returncode == 0
        path = project / "out" / manifest.NAME
        document = json.loads(path.read_text())
        digest = manifest._sha256((project / "notes.txt").read_bytes())
        document["files"]["../notes.txt"] = document["files"]["/notes.txt"] = digest
        path.write_text(json.dumps(document))
        before = (project / "notes.txt").stat()
        assert self.generate(project, ["aten::add.out"]).returncode == 0
        assert (project / "notes.txt").stat() == before

    def test_what_a_manifest_links_to_is_not_written(self, project):
        (project / "out").mkdir()
        (project / "out" / manifest.NAME).symlink_to(project.parent / "outside/precious.txt")
        assert self.generate(project).returncode == 2
        assert (project.parent / "outside/precious.txt").read_text() == "mine\n"

    def test_empty_directories_are_in_nobodys_way(self, project):
        (project / "src/inputs/deep").mkdir(parents=True)
        assert self.generate(project).returncode == 0
        (project / "src/inputs/op_relu.cpp").unlink()
        (project / "src/inputs/op_relu.cpp").mkdir()
        assert self.generate(project).returncode == 2

    def test_pythons_cache_is_in_nobodys_way(self, project):
        flags = ["shader", "generate", *SHADER, "--spirv-dir", "../inputs", "--output-dir", "acme_ops"]
        assert run_etgen(*flags, cwd=project).returncode == 0
        cache = project / "acme_ops/__pycache__/operators.cpython-311.pyc"
        cache.parent.mkdir()
        cache.write_bytes(b"...")
        assert run_etgen(*flags, cwd=project).returncode == 0
        assert cache.exists()

    def test_a_disk_that_is_full_changes_nothing(self, project):
        """A limit on the file size simulates a full disk: the first files fit, others do not."""
        assert self.generate(project).returncode == 0
        before = snapshot(project)
        flags = [*self.FLAGS, "--support-exceptions", "--aot"]
        limited = f"ulimit -f 1; exec {sys.executable} -m etgen {' '.join(flags)}"
        env = {"PYTHONPATH": str(ROOT / "tools"), "PATH": os.environ["PATH"]}
        run = subprocess.run(
            ["bash", "-c", limited], cwd=project, env=env, capture_output=True, text=True, check=False
        )
        assert run.returncode == 2
        assert "cannot write: File too large" in run.stderr
        assert snapshot(project) == before
        assert run_etgen(*flags, cwd=project).returncode == 0
        assert snapshot(project) != before

    def test_both_directories_may_be_one(self, project):
        for _ in range(2):
            flags = ["--output-dir", "one", "--kernel-sources-dir", "one"]
            result = run_etgen(*GENERATE, *flags, cwd=project)
            assert result.returncode == 0, result.stderr
        assert (project / "one/inputs/op_add.cpp").exists()
        assert (project / "one/Functions.h").exists()


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (["../op_add.cpp", "../../op_relu.cpp"], ["__/op_add.cpp", "__/op_relu.cpp"]),
        (["../a/../../op_add.cpp"], ["__/op_add.cpp"]),
        (["/op_add.cpp"], ["op_add.cpp"]),
        (["x/y/op_add.cpp", "x/z/y/op_add.cpp"], ["x/y/op_add.cpp", "z/y/op_add.cpp"]),
        (["../op_add.cpp", "a/../../b/op_add.cpp"], ["__/op_add.cpp", "b/op_add.cpp"]),
    ],
)
def test_units_stay_in_their_directory(sources, names):
    from etgen.kernel_sources import _short_names

    assert list(_short_names(sources, 2).values()) == names


@pytest.mark.parametrize(
    "sources", [["/op_add.cpp", "op_add.cpp"], ["a/b.cpp", "a//b.cpp"], ["../a.cpp", "__/a.cpp"]]
)
def test_two_spellings_of_a_source_are_an_error(sources):
    from etgen.kernel_sources import _short_names

    with pytest.raises(InputError, match="would be compiled as"):
        _short_names(sources, 2)
