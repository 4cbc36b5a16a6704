// A complete player of Blokus Duo on an FPGA, after the rules of the ICFPT 2014 design contest (or, with
// TELLS_TWO, of the one before): one UART to the host, one clock, nothing else. README.md describes it.
module blokus_duo #(
    parameter int          CLOCK_HZ  = 50_000_000,
    parameter int          BAUD      = 115_200,
    parameter logic [15:0] TEAM_CODE = "RD",
    parameter int          TELLS_TWO = 0,    // 1: see request_parser
    parameter int          FAULTS    = 0     // 1: fault_i switches a defect on
) (
    input  logic       clk_i,
    input  logic       rst_i,   // synchronous
    input  logic       uart_rx_i,
    output logic       uart_tx_o,
    input  logic [7:0] fault_i  // constant from power-up; 0: none
);

  // The defect that is switched on: see duo_pkg.
  duo_pkg::fault_t fault;
  assign fault = FAULTS != 0 ? fault_i : duo_pkg::NO_FAULT;

  uart_pkg::fault_t uart_fault;
  always_comb
    unique case (fault)
      duo_pkg::NO_START_CHECK:  uart_fault = uart_pkg::NO_START_CHECK;
      duo_pkg::NO_STOP_CHECK:   uart_fault = uart_pkg::NO_STOP_CHECK;
      duo_pkg::TWO_STOP_BITS:   uart_fault = uart_pkg::TWO_STOP_BITS;
      duo_pkg::SAMPLES_LATE:    uart_fault = uart_pkg::SAMPLES_LATE;
      duo_pkg::STUCK_BY_BREAK:  uart_fault = uart_pkg::STUCK_BY_BREAK;
      duo_pkg::FAST_BITS:       uart_fault = uart_pkg::FAST_BITS;
      duo_pkg::HALF_RATE:       uart_fault = uart_pkg::HALF_RATE;
      duo_pkg::DOUBLE_RATE:     uart_fault = uart_pkg::DOUBLE_RATE;
      duo_pkg::NO_STOP_BIT:     uart_fault = uart_pkg::NO_STOP_BIT;
      duo_pkg::HALF_DUPLEX:     uart_fault = uart_pkg::HALF_DUPLEX;
      default:                  uart_fault = uart_pkg::NO_FAULT;
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

  // Requests

  logic request, request_taken, request_begun, their_move, named_5, named_a;
  duo_pkg::kind_t kind;
  logic [2:0] their_rotation;
  logic [3:0] their_x, their_y;
  logic [4:0] their_tile;

  request_parser #(
      .CLOCK_HZ (CLOCK_HZ),
      .TELLS_TWO(TELLS_TWO != 0)
  ) u_parser (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .byte_i      (byte_in),
      .byte_valid_i(byte_valid),
      .byte_pop_o  (byte_pop),
      .valid_o     (request),
      .taken_i     (request_taken),
      .kind_o      (kind),
      .square_5_o  (named_5),
      .square_a_o  (named_a),
      .move_o      (their_move),
      .x_o         (their_x),
      .y_o         (their_y),
      .tile_o      (their_tile),
      .rotation_o  (their_rotation),
      .begun_o     (request_begun),
      .fault_i     (fault)
  );

  // The game

  logic clear, occupy, mark_edge, mark_corner, placing_ours, place_start;
  logic search_start, searching, found, first, square_5, square_a;
  logic [7:0] clear_address;
  duo_pkg::part_t place_part;
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
  ) u_control (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .request_i      (request),
      .taken_o        (request_taken),
      .kind_i         (kind),
      .square_5_i     (named_5),
      .square_a_i     (named_a),
      .their_move_i   (their_move),
      .their_tile_i   (their_tile),
      .clear_o        (clear),
      .clear_address_o(clear_address),
      .placing_ours_o (placing_ours),
      .walk_start_o   (place_start),
      .walk_part_o    (place_part),
      .walk_busy_i    (walk_busy),
      .occupy_o       (occupy),
      .mark_edge_o    (mark_edge),
      .mark_corner_o  (mark_corner),
      .search_start_o (search_start),
      .first_o        (first),
      .square_5_o     (square_5),
      .square_a_o     (square_a),
      .used_o         (used),
      .their_used_o   (their_used),
      .search_busy_i  (searching),
      .found_i        (found),
      .tile_i         (best_tile),
      .rotation_i     (best_rotation),
      .x_i            (best_x),
      .y_i            (best_y),
      .reply_start_o  (reply_start),
      .reply_o        (reply),
      .reply_length_o (reply_length),
      .reply_busy_i   (replying),
      .request_begun_i(request_begun),
      .fault_i        (fault)
  );

  // Squares: the search walks over candidates, the control over the tile to be placed.

  logic try_start, occupied, our_edge, our_corner, their_edge, their_corner;
  duo_pkg::part_t try_part;
  logic [1:0] rotation_step;
  logic [4:0] try_tile, walk_tile;
  logic [2:0] try_rotation, walk_rotation, last_rotation;
  logic [3:0] try_x, try_y, walk_x, walk_y;
  logic [7:0] walk_address;

  logic [15:0] placement;
  assign {walk_tile, walk_rotation, walk_x, walk_y} = placement;

  always_comb
    if (searching) placement = {try_tile, try_rotation, try_x, try_y};
    else if (placing_ours) placement = {best_tile, best_rotation, best_x, best_y};
    else placement = {their_tile, their_rotation, their_x, their_y};

  tile_walker u_walker (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .start_i        (searching ? try_start : place_start),
      .part_i         (searching ? try_part : place_part),
      .tile_i         (walk_tile),
      .rotation_i     (walk_rotation),
      .x_i            (walk_x),
      .y_i            (walk_y),
      .busy_o         (walk_busy),
      .last_o         (walk_last),
      .address_o      (walk_address),
      .last_rotation_o(last_rotation),
      .rotation_step_o(rotation_step),
      .fault_i        (fault)
  );

  board_memory u_board (
      .clk_i         (clk_i),
      .address_i     (clear ? clear_address : walk_address),
      .clear_i       (clear),
      .occupy_i      (occupy),
      .mark_edge_i   (mark_edge),
      .mark_corner_i (mark_corner),
      .ours_i        (placing_ours),
      .occupied_o    (occupied),
      .our_edge_o    (our_edge),
      .our_corner_o  (our_corner),
      .their_edge_o  (their_edge),
      .their_corner_o(their_corner),
      .fault_i       (fault)
  );

  move_search u_search (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .start_i        (search_start),
      .busy_o         (searching),
      .first_i        (first),
      .square_5_i     (square_5),
      .square_a_i     (square_a),
      .used_i         (used),
      .their_used_i   (their_used),
      .walk_start_o   (try_start),
      .walk_part_o    (try_part),
      .tile_o         (try_tile),
      .rotation_o     (try_rotation),
      .x_o            (try_x),
      .y_o            (try_y),
      .walk_busy_i    (walk_busy),
      .walk_last_i    (walk_last),
      .walk_address_i (walk_address),
      .last_rotation_i(last_rotation),
      .rotation_step_i(rotation_step),
      .occupied_i     (occupied),
      .our_edge_i     (our_edge),
      .our_corner_i   (our_corner),
      .their_edge_i   (their_edge),
      .their_corner_i (their_corner),
      .found_o        (found),
      .best_tile_o    (best_tile),
      .best_rotation_o(best_rotation),
      .best_x_o       (best_x),
      .best_y_o       (best_y),
      .fault_i        (fault)
  );

  // Replies

  logic held_up;

  // Which requests the defects that reply late wait after.
  assign held_up = request_taken && kind != duo_pkg::BYE && kind != duo_pkg::NOTE
                && (kind == duo_pkg::HELLO) == (fault == duo_pkg::LATE_HELLO);

  reply_sender #(
      .CLOCK_HZ(CLOCK_HZ)
  ) u_sender (
      .clk_i   (clk_i),
      .rst_i   (rst_i),
      .start_i (reply_start),
      .reply_i (reply),
      .length_i(reply_length),
      .busy_o  (replying),
      .data_o  (byte_out),
      .valid_o (byte_out_valid),
      .ready_i (tx_ready),
      .asked_i (held_up),
      .fault_i (fault)
  );

endmodule
