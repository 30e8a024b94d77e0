"""The rule behind et_backend_library."""

load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cpp_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtBackendInfo")
load("//rules/common:checks.bzl", "check_backend_library")
load(":etgen.bzl", "display_label")

def _own_libraries(ctx, dep):
    """The libraries of a dep itself, without its dependencies."""
    inputs = dep[CcInfo].linking_context.linker_inputs.to_list()
    own = [linker_input for linker_input in inputs if linker_input.owner == dep.label]
    if not any([linker_input.libraries or linker_input.user_link_flags for linker_input in own]):
        fail("{}: {} has no library to link: list the C++ library that registers the backends".format(
            display_label(ctx.label),
            display_label(dep.label),
        ))
    return [library for linker_input in own for library in linker_input.libraries]

def _linked_whole(ctx, library):
    """A static library of which the linker keeps all object files (alwayslink).

    If a binary is linked dynamically, the shared library of the dep is used.
    """
    cc_toolchain = find_cpp_toolchain(ctx)
    return cc_common.create_library_to_link(
        actions = ctx.actions,
        alwayslink = True,
        cc_toolchain = cc_toolchain,
        dynamic_library = library.resolved_symlink_dynamic_library or library.dynamic_library,
        feature_configuration = cc_common.configure_features(ctx = ctx, cc_toolchain = cc_toolchain),
        pic_static_library = library.pic_static_library,
        static_library = library.static_library,
    )

def _flags_to_keep(libraries):
    """Flags that make the linker record shared libraries even if nothing refers to them."""
    if not libraries:
        return []
    names = ["-l:" + library.basename for library in libraries]
    directories = {"-L" + library.dirname: None for library in libraries}
    return ["-Wl,--push-state,--no-as-needed"] + list(directories) + names + ["-Wl,--pop-state"]

def _drops_shared_libraries(ctx):
    """Whether the linker may drop a shared library that nothing refers to."""
    others = [os[platform_common.ConstraintValueInfo] for os in ctx.attr._keeps_shared_libraries]
    return not any([ctx.target_platform_has_constraint(os) for os in others])

def _kept(ctx):
    """A linker input that links the deps although nothing refers to them.

    In the link order it precedes the deps' own linker inputs: an archive that is linked as a whole must come
    before any object is taken from it, or its symbols would be defined twice.
    """
    static_libraries, shared_libraries = [], []
    drops_shared_libraries = _drops_shared_libraries(ctx)
    for library in [library for dep in ctx.attr.deps for library in _own_libraries(ctx, dep)]:
        if library.static_library or library.pic_static_library:
            if not library.alwayslink:
                static_libraries.append(_linked_whole(ctx, library))
        elif library.dynamic_library and drops_shared_libraries:
            shared_libraries.append(library.dynamic_library)
    return cc_common.create_linker_input(
        additional_inputs = depset(shared_libraries),
        libraries = depset(static_libraries),
        owner = ctx.label,
        user_link_flags = depset(_flags_to_keep(shared_libraries)),
    )

def _link(ctx):
    """The CcInfo of the deps, which the linker keeps."""
    of_deps = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps])
    linker_inputs = depset(
        [_kept(ctx)],
        order = "topological",
        transitive = [of_deps.linking_context.linker_inputs],
    )
    return CcInfo(
        compilation_context = of_deps.compilation_context,
        linking_context = cc_common.create_linking_context(linker_inputs = linker_inputs),
    )

def _backend_library_impl(ctx):
    label = display_label(ctx.label)
    check_backend_library(label, ctx.attr.backends, ctx.attr.deps)
    description = ctx.actions.declare_file(ctx.label.name + ".backend_library.json")
    ctx.actions.write(description, json.encode(struct(backends = ctx.attr.backends, label = label)) + "\n")
    runfiles = ctx.runfiles()
    for dep in ctx.attr.deps:
        runfiles = runfiles.merge(dep[DefaultInfo].default_runfiles)
    return [
        DefaultInfo(files = depset([description]), runfiles = runfiles),
        _link(ctx),
        EtBackendInfo(backends = ctx.attr.backends, description = description, label = ctx.label),
    ]

backend_library = rule(
    doc = "Names the backends that C++ libraries register; see et_backend_library.",
    implementation = _backend_library_impl,
    attrs = {
        "backends": attr.string_list(doc = "The ids of the backends."),
        "deps": attr.label_list(
            doc = "The C++ libraries that register them.",
            providers = [CcInfo],
        ),
        "_cc_toolchain": attr.label(
            default = Label("@bazel_tools//tools/cpp:current_cc_toolchain"),
        ),
        "_keeps_shared_libraries": attr.label_list(
            doc = "Systems whose linkers record every shared library that is listed, and know no flag for it.",
            default = [Label("@platforms//os:" + os) for os in ["ios", "macos", "windows"]],
        ),
    },
    fragments = ["cpp"],
    provides = [CcInfo, EtBackendInfo],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
