// Runs the game: clears the board after a reset, lays the opponent's stones as they come, and
// answers a turn when it is whole.
//
//   D              our opening stone, in the middle of the board
//   L, then rrcc   two stones of ours: the opponent opens with one
//   rrccrrcc       two stones of ours; one, if it wins
//
// A stone that is off the board or on a taken crossing counts, but is not laid. When either side
// has six in a row, or no crossing is free, the game is over: what comes then is ignored.
module game_control (
    input  logic                 clk_i,
    input  logic                 rst_i,

    input  logic                 colour_known_i,    // see stone_reader
    input  logic                 dark_i,
    input  logic                 stone_valid_i,
    output logic                 stone_taken_o,
    input  logic                 on_board_i,
    input  logic [4:0]           their_row_i,
    input  logic [4:0]           their_column_i,
    input  logic                 stone_begun_i,

    output logic                 view_start_o,      // of the opponent's stone: see crossing_view
    input  logic                 view_busy_i,
    input  connect6_pkg::cell_t  view_holds_i,
    input  logic                 they_win_i,

    output logic                 search_start_o,    // see stone_search
    output logic                 searching_o,
    output logic                 two_left_o,
    input  logic                 search_busy_i,
    input  logic                 found_i,
    input  logic [4:0]           best_row_i,
    input  logic [4:0]           best_column_i,
    input  logic                 wins_i,

    output logic                 write_o,           // see board_memory
    output logic [9:0]           address_o,
    output connect6_pkg::cell_t  cell_o,

    output logic                 reply_start_o,     // see stone_writer
    output logic [4:0]           row_o,
    output logic [4:0]           column_o,
    input  logic                 reply_busy_i,
    output logic                 asked_o,
    output logic                 opening_o,
    output logic                 second_o,
    output logic                 last_o,
    output logic                 say_o,             // for faults: a byte too many

    input  connect6_pkg::fault_t fault_i
);

  localparam logic [4:0] MIDDLE = 5'd10;

  typedef enum logic [3:0] {
    CLEAR,
    COLOUR,   // waits for D or L
    WAIT,     // … for the opponent's next stone
    VIEW,
    THEIRS,   // lays it, if it may lie there
    SEARCH,
    OURS,     // lays our stone, and sends it
    REPLY,    // it is on its way
    OVER
  } state_t;

  state_t state_q;
  logic [9:0] clear_q;
  logic [1:0] left_q;  // stones that are missing: of the opponent's turn or of ours
  logic opening_q, second_q;
  logic their_second_q;

  logic [1:0] their_turn, our_turn;
  assign their_turn = fault_i == connect6_pkg::EARLY ? 2'd1 : 2'd2;
  assign our_turn   = fault_i == connect6_pkg::ONE_STONE ? 2'd1
                    : fault_i == connect6_pkg::THREE_STONES ? 2'd3 : 2'd2;

  logic begins;  // D has come
  assign begins = fault_i == connect6_pkg::ANSWERS_L
               || (dark_i && fault_i != connect6_pkg::SILENT_FIRST);

  assign stone_taken_o = state_q == THEIRS || state_q == OVER;
  assign two_left_o    = left_q != 2'd1;
  assign row_o         = opening_q ? MIDDLE : best_row_i;
  assign column_o      = opening_q ? MIDDLE : best_column_i;
  assign opening_o     = opening_q;
  assign second_o      = second_q;
  assign last_o        = left_q == 2'd1 || (wins_i && !opening_q);
  assign reply_start_o = state_q == OURS;
  assign searching_o   = state_q == SEARCH;

  // A piece of the frame, while the board is cleared.
  logic on_frame, in_column_20;
  assign in_column_20 = clear_q[4:0] == connect6_pkg::SIDE + 5'd1;
  assign on_frame     = clear_q[9:5] == 5'd0 || clear_q[9:5] > connect6_pkg::SIDE
                     || clear_q[4:0] == 5'd0 || clear_q[4:0] > connect6_pkg::SIDE;

  // What is laid, and whether
  logic free, they_lost_it, we_lost_it, lay_theirs, lay_ours;
  assign free         = on_board_i && view_holds_i == connect6_pkg::FREE;
  assign they_lost_it = (fault_i == connect6_pkg::FIRST_STONE_LOST && !their_second_q)
                     || (fault_i == connect6_pkg::SECOND_STONE_LOST && their_second_q)
                     || (fault_i == connect6_pkg::LAST_COLUMN_LOST
                         && their_column_i == connect6_pkg::SIDE);
  assign we_lost_it   = fault_i == connect6_pkg::OWN_STONE
                     || (fault_i == connect6_pkg::SAME_TWICE && !second_q && !opening_q)
                     || (fault_i == connect6_pkg::LAST_COLUMN_LOST
                         && column_o == connect6_pkg::SIDE);
  assign lay_theirs   = state_q == THEIRS && free && !they_lost_it;
  assign lay_ours     = state_q == OURS && !we_lost_it;
  assign write_o      = (state_q == CLEAR && fault_i != connect6_pkg::BOARD_NOT_CLEARED)
                     || lay_theirs || lay_ours;

  always_comb
    if (state_q == CLEAR) begin
      address_o = clear_q;
      cell_o    = on_frame && !(in_column_20 && fault_i == connect6_pkg::OFF_BOARD)
                ? connect6_pkg::FRAME : connect6_pkg::FREE;
    end else if (state_q == THEIRS) begin
      address_o = {their_row_i, their_column_i};
      cell_o    = connect6_pkg::THEIRS;
    end else begin
      address_o = {row_o, column_o};
      cell_o    = connect6_pkg::OURS;
    end

  always_ff @(posedge clk_i) begin
    view_start_o   <= 1'b0;
    search_start_o <= 1'b0;
    asked_o        <= 1'b0;
    say_o          <= 1'b0;

    unique case (state_q)
      CLEAR: begin
        clear_q <= clear_q + 10'd1;
        if (clear_q == 10'h3ff) state_q <= COLOUR;
      end

      COLOUR:
      if (colour_known_i) begin
        opening_q <= begins;
        asked_o   <= begins;
        left_q    <= begins && fault_i == connect6_pkg::TWO_STONES_FIRST ? 2'd2 : 2'd1;
        state_q   <= begins ? OURS : WAIT;
      end

      WAIT:
      if (stone_valid_i) begin
        view_start_o <= 1'b1;
        state_q      <= VIEW;
      end else if (stone_begun_i && !their_second_q) begin
        say_o <= fault_i == connect6_pkg::EARLY_BYTE;
      end

      VIEW: if (!view_start_o && !view_busy_i) state_q <= THEIRS;

      THEIRS: begin
        their_second_q <= 1'b1;
        left_q         <= left_q - 2'd1;
        state_q        <= WAIT;
        if (lay_theirs && they_win_i) begin
          state_q <= OVER;
        end else if (left_q == 2'd1) begin
          asked_o        <= 1'b1;
          search_start_o <= 1'b1;
          second_q       <= 1'b0;
          left_q         <= our_turn;
          state_q        <= SEARCH;
        end
      end

      SEARCH: if (!search_start_o && !search_busy_i) state_q <= found_i ? OURS : OVER;

      OURS: state_q <= REPLY;

      REPLY:
      if (!reply_busy_i) begin
        opening_q <= 1'b0;
        second_q  <= 1'b1;
        left_q    <= left_q - 2'd1;
        if (wins_i && !opening_q) begin
          state_q <= OVER;
        end else if (left_q == 2'd1) begin
          their_second_q <= 1'b0;
          left_q         <= their_turn;
          state_q        <= WAIT;
        end else begin
          search_start_o <= 1'b1;
          state_q        <= SEARCH;
        end
      end

      default: state_q <= OVER;
    endcase

    if (rst_i) begin
      state_q        <= CLEAR;
      clear_q        <= 10'd0;
      left_q         <= 2'd1;
      opening_q      <= 1'b0;
      second_q       <= 1'b0;
      their_second_q <= 1'b0;
      view_start_o   <= 1'b0;
      search_start_o <= 1'b0;
      asked_o        <= 1'b0;
      say_o          <= 1'b0;
    end
  end

endmodule
