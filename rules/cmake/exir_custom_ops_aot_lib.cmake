# Makes a shared library that defines the operators of a yaml file in PyTorch, to export models with.
#
#   exir_custom_ops_aot_lib(
#     NAME <name>
#     YAML_TARGET <yaml>            a yaml file of custom operators
#     [KERNELS <target>...]         kernel libraries (et_kernel_library) whose sources are compiled, or C++ libraries
#                                   that hold the kernels
#     [DEPS <target>...]            C++ libraries to link with
#     [FUNCTIONAL_VARIANTS <bool>]  also define the functional operator for each that writes to outs, where the yaml
#                                   has none; ON by default. Models call the functional ones.
#     [COMPILER_FLAGS <flag>...]    flags for the kernels and the registration
#   )
#
# Then, in Python, `torch.ops.load_library("<binary dir>/lib<name>.so")` makes torch.ops.my_ops.…. The library is not
# part of ALL.
#
# The operators run on the same kernels as in the app, compiled for ExecuTorch's types; without kernels they run on
# nothing, which is enough for torch.export. PyTorch is that of the Python that runs the tools.
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
