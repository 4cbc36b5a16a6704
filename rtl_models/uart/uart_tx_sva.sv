// What always holds of uart_tx. For simulators that know concurrent assertions; bound to each
// instance where this file is read too.
module uart_tx_sva #(
    parameter int CLOCK_HZ = 50_000_000,
    parameter int BAUD     = 115_200
) (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic ready_o,
    input logic tx_o
);

  // Clocks of the frame so far, 0 in the first one of the start bit, in BAUDs: a bit ends in the
  // first clock where that is a multiple of CLOCK_HZ or has just passed one.
  longint sent_q;
  always_ff @(posedge clk_i)
    if (ready_o) sent_q <= 0;
    else sent_q <= sent_q + longint'(BAUD);

  logic boundary;
  assign boundary = sent_q % longint'(CLOCK_HZ) < longint'(BAUD);

  rests_high :
  assert property (@(posedge clk_i) disable iff (rst_i) ready_o |-> tx_o);

  begins_with_a_start_bit :
  assert property (@(posedge clk_i) disable iff (rst_i) ready_o && valid_i |=> !ready_o && !tx_o);

  begins_nothing_unasked :
  assert property (@(posedge clk_i) disable iff (rst_i) ready_o && !valid_i |=> ready_o);

  changes_at_the_end_of_a_bit_only :
  assert property (@(posedge clk_i) disable iff (rst_i)
      !ready_o && !$past(ready_o) && !$stable(tx_o) |-> boundary);

  ends_with_its_tenth_bit :
  assert property (@(posedge clk_i) disable iff (rst_i)
      !ready_o |-> sent_q < 10 * longint'(CLOCK_HZ) + longint'(BAUD));

  sends_ten_whole_bits :
  assert property (@(posedge clk_i) disable iff (rst_i)
      $rose(ready_o) |-> boundary && sent_q / longint'(CLOCK_HZ) == 10);

endmodule

bind uart_tx uart_tx_sva #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_sva (.*);
