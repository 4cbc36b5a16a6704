// Runs the game: takes one line after the other, keeps the board up to date, and says what to reply.
//
//   -W, -B   empty the board; after -W: put the first tile, reply
//   a move   look at the cell, lay the tile and all that it forces, follow its lines;
//            unless the game is over: search, lay ours and all that it forces, reply
//
// A move that cannot be is taken back, if it got so far, and forgotten.
module game_control (
    input  logic        clk_i,
    input  logic        rst_i,

    input  logic        line_i,              // see line_parser; held until it is taken
    output logic        taken_o,
    input  logic [ 2:0] kind_i,
    input  logic [ 7:0] column_i,
    input  logic [ 7:0] number_i,
    input  logic        too_large_i,
    input  logic [ 1:0] symbol_i,

    output logic        clear_o,             // the cell clear_address_o of the board
    output logic [15:0] clear_address_o,

    output logic        box_begin_o,         // see playing_box
    output logic        box_adopt_o,
    output logic [ 7:0] box_limit_o,
    input  logic        box_empty_i,
    input  logic [ 7:0] box_left_i,
    input  logic [ 7:0] box_right_i,
    input  logic [ 7:0] box_top_i,
    input  logic [ 7:0] box_bottom_i,
    input  logic [15:0] box_origin_i,
    input  logic [ 7:0] box_last_column_i,
    input  logic [ 7:0] box_last_row_i,
    input  logic        box_fits_i,

    output logic [15:0] cell_o,              // the cell at hand: theirs, then ours
    output logic        view_start_o,        // see cell_view
    input  logic        view_done_i,
    input  logic        view_empty_i,
    input  logic [ 3:0] view_white_i,
    input  logic [ 3:0] view_red_i,

    output logic        turn_start_o,        // see turn
    output logic [ 2:0] turn_cell_o,
    output logic        turn_undo_o,
    input  logic        turn_busy_i,
    input  logic        turn_illegal_i,

    output logic        trace_start_o,       // see path_tracer
    input  logic        trace_busy_i,
    input  logic [ 1:0] won_i,

    output logic        search_start_o,      // see move_search
    output logic        red_o,               // we are red
    output logic [ 7:0] near_row_o,          // the row above the opponent's last tile, as y
    input  logic        search_busy_i,
    input  logic        found_i,
    input  logic [15:0] best_cell_i,
    input  logic [ 1:0] best_symbol_i,
    input  logic [ 2:0] best_tile_i,
    input  logic        best_ends_i,

    output logic        reply_start_o,       // see reply_writer
    output logic [ 2:0] reply_kind_o,
    output logic [ 7:0] reply_column_o,
    output logic [ 7:0] reply_row_o,
    output logic [ 1:0] reply_symbol_o,
    input  logic        reply_busy_i,
    output logic        asked_o,             // one clock: a line is here, and its turn

    input  logic        forced_i,            // the turn on the board forced a tile; the first one:
    input  logic [15:0] forced_address_i,
    input  logic [ 2:0] forced_cell_i,
    input  logic        fault_signed_coordinates_i,
    input  logic        fault_wrong_colouring_i,
    input  logic        fault_first_backslash_i,
    input  logic        fault_answers_b_i,
    input  logic        fault_answers_stand_by_i,
    input  logic        fault_dies_at_question_i,
    input  logic        fault_second_w_ignored_i,
    input  logic        fault_mid_game_b_ignored_i,
    input  logic        fault_two_lines_i,
    input  logic        fault_no_r_i,
    input  logic        fault_r_twice_i,
    input  logic        fault_state_kept_i
);

  localparam logic [2:0] ASK = 3'd0;         // kinds of line
  localparam logic [2:0] WHITE = 3'd1;
  localparam logic [2:0] RED = 3'd2;
  localparam logic [2:0] STAND_BY = 3'd3;
  localparam logic [2:0] MOVE = 3'd4;

  localparam logic [2:0] REPLY_NAME = 3'd0;
  localparam logic [2:0] REPLY_READY = 3'd1;
  localparam logic [2:0] REPLY_RED = 3'd2;
  localparam logic [2:0] REPLY_STAND_BY = 3'd3;
  localparam logic [2:0] REPLY_MOVE = 3'd4;

  localparam logic [3:0] CLEAR = 4'd0;
  localparam logic [3:0] BEGIN = 4'd1;
  localparam logic [3:0] WAIT = 4'd2;
  localparam logic [3:0] THEIR_CELL = 4'd3;
  localparam logic [3:0] THEIR_TURN = 4'd4;
  localparam logic [3:0] THEIR_UNDO = 4'd5;
  localparam logic [3:0] THEIR_LINES = 4'd6;
  localparam logic [3:0] SEARCH = 4'd7;
  localparam logic [3:0] OUR_TURN = 4'd8;
  localparam logic [3:0] REPLY = 4'd9;
  localparam logic [3:0] DONE = 4'd10;
  localparam logic [3:0] DEAD = 4'd11;       // only by a fault

  localparam logic [1:0] PLUS = 2'd0;
  localparam logic [1:0] BACKSLASH = 2'd2;
  localparam logic [2:0] VERTICAL = 3'b101;  // see board_memory

  // The board is a ring of 256 cells each way, and two of them must stay empty.
  localparam logic [7:0] CAPACITY = 8'd254;

  logic [3:0] state_q;
  logic standing_by_q, playing_q, over_q;
  logic had_white_q, second_line_q;
  logic [15:0] theirs_q;

  assign taken_o = state_q == DONE;

  // The opponent's move. The first one of a game is @0+ or @0/; each later one must touch a tile and fit.
  logic column_ok, row_ok, fits, possible;
  logic [2:0] their_tile;
  assign column_ok = column_i <= box_last_column_i && !(fault_signed_coordinates_i && column_i[7]);
  assign row_ok    = number_i <= box_last_row_i && !(fault_signed_coordinates_i && number_i[7]);
  assign possible  = !too_large_i && column_ok && row_ok
                  && (box_empty_i ? {column_i, number_i} == 16'd0 && symbol_i != BACKSLASH
                                  : view_empty_i && {view_white_i, view_red_i} != 8'd0 && fits && box_fits_i);

  tile_fit colouring (
      .symbol_i               (symbol_i),
      .white_i                (box_empty_i ? 4'd0 : view_white_i),
      .red_i                  (box_empty_i ? 4'd0 : view_red_i),
      .fits_o                 (fits),
      .cell_o                 (their_tile),
      .fault_wrong_colouring_i(fault_wrong_colouring_i)
  );

  // Our move. We begin with @0+.
  logic [1:0] our_symbol;
  assign our_symbol = !box_empty_i ? best_symbol_i : fault_first_backslash_i ? BACKSLASH : PLUS;

  always_comb
    if (state_q != OUR_TURN) {cell_o, turn_cell_o} = {theirs_q, their_tile};
    else if (box_empty_i) {cell_o, turn_cell_o} = {box_origin_i, VERTICAL};
    else {cell_o, turn_cell_o} = {best_cell_i, best_tile_i};

  // The symbol of the first forced tile, for a fault: its north end is like its south, its east or its west end.
  logic [1:0] forced_symbol;
  assign forced_symbol = forced_cell_i[2] == forced_cell_i[0] ? PLUS
                       : forced_cell_i[2] == forced_cell_i[1] ? BACKSLASH : 2'd1;

  assign near_row_o = theirs_q[15:8] - 8'd1;
  assign clear_o    = state_q == CLEAR;
  assign asked_o    = state_q == WAIT && line_i;

  logic [7:0] our_column, our_row;
  assign our_column = cell_o[7:0] - box_origin_i[7:0];
  assign our_row    = cell_o[15:8] - box_origin_i[15:8];

  function automatic logic [7:0] size_of(input logic [7:0] name);  // as far as the fault is on, of a signed number
    size_of = fault_signed_coordinates_i && name[7] ? -name : name;
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

    case (state_q)
      CLEAR: begin  // the box, row by row; after a reset that is the whole board
        if (clear_address_o[7:0] == box_right_i) clear_address_o <= {clear_address_o[15:8] + 8'd1, box_left_i};
        else clear_address_o[7:0] <= clear_address_o[7:0] + 8'd1;
        if (clear_address_o == {box_bottom_i, box_right_i}) state_q <= BEGIN;
      end

      BEGIN: begin
        turn_start_o <= playing_q && !red_o;
        state_q      <= !playing_q ? WAIT : red_o ? DONE : OUR_TURN;
        if (fault_answers_b_i && playing_q && red_o) begin
          reply_start_o <= 1'b1;
          reply_kind_o  <= REPLY_RED;
          state_q       <= REPLY;
        end
      end

      WAIT:
      if (line_i) begin
        second_line_q   <= 1'b0;
        clear_address_o <= {box_top_i, box_left_i};
        case (kind_i)
          ASK: begin
            reply_start_o <= !standing_by_q && !fault_dies_at_question_i;
            reply_kind_o  <= REPLY_NAME;
            state_q       <= fault_dies_at_question_i ? DEAD : REPLY;
          end

          WHITE, RED:
          if (kind_i == WHITE && had_white_q && fault_second_w_ignored_i) state_q <= DONE;
          else if (kind_i == RED && !over_q && !box_empty_i && fault_mid_game_b_ignored_i) state_q <= DONE;
          else begin
            standing_by_q <= 1'b0;
            playing_q     <= 1'b1;
            over_q        <= 1'b0;
            red_o         <= kind_i == RED;
            had_white_q   <= kind_i == WHITE || had_white_q;
            state_q       <= box_empty_i || fault_state_kept_i ? BEGIN : CLEAR;
          end

          STAND_BY: begin
            standing_by_q <= 1'b1;
            playing_q     <= 1'b0;
            reply_start_o <= fault_answers_stand_by_i;
            reply_kind_o  <= REPLY_STAND_BY;
            state_q       <= REPLY;
          end

          MOVE: begin
            theirs_q     <= {box_origin_i[15:8] + number_i, box_origin_i[7:0] + column_i};
            view_start_o <= playing_q && !over_q;
            state_q      <= playing_q && !over_q ? THEIR_CELL : DONE;
          end

          default: begin  // SIZE
            playing_q     <= 1'b0;
            box_limit_o   <= too_large_i || number_i == 8'd0 || number_i > CAPACITY ? CAPACITY : number_i;
            second_line_q <= fault_r_twice_i;
            reply_start_o <= !fault_no_r_i;
            reply_kind_o  <= REPLY_READY;
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
        second_line_q  <= fault_two_lines_i && forced_i;
        reply_start_o  <= 1'b1;
        reply_kind_o   <= REPLY_MOVE;
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
        if (second_line_q && reply_kind_o == REPLY_MOVE) begin
          reply_column_o <= forced_address_i[7:0] - box_origin_i[7:0];
          reply_row_o    <= forced_address_i[15:8] - box_origin_i[15:8];
          reply_symbol_o <= forced_symbol;
        end
      end

      DONE: state_q <= WAIT;

      default: ;  // DEAD
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
      reply_kind_o    <= REPLY_NAME;
      reply_column_o  <= 8'd0;
      reply_row_o     <= 8'd0;
      reply_symbol_o  <= PLUS;
    end
  end

endmodule
