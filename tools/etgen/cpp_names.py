"""C++ identifiers and string literals: valid names, reserved names, and quoting."""

import re
from collections.abc import Set

# C++20's keywords.
_KEYWORDS = frozenset(
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class compl concept const consteval constexpr constinit const_cast continue co_await "
    "co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern "
    "false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires return short signed "
    "sizeof static static_assert static_cast struct switch template this thread_local throw true try "
    "typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq".split()
)
# Names that generated code uses, in addition to those of operators.
_OURS = frozenset({"context", "int64_t"})
_QUALIFIED = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*){0,3}", re.ASCII)


def identifier(name: str, others: Set[str] = frozenset()) -> str:
    """The name in C++. A reserved name is changed to one that differs from all others."""
    result = f"{name}_" if name in _KEYWORDS | _OURS else name
    while result != name and result in others:
        result += "_"
    return result


def literal(text: str) -> str:
    """The text as a string literal, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def is_function(name: str) -> bool:
    """Whether the name may be that of a kernel: a function, in at most three namespaces."""
    return _QUALIFIED.fullmatch(name) is not None and keyword_in(name) is None


def keyword_in(name: str) -> str | None:
    """The part of a qualified name that is a word of the language, if one is."""
    return next((part for part in name.split("::") if part in _KEYWORDS), None)
