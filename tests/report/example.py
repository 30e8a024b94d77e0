"""Writes example reports on all operators of the portable kernels, with known sizes."""

import json
import pathlib
import shutil
import subprocess
import zlib

from conftest import MODELS, ROOT, run_etgen
from etgen import functions_yaml

OPTIMIZED = ROOT / "kernels" / "optimized" / "functions.yaml"
YAML = ROOT / "kernels" / "portable" / "functions.yaml"
ASKED = ("mobilenet_v2", "transformer", "lstm", "partly_delegated")


def etgen(directory: pathlib.Path, *flags: object) -> None:
    result = run_etgen(*flags, cwd=directory)
    assert result.returncode == 0, result.stderr


def assemble(directory: pathlib.Path, sizes: dict[str, int]) -> None:
    """Writes `kernels.a`, with an object of the given size for each source."""
    for name, size in sizes.items():
        symbol = f"kernel_{name}"
        text = f".globl {symbol}\n.type {symbol}, @object\n.size {symbol}, {size}\n{symbol}: .zero {size}\n"
        subprocess.run(["as", "-o", f"{name}.o"], input=text, text=True, cwd=directory, check=True)
    objects = [f"{name}.o" for name in sizes]
    (directory / "kernels.a").unlink(missing_ok=True)
    subprocess.run(["ar", "rcs", "kernels.a", *objects], cwd=directory, check=True)


def sizes_of(names: list[str]) -> dict[str, int]:
    """The size of each operator in bytes, which only depends on its name."""
    return {f"op_{name}": 400 + zlib.crc32(name.encode()) % 9000 for name in names}


def write(directory: pathlib.Path) -> pathlib.Path:
    """Writes page.html, summary.md and data.json: for models, then also for all operators."""
    sources = sorted({entry.name.base.lstrip("_") for entry in functions_yaml.read(str(YAML))})
    models = [shutil.copy(MODELS / f"{model}.pte", directory) for model in ASKED]
    asked = [flag for model in models for flag in ("--model", pathlib.Path(model).name)]
    shutil.copy(YAML, directory / "portable.yaml")
    shutil.copy(OPTIMIZED, directory / "optimized.yaml")
    for name in ("optimized", "portable"):
        description = {"name": name, "place": "cpu", "label": f"//kernels/{name}", "srcs": []}
        yamls = {"functions_yaml": [f"{name}.yaml"], "custom_ops_yaml": []}
        (directory / f"{name}.library.json").write_text(json.dumps(description | yamls))
    for name, more in (("before", ()), ("now", ("--ops-schema-yaml", "portable.yaml"))):
        etgen(directory, "select", *asked, *more, "--output", "ops.yaml")
        names = ("optimized", "portable") if name == "now" else ("portable",)
        libraries = [flag for each in names for flag in ("--kernel-library", f"{each}.library.json")]
        label = ("--label", "//app:kernels")
        etgen(directory, "resolve", "--selection", "ops.yaml", *libraries, *label, "--output", f"{name}.json")
    shared = {"elementwise": 5200, "reduction": 3100, "RegisterCodegenUnboxedKernelsEverything": 4400}
    # The earlier version has fewer operators.
    assemble(directory, sizes_of(sources[::3]) | shared | {"elementwise": 4100})
    flags = ("report", *asked, "--archive", "kernels.a")
    etgen(directory, *flags, "--resolution", "before.json", "--data", "before_data.json")
    assemble(directory, sizes_of(sources) | shared)
    pages = ("--html", "page.html", "--markdown", "summary.md", "--data", "data.json")
    etgen(directory, *flags, "--resolution", "now.json", "--previous", "before_data.json", *pages)
    return directory
