# Linux on aarch64, with Debian's cross compiler (g++-aarch64-linux-gnu); programs and tests run under qemu-user.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=…/rules/cmake/toolchains/aarch64-linux-gnu.cmake …
#
# In Bazel this is //platforms:linux_aarch64 and //platforms/toolchains:linux_aarch64.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# Where its libraries are. Programs, such as the Python that runs the generator, are those of this machine.
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
