"""What the files of the vendors' tools tell of a board: pins, periods, the top."""

import re
from dataclasses import dataclass, field

from .folder import Place, Source


@dataclass
class Constraints:
    pins: dict[str, Place] = field(default_factory=dict)
    clocks: dict[str, list[tuple[float, Place]]] = field(default_factory=dict)  # hertz, by pin; each file's last
    tops: list[tuple[str, Place]] = field(default_factory=list)

    def add_clock(self, pin: str, hz: float, place: Place, *, is_remark: bool = False):
        known = self.clocks.setdefault(pin, [])
        same_file = [one for one in known if one[1].path == place.path]
        if same_file and not is_remark:
            known.remove(same_file[0])
        if not same_file or not is_remark:
            known.append((hz, place))


# A period and the pin that has it, in any order of the command's words.
NUMBER = r"(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?![\d.])"
PERIOD = rf"-period\s+\{{?\"?{NUMBER}\s*(ns|ps|mhz|khz)?"
PORT = r"get_ports\s+[\[{\"]*\s*([\w\[\]]+)"


def read_constraints(sources: list[Source]) -> Constraints:
    found = Constraints()
    for source in sources:
        offset = 0
        groups: dict[str, str] = {}  # of Xilinx' older files: pin by group
        for line in source.raw.splitlines(keepends=True):
            read_line(found, line, source.at(offset), groups)
            offset += len(line)
    return found


def read_line(found: Constraints, line: str, place: Place, groups: dict[str, str]):
    text = re.split(r"(?<!\\)#(?!\d)|//|^\s*--", line)[0] if not line.lstrip().startswith("#") else ""
    if "create_clock" in text and (period := re.search(PERIOD, text, re.I)):
        port = re.search(PORT, text) or re.search(r"([\w\[\]]+)\s*\}?\s*;?\s*$", text)
        if port:
            found.add_clock(tidy(port[1]), hertz(float(period[1]), period[2] or "ns"), place)
    for port in re.findall(PORT, text):
        found.pins.setdefault(tidy(port), place)
    for pattern in (r"\bset_io\s+(?:-\S+\s+)*(\S+)\s+\S+", r"-to\s+\"?([\w\[\]]+)", r"\bNET\s+\"?([\w\[\]<>]+)\"?",
                    r"LOCATE\s+COMP\s+\"([^\"]+)\"", r"IO_LOC\s+\"([^\"]+)\""):
        if pin := re.search(pattern, text, re.I):
            name = tidy(pin[1])
            found.pins.setdefault(name, place)
            mhz = re.search(r"(\d{1,15}(?:\.\d+)?)\s*MHz", line, re.I)
            if mhz and re.search(r"clk|clock|osc", name, re.I):
                found.add_clock(name, float(mhz[1]) * 1e6, place, is_remark=True)
    if top := re.search(r"-name\s+TOP_LEVEL_ENTITY\s+\"?(\w+)", text):
        found.tops.append((top[1], place))
    if net := re.search(r"NET\s+\"?([\w\[\]<>]+)\"?\s+TNM_NET\s*=\s*\"?(\w+)", text, re.I):
        groups[net[2]] = tidy(net[1])
    for name, value, unit in re.findall(rf"PERIOD\s+\"(\w+)\"\s+{NUMBER}\s*(ns|ps|mhz|khz)?", text, re.I):
        found.add_clock(groups.get(name, name), hertz(float(value), unit or "ns"), place)
    if net := re.search(rf"NET\s+\"?([\w\[\]<>]+)\"?.*\bPERIOD\s*=\s*{NUMBER}\s*(ns|ps|mhz|khz)?", text, re.I):
        found.add_clock(tidy(net[1]), hertz(float(net[2]), net[3] or "ns"), place)
    if port := re.search(rf"FREQUENCY\s+PORT\s+\"([^\"]+)\"\s+{NUMBER}\s*(MHZ|KHZ)", text, re.I):
        found.add_clock(tidy(port[1]), hertz(float(port[2]), port[3]), place)
    if port := re.search(rf"\bset_frequency\s+(\w+)\s+{NUMBER}", text):
        found.add_clock(tidy(port[1]), float(port[2]) * 1e6, place)


def tidy(pin: str) -> str:
    pin = pin.replace("<", "[").replace(">", "]").strip("{}\"'")
    return pin[:-1] if pin.endswith("]") and "[" not in pin else pin


def hertz(value: float, unit: str) -> float:
    if value == 0:
        return 0
    return {"ns": 1e9 / value, "ps": 1e12 / value, "mhz": value * 1e6, "khz": value * 1e3}[unit.lower()]
