# ExecuTorch's function of this name: makes the shared library that defines custom operators in PyTorch.
#
#   gen_custom_ops_aot_lib(
#     LIB_NAME <name>
#     [KERNEL_SOURCES <source>...]  the C++ sources of the kernels, or targets (et_kernel_library, add_library) that contain them
#   )
#
# First call generate_bindings_for_kernels with CUSTOM_OPS_YAML and the same LIB_NAME, and, to include only some of its
# operators, gen_selected_ops. Kernels are compiled for ExecuTorch's types, as in the app. In new projects, use
# exir_custom_ops_aot_lib.
function(${_et_prefix}gen_custom_ops_aot_lib)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LIB_NAME" "KERNEL_SOURCES")
  _et_check_arguments(gen_custom_ops_aot_lib LIB_NAME)
  _et_upstream_get(yaml "${arg_LIB_NAME}" CUSTOM_OPS_YAML)
  _et_upstream_get(selection "${arg_LIB_NAME}" SELECTION)
  if(NOT yaml)
    _et_error("gen_custom_ops_aot_lib ${arg_LIB_NAME}: first call generate_bindings_for_kernels with CUSTOM_OPS_YAML and the same LIB_NAME")
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
  # Without functional variants: the yaml lists all operators that are needed.
  _et_aot_library(${arg_LIB_NAME} SELECTION ${selection} YAML "${yaml}" KERNELS ${kernels})
endfunction()
