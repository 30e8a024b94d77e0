"""The examples print the output that their READMEs show."""

import json
import subprocess

from conftest import MODELS, ROOT, build


def shown(package: str) -> list[str]:
    """The lines that the README of an example shows in blocks that are neither code nor commands."""
    text = (ROOT / "examples" / package / "README.md").read_text()
    return [line.removeprefix("    ") for line in text.splitlines() if line.startswith("    ")]


class TestManyModelsManyLibraries:
    PACKAGE = "05_many_models_many_libraries"

    def output_of(self, app: str, model: str) -> list[str]:
        """The lines that the kernels of the example print."""
        binary = build(f"//examples/{self.PACKAGE}:{app}") / "examples" / self.PACKAGE / app
        lines = subprocess.run(
            [binary, MODELS / f"{model}.pte"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        return [line for line in lines if line.startswith(("fast::", "tracing::"))]

    def test_the_first_library_wins(self):
        expected = ["fast::add_out", "fast::relu_out"]
        assert self.output_of("app", "add_mul_relu") == expected
        assert set(expected) < set(shown(self.PACKAGE))

    def test_prefer_comes_before_the_order(self):
        expected = ["tracing::add_out of 6 elements", "fast::relu_out"]
        assert self.output_of("traced_app", "add_mul_relu") == expected
        assert set(expected) < set(shown(self.PACKAGE))

    def test_report(self):
        report = build(f"//examples/{self.PACKAGE}:report") / "examples" / self.PACKAGE / "report.txt"
        lines = report.read_text().splitlines()
        assert set(lines) - {""} < set(shown(self.PACKAGE))

    def test_report_as_a_page(self):
        """The page has the models, and sizes from the toolchain's nm."""
        directory = build(f"//examples/{self.PACKAGE}:kernels_report") / "examples" / self.PACKAGE
        data = json.loads((directory / "kernels_report.json").read_text())
        asks = data["models"]["examples/models/mlp.pte"]["asks"]
        assert asks["aten::relu.out"] == ["Float(0,1), Float(0,1), Float(0,1)"]
        assert data["sources"]["add"] > 0
        assert f"//examples/{self.PACKAGE}:kernels" in (directory / "kernels_report.html").read_text()
        assert (directory / "kernels_report.md").read_text().startswith("### Kernels of")
