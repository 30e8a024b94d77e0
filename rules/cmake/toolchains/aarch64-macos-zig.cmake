# macOS on Apple silicon, from any machine, with the compiler and linker of Zig: it has the headers and the stubs of system
# libraries that programs are linked with, and takes no Xcode. Where it is no Mac, nothing that is built can run.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=…/rules/cmake/toolchains/aarch64-macos-zig.cmake …
#
# Zig is what RULES_EXECUTORCH_ZIG says, given with -D or in the environment, else `zig` on PATH, else the package `ziglang`
# of the Python that runs the tools.

if(NOT RULES_EXECUTORCH_ZIG)
  set(_zig "$ENV{RULES_EXECUTORCH_ZIG}")
  if(NOT _zig)
    find_program(_zig zig NO_CACHE)
  endif()
  if(NOT _zig)
    set(_python python3)
    if(RULES_EXECUTORCH_PYTHON)
      set(_python "${RULES_EXECUTORCH_PYTHON}")
    endif()
    execute_process(
      COMMAND "${_python}" -c "import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'))"
      OUTPUT_VARIABLE _zig OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT _zig)
    message(FATAL_ERROR "zig not found: put it on PATH, run ${_python} -m pip install ziglang, or set RULES_EXECUTORCH_ZIG")
  endif()
  # Cached, so that a later configure step does not need the environment variable.
  set(RULES_EXECUTORCH_ZIG "${_zig}" CACHE FILEPATH "The zig that compiles for macOS")
endif()

set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)

# The oldest macOS that the wheel's runtime is for.
set(_target -target aarch64-macos.14.0)
set(CMAKE_C_COMPILER "${RULES_EXECUTORCH_ZIG}" cc ${_target})
set(CMAKE_CXX_COMPILER "${RULES_EXECUTORCH_ZIG}" c++ ${_target})

# In builds without optimization Zig has undefined behavior trapped; other compilers do so when they are told to.
set(CMAKE_C_FLAGS_INIT -fno-sanitize=undefined)
set(CMAKE_CXX_FLAGS_INIT -fno-sanitize=undefined)

# The archiver of a Linux writes archives that linkers for macOS do not read.
foreach(_language IN ITEMS C CXX)
  set(CMAKE_${_language}_ARCHIVE_CREATE "\"${RULES_EXECUTORCH_ZIG}\" ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${_language}_ARCHIVE_APPEND "\"${RULES_EXECUTORCH_ZIG}\" ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${_language}_ARCHIVE_FINISH "\"${RULES_EXECUTORCH_ZIG}\" ranlib <TARGET>")
endforeach()

# As CMake has it from some release after 3.25 on: before, Zig takes the archive for no argument of the linker.
set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE "LINKER:-force_load,<LIB_ITEM>")
set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED TRUE)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RULES_EXECUTORCH_ZIG)
# Programs, such as the Python that runs the generator, are those of this machine.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
