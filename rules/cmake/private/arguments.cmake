# Parsing of the arguments of public functions: keywords are the parameters of the Bazel rules, in capitals.

# Fails with a message that CMake does not wrap, so that users can search for it.
macro(_et_error text)
  message(FATAL_ERROR " ${text}")
endmacro()

# After cmake_parse_arguments(… arg …): refuses unknown arguments and missing ones.
macro(_et_check_arguments function)
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " _et_unknown)
    _et_error("${function}: unknown argument: ${_et_unknown} (arguments are keywords, such as NAME)")
  endif()
  foreach(_et_required IN ITEMS ${ARGN})
    if("${arg_${_et_required}}" STREQUAL "")
      _et_error("${function}: ${_et_required} is missing")
    endif()
  endforeach()
endmacro()

# A flag may have a value: DTYPE_SELECTIVE_BUILD, or DTYPE_SELECTIVE_BUILD ON.
macro(_et_flag keyword default)
  if("${keyword}" IN_LIST arg_KEYWORDS_MISSING_VALUES)
    set(arg_${keyword} ON)
  elseif("${arg_${keyword}}" STREQUAL "")
    set(arg_${keyword} ${default})
  endif()
endmacro()

# The default of a keyword.
macro(_et_default keyword value)
  if("${arg_${keyword}}" STREQUAL "")
    set(arg_${keyword} "${value}")
  endif()
endmacro()
