"""Error messages for mistakes in a BUILD file or in its inputs."""

import pytest
from build_errors import ERRORS
from conftest import run_bazel

PACKAGE = "//tests/bazel/errors"


@pytest.mark.parametrize("target", ERRORS)
def test_the_build_fails_and_says_why(target):
    result = run_bazel("build", "--noshow_progress", f"{PACKAGE}:{target}")
    assert result.returncode == 1
    for text in ERRORS[target]:
        assert text in result.stderr
    assert 'Traceback (most recent call last):\n  File "/' not in result.stderr
