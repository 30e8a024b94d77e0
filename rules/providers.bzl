"""What the rules tell each other. For authors of rules; BUILD files need none of this."""

EtSelectionInfo = provider(
    doc = "The operators that an app needs.",
    fields = {
        "calls": "(File) a selected_operators.yaml with what is true of all calls of the models, made on request",
        "label": "(Label) the target that selects them",
        "models": "(list[File]) the models that it selects them from",
        "selection": "(File) a selected_operators.yaml",
    },
)

EtKernelLibraryInfo = provider(
    doc = "Kernels, and the yaml files that say which operators they implement.",
    fields = {
        "description": "(File) what `etgen` reads of the library; names the yaml files and the sources",
        "headers": "(depset[File]) the headers, likewise",
        "label": "(Label) the target",
        "library": "(str) the name of the library, the key Library of its kernels",
        "parts": "(depset[struct]) what is compiled with include directories of its own, the libraries it depends on included: `label`, `name` (str), `sources` (depset[File]), `context` (CompilationContext)",
        "sources": "(depset[File]) the sources, those of the libraries it depends on included",
        "yamls": "(depset[File]) the yaml files",
    },
)

EtBackendInfo = provider(
    doc = "The backends that a C++ library registers.",
    fields = {
        "backends": "(list[str]) their ids",
        "description": "(File) the same for `etgen`",
        "label": "(Label) the target",
    },
)

EtRegistrationInfo = provider(
    doc = "What is registered by a library or anything it is linked with: kernels, and backends.",
    fields = {
        "backends": "(depset[File]) the description of each backend library",
        "resolutions": "(depset[File]) a resolution.json for each registration library",
    },
)
