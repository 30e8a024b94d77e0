# ExecuTorch's function of this name: makes the library that gen_selected_ops and generate_bindings_for_kernels describe.
#
#   gen_operators_lib(
#     [LIB_NAME] <name>
#     [KERNEL_LIBS <target>...]  kernel libraries (et_kernel_library, rules_executorch::portable), whose selected sources are
#                                compiled, or C++ libraries with the kernels. portable_kernels, optimized_kernels and
#                                quantized_kernels are those of RulesExecuTorch, unless the project has targets of these names
#     [DEPS <target>...]         libraries to link with; executorch is the runtime
#     [DTYPE_SELECTIVE_BUILD <bool>]
#     [SHARED]                   make a shared library
#   )
#
# In new projects, use executorch_generated_lib.
function(${_et_prefix}gen_operators_lib)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SHARED" "LIB_NAME;DTYPE_SELECTIVE_BUILD" "KERNEL_LIBS;DEPS")
  if(NOT arg_LIB_NAME)
    list(POP_FRONT arg_UNPARSED_ARGUMENTS arg_LIB_NAME)
  endif()
  _et_check_arguments(gen_operators_lib LIB_NAME)
  foreach(key IN ITEMS SELECTION FUNCTIONS_YAML CUSTOM_OPS_YAML SUPPORT_EXCEPTIONS)
    _et_upstream_get(${key} "${arg_LIB_NAME}" ${key})
  endforeach()
  _et_upstream_get(dtype "${arg_LIB_NAME}" DTYPE_SELECTIVE_BUILD)
  _et_flag(DTYPE_SELECTIVE_BUILD OFF)
  if(dtype)
    set(arg_DTYPE_SELECTIVE_BUILD ON)
  endif()
  if(NOT SELECTION)
    _et_error("gen_operators_lib ${arg_LIB_NAME}: first call gen_selected_ops with the same LIB_NAME")
  endif()
  # Kernel libraries with the names of ExecuTorch's own, unless the project already has those.
  foreach(library IN ITEMS portable optimized quantized)
    if(NOT TARGET ${library}_kernels)
      list(TRANSFORM arg_KERNEL_LIBS REPLACE "^${library}_kernels$" rules_executorch::${library})
    endif()
  endforeach()
  # The library links the runtime, also under the name that ExecuTorch's own build gives it.
  list(REMOVE_ITEM arg_DEPS executorch executorch_core)
  set(name ${arg_LIB_NAME})
  if(arg_SHARED)
    set(name ${arg_LIB_NAME}_static)
  endif()
  executorch_generated_lib(
    NAME ${name}
    FUNCTIONS_YAML "${FUNCTIONS_YAML}"
    CUSTOM_OPS_YAML "${CUSTOM_OPS_YAML}"
    DTYPE_SELECTIVE_BUILD ${arg_DTYPE_SELECTIVE_BUILD}
    SUPPORT_EXCEPTIONS ${SUPPORT_EXCEPTIONS}
    DEPS ${SELECTION} ${arg_KERNEL_LIBS} ${arg_DEPS})
  if(arg_SHARED)
    _et_shared(${arg_LIB_NAME} ${name})
  endif()
endfunction()
