"""The command line of model_cache."""

import argparse
import os
import sys
from pathlib import Path

from model_builder.errors import DescriptionError

from .cache import Cache, Entry, default_cache, size_text


def parse_arguments(about: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="model_cache", description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clear", nargs="?", const="", metavar="NAME", help="remove all, or the models of this name")
    parser.add_argument("--limit", metavar="SIZE", help="how much they may take from now on: bytes, or with K, M or G")
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="DIR", help="default: %(default)s")
    return parser.parse_args()


def main(about: str | None = None) -> int:
    arguments = parse_arguments(about)
    try:
        tend(Cache(arguments.cache.resolve()), arguments)
        sys.stdout.flush()
        return 0
    except DescriptionError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(error, file=sys.stderr)
        return 3


def tend(cache: Cache, arguments: argparse.Namespace):
    if arguments.limit is not None:
        cache.set_limit(arguments.limit)
        for entry in cache.trim():
            print(f"removed {entry.line()}")
    if arguments.clear is not None:
        clear(cache, arguments.clear)
    if arguments.clear is None and arguments.limit is None:
        for entry in cache.entries():
            print(entry.line())
    entries = cache.entries()
    models = sum(not entry.is_runtime for entry in entries)
    print(f"{models} model{'s' if models != 1 else ''}, {size_text(sum(entry.size for entry in entries))} of at most "
          f"{size_text(cache.limit())} in {cache.folder}")


def clear(cache: Cache, name: str):
    entries: list[Entry] = [entry for entry in cache.entries() if name in ("", entry.name)]
    if name and not entries:
        known = sorted({entry.name for entry in cache.entries()})
        raise DescriptionError(f"--clear: found \"{name}\", expected one of {', '.join(known) or 'none: the cache is empty'}.")
    for entry in entries:
        print(f"{'removed' if cache.remove(entry) else 'kept, because it is in use:'} {entry.line()}")
