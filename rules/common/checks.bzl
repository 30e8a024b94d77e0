"""Checks of arguments before anything is built, with the same messages in Bazel and Buck2.

Checks that need the content of a file are in etgen, which names the line.
"""

def check_selects(label, given):
    """Refuses an et_operator_library that selects nothing.

    Args:
      label: str, how messages name the target.
      given: list, all arguments that select operators.
    """
    if not any(given):
        fail("{} selects no operator: give ops, ops_dict, model, ops_schema_yaml_target or include_all_operators".format(label))

def check_kernel_deps(label, with_yamls):
    """Refuses a kernel library that depends on others with yaml files.

    Args:
      label: str, the library.
      with_yamls: list[str], its dependencies that have yaml files.
    """
    for other in with_yamls:
        fail("{} depends on {}, which has its own kernels: list both in the deps of the executorch_generated_lib instead".format(label, other))

def check_registration(label, selections, kernels, libraries, portable):
    """Refuses an executorch_generated_lib without operators or kernels, or with duplicate library names.

    Args:
      label: str, how messages name the target.
      selections: list, the selections of operators.
      kernels: list, everything that may have kernels.
      libraries: list of pairs of the name of a kernel library and its label.
      portable: str, the label of the portable kernels.
    """
    if not selections:
        fail("{}: its deps select no operators: add an et_operator_library to them".format(label))
    if not any(kernels):
        fail("{}: its deps have no kernels: add an et_kernel_library, such as {}, or give functions_yaml_target".format(label, portable))
    owners = {}
    for name, library in libraries:
        other = owners.setdefault(name, library)
        if other != library:
            fail("{}: the kernel libraries {} and {} are both called {}: give one of them another name with library = \"…\"".format(
                label,
                other,
                library,
                name,
            ))

def check_backend_library(label, backends, deps):
    """Refuses an et_backend_library without backends, or without libraries that register them.

    Args:
      label: str, how messages name the target.
      backends: list[str].
      deps: list.
    """
    if not backends:
        fail("{} names no backend: give backends, the ids that its deps register".format(label))
    if not deps:
        fail("{} has no deps: give the C++ library that registers its backends".format(label))

def check_registered(label, sources):
    """Refuses to check models where nothing registers kernels or backends, and nothing is compared.

    Args:
      label: str, how messages name the target.
      sources: list, everything that models may be checked against.
    """
    if not any(sources):
        fail("{}: nothing in its deps registers kernels: add an executorch_generated_lib to them".format(label))

def check_one_model(test, models, files):
    """Refuses inputs and outputs for anything but one model.

    Args:
      test: str, the name of the et_model_test.
      models: list.
      files: list, its inputs and outputs.
    """
    if len(models) != 1 and any(files):
        fail("et_model_test {}: inputs and outputs are only for a test of one model".format(test))
