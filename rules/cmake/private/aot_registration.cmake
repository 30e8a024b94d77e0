# The library that registers custom operators with PyTorch, for exir_custom_ops_aot_lib.

# Compiles a library of this project as position-independent code, unless it sets the property itself.
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

# The PyTorch of the tools' Python, which is only searched if a target links it.
add_library(rules_executorch_torch INTERFACE)
add_library(rules_executorch::torch ALIAS rules_executorch_torch)
# PyTorch's headers need it.
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
    _et_error("${python} has no torch, and ${needs_torch} needs it: install it there (pip install torch), or set RULES_EXECUTORCH_PYTHON to the Python that you export models with")
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

# Makes the library.
#
#   _et_aot_library(<name> SELECTION <target> YAML <yaml> [FUNCTIONAL_VARIANTS <bool>] [KERNELS <target>...] [DEPS <target>...]
#     [COMPILER_FLAGS <flag>...])
function(_et_aot_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SELECTION;YAML;FUNCTIONAL_VARIANTS" "KERNELS;DEPS;COMPILER_FLAGS")
  _et_find_torch(exir_custom_ops_aot_lib)
  _et_yaml(yaml "${arg_YAML}")
  _et_label(label ${name})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  set(resolution "${directory}/resolution.json")
  _et_collect(given "${label}" ${arg_SELECTION} ${arg_KERNELS})
  _et_resolve("${label}" "${resolution}"
    SELECTIONS ${given_selections} LIBRARIES ${given_descriptions} CUSTOM_OPS_YAML "${yaml}")
  set(flags --aot)
  if(arg_FUNCTIONAL_VARIANTS)
    list(APPEND flags --aot-functional-variants)
  endif()
  _et_generate(names "${label}" "${resolution}" "${directory}" PARTS ${given_parts} FLAGS ${flags})

  add_library(${name}_headers INTERFACE)
  target_include_directories(${name}_headers INTERFACE "${directory}")
  target_link_libraries(${name}_headers INTERFACE rules_executorch_headers ${arg_DEPS})
  _et_compile_parts(objects ${name}_kernels "${directory}" PARTS ${given_parts} NAMES ${names}
    HEADERS ${name}_headers PIC ON COMPILER_FLAGS ${arg_COMPILER_FLAGS})
  foreach(each IN LISTS objects)
    set_target_properties(${each} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endforeach()

  set(implementation RegisterCPUStub.cpp)
  if(arg_KERNELS)
    set(implementation RegisterCPUCustomOps.cpp)
  endif()
  add_library(${name} SHARED EXCLUDE_FROM_ALL "${directory}/RegisterSchema.cpp" "${directory}/${implementation}")
  _et_generated(${name})
  target_include_directories(${name} PRIVATE "${directory}" "${RULES_EXECUTORCH_ROOT}/kernels/custom_ops/include")
  target_compile_options(${name} PRIVATE $<IF:$<CXX_COMPILER_ID:MSVC>,/EHsc,-fexceptions>
    $<$<NOT:$<CXX_COMPILER_ID:MSVC>>:-frtti> ${arg_COMPILER_FLAGS})
  set(linked ${arg_KERNELS} ${arg_DEPS})
  list(REMOVE_ITEM linked ${given_libraries} "")
  foreach(library IN LISTS linked)
    _et_link_into_shared(${library})
  endforeach()
  target_link_libraries(${name}
    PRIVATE ${objects} rules_executorch_torch ${linked} ${given_libraries} rules_executorch_runtime)
endfunction()
