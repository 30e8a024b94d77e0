"""Platforms and what they have; configuration.py reads them where they are declared."""

def _impl(_ctx):
    return [DefaultInfo()]

_LABELS = {"labels": attrs.list(attrs.string(), default = [])}

constraint_setting = rule(impl = _impl, attrs = _LABELS)

constraint_value = rule(
    impl = _impl,
    attrs = _LABELS | {"constraint_setting": attrs.dep()},
)

config_setting = rule(
    impl = _impl,
    attrs = _LABELS | {"constraint_values": attrs.list(attrs.dep())},
)

platform = rule(
    impl = _impl,
    attrs = _LABELS | {
        "constraint_values": attrs.list(attrs.dep(), default = []),
        "deps": attrs.list(attrs.dep(), default = []),
    },
)
