"""What a model is run with so that the compiler learns which of its ways are taken, and how fast it is then.

    python3 -B -m model_builder.training train MODEL.so [TRANSCRIPT]
    python3 -B -m model_builder.training speed MODEL.so MODEL.so [TRANSCRIPT]

The models hear what the host sent in TRANSCRIPT, each case from power-on, waits skipped as in a run; without one, a
handshake and a wait that is not skipped. A
model that counts its ways writes them down when this process ends. The speeds are in millions of clocks a second, of those that
are evaluated, in the processor's time.
"""

import ctypes
import itertools
import subprocess
import sys
import time
from pathlib import Path

from .errors import ToolError
from .model_face import FINISHED, Options, facts_of, table_of
from .sandbox import NONE, Sandbox
from .tools import run
from .traffic import as_it_was, requests_of

ENOUGH = 3_000_000  # clocks evaluated
LONGEST = 20  # seconds
PATIENCE = 120  # seconds; a single stretch of the line may be a long one
CLOCKS_AT_ONCE = 50_000
ROUNDS = 3  # in which models that are compared take turns; the fastest counts
HANDSHAKE = {"": [(0.0, b"0"), (0.002, b"0")]}


def train(model: Path, transcript: Path | None, sandbox: Sandbox = NONE):
    """Throws ToolError if the model did not come to its end."""
    in_a_process("train", [model], transcript, sandbox)


def speeds(models: list[Path], transcript: Path | None, sandbox: Sandbox = NONE) -> list[float]:
    return [float(word) for word in in_a_process("speed", models, transcript, sandbox).split()]


def in_a_process(what: str, models: list[Path], transcript: Path | None, sandbox: Sandbox) -> str:
    command = [sys.executable, "-B", "-m", "model_builder.training", what,
               *(str(file.resolve()) for file in (*models, *([transcript] if transcript else [])))]
    names = " and ".join(model.name for model in models)
    try:
        result = run(command, cwd=Path(__file__).resolve().parent.parent, sandbox=sandbox, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise ToolError(f"{names} did not come to the end of a run of a few seconds within {PATIENCE}.") from None
    if result.returncode != 0:
        raise ToolError(f"{names} did not come to the end of a run of a few seconds:\n{result.stderr.strip()}")
    return result.stdout


def play(table, cases: dict[str, list[tuple[float, bytes]]], enough: int, longest: float) -> int:
    """Until enough has been evaluated, or it has taken long enough; how many clocks were evaluated."""
    facts = facts_of(table)
    end = time.monotonic() + longest
    evaluated = 0
    for requests in itertools.cycle(cases.values()):
        instance = table.create(ctypes.byref(Options(seed=1, skip=int(cases is not HANDSHAKE))))
        for until, level in as_it_was(int(facts["clock_hz"]), int(facts["baud"]), requests):
            state = table.state(instance)
            while state.cycle < until and state.stop < FINISHED and time.monotonic() < end \
                    and evaluated + state.evaluated < enough:
                state = table.run(instance, min(until, state.cycle + CLOCKS_AT_ONCE), level, 1)
        evaluated += table.state(instance).evaluated
        table.destroy(instance)
        if evaluated >= enough or time.monotonic() >= end:
            return evaluated
    return evaluated


def speed_of(table, cases: dict[str, list[tuple[float, bytes]]]) -> float:
    begun = time.process_time()
    evaluated = play(table, cases, ENOUGH // ROUNDS, LONGEST / ROUNDS / 2)
    return evaluated / max(time.process_time() - begun, 1e-6) / 1e6


def main(arguments: list[str]) -> int:
    what, *files = arguments
    models = [table_of(Path(file)) for file in files if file.endswith(".so")]
    transcripts = [Path(file) for file in files if not file.endswith(".so")]
    cases = requests_of(transcripts[0]) if transcripts else {}
    if what == "train":
        play(models[0], cases or HANDSHAKE, ENOUGH, LONGEST)
        return 0
    rounds = [[speed_of(model, cases or HANDSHAKE) for model in models] for _ in range(ROUNDS)]
    print(*(f"{max(speeds_of_one):.3f}" for speeds_of_one in zip(*rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
