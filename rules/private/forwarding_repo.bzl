"""Repositories that replace rule sets whose rules are built into Bazel."""

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

        # One file cannot export a built-in under its own name; two files can.
        repository_ctx.file("{}/builtin_{}".format(package, name), "builtin = {}\n".format(symbol))
        repository_ctx.file("{}/{}".format(package, name), (
            'load(":builtin_{}", "builtin")\n\n{} = builtin\n'.format(name, symbol)
        ))

    for path, symbols in repository_ctx.attr.files.items():
        package, _, name = path.partition(":")
        source, _, names = symbols.partition(" ")
        repository_ctx.file("{}/{}".format(package, name), 'load("{}", {})\n\n{}'.format(
            source,
            ", ".join(['_{0} = "{0}"'.format(each) for each in names.split(" ")]),
            "".join(["{0} = _{0}\n".format(each) for each in names.split(" ")]),
        ))

forwarding_repo = repository_rule(
    doc = "Makes .bzl files whose symbols are what Bazel has built in under the same names.",
    implementation = _forwarding_repo_impl,
    attrs = {
        "build_file_content": attr.string(doc = "The BUILD file at the root."),
        "builtins": attr.string_dict(doc = "The provider or module of each file (`package:file.bzl`)."),
        "files": attr.string_dict(
            doc = "The file that each file (`package:file.bzl`) stands for, and its symbols, separated by spaces.",
        ),
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
        files = {
            "cc:cc_toolchain_config_lib.bzl": (
                "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl " +
                "feature flag_group flag_set tool_path variable_with_value with_feature_set"
            ),
            "cc:find_cc_toolchain.bzl": "@bazel_tools//tools/cpp:toolchain_utils.bzl find_cpp_toolchain",
        },
        rules = {
            "cc:cc_binary.bzl": "cc_binary",
            "cc:cc_library.bzl": "cc_library",
            "cc:cc_test.bzl": "cc_test",
            "cc:defs.bzl": "cc_binary cc_import cc_library cc_test cc_toolchain cc_toolchain_suite",
        },
    )
