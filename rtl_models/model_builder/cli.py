"""The command line of build_model."""

import argparse
import sys
from pathlib import Path

from kept_models.cache import default_cache

from .build import PACKAGE, Builder, builder_files, cached_build
from .config import Flavour
from .description import Description, read_description
from .errors import DescriptionError, ToolError
from .progress import progress_for
from .sandbox import WISHES, Sandbox
from .tools import Tools


def write_depfile(path: Path, output: Path, inputs: list[Path]):
    escaped = [str(p).replace(" ", "\\ ") for p in [*inputs, *builder_files()]]
    path.write_text(f"{str(output).replace(' ', chr(92) + ' ')}: " + " \\\n  ".join(escaped) + "\n")


def parse_arguments(about: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build_model", description=about,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("description", type=Path, metavar="DESCRIPTION.toml")
    parser.add_argument("--output", type=Path, metavar="NAME.so", help="where to put the model, instead of the cache")
    parser.add_argument("--faults", action="store_true", help="the build in which the description's faults can be switched on")
    parser.add_argument("--trace", action="store_true", help="with waveforms (FST)")
    parser.add_argument("--coverage", action="store_true", help="counts which lines and toggles are reached")
    parser.add_argument("--lint", action="store_true",
                        help="build nothing; print every warning of Verilator's, those on style included")
    parser.add_argument("--sanitize", action="store_true", help="with AddressSanitizer and UndefinedBehaviorSanitizer")
    parser.add_argument("--raw-loop", action="store_true",
                        help="a program that does nothing but run the clock: the yardstick of the benchmark")
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="DIR",
                        help="for Verilator's runtime and models without --output (default: %(default)s)")
    parser.add_argument("--sandbox", choices=WISHES, default="auto",
                        help="whether the tools that read the design, and the model when it is tried, run in a sandbox (default: %(default)s)")
    parser.add_argument("--progress", type=int, metavar="FD", help="tell on this file descriptor what is being done")
    parser.add_argument("--depfile", type=Path, metavar="FILE", help="write the model's inputs there, for make and ninja")
    return parser.parse_args()


def sandbox_for(description: Description, tools: Tools, arguments: argparse.Namespace) -> Sandbox:
    """Shows the design, the rig's own part in it, and Verilator's."""
    sandbox = Sandbox(arguments.sandbox, [*description.include_dirs, PACKAGE.parent, tools.include.parent,
                                          arguments.cache / "runtime"])
    sandbox.show([description.path, *description.inherited, *description.all_sources, *description.ips, *description.files])
    return sandbox


def main(about: str | None = None) -> int:
    arguments = parse_arguments(about)
    try:
        description = read_description(arguments.description)
        if arguments.faults and not description.faults:
            raise DescriptionError(f"{description.path}: \"{description.name}\" has no faults: the table [faults] is missing.")
        flavour = Flavour(faults=arguments.faults, trace=arguments.trace, coverage=arguments.coverage, sanitize=arguments.sanitize,
                          lint=arguments.lint, raw_loop=arguments.raw_loop)
        if arguments.raw_loop and description.more_clocks:
            raise DescriptionError(f"{description.path}: the yardstick of the benchmark runs one clock; this design has "
                                   f"{1 + len(description.more_clocks)}.")
        tools = Tools.find()
        tools.sandbox = sandbox_for(description, tools, arguments)
        builder = Builder(description, flavour, tools, arguments.cache.resolve(), progress_for(arguments.progress))
        if arguments.lint:
            builder.lint(sys.stdout)
            return 0
        if arguments.output is None:
            print(cached_build(builder))
            return 0
        output = arguments.output.absolute()
        inputs = builder.build(output)
        if arguments.depfile:
            write_depfile(arguments.depfile, output, inputs)
        return 0
    except DescriptionError as error:
        print(error, file=sys.stderr)
        return 2
    except (ToolError, OSError) as error:
        print(error, file=sys.stderr)
        return 3
