"""The command line of new_dut."""

import argparse
import re
import sys
import tempfile
from pathlib import Path

from model_builder.errors import DescriptionError, ToolError

from .circuit import Circuit
from .constraints import read_constraints
from .description_text import Text, described, summary
from .elaboration import elaborate
from .files import add_data, files_of
from .folder import MOST_FILES, Design, read_design
from .guesses import Found, look_at, take_likelier_doubles, tops
from .projects import take_files_of_projects, tops_of_projects


def parse_arguments(about: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="new_dut", description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the design's sources, in folders as they are")
    parser.add_argument("--contest", required=True, help="what it plays")
    parser.add_argument("--baud", type=int, required=True, help="the contest's bit rate")
    parser.add_argument("--name", help="of the board (default: that of its top)")
    parser.add_argument("--top", help="the top module (default: the likeliest)")
    parser.add_argument("--with", dest="more", type=Path, action="append", default=[], metavar="DIR",
                        help="a further folder of sources, for modules that DIR uses and does not have; may come several times")
    parser.add_argument("--output", type=Path, metavar="FILE.toml", help="where to write (default: DIR/NAME.toml)")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    return parser.parse_args()


def folder_at(path: Path) -> Path:
    if not path.is_dir():
        raise DescriptionError(f"{path}: there is no such folder." if not path.exists() else f"{path}: is a file, expected a folder of sources.")
    return path.resolve()


def read(folders: list[Path]) -> Design:
    try:
        design = read_design(folders)
    except OverflowError:
        raise DescriptionError(f"{folders[0]}: holds more than {MOST_FILES} files; name the folder of the design alone.") from None
    if not design.sources:
        raise DescriptionError(f"{folders[0]}: holds no source: no .v, .sv, .vhd or .vhdl file.")
    return design


def find_top(design: Design, folder: Path, wanted: str | None, constraints) -> Found:
    found = Found()
    constraints.tops += tops_of_projects(design)
    take_likelier_doubles(design, constraints)
    take_files_of_projects(design)
    found.top, found.not_top = tops(design, constraints, wanted)
    if wanted is not None and all(guess.value.name != wanted for guess in found.top):
        known = sorted(module.name for module in design.modules.values() if module.is_top_material)
        raise DescriptionError(f"--top: found \"{wanted}\", expected one of {', '.join(known) or 'none'}: the modules in {folder}.")
    if wanted is None:  # what only a further folder holds is no top
        own = [guess for guess in found.top if design.is_own(guess.value.source.path)]
        found.top = own or found.top
    if not found.top:
        benches = "; ".join(f"{guess.value.name} ({guess.place.told(folder)}) is {guess.why}" for guess in found.not_top)
        raise DescriptionError(f"{folder}: no module here can be the top of a board. {benches or 'There is no module'}. Name one by --top.")
    return found


def main(about: str | None = None) -> int:
    arguments = parse_arguments(about)
    try:
        return run(arguments)
    except DescriptionError as error:
        print(error, file=sys.stderr)
        return 2
    except (ToolError, OSError) as error:
        print(error, file=sys.stderr)
        return 3


def run(arguments: argparse.Namespace) -> int:
    folder = folder_at(arguments.folder)
    design = read([folder, *map(folder_at, arguments.more)])
    constraints = read_constraints(design.constraints)
    found = find_top(design, folder, arguments.top, constraints)
    top = found.top[0].value
    name = arguments.name or re.sub(r"[^A-Za-z0-9_-]", "_", top.name)
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", name):
        raise DescriptionError(f"--name: found \"{name}\", expected a name of letters, digits, \"_\" and \"-\".")
    output = arguments.output or folder / f"{name}.toml"
    if output.suffix != ".toml":
        raise DescriptionError(f"--output: found \"{output}\", expected a file that ends with .toml.")
    if not output.parent.is_dir():
        raise DescriptionError(f"--output: there is no folder \"{output.parent}\".")
    if output.exists() and not arguments.force:
        raise DescriptionError(f"{output}: is there already. Write over it with --force, or elsewhere with --output FILE.toml.")
    files = files_of(design, top)
    with tempfile.TemporaryDirectory() as scratch:
        netlist = elaborate(folder, top.name, files, Path(scratch))
        circuit = Circuit(netlist)
    add_data(files, design, circuit.files_named())
    look_at(design, top, circuit, constraints, arguments.baud, found)
    text = Text(folder, output.parent.resolve())
    described(text, name, arguments.contest, arguments.baud, top, list(circuit.ports.values()), found, files)
    output.write_text(text.result(), encoding="utf-8")
    print(f"wrote {output}")
    print("\n".join(summary(found, top)))
    for doubt in text.doubts:
        print(f"look at {doubt}")
    if text.open_keys:
        raise DescriptionError("\n".join([f"{output}: to be filled in before it can be built:", *(f"  {key}" for key in text.open_keys)]))
    return 0
