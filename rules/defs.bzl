"""The public rules. Each is documented in the file it comes from."""

load("//rules:et_kernel_library.bzl", _et_kernel_library = "et_kernel_library")
load("//rules:et_kernel_test.bzl", _et_kernel_test = "et_kernel_test")
load("//rules:et_model_test.bzl", _et_model_test = "et_model_test")
load("//rules:et_operator_library.bzl", _et_operator_library = "et_operator_library")
load("//rules:executorch_generated_lib.bzl", _executorch_generated_lib = "executorch_generated_lib")
load("//rules:merge_yaml.bzl", _merge_yaml = "merge_yaml")

et_kernel_library = _et_kernel_library
et_kernel_test = _et_kernel_test
et_model_test = _et_model_test
et_operator_library = _et_operator_library
executorch_generated_lib = _executorch_generated_lib
merge_yaml = _merge_yaml
