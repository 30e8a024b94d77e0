"""The table of `make runtimes`."""

from print_table import table_of

CASE = '<testcase classname="tests.runtime" name="{}">{}</testcase>'


def report(**cases: str) -> str:
    inside = "".join(CASE.format(name, inner) for name, inner in cases.items())
    return f"<testsuites>{inside}</testsuites>"


def test_the_worst_outcome_of_each_way():
    text = report(
        **{
            "test_a_part_of_the_project[v1.0.1-before]": "",
            "test_a_part_of_the_project[v1.0.1-after]": '<failure message="no"/>',
            "test_compiled_by_the_rules[v1.0.1]": "",
            "test_compiled_with_options[v1.0.1]": '<skipped message="old"/>',
            "test_the_thread_pool[v1.0.1]": '<skipped message="no submodule"/>',
            "test_other_builds[HEAD-debug-compiled]": "",
            "test_something_else[HEAD]": "",
        }
    )
    header, first, head = table_of(text)
    found = dict(zip(header, first, strict=True))
    assert found["part of the project"] == "failed"
    assert found["compiled: CMake"] == "run"
    assert found["thread pool"] == "skipped"
    assert found["prefix"] == "not tried"
    assert dict(zip(header, head, strict=True))["debug, shared, Clang"] == "run"
