"""Flags of the cross compilers, for Bazel and Buck2."""

# Sections as small as functions are what lets a linker script drop them; there is neither heap nor unwinding.
BARE_METAL_COPTS = [
    "-mthumb",
    "-Wno-psabi",  # the interface changed with GCC 7
    "-fno-exceptions",
    "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables",
]

BARE_METAL_CXXOPTS = [
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-fno-use-cxa-atexit",
]

CORTEX_M_COPTS = {
    "m4": [
        "-mcpu=cortex-m4",
        "-mfloat-abi=hard",
        "-mfpu=fpv4-sp-d16",
    ],
    "m55": [
        "-mcpu=cortex-m55",
        "-mfloat-abi=hard",
    ],
}
