"""Golden tests of the command line; each directory of golden/ is a case.

    case.yaml       about: the purpose of the case; run: the command line; status: the exit status (default 0)
    …               inputs, with the names in the command line
    stderr.txt      the expected stderr, if it is not empty
    stdout.txt      the expected stdout, if it is not empty
    expected/…      the expected output files; copies of etgen's own headers are left out, and so are
                    manifests, which test_user_files.py tests

`pytest tests/tools/test_golden.py --update-goldens` rewrites the expected files.
"""

import pathlib
import shlex
import shutil

import pytest
import yaml
from conftest import MODELS, ROOT, run_etgen
from etgen import manifest

GOLDEN = pathlib.Path(__file__).parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/*/case.yaml"))
COPIED = {path.name: path.read_bytes() for path in (ROOT / "tools/etgen/include").iterdir()}
OF_THE_CASE = {"case.yaml", "stderr.txt", "stdout.txt", "expected"}


def files_below(directory: pathlib.Path) -> dict[str, str]:
    """The text of each file, by its path below the directory."""
    return {
        str(path.relative_to(directory)): path.read_text()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def copy_inputs(case: pathlib.Path, directory: pathlib.Path) -> list[pathlib.Path]:
    """Copies the inputs of a case, and the models. Returns the copies of the case's own inputs."""
    shutil.copytree(MODELS, directory / "models", ignore=shutil.ignore_patterns("*.npy", "*.py"))
    own = [path.name for path in case.iterdir() if path.name not in OF_THE_CASE]
    shutil.copytree(case, directory, ignore=shutil.ignore_patterns(*OF_THE_CASE), dirs_exist_ok=True)
    copies = [copy for name in own for copy in (directory / name, *directory.glob(f"{name}/**/*"))]
    return sorted(copy for copy in copies if copy.is_file())


def run_case(case: pathlib.Path, directory: pathlib.Path):
    """Runs a case on copies of its inputs. Returns status, stderr, stdout and the output files."""
    description = yaml.safe_load((case / "case.yaml").read_text())
    copy_inputs(case, directory)
    before = set(files_below_bytes(directory))
    result = run_etgen(*shlex.split(description["run"]), cwd=directory)
    after = files_below_bytes(directory)
    written = {
        name: text
        for name, text in after.items()
        if name not in before
        and not name.endswith(manifest.NAME)
        and text != COPIED.get(pathlib.PurePath(name).name)
    }
    return description.get("status", 0), result, {n: t.decode() for n, t in written.items()}


def files_below_bytes(directory: pathlib.Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_golden(case, tmp_path, request):
    status, result, written = run_case(case, tmp_path)
    assert "Traceback" not in result.stderr
    if request.config.getoption("--update-goldens"):
        update(case, result, written)
    assert result.stderr == text_of(case / "stderr.txt")
    assert result.stdout == text_of(case / "stdout.txt")
    assert result.returncode == status
    assert written == (files_below(case / "expected") if (case / "expected").is_dir() else {})


def text_of(path: pathlib.Path) -> str:
    return path.read_text() if path.exists() else ""


def update(case, result, written):
    for name, text in (("stderr.txt", result.stderr), ("stdout.txt", result.stdout)):
        (case / name).unlink(missing_ok=True)
        if text:
            (case / name).write_text(text)
    shutil.rmtree(case / "expected", ignore_errors=True)
    for name, text in written.items():
        path = case / "expected" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_every_error_case_says_what_to_do():
    """An error may only lack a hint if there is nothing to hint at."""
    without = {
        f"{case.parent.name}/{case.name}"
        for case in CASES
        if "error:" in text_of(case / "stderr.txt") and "hint:" not in text_of(case / "stderr.txt")
    }
    assert without == set()
