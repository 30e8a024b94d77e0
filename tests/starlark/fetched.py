"""The wheels that Buck2's actions read."""

import pytest
from cmake_build import fetch_wheels


@pytest.fixture(scope="session")
def wheels():
    """The wheels that Buck2's actions read, fetched as a user does."""
    fetch_wheels()
    return ["third_party/executorch/wheel", "third_party/highway/source", "third_party/python/packages"]
