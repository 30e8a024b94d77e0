"""The public rules. Each is documented in the file it comes from."""

load("//rules:et_backend_library.bzl", _et_backend_library = "et_backend_library")
load("//rules:et_kernel_library.bzl", _et_kernel_library = "et_kernel_library")
load("//rules:et_kernel_test.bzl", _et_kernel_test = "et_kernel_test")
load("//rules:et_model_test.bzl", _et_model_test = "et_model_test")
load("//rules:et_operator_library.bzl", _et_operator_library = "et_operator_library")
load("//rules:et_registry_header.bzl", _et_registry_header = "et_registry_header")
load("//rules:et_shader_custom_op.bzl", _et_shader_custom_op = "et_shader_custom_op")
load("//rules:et_size_test.bzl", _et_size_test = "et_size_test")
load("//rules:executorch_generated_lib.bzl", _executorch_generated_lib = "executorch_generated_lib")
load("//rules:executorch_ops_check.bzl", _executorch_ops_check = "executorch_ops_check")
load("//rules:exir_custom_ops_aot_lib.bzl", _exir_custom_ops_aot_lib = "exir_custom_ops_aot_lib")
load("//rules:merge_yaml.bzl", _merge_yaml = "merge_yaml")

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
exir_custom_ops_aot_lib = _exir_custom_ops_aot_lib
merge_yaml = _merge_yaml
