#!/usr/bin/env python3
"""The rig in a guest whose serial adapters are made up: real drivers (ftdi_sio, cdc_acm), no hardware.

  emulated.py --kernel FOLDER --programs FOLDER --probe PROGRAM TEST     runs one test
  emulated.py --list                                                     names them

Exit status: 0 passed, 1 failed, 77 skipped with the reason: QEMU, busybox or a kernel is missing, or the machine is
too busy to tell.
"""

import argparse
import sys
import tempfile
import traceback
from pathlib import Path

import acm_tests
import doctor_tests
import ftdi_tests
from guest import CannotTell, needed
from lab import Lab

TESTS = {**ftdi_tests.TESTS, **acm_tests.TESTS, **doctor_tests.TESTS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", metavar="FOLDER", help="what scripts/emulated-setup has made")
    parser.add_argument("--programs", metavar="FOLDER", help="where certify, rig and blokus-player are")
    parser.add_argument("--probe", metavar="PROGRAM", help="the program serial_probe")
    parser.add_argument("--list", action="store_true", help="names the tests")
    parser.add_argument("test", nargs="?", choices=TESTS)
    options = parser.parse_args()
    if options.list:
        print("\n".join(TESTS))
        return 0
    if not (options.test and options.kernel and options.programs and options.probe):
        parser.error("--kernel, --programs, --probe and the name of a test are needed")
    with tempfile.TemporaryDirectory() as work, Lab(options, Path(work)) as lab:
        try:
            needed(options.kernel)
            TESTS[options.test](lab)
        except CannotTell as reason:
            print(f"{lab.told()}\ncould not tell: emulated_{options.test}: {reason}")
            return 77
        except Exception:
            print(lab.told(), file=sys.stderr)
            traceback.print_exc()
            return 1
        print(lab.told())
    return 0


if __name__ == "__main__":
    sys.exit(main())
