"""The shared libraries of a target and of all that it depends on."""

SharedLibrariesTSet = transitive_set(args_projections = {})  # buildifier: disable=name-conventions

SharedLibraryInfo = provider(doc = "The shared libraries of a target.", fields = {"set": provider_field(typing.Any, default = None)})
