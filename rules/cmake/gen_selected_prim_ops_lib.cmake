# ExecuTorch's function of this name: makes a library of the selected ones of the runtime's own operators.
#
#   gen_selected_prim_ops_lib(
#     LIB_NAME <name>
#     [SELECTED_OPS_YAML <yaml>]  that of gen_selected_ops (gen_selected_ops_output_yaml) or of an et_operator_library
#     [INCLUDE_ALL_OPS]           all of them instead
#     [DEPS <target>...]          libraries to compile with; executorch_core is the runtime
#   )
#
# It is compiled from ExecuTorch's sources, in EXECUTORCH_ROOT or in the project, and replaces the target executorch;
# <name>_impl has the kernels that it refers to. An installed runtime, such as the wheel's, has all of these operators.
function(${_et_prefix}gen_selected_prim_ops_lib)
  cmake_parse_arguments(PARSE_ARGV 0 arg "INCLUDE_ALL_OPS" "LIB_NAME;SELECTED_OPS_YAML" "DEPS")
  _et_check_arguments(gen_selected_prim_ops_lib LIB_NAME)
  if(NOT arg_INCLUDE_ALL_OPS AND NOT arg_SELECTED_OPS_YAML)
    _et_error("gen_selected_prim_ops_lib ${arg_LIB_NAME}: give SELECTED_OPS_YAML or INCLUDE_ALL_OPS")
  endif()
  _et_upstream_root(root gen_selected_prim_ops_lib kernels/prim_ops/register_prim_ops.cpp)
  set(kernels "${root}/kernels/prim_ops")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_LIB_NAME}")
  add_library(${arg_LIB_NAME} STATIC "${kernels}/register_prim_ops.cpp")
  add_library(${arg_LIB_NAME}_impl STATIC "${kernels}/et_copy_index.cpp" "${kernels}/et_view.cpp")
  foreach(target IN ITEMS ${arg_LIB_NAME} ${arg_LIB_NAME}_impl)
    target_link_libraries(${target} PRIVATE ${arg_DEPS})
    target_include_directories(${target} PRIVATE "${root}/..")
  endforeach()
  target_link_libraries(${arg_LIB_NAME} PUBLIC ${arg_LIB_NAME}_impl)
  target_include_directories(${arg_LIB_NAME} PRIVATE "${kernels}" "${directory}")
  if(NOT arg_INCLUDE_ALL_OPS)
    _et_label(label ${arg_LIB_NAME})
    _et_absolute(yaml "${arg_SELECTED_OPS_YAML}")
    _et_request("${label}" select --selection "${yaml}" --output "${directory}/selected_operators.yaml"
      --prim-ops-header "${directory}/selected_prim_ops.h")
    _et_generated(${arg_LIB_NAME})
    target_compile_definitions(${arg_LIB_NAME} PRIVATE ET_PRIM_OPS_SELECTIVE_BUILD)
  endif()
  et_executorch_target_link_options_shared_lib(${arg_LIB_NAME})
endfunction()
