# What executorch_generated_lib does with its arguments: resolve, generate, and compile what was generated.

# The properties of the kernel and backend libraries among targets, and the selections. Headers count as sources: which of these are
# needed depends on them.
macro(_et_collect)
  set(selections)
  set(backends)
  set(libraries)
  set(descriptions)
  set(sources)
  set(yamls)
  set(names)
  foreach(dep IN ITEMS ${ARGN})
    _et_property(selection ${dep} SELECTION)
    list(APPEND selections ${selection})
    _et_property(of_library ${dep} BACKENDS)
    list(APPEND backends ${of_library})
    _et_property(missing ${dep} MISSING)
    if(missing)
      _et_error("${label}: ${missing}")
    endif()
    _et_property(description ${dep} DESCRIPTION)
    if(description)
      _et_property(name ${dep} LIBRARY)
      _et_property(other ${dep} LABEL)
      if(name IN_LIST names AND NOT description IN_LIST descriptions)
        _et_error("${label}: the kernel libraries ${owner_${name}} and ${other} are both called ${name}: give one of them another name with LIBRARY")
      endif()
      set(owner_${name} "${other}")
      list(APPEND names ${name})
      list(APPEND descriptions "${description}")
      list(APPEND libraries ${dep})
      _et_property(of_library ${dep} SOURCES)
      list(APPEND sources ${of_library})
      _et_property(of_library ${dep} HEADERS)
      list(APPEND sources ${of_library})
      _et_property(of_library ${dep} YAMLS)
      list(APPEND yamls ${of_library})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES descriptions)
  list(REMOVE_DUPLICATES sources)
endmacro()

macro(_et_resolve)
  set(flags)
  _et_repeat(flags --selection ${selections})
  _et_repeat(flags --kernel-library ${descriptions})
  _et_repeat(flags --backend-library ${backends})
  foreach(yaml IN ITEMS functions custom_ops fallback)
    string(TOUPPER ${yaml}_YAML keyword)
    _et_relative(path ${arg_${keyword}})
    string(REPLACE _ - yaml ${yaml})
    _et_repeat(flags --${yaml}-yaml ${path})
  endforeach()
  if(arg_DTYPE_SELECTIVE_BUILD)
    list(APPEND flags --dtype-selective-build)
  endif()
  _et_known_libraries(known known_yamls)
  _et_repeat(flags --known-library ${known})
  list(APPEND flags --place ${arg_PLACE})
  _et_repeat(flags --prefer ${arg_PREFER})
  list(APPEND flags --label "${label}" --output "${resolution}")
  _et_run(resolve STAMP "${directory}/resolve.stamp" FLAGS ${flags}
    INPUTS ${selections} ${descriptions} ${backends} ${yamls} ${arg_FUNCTIONS_YAML} ${arg_CUSTOM_OPS_YAML} ${arg_FALLBACK_YAML}
           ${known} ${known_yamls})
endmacro()

# Sets `units`, the sources to compile, and `registration`, one of them.
macro(_et_generate)
  set(flags --resolution "${resolution}" --output-dir "${directory}" --kernel-sources-dir "${directory}/kernels"
    --sources-per-unit ${arg_SOURCES_PER_UNIT})
  set(registration "${directory}/RegisterCodegenUnboxedKernelsEverything.cpp")
  if(arg_MANUAL_REGISTRATION)
    list(APPEND flags --manual-registration)
    set(registration "${directory}/RegisterKernelsEverything.cpp")
  endif()
  if(arg_INCLUDE_ALL_PRIM_OPS)
    list(APPEND flags --include-all-prim-ops)
  endif()
  if(arg_SUPPORT_EXCEPTIONS)
    list(APPEND flags --support-exceptions)
  endif()
  set(stamp "${directory}/generate.stamp")
  _et_run(generate STAMP "${stamp}" FLAGS ${flags} ${ARGN} INPUTS "${resolution}" HOW how)
  # What it has written is in its manifest, a line a file.
  file(STRINGS "${directory}/.etgen_manifest.json" units REGEX "^  \"kernels/")
  list(TRANSFORM units REPLACE "^  \"([^\"]+)\".*" "${directory}/\\1")

  # The sources are copies: a changed kernel is copied again by the build, for which CMake need not run.
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${units}
    COMMAND ${how}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${resolution}" ${sources}
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "etgen generate: ${label}"
    VERBATIM)
  add_custom_target(${arg_NAME}_sources DEPENDS "${stamp}")
endmacro()

macro(_et_registration)
  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(resolution "${directory}/resolution.json")
  set(deps ${arg_DEPS} ${arg_KERNEL_DEPS})
  _et_collect(${deps})
  if(NOT selections)
    _et_error("${label}: its DEPS select no operators: add an et_operator_library to them")
  endif()
  if(NOT libraries AND NOT backends AND NOT arg_FUNCTIONS_YAML AND NOT arg_CUSTOM_OPS_YAML)
    _et_error("${label}: its DEPS have no kernels: add an et_kernel_library, such as rules_executorch::portable, or give FUNCTIONS_YAML_TARGET")
  endif()
  _et_resolve()
  set(anchor "${directory}/RegistrationAnchor.cpp")
  _et_generate(--anchor "${anchor}")

  add_library(${arg_NAME}_headers INTERFACE)
  target_include_directories(${arg_NAME}_headers INTERFACE "${directory}")
  target_link_libraries(${arg_NAME}_headers INTERFACE rules_executorch_headers)

  add_library(${arg_NAME}_cc STATIC ${units} "${registration}")
  add_dependencies(${arg_NAME}_cc ${arg_NAME}_sources)
  # Of two LTO objects that define one symbol, as two that register one kernel do, mold drops one without an error.
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    set_source_files_properties("${registration}" PROPERTIES COMPILE_OPTIONS -fno-lto)
  endif()
  # For shared libraries of it. Where there are none, as on microcontrollers, it would cost a table of addresses in RAM.
  get_property(shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
  set_target_properties(${arg_NAME}_cc PROPERTIES POSITION_INDEPENDENT_CODE ${shared})
  target_compile_options(${arg_NAME}_cc PRIVATE ${arg_COMPILER_FLAGS})
  set(linked ${deps})
  list(REMOVE_ITEM linked ${libraries})
  target_link_libraries(${arg_NAME}_cc PRIVATE ${arg_NAME}_headers ${libraries} PUBLIC ${linked} rules_executorch_runtime)

  # The anchor is an object for the link, which, unlike a source, comes to the binary through static libraries.
  add_library(${arg_NAME}_anchor OBJECT "${anchor}")
  add_dependencies(${arg_NAME}_anchor ${arg_NAME}_sources)
  set_target_properties(${arg_NAME}_anchor PROPERTIES POSITION_INDEPENDENT_CODE ${shared})
  target_compile_features(${arg_NAME}_anchor PRIVATE cxx_std_17)
  target_compile_options(${arg_NAME}_anchor PRIVATE ${arg_COMPILER_FLAGS})

  add_library(${arg_NAME} INTERFACE)
  target_link_libraries(${arg_NAME} INTERFACE ${arg_NAME}_headers $<TARGET_OBJECTS:${arg_NAME}_anchor>)
  _et_link_whole(${arg_NAME} ${arg_NAME}_cc)
  set_target_properties(${arg_NAME} PROPERTIES
    RULES_EXECUTORCH_RESOLUTION "${resolution}"
    RULES_EXECUTORCH_LINKED "${linked}")
endmacro()

# Makes a shared library of a registration library, which stays linked though nothing refers to it.
function(_et_shared name library)
  _et_property(linked ${library} LINKED)
  _et_property(resolution ${library} RESOLUTION)
  add_library(${name} SHARED $<TARGET_OBJECTS:${library}_cc>)
  target_link_libraries(${name} PUBLIC ${library}_headers ${linked} rules_executorch_runtime)
  if(NOT WIN32 AND NOT APPLE)
    target_link_options(${name} INTERFACE "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:${name}>,--pop-state")
  endif()
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX RULES_EXECUTORCH_RESOLUTION "${resolution}")
endfunction()
