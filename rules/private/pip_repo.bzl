"""Repositories with the contents of Python wheels, which pip fetches by hashes that are pinned in this
repository.

pip uses the configuration of the site, so a mirror or an offline directory of wheels needs no setting here.
The interpreter is `python3` on PATH, or the one that the environment variable RULES_EXECUTORCH_PYTHON names.
"""

def find_python(repository_ctx):
    """Finds the Python interpreter that runs pip and the tools.

    Args:
      repository_ctx: the repository's context.

    Returns:
      The path of an interpreter of Python 3.10 or later that is not that of a virtual environment.
    """
    named = repository_ctx.os.environ.get("RULES_EXECUTORCH_PYTHON")
    python = named or repository_ctx.which("python3")
    if not python:
        fail("no python3 on PATH: install Python 3.10 or later, or set RULES_EXECUTORCH_PYTHON")
    result = repository_ctx.execute([
        python,
        "-c",
        "import os, sys; print(os.path.realpath(sys.executable)); sys.exit(sys.version_info < (3, 10))",
    ])
    if result.return_code != 0:
        fail("{} is not Python 3.10 or later: set RULES_EXECUTORCH_PYTHON to another Python".format(python))
    return struct(path = str(python), real_path = result.stdout.strip())

def pip_install(repository_ctx, requirements, target, platform = None, backend = None):
    """Installs the packages that a requirements file pins, without dependencies, into a directory.

    Only wheels are installed, unless `backend` is given: a Python module that replaces the build backend of a
    source archive.

    Args:
      repository_ctx: the repository's context.
      requirements: Label of a requirements file with a hash for every wheel.
      target: str, the directory.
      platform: str, the platform that the wheels are for, such as `manylinux_2_28_aarch64`; by default this machine.
      backend: Label of the module, or None.
    """
    python = find_python(repository_ctx)
    source, environment = ["--only-binary=:all:"], {}
    if backend:
        # Do not put the result of the replaced backend into pip's cache, where others would find it.
        source = ["--no-binary=:all:", "--no-build-isolation", "--no-cache-dir"]
        environment = {"PYTHONPATH": str(repository_ctx.path(backend).dirname)}

    # Without a network, pip would retry for most of a minute.
    retries = repository_ctx.os.environ.get("PIP_RETRIES", "1")
    result = repository_ctx.execute(
        [
            python.path,
            "-m",
            "pip",
            "install",
            "--retries",
            retries,
            "--disable-pip-version-check",
            "--no-compile",
            "--no-deps",
            "--require-hashes",
            "--quiet",
            "--target",
            target,
            "--requirement",
            repository_ctx.path(requirements),
        ] + source + (["--platform", platform] if platform else []),
        environment = environment,
        timeout = 1800,
    )
    if result.return_code != 0:
        fail("pip could not install {}: check the network, or pip's package index\n{}".format(requirements, result.stderr))
