"""What the rules tell each other. For authors of rules; BUCK files need none of this."""

EtSelectionInfo = provider(
    doc = "The operators that an app needs.",
    fields = {
        # A selected_operators.yaml with what is true of all calls of the models, made on request.
        "calls": provider_field(Artifact),
        # How messages name the target that selects them.
        "label": provider_field(str),
        # The models that it selects them from, a list.
        "models": provider_field(typing.Any),
        # A selected_operators.yaml.
        "selection": provider_field(Artifact),
    },
)

EtKernelLibraryInfo = provider(
    doc = "Kernels, and the yaml files that say which operators they implement.",
    fields = {
        # What `etgen` reads of the library; names the yaml files and the sources.
        "description": provider_field(Artifact),
        # The headers, those of the libraries it depends on included: a list.
        "headers": provider_field(typing.Any),
        # How messages name the target.
        "label": provider_field(str),
        # The name of the library, the key Library of its kernels.
        "library": provider_field(str),
        # What is compiled with include directories of its own, the libraries it depends on included: a list of structs, with
        # `label`, `name` (str), `sources` (list[Artifact]) and `preprocessors` (list[CPreprocessorInfo]).
        "parts": provider_field(typing.Any),
        # The yaml files, a list.
        "yamls": provider_field(typing.Any),
    },
)

EtBackendInfo = provider(
    doc = "The backends that a C++ library registers.",
    fields = {
        # Their ids, a list.
        "backends": provider_field(typing.Any),
        # The ids in a file, for `etgen`.
        "description": provider_field(Artifact),
        # How messages name the target.
        "label": provider_field(str),
    },
)

EtRegistrationInfo = provider(
    doc = "The kernels that a library registers.",
    fields = {
        # A resolution.json.
        "resolution": provider_field(Artifact),
    },
)
