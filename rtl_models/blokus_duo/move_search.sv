// Looks for the best move: every unused tile from the largest to the smallest, each of its
// orientations, every centre.
//
// A placement is checked by walking over its cells, one each clock, and left at the first bad one.
// For a legal one the squares at its corners are walked as well. Points:
//
//   4  for each new square from which the next tile can start
//   4  for each of the opponent's such squares that the tile covers, while they have a tile for
//      it: one of four squares or five, or any when ours is smaller than that
//   2 … 14  the nearer to the middle of the board, the more
//
// Tiles of one size compete; the first placement of those with most points is the move. A smaller
// size is looked at only when no larger tile fits. Time: at most 91 orientations x 196 squares x 6
// clocks, and 1 + corners for each legal placement.
//
// walker busy   __/‾‾‾‾‾‾‾‾‾\___/‾‾     square 0, 1, 2 of a placement
// seen          ____/‾‾‾‾‾‾‾‾‾\___      their flags, one clock later
// start         ‾\_________/‾\____      the next placement: with the verdict on this one
module move_search (
    input  logic            clk_i,
    input  logic            rst_i,
    input  logic            start_i,
    output logic            busy_o,

    input  logic            first_i,     // no tile of ours lies: a start square must be covered
    input  logic            square_5_i,  // … (5,5)
    input  logic            square_a_i,  // … or (a,a)
    input  logic [20:0]     used_i,
    input  logic [20:0]     their_used_i,

    output logic            walk_start_o,
    output duo_pkg::part_t  walk_part_o,
    output logic [ 4:0]     tile_o,      // the placement under the loop
    output logic [ 2:0]     rotation_o,
    output logic [ 3:0]     x_o,
    output logic [ 3:0]     y_o,
    input  logic            walk_busy_i,
    input  logic            walk_last_i,
    input  logic [ 7:0]     walk_address_i,
    input  logic [ 2:0]     last_rotation_i,
    input  logic [ 1:0]     rotation_step_i,

    input  logic            occupied_i,  // of the square walked over one clock ago
    input  logic            our_edge_i,
    input  logic            our_corner_i,
    input  logic            their_edge_i,
    input  logic            their_corner_i,

    output logic            found_o,     // the result, valid when no longer busy
    output logic [ 4:0]     best_tile_o,
    output logic [ 2:0]     best_rotation_o,
    output logic [ 3:0]     best_x_o,
    output logic [ 3:0]     best_y_o,
    input  duo_pkg::fault_t fault_i
);

  typedef enum logic [1:0] {
    IDLE,
    TILE,     // a new tile: is it still ours to place?
    CELLS,    // walking over the cells of a placement
    CORNERS   // walking over its corners
  } state_t;

  localparam logic [4:0] TILE_A = 5'd0;
  localparam logic [4:0] TILE_U = 5'd20;
  localparam logic [3:0] FIRST = 4'd1;
  localparam logic [3:0] LAST = 4'd14;
  localparam logic [7:0] SQUARE_5 = 8'h55;
  localparam logic [7:0] SQUARE_A = 8'haa;

  state_t state_q;
  assign busy_o = state_q != IDLE;

  // Tiles are lettered by size, a … u; these are the largest of the 4, 3, 2 and 1 squares.
  logic smaller;
  assign smaller = tile_o == 5'd8 || tile_o == 5'd3 || tile_o == 5'd1 || tile_o == 5'd0;

  // The flags of a square come one clock after its address.
  logic seen_q, seen_last_q, seen_start_q;

  logic blocked, anchor;
  assign blocked = (occupied_i && fault_i != duo_pkg::OVERLAP)
                || (our_edge_i && fault_i != duo_pkg::OWN_EDGE);
  assign anchor  = first_i ? seen_start_q : our_corner_i || fault_i == duo_pkg::NO_CORNER;

  logic anchored_q, anchored;
  assign anchored = anchored_q || anchor;

  logic [3:0] gains_q, gains;
  logic worth_blocking, gain;
  assign worth_blocking = !(&their_used_i[20:4])  // e … u: four or five
                       || (tile_o < 5'd4 && !(&their_used_i[3:0]));
  assign gain  = state_q == CORNERS ? !occupied_i && !our_edge_i && !our_corner_i
                                    : their_corner_i && !their_edge_i && worth_blocking;
  assign gains = gains_q + {3'd0, gain};

  // 1 … 7 7 … 1 along each axis: 15 - x is ~x.
  logic [2:0] near_x, near_y;
  assign near_x = x_o[3] ? ~x_o[2:0] : x_o[2:0];
  assign near_y = y_o[3] ? ~y_o[2:0] : y_o[2:0];

  logic [6:0] points, best_points_q;
  assign points = {1'b0, gains, 2'b00} + {4'd0, near_x} + {4'd0, near_y};

  logic refused, legal, scored, next;
  assign refused = state_q == CELLS && seen_q && (blocked || (seen_last_q && !anchored));
  assign legal   = state_q == CELLS && seen_q && !blocked && seen_last_q && anchored;
  assign scored  = state_q == CORNERS && seen_q && seen_last_q;
  assign next    = refused || scored;

  logic end_of_row, end_of_board, end_of_tile;
  assign end_of_row   = x_o == LAST;
  assign end_of_board = end_of_row && y_o == LAST;
  assign end_of_tile  = end_of_board && rotation_o == last_rotation_i;

  logic enter, leave;
  assign leave = state_q == TILE && found_o && smaller;
  assign enter = state_q == TILE && !leave && !used_i[tile_o];

  assign walk_start_o = enter || (next && !end_of_tile) || legal;
  assign walk_part_o  = legal ? duo_pkg::CORNERS : duo_pkg::CELLS;

  always_ff @(posedge clk_i) begin
    seen_q       <= walk_busy_i && !walk_start_o;
    seen_last_q  <= walk_last_i;
    seen_start_q <= (walk_address_i == SQUARE_5 && square_5_i)
                 || (walk_address_i == SQUARE_A && square_a_i);

    if (rst_i) begin
      seen_q       <= 1'b0;
      seen_last_q  <= 1'b0;
      seen_start_q <= 1'b0;
    end
  end

  logic last_tile, tile_done;
  assign last_tile = tile_o == TILE_A;
  assign tile_done = next && end_of_tile;

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      IDLE: if (start_i) state_q <= TILE;

      TILE:
      if (enter) state_q <= CELLS;
      else if (leave || last_tile) state_q <= IDLE;

      CELLS, CORNERS:
      if (tile_done) state_q <= last_tile ? IDLE : TILE;
      else if (scored) state_q <= CELLS;
      else if (legal) state_q <= CORNERS;

      default: state_q <= IDLE;
    endcase

    if (rst_i) state_q <= IDLE;
  end

  // The placement under the loop: the next column, row, rotation, tile.
  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      if (start_i) tile_o <= TILE_U;
    end else if (state_q == TILE) begin
      rotation_o <= 3'd0;
      x_o        <= FIRST;
      y_o        <= FIRST;
      if (!enter && !leave && !last_tile) tile_o <= tile_o - 5'd1;
    end else if (next) begin
      x_o <= end_of_row ? FIRST : x_o + 4'd1;
      if (end_of_row) y_o <= end_of_board ? FIRST : y_o + 4'd1;
      if (end_of_board) rotation_o <= rotation_o + {1'b0, rotation_step_i};
      if (end_of_tile && !last_tile) tile_o <= tile_o - 5'd1;
    end

    if (rst_i) begin
      tile_o     <= TILE_A;
      rotation_o <= 3'd0;
      x_o        <= FIRST;
      y_o        <= FIRST;
    end
  end

  // What its walk has shown so far.
  always_ff @(posedge clk_i) begin
    if (walk_start_o && !legal) begin
      anchored_q <= 1'b0;
      gains_q    <= 4'd0;
    end else if (seen_q) begin
      anchored_q <= anchored;
      gains_q    <= gains;
    end

    if (rst_i) begin
      anchored_q <= 1'b0;
      gains_q    <= 4'd0;
    end
  end

  // The best placement.
  always_ff @(posedge clk_i) begin
    if (state_q == IDLE && start_i) begin
      found_o       <= 1'b0;
      best_points_q <= 7'd0;
    end else if (scored && points > best_points_q) begin
      found_o         <= 1'b1;
      best_points_q   <= points;
      best_tile_o     <= tile_o;
      best_rotation_o <= rotation_o;
      best_x_o        <= x_o;
      best_y_o        <= y_o;
    end

    if (rst_i) begin
      found_o         <= 1'b0;
      best_points_q   <= 7'd0;
      best_tile_o     <= TILE_A;
      best_rotation_o <= 3'd0;
      best_x_o        <= FIRST;
      best_y_o        <= FIRST;
    end
  end

endmodule
