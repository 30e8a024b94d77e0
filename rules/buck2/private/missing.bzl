"""A target for a missing dependency: others may depend on it, and it fails only if it is built."""

def _missing_impl(ctx):
    fail(ctx.attrs.why)

missing = rule(
    doc = "Fails when it is needed, and says why.",
    impl = _missing_impl,
    attrs = {
        "labels": attrs.list(attrs.string(), default = []),
        "why": attrs.string(doc = "What to say."),
    },
)
