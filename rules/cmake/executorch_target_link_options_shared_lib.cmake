# ExecuTorch's function of this name: makes dependents of a registration library link all of it.
#
#   executorch_target_link_options_shared_lib(<target>)
#
# For your C++ libraries that register something when they are loaded. Libraries that gen_operators_lib and
# executorch_generated_lib make do not need it.
function(${_et_prefix}executorch_target_link_options_shared_lib target)
  get_target_property(type ${target} TYPE)
  set(file "$<TARGET_FILE:${target}>")
  if(type STREQUAL "SHARED_LIBRARY")
    _et_keep_shared(${target})
  elseif(NOT type STREQUAL "STATIC_LIBRARY")
    return()
  elseif(APPLE)
    target_link_options(${target} INTERFACE "LINKER:-force_load,${file}")
  elseif(MSVC)
    target_link_options(${target} INTERFACE "LINKER:/WHOLEARCHIVE:${file}")
  else()
    target_link_options(${target} INTERFACE "LINKER:--whole-archive,${file},--no-whole-archive")
  endif()
endfunction()
