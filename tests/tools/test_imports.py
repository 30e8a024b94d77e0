"""The imports of etgen's modules have no cycle, so that each module can be read and tested alone."""

import ast

from conftest import ROOT

TOOLS = ROOT / "tools"


def module_name(path):
    return ".".join(path.relative_to(TOOLS).with_suffix("").parts).removesuffix(".__init__")


def imports(name: str, tree: ast.Module, modules: set[str]) -> set[str]:
    """The modules of etgen that a module imports, also inside functions."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = name.split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names} | {base}
    # `from etgen.shader import spirv` does not use the package itself.
    packages = {other for other in found if any(f.startswith(f"{other}.") for f in found & modules)}
    return (found & modules) - packages - {name}


def test_no_circle():
    paths = {module_name(path): path for path in (TOOLS / "etgen").rglob("*.py")}
    graph = {name: imports(name, ast.parse(path.read_text()), set(paths)) for name, path in paths.items()}
    assert sum(map(len, graph.values())) > len(graph)
    while leaves := {name for name, imported in graph.items() if not imported & graph.keys()}:
        graph = {name: imported for name, imported in graph.items() if name not in leaves}
    assert not graph, f"these import each other, or a module that does: {sorted(graph)}"
