"""Stubs for repositories that Bazel 4 to 6 downloads for languages and features that are not used here."""

load(":forwarding_repo.bzl", "forwarding_repo")

_COVERAGE_BUILD = """\
[filegroup(
    name = name,
    visibility = ["//visibility:public"],
) for name in ("coverage_report_generator", "lcov_merger")]
"""

def offline_stubs():
    """Lets a workspace without Java and coverage reports build without network."""
    forwarding_repo(
        name = "rules_java",
        rules = {
            "java:defs.bzl": (
                "java_binary java_import java_library java_package_configuration java_plugin " +
                "java_runtime java_test java_toolchain"
            ),
        },
    )
    forwarding_repo(
        name = "remote_coverage_tools",
        build_file_content = _COVERAGE_BUILD,
    )
