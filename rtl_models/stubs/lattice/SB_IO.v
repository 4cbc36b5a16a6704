// A pin of iCE40. Bits of PIN_TYPE, from the left: two say when the output drives (00 never, 01 always, 10 by
// OUTPUT_ENABLE, 11 by that with the clock), two what it drives (10 D_OUT_0, 01 that with the clock), two how the input is
// read (01 as it is, 00 with the clock). Latches, inverted registers and outputs of double rate are not known here.
module SB_IO #(
    parameter [5:0] PIN_TYPE = 6'b000000,
    parameter [0:0] PULLUP = 1'b0,
    parameter [0:0] NEG_TRIGGER = 1'b0,
    parameter IO_STANDARD = "SB_LVCMOS"
) (
    inout PACKAGE_PIN,
    input tri0 LATCH_INPUT_VALUE,
    input tri1 CLOCK_ENABLE,
    input tri0 INPUT_CLK,
    input tri0 OUTPUT_CLK,
    input tri0 OUTPUT_ENABLE,
    input tri0 D_OUT_0,
    input tri0 D_OUT_1,
    output D_IN_0,
    output D_IN_1
);
  localparam [1:0] DRIVES = PIN_TYPE[5:4];
  localparam [1:0] DRIVEN = PIN_TYPE[3:2];
  localparam [0:0] KNOWN = !PIN_TYPE[1] && (DRIVES == 2'b00 ? DRIVEN == 2'b00 : DRIVEN == 2'b10 || DRIVEN == 2'b01);
  wire out_clock = OUTPUT_CLK ^ NEG_TRIGGER;
  wire in_clock = INPUT_CLK ^ NEG_TRIGGER;

  reg data, enable;
  initial data = 1'b0;
  initial enable = 1'b0;
  always @(posedge out_clock)
    if (CLOCK_ENABLE) begin
      data <= D_OUT_0;
      enable <= OUTPUT_ENABLE;
    end
  wire level = DRIVEN == 2'b01 ? data : D_OUT_0;
  generate
    if (DRIVES == 2'b01) begin : always_drives
      assign PACKAGE_PIN = level;
    end else if (DRIVES != 2'b00) begin : drives
      wire on = DRIVES == 2'b11 ? enable : OUTPUT_ENABLE;
      assign PACKAGE_PIN = on ? level : 1'bz;
    end
  endgenerate

  reg rising, falling;
  initial rising = 1'b0;
  initial falling = 1'b0;
  always @(posedge in_clock) if (CLOCK_ENABLE) rising <= PACKAGE_PIN;
  always @(negedge in_clock) if (CLOCK_ENABLE) falling <= PACKAGE_PIN;
  assign D_IN_0 = PIN_TYPE[0] ? PACKAGE_PIN : rising;
  assign D_IN_1 = falling;

  initial
    if (!KNOWN) begin
      $display("The stand-in for SB_IO does not know PIN_TYPE = 6'b%b.", PIN_TYPE);
      $stop;
    end
endmodule
