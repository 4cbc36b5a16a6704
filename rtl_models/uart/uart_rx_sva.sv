// What always holds of uart_rx. For simulators that know concurrent assertions; bound to each
// instance where this file is read too.
module uart_rx_sva #(
    parameter int CLOCK_HZ = 50_000_000,
    parameter int BAUD     = 115_200
) (
    input logic clk_i,
    input logic rst_i,
    input logic rx,       // behind the synchronizer
    input logic idle,     // waits for a start bit
    input logic waiting,  // waits for the line to be high again
    input logic sample,
    input logic first,    // the next sample is that of the start bit
    input logic valid_o
);

  // Clocks since the falling edge, in BAUDs.
  longint heard_q;
  always_ff @(posedge clk_i)
    if (idle) heard_q <= 0;
    else heard_q <= heard_q + longint'(BAUD);

  tells_a_byte_once :
  assert property (@(posedge clk_i) disable iff (rst_i) valid_o |=> !valid_o);

  tells_a_byte_only_with_a_good_stop_bit :
  assert property (@(posedge clk_i) disable iff (rst_i) valid_o |-> $past(rx));

  tells_a_byte_in_the_middle_of_its_stop_bit :
  assert property (@(posedge clk_i) disable iff (rst_i)
      valid_o |-> 2 * $past(heard_q) >= 19 * longint'(CLOCK_HZ) - 4 * longint'(BAUD)
               && 2 * $past(heard_q) <= 19 * longint'(CLOCK_HZ) + 4 * longint'(BAUD));

  drops_a_glitch :
  assert property (@(posedge clk_i) disable iff (rst_i)
      !idle && !waiting && sample && first && rx |=> idle);

  listens_again_after_a_break :
  assert property (@(posedge clk_i) disable iff (rst_i) waiting && rx |=> idle);

  rests :
  assert property (@(posedge clk_i) disable iff (rst_i) idle && rx |=> idle && !valid_o);

endmodule

bind uart_rx uart_rx_sva #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_sva (
    .idle   (state_q == IDLE),
    .waiting(state_q == WAIT_HIGH),
    .first  (bit_q == START_BIT),
    .*
);
