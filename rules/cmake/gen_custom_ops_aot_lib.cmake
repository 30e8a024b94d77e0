# ExecuTorch's function of this name: makes the shared library that defines custom operators in PyTorch.
#
#   gen_custom_ops_aot_lib(
#     LIB_NAME <name>
#     [KERNEL_SOURCES <source>...]  the C++ of the kernels, or targets (et_kernel_library, add_library) that hold it
#   )
#
# Call generate_bindings_for_kernels with CUSTOM_OPS_YAML before, with the same LIB_NAME, and gen_selected_ops where not all
# of its operators are meant. Kernels are compiled for ExecuTorch's types, as in the app. New projects have
# exir_custom_ops_aot_lib.
function(${_et_prefix}gen_custom_ops_aot_lib)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LIB_NAME" "KERNEL_SOURCES")
  _et_check_arguments(gen_custom_ops_aot_lib LIB_NAME)
  _et_upstream_get(yaml "${arg_LIB_NAME}" CUSTOM_OPS_YAML)
  _et_upstream_get(selection "${arg_LIB_NAME}" SELECTION)
  if(NOT yaml)
    _et_error("gen_custom_ops_aot_lib ${arg_LIB_NAME}: call generate_bindings_for_kernels with CUSTOM_OPS_YAML before, with the same LIB_NAME")
  endif()
  set(kernels)
  set(sources)
  foreach(item IN LISTS arg_KERNEL_SOURCES)
    if(TARGET ${item})
      list(APPEND kernels ${item})
    else()
      list(APPEND sources "${item}")
    endif()
  endforeach()
  if(sources)
    et_kernel_library(NAME ${arg_LIB_NAME}_kernel_sources CUSTOM_OPS_YAML "${yaml}" SRCS ${sources})
    list(APPEND kernels ${arg_LIB_NAME}_kernel_sources)
  endif()
  if(NOT selection)
    set(selection ${arg_LIB_NAME}_oplist)
    et_operator_library(NAME ${selection} OPS_SCHEMA_YAML_TARGET "${yaml}")
  endif()
  # Without functional variants: the yaml has all operators that are meant.
  _et_aot_library(${arg_LIB_NAME} SELECTION ${selection} YAML "${yaml}" KERNELS ${kernels})
endfunction()
