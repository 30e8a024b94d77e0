"""The public rules for Buck2, under the names they have for Bazel. Each is documented in the file it comes from.

Written for the prelude of Buck2 at its commit 00b0e8f29c75 (2026). The cell of this repository is called
`rules_executorch`:

    load("@rules_executorch//rules/buck2:defs.bzl", "et_operator_library", "executorch_generated_lib")
"""

load(":et_backend_library.bzl", _et_backend_library = "et_backend_library")
load(":et_kernel_library.bzl", _et_kernel_library = "et_kernel_library")
load(":et_kernel_test.bzl", _et_kernel_test = "et_kernel_test")
load(":et_model_test.bzl", _et_model_test = "et_model_test")
load(":et_operator_library.bzl", _et_operator_library = "et_operator_library")
load(":et_registry_header.bzl", _et_registry_header = "et_registry_header")
load(":et_shader_custom_op.bzl", _et_shader_custom_op = "et_shader_custom_op")
load(":et_size_test.bzl", _et_size_test = "et_size_test")
load(":executorch_generated_lib.bzl", _executorch_generated_lib = "executorch_generated_lib")
load(":executorch_ops_check.bzl", _executorch_ops_check = "executorch_ops_check")
load(":executorch_source_runtime.bzl", _executorch_source_runtime = "executorch_source_runtime")
load(":exir_custom_ops_aot_lib.bzl", _exir_custom_ops_aot_lib = "exir_custom_ops_aot_lib")
load(":merge_yaml.bzl", _merge_yaml = "merge_yaml")

et_backend_library = _et_backend_library
et_kernel_library = _et_kernel_library
et_kernel_test = _et_kernel_test
et_model_test = _et_model_test
et_operator_library = _et_operator_library
et_registry_header = _et_registry_header
et_shader_custom_op = _et_shader_custom_op
et_size_test = _et_size_test
executorch_generated_lib = _executorch_generated_lib
executorch_ops_check = _executorch_ops_check
executorch_source_runtime = _executorch_source_runtime
exir_custom_ops_aot_lib = _exir_custom_ops_aot_lib
merge_yaml = _merge_yaml
