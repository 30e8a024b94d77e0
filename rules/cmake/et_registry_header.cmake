# Makes a library of the header that tells the runtime how many kernels a binary registers.
#
#   et_registry_header(
#     NAME <name>
#     DEPS <target>...    all libraries of the binary that register kernels
#     [MORE_KERNELS <n>]  kernels that the binary registers in other ways, such as EXECUTORCH_LIBRARY
#   )
#
# If <executorch/runtime/kernel/selected_max_kernel_num.h> is on the include path, operator_registry.cpp includes it;
# without it, the registry has a capacity of 2,000 kernels. The header has the number of kernels that are actually
# registered by all registration libraries of the binary, and by the runtime itself.
function(et_registry_header)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;MORE_KERNELS" "DEPS")
  _et_check_arguments(et_registry_header NAME DEPS)
  _et_default(MORE_KERNELS 0)
  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(header "${directory}/executorch/runtime/kernel/selected_max_kernel_num.h")
  _et_stand_in(${arg_NAME}_binary ${arg_DEPS})
  _et_run_on_binary(${arg_NAME}_generated report ${arg_NAME}_binary
    FLAGS --registry-header "${header}" --more-kernels ${arg_MORE_KERNELS} --output "${directory}/registered.txt"
    OUTPUTS "${directory}/registered.txt"
    BYPRODUCTS "${header}"
    COMMENT "etgen report: ${label}")
  add_library(${arg_NAME} INTERFACE)
  add_dependencies(${arg_NAME} ${arg_NAME}_generated)
  target_include_directories(${arg_NAME} INTERFACE "${directory}")
endfunction()
