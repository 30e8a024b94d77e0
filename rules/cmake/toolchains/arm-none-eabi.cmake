# Arm Cortex-M without an operating system, with Debian's compiler (gcc-arm-none-eabi, libstdc++-arm-none-eabi-newlib).
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=…/rules/cmake/toolchains/arm-none-eabi.cmake -DET_CORTEX_M=m55 …
#
# ET_CORTEX_M is m4 or m55. Static libraries can be built; linking a program takes a linker script and a runtime, which
# are the board's. In Bazel this is //platforms:cortex_m4, and //platforms/toolchains:cortex_m4.

set(ET_CORTEX_M m4 CACHE STRING "The Cortex-M core: m4 or m55")
set(_flags_m4 -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16)
set(_flags_m55 -mcpu=cortex-m55 -mfloat-abi=hard)
if(NOT DEFINED _flags_${ET_CORTEX_M})
  message(FATAL_ERROR "ET_CORTEX_M is ${ET_CORTEX_M}: set it to m4 or m55")
endif()

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)

# A program does not link without the files of the board.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ET_CORTEX_M)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

list(
  JOIN
  _flags_${ET_CORTEX_M}
  " "
  CMAKE_C_FLAGS_INIT
)
# -Wno-psabi: the interface changed with GCC 7.
string(
  APPEND
  CMAKE_C_FLAGS_INIT
  " -mthumb -Wno-psabi -ffunction-sections -fdata-sections"
  " -fno-exceptions -fno-unwind-tables -fno-asynchronous-unwind-tables"
)
set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit")
