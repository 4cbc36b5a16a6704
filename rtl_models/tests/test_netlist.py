"""The netlist in both forms: a top with three pins, and two instances of a module with another parameter each."""

import json
import tempfile
import unittest
from pathlib import Path

from model_builder.netlist import HostCode, Instance, Netlist, Port, TopPort, meta_beside

XML = """<verilator_xml><files><file id="e" filename="t.sv"/></files><netlist>
<module name="top" origName="top" topModule="1">
  <var origName="rx" dir="input" dtype_id="1"/>
  <var origName="kind" dir="input" dtype_id="2"/>
  <var origName="pair" dir="output" dtype_id="5"/>
  <instance loc="e,5,3,5,9" origName="u_a" defName="leaf__W5">
    <port name="a" direction="in"><varref/></port><port name="y" direction="out"/>
  </instance>
  <instance loc="e,6,3,6,9" origName="u_b" defName="leaf"><port name="a" direction="in"/></instance>
  <always loc="e,9,3,9,9"><sentree><senitem edgeType="POS"><varref name="clk"/></senitem></sentree><if><varref name="rst"/>
    <begin><assigndly><const name="1'h0"/><varref name="q"/></assigndly></begin>
    <begin><assigndly><sel dtype_id="1"><varref name="d"/><const name="2'h3"/></sel><varref name="q"/></assigndly></begin></if></always>
  <initial loc="e,7,3,7,9"><display><text name="&#1;&#27;"/></display><systemt loc="e,8,3,8,9"/></initial>
</module>
<module name="leaf" origName="leaf"><var origName="W" param="true"><const name="32'sh4"/></var>
  <var origName="JITTER" param="true"><const name="0.01"/></var>
  <var origName="MODE" param="true"><const name="&quot;it's&quot;"/></var></module>
<module name="leaf__W5" origName="leaf"><var origName="W" param="true"><const name="32'sh5"/></var></module>
<module name="leaf__W6" origName="leaf"><var origName="W" param="true"><const name="32'sh6"/></var></module>
<typetable><basicdtype id="1"/><refdtype id="2" sub_dtype_id="3"/><enumdtype id="3" sub_dtype_id="4"/>
<basicdtype id="4" left="2" right="0"/><structdtype id="5"/></typetable></netlist></verilator_xml>"""


def of_type(kind: str, address: str, **more) -> dict:
    return {"type": kind, "addr": address, "name": "", **more}


def parameter(name: str, address: str, literal: str) -> dict:
    value = of_type("CONST", f"{address} of {name}") | {"name": literal}
    return of_type("VAR", f"{address} {name}", origName=name, direction="NONE", isParam=True, valuep=[value])


def leaf(name: str, address: str, width: str) -> dict:
    return of_type("MODULE", address, origName="leaf", level=2, stmtsp=[
        parameter("W", address, width), parameter("JITTER", address, "0.01"), parameter("MODE", address, "\"it's\""),
        of_type("VAR", f"{address}a", origName="a", direction="INPUT", dtypep="1"),
        of_type("VAR", f"{address}y", origName="y", direction="OUTPUT", dtypep="1")]) | {"name": name}


def pin(name: str, variable: str, *expression: dict) -> dict:
    return of_type("PIN", f"pin of {variable}", modVarp=variable, exprp=list(expression)) | {"name": name}


def named(kind: str, name: str) -> dict:
    return {"type": kind, "name": name}


def assigned(*value: dict) -> list[dict]:
    return [of_type("ASSIGNDLY", "a", rhsp=list(value), lhsp=[named("VARREF", "q")])]


JSON = of_type("NETLIST", "n", modulesp=[
    of_type("MODULE", "t", origName="top", level=1, stmtsp=[
        of_type("VAR", "v1", origName="rx", direction="INPUT", dtypep="1"),
        of_type("VAR", "v2", origName="kind", direction="INPUT", dtypep="2"),
        of_type("VAR", "v3", origName="pair", direction="OUTPUT", dtypep="5"),
        of_type("GENBLOCK", "g", itemsp=[
            of_type("CELL", "c1", loc="e,5:3,5:9", origName="u_a", modp="l5",
                    pinsp=[pin("a", "l5a", of_type("VARREF", "r")), pin("y", "l5y")])]),
        of_type("CELL", "c2", loc="e,6:3,6:9", origName="u_b", modp="l4", pinsp=[pin("a", "l4a")]),
        of_type("ALWAYS", "w", loc="e,9:3,9:9", sentreep=[
            of_type("SENTREE", "s1", sensesp=[of_type("SENITEM", "s2", edgeType="POS", sensp=[named("VARREF", "clk")])])], stmtsp=[
            of_type("IF", "f", condp=[named("VARREF", "rst")], thensp=assigned(named("CONST", "1'h0")), elsesp=assigned(
                of_type("SEL", "s3", dtypep="1", fromp=[named("VARREF", "d")], lsbp=[named("CONST", "2'h3")])))]),
        of_type("INITIAL", "i", stmtsp=[of_type("SYSTEMT", "s", loc="e,8:3,8:9")])]) | {"name": "top"},
    leaf("leaf", "l4", "32'sh4"), leaf("leaf__W5", "l5", "32'sh5"), leaf("leaf__W6", "l6", "32'sh6")],
    miscsp=[of_type("BASICDTYPE", "1"), of_type("REFDTYPE", "2", refDTypep="3"), of_type("ENUMDTYPE", "3", refDTypep="4"),
            of_type("BASICDTYPE", "4", range="2:0"), of_type("STRUCTDTYPE", "5")])


class NetlistTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        as_xml, as_json = (Path(scratch.name) / name for name in ("n.xml", "n.json"))
        as_xml.write_text(XML)
        as_json.write_text(json.dumps(JSON))
        meta_beside(as_json).write_text(json.dumps({"files": {"e": {"filename": "t.sv"}}}))
        self.netlists = [Netlist.read(as_xml), Netlist.read(as_json)]

    def test_pins_of_the_top(self):
        for netlist in self.netlists:
            self.assertEqual(netlist.top_ports(), [TopPort("rx", "input", 0, 0, False, True), TopPort("kind", "input", 2, 0, False, False),
                                                   TopPort("pair", "output", 0, 0, True, True)])

    def test_instances_with_what_is_connected(self):
        for netlist in self.netlists:
            self.assertEqual(netlist.instances, [
                Instance("u_a", "leaf__W5", "t.sv", 5, [Port("a", "in", True), Port("y", "out", False)]),
                Instance("u_b", "leaf", "t.sv", 6, [Port("a", "in", False)])])

    def test_what_leaves_the_simulation(self):
        for netlist in self.netlists:
            self.assertEqual(netlist.host_code, [HostCode("$system", "t.sv", 8)])

    def test_parameters_of_the_variants_that_are_used(self):
        for netlist in self.netlists:
            self.assertEqual(netlist.parameters_of("leaf"), [{"W": 4}, {"W": 5}])

    def test_what_happens_at_a_clock(self):
        def shape(node) -> tuple:
            return node.tag, node.get("name") or "", node.get("edgeType"), node.get("dtype_id"), [shape(inner) for inner in node]

        as_xml, as_json = (next(netlist.root.iter("always")) for netlist in self.netlists)
        self.assertEqual(shape(as_json), shape(as_xml))
        self.assertEqual([self.netlists[1].place_of(as_json)], [("t.sv", 9)])


if __name__ == "__main__":
    unittest.main()
