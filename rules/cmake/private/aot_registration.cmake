# What exir_custom_ops_aot_lib does with its arguments.

# Has a library of this project compiled for a shared library, unless it says otherwise.
function(_et_link_into_shared library)
  if(NOT TARGET ${library})
    return()
  endif()
  get_target_property(aliased ${library} ALIASED_TARGET)
  if(aliased)
    set(library ${aliased})
  endif()
  get_target_property(imported ${library} IMPORTED)
  get_target_property(type ${library} TYPE)
  get_target_property(independent ${library} POSITION_INDEPENDENT_CODE)
  if(NOT imported AND NOT type STREQUAL "INTERFACE_LIBRARY" AND independent MATCHES "NOTFOUND$")
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

# PyTorch, that of the tools' Python, which is looked for where something is linked with it.
add_library(rules_executorch_torch INTERFACE)
add_library(rules_executorch::torch ALIAS rules_executorch_torch)
# Its headers want it.
target_compile_features(rules_executorch_torch INTERFACE cxx_std_20)

function(_et_find_torch needs_torch)
  get_property(found GLOBAL PROPERTY RULES_EXECUTORCH_TORCH_FOUND)
  if(found)
    return()
  endif()
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_TORCH_FOUND TRUE)
  _et_find_python(python)
  execute_process(
    COMMAND "${python}" -c
      "import importlib.metadata as m, importlib.util as u; print(*u.find_spec('torch').submodule_search_locations, m.version('torch'), sep=';')"
    OUTPUT_VARIABLE torch OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    _et_error("${python} has no torch, which ${needs_torch} needs: install it there (pip install torch), or set RULES_EXECUTORCH_PYTHON to the Python that you export models with")
  endif()
  list(POP_BACK torch version)
  target_include_directories(rules_executorch_torch SYSTEM
    INTERFACE "${torch}/include" "${torch}/include/torch/csrc/api/include")
  target_compile_definitions(rules_executorch_torch INTERFACE "RULES_EXECUTORCH_TORCH_VERSION=\"${version}\"")
  target_link_directories(rules_executorch_torch INTERFACE "${torch}/lib")
  target_link_libraries(rules_executorch_torch INTERFACE c10 torch_cpu)
endfunction()

# Runs when the project is complete.
function(_et_find_torch_where_linked)
  _et_all_targets(targets)
  foreach(target IN LISTS targets)
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(libraries ${target} ${property})
      if(NOT target MATCHES "^rules_executorch_" AND libraries MATCHES "rules_executorch(_|::)(torch|wrap_to_aten)")
        _et_find_torch("rules_executorch::${CMAKE_MATCH_2}, with which ${target} is linked,")
      endif()
    endforeach()
  endforeach()
endfunction()

# The operators are those of the target arg_SELECTION.
macro(_et_aot_registration)
  _et_find_torch(exir_custom_ops_aot_lib)
  set(arg_PLACE cpu)
  set(arg_SOURCES_PER_UNIT 1)
  _et_yaml(arg_CUSTOM_OPS_YAML "${arg_YAML_TARGET}")
  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(resolution "${directory}/resolution.json")
  _et_collect(${arg_SELECTION} ${arg_KERNELS})
  _et_resolve()
  set(aot --aot)
  if(arg_FUNCTIONAL_VARIANTS)
    list(APPEND aot --aot-functional-variants)
  endif()
  _et_generate(${aot})

  # CMake wants a source, even where C++ libraries have all kernels.
  _et_write_if_changed("${directory}/no_kernels.cpp" "// All kernels are those of libraries.\n")
  add_library(${arg_NAME}_kernels OBJECT EXCLUDE_FROM_ALL "${directory}/no_kernels.cpp")
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
  target_compile_options(${arg_NAME} PRIVATE $<IF:$<CXX_COMPILER_ID:MSVC>,/EHsc,-fexceptions>
    $<$<NOT:$<CXX_COMPILER_ID:MSVC>>:-frtti> ${arg_COMPILER_FLAGS})
  set(linked ${arg_KERNELS} ${arg_DEPS})
  list(REMOVE_ITEM linked ${libraries} "")
  foreach(library IN LISTS linked)
    _et_link_into_shared(${library})
  endforeach()
  target_link_libraries(${arg_NAME}
    PRIVATE ${arg_NAME}_kernels rules_executorch_torch ${linked} ${libraries} rules_executorch_runtime)
endmacro()
