"""Random designs of parts that are hard to skip rightly: shift registers with feedback, ripple counters, gated and divided clocks,
latches, memories that are written while all is idle, counters that reload oddly, `$random`, resets by a watchdog."""

import random


class RandomParts:
    """A design of two or three such parts. Each tells by `hit` that something seldom has happened, and tx shows when."""

    def __init__(self, seed: int):
        self.draw = random.Random(seed)
        kinds = [self.feedback, self.ripple, self.gated, self.divided, self.latch, self.memory, self.reloads, self.noise,
                 self.watchdog, self.falling]
        self.parts = [kind(number) for number, kind in enumerate(self.draw.sample(kinds, self.draw.randint(2, 3)))]

    def source(self) -> str:
        last = len(self.parts) - 1
        return "\n".join([
            "module random_design (input logic clk, input logic rst, input logic rx, output logic tx);",
            f"  logic [{last}:0] hit, was_hit, shown;",
            "  logic heard, was_heard, starts, awake;",
            "  logic [19:0] tired;",
            "  assign starts = was_heard && !heard;",
            "  assign awake = tired != 0;",
            "  always_ff @(posedge clk) begin",
            "    heard <= rx;",
            "    was_heard <= heard;",
            "    was_hit <= hit;",
            "    if (rst) tired <= '0;",
            f"    else if (starts) tired <= 20'd{self.draw.choice([100, 5_000, 100_000])};",
            "    else if (awake) tired <= tired - 20'd1;",
            "    if (rst) shown <= '0;",
            "    else shown <= shown ^ (hit & ~was_hit);",
            "  end",
            *self.parts,
            f"  assign tx = {self.draw.choice(['^shown', '!(&shown)', 'shown[0] || !heard'])};",
            "endmodule", ""])

    def clocked(self, body: str, edge: str = "posedge clk") -> str:
        return f"  always_ff @({edge}) begin\n    {body}\n  end"

    def width(self) -> int:
        return self.draw.choice([10, 13, 16, 20, 24])

    def value(self, width: int) -> str:
        return f"{width}'d{self.draw.randrange(1 << width)}"

    def resets(self, name: str, start: int = 0) -> str:
        """Some are never reset, and begin as the power-on seed has it."""
        return f"if (rst) {name} <= {start};\n    else " if self.draw.random() < 0.8 else ""

    def counter(self, name: str, width: int, edge: str = "posedge clk") -> str:
        return f"  logic [{width - 1}:0] {name};\n" + self.clocked(
            f"{self.resets(name)}{self.when()}{name} <= {name} + {width}'d1;", edge)

    def when(self) -> str:
        """A condition under which a part goes on: most are asleep until something is heard."""
        return self.draw.choice(["if (awake) "] * 6 + ["", "if (heard) ", "if (!starts) ", "if (^shown) "])

    def feedback(self, n: int) -> str:
        width = self.width()
        tap = self.draw.randrange(width - 1)
        return "\n".join([
            f"  logic [{width - 1}:0] shift_{n};",
            self.clocked(f"{self.resets(f'shift_{n}', 1)}{self.when()}shift_{n} <= "
                         f"{{shift_{n}[{width - 2}:0], shift_{n}[{width - 1}] {self.draw.choice(['^', '~^'])} shift_{n}[{tap}]}};"),
            f"  assign hit[{n}] = shift_{n} == {self.value(width)};"])

    def ripple(self, n: int) -> str:
        stages = self.draw.randint(6, 14)
        lines = [f"  logic [{stages - 1}:0] ripple_{n};",
                 self.clocked(f"if (rst) ripple_{n}[0] <= 1'b0;\n    else {self.when()}ripple_{n}[0] <= !ripple_{n}[0];")]
        for stage in range(1, stages):
            lines.append(self.clocked(f"if (rst) ripple_{n}[{stage}] <= 1'b0;\n    else ripple_{n}[{stage}] <= !ripple_{n}[{stage}];",
                                      f"negedge ripple_{n}[{stage - 1}] or posedge rst"))
        return "\n".join([*lines, f"  assign hit[{n}] = ripple_{n}[{stages - 1}];"])

    def gated(self, n: int) -> str:
        width = self.width()
        enable = self.draw.choice(["heard", "!heard", f"slow_{n}[3]", f"slow_{n}[5:0] == 6'd9"])
        return "\n".join([
            self.counter(f"slow_{n}", 10),
            f"  logic enable_{n}, gated_{n};",
            f"  always_latch if (!clk) enable_{n} = {enable};",
            f"  assign gated_{n} = clk && enable_{n};",
            self.counter(f"count_{n}", width, f"posedge gated_{n}"),
            f"  assign hit[{n}] = count_{n} == {self.value(width)};"])

    def divided(self, n: int) -> str:
        width = self.draw.choice([8, 10, 12])
        half = self.draw.choice([1, 2, 3, 10, 100])
        return "\n".join([
            f"  logic [6:0] phase_{n};\n  logic clock_{n};",
            self.clocked(f"if (rst) begin phase_{n} <= '0; clock_{n} <= 1'b0; end\n"
                         f"    else {self.when()}if (phase_{n} == 7'd{half - 1}) begin phase_{n} <= '0; clock_{n} <= !clock_{n}; end\n"
                         f"    else phase_{n} <= phase_{n} + 7'd1;"),
            f"  logic [{width - 1}:0] count_{n};",
            self.clocked(f"{self.when()}count_{n} <= count_{n} + {width}'d{self.draw.choice([1, 3])};", f"posedge clock_{n}"),
            f"  assign hit[{n}] = count_{n} == {self.value(width)};"])

    def latch(self, n: int) -> str:
        width = self.width()
        is_open = self.draw.choice(["heard", "!heard", f"count_{n}[9:0] == 10'd5"])
        return "\n".join([
            self.counter(f"count_{n}", width),
            f"  logic [{width - 1}:0] held_{n};",
            f"  always_latch if ({is_open}) held_{n} = count_{n};",
            f"  assign hit[{n}] = held_{n}[{self.draw.randrange(width)}];"])

    def memory(self, n: int) -> str:
        words = self.draw.choice([16, 64, 256])
        last = words.bit_length() - 2
        return "\n".join([
            f"  logic [7:0] words_{n} [0:{words - 1}];",
            f"  initial for (int i = 0; i < {words}; ++i) words_{n}[i] = 8'(i * 7);",
            f"  logic [{last}:0] at_{n};",
            self.clocked(f"{self.resets(f'at_{n}')}{self.when()}at_{n} <= at_{n} + 1'b1;"),
            self.clocked(f"{self.when()}words_{n}[at_{n}] <= words_{n}[at_{n}] + 8'd{self.draw.choice([1, 3, 16])};"),
            f"  assign hit[{n}] = words_{n}[{self.draw.randrange(words)}] > 8'd{self.draw.randrange(256)};"])

    def reloads(self, n: int) -> str:
        width = self.width()
        return "\n".join([
            f"  logic [{width - 1}:0] left_{n}, reload_{n};",
            self.clocked(f"if (rst) begin left_{n} <= {self.value(width)}; reload_{n} <= {self.value(width)}; end\n"
                         f"    else if (left_{n} == 0) begin left_{n} <= reload_{n}; "
                         f"reload_{n} <= {self.draw.choice([f'reload_{n} + 7', f'{{reload_{n}[0], reload_{n}[{width - 1}:1]}}'])}; end\n"
                         f"    else {self.when()}left_{n} <= left_{n} - {width}'d1;"),
            f"  assign hit[{n}] = left_{n} == 0;"])

    def noise(self, n: int) -> str:
        return "\n".join([
            f"  logic [31:0] noise_{n};",
            self.clocked(f"{self.when()}noise_{n} <= $random;"),
            f"  assign hit[{n}] = noise_{n}[{self.draw.choice([9, 12, 15])}:0] == 0;"])

    def watchdog(self, n: int) -> str:
        width = self.draw.choice([16, 18, 20])
        return "\n".join([
            f"  logic [{width - 1}:0] patience_{n};\n  logic [15:0] work_{n};\n  logic bites_{n};",
            f"  assign bites_{n} = patience_{n} == {self.value(width)};",
            self.clocked(f"if (rst || starts || bites_{n}) patience_{n} <= '0;\n    else {self.when()}patience_{n} <= patience_{n} + 1'b1;"),
            self.clocked(f"if (rst || bites_{n}) work_{n} <= '0;\n    else {self.when()}work_{n} <= work_{n} + 16'd{self.draw.choice([1, 5])};"),
            f"  assign hit[{n}] = work_{n} > {self.value(16)};"])

    def falling(self, n: int) -> str:
        width = self.width()
        return "\n".join([
            self.counter(f"count_{n}", width),
            f"  logic late_{n};",
            self.clocked(f"late_{n} <= count_{n} == {self.value(width)};", "negedge clk"),
            f"  assign hit[{n}] = late_{n};"])
