"""Repositories in place of rule sets whose rules are built into Bazel."""

def _forwarding_repo_impl(repository_ctx):
    repository_ctx.file("BUILD.bazel", repository_ctx.attr.build_file_content)
    for path, symbol in repository_ctx.attr.rules.items():
        package, _, name = path.partition(":")
        repository_ctx.file(package + "/BUILD.bazel", "")
        repository_ctx.file("{}/{}".format(package, name), "".join([
            "{0} = native.{0}\n".format(each)
            for each in symbol.split(" ")
        ]))
    for path, symbol in repository_ctx.attr.builtins.items():
        package, _, name = path.partition(":")
        repository_ctx.file(package + "/BUILD.bazel", "")

        # A file cannot give a name that Bazel has built in to what that name stands for, but two files can.
        repository_ctx.file("{}/builtin_{}".format(package, name), "builtin = {}\n".format(symbol))
        repository_ctx.file("{}/{}".format(package, name), (
            'load(":builtin_{}", "builtin")\n\n{} = builtin\n'.format(name, symbol)
        ))

forwarding_repo = repository_rule(
    doc = "Makes .bzl files whose symbols are what Bazel has built in under the same names.",
    implementation = _forwarding_repo_impl,
    attrs = {
        "build_file_content": attr.string(doc = "The BUILD file at the root."),
        "builtins": attr.string_dict(doc = "The provider or module of each file (`package:file.bzl`)."),
        "rules": attr.string_dict(doc = "The rules of each file, separated by spaces."),
    },
)

def forward_rules_cc():
    """Makes @rules_cc, as far as these rules and Bazel's own toolchains use it."""
    forwarding_repo(
        name = "rules_cc",
        builtins = {
            "cc/common:cc_common.bzl": "cc_common",
            "cc/common:cc_info.bzl": "CcInfo",
        },
        rules = {
            "cc:cc_binary.bzl": "cc_binary",
            "cc:cc_library.bzl": "cc_library",
            "cc:cc_test.bzl": "cc_test",
            "cc:defs.bzl": "cc_binary cc_import cc_library cc_test cc_toolchain cc_toolchain_suite",
        },
    )
