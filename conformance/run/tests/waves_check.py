"""A seeded fault's waveform shows it: usage: waves_check.py CERTIFY

A board that sends a byte too many: the waveform is read with GTKWave's fst2vcd, and looked at where the report says.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def changes(vcd: Path, wanted: set[str]) -> dict[str, list[tuple[int, int]]]:
    """Of the signals of the scope `rig`: when, and to what."""
    names: dict[str, str] = {}
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in wanted}
    scope: list[str] = []
    now = 0
    for line in vcd.open():
        words = line.split()
        if line.startswith("$scope"):
            scope.append(words[2])
        elif line.startswith("$upscope"):
            scope.pop()
        elif line.startswith("$var") and scope == ["rig"] and words[4] in wanted:
            names[words[3]] = words[4]
        elif line.startswith("#"):
            now = int(line[1:])
        elif line.startswith("b") and words[1] in names:
            found[names[words[1]]].append((now, int(words[0][1:], 2)))
        elif line[0] in "01" and line[1:].strip() in names:
            found[names[line[1:].strip()]].append((now, int(line[0])))
    return found


def text_at(signal: list[tuple[int, int]], time: int) -> str:
    value = [value for at, value in signal if at <= time][-1]
    return value.to_bytes(16, "big").strip(b"\0").decode("latin-1")


def main(certify: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [certify, "--contest", "icfpt2014", "--dut", "rtl:blokus_duo?fault=extra-byte", "--seed", "1", "--filter",
                   "FirstMove.WhenItBegins,FirstMove.WhenItIsSecond", "--wave", "fail", "--wave-window", "3ms,1ms", "--jobs", "2",
                   "--reports", folder]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 1, ran.stdout + ran.stderr
        report = json.loads(next(Path(folder).glob("*/report.json")).read_text())
        files = set()
        for case in report["cases"]:
            wave = case["waveform"]
            if wave is None:
                continue
            assert wave["error"] == "", wave
            assert wave["command"].split()[0] == "gtkwave", wave
            files.add(wave["file"])
            assert Path(wave["file"]).stat().st_size < 64e6, wave
            vcd = Path(folder) / "wave.vcd"
            subprocess.run(["fst2vcd", "-f", wave["file"], "-o", str(vcd)], check=True)
            signals = changes(vcd, {"clock", "rx_text", "tx_text", "tx_byte", "failure"})
            failure = wave["failure_ns"] * 1000
            assert [at for at, level in signals["failure"] if level] == [failure], (signals["failure"], failure)
            bit = 1e12 / 115200
            answer = text_at(signals["tx_text"], failure + int(bit))
            assert len(answer) == 5 and answer.endswith("0"), answer  # four letters and the byte too many
            before = text_at(signals["tx_text"], failure - int(2 * bit))
            assert before == answer[:4], before
            rises = sum(level for _, level in signals["clock"])
            periods = (wave["until_ns"] - wave["from_ns"]) / 20
            assert rises == periods, (rises, periods)
            print(f"{case['id']}: \"{before}\" and \"{answer[4]}\" at {failure / 1e9} ms; {Path(wave['file']).stat().st_size} bytes")
        assert len(files) == 2, files
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
