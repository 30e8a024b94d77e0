"""The interpreter for tools."""

PythonBootstrapToolchainInfo = provider(
    doc = "An interpreter.",
    fields = {"interpreter": provider_field(str)},
)
