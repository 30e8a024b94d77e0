# ExecuTorch's function of this name: makes the header that tells the runtime how many kernels a binary registers.
#
#   gen_selected_max_kernel_num(
#     LIB_NAME <name>
#     OPLIST_YAMLS <yaml>...  those of gen_selected_ops (gen_selected_ops_output_yaml) or of an et_operator_library
#   )
#
# <name>_max_kernel_num_include_dir is set to the directory to add to the includes of the target that compiles
# operator_registry.cpp, and the target <name>_max_kernel_num_header makes the header. It counts the kernels that the
# libraries with these selections actually register. In new projects, use et_registry_header.
function(${_et_prefix}gen_selected_max_kernel_num)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LIB_NAME" "OPLIST_YAMLS")
  _et_check_arguments(gen_selected_max_kernel_num LIB_NAME OPLIST_YAMLS)
  add_library(${arg_LIB_NAME}_max_kernel_num_libraries INTERFACE)
  # The libraries are known at the end of the project, before the registrations of each binary are collected.
  _et_absolute(yamls ${arg_OPLIST_YAMLS})
  set(call "_et_find_registrations ${arg_LIB_NAME}_max_kernel_num_libraries [[${yamls}]]")
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL ${call})")
  et_registry_header(NAME ${arg_LIB_NAME}_max_kernel_num DEPS ${arg_LIB_NAME}_max_kernel_num_libraries)
  add_custom_target(${arg_LIB_NAME}_max_kernel_num_header DEPENDS ${arg_LIB_NAME}_max_kernel_num_generated)
  add_dependencies(${arg_LIB_NAME}_max_kernel_num_header ${arg_LIB_NAME}_max_kernel_num_generated)
  set(${arg_LIB_NAME}_max_kernel_num_include_dir "${CMAKE_CURRENT_BINARY_DIR}/${arg_LIB_NAME}_max_kernel_num" PARENT_SCOPE)
endfunction()
