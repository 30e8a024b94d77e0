# The public functions; each is documented in the file it comes from.
#
#   include(<rules_executorch>/rules/cmake/RulesExecuTorch.cmake), or find_package(RulesExecuTorch), or add_subdirectory(…)
#
# This file also defines: rules_executorch::runtime and ::headers (private/runtime.cmake describes where they come from), the
# kernel libraries rules_executorch::portable, ::optimized, ::quantized, ::llm, ::cortex_m and ::fused, the backends of ExecuTorch, such
# as rules_executorch::backend_xnnpack, rules_executorch::model_runner, a program that runs models, and
# rules_executorch::executorch_library and ::wrap_to_aten, for kernels that are registered without a yaml file.
#
# Variables to set before including it: RULES_EXECUTORCH_PYTHON, RULES_EXECUTORCH_RUNTIME, RULES_EXECUTORCH_VENV,
# RULES_EXECUTORCH_UPSTREAM_NAMES; for the optimized kernels RULES_EXECUTORCH_SIMD, RULES_EXECUTORCH_THREADPOOL,
# RULES_EXECUTORCH_HIGHWAY; for shaders RULES_EXECUTORCH_GLSLC.

cmake_minimum_required(VERSION 3.24)
include_guard(GLOBAL)
if(POLICY CMP0144)
  cmake_policy(SET CMP0144 NEW) # find_package searches EXECUTORCH_ROOT.
endif()
if(POLICY CMP0174)
  cmake_policy(SET CMP0174 NEW) # An argument may be empty.
endif()

if(NOT CMAKE_CXX_COMPILER)
  message(FATAL_ERROR " RulesExecuTorch needs C++: include it after project(… LANGUAGES CXX)")
endif()

foreach(_et_file IN ITEMS
    arguments paths python etgen yaml whole_archive kernel_library backend_library registration aot_registration
    model_check report upstream conflicts runtime_package runtime_version runtime
    source_runtime install project)
  include("${CMAKE_CURRENT_LIST_DIR}/private/${_et_file}.cmake")
endforeach()

foreach(_et_file IN ITEMS
    et_backend_library
    et_install
    et_install_prefab
    et_kernel_library
    et_kernel_test
    et_model_test
    et_operator_library
    et_registry_header
    et_shader_custom_op
    et_shared_library
    et_size_test
    executorch_generated_lib
    executorch_ops_check
    executorch_source_runtime
    exir_custom_ops_aot_lib)
  include("${CMAKE_CURRENT_LIST_DIR}/${_et_file}.cmake")
endforeach()

# Functions that ExecuTorch's own build also has: et_<name>, and <name> if it is not defined yet.
option(RULES_EXECUTORCH_UPSTREAM_NAMES
  "Replace ExecuTorch's own functions, such as gen_selected_ops, by those of RulesExecuTorch, even if ExecuTorch is in the project" OFF)
foreach(_et_file IN ITEMS
    executorch_target_link_options_shared_lib
    executorch_target_link_shared_runtime
    gen_custom_ops_aot_lib
    gen_operators_lib
    gen_selected_max_kernel_num
    gen_selected_ops
    gen_selected_prim_ops_lib
    generate_bindings_for_kernels
    merge_yaml)
  set(_et_prefix et_)
  include("${CMAKE_CURRENT_LIST_DIR}/${_et_file}.cmake")
  if(RULES_EXECUTORCH_UPSTREAM_NAMES OR NOT COMMAND ${_et_file})
    set(_et_prefix "")
    include("${CMAKE_CURRENT_LIST_DIR}/${_et_file}.cmake")
  endif()
endforeach()

foreach(_et_file IN ITEMS backends kernels/common kernels/custom_ops kernels/portable kernels/quantized kernels/fused kernels/llm kernels/optimized kernels/cortex_m tools/model_runner)
  add_subdirectory("${RULES_EXECUTORCH_ROOT}/${_et_file}" "${CMAKE_BINARY_DIR}/rules_executorch/${_et_file}")
endforeach()
