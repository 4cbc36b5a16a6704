// Runs the game: takes one line after the other, keeps the board up to date, and says what to
// reply.
//
//   -W, -B   empty the board; after -W: put the first tile, reply
//   a move   look at the cell, lay the tile and all that it forces, follow its lines;
//            unless the game is over: search, lay ours and all that it forces, reply
//
// A move that cannot be is taken back, if it got so far, and forgotten.
module game_control #(
    // The board is a ring of 256 cells each way, and two of them must stay empty.
    parameter logic [7:0] CAPACITY = 8'd254
) (
    input  logic              clk_i,
    input  logic              rst_i,

    input  logic              line_i,          // see line_parser; held until it is taken
    output logic              taken_o,
    input  trax_pkg::kind_t   kind_i,
    input  logic [ 7:0]       column_i,
    input  logic [ 7:0]       number_i,
    input  logic              too_large_i,
    input  trax_pkg::symbol_t symbol_i,

    output logic              clear_o,         // the cell clear_address_o of the board
    output logic [15:0]       clear_address_o,

    output logic              box_begin_o,     // see playing_box
    output logic              box_adopt_o,
    output logic [ 7:0]       box_limit_o,
    input  logic              box_empty_i,
    input  logic [ 7:0]       box_left_i,
    input  logic [ 7:0]       box_right_i,
    input  logic [ 7:0]       box_top_i,
    input  logic [ 7:0]       box_bottom_i,
    input  logic [15:0]       box_origin_i,
    input  logic [ 7:0]       box_last_column_i,
    input  logic [ 7:0]       box_last_row_i,
    input  logic              box_fits_i,

    output logic [15:0]       cell_o,          // the cell at hand: theirs, then ours
    output logic              view_start_o,    // see cell_view
    input  logic              view_done_i,
    input  logic              view_empty_i,
    input  logic [ 3:0]       view_white_i,
    input  logic [ 3:0]       view_red_i,

    output logic              turn_start_o,    // see turn
    output logic [ 2:0]       turn_cell_o,
    output logic              turn_undo_o,
    input  logic              turn_busy_i,
    input  logic              turn_illegal_i,

    output logic              trace_start_o,   // see path_tracer
    input  logic              trace_busy_i,
    input  logic [ 1:0]       won_i,

    output logic              search_start_o,  // see move_search
    output logic              red_o,           // we are red
    output logic [ 7:0]       near_row_o,      // the row above the opponent's last tile, as y
    input  logic              search_busy_i,
    input  logic              found_i,
    input  logic [15:0]       best_cell_i,
    input  trax_pkg::symbol_t best_symbol_i,
    input  logic [ 2:0]       best_tile_i,
    input  logic              best_ends_i,

    output logic              reply_start_o,   // see reply_writer
    output trax_pkg::reply_t  reply_kind_o,
    output logic [ 7:0]       reply_column_o,
    output logic [ 7:0]       reply_row_o,
    output trax_pkg::symbol_t reply_symbol_o,
    input  logic              reply_busy_i,
    output logic              asked_o,         // one clock: a line is here, and its turn

    input  logic              forced_i,        // the turn on the board forced a tile; the first:
    input  logic [15:0]       forced_address_i,
    input  logic [ 2:0]       forced_cell_i,
    input  trax_pkg::fault_t  fault_i
);

  typedef enum logic [3:0] {
    CLEAR,
    BEGIN,
    WAIT,
    THEIR_CELL,
    THEIR_TURN,
    THEIR_UNDO,
    THEIR_LINES,
    SEARCH,
    OUR_TURN,
    REPLY,
    DONE,
    DEAD  // only by a fault
  } state_t;

  localparam logic [2:0] VERTICAL = 3'b101;  // see board_memory

  state_t state_q;
  logic no_limit;  // SIZE: no size, or one that the board cannot hold
  assign no_limit = too_large_i || number_i == 8'd0 || number_i > CAPACITY;

  logic standing_by_q, playing_q, over_q;
  logic had_white_q, second_line_q;
  logic [15:0] theirs_q;

  assign taken_o = state_q == DONE;

  logic in_game;
  assign in_game = !over_q && !box_empty_i;

  // The opponent's move. The first one of a game is @0+ or @0/; each later one must touch a tile
  // and fit.
  logic signed_names, column_ok, row_ok, fits, possible;
  logic [7:0] ends;
  assign signed_names = fault_i == trax_pkg::SIGNED_COORDINATES;
  assign ends = {view_white_i, view_red_i};
  logic [2:0] their_tile;
  assign column_ok = column_i <= box_last_column_i && !(signed_names && column_i[7]);
  assign row_ok    = number_i <= box_last_row_i && !(signed_names && number_i[7]);
  assign possible  = !too_large_i && column_ok && row_ok
                  && (box_empty_i ? {column_i, number_i} == 16'd0 && symbol_i != trax_pkg::BACKSLASH
                                  : view_empty_i && ends != 8'd0 && fits && box_fits_i);

  tile_fit u_colouring (
      .symbol_i(symbol_i),
      .white_i (box_empty_i ? 4'd0 : view_white_i),
      .red_i   (box_empty_i ? 4'd0 : view_red_i),
      .fits_o  (fits),
      .cell_o  (their_tile),
      .fault_i (fault_i)
  );

  // Our move. We begin with @0+.
  trax_pkg::symbol_t our_symbol;
  assign our_symbol = !box_empty_i ? best_symbol_i
                    : fault_i == trax_pkg::FIRST_BACKSLASH ? trax_pkg::BACKSLASH : trax_pkg::PLUS;

  always_comb
    if (state_q != OUR_TURN) {cell_o, turn_cell_o} = {theirs_q, their_tile};
    else if (box_empty_i) {cell_o, turn_cell_o} = {box_origin_i, VERTICAL};
    else {cell_o, turn_cell_o} = {best_cell_i, best_tile_i};

  // The symbol of the first forced tile, for a fault: its north end is like its south, its east or
  // its west end.
  trax_pkg::symbol_t forced_symbol;
  assign forced_symbol = forced_cell_i[2] == forced_cell_i[0] ? trax_pkg::PLUS
                       : forced_cell_i[2] == forced_cell_i[1] ? trax_pkg::BACKSLASH
                                                              : trax_pkg::SLASH;

  assign near_row_o = theirs_q[15:8] - 8'd1;
  assign clear_o    = state_q == CLEAR;
  assign asked_o    = state_q == WAIT && line_i;

  logic [7:0] our_column, our_row;
  assign our_column = cell_o[7:0] - box_origin_i[7:0];
  assign our_row    = cell_o[15:8] - box_origin_i[15:8];

  // As far as the fault is on, of a signed number.
  function automatic logic [7:0] size_of(input logic [7:0] name);
    size_of = signed_names && name[7] ? -name : name;
  endfunction

  assign box_begin_o = state_q == BEGIN;
  assign box_adopt_o = (state_q == THEIR_LINES && !trace_start_o && !trace_busy_i)
                    || (state_q == OUR_TURN && !turn_start_o && !turn_busy_i);

  always_ff @(posedge clk_i) begin
    view_start_o   <= 1'b0;
    turn_start_o   <= 1'b0;
    turn_undo_o    <= 1'b0;
    trace_start_o  <= 1'b0;
    search_start_o <= 1'b0;
    reply_start_o  <= 1'b0;

    unique case (state_q)
      CLEAR: begin  // the box, row by row; after a reset that is the whole board
        if (clear_address_o[7:0] == box_right_i)
          clear_address_o <= {clear_address_o[15:8] + 8'd1, box_left_i};
        else clear_address_o[7:0] <= clear_address_o[7:0] + 8'd1;
        if (clear_address_o == {box_bottom_i, box_right_i}) state_q <= BEGIN;
      end

      BEGIN: begin
        turn_start_o <= playing_q && !red_o;
        state_q      <= !playing_q ? WAIT : red_o ? DONE : OUR_TURN;
        if (fault_i == trax_pkg::ANSWERS_B && playing_q && red_o) begin
          reply_start_o <= 1'b1;
          reply_kind_o  <= trax_pkg::REPLY_RED;
          state_q       <= REPLY;
        end
      end

      WAIT:
      if (line_i) begin
        second_line_q   <= 1'b0;
        clear_address_o <= {box_top_i, box_left_i};
        unique case (kind_i)
          trax_pkg::ASK: begin
            reply_start_o <= !standing_by_q && fault_i != trax_pkg::DIES_AT_QUESTION;
            reply_kind_o  <= trax_pkg::REPLY_NAME;
            state_q       <= fault_i == trax_pkg::DIES_AT_QUESTION ? DEAD : REPLY;
          end

          trax_pkg::WHITE, trax_pkg::RED:
          if (kind_i == trax_pkg::WHITE && had_white_q && fault_i == trax_pkg::SECOND_W_IGNORED)
            state_q <= DONE;
          else if (kind_i == trax_pkg::RED && in_game && fault_i == trax_pkg::MID_GAME_B_IGNORED)
            state_q <= DONE;
          else begin
            standing_by_q <= 1'b0;
            playing_q     <= 1'b1;
            over_q        <= 1'b0;
            red_o         <= kind_i == trax_pkg::RED;
            had_white_q   <= kind_i == trax_pkg::WHITE || had_white_q;
            state_q       <= box_empty_i || fault_i == trax_pkg::STATE_KEPT ? BEGIN : CLEAR;
          end

          trax_pkg::STAND_BY: begin
            standing_by_q <= 1'b1;
            playing_q     <= 1'b0;
            reply_start_o <= fault_i == trax_pkg::ANSWERS_STAND_BY;
            reply_kind_o  <= trax_pkg::REPLY_STAND_BY;
            state_q       <= REPLY;
          end

          trax_pkg::MOVE: begin
            theirs_q     <= {box_origin_i[15:8] + number_i, box_origin_i[7:0] + column_i};
            view_start_o <= playing_q && !over_q;
            state_q      <= playing_q && !over_q ? THEIR_CELL : DONE;
          end

          default: begin  // SIZE
            playing_q     <= 1'b0;
            box_limit_o   <= no_limit ? CAPACITY : number_i;
            second_line_q <= fault_i == trax_pkg::R_TWICE;
            reply_start_o <= fault_i != trax_pkg::NO_R;
            reply_kind_o  <= trax_pkg::REPLY_READY;
            state_q       <= REPLY;
          end
        endcase
      end

      THEIR_CELL:
      if (view_done_i) begin
        turn_start_o <= possible;
        state_q      <= possible ? THEIR_TURN : DONE;
      end

      THEIR_TURN:
      if (!turn_start_o && !turn_busy_i) begin
        trace_start_o <= !turn_illegal_i;
        turn_undo_o   <= turn_illegal_i;
        state_q       <= turn_illegal_i ? THEIR_UNDO : THEIR_LINES;
      end

      THEIR_UNDO: if (!turn_undo_o && !turn_busy_i) state_q <= DONE;

      THEIR_LINES:
      if (!trace_start_o && !trace_busy_i) begin
        over_q         <= won_i != 2'd0;
        search_start_o <= won_i == 2'd0;
        state_q        <= won_i == 2'd0 ? SEARCH : DONE;
      end

      SEARCH:
      if (!search_start_o && !search_busy_i) begin
        over_q       <= !found_i || best_ends_i;
        turn_start_o <= found_i;
        state_q      <= found_i ? OUR_TURN : DONE;
      end

      OUR_TURN:
      if (!turn_start_o && !turn_busy_i) begin
        second_line_q  <= fault_i == trax_pkg::TWO_LINES && forced_i;
        reply_start_o  <= 1'b1;
        reply_kind_o   <= trax_pkg::REPLY_MOVE;
        reply_column_o <= size_of(our_column);
        reply_row_o    <= size_of(our_row);
        reply_symbol_o <= our_symbol;
        state_q        <= REPLY;
      end

      REPLY:
      if (!reply_start_o && !reply_busy_i) begin
        second_line_q <= 1'b0;
        reply_start_o <= second_line_q;
        state_q       <= second_line_q ? REPLY : DONE;
        if (second_line_q && reply_kind_o == trax_pkg::REPLY_MOVE) begin
          reply_column_o <= forced_address_i[7:0] - box_origin_i[7:0];
          reply_row_o    <= forced_address_i[15:8] - box_origin_i[15:8];
          reply_symbol_o <= forced_symbol;
        end
      end

      DONE: state_q <= WAIT;

      DEAD: ;

      default: state_q <= CLEAR;
    endcase

    if (rst_i) begin
      state_q         <= CLEAR;
      clear_address_o <= 16'd0;
      standing_by_q   <= 1'b0;
      playing_q       <= 1'b0;
      over_q          <= 1'b0;
      red_o           <= 1'b0;
      had_white_q     <= 1'b0;
      second_line_q   <= 1'b0;
      theirs_q        <= 16'd0;
      box_limit_o     <= CAPACITY;
      view_start_o    <= 1'b0;
      turn_start_o    <= 1'b0;
      turn_undo_o     <= 1'b0;
      trace_start_o   <= 1'b0;
      search_start_o  <= 1'b0;
      reply_start_o   <= 1'b0;
      reply_kind_o    <= trax_pkg::REPLY_NAME;
      reply_column_o  <= 8'd0;
      reply_row_o     <= 8'd0;
      reply_symbol_o  <= trax_pkg::PLUS;
    end
  end

endmodule
