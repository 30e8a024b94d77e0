# Links registration libraries so that no linker drops them. All link options for this are here.
# Nothing in an app refers to a registration, so a linker would take no object file from its archive. For most platforms, CMake
# knows the option to link a whole archive. If another setting disables that, the anchor of the library (registration.cmake),
# an object file that refers to the registration, makes the linker include it, or fail if it is missing.

# For bare-metal targets CMake does not know the option, but the linker is GNU's or LLVM's.
if(NOT CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED AND NOT CMAKE_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED
   AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE "LINKER:--push-state,--whole-archive" "<LINK_ITEM>" "LINKER:--pop-state"
    CACHE INTERNAL "")
  set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED TRUE CACHE INTERNAL "")
endif()

# Makes dependents of a shared library load it although nothing refers to it.
function(_et_keep_shared target)
  if(NOT WIN32 AND NOT APPLE)
    target_link_options(${target} INTERFACE "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:${target}>,--pop-state")
  endif()
endfunction()

# Makes dependents of `target` link the whole static library `archive`.
function(_et_link_whole target archive)
  target_link_libraries(${target} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>")
endfunction()

# Makes dependents of `target` link the target `library` as a whole: all object files of a static library, or a shared library
# although nothing refers to it.
# The library may be linked elsewhere in the binary without this feature. Therefore this is not a LINK_LIBRARY feature, as
# CMake refuses a library with two different ones. Options come before all libraries, so that an archive is linked as a whole
# before any object file is taken from it.
function(_et_link_kept target library)
  target_link_libraries(${target} INTERFACE ${library})
  get_target_property(type ${library} TYPE)
  get_target_property(options ${library} INTERFACE_LINK_OPTIONS)
  get_target_property(location ${library} IMPORTED_LOCATION)
  set(file "$<TARGET_FILE:${library}>")
  if(options MATCHES "whole-archive|force_load|WHOLEARCHIVE")
    return() # ExecuTorch's own targets see to it themselves.
  elseif(type STREQUAL OBJECT_LIBRARY)
    target_sources(${target} INTERFACE "$<TARGET_OBJECTS:${library}>")
  elseif(type STREQUAL STATIC_LIBRARY OR (type STREQUAL UNKNOWN_LIBRARY AND location MATCHES "\\.(a|lib)$"))
    if(MSVC)
      target_link_options(${target} INTERFACE "LINKER:/WHOLEARCHIVE:${file}")
    elseif(APPLE)
      target_link_options(${target} INTERFACE "LINKER:-force_load,${file}")
    else()
      target_link_options(${target} INTERFACE "LINKER:--push-state,--whole-archive,${file},--pop-state")
    endif()
  elseif(NOT type STREQUAL INTERFACE_LIBRARY AND NOT WIN32 AND NOT APPLE)
    target_link_options(${target} INTERFACE "LINKER:--push-state,--no-as-needed,${file},--pop-state")
  endif()
endfunction()
