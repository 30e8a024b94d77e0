# ExecuTorch's function of this name: chooses the kernels that the gen_operators_lib with the same LIB_NAME registers.
#
#   generate_bindings_for_kernels(
#     [LIB_NAME <name>]
#     [FUNCTIONS_YAML <yaml>]   ATen operators
#     [CUSTOM_OPS_YAML <yaml>]  other operators
#     [DTYPE_SELECTIVE_BUILD <bool>]
#     [ADD_EXCEPTION_BOUNDARY]  turn exceptions of kernels into failures of the call
#   )
#
# Without LIB_NAME, it applies to the next gen_operators_lib in the directory, which generates the C++, because it knows the
# kernel libraries. In new projects, use executorch_generated_lib.
function(${_et_prefix}generate_bindings_for_kernels)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ADD_EXCEPTION_BOUNDARY"
    "LIB_NAME;FUNCTIONS_YAML;CUSTOM_OPS_YAML;DTYPE_SELECTIVE_BUILD" "")
  _et_check_arguments(generate_bindings_for_kernels)
  foreach(keyword IN ITEMS FUNCTIONS_YAML CUSTOM_OPS_YAML)
    if(arg_${keyword})
      _et_absolute(arg_${keyword} "${arg_${keyword}}")
    endif()
    _et_upstream_set("${arg_LIB_NAME}" ${keyword} ${arg_${keyword}})
  endforeach()
  _et_upstream_set("${arg_LIB_NAME}" SUPPORT_EXCEPTIONS ${arg_ADD_EXCEPTION_BOUNDARY})
endfunction()
