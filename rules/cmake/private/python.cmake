# The Python that runs the tools.

set(RULES_EXECUTORCH_PYTHON "" CACHE FILEPATH "The Python that runs the tools; found if empty")
option(RULES_EXECUTORCH_VENV
  "Install what is missing, by pinned hashes, into the build directory: the tools' packages and the ExecuTorch wheel" OFF)

# Finds Python 3.10 or later, or uses the one that RULES_EXECUTORCH_PYTHON names. If pip has installed these rules, they use
# the Python of their virtual environment, which has the packages of the tools.
function(_et_find_python out)
  set(python "${RULES_EXECUTORCH_PYTHON}")
  if(NOT python AND RULES_EXECUTORCH_ROOT MATCHES "^(.+)/[Ll]ib(64)?(/python3[^/]*)?/site-packages/rules_executorch$")
    set(environment "${CMAKE_MATCH_1}")
    foreach(program IN ITEMS bin/python Scripts/python.exe)
      if(NOT python AND EXISTS "${environment}/pyvenv.cfg" AND EXISTS "${environment}/${program}")
        set(python "${environment}/${program}")
      endif()
    endforeach()
  endif()
  if(NOT python)
    find_package(Python3 3.10 COMPONENTS Interpreter QUIET)
    if(NOT Python3_Interpreter_FOUND)
      _et_error("no Python 3.10 or later found: install it, or set RULES_EXECUTORCH_PYTHON to its path")
    endif()
    set(python "${Python3_EXECUTABLE}")
  endif()
  set(${out} "${python}" PARENT_SCOPE)
endfunction()

# The Python that runs the tools; with RULES_EXECUTORCH_VENV, the Python of a virtual environment in the build directory.
function(_et_find_tools_python out)
  _et_find_python(python)
  if(RULES_EXECUTORCH_VENV)
    set(base "${python}")
    set(venv "${CMAKE_BINARY_DIR}/rules_executorch/venv")
    set(python "${venv}/bin/python")
    if(CMAKE_HOST_WIN32)
      set(python "${venv}/Scripts/python.exe")
    endif()
    file(LOCK "${venv}.lock" GUARD FUNCTION)
    # If its creation was interrupted, it has a Python, but is incomplete.
    if(NOT EXISTS "${python}" OR NOT EXISTS "${venv}/complete")
      file(REMOVE_RECURSE "${venv}")
      execute_process(COMMAND "${base}" -m venv "${venv}" RESULT_VARIABLE status)
      if(NOT status EQUAL 0)
        _et_error("${base} cannot make a virtual environment: install its venv module (python3-venv), or set RULES_EXECUTORCH_PYTHON to another Python")
      endif()
      file(TOUCH "${venv}/complete")
    endif()
  endif()
  set(${out} "${python}" PARENT_SCOPE)
endfunction()

# Installs the packages pinned in a requirements file, without dependencies, into the virtual environment, or into a given
# directory, with more flags; once.
#
#   _et_pip_install(<requirements> [<directory> <flag>...])
function(_et_pip_install requirements)
  _et_find_tools_python(python)
  set(venv "${CMAKE_BINARY_DIR}/rules_executorch/venv")
  set(flags ${ARGN})
  list(POP_FRONT flags directory)
  file(SHA256 "${requirements}" hash)
  string(SHA256 hash "${hash} ${ARGN}")
  set(stamp "${venv}/${hash}.installed")
  file(LOCK "${venv}.lock" GUARD FUNCTION)
  if(EXISTS "${stamp}")
    return()
  endif()
  # Existing files are left over from an interrupted installation.
  if(directory)
    file(REMOVE_RECURSE "${directory}")
    list(APPEND flags --target "${directory}")
  else()
    list(APPEND flags --ignore-installed)
  endif()
  message(STATUS "Installing ${requirements} into the build directory")
  # Without a network, pip would retry for most of a minute.
  set(retries 1)
  if(DEFINED ENV{PIP_RETRIES})
    set(retries $ENV{PIP_RETRIES})
  endif()
  execute_process(
    COMMAND "${python}" -m pip install --quiet --disable-pip-version-check --retries ${retries} --no-deps --only-binary=:all:
            --require-hashes --requirement "${requirements}" ${flags}
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    _et_error("pip could not install ${requirements}: check the network, or pip's package index")
  endif()
  file(TOUCH "${stamp}")
endfunction()

# The command that runs a module of the tools; append its name. Paths of etgen are relative to the workspace, so it must run
# there.
function(_et_python_command out)
  get_property(command GLOBAL PROPERTY RULES_EXECUTORCH_PYTHON_COMMAND)
  if(NOT command)
    _et_find_tools_python(python)
    if(RULES_EXECUTORCH_VENV)
      _et_pip_install("${RULES_EXECUTORCH_ROOT}/tools/requirements.txt")
    endif()
    # Found and not imported: flatbuffers would import all of NumPy.
    string(CONCAT find_packages "import importlib.util as u, sys\nassert sys.version_info >= (3, 10)\n"
      "for name in ('flatbuffers', 'jinja2', 'yaml'):\n if not u.find_spec(name): raise ModuleNotFoundError(f'No module named {name!r}')")
    execute_process(
      COMMAND "${python}" -c "${find_packages}"
      RESULT_VARIABLE status ERROR_VARIABLE problem)
    if(NOT status EQUAL 0)
      string(REGEX REPLACE "^.*\n([^\n]+)\n*$" "\\1" problem "${problem}")
      _et_error("${python} cannot run the tools (${problem}): run ${python} -m pip install PyYAML Jinja2 flatbuffers, or configure with -DRULES_EXECUTORCH_VENV=ON")
    endif()
    set(tools "${RULES_EXECUTORCH_ROOT}/tools")
    set(command "${python}" -B "${tools}/run_module.py" "${tools}" "${RULES_EXECUTORCH_ROOT}/kernels/testing" --)
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_PYTHON_COMMAND "${command}")
  endif()
  set(${out} "${command}" PARENT_SCOPE)
endfunction()
