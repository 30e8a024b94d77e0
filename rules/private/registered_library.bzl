"""A C++ library that is known to register kernels: the second half of executorch_generated_lib."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtRegistrationInfo")

def _resolutions_of(targets):
    return depset(transitive = [
        target[EtRegistrationInfo].resolutions
        for target in targets
        if EtRegistrationInfo in target
    ])

def _registration_aspect_impl(target, ctx):
    if EtRegistrationInfo in target:
        return []
    return [EtRegistrationInfo(resolutions = _resolutions_of(getattr(ctx.rule.attr, "deps", [])))]

registration_aspect = aspect(
    doc = "Finds the registrations in everything that a target is linked with.",
    implementation = _registration_aspect_impl,
    attr_aspects = ["deps"],
)

def collect_resolutions(targets):
    """The resolutions of all registrations in targets that registration_aspect has visited."""
    return _resolutions_of(targets)

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
        EtRegistrationInfo(resolutions = _resolutions_of(
            [ctx.attr.registration] + ctx.attr.deps + ctx.attr.kernel_deps,
        )),
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
