"""Vivado's Clocking Wizard (`clk_wiz`): its module, made from the .xci file that says how it was configured."""

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from .errors import DescriptionError

KIND = "clk_wiz"
LARGEST = 4_000_000  # bytes
MOST_OUTPUTS = 7
# What its module has more pins for, or makes other clocks by, than is made here; and the value that leaves it out.
REFUSED = {
    "USE_DYN_RECONFIG": "false", "USE_DYN_PHASE_SHIFT": "false", "USE_INCLK_SWITCHOVER": "false", "USE_SPREAD_SPECTRUM": "false",
    "USE_POWER_DOWN": "false", "USE_STATUS": "false", "USE_FREEZE": "false", "USE_CLK_VALID": "false", "USE_INCLK_STOPPED": "false",
    "USE_CLKFB_STOPPED": "false", "ENABLE_CLOCK_MONITOR": "false", "ENABLE_CDDC": "false", "MMCM_CLKOUT4_CASCADE": "false",
    "FEEDBACK_SOURCE": "FDBK_AUTO",
}


@dataclass(frozen=True)
class Ip:
    """What an .xci file says."""

    path: Path
    kind: str  # `clk_wiz`
    name: str  # of its module
    parameters: dict[str, str]

    def fail(self, message: str):
        raise DescriptionError(f"{self.path}: {message}")

    def text(self, key: str, default: str) -> str:
        return self.parameters.get(key) or default

    def is_on(self, key: str, *, default: bool = False) -> bool:
        return self.text(key, str(default)).lower() in ("true", "1")

    def pin(self, key: str, default: str) -> str:
        name = self.text(key, default)
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            self.fail(f"{key}: found \"{name}\", expected the name of a pin.")
        return name

    def number(self, key: str, default: str | None = None) -> Fraction:
        text = self.parameters.get(key) or default
        if text is None or not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
            self.fail(f"{key}: {'missing' if text is None else f'found {chr(34)}{text}{chr(34)}'}, expected a number.")
        return Fraction(text)


def read_ip(path: Path) -> Ip:
    """Throws DescriptionError where it is neither the XML nor the JSON of Vivado."""
    if path.stat().st_size > LARGEST:
        raise DescriptionError(f"{path}: found {path.stat().st_size} bytes, expected at most {LARGEST}.")
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    found = of_json(path, text) if text.lstrip().startswith("{") else of_xml(path, text)
    if not re.fullmatch(r"[A-Za-z_]\w*", found.name):
        found.fail(f"found \"{found.name}\" as its name, expected that of a module.")
    return found


def of_xml(path: Path, text: str) -> Ip:
    """As Vivado wrote it until 2020."""
    kind = re.search(r"<spirit:componentRef\b[^>]*\bspirit:name=\"(\w+)\"", text)
    name = re.search(r"<spirit:instanceName>\s*(\w+)\s*<", text)
    if kind is None or name is None:
        raise DescriptionError(f"{path}: no spirit:componentRef or no spirit:instanceName, which Vivado's .xci files have.")
    values = re.findall(r"referenceId=\"PARAM_VALUE\.(\w+)\"[^>/]*>([^<]*)<", text)
    return Ip(path, kind[1], name[1], {key: value.strip() for key, value in values})


def of_json(path: Path, text: str) -> Ip:
    """As it writes it since then."""
    try:
        instance = json.loads(text)["ip_inst"]
        kind, name = instance["component_reference"].split(":")[2], instance["xci_name"]
        values = {key: str(value[0]["value"]) for key, value in instance["parameters"]["component_parameters"].items()}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise DescriptionError(f"{path}: cannot be read as Vivado's .xci ({type(error).__name__}: {error}).") from None
    return Ip(path, kind, str(name), values)


def write_clocking_wizard(path: Path, folder: Path) -> Path:
    """The file with the module, in `folder`."""
    ip = read_ip(path)
    if ip.kind != KIND:
        ip.fail(f"is an IP of the kind \"{ip.kind}\"; of Vivado's only {KIND} has a stand-in. List sources that have a module \"{ip.name}\".")
    for key, usual in REFUSED.items():
        if (value := ip.text(key, usual)).lower() not in (usual.lower(), "0"):
            ip.fail(f"{key}: found \"{value}\", expected \"{usual}\": the stand-in does not know it.")
    file = folder / f"{ip.name}.v"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(module_of(ip))
    return file


def module_of(ip: Ip) -> str:
    used = [number for number in range(1, MOST_OUTPUTS + 1) if ip.is_on(f"CLKOUT{number}_USED", default=number == 1)]
    clock = ip.pin("PRIMARY_PORT", "clk_in1")
    pins, body = [], []
    for number in used:
        output = ip.pin(f"CLK_OUT{number}_PORT", f"clk_out{number}")
        pins.append(f"output {output}")
        ratio, phase = ratio_of(ip, number), ip.parameters.get(f"MMCM_CLKOUT{number - 1}_PHASE") or "0"
        if not re.fullmatch(r"-?\d{1,4}(\.\d{1,9})?", phase):
            ip.fail(f"MMCM_CLKOUT{number - 1}_PHASE: found \"{phase}\", expected a number of degrees.")
        gated = ip.text(f"CLKOUT{number}_DRIVES", "BUFG") in ("BUFGCE", "BUFHCE")
        made = f"made_{number}" if gated else output
        body += [f"  wire {made};"] if gated else []
        body.append(f"  rig_pll_output #(.MULTIPLY({ratio.numerator}), .DIVIDE({ratio.denominator}), .PHASE({round(Fraction(phase)) % 360}), "
                    f".PERIOD({period_of(ip)})) output_{number} (.in(rig_in), .out({made}));")
        if gated:
            pins.append(f"input {output}_ce")
            body += [f"  reg on_{number} = 1'b0;", f"  always @(negedge {made}) on_{number} <= {output}_ce;",
                     f"  assign {output} = {made} & on_{number};"]
    reset = "1'b0"
    if ip.is_on("USE_RESET", default=True):
        active_low = ip.text("RESET_TYPE", "ACTIVE_HIGH") == "ACTIVE_LOW"
        pin = ip.pin("RESET_PORT", "resetn" if active_low else "reset")
        pins.append(f"input {pin}")
        reset = f"~{pin}" if active_low else pin
    if ip.is_on("USE_LOCKED", default=True):
        locked = ip.pin("LOCKED_PORT", "locked")
        pins.append(f"output {locked}")
        body.append(f"  rig_pll_lock lock (.clock(rig_in), .reset({reset}), .locked({locked}));")
    is_differential = ip.text("PRIM_SOURCE", "").startswith("Differential")
    pins += [f"input {clock}_p", f"input {clock}_n"] if is_differential else [f"input {clock}"]
    lines = [f"// Made from {ip.path.name}.", f"module {ip.name} (", ",\n".join(f"    {pin}" for pin in pins), ");",
             f"  wire rig_in = {clock}{'_p' if is_differential else ''};", *body, "endmodule", ""]
    return "\n".join(lines)


def ratio_of(ip: Ip, number: int) -> Fraction:
    """Of output `number`, counted from 1; the generator inside counts from 0."""
    divide = ip.number("MMCM_CLKOUT0_DIVIDE_F" if number == 1 else f"MMCM_CLKOUT{number - 1}_DIVIDE")
    below = ip.number("MMCM_DIVCLK_DIVIDE", "1") * divide
    above = ip.number("MMCM_CLKFBOUT_MULT_F")
    if not above or not below:
        ip.fail(f"clk_out{number} is {above} / {below} times its input; both must be positive.")
    return above / below


def period_of(ip: Ip) -> int:
    """Of its input, in picoseconds; 0 where that is not said."""
    mhz = ip.number("PRIM_IN_FREQ", "0")
    return round(1_000_000 / mhz) if mhz else 0
