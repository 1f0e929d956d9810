"""The layers hold: what `make check` runs, so that a plain run of the tests notices too."""

from importlinter import cli


def test_dependencies_run_one_way() -> None:
    assert cli.lint_imports(config_filename="pyproject.toml", no_cache=True) == cli.EXIT_STATUS_SUCCESS
