// A complete player of Trax on an FPGA, for the contests heart-trax and aut-trax: one UART to the host, one clock,
// nothing else. README.md describes it.
module trax #(
    parameter int           CLOCK_HZ     = 50_000_000,
    parameter int           BAUD         = 460_800,
    parameter               LINES        = 1'b1,                // 1: a line from side to side wins, too
    parameter               BOARD_SIZES  = 1'b0,                // 0: knows ? and --   1: knows the size of the board
    parameter int           SECONDS      = 1,                   // the contest's limit; only a fault must know it
    parameter int           THINK_CLOCKS = 250_000,             // see move_search
    parameter logic [127:0] TEAM_NAME    = "ForcedPlayPlayer",  // up to 16 characters
    parameter               FAULTS       = 1'b0                 // 1: fault_i switches a defect on
) (
    input  logic       clk_i,
    input  logic       rst_i,      // synchronous
    input  logic       uart_rx_i,
    output logic       uart_tx_o,
    input  logic [7:0] fault_i     // constant from power-up; 0: none
);

  // Defects, to prove that a conformance suite sees them. Each is one line beside the right behaviour.
  logic [7:0] fault;
  assign fault = FAULTS != 0 ? fault_i : 8'd0;

  localparam logic [7:0] COLUMN_AA_26 = 8'd1;         // takes AA for the column after Y, and so on
  localparam logic [7:0] COLUMNS_REVERSED = 8'd2;     // writes AB as BA
  localparam logic [7:0] ROW_ONE_DIGIT = 8'd3;        // writes row 12 as 2
  localparam logic [7:0] NAMES_NOT_SHIFTED = 8'd4;    // when the box has grown to the left or up
  localparam logic [7:0] SIGNED_COORDINATES = 8'd5;   // takes 128 for -128
  localparam logic [7:0] CASCADE_OF_8 = 8'd6;         // lays no more than eight forced tiles
  localparam logic [7:0] NO_FORCED_PLAY = 8'd7;       // lays none
  localparam logic [7:0] FORCED_ONCE = 8'd8;          // none that is forced by a forced one
  localparam logic [7:0] WRONG_COLOURING = 8'd9;      // of tiles played as a backslash
  localparam logic [7:0] FIRST_BACKSLASH = 8'd10;     // begins with a backslash
  localparam logic [7:0] PLAYS_ON_LOOP = 8'd11;       // after a loop
  localparam logic [7:0] PLAYS_ON_LINE = 8'd12;       // after a line from side to side
  localparam logic [7:0] LINE_AT_7 = 8'd13;           // takes a line of 7 for one that wins
  localparam logic [7:0] LINE_COUNTED = 8'd14;        // takes a line for a win where only loops win
  localparam logic [7:0] ANSWERS_B = 8'd15;           // -B to -B
  localparam logic [7:0] ANSWERS_STAND_BY = 8'd16;    // -- to --
  localparam logic [7:0] DIES_AT_QUESTION = 8'd17;    // silent from ? on
  localparam logic [7:0] SECOND_W_IGNORED = 8'd18;    // plays white once since power-up
  localparam logic [7:0] MID_GAME_B_IGNORED = 8'd19;  // goes on with the game under way
  localparam logic [7:0] NAME_OF_17 = 8'd20;
  localparam logic [7:0] NAME_WITHOUT_LF = 8'd21;
  localparam logic [7:0] NO_LF = 8'd22;               // after its moves
  localparam logic [7:0] CR_LF = 8'd23;               // after everything
  localparam logic [7:0] LATE_LF = 8'd24;             // 20 ms past the limit, after a move in time
  localparam logic [7:0] TWO_LINES = 8'd25;           // names the first forced tile, too
  localparam logic [7:0] NO_R = 8'd26;                // silent to the size of the board
  localparam logic [7:0] R_TWICE = 8'd27;
  localparam logic [7:0] LATE = 8'd28;                // moves 20 ms past the limit
  localparam logic [7:0] LATE_NAME = 8'd29;              // R 20 ms past the limit
  localparam logic [7:0] STATE_KEPT = 8'd30;          // a new game begins on the old board
  localparam logic [7:0] BEYOND_BOARD = 8'd31;          // plays past the edge of the board
  localparam logic [7:0] FAST_BITS = 8'd32;           // sends its bits 4 % too short
  localparam logic [7:0] TWO_STOP_BITS = 8'd33;       // loses bytes that follow each other without a gap
  localparam logic [7:0] IMPATIENT = 8'd34;           // gives a line up when it pauses for 5 ms
  localparam logic [7:0] NO_START_CHECK = 8'd35;      // takes a glitch for a start bit
  localparam logic [7:0] NO_STOP_CHECK = 8'd36;       // takes a byte with a bad stop bit
  localparam logic [7:0] SAMPLES_LATE = 8'd37;        // looks at each bit near its end
  localparam logic [7:0] STUCK_BY_BREAK = 8'd38;      // hears nothing more after a break
  localparam logic [7:0] HALF_DUPLEX = 8'd39;         // does not listen while it sends
  localparam logic [7:0] NO_STOP_BIT = 8'd40;         // leaves the stop bit out
  localparam logic [7:0] HALF_RATE = 8'd41;           // sends at half the bit rate
  localparam logic [7:0] DOUBLE_RATE = 8'd42;         // sends at twice the bit rate

  localparam logic [2:0] WHITE = 3'd1;                // kinds of line: see line_parser
  localparam logic [2:0] MOVE = 3'd4;
  localparam logic [2:0] SIZE = 3'd5;

  // Bytes in

  logic [7:0] rx_data, byte_in;
  logic rx_valid, byte_valid, byte_pop, tx_ready;

  uart_rx #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) receiver (
      .clk_i                 (clk_i),
      .rst_i                 (rst_i),
      .rx_i                  (uart_rx_i || (fault == HALF_DUPLEX && !tx_ready)),
      .data_o                (rx_data),
      .valid_o               (rx_valid),
      .fault_no_start_check_i(fault == NO_START_CHECK),
      .fault_no_stop_check_i (fault == NO_STOP_CHECK),
      .fault_two_stop_bits_i (fault == TWO_STOP_BITS),
      .fault_samples_late_i  (fault == SAMPLES_LATE),
      .fault_stuck_by_break_i(fault == STUCK_BY_BREAK)
  );

  byte_fifo #(
      .DEPTH_LOG2(6)
  ) bytes (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .data_i (rx_data),
      .push_i (rx_valid),
      .data_o (byte_in),
      .valid_o(byte_valid),
      .pop_i  (byte_pop)
  );

  // Lines

  logic line, line_taken, too_large;
  logic [2:0] kind;
  logic [7:0] column, number;
  logic [1:0] symbol;

  line_parser #(
      .BOARD_SIZES(BOARD_SIZES != 0),
      .CLOCK_HZ   (CLOCK_HZ)
  ) parser (
      .clk_i               (clk_i),
      .rst_i               (rst_i),
      .byte_i              (byte_in),
      .byte_valid_i        (byte_valid),
      .byte_pop_o          (byte_pop),
      .valid_o             (line),
      .taken_i             (line_taken),
      .kind_o              (kind),
      .column_o            (column),
      .number_o            (number),
      .too_large_o         (too_large),
      .symbol_o            (symbol),
      .fault_column_aa_26_i(fault == COLUMN_AA_26),
      .fault_impatient_i   (fault == IMPATIENT)
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
  logic [1:0] best_symbol;
  logic [2:0] best_tile;

  logic reply_start, replying, asked;
  logic [2:0] reply_kind;
  logic [7:0] reply_column, reply_row;
  logic [1:0] reply_symbol;

  logic [15:0] forced_address;
  logic [2:0] forced_cell;

  game_control control (
      .clk_i                     (clk_i),
      .rst_i                     (rst_i),
      .line_i                    (line),
      .taken_o                   (line_taken),
      .kind_i                    (kind),
      .column_i                  (column),
      .number_i                  (number),
      .too_large_i               (too_large),
      .symbol_i                  (symbol),
      .clear_o                   (clear),
      .clear_address_o           (clear_address),
      .box_begin_o               (box_begin),
      .box_adopt_o               (box_adopt),
      .box_limit_o               (box_limit),
      .box_empty_i               (box_empty),
      .box_left_i                (left),
      .box_right_i               (right),
      .box_top_i                 (top),
      .box_bottom_i              (bottom),
      .box_origin_i              (origin),
      .box_last_column_i         (last_column),
      .box_last_row_i            (last_row),
      .box_fits_i                (box_fits),
      .cell_o                    (game_cell),
      .view_start_o              (game_looks),
      .view_done_i               (view_done),
      .view_empty_i              (view_empty),
      .view_white_i              (view_white),
      .view_red_i                (view_red),
      .turn_start_o              (game_plays),
      .turn_cell_o               (game_tile),
      .turn_undo_o               (game_undoes),
      .turn_busy_i               (turn_busy),
      .turn_illegal_i            (turn_illegal),
      .trace_start_o             (game_traces),
      .trace_busy_i              (tracing),
      .won_i                     (won),
      .search_start_o            (search_start),
      .red_o                     (we_are_red),
      .near_row_o                (near_row),
      .search_busy_i             (searching),
      .found_i                   (found),
      .best_cell_i               (best_cell),
      .best_symbol_i             (best_symbol),
      .best_tile_i               (best_tile),
      .best_ends_i               (best_ends),
      .reply_start_o             (reply_start),
      .reply_kind_o              (reply_kind),
      .reply_column_o            (reply_column),
      .reply_row_o               (reply_row),
      .reply_symbol_o            (reply_symbol),
      .reply_busy_i              (replying),
      .asked_o                   (asked),
      .forced_i                  (turn_count > 12'd1),
      .forced_address_i          (forced_address),
      .forced_cell_i             (forced_cell),
      .fault_signed_coordinates_i(fault == SIGNED_COORDINATES),
      .fault_wrong_colouring_i   (fault == WRONG_COLOURING),
      .fault_first_backslash_i   (fault == FIRST_BACKSLASH),
      .fault_answers_b_i         (fault == ANSWERS_B),
      .fault_answers_stand_by_i  (fault == ANSWERS_STAND_BY),
      .fault_dies_at_question_i  (fault == DIES_AT_QUESTION),
      .fault_second_w_ignored_i  (fault == SECOND_W_IGNORED),
      .fault_mid_game_b_ignored_i(fault == MID_GAME_B_IGNORED),
      .fault_two_lines_i         (fault == TWO_LINES),
      .fault_no_r_i              (fault == NO_R),
      .fault_r_twice_i           (fault == R_TWICE),
      .fault_state_kept_i        (fault == STATE_KEPT)
  );

  move_search #(
      .THINK_CLOCKS(THINK_CLOCKS)
  ) search (
      .clk_i                  (clk_i),
      .rst_i                  (rst_i),
      .start_i                (search_start),
      .busy_o                 (searching),
      .red_i                  (we_are_red),
      .first_row_i            (near_row),
      .left_i                 (left),
      .right_i                (right),
      .top_i                  (top),
      .bottom_i               (bottom),
      .fits_i                 (box_fits),
      .cell_o                 (tried_cell),
      .view_start_o           (search_looks),
      .view_done_i            (view_done),
      .view_empty_i           (view_empty),
      .view_white_i           (view_white),
      .view_red_i             (view_red),
      .turn_start_o           (search_plays),
      .turn_cell_o            (tried_tile),
      .turn_undo_o            (search_undoes),
      .turn_busy_i            (turn_busy),
      .turn_illegal_i         (turn_illegal),
      .trace_start_o          (search_traces),
      .trace_busy_i           (tracing),
      .won_i                  (won),
      .white_longest_i        (white_longest),
      .red_longest_i          (red_longest),
      .found_o                (found),
      .best_cell_o            (best_cell),
      .best_symbol_o          (best_symbol),
      .best_tile_o            (best_tile),
      .best_ends_o            (best_ends),
      .fault_wrong_colouring_i(fault == WRONG_COLOURING),
      .fault_wrong_edge_i     (fault == BEYOND_BOARD)
  );

  playing_box box (
      .clk_i                    (clk_i),
      .rst_i                    (rst_i),
      .begin_i                  (box_begin),
      .limit_i                  (box_limit),
      .cell_i                   (cell_at_hand),
      .adopt_i                  (box_adopt),
      .empty_o                  (box_empty),
      .left_o                   (left),
      .right_o                  (right),
      .top_o                    (top),
      .bottom_o                 (bottom),
      .origin_o                 (origin),
      .last_column_o            (last_column),
      .last_row_o               (last_row),
      .fits_o                   (box_fits),
      .grown_left_o             (grown_left),
      .grown_right_o            (grown_right),
      .grown_top_o              (grown_top),
      .grown_bottom_o           (grown_bottom),
      .fault_names_not_shifted_i(fault == NAMES_NOT_SHIFTED)
  );

  // A turn: look, lay, follow the lines. The control does it with moves that are made, the search with each it tries.

  logic list_write;
  logic [11:0] list_write_index, turn_list_index, trace_list_index;
  logic [15:0] list_address;
  logic turn_write;
  logic [15:0] turn_board_address, view_board_address, trace_board_address;
  logic [2:0] turn_board_cell, board_cell;

  cell_view view (
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

  turn the_turn (
      .clk_i                 (clk_i),
      .rst_i                 (rst_i),
      .start_i               (search_plays || game_plays),
      .address_i             (cell_at_hand),
      .cell_i                (searching ? tried_tile : game_tile),
      .undo_i                (search_undoes || game_undoes),
      .busy_o                (turn_busy),
      .illegal_o             (turn_illegal),
      .count_o               (turn_count),
      .view_start_o          (turn_looks),
      .view_address_o        (turn_looks_at),
      .view_done_i           (view_done),
      .view_empty_i          (view_empty),
      .view_white_i          (view_white),
      .view_red_i            (view_red),
      .list_write_o          (list_write),
      .list_write_index_o    (list_write_index),
      .list_index_o          (turn_list_index),
      .list_address_i        (list_address),
      .board_write_o         (turn_write),
      .board_address_o       (turn_board_address),
      .board_cell_o          (turn_board_cell),
      .forced_address_o      (forced_address),
      .forced_cell_o         (forced_cell),
      .fault_no_forced_play_i(fault == NO_FORCED_PLAY),
      .fault_forced_once_i   (fault == FORCED_ONCE),
      .fault_cascade_of_8_i  (fault == CASCADE_OF_8)
  );

  path_tracer tracer (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .start_i          (search_traces || game_traces),
      .busy_o           (tracing),
      .count_i          (turn_count),
      .left_i           (grown_left),
      .right_i          (grown_right),
      .top_i            (grown_top),
      .bottom_i         (grown_bottom),
      .loop_o           (loops),
      .line_o           (lines),
      .white_longest_o  (white_longest),
      .red_longest_o    (red_longest),
      .list_index_o     (trace_list_index),
      .list_address_i   (list_address),
      .board_address_o  (trace_board_address),
      .board_cell_i     (board_cell),
      .fault_line_at_7_i(fault == LINE_AT_7)
  );

  assign won = (fault == PLAYS_ON_LOOP ? 2'd0 : loops)
             | ((LINES != 0 || fault == LINE_COUNTED) && fault != PLAYS_ON_LINE ? lines : 2'd0);

  tile_list tiles_of_the_turn (
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

  board_memory board (
      .clk_i    (clk_i),
      .address_i(board_address),
      .write_i  (clear || turn_write),
      .cell_i   (clear ? 3'd0 : turn_board_cell),
      .cell_o   (board_cell)
  );

  // Bytes out

  logic [7:0] byte_out;
  logic byte_out_valid;

  reply_writer #(
      .CLOCK_HZ (CLOCK_HZ),
      .SECONDS  (SECONDS),
      .TEAM_NAME(TEAM_NAME)
  ) writer (
      .clk_i                   (clk_i),
      .rst_i                   (rst_i),
      .start_i                 (reply_start),
      .kind_i                  (reply_kind),
      .column_i                (reply_column),
      .row_i                   (reply_row),
      .symbol_i                (reply_symbol),
      .busy_o                  (replying),
      .data_o                  (byte_out),
      .valid_o                 (byte_out_valid),
      .ready_i                 (tx_ready),
      .asked_i                 (asked && (fault == LATE_NAME ? kind == SIZE : kind == WHITE || kind == MOVE)),
      .fault_late_i            (fault == LATE || fault == LATE_NAME),
      .fault_name_of_17_i      (fault == NAME_OF_17),
      .fault_name_without_lf_i (fault == NAME_WITHOUT_LF),
      .fault_no_lf_i           (fault == NO_LF),
      .fault_cr_lf_i           (fault == CR_LF),
      .fault_late_lf_i         (fault == LATE_LF),
      .fault_column_aa_26_i    (fault == COLUMN_AA_26),
      .fault_columns_reversed_i(fault == COLUMNS_REVERSED),
      .fault_row_one_digit_i   (fault == ROW_ONE_DIGIT)
  );

  uart_tx #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) transmitter (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .data_i         (byte_out),
      .valid_i        (byte_out_valid),
      .ready_o        (tx_ready),
      .tx_o           (uart_tx_o),
      .fault_fast_i   (fault == FAST_BITS),
      .fault_half_i   (fault == HALF_RATE),
      .fault_double_i (fault == DOUBLE_RATE),
      .fault_no_stop_i(fault == NO_STOP_BIT)
  );

endmodule
