// A complete player of Connect6 on an FPGA, after the rules of the ICFPT 2011 competition: one
// UART to the host, one clock, nothing else. README.md describes it.
module connect6 #(
    parameter int CLOCK_HZ = 12_000_000,
    parameter int BAUD     = 115_200,
    parameter int FAULTS   = 0           // 1: fault_i switches a defect on
) (
    input  logic       clk_i,
    input  logic       rst_i,   // synchronous
    input  logic       uart_rx_i,
    output logic       uart_tx_o,
    input  logic [7:0] fault_i  // constant from power-up; 0: none
);

  // The defect that is switched on: see connect6_pkg.
  connect6_pkg::fault_t fault;
  assign fault = FAULTS != 0 ? fault_i : connect6_pkg::NO_FAULT;

  uart_pkg::fault_t uart_fault;
  always_comb
    unique case (fault)
      connect6_pkg::NO_START_CHECK: uart_fault = uart_pkg::NO_START_CHECK;
      connect6_pkg::NO_STOP_CHECK:  uart_fault = uart_pkg::NO_STOP_CHECK;
      connect6_pkg::TWO_STOP_BITS:  uart_fault = uart_pkg::TWO_STOP_BITS;
      connect6_pkg::SAMPLES_LATE:   uart_fault = uart_pkg::SAMPLES_LATE;
      connect6_pkg::STUCK_BY_BREAK: uart_fault = uart_pkg::STUCK_BY_BREAK;
      connect6_pkg::FAST_BITS:      uart_fault = uart_pkg::FAST_BITS;
      connect6_pkg::HALF_RATE:      uart_fault = uart_pkg::HALF_RATE;
      connect6_pkg::DOUBLE_RATE:    uart_fault = uart_pkg::DOUBLE_RATE;
      connect6_pkg::NO_STOP_BIT:    uart_fault = uart_pkg::NO_STOP_BIT;
      connect6_pkg::HALF_DUPLEX:    uart_fault = uart_pkg::HALF_DUPLEX;
      default:                      uart_fault = uart_pkg::NO_FAULT;
    endcase

  // The line to the host

  logic [7:0] byte_in, byte_out;
  logic byte_valid, byte_pop, byte_out_valid, tx_ready;

  player_shell #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) u_shell (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .uart_rx_i       (uart_rx_i),
      .uart_tx_o       (uart_tx_o),
      .received_o      (byte_in),
      .received_valid_o(byte_valid),
      .received_pop_i  (byte_pop),
      .to_send_i       (byte_out),
      .to_send_valid_i (byte_out_valid),
      .to_send_ready_o (tx_ready),
      .fault_i         (uart_fault)
  );

  logic colour_known, dark, stone_valid, stone_taken, stone_begun, on_board;
  logic [4:0] their_row, their_column;

  stone_reader #(
      .CLOCK_HZ(CLOCK_HZ)
  ) u_reader (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .byte_i        (byte_in),
      .byte_valid_i  (byte_valid),
      .byte_pop_o    (byte_pop),
      .colour_known_o(colour_known),
      .dark_o        (dark),
      .valid_o       (stone_valid),
      .taken_i       (stone_taken),
      .on_board_o    (on_board),
      .row_o         (their_row),
      .column_o      (their_column),
      .begun_o       (stone_begun),
      .fault_i       (fault)
  );

  // The game

  logic their_view_start, view_busy, they_win, search_start, searching, two_left, search_busy;
  logic found, wins, write, reply_start, replying, asked, opening, second, last, say;
  logic [4:0] best_row, best_column, our_row, our_column;
  logic [9:0] write_address;
  connect6_pkg::cell_t view_holds, written, read;

  game_control u_control (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .colour_known_i(colour_known),
      .dark_i        (dark),
      .stone_valid_i (stone_valid),
      .stone_taken_o (stone_taken),
      .on_board_i    (on_board),
      .their_row_i   (their_row),
      .their_column_i(their_column),
      .stone_begun_i (stone_begun),
      .view_start_o  (their_view_start),
      .view_busy_i   (view_busy),
      .view_holds_i  (view_holds),
      .they_win_i    (they_win),
      .search_start_o(search_start),
      .searching_o   (searching),
      .two_left_o    (two_left),
      .search_busy_i (search_busy),
      .found_i       (found),
      .best_row_i    (best_row),
      .best_column_i (best_column),
      .wins_i        (wins),
      .write_o       (write),
      .address_o     (write_address),
      .cell_o        (written),
      .reply_start_o (reply_start),
      .row_o         (our_row),
      .column_o      (our_column),
      .reply_busy_i  (replying),
      .asked_o       (asked),
      .opening_o     (opening),
      .second_o      (second),
      .last_o        (last),
      .say_o         (say),
      .fault_i       (fault)
  );

  // The board: the search looks at all crossings, the control at the opponent's stone.

  logic search_view_start, we_win, we_need_one;
  logic [4:0] searched_row, searched_column, blocked;
  logic [9:0] view_address, lines;

  board_memory u_board (
      .clk_i    (clk_i),
      .address_i(write ? write_address : view_address),
      .write_i  (write),
      .cell_i   (written),
      .cell_o   (read)
  );

  crossing_view u_view (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .start_i      (searching ? search_view_start : their_view_start),
      .row_i        (searching ? searched_row : their_row),
      .column_i     (searching ? searched_column : their_column),
      .busy_o       (view_busy),
      .address_o    (view_address),
      .cell_i       (read),
      .holds_o      (view_holds),
      .we_win_o     (we_win),
      .we_need_one_o(we_need_one),
      .they_win_o   (they_win),
      .blocked_o    (blocked),
      .lines_o      (lines),
      .fault_i      (fault)
  );

  stone_search u_search (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .start_i      (search_start),
      .two_left_i   (two_left),
      .busy_o       (search_busy),
      .view_start_o (search_view_start),
      .row_o        (searched_row),
      .column_o     (searched_column),
      .view_busy_i  (view_busy),
      .view_holds_i (view_holds),
      .we_win_i     (we_win),
      .we_need_one_i(we_need_one),
      .blocked_i    (blocked),
      .lines_i      (lines),
      .found_o      (found),
      .best_row_o   (best_row),
      .best_column_o(best_column),
      .wins_o       (wins),
      .fault_i      (fault)
  );

  // Replies

  stone_writer #(
      .CLOCK_HZ(CLOCK_HZ)
  ) u_writer (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .start_i  (reply_start),
      .row_i    (our_row),
      .column_i (our_column),
      .busy_o   (replying),
      .data_o   (byte_out),
      .valid_o  (byte_out_valid),
      .ready_i  (tx_ready),
      .asked_i  (asked),
      .opening_i(opening),
      .second_i (second),
      .last_i   (last),
      .say_i    (say || (byte_pop && fault == connect6_pkg::ECHO)),
      .heard_i  (byte_in),
      .fault_i  (fault)
  );

endmodule
