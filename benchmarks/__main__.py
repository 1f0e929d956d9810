"""The command line: one subcommand for each benchmark."""

from __future__ import annotations

import argparse

from benchmarks import engine, fleet, growth, measuring, rendering, turns

# Each is a module with SUMMARY (its line in --help), add_options(parser) and run(options), which prints.
BENCHMARKS = {
    "engine": engine,
    "rendering": rendering,
    "turns": turns,
    "measuring": measuring,
    "growth": growth,
    "fleet": fleet,
}


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark that the arguments name."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure this project on this machine, each figure beside its goal where it has one.",
        epilog="'python -m benchmarks NAME --help' tells what a benchmark's options are.",
    )
    subcommands = parser.add_subparsers(title="benchmarks", metavar="NAME", dest="name", required=True)
    for name, benchmark in BENCHMARKS.items():
        subparser = subcommands.add_parser(
            name,
            help=benchmark.SUMMARY,
            description=benchmark.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        benchmark.add_options(subparser)
    options = parser.parse_args(arguments)
    BENCHMARKS[options.name].run(options)


if __name__ == "__main__":
    main()
