"""Nothing that is executed here."""

def _impl(_ctx):
    return [DefaultInfo()]

system_genrule_toolchain = rule(
    impl = _impl,
    attrs = {"labels": attrs.list(attrs.string(), default = [])},
    is_toolchain_rule = True,
)
