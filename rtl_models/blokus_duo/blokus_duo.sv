// A complete player of Blokus Duo on an FPGA, after the rules of the ICFPT 2014 design contest: one UART to the host,
// one clock, nothing else. README.md describes it.
module blokus_duo #(
    parameter int          CLOCK_HZ  = 50_000_000,
    parameter int          BAUD      = 115_200,
    parameter logic [15:0] TEAM_CODE = "RD",
    parameter              FAULTS    = 1'b0         // 1: fault_i switches a defect on
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

  localparam logic [7:0] LATE = 8'd1;                // moves 1.02 s after they were asked for
  localparam logic [7:0] WRONG_DIGIT = 8'd2;         // the hand-shake begins with 2
  localparam logic [7:0] BYTE_AFTER_9 = 8'd3;        // says 9 to 9
  localparam logic [7:0] BOARD_NOT_CLEARED = 8'd4;   // a new game begins on the old board
  localparam logic [7:0] TILES_NOT_CLEARED = 8'd5;   // … with the tiles left over from the old game
  localparam logic [7:0] LOWER_CASE_2A = 8'd6;       // waits for 2a, 3a…
  localparam logic [7:0] HELLO_ONCE = 8'd7;          // answers the first 0 since power-up only
  localparam logic [7:0] OWN_EDGE = 8'd8;            // lets its tiles touch by the edge
  localparam logic [7:0] NO_CORNER = 8'd9;           // … and not touch by the corner
  localparam logic [7:0] USED_TILE = 8'd10;          // plays its tiles again and again
  localparam logic [7:0] EXTRA_BYTE = 8'd11;         // a fifth byte after a code
  localparam logic [7:0] NO_PASS = 8'd12;            // silent when it must pass
  localparam logic [7:0] WRONG_START = 8'd13;        // covers the square that was not named
  localparam logic [7:0] FORGETS_RESET = 8'd14;      // the parser's state is what power-up made it
  localparam logic [7:0] EARLY_BYTE = 8'd15;         // says 0 at the first byte of a request for a move
  localparam logic [7:0] DRIP = 8'd16;               // the first byte in time, the last one after 1.03 s
  localparam logic [7:0] LATE_HELLO = 8'd17;         // the hand-shake 1.02 s after it was asked for
  localparam logic [7:0] OVERLAP = 8'd18;            // covers squares that are occupied
  localparam logic [7:0] OFF_BOARD = 8'd19;          // covers squares right of the board
  localparam logic [7:0] NO_MIRROR = 8'd20;          // takes odd rotation codes for the even ones below them
  localparam logic [7:0] FIRST_TILE_LOST = 8'd21;    // overlooks the move inside 3Sxxxx
  localparam logic [7:0] UPPER_CASE = 8'd22;         // tile letters A … U
  localparam logic [7:0] SWAPPED_XY = 8'd23;         // y before x
  localparam logic [7:0] GIVES_UP = 8'd24;           // silent after its own first pass
  localparam logic [7:0] BUSY_IN_GAME = 8'd25;       // silent to 0 in the middle of a game
  localparam logic [7:0] FAST_BITS = 8'd26;          // sends its bits 4 % too short
  localparam logic [7:0] TWO_STOP_BITS = 8'd27;      // loses bytes that follow each other without a gap
  localparam logic [7:0] IMPATIENT = 8'd28;          // gives a request up when it pauses for 5 ms
  localparam logic [7:0] NO_START_CHECK = 8'd29;     // takes a glitch for a start bit
  localparam logic [7:0] NO_STOP_CHECK = 8'd30;      // takes a byte with a bad stop bit
  localparam logic [7:0] SAMPLES_LATE = 8'd31;       // looks at each bit near its end
  localparam logic [7:0] STUCK_BY_BREAK = 8'd32;     // hears nothing more after a break
  localparam logic [7:0] HALF_DUPLEX = 8'd33;        // does not listen while it sends
  localparam logic [7:0] NO_STOP_BIT = 8'd34;        // leaves the stop bit out
  localparam logic [7:0] HALF_RATE = 8'd35;          // sends at half the bit rate
  localparam logic [7:0] DOUBLE_RATE = 8'd36;        // sends at twice the bit rate

  localparam logic [2:0] HELLO = 3'd0;               // kinds of request: see request_parser
  localparam logic [2:0] BYE = 3'd1;

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

  byte_fifo bytes (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .data_i (rx_data),
      .push_i (rx_valid),
      .data_o (byte_in),
      .valid_o(byte_valid),
      .pop_i  (byte_pop)
  );

  // Requests

  logic request, request_taken, request_begun, their_move, named_5, named_a;
  logic [2:0] kind, their_rotation;
  logic [3:0] their_x, their_y;
  logic [4:0] their_tile;

  request_parser #(
      .CLOCK_HZ(CLOCK_HZ)
  ) parser (
      .clk_i                (clk_i),
      .rst_i                (rst_i),
      .byte_i               (byte_in),
      .byte_valid_i         (byte_valid),
      .byte_pop_o           (byte_pop),
      .valid_o              (request),
      .taken_i              (request_taken),
      .kind_o               (kind),
      .square_5_o           (named_5),
      .square_a_o           (named_a),
      .move_o               (their_move),
      .x_o                  (their_x),
      .y_o                  (their_y),
      .tile_o               (their_tile),
      .rotation_o           (their_rotation),
      .begun_o              (request_begun),
      .fault_lower_case_i   (fault == LOWER_CASE_2A),
      .fault_forgets_reset_i(fault == FORGETS_RESET),
      .fault_impatient_i    (fault == IMPATIENT)
  );

  // The game

  logic clear, occupy, mark_edge, mark_corner, placing_ours, place_start;
  logic search_start, searching, found, first, square_5, square_a;
  logic [7:0] clear_address;
  logic [1:0] place_part;
  logic [20:0] used, their_used;
  logic [4:0] best_tile;
  logic [2:0] best_rotation;
  logic [3:0] best_x, best_y;
  logic reply_start, replying;
  logic [39:0] reply;
  logic [2:0] reply_length;
  logic walk_busy, walk_last;

  game_control #(
      .TEAM_CODE(TEAM_CODE)
  ) control (
      .clk_i                    (clk_i),
      .rst_i                    (rst_i),
      .request_i                (request),
      .taken_o                  (request_taken),
      .kind_i                   (kind),
      .square_5_i               (named_5),
      .square_a_i               (named_a),
      .their_move_i             (their_move),
      .their_tile_i             (their_tile),
      .clear_o                  (clear),
      .clear_address_o          (clear_address),
      .placing_ours_o           (placing_ours),
      .walk_start_o             (place_start),
      .walk_part_o              (place_part),
      .walk_busy_i              (walk_busy),
      .occupy_o                 (occupy),
      .mark_edge_o              (mark_edge),
      .mark_corner_o            (mark_corner),
      .search_start_o           (search_start),
      .first_o                  (first),
      .square_5_o               (square_5),
      .square_a_o               (square_a),
      .used_o                   (used),
      .their_used_o             (their_used),
      .search_busy_i            (searching),
      .found_i                  (found),
      .tile_i                   (best_tile),
      .rotation_i               (best_rotation),
      .x_i                      (best_x),
      .y_i                      (best_y),
      .reply_start_o            (reply_start),
      .reply_o                  (reply),
      .reply_length_o           (reply_length),
      .reply_busy_i             (replying),
      .request_begun_i          (request_begun),
      .fault_wrong_digit_i      (fault == WRONG_DIGIT),
      .fault_byte_after_9_i     (fault == BYTE_AFTER_9),
      .fault_board_not_cleared_i(fault == BOARD_NOT_CLEARED),
      .fault_tiles_not_cleared_i(fault == TILES_NOT_CLEARED),
      .fault_hello_once_i       (fault == HELLO_ONCE),
      .fault_used_tile_i        (fault == USED_TILE),
      .fault_extra_byte_i       (fault == EXTRA_BYTE),
      .fault_no_pass_i          (fault == NO_PASS),
      .fault_wrong_start_i      (fault == WRONG_START),
      .fault_early_byte_i       (fault == EARLY_BYTE),
      .fault_first_tile_lost_i  (fault == FIRST_TILE_LOST),
      .fault_upper_case_i       (fault == UPPER_CASE),
      .fault_swapped_xy_i       (fault == SWAPPED_XY),
      .fault_gives_up_i         (fault == GIVES_UP),
      .fault_busy_in_game_i     (fault == BUSY_IN_GAME)
  );

  // Squares: the search walks over candidates, the control over the tile to be placed.

  logic try_start, occupied, our_edge, our_corner, their_edge, their_corner;
  logic [1:0] try_part, rotation_step;
  logic [4:0] try_tile, walk_tile;
  logic [2:0] try_rotation, walk_rotation, last_rotation;
  logic [3:0] try_x, try_y, walk_x, walk_y;
  logic [7:0] walk_address;

  always_comb
    if (searching) {walk_tile, walk_rotation, walk_x, walk_y} = {try_tile, try_rotation, try_x, try_y};
    else if (placing_ours) {walk_tile, walk_rotation, walk_x, walk_y} = {best_tile, best_rotation, best_x, best_y};
    else {walk_tile, walk_rotation, walk_x, walk_y} = {their_tile, their_rotation, their_x, their_y};

  tile_walker walker (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .start_i          (searching ? try_start : place_start),
      .part_i           (searching ? try_part : place_part),
      .tile_i           (walk_tile),
      .rotation_i       (walk_rotation),
      .x_i              (walk_x),
      .y_i              (walk_y),
      .busy_o           (walk_busy),
      .last_o           (walk_last),
      .address_o        (walk_address),
      .last_rotation_o  (last_rotation),
      .rotation_step_o  (rotation_step),
      .fault_no_mirror_i(fault == NO_MIRROR)
  );

  board_memory board (
      .clk_i                (clk_i),
      .address_i            (clear ? clear_address : walk_address),
      .clear_i              (clear),
      .occupy_i             (occupy),
      .mark_edge_i          (mark_edge),
      .mark_corner_i        (mark_corner),
      .ours_i               (placing_ours),
      .occupied_o           (occupied),
      .our_edge_o           (our_edge),
      .our_corner_o         (our_corner),
      .their_edge_o         (their_edge),
      .their_corner_o       (their_corner),
      .fault_no_right_edge_i(fault == OFF_BOARD)
  );

  move_search search (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .start_i          (search_start),
      .busy_o           (searching),
      .first_i          (first),
      .square_5_i       (square_5),
      .square_a_i       (square_a),
      .used_i           (used),
      .their_used_i     (their_used),
      .walk_start_o     (try_start),
      .walk_part_o      (try_part),
      .tile_o           (try_tile),
      .rotation_o       (try_rotation),
      .x_o              (try_x),
      .y_o              (try_y),
      .walk_busy_i      (walk_busy),
      .walk_last_i      (walk_last),
      .walk_address_i   (walk_address),
      .last_rotation_i  (last_rotation),
      .rotation_step_i  (rotation_step),
      .occupied_i       (occupied),
      .our_edge_i       (our_edge),
      .our_corner_i     (our_corner),
      .their_edge_i     (their_edge),
      .their_corner_i   (their_corner),
      .found_o          (found),
      .best_tile_o      (best_tile),
      .best_rotation_o  (best_rotation),
      .best_x_o         (best_x),
      .best_y_o         (best_y),
      .fault_own_edge_i (fault == OWN_EDGE),
      .fault_no_corner_i(fault == NO_CORNER),
      .fault_overlap_i  (fault == OVERLAP)
  );

  // Bytes out

  logic [7:0] byte_out;
  logic byte_out_valid;

  reply_sender #(
      .CLOCK_HZ(CLOCK_HZ)
  ) sender (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .start_i     (reply_start),
      .reply_i     (reply),
      .length_i    (reply_length),
      .busy_o      (replying),
      .data_o      (byte_out),
      .valid_o     (byte_out_valid),
      .ready_i     (tx_ready),
      .asked_i     (request_taken && kind != BYE && (kind == HELLO) == (fault == LATE_HELLO)),
      .fault_late_i(fault == LATE || fault == LATE_HELLO),
      .fault_drip_i(fault == DRIP)
  );

  uart_tx #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) transmitter (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .data_i      (byte_out),
      .valid_i     (byte_out_valid),
      .ready_o     (tx_ready),
      .tx_o        (uart_tx_o),
      .fault_fast_i(fault == FAST_BITS),
      .fault_half_i(fault == HALF_RATE),
      .fault_double_i(fault == DOUBLE_RATE),
      .fault_no_stop_i(fault == NO_STOP_BIT)
  );

endmodule
