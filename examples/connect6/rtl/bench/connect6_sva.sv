// What always holds of the player. For simulators that know concurrent assertions; bound to each
// instance where this file is read too.
module connect6_sva (
    input logic                clk_i,
    input logic                rst_i,
    input logic [9:0]          address,  // of the board's memory
    input logic                write,
    input connect6_pkg::cell_t written,
    input connect6_pkg::cell_t held,     // by the crossing at address
    input logic                waiting,  // for the opponent's stone, or for nothing any more
    input logic                byte_out_valid,
    input logic                uart_tx_o
);

  logic stone;
  assign stone = write && (written == connect6_pkg::OURS || written == connect6_pkg::THEIRS);

  lays_stones_on_free_crossings_only :
  assert property (@(posedge clk_i) disable iff (rst_i) stone |-> held == connect6_pkg::FREE);

  lays_stones_on_the_board_only :
  assert property (@(posedge clk_i) disable iff (rst_i)
      stone |-> address[9:5] >= 5'd1 && address[9:5] <= connect6_pkg::SIDE
             && address[4:0] >= 5'd1 && address[4:0] <= connect6_pkg::SIDE);

  is_silent_while_it_waits :
  assert property (@(posedge clk_i) disable iff (rst_i) waiting |-> !byte_out_valid && uart_tx_o);

endmodule

module crossing_view_sva (
    input logic       clk_i,
    input logic       rst_i,
    input logic       start_i,
    input logic       busy_o,
    input logic [4:0] row_i,
    input logic [4:0] column_i,
    input logic [9:0] lines_o,
    input logic [4:0] blocked_o
);

  looks_at_one_crossing_at_a_time :
  assert property (@(posedge clk_i) disable iff (rst_i) busy_o |-> !start_i);

  keeps_its_crossing :
  assert property (@(posedge clk_i) disable iff (rst_i)
      busy_o && $past(busy_o) |-> $stable(row_i) && $stable(column_i));

  counts_each_window_once :
  assert property (@(posedge clk_i) disable iff (rst_i) lines_o <= 10'd960 && blocked_o <= 5'd24);

endmodule

module stone_writer_sva (
    input logic       clk_i,
    input logic       rst_i,
    input logic       start_i,
    input logic       busy_o,
    input logic       valid_o,
    input logic       say_i,
    input logic [7:0] data_o
);

  is_given_a_stone_only_when_it_is_free :
  assert property (@(posedge clk_i) disable iff (rst_i) start_i |-> !busy_o);

  sends_digits_only :
  assert property (@(posedge clk_i) disable iff (rst_i) valid_o |-> data_o >= "0" && data_o <= "9");

  sends_nothing_but_stones :
  assert property (@(posedge clk_i) disable iff (rst_i) !say_i);

endmodule

bind connect6 connect6_sva u_sva (.address(write_address), .held(u_board.cells[write_address]),
    .waiting(u_control.state_q == u_control.WAIT || u_control.state_q == u_control.OVER), .*);
bind crossing_view crossing_view_sva u_sva (.*);
bind stone_writer stone_writer_sva u_sva (.*);
