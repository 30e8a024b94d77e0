"""The rules that BUCK files have without a load, and what is native.… in macros."""

load("//cxx:cxx.bzl", _cxx_binary = "cxx_binary", _cxx_library = "cxx_library", _prebuilt_cxx_library = "prebuilt_cxx_library")
load(":configurations.bzl", _config_setting = "config_setting", _constraint_setting = "constraint_setting", _constraint_value = "constraint_value", _platform = "platform")
load(":core.bzl", _alias = "alias", _export_file = "export_file", _filegroup = "filegroup", _genrule = "genrule", _sh_test = "sh_test")

alias = _alias
config_setting = _config_setting
constraint_setting = _constraint_setting
constraint_value = _constraint_value
cxx_binary = _cxx_binary
cxx_library = _cxx_library
export_file = _export_file
filegroup = _filegroup
genrule = _genrule
native = struct(
    alias = _alias,
    cxx_binary = _cxx_binary,
    cxx_library = _cxx_library,
    export_file = _export_file,
    filegroup = _filegroup,
    glob = glob,
    package_name = package_name,
    prebuilt_cxx_library = _prebuilt_cxx_library,
    read_config = read_config,
)
platform = _platform
prebuilt_cxx_library = _prebuilt_cxx_library
sh_test = _sh_test
