// The latch and the register at the output of a block memory's port. What is read while a word is written: READ_FIRST the old
// word, WRITE_FIRST the new one, NO_CHANGE what was read last.
module rig_block_ram_output #(
    parameter MODE = "WRITE_FIRST",
    parameter integer REGISTER = 0,
    parameter PRIORITY = "RSTREG",
    parameter [71:0] INIT = 72'h0,
    parameter [71:0] SRVAL = 72'h0
) (
    input clock,
    input enable,
    input reset,
    input register_enable,
    input register_reset,
    input writes,
    input [71:0] old_word,
    input [71:0] new_word,
    output [71:0] out
);
  reg [71:0] latch, held;
  initial begin
    latch = INIT;
    held  = INIT;
  end
  always @(posedge clock) begin
    if (enable) begin
      if (reset) latch <= SRVAL;
      else if (!writes || MODE == "READ_FIRST") latch <= old_word;
      else if (MODE == "WRITE_FIRST") latch <= new_word;
    end
    if (register_reset && (PRIORITY == "RSTREG" || register_enable)) held <= SRVAL;
    else if (register_enable) held <= latch;
  end
  assign out = REGISTER == 1 ? held : latch;
endmodule
