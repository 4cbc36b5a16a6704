"""Whether a new model comes out of its power-on: a design that ends itself there cannot be tested.

    python3 -B -m model_builder.power_on MODEL.so

Prints how the first trial that failed ended, as JSON, or `{}`.
"""

import ctypes
import json
import subprocess
import sys
from pathlib import Path

from .description import Description
from .errors import DescriptionError, ToolError
from .model_face import FINISHED, PRINT, Options, facts_of, table_of
from .sandbox import Sandbox
from .tools import run
from .verilator_log import Message

PATIENCE = 120  # seconds; a trial is a few milliseconds of simulated time
SEEDS = range(1, 5)
LISTENED = 0.001  # seconds of simulated time, the usual time that a design settles
DID_NOT_SETTLE = "did not converge"


def ending(path: Path, seed: int) -> dict:
    """How the design ends itself by itself; or in that its logic does not settle when its receiver sees a low line."""
    table = table_of(path)
    facts = facts_of(table)
    printed = []
    keep = PRINT(lambda user, text, length: printed.append(ctypes.string_at(text, length)))
    instance = table.create(ctypes.byref(Options(seed=seed, skip=1, print=keep)))
    if not instance:
        return {}
    clock, settle = int(facts["clock_hz"]), facts["settle_ns"]
    quiet = round(clock * (int(settle) * 1e-9 if settle else LISTENED))
    byte = 10 * clock // int(facts["baud"])
    alone = table.run(instance, quiet, 1, 0).stop
    spoken_to = table.run(instance, quiet + byte, 0, 0).stop if alone < FINISHED else alone
    how = table.stop_message(instance).decode(errors="replace")
    table.destroy(instance)
    if alone > FINISHED or spoken_to > FINISHED and DID_NOT_SETTLE in how:
        return {"how": how, "printed": b"".join(printed).decode(errors="replace")[:4000]}
    return {}


def check_power_on(description: Description, model: Path, messages: list[Message], sandbox: Sandbox):
    """Throws DescriptionError with the whole of what the design said when it ended itself."""
    where = f"{description.path}: the model of \"{description.name}\""
    command = [sys.executable, "-B", "-m", "model_builder.power_on", str(model)]
    try:
        result = run(command, cwd=Path(__file__).resolve().parent.parent, sandbox=sandbox, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise DescriptionError(f"{where} did not finish its power-on within {PATIENCE} seconds. A loop in it "
                               "(in an `initial` block, for instance) does not end, or its reset takes too many clocks.") from None
    if result.returncode != 0:
        raise ToolError(f"{where} could not be tried (status {result.returncode}):\n{result.stderr.strip()}")
    if found := json.loads(result.stdout):
        raise DescriptionError(f"{where} ended itself before its first request: {sentence(found, messages)}")


def sentence(found: dict, messages: list[Message]) -> str:
    how, printed = found["how"], found["printed"]
    text = how + "."
    if DID_NOT_SETTLE in how:
        loops = [f"  {m.place()}: {m.text}" for m in messages if m.code == "UNOPTFLAT"]
        text = "\n".join([f"combinational logic drives itself and does not settle ({how}).",
                          *(["It is one of these loops:", *loops] if loops else [])])
    elif "$readmem" in how:
        text += " Name the data file under `files` in the description."
    if printed.strip() and printed.strip() not in how:
        text += f"\nIt had printed:\n{printed.rstrip()}"
    return text


def main(arguments: list[str]) -> int:
    endings = (ending(Path(arguments[0]), seed) for seed in SEEDS)
    print(json.dumps(next((found for found in endings if found), {})))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
