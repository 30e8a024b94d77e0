# Makes a C++ library that contains only the kernels that a selection needs.
#
#   executorch_generated_lib(
#     NAME <name>
#     [FUNCTIONS_YAML_TARGET <yaml>]   a yaml file of ATen operators whose kernels are preferred to those of all
#                                      libraries. Their sources come from the kernel libraries with the same kernels,
#                                      or from C++ libraries in DEPS.
#     [CUSTOM_OPS_YAML_TARGET <yaml>]  a yaml file of other operators, preferred in the same way
#     [FALLBACK_YAML_TARGET <yaml>]    a yaml file with lower priority than FUNCTIONS_YAML_TARGET: it serves operators
#                                      and calls that the latter does not
#     [DEPS <target>...]               the selections (et_operator_library), kernel libraries (et_kernel_library) in
#                                      order of preference, C++ libraries that kernels are linked with, and backends
#                                      (et_backend_library) of the app
#     [KERNEL_DEPS <target>...]        more libraries, asked after those in DEPS
#     [PLACE <place>]                  where the app runs, cpu by default. Kernels for this place come first, those
#                                      for cpu serve the remaining calls, and kernels for other places are ignored.
#     [PREFER <library>...]            names of kernel libraries to ask before all others, regardless of the order of
#                                      DEPS. A yaml entry may name another library (`library: cmsis_nn`).
#     [DTYPE_SELECTIVE_BUILD]          compile each kernel only for its selected dtypes
#     [CALL_SELECTIVE_BUILD]           compile each kernel only for what is true of all calls of its operator in the
#                                      models, such as their ranks, static shapes and constant arguments. The
#                                      registration lets other calls fail. An operator that is also selected in
#                                      another way than by a model is compiled for all calls.
#     [MANUAL_REGISTRATION]            register the kernels when torch::executor::register_<name>_kernels() of
#                                      register_<name>_kernels.h is called, not when the binary is loaded. Of several
#                                      such libraries in a binary, an app registers what it needs when it does. Where
#                                      there is one, register_all_kernels() of RegisterKernels.h is the same. In the
#                                      function's name, what C++ has not in names is _.
#     [SUPPORT_EXCEPTIONS <bool>]      turn C++ exceptions of kernels into failures of the call; ON by default. It has
#                                      no effect in code that is compiled with -fno-exceptions.
#     [INCLUDE_ALL_PRIM_OPS <bool>]    let selected_prim_ops.h select all of the runtime's own operators instead of
#                                      the selected ones; ON by default. This is for apps that compile the runtime
#                                      with ET_PRIM_OPS_SELECTIVE_BUILD.
#     [SOURCES_PER_UNIT <n>]           the number of kernel sources that are joined into one translation unit.
#                                      Operator sources and shared sources are joined separately. Larger units compile
#                                      faster, because most of the time goes into headers, but a change rebuilds more,
#                                      and sizes are reported per unit. The joined sources must not define the same
#                                      names.
#     [COMPILER_FLAGS <flag>...]       flags for the kernels and the registration
#   )
#
# For each selected operator, the kernel libraries are asked in the order they are listed; the first library that has
# a kernel for the call wins. The sources of these kernels are compiled, together with generated C++ that registers
# them with the runtime. An operator without a kernel is an error that names it. If the selection is empty, because a
# model is delegated as a whole, the library registers nothing.
#
# A yaml is a file, a merge_yaml, or an et_kernel_library with a yaml; the suffix _TARGET may be omitted. Flags may
# have a value, ON or OFF. Link an app with <name>, which links the runtime as well.
#
# The function also makes <name>_headers, with Functions.h and NativeFunctions.h, and, in `<binary dir>/<name>`,
# resolution.json, which says which kernel serves each call and why. `cmake --build <dir> --target <name>_report`
# writes a page with resolution, models and sizes, report.html, and also report.md and report.json
# (docs/howto/report.md).
function(executorch_generated_lib)
  set(keywords NAME FUNCTIONS_YAML_TARGET FUNCTIONS_YAML CUSTOM_OPS_YAML_TARGET CUSTOM_OPS_YAML FALLBACK_YAML_TARGET
    FALLBACK_YAML PLACE DTYPE_SELECTIVE_BUILD CALL_SELECTIVE_BUILD MANUAL_REGISTRATION SUPPORT_EXCEPTIONS
    INCLUDE_ALL_PRIM_OPS SOURCES_PER_UNIT)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${keywords}" "DEPS;KERNEL_DEPS;PREFER;COMPILER_FLAGS")
  _et_check_arguments(executorch_generated_lib NAME)
  _et_default(PLACE cpu)
  _et_flag(DTYPE_SELECTIVE_BUILD OFF)
  _et_flag(CALL_SELECTIVE_BUILD OFF)
  _et_flag(MANUAL_REGISTRATION OFF)
  _et_flag(SUPPORT_EXCEPTIONS ON)
  _et_flag(INCLUDE_ALL_PRIM_OPS ON)
  _et_default(SOURCES_PER_UNIT 1)
  foreach(yaml IN ITEMS FUNCTIONS_YAML CUSTOM_OPS_YAML FALLBACK_YAML)
    if(arg_${yaml}_TARGET)
      set(arg_${yaml} "${arg_${yaml}_TARGET}")
    endif()
    _et_yaml(arg_${yaml} "${arg_${yaml}}")
  endforeach()

  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(resolution "${directory}/resolution.json")
  set(deps ${arg_DEPS} ${arg_KERNEL_DEPS})
  _et_collect(given "${label}" ${deps})
  if(NOT given_selections)
    _et_error("${label}: its DEPS select no operators: add an et_operator_library to them")
  endif()
  if(NOT given_libraries AND NOT given_backends AND NOT arg_FUNCTIONS_YAML AND NOT arg_CUSTOM_OPS_YAML)
    _et_error("${label}: its DEPS have no kernels: add an et_kernel_library, such as rules_executorch::portable, or give FUNCTIONS_YAML_TARGET")
  endif()
  set(selections ${given_selections})
  if(arg_CALL_SELECTIVE_BUILD)
    _et_selections_of_calls(selections ${deps})
  endif()
  _et_resolve("${label}" "${resolution}"
    SELECTIONS ${selections}
    LIBRARIES ${given_descriptions}
    BACKENDS ${given_backends}
    FUNCTIONS_YAML "${arg_FUNCTIONS_YAML}"
    CUSTOM_OPS_YAML "${arg_CUSTOM_OPS_YAML}"
    FALLBACK_YAML "${arg_FALLBACK_YAML}"
    DTYPE_SELECTIVE_BUILD ${arg_DTYPE_SELECTIVE_BUILD}
    CALL_SELECTIVE_BUILD ${arg_CALL_SELECTIVE_BUILD}
    MANUAL_REGISTRATION ${arg_MANUAL_REGISTRATION}
    PLACE "${arg_PLACE}"
    PREFER ${arg_PREFER})
  # Next to the directory, which has the same files in each build system.
  set(anchor "${directory}_anchor/RegistrationAnchor.cpp")
  set(registration "${directory}/RegisterCodegenUnboxedKernelsEverything.cpp")
  set(flags --sources-per-unit ${arg_SOURCES_PER_UNIT} --anchor "${anchor}")
  if(arg_MANUAL_REGISTRATION)
    set(registration "${directory}/RegisterKernelsEverything.cpp")
  endif()
  if(arg_INCLUDE_ALL_PRIM_OPS)
    list(APPEND flags --include-all-prim-ops)
  endif()
  if(arg_SUPPORT_EXCEPTIONS)
    list(APPEND flags --support-exceptions)
  endif()
  _et_generate(names "${label}" "${resolution}" "${directory}" PARTS ${given_parts} FLAGS ${flags})

  add_library(${arg_NAME}_headers INTERFACE)
  target_include_directories(${arg_NAME}_headers INTERFACE "${directory}")
  target_link_libraries(${arg_NAME}_headers INTERFACE rules_executorch_headers)

  # For shared libraries of it. Where there are none, as on microcontrollers, it would cost a table of addresses in RAM.
  get_property(shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
  _et_compile_parts(objects ${arg_NAME}_cc "${directory}" PARTS ${given_parts} NAMES ${names}
    HEADERS ${arg_NAME}_headers PIC ${shared} COMPILER_FLAGS ${arg_COMPILER_FLAGS})
  add_library(${arg_NAME}_cc STATIC "${registration}")
  _et_add_objects(${arg_NAME}_cc ${objects})
  _et_generated(${arg_NAME}_cc)
  # Of two LTO objects that define one symbol, as two that register one kernel do, mold drops one without an error.
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    set_source_files_properties("${registration}" PROPERTIES COMPILE_OPTIONS -fno-lto)
  endif()
  set_target_properties(${arg_NAME}_cc PROPERTIES POSITION_INDEPENDENT_CODE ${shared})
  target_compile_options(${arg_NAME}_cc PRIVATE ${arg_COMPILER_FLAGS})
  set(linked ${deps})
  list(REMOVE_ITEM linked ${given_libraries})
  target_link_libraries(${arg_NAME}_cc PRIVATE ${arg_NAME}_headers ${given_libraries} PUBLIC ${linked} rules_executorch_runtime)

  # The anchor is an object for the link, which, unlike a source, comes to the binary through static libraries.
  add_library(${arg_NAME}_anchor OBJECT "${anchor}")
  _et_generated(${arg_NAME}_anchor)
  set_target_properties(${arg_NAME}_anchor PROPERTIES POSITION_INDEPENDENT_CODE ${shared})
  target_compile_features(${arg_NAME}_anchor PRIVATE cxx_std_17)
  target_compile_options(${arg_NAME}_anchor PRIVATE ${arg_COMPILER_FLAGS})

  _et_report(${arg_NAME} "${directory}" "${resolution}" ${deps})

  foreach(selection IN LISTS given_selections)
    string(SHA256 hash "${selection}")
    set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_REGISTRATIONS_${hash} ${arg_NAME})
  endforeach()
  add_library(${arg_NAME} INTERFACE)
  target_link_libraries(${arg_NAME} INTERFACE ${arg_NAME}_headers $<TARGET_OBJECTS:${arg_NAME}_anchor>)
  if(arg_MANUAL_REGISTRATION)
    # What is called needs no such thing.
    target_link_libraries(${arg_NAME} INTERFACE ${arg_NAME}_cc)
  else()
    _et_link_whole(${arg_NAME} ${arg_NAME}_cc)
  endif()
  set_target_properties(${arg_NAME} PROPERTIES
    RULES_EXECUTORCH_RESOLUTION "${resolution}"
    RULES_EXECUTORCH_LINKED "${linked}"
    RULES_EXECUTORCH_MANUAL_REGISTRATION ${arg_MANUAL_REGISTRATION}
    RULES_EXECUTORCH_OBJECTS "${objects}")
endfunction()
