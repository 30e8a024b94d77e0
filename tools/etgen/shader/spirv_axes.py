"""Finds the axes of a dispatch that distinguish the invocations of a shader."""

from etgen.shader.spirv_module import VARIABLE, Instruction, Module, SpirvError

_BUILT_IN = 11
_GLOBAL_ID = 28
# Ids of the group, of the subgroup, and within them: a shader can compute any index from them.
_OTHER_IDS = frozenset({26, 27, 29, 40, 41})
_LOAD, _ACCESS_CHAINS, _SHUFFLE, _EXTRACT = 61, frozenset({65, 66}), 79, 81

ALL = (0, 1, 2)


def axes(module: Module) -> tuple[int, ...]:
    """The axes of `gl_GlobalInvocationID` that a module reads; all axes if it may use other ids.

    Invocations that differ along another axis do the same, so they reach no other elements.
    """
    built_in = {v[1]: module.decoration(v[1], _BUILT_IN) for v in module.having(VARIABLE)}
    if _OTHER_IDS & set(built_in.values()):
        return ALL
    variables = {v for v, number in built_in.items() if number == _GLOBAL_ID}
    body = [i for function in module.functions.values() for i in function]
    loaded = {i[1] for i in body if i.opcode == _LOAD and i[2] in variables}
    found: set[int] = set()
    for i in body:
        if not (variables | loaded).isdisjoint(i.words):
            found |= _read(module, i, variables, loaded)
    return tuple(sorted(found))


def _read(module: Module, i: Instruction, variables: set[int], loaded: set[int]) -> set[int]:
    """The axes of the id that an instruction reads; all axes if that is unknown."""
    if i.opcode == _LOAD and i[1] in loaded:
        return set()
    if i.opcode in _ACCESS_CHAINS and i[2] in variables:
        try:
            return {module.integer(i[3])}
        except SpirvError:
            return set(ALL)
    if i.opcode == _EXTRACT and i[2] in loaded:
        return {i[3]}
    if i.opcode == _SHUFFLE and i[2] in loaded and i[3] == i[2]:
        return {word % len(ALL) for word in i.words[4:]}
    return set(ALL)
