"""Arguments of executorch_source_runtime, for Bazel and Buck2."""

_LEVELS = ["Debug", "Info", "Error", "Fatal", "OFF"]
_PLATFORMS = ["posix", "minimal", "android", "none"]

def source_definitions(label, log_level, event_tracer, max_kernel_num):
    """The definitions for the runtime and for all code that includes its headers.

    Args:
      label: str, how messages name the runtime.
      log_level: str.
      event_tracer: bool.
      max_kernel_num: int, the capacity of the kernel registry, or 0.

    Returns:
      list[str], definitions.
    """
    if log_level not in _LEVELS:
        fail("{}: unknown log_level {}: give one of {}".format(label, log_level, ", ".join(_LEVELS)))
    definitions = ["C10_USING_CUSTOM_GENERATED_MACROS"]
    if log_level == "OFF":
        definitions.append("ET_LOG_ENABLED=0")
    else:
        definitions += ["ET_LOG_ENABLED=1", "ET_MIN_LOG_LEVEL=" + log_level]
    if event_tracer:
        definitions.append("ET_EVENT_TRACER_ENABLED")
    if max_kernel_num:
        # Not MAX_KERNEL_NUM, which one source of the runtime is compiled with: registrations compare it with what they register.
        definitions.append("RULES_EXECUTORCH_MAX_KERNEL_NUM={}".format(max_kernel_num))
    return definitions

def check_platform(label, platform):
    """Fails if the platform does not exist.

    Args:
      label: str, how messages name the runtime.
      platform: str.
    """
    if platform not in _PLATFORMS:
        fail("{}: unknown platform {}: give one of {}".format(label, platform, ", ".join(_PLATFORMS)))
