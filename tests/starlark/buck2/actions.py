"""Runs actions: each in a directory that only has its declared inputs, and only once for the same inputs."""

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable

from buck2.project import BuckError


@dataclasses.dataclass
class Action:
    owner: str
    category: str
    execute: object
    inputs: list[str]
    outputs: list[str]


@dataclasses.dataclass
class Dynamic:
    """A dynamic action: its target, its index in the target, and the inputs that it reads to bind its
    outputs.
    """

    owner: str
    index: int
    inputs: list[str]


class Actions:
    """The actions of a project, by their outputs. Paths are relative to its root."""

    def __init__(self, root: pathlib.Path, out: str, cache: pathlib.Path):
        self._root, self._out, self._cache = root, out, cache
        self._declared: set[str] = set()
        self._declared_by: dict[str, list[str]] = {}
        self._actions: dict[str, Action] = {}
        self._dynamics: dict[str, Dynamic] = {}
        # By target, the function that runs its dynamic actions, given the index and the contents of files.
        self.expand: dict[str, Callable] = {}
        self._identifiers: set[tuple[str, str, str]] = set()
        self._done: set[str] = set()
        self._digests: dict[tuple, str] = {}
        self._directories: dict[str, str] = {}
        # The actions that ran and were not found in the cache: (target, category).
        self.executed: list[tuple[str, str]] = []

    def primitives(self) -> dict:
        """The functions that builtins.star calls."""
        return {
            "py_declare": self._declare,
            "py_dynamic": self._record_dynamic,
            "py_run": self._record_run,
            "py_write": self._record_write,
            "py_copy": self._record_copy,
            "py_tokens": lambda command: tokens_of(json.loads(command)),
        }

    def check_bound(self, owner: str) -> None:
        bound = self._actions.keys() | self._dynamics.keys()
        unbound = [path for path in self._declared_by.pop(owner, []) if path not in bound]
        if unbound:
            raise BuckError(f"{owner}: no action makes its outputs {unbound}")

    def build(self, paths: list[str]) -> None:
        """Builds artifacts, with two actions in parallel."""
        order: dict[int, Action] = {}
        for path in paths:
            self._collect(path, order)
        # Dynamic actions may have built some of them already. Building them again would race with readers of
        # the outputs.
        waiting = [action for action in order.values() if not self._done.issuperset(action.outputs)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            running: dict[concurrent.futures.Future, Action] = {}
            while waiting or running:
                ready = [a for a in waiting if all(self._is_there(path) for path in a.inputs)]
                waiting = [action for action in waiting if action not in ready]
                running |= {pool.submit(action.execute): action for action in ready}
                done, _ = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
                for future in done:
                    action = running.pop(future)
                    try:
                        future.result()
                    except BaseException:
                        pool.shutdown(cancel_futures=True)
                        raise
                    self._done.update(action.outputs)

    def done(self, category: str) -> list[str]:
        """The outputs of the actions of a category that were needed so far, cached or not."""
        actions = {id(action): action for path, action in self._actions.items() if path in self._done}
        return sorted(each.outputs[0] for each in actions.values() if each.category == category)

    def _is_there(self, path: str) -> bool:
        owner = self._owner_of(path)
        return owner is None or owner in self._done

    def _owner_of(self, path: str) -> str | None:
        """The declared output that a path is or is in."""
        while path.startswith(self._out):
            if path in self._declared:
                return path
            path = os.path.dirname(path)
        return None

    def _collect(self, path: str, order: dict[int, Action]) -> None:
        output = self._owner_of(path)
        if output is None or output in self._done:
            return
        if output in self._dynamics:
            self._expand(self._dynamics[output])
        if id(self._actions[output]) in order:
            return
        action = self._actions[output]
        for each in action.inputs:
            self._collect(each, order)
        order[id(action)] = action

    def _expand(self, dynamic: Dynamic) -> None:
        """Runs a dynamic action, which declares actions for its outputs."""
        self.build(dynamic.inputs)
        outputs = [path for path, each in self._dynamics.items() if each is dynamic]
        for path in outputs:
            del self._dynamics[path]
        self.expand[dynamic.owner](
            dynamic.index, {path: (self._root / path).read_text() for path in dynamic.inputs}
        )
        self.check_bound(dynamic.owner)
        if unbound := [path for path in outputs if path not in self._actions]:
            raise BuckError(f"{dynamic.owner}: its dynamic action does not bind {unbound}")

    def _declare(self, owner: str, name: str, _directory: bool) -> str:
        label, _, platform = owner.rstrip(")").partition(" (")
        cell, _, rest = label.partition("//")
        package, _, target = rest.partition(":")
        directory = (self._out, cell, platform.rpartition(":")[2], package, f"__{target}__")
        path = "/".join(part for part in (*directory, name) if part)
        if os.path.normpath(name) != name or os.path.isabs(name) or name.startswith("."):
            raise BuckError(f"{owner}: {name} is not a normal relative path")
        if path in self._declared:
            raise BuckError(f"{owner}: the output {name} is declared twice")
        self._declared.add(path)
        self._declared_by.setdefault(owner, []).append(path)
        return path

    def _record(self, owner: str, category: str, execute, inputs: list[str], outputs: list[str]) -> None:
        for path in outputs:
            if path not in self._declared or path in self._actions or path in self._dynamics:
                raise BuckError(f"{owner}: the output {path} has an action already, or is not declared")
        action = Action(owner, category, execute, inputs, outputs)
        self._actions |= dict.fromkeys(outputs, action)

    def _record_dynamic(self, owner: str, index: int, inputs: list[str], outputs: list[str]) -> None:
        for path in outputs:
            if path not in self._declared or path in self._actions or path in self._dynamics:
                raise BuckError(f"{owner}: the output {path} has an action already, or is not declared")
        self._dynamics |= dict.fromkeys(outputs, Dynamic(owner, index, inputs))

    def _record_write(self, owner: str, path: str, text: str, executable: bool) -> None:
        def execute() -> None:
            file = self._root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            file.chmod(0o755 if executable else 0o644)

        self._record(owner, "write", execute, [], [path])

    def _record_copy(self, owner: str, path: str, sources: dict[str, str], links: bool) -> None:
        def execute() -> None:
            _remove(self._root / path)
            for name, source in sources.items():
                target = self._root / path / name if name else self._root / path
                target.parent.mkdir(parents=True, exist_ok=True)
                if links:
                    target.symlink_to(self._root / source)
                else:
                    _copy(self._root / source, target)

        self._record(owner, "copy", execute, list(sources.values()), [path])

    def _record_run(self, owner: str, category: str, identifier: str, text: str, env: dict) -> None:
        action = (owner, category, identifier)
        if action in self._identifiers:
            raise BuckError(f"{owner}: two actions {category} have the identifier {identifier!r}")
        self._identifiers.add(action)
        command = json.loads(text)
        inputs, outputs = artifacts_of(command)
        if not outputs:
            raise BuckError(f"{owner}: an action without outputs: {category}")

        def execute() -> None:
            key = self._key(category, command, inputs, outputs, env)
            if not (self._cache / key).is_dir():
                self.executed.append((owner, category))
                self._run(owner, category, tokens_of(command), env, inputs, outputs, self._cache / key)
            for index, path in enumerate(outputs):
                _remove(self._root / path)
                (self._root / path).parent.mkdir(parents=True, exist_ok=True)
                _copy(self._cache / key / str(index), self._root / path)

        self._record(owner, category, execute, inputs, outputs)

    def _run(self, owner, category, tokens, env, inputs, outputs, result: pathlib.Path) -> None:
        result.parent.mkdir(parents=True, exist_ok=True)
        # Not next to the result: many links take long on some disks, and TMPDIR may be in memory.
        with tempfile.TemporaryDirectory() as name:
            sandbox = pathlib.Path(name)
            for path in inputs:
                link = sandbox / path
                if os.path.isabs(path) or link.exists():
                    continue
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(self._root / path)
            for path in outputs:
                (sandbox / path).parent.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(
                self._in_place(tokens),
                cwd=sandbox,
                env={"PATH": os.environ["PATH"]} | env,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise BuckError(f"Action failed: {owner} ({category})\n{done.stdout}{done.stderr}")
            kept = pathlib.Path(tempfile.mkdtemp(dir=result.parent))
            for index, path in enumerate(outputs):
                if not (sandbox / path).exists():
                    raise BuckError(f"{owner} ({category}): the action did not make {path}")
                shutil.move(sandbox / path, kept / str(index))
            if not result.exists():
                os.rename(kept, result)

    def _in_place(self, tokens: list[str]) -> list[str]:
        """The tokens with the project's directory, which binaries contain that run where they were linked."""
        return [token.replace("$PWD", str(self._root)) for token in tokens]

    def _key(self, category: str, command, inputs, outputs, env) -> str:
        """The cache key of an action: everything that its outputs depend on.

        Objects do not depend on the paths of their sources, as #line gives the path, nor on headers that they
        cannot include. A kernel of two apps is therefore compiled once.
        """
        what = [self._in_place(tokens_of(command)), [self._digest(path) for path in inputs], outputs, env]
        if category == "cxx_compile":
            shown = [entry for entry in command if "hidden" not in entry]
            source = next(e["path"] for e in shown if "path" in e and _is_source(e["path"]))
            if b"#include" in (self._root / source).read_bytes():
                what = [[self._shown(entry) for entry in shown], sorted(map(self._digest, inputs))]
            else:
                tokens = tokens_of(command)
                flags = [token for token in tokens if token.startswith(("-O", "-f", "-m", "-std"))]
                what = [tokens[0], self._digest(source), flags]
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()

    def _shown(self, entry: dict) -> str:
        """A part of a compiler's command line; paths of files and directories are replaced by their contents'
        digest.
        """
        if "joined" in entry:
            return entry["delimiter"].join(map(self._shown, entry["joined"]))
        path = entry.get("path", entry.get("text"))
        if entry.get("output"):
            return "OUT"
        return self._digest(path) if "path" in entry or (self._root / path).is_dir() else path

    def _digest(self, path: str) -> str:
        file = self._root / path
        if path in self._directories:
            return self._directories[path]
        if file.is_dir():
            found = sorted(each for each in file.rglob("*") if each.is_file())
            names = [(str(each.relative_to(file)), self._digest(str(each))) for each in found]
            digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()
            # Directories are outputs of actions, which are written once.
            self._directories[path] = digest
            return digest
        status = file.stat()
        known = (str(file), status.st_mtime_ns, status.st_size)
        if known not in self._digests:
            self._digests[known] = hashlib.sha256(file.read_bytes()).hexdigest()
        return self._digests[known]


def _is_source(path: str) -> bool:
    return path.endswith((".c", ".cc", ".cpp", ".cxx", ".S"))


def artifacts_of(command: list[dict]) -> tuple[list[str], list[str]]:
    """The inputs and outputs of a command line."""
    inputs, outputs = set(), set()
    for entry in command:
        if "joined" in entry:
            more = artifacts_of(entry["joined"])
            inputs.update(more[0])
            outputs.update(more[1])
        elif "hidden" in entry:
            outputs.update(path[1:] for path in entry["hidden"] if path.startswith(">"))
            inputs.update(path for path in entry["hidden"] if not path.startswith(">"))
        elif "path" in entry:
            (outputs if entry["output"] else inputs).add(entry["path"])
    return sorted(inputs), sorted(outputs)


def tokens_of(command: list[dict]) -> list[str]:
    """A command line in the form in which it is run."""
    result = []
    for entry in command:
        if "hidden" in entry:
            continue
        if "joined" in entry:
            result.append(entry["delimiter"].join(tokens_of(entry["joined"])))
            continue
        text = entry.get("text", entry.get("path"))
        for _ in range(int(entry.get("parent") or 0)):
            text = os.path.dirname(text)
        result.append(entry["format"].replace("{}", text) if entry.get("format") else text)
    return result


def _remove(path: pathlib.Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copy(source, target)
