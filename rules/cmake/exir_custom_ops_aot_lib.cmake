# Makes a shared library that defines the operators of a yaml file in PyTorch, to export models with.
#
#   exir_custom_ops_aot_lib(
#     NAME <name>
#     YAML_TARGET <yaml>            a yaml file of custom operators
#     [KERNELS <target>...]         kernel libraries (et_kernel_library) whose sources are compiled, or C++ libraries
#                                   that contain the kernels
#     [DEPS <target>...]            C++ libraries to link with
#     [FUNCTIONAL_VARIANTS <bool>]  also define the functional variant of each operator that writes to outs, unless
#                                   the yaml declares it; ON by default. Models call functional variants.
#     [COMPILER_FLAGS <flag>...]    flags for the kernels and the registration
#   )
#
# Then, in Python, `torch.ops.load_library("<binary dir>/lib<name>.so")` defines torch.ops.my_ops.…. The library is
# not part of ALL.
#
# The operators use the same kernels as the app, compiled for ExecuTorch's types. Without kernels they are defined,
# but cannot be run, which is enough for torch.export. The library is built for the PyTorch of the Python that runs
# the tools.
function(exir_custom_ops_aot_lib)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;YAML_TARGET;FUNCTIONAL_VARIANTS" "KERNELS;DEPS;COMPILER_FLAGS")
  _et_check_arguments(exir_custom_ops_aot_lib NAME YAML_TARGET)
  _et_flag(FUNCTIONAL_VARIANTS ON)
  et_operator_library(NAME ${arg_NAME}_oplist OPS_SCHEMA_YAML_TARGET "${arg_YAML_TARGET}")
  _et_aot_library(${arg_NAME}
    SELECTION ${arg_NAME}_oplist
    YAML "${arg_YAML_TARGET}"
    FUNCTIONAL_VARIANTS ${arg_FUNCTIONAL_VARIANTS}
    KERNELS ${arg_KERNELS}
    DEPS ${arg_DEPS}
    COMPILER_FLAGS ${arg_COMPILER_FLAGS})
endfunction()
