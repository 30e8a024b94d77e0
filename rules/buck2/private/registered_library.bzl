"""A C++ library that is known to register kernels: the second half of executorch_generated_lib.

Linkers drop object files that nothing refers to. Here, link_whole links all object files of an archive, and
preferred_linkage makes it an archive if the app is linked statically, so that a kernel which two libraries of
an app register is a link error. An app with `link_style = "shared"` has the kernels as well, but there a
kernel that is registered twice is only found by et_model_test, or when the app starts.
"""

load("@prelude//cxx:preprocessor.bzl", "CPreprocessorInfo", "CPreprocessorTSet")
load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo", "EtRegistrationInfo")

# Targets with one of these labels register kernels or backends; queries find them in the transitive closure
# of an app.
KERNELS = "et_registration"
BACKENDS = "et_backend"

def registrations_query(deps, label = KERNELS):
    """The query that finds the registrations in the transitive closure of targets.

    Args:
      deps: list[str], the targets.
      label: str, KERNELS or BACKENDS.

    Returns:
      str, for an attribute of type attrs.query(); None without targets.
    """
    if not deps:
        return None
    return "attrfilter(labels, {}, deps(set({})))".format(label, " ".join(deps))

def _registered_library_impl(ctx):
    # An alias of the library with its registrations, without the headers of kernel libraries, which only
    # their own sources include.
    headers = [
        dep[CPreprocessorInfo].set
        for dep in ctx.attrs.deps
        if CPreprocessorInfo in dep and EtKernelLibraryInfo not in dep
    ]
    return [each for each in ctx.attrs.library.providers if not isinstance(each, CPreprocessorInfo)] + [
        CPreprocessorInfo(set = ctx.actions.tset(CPreprocessorTSet, children = headers)),
        ctx.attrs.registration[EtRegistrationInfo],
    ]

_registered_library = rule(
    doc = "Forwards a C++ library, with what it registers.",
    impl = _registered_library_impl,
    attrs = {
        "deps": attrs.list(attrs.dep(), doc = "Those whose headers come with it, and kernel libraries."),
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.dep(doc = "The C++ library."),
        "registration": attrs.dep(
            providers = [EtRegistrationInfo],
            doc = "The registration that is compiled into it.",
        ),
    },
)

def registered_library(labels = [], **kwargs):
    """Forwards a C++ library, with what it registers.

    Args:
      labels: list[str], labels of the target.
      **kwargs: name, deps, library, registration and common attributes.
    """
    _registered_library(labels = labels + [KERNELS], **kwargs)
