"""Prints what the scripts beside this package need of a description, as assignments of bash.

    python3 -B -m model_builder.for_shell DESCRIPTION.toml

Sets name, top, fault_parameter and the array sources. Exit status: 0; 2 the description is wrong.
"""

import os
import shlex
import sys
from pathlib import Path

from .description import Description, read_description
from .errors import DescriptionError


def assignments(description: Description, folder: Path) -> str:
    """The sources are named relative to `folder`, if they stand below it."""
    sources = " ".join(shlex.quote(shortest(source, folder)) for source in description.sources)
    return (f"name={shlex.quote(description.name)}\n"
            f"top={shlex.quote(description.top)}\n"
            f"fault_parameter={shlex.quote(description.fault_parameter or '')}\n"
            f"sources=({sources})\n")


def shortest(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def main(arguments: list[str]) -> int:
    try:
        print(assignments(read_description(Path(arguments[0])), Path(os.getcwd())), end="")
        return 0
    except DescriptionError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
