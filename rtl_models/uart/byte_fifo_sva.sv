// What always holds of byte_fifo. For simulators that know concurrent assertions; bound to each
// instance where this file is read too.
module byte_fifo_sva #(
    parameter int DEPTH_LOG2 = 5
) (
    input logic                clk_i,
    input logic                rst_i,
    input logic                push_i,
    input logic                pop_i,
    input logic                valid_o,
    input logic                full,
    input logic [DEPTH_LOG2:0] write_q,
    input logic [DEPTH_LOG2:0] read_q
);

  localparam logic [DEPTH_LOG2:0] DEPTH = {1'b1, {DEPTH_LOG2{1'b0}}};

  logic [DEPTH_LOG2:0] kept;
  assign kept = write_q - read_q;

  pops_only_what_it_shows :
  assert property (@(posedge clk_i) disable iff (rst_i) pop_i |-> valid_o);

  holds_no_more_than_its_memory :
  assert property (@(posedge clk_i) disable iff (rst_i) kept <= DEPTH);

  is_full_when_its_memory_is :
  assert property (@(posedge clk_i) disable iff (rst_i) full == (kept == DEPTH));

  loses_what_finds_it_full :
  assert property (@(posedge clk_i) disable iff (rst_i) push_i && full |=> $stable(write_q));

  shows_a_byte_only_while_it_has_one :
  assert property (@(posedge clk_i) disable iff (rst_i) valid_o |-> kept != '0);

  rests :
  assert property (@(posedge clk_i) disable iff (rst_i)
      !push_i && !pop_i |=> $stable(write_q) && $stable(read_q));

endmodule

bind byte_fifo byte_fifo_sva #(.DEPTH_LOG2(DEPTH_LOG2)) u_sva (.*);
