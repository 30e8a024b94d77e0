"""A target that others may name, and that fails if one needs it: for what is not there."""

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
