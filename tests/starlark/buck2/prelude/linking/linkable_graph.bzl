"""The libraries that a target is linked with, whatever of them is."""

LinkableGraphTSet = transitive_set(args_projections = {})  # buildifier: disable=name-conventions

LinkableGraph = provider(doc = "What a target is linked with.", fields = {"nodes": provider_field(typing.Any, default = None)})  # buildifier: disable=name-conventions
