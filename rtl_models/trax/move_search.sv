// Looks for our move: tries every symbol in every empty cell beside a tile, with all that it
// forces.
//
// A move is worth, in this order: that it wins; that it does not lose at once; how much longer our
// longest line through the turn's tiles is than the opponent's. Of equals the first one found is
// taken. The cells are visited row by row, from the row above the opponent's last tile on, around
// the box. Once THINK_CLOCKS have passed the first legal move ends the search; until there is one
// it goes on to the last cell.
module move_search #(
    parameter int THINK_CLOCKS = 250_000
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    output logic              busy_o,
    input  logic              red_i,          // we are red
    input  logic [ 7:0]       first_row_i,    // as y
    input  logic [ 7:0]       left_i,         // the box around all tiles: see playing_box
    input  logic [ 7:0]       right_i,
    input  logic [ 7:0]       top_i,
    input  logic [ 7:0]       bottom_i,
    input  logic              fits_i,         // the box with cell_o is not too large

    output logic [15:0]       cell_o,         // the cell that is tried
    output logic              view_start_o,   // see cell_view
    input  logic              view_done_i,
    input  logic              view_empty_i,
    input  logic [ 3:0]       view_white_i,
    input  logic [ 3:0]       view_red_i,

    output logic              turn_start_o,   // see turn
    output logic [ 2:0]       turn_cell_o,
    output logic              turn_undo_o,
    input  logic              turn_busy_i,
    input  logic              turn_illegal_i,

    output logic              trace_start_o,  // see path_tracer
    input  logic              trace_busy_i,
    input  logic [ 1:0]       won_i,          // white, red has won by the turn
    input  logic [ 7:0]       white_longest_i,
    input  logic [ 7:0]       red_longest_i,

    output logic              found_o,        // there is a legal move; the best of those tried:
    output logic [15:0]       best_cell_o,
    output trax_pkg::symbol_t best_symbol_o,
    output logic [ 2:0]       best_tile_o,
    output logic              best_ends_o,    // it ends the game
    input  trax_pkg::fault_t  fault_i
);

  typedef enum logic [2:0] {IDLE, LOOK, SEE, TRY, PLAY, TRACE, UNDO, NEXT_CELL} state_t;

  typedef enum logic [1:0] {LOSES, GOES_ON, WINS} outcome_t;

  state_t state_q;
  logic [7:0] x_q, y_q;
  trax_pkg::symbol_t symbol_q;
  logic [3:0] white_q, red_q;  // ends that come into the cell

  assign busy_o       = state_q != IDLE;
  assign cell_o       = {y_q, x_q};
  assign view_start_o = state_q == LOOK;

  logic fits;
  tile_fit u_colouring (
      .symbol_i(symbol_q),
      .white_i (white_q),
      .red_i   (red_q),
      .fits_o  (fits),
      .cell_o  (turn_cell_o),
      .fault_i (fault_i)
  );

  assign turn_start_o = state_q == TRY && fits;

  logic playable;  // the cell that was looked at, by some symbol
  assign playable = view_empty_i && {view_white_i, view_red_i} != 8'd0
                 && (fits_i || fault_i == trax_pkg::BEYOND_BOARD);

  // What the turn on the board is worth.
  logic ours, theirs, better;
  outcome_t outcome;
  logic [8:0] margin;
  logic [10:0] worth, best_q;
  assign ours    = red_i ? won_i[0] : won_i[1];
  assign theirs  = red_i ? won_i[1] : won_i[0];
  always_comb
    if (ours) outcome = WINS;
    else if (theirs) outcome = LOSES;
    else outcome = GOES_ON;
  assign margin  = 9'd255 + (red_i ? {1'b0, red_longest_i} - {1'b0, white_longest_i}
                                   : {1'b0, white_longest_i} - {1'b0, red_longest_i});
  assign worth   = {outcome, margin};
  assign better  = !found_o || worth > best_q;

  localparam int W = $clog2(THINK_CLOCKS + 1);
  logic [W-1:0] clocks_q;
  logic late, enough;
  assign late   = clocks_q == W'(THINK_CLOCKS);
  assign enough = found_o && (late || best_q[10:9] == WINS);

  logic last_column, last_row;
  logic [7:0] next_row;
  assign last_column = x_q == right_i + 8'd1;
  assign next_row    = y_q == bottom_i + 8'd1 ? top_i - 8'd1 : y_q + 8'd1;
  assign last_row    = next_row == first_row_i;

  always_ff @(posedge clk_i) begin
    trace_start_o <= 1'b0;
    turn_undo_o   <= 1'b0;
    if (busy_o && !late) clocks_q <= clocks_q + W'(1);

    unique case (state_q)
      IDLE:
      if (start_i) begin
        x_q      <= left_i - 8'd1;
        y_q      <= first_row_i;
        found_o  <= 1'b0;
        best_q   <= 11'd0;
        clocks_q <= '0;
        state_q  <= LOOK;
      end

      LOOK: state_q <= SEE;

      SEE:
      if (view_done_i) begin
        white_q  <= view_white_i;
        red_q    <= view_red_i;
        symbol_q <= trax_pkg::PLUS;
        state_q  <= playable ? TRY : NEXT_CELL;
      end

      TRY: begin
        if (fits) state_q <= PLAY;
        else if (symbol_q == trax_pkg::BACKSLASH) state_q <= NEXT_CELL;
        else symbol_q <= symbol_q + 2'd1;
      end

      PLAY:
      if (!turn_busy_i) begin
        trace_start_o <= !turn_illegal_i;
        turn_undo_o   <= turn_illegal_i;
        state_q       <= turn_illegal_i ? UNDO : TRACE;
      end

      TRACE:
      if (!trace_start_o && !trace_busy_i) begin
        if (better) begin
          best_q        <= worth;
          best_cell_o   <= cell_o;
          best_symbol_o <= symbol_q;
          best_tile_o   <= turn_cell_o;
          best_ends_o   <= outcome != GOES_ON;
        end
        found_o     <= 1'b1;
        turn_undo_o <= 1'b1;
        state_q     <= UNDO;
      end

      UNDO:
      if (!turn_undo_o && !turn_busy_i) begin
        symbol_q <= symbol_q + 2'd1;
        if (enough) state_q <= IDLE;
        else state_q <= symbol_q == trax_pkg::BACKSLASH ? NEXT_CELL : TRY;
      end

      NEXT_CELL: begin
        x_q <= last_column ? left_i - 8'd1 : x_q + 8'd1;
        if (last_column) y_q <= next_row;
        state_q <= (last_column && last_row) || enough ? IDLE : LOOK;
      end

      default: state_q <= IDLE;
    endcase

    if (rst_i) begin
      state_q       <= IDLE;
      x_q           <= 8'd0;
      y_q           <= 8'd0;
      symbol_q      <= trax_pkg::PLUS;
      white_q       <= 4'd0;
      red_q         <= 4'd0;
      found_o       <= 1'b0;
      best_q        <= 11'd0;
      best_cell_o   <= 16'd0;
      best_symbol_o <= trax_pkg::PLUS;
      best_tile_o   <= 3'd0;
      best_ends_o   <= 1'b0;
      clocks_q      <= '0;
      trace_start_o <= 1'b0;
      turn_undo_o   <= 1'b0;
    end
  end

endmodule
