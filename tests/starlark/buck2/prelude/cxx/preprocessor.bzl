"""What sources are compiled with, of all that they depend on."""

def _args(value):
    return value.args

def _include_dirs(value):
    return value.include_dirs

CPreprocessorTSet = transitive_set(args_projections = {"args": _args, "include_dirs": _include_dirs})  # buildifier: disable=name-conventions

CPreprocessorInfo = provider(doc = "Flags and include directories.", fields = {"set": provider_field(typing.Any, default = None)})
