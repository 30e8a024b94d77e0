# What exir_custom_ops_aot_lib does with its arguments.

# Makes rules_executorch_torch of the torch that the tools' Python has.
function(_et_find_torch)
  if(TARGET rules_executorch_torch)
    return()
  endif()
  _et_find_python(python)
  execute_process(
    COMMAND "${python}" -c
      "import importlib.metadata as m, importlib.util as u; print(*u.find_spec('torch').submodule_search_locations, m.version('torch'), sep=';')"
    OUTPUT_VARIABLE torch OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    _et_error("${python} has no torch, which exir_custom_ops_aot_lib needs: install it there (pip install torch), or set RULES_EXECUTORCH_PYTHON to the Python that you export models with")
  endif()
  list(POP_BACK torch version)
  add_library(rules_executorch_torch INTERFACE)
  target_include_directories(rules_executorch_torch SYSTEM
    INTERFACE "${torch}/include" "${torch}/include/torch/csrc/api/include")
  target_compile_definitions(rules_executorch_torch INTERFACE "RULES_EXECUTORCH_TORCH_VERSION=\"${version}\"")
  target_link_directories(rules_executorch_torch INTERFACE "${torch}/lib")
  target_link_libraries(rules_executorch_torch INTERFACE c10 torch_cpu)
endfunction()

macro(_et_aot_registration)
  _et_find_torch()
  set(arg_PLACE cpu)
  set(arg_SOURCES_PER_UNIT 1)
  _et_yaml(arg_CUSTOM_OPS_YAML "${arg_YAML_TARGET}")
  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(resolution "${directory}/resolution.json")
  _et_collect(${arg_NAME}_oplist ${arg_KERNELS})
  _et_resolve()
  set(aot --aot)
  if(arg_FUNCTIONAL_VARIANTS)
    list(APPEND aot --aot-functional-variants)
  endif()
  _et_generate(${aot})

  add_library(${arg_NAME}_kernels OBJECT EXCLUDE_FROM_ALL)
  _et_generated(${arg_NAME}_kernels "${units}")
  set_target_properties(${arg_NAME}_kernels PROPERTIES POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
  target_include_directories(${arg_NAME}_kernels PRIVATE "${directory}")
  target_compile_options(${arg_NAME}_kernels PRIVATE ${arg_COMPILER_FLAGS})
  target_link_libraries(${arg_NAME}_kernels PRIVATE rules_executorch_headers ${arg_KERNELS} ${arg_DEPS})

  set(implementation RegisterCPUStub.cpp)
  if(arg_KERNELS)
    set(implementation RegisterCPUCustomOps.cpp)
  endif()
  add_library(${arg_NAME} SHARED EXCLUDE_FROM_ALL "${directory}/RegisterSchema.cpp" "${directory}/${implementation}")
  target_include_directories(${arg_NAME} PRIVATE "${directory}" "${RULES_EXECUTORCH_ROOT}/kernels/custom_ops/include")
  # PyTorch's headers want it, and its own exceptions and types.
  target_compile_features(${arg_NAME} PRIVATE cxx_std_20)
  target_compile_options(${arg_NAME} PRIVATE $<IF:$<CXX_COMPILER_ID:MSVC>,/EHsc,-fexceptions>
    $<$<NOT:$<CXX_COMPILER_ID:MSVC>>:-frtti> ${arg_COMPILER_FLAGS})
  set(linked ${arg_KERNELS} ${arg_DEPS})
  list(REMOVE_ITEM linked ${libraries} "")
  target_link_libraries(${arg_NAME}
    PRIVATE ${arg_NAME}_kernels rules_executorch_torch ${linked} ${libraries} rules_executorch_runtime)
endmacro()
