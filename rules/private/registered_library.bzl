"""A C++ library that is known to register kernels: the second half of executorch_generated_lib.

Also the aspect that finds such libraries, and backend libraries, in the transitive closure of a binary.
"""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtBackendInfo", "EtRegistrationInfo")

def collect_registrations(targets):
    """The registrations of targets and of their dependencies, which registration_aspect has visited.

    Args:
      targets: list[Target].

    Returns:
      EtRegistrationInfo.
    """
    infos = [target[EtRegistrationInfo] for target in targets if EtRegistrationInfo in target]
    return EtRegistrationInfo(
        backends = depset(transitive = [info.backends for info in infos]),
        resolutions = depset(transitive = [info.resolutions for info in infos]),
    )

def _registration_aspect_impl(target, ctx):
    if EtRegistrationInfo in target:
        return []
    of_deps = collect_registrations(getattr(ctx.rule.attr, "deps", []))
    own = [target[EtBackendInfo].description] if EtBackendInfo in target else []
    return [EtRegistrationInfo(
        backends = depset(own, transitive = [of_deps.backends]),
        resolutions = of_deps.resolutions,
    )]

registration_aspect = aspect(
    doc = "Finds the registrations in everything that a target is linked with.",
    implementation = _registration_aspect_impl,
    attr_aspects = ["deps"],
)

def _registered_library_impl(ctx):
    library = ctx.attr.library
    return [
        DefaultInfo(
            files = library[DefaultInfo].files,
            runfiles = library[DefaultInfo].default_runfiles,
        ),
        library[CcInfo],
        OutputGroupInfo(
            archives = library[DefaultInfo].files,
            resolution = ctx.attr.registration[OutputGroupInfo].resolution,
        ),
        collect_registrations([ctx.attr.registration] + ctx.attr.deps + ctx.attr.kernel_deps),
    ]

registered_library = rule(
    doc = "Forwards a cc_library, with what it and its deps register.",
    implementation = _registered_library_impl,
    attrs = {
        "deps": attr.label_list(
            doc = "What the library is linked with.",
            aspects = [registration_aspect],
        ),
        "kernel_deps": attr.label_list(
            doc = "More of it, with what `deps` may have as well.",
            aspects = [registration_aspect],
        ),
        "library": attr.label(
            doc = "The cc_library.",
            providers = [CcInfo],
            mandatory = True,
        ),
        "registration": attr.label(
            doc = "The registration that is compiled into it.",
            providers = [EtRegistrationInfo],
            mandatory = True,
        ),
    },
    provides = [CcInfo, EtRegistrationInfo],
)
