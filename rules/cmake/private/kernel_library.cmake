# What et_kernel_library does with its arguments: a target with a description that etgen reads.
#
# Properties of the target: RULES_EXECUTORCH_DESCRIPTION, _LIBRARY (its name), _LABEL, _SOURCES, _HEADERS and
# _YAMLS (absolute paths), those of the libraries it depends on included; _PARTS, itself and those libraries, as far as they
# have sources, and _OWN_SOURCES.

# A JSON list of texts without quotes or backslashes in them.
function(_et_json_list out)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN "," items)
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# Writes the description.
function(_et_describe path label library place functions custom_ops sources headers)
  foreach(list IN ITEMS functions custom_ops sources headers)
    _et_relative(${list} ${${list}})
    _et_json_list(${list} ${${list}})
  endforeach()
  _et_write_if_changed("${path}" "{\"custom_ops_yaml\":${custom_ops},\"functions_yaml\":${functions},\"hdrs\":${headers},\"label\":\"${label}\",\"name\":\"${library}\",\"place\":\"${place}\",\"srcs\":${sources}}\n")
endfunction()

macro(_et_kernel_library)
  _et_label(label ${arg_NAME})
  _et_absolute(own ${arg_SRCS})
  _et_yaml(functions "${arg_FUNCTIONS_YAML}")
  _et_yaml(custom_ops "${arg_CUSTOM_OPS_YAML}")
  _et_absolute(headers ${arg_HDRS})
  set(sources)
  set(parts)
  foreach(dep IN LISTS arg_DEPS)
    _et_property(yamls ${dep} YAMLS)
    _et_property(other ${dep} LABEL)
    if(yamls)
      _et_error("${label} depends on ${other}, which has kernels of its own: list both in the DEPS of the executorch_generated_lib instead")
    endif()
    _et_property(shared ${dep} SOURCES)
    list(APPEND sources ${shared})
    _et_property(shared ${dep} HEADERS)
    list(APPEND headers ${shared})
    _et_property(shared ${dep} PARTS)
    list(APPEND parts ${shared})
  endforeach()
  list(APPEND sources ${own})
  list(REMOVE_DUPLICATES sources)
  if(own)
    list(APPEND parts ${arg_NAME})
  endif()
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.kernel_library.json")
  _et_describe("${description}" "${label}" ${arg_LIBRARY} ${arg_PLACE} "${functions}" "${custom_ops}" "${sources}" "${headers}")

  set(all_yamls ${functions} ${custom_ops})
  add_library(${arg_NAME} INTERFACE)
  target_link_libraries(${arg_NAME} INTERFACE ${arg_DEPS})
  set_target_properties(${arg_NAME} PROPERTIES
    RULES_EXECUTORCH_DESCRIPTION "${description}"
    RULES_EXECUTORCH_LABEL "${label}"
    RULES_EXECUTORCH_LIBRARY "${arg_LIBRARY}"
    RULES_EXECUTORCH_SOURCES "${sources}"
    RULES_EXECUTORCH_HEADERS "${headers}"
    RULES_EXECUTORCH_OWN_SOURCES "${own}"
    RULES_EXECUTORCH_PARTS "${parts}"
    RULES_EXECUTORCH_YAMLS "${all_yamls}")

  # Sources are compiled from copies; what they include from their own directory is found there still.
  set(directories)
  foreach(source IN LISTS own)
    cmake_path(GET source PARENT_PATH source)
    list(APPEND directories "${source}")
  endforeach()
  list(REMOVE_DUPLICATES directories)
  foreach(source IN LISTS directories)
    target_compile_options(${arg_NAME} INTERFACE "$<IF:$<CXX_COMPILER_ID:MSVC>,-I,-iquote>${source}")
  endforeach()
endmacro()

# A property of a dependency, empty if it is no target or has none.
function(_et_property out target property)
  set(value "")
  if(TARGET ${target})
    get_target_property(value ${target} RULES_EXECUTORCH_${property})
    if(NOT value)
      set(value "")
    endif()
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Has hints name a library by `name` where it would help.
function(_et_add_known_library target name)
  _et_property(library ${target} LIBRARY)
  _et_property(yamls ${target} YAMLS)
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${target}.known_library.json")
  _et_describe("${description}" "${name}" ${library} cpu "${yamls}" "" "" "")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES "${description}")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS ${yamls})
endfunction()

# The libraries that hints may name, and what describes them further.
function(_et_known_libraries out out_yamls)
  get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES)
  get_property(yamls GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS)
  set(${out} "${known}" PARENT_SCOPE)
  set(${out_yamls} "${yamls}" PARENT_SCOPE)
endfunction()
