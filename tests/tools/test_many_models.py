"""A hundred models in one binary, all named model.pte: the cost, and how reports distinguish them."""

import json
import sys

from conftest import ROOT
from cost import measure

sys.path.insert(0, str(ROOT / "tools/dev"))
import monorepo

MODELS = 100
CPU_SECONDS = 5  # before compilation


def test_cost_and_report(tmp_path, monkeypatch):
    project = tmp_path / "project"
    models = [f"models/{name}/model.pte" for name in monorepo.make(project, MODELS)]
    monkeypatch.chdir(project)
    own = {name: project / "libraries" / name for name in ("fast", "tracing")}
    libraries = own | {name: ROOT / "kernels" / name for name in ("quantized", "optimized", "portable")}
    for name, directory in libraries.items():
        yaml = next(directory.glob("*.yaml"))
        (project / f"{name}.json").write_text(json.dumps({"name": name, "functions_yaml": [str(yaml)]}))

    def cost(*args: str) -> float:
        return measure(sys.executable, "-m", "etgen", *args, PYTHONPATH=str(ROOT / "tools"))[0]

    each = [flag for model in models for flag in ("--model", model)]
    of_libraries = [flag for name in libraries for flag in ("--kernel-library", f"{name}.json")]
    seconds = cost("select", *each, "--output", "ops.yaml")
    seconds += cost("resolve", "--selection", "ops.yaml", *of_libraries, "--output", "resolution.json")
    seconds += cost("generate", "--resolution", "resolution.json", "--output-dir", "generated")
    assert seconds <= CPU_SECONDS

    cost("report", "--resolution", "resolution.json", *each, "--data", "report.json")
    report = json.loads((project / "report.json").read_text())
    assert sorted(report["models"]) == models
    for name, operator in report["operators"].items():
        asks = {model for model, asked in report["models"].items() if name in asked["asks"]}
        assert asks, name
        assert set(operator["asked_by"]) == asks, name
