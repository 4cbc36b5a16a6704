// A complete player of Trax on an FPGA, for the contests heart-trax, aut-trax and trax-jp: one UART to the
// host, one clock, nothing else. README.md describes it.
module trax #(
    parameter int           CLOCK_HZ     = 50_000_000,
    parameter int           BAUD         = 460_800,
    parameter int           LINES        = 1,                   // 1: a line from side to side wins, too
    parameter int           GREETING     = 0,                   // 0: by ?; 1: by the board's size; 2: by -T
    parameter int           STAND_BY     = 1,                   // 1: there is --
    parameter int           CAPACITY     = 254,                 // columns and rows that it plays on
    parameter int           SECONDS      = 1,                   // the contest's limit: for the faults
    parameter int           THINK_CLOCKS = 250_000,             // see move_search
    parameter logic [127:0] TEAM_NAME    = "ForcedPlayPlayer",  // up to 16 characters
    parameter int           FAULTS       = 0                    // 1: fault_i switches a defect on
) (
    input  logic       clk_i,
    input  logic       rst_i,   // synchronous
    input  logic       uart_rx_i,
    output logic       uart_tx_o,
    input  logic [7:0] fault_i  // constant from power-up; 0: none
);

  // The defect that is switched on: see trax_pkg.
  trax_pkg::fault_t fault;
  assign fault = FAULTS != 0 ? fault_i : trax_pkg::NO_FAULT;

  uart_pkg::fault_t uart_fault;
  always_comb
    unique case (fault)
      trax_pkg::NO_START_CHECK:  uart_fault = uart_pkg::NO_START_CHECK;
      trax_pkg::NO_STOP_CHECK:   uart_fault = uart_pkg::NO_STOP_CHECK;
      trax_pkg::TWO_STOP_BITS:   uart_fault = uart_pkg::TWO_STOP_BITS;
      trax_pkg::SAMPLES_LATE:    uart_fault = uart_pkg::SAMPLES_LATE;
      trax_pkg::STUCK_BY_BREAK:  uart_fault = uart_pkg::STUCK_BY_BREAK;
      trax_pkg::FAST_BITS:       uart_fault = uart_pkg::FAST_BITS;
      trax_pkg::HALF_RATE:       uart_fault = uart_pkg::HALF_RATE;
      trax_pkg::DOUBLE_RATE:     uart_fault = uart_pkg::DOUBLE_RATE;
      trax_pkg::NO_STOP_BIT:     uart_fault = uart_pkg::NO_STOP_BIT;
      trax_pkg::HALF_DUPLEX:     uart_fault = uart_pkg::HALF_DUPLEX;
      default:                   uart_fault = uart_pkg::NO_FAULT;
    endcase

  // The line to the host

  logic [7:0] byte_in, byte_out;
  logic byte_valid, byte_pop, byte_out_valid, tx_ready;

  player_shell #(
      .CLOCK_HZ  (CLOCK_HZ),
      .BAUD      (BAUD),
      .DEPTH_LOG2(6)
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

  // Lines

  logic line, line_taken, too_large;
  trax_pkg::kind_t kind;
  logic [7:0] column, number;
  trax_pkg::symbol_t symbol;

  line_parser #(
      .GREETING(GREETING[1:0]),
      .STAND_BY(STAND_BY != 0),
      .CLOCK_HZ(CLOCK_HZ)
  ) u_parser (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .byte_i      (byte_in),
      .byte_valid_i(byte_valid),
      .byte_pop_o  (byte_pop),
      .valid_o     (line),
      .taken_i     (line_taken),
      .kind_o      (kind),
      .column_o    (column),
      .number_o    (number),
      .too_large_o (too_large),
      .symbol_o    (symbol),
      .fault_i     (fault)
  );

  // The game

  logic clear;
  logic [15:0] clear_address;

  logic box_begin, box_adopt, box_empty, box_fits;
  logic [7:0] box_limit, last_column, last_row;
  logic [7:0] left, right, top, bottom, grown_left, grown_right, grown_top, grown_bottom;
  logic [15:0] origin;

  logic [15:0] game_cell, tried_cell, cell_at_hand;
  assign cell_at_hand = searching ? tried_cell : game_cell;

  logic game_looks, search_looks, turn_looks, view_done, view_empty;
  logic [15:0] turn_looks_at;
  logic [3:0] view_white, view_red;

  logic game_plays, search_plays, game_undoes, search_undoes, turn_busy, turn_illegal;
  logic [2:0] game_tile, tried_tile;
  logic [11:0] turn_count;

  logic game_traces, search_traces, tracing;
  logic [1:0] loops, lines, won;
  logic [7:0] white_longest, red_longest;

  logic search_start, searching, we_are_red, found, best_ends;
  logic [7:0] near_row;
  logic [15:0] best_cell;
  trax_pkg::symbol_t best_symbol;
  logic [2:0] best_tile;

  logic reply_start, replying, asked;
  trax_pkg::reply_t reply_kind;
  logic [7:0] reply_column, reply_row;
  trax_pkg::symbol_t reply_symbol;

  logic [15:0] forced_address;
  logic [2:0] forced_cell;

  game_control #(
      .CAPACITY(CAPACITY[7:0])
  ) u_control (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .line_i           (line),
      .taken_o          (line_taken),
      .kind_i           (kind),
      .column_i         (column),
      .number_i         (number),
      .too_large_i      (too_large),
      .symbol_i         (symbol),
      .clear_o          (clear),
      .clear_address_o  (clear_address),
      .box_begin_o      (box_begin),
      .box_adopt_o      (box_adopt),
      .box_limit_o      (box_limit),
      .box_empty_i      (box_empty),
      .box_left_i       (left),
      .box_right_i      (right),
      .box_top_i        (top),
      .box_bottom_i     (bottom),
      .box_origin_i     (origin),
      .box_last_column_i(last_column),
      .box_last_row_i   (last_row),
      .box_fits_i       (box_fits),
      .cell_o           (game_cell),
      .view_start_o     (game_looks),
      .view_done_i      (view_done),
      .view_empty_i     (view_empty),
      .view_white_i     (view_white),
      .view_red_i       (view_red),
      .turn_start_o     (game_plays),
      .turn_cell_o      (game_tile),
      .turn_undo_o      (game_undoes),
      .turn_busy_i      (turn_busy),
      .turn_illegal_i   (turn_illegal),
      .trace_start_o    (game_traces),
      .trace_busy_i     (tracing),
      .won_i            (won),
      .search_start_o   (search_start),
      .red_o            (we_are_red),
      .near_row_o       (near_row),
      .search_busy_i    (searching),
      .found_i          (found),
      .best_cell_i      (best_cell),
      .best_symbol_i    (best_symbol),
      .best_tile_i      (best_tile),
      .best_ends_i      (best_ends),
      .reply_start_o    (reply_start),
      .reply_kind_o     (reply_kind),
      .reply_column_o   (reply_column),
      .reply_row_o      (reply_row),
      .reply_symbol_o   (reply_symbol),
      .reply_busy_i     (replying),
      .asked_o          (asked),
      .forced_i         (turn_count > 12'd1),
      .forced_address_i (forced_address),
      .forced_cell_i    (forced_cell),
      .fault_i          (fault)
  );

  move_search #(
      .THINK_CLOCKS(THINK_CLOCKS)
  ) u_search (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .start_i        (search_start),
      .busy_o         (searching),
      .red_i          (we_are_red),
      .first_row_i    (near_row),
      .left_i         (left),
      .right_i        (right),
      .top_i          (top),
      .bottom_i       (bottom),
      .fits_i         (box_fits),
      .cell_o         (tried_cell),
      .view_start_o   (search_looks),
      .view_done_i    (view_done),
      .view_empty_i   (view_empty),
      .view_white_i   (view_white),
      .view_red_i     (view_red),
      .turn_start_o   (search_plays),
      .turn_cell_o    (tried_tile),
      .turn_undo_o    (search_undoes),
      .turn_busy_i    (turn_busy),
      .turn_illegal_i (turn_illegal),
      .trace_start_o  (search_traces),
      .trace_busy_i   (tracing),
      .won_i          (won),
      .white_longest_i(white_longest),
      .red_longest_i  (red_longest),
      .found_o        (found),
      .best_cell_o    (best_cell),
      .best_symbol_o  (best_symbol),
      .best_tile_o    (best_tile),
      .best_ends_o    (best_ends),
      .fault_i        (fault)
  );

  playing_box u_box (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .begin_i       (box_begin),
      .limit_i       (box_limit),
      .cell_i        (cell_at_hand),
      .adopt_i       (box_adopt),
      .empty_o       (box_empty),
      .left_o        (left),
      .right_o       (right),
      .top_o         (top),
      .bottom_o      (bottom),
      .origin_o      (origin),
      .last_column_o (last_column),
      .last_row_o    (last_row),
      .fits_o        (box_fits),
      .grown_left_o  (grown_left),
      .grown_right_o (grown_right),
      .grown_top_o   (grown_top),
      .grown_bottom_o(grown_bottom),
      .fault_i       (fault)
  );

  // A turn: look, lay, follow the lines. The control does it with moves that are made, the search
  // with each it tries.

  logic list_write;
  logic [11:0] list_write_index, turn_list_index, trace_list_index;
  logic [15:0] list_address;
  logic turn_write;
  logic [15:0] turn_board_address, view_board_address, trace_board_address;
  logic [2:0] turn_board_cell, board_cell;

  cell_view u_view (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .start_i        (turn_looks || search_looks || game_looks),
      .address_i      (turn_looks ? turn_looks_at : cell_at_hand),
      .done_o         (view_done),
      .empty_o        (view_empty),
      .white_o        (view_white),
      .red_o          (view_red),
      .board_address_o(view_board_address),
      .board_cell_i   (board_cell)
  );

  turn u_turn (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .start_i           (search_plays || game_plays),
      .address_i         (cell_at_hand),
      .cell_i            (searching ? tried_tile : game_tile),
      .undo_i            (search_undoes || game_undoes),
      .busy_o            (turn_busy),
      .illegal_o         (turn_illegal),
      .count_o           (turn_count),
      .view_start_o      (turn_looks),
      .view_address_o    (turn_looks_at),
      .view_done_i       (view_done),
      .view_empty_i      (view_empty),
      .view_white_i      (view_white),
      .view_red_i        (view_red),
      .list_write_o      (list_write),
      .list_write_index_o(list_write_index),
      .list_index_o      (turn_list_index),
      .list_address_i    (list_address),
      .board_write_o     (turn_write),
      .board_address_o   (turn_board_address),
      .board_cell_o      (turn_board_cell),
      .forced_address_o  (forced_address),
      .forced_cell_o     (forced_cell),
      .fault_i           (fault)
  );

  path_tracer u_tracer (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .start_i        (search_traces || game_traces),
      .busy_o         (tracing),
      .count_i        (turn_count),
      .left_i         (grown_left),
      .right_i        (grown_right),
      .top_i          (grown_top),
      .bottom_i       (grown_bottom),
      .loop_o         (loops),
      .line_o         (lines),
      .white_longest_o(white_longest),
      .red_longest_o  (red_longest),
      .list_index_o   (trace_list_index),
      .list_address_i (list_address),
      .board_address_o(trace_board_address),
      .board_cell_i   (board_cell),
      .fault_i        (fault)
  );

  logic lines_win;
  assign lines_win = LINES != 0 || fault == trax_pkg::LINE_COUNTED;
  assign won = (fault == trax_pkg::PLAYS_ON_LOOP ? 2'd0 : loops)
             | (lines_win && fault != trax_pkg::PLAYS_ON_LINE ? lines : 2'd0);

  tile_list u_tiles_of_the_turn (
      .clk_i        (clk_i),
      .write_i      (list_write),
      .write_index_i(list_write_index),
      .address_i    (turn_board_address),
      .read_index_i (tracing ? trace_list_index : turn_list_index),
      .address_o    (list_address)
  );

  logic [15:0] board_address;
  always_comb
    if (clear) board_address = clear_address;
    else if (turn_write) board_address = turn_board_address;
    else if (tracing) board_address = trace_board_address;
    else board_address = view_board_address;

  board_memory u_board (
      .clk_i    (clk_i),
      .address_i(board_address),
      .write_i  (clear || turn_write),
      .cell_i   (clear ? 3'd0 : turn_board_cell),
      .cell_o   (board_cell)
  );

  // Replies

  logic held_up;

  // Which lines the defects that reply late wait after.
  assign held_up = asked && (fault == trax_pkg::LATE_NAME
                             ? kind == trax_pkg::SIZE
                             : kind == trax_pkg::WHITE || kind == trax_pkg::MOVE);

  reply_writer #(
      .CLOCK_HZ (CLOCK_HZ),
      .SECONDS  (SECONDS),
      .TEAM_NAME(TEAM_NAME)
  ) u_writer (
      .clk_i   (clk_i),
      .rst_i   (rst_i),
      .start_i (reply_start),
      .kind_i  (reply_kind),
      .column_i(reply_column),
      .row_i   (reply_row),
      .symbol_i(reply_symbol),
      .busy_o  (replying),
      .data_o  (byte_out),
      .valid_o (byte_out_valid),
      .ready_i (tx_ready),
      .asked_i (held_up),
      .fault_i (fault)
  );

endmodule
