// Runs the game: takes one request after the other, keeps the board and both players' sets of tiles
// up to date, and says what to reply.
//
//   hello, end        clear the board, reply 1XX (nothing after the end)
//   first move        clear the board, [place theirs,] search, place ours, reply
//   move                                place theirs,  search, place ours, reply
//   note                                place theirs
//
// Every request that can begin a game begins it from nothing, whatever was before it.
module game_control #(
    parameter logic [15:0] TEAM_CODE = "RD"
) (
    input  logic            clk_i,
    input  logic            rst_i,

    input  logic            request_i,       // see request_parser
    output logic            taken_o,
    input  duo_pkg::kind_t  kind_i,
    input  logic            square_5_i,
    input  logic            square_a_i,
    input  logic            their_move_i,
    input  logic [ 4:0]     their_tile_i,

    output logic            clear_o,         // the square clear_address_o of the board
    output logic [ 7:0]     clear_address_o,

    output logic            placing_ours_o,  // whose tile is walked over …
    output logic            walk_start_o,
    output duo_pkg::part_t  walk_part_o,
    input  logic            walk_busy_i,
    output logic            occupy_o,        // … and what to note of the square under the walk
    output logic            mark_edge_o,
    output logic            mark_corner_o,

    output logic            search_start_o,
    output logic            first_o,         // see move_search
    output logic            square_5_o,
    output logic            square_a_o,
    output logic [20:0]     used_o,
    output logic [20:0]     their_used_o,
    input  logic            search_busy_i,
    input  logic            found_i,
    input  logic [ 4:0]     tile_i,
    input  logic [ 2:0]     rotation_i,
    input  logic [ 3:0]     x_i,
    input  logic [ 3:0]     y_i,

    output logic            reply_start_o,
    output logic [39:0]     reply_o,         // up to five bytes, the first one on top
    output logic [ 2:0]     reply_length_o,
    input  logic            reply_busy_i,

    input  logic            request_begun_i,
    input  duo_pkg::fault_t fault_i
);

  typedef enum logic [2:0] {
    CLEAR,
    WAIT,
    DISPATCH,  // the board is ready for the request
    THEIRS,
    SEARCH,
    OURS,
    REPLY
  } state_t;

  state_t state_q;
  logic answering_q;  // a request is under way; not so after power-up
  logic greeted_q, passed_q, playing_q;

  logic begins_game, overlooked, places_theirs, theirs_placed;
  logic noting_q;  // the tile that is placed is that of a note
  assign begins_game   = kind_i != duo_pkg::CONTINUE && kind_i != duo_pkg::NOTE;
  assign overlooked    = fault_i == duo_pkg::FIRST_TILE_LOST
                      && (kind_i == duo_pkg::ANSWER || kind_i == duo_pkg::NOTE);
  assign places_theirs = their_move_i && kind_i != duo_pkg::BEGIN && !overlooked;

  // A note stands until its tile lies there: another code comes right behind it.
  assign taken_o = (state_q == DISPATCH && !(kind_i == duo_pkg::NOTE && places_theirs))
                || (theirs_placed && noting_q);

  assign clear_o = state_q == CLEAR;

  duo_pkg::part_t part_q, next_part_q;
  logic placing;
  assign placing        = state_q == THEIRS || state_q == OURS;
  assign placing_ours_o = state_q == OURS;
  assign walk_start_o   = placing && !walk_busy_i && next_part_q != duo_pkg::PLACED;
  assign walk_part_o    = next_part_q;
  assign occupy_o       = placing && walk_busy_i && part_q == duo_pkg::CELLS;
  assign mark_edge_o    = placing && walk_busy_i && part_q == duo_pkg::EDGES;
  assign theirs_placed  = state_q == THEIRS && !walk_busy_i && next_part_q == duo_pkg::PLACED;
  assign mark_corner_o  = placing && walk_busy_i && part_q == duo_pkg::CORNERS;

  always_ff @(posedge clk_i) begin
    if (walk_start_o) begin
      part_q      <= next_part_q;
      next_part_q <= next_part_q + 2'd1;
    end else if (!placing) begin
      next_part_q <= duo_pkg::CELLS;
    end

    if (rst_i) begin
      part_q      <= duo_pkg::CELLS;
      next_part_q <= duo_pkg::CELLS;
    end
  end

  // "0" … "9", "a" … "e"
  function automatic logic [7:0] digit(input logic [3:0] value);
    digit = (value > 4'd9 ? "a" - 8'd10 : "0") + {4'd0, value};
  endfunction

  logic [31:0] code;
  assign code = !found_i ? "0000" : {
    digit(fault_i == duo_pkg::SWAPPED_XY ? y_i : x_i),
    digit(fault_i == duo_pkg::SWAPPED_XY ? x_i : y_i),
    (fault_i == duo_pkg::UPPER_CASE ? "A" : "a") + {3'd0, tile_i},
    "0" + {5'd0, rotation_i}
  };

  always_ff @(posedge clk_i) begin
    search_start_o <= 1'b0;
    reply_start_o  <= 1'b0;

    unique case (state_q)
      CLEAR: begin
        clear_address_o <= clear_address_o + 8'd1;
        if (clear_address_o == 8'hff) state_q <= answering_q ? DISPATCH : WAIT;
      end

      WAIT:
      if (request_i) begin
        answering_q <= 1'b1;
        if (begins_game) begin
          first_o    <= 1'b1;
          passed_q   <= 1'b0;
          square_5_o <= 1'b1;  // until a request names the square
          square_a_o <= 1'b1;
          if (fault_i != duo_pkg::TILES_NOT_CLEARED) used_o <= 21'd0;
          their_used_o <= 21'd0;
        end
        state_q <= begins_game && fault_i != duo_pkg::BOARD_NOT_CLEARED ? CLEAR : DISPATCH;
      end else if (request_begun_i && fault_i == duo_pkg::EARLY_BYTE) begin
        reply_start_o  <= 1'b1;
        reply_o        <= {"0", 32'd0};
        reply_length_o <= 3'd1;
        state_q        <= REPLY;
      end

      DISPATCH: begin
        unique case (kind_i)
          duo_pkg::HELLO: begin
            reply_start_o  <= !(fault_i == duo_pkg::HELLO_ONCE && greeted_q)
                           && !(fault_i == duo_pkg::BUSY_IN_GAME && playing_q);
            reply_o        <= {fault_i == duo_pkg::WRONG_DIGIT ? "2" : "1", TEAM_CODE, 16'd0};
            reply_length_o <= 3'd3;
            greeted_q      <= 1'b1;
            state_q        <= REPLY;
          end

          duo_pkg::BYE: begin
            reply_start_o  <= fault_i == duo_pkg::BYTE_AFTER_9;
            reply_o        <= {"9", 32'd0};
            reply_length_o <= 3'd1;
            playing_q      <= 1'b0;
            state_q        <= REPLY;
          end

          default: begin  // duo_pkg::BEGIN, duo_pkg::ANSWER, duo_pkg::CONTINUE, duo_pkg::NOTE
            if (begins_game) begin
              square_5_o <= fault_i == duo_pkg::WRONG_START ? square_a_i : square_5_i;
              square_a_o <= fault_i == duo_pkg::WRONG_START ? square_5_i : square_a_i;
            end
            playing_q <= 1'b1;
            noting_q  <= kind_i == duo_pkg::NOTE;
            if (places_theirs) begin
              their_used_o[their_tile_i] <= 1'b1;
              state_q                    <= THEIRS;
            end else if (kind_i == duo_pkg::NOTE) begin
              state_q <= WAIT;
            end else begin
              search_start_o <= 1'b1;
              state_q        <= SEARCH;
            end
          end
        endcase
      end

      THEIRS:
      if (theirs_placed) begin
        search_start_o <= !noting_q;
        state_q        <= noting_q ? WAIT : SEARCH;
      end

      SEARCH:
      if (!search_start_o && !search_busy_i) begin
        if (found_i) begin
          state_q <= OURS;
          first_o <= 1'b0;
          if (fault_i != duo_pkg::USED_TILE) used_o[tile_i] <= 1'b1;
        end else begin
          state_q        <= REPLY;
          passed_q       <= 1'b1;
          reply_start_o  <= fault_i != duo_pkg::NO_PASS
                         && !(fault_i == duo_pkg::GIVES_UP && passed_q);
          reply_o        <= {code, "0"};
          reply_length_o <= fault_i == duo_pkg::EXTRA_BYTE ? 3'd5 : 3'd4;
        end
      end

      OURS:
      if (!walk_busy_i && next_part_q == duo_pkg::PLACED) begin
        state_q        <= REPLY;
        reply_start_o  <= 1'b1;
        reply_o        <= {code, "0"};
        reply_length_o <= fault_i == duo_pkg::EXTRA_BYTE ? 3'd5 : 3'd4;
      end

      REPLY: if (!reply_start_o && !reply_busy_i) state_q <= WAIT;

      default: state_q <= CLEAR;
    endcase

    if (rst_i) begin
      state_q         <= CLEAR;
      answering_q     <= 1'b0;
      clear_address_o <= 8'd0;
      search_start_o  <= 1'b0;
      first_o         <= 1'b1;
      square_5_o      <= 1'b1;
      square_a_o      <= 1'b1;
      used_o          <= 21'd0;
      their_used_o    <= 21'd0;
      reply_start_o   <= 1'b0;
      reply_o         <= 40'd0;
      reply_length_o  <= 3'd0;
      greeted_q       <= 1'b0;
      passed_q        <= 1'b0;
      playing_q       <= 1'b0;
      noting_q        <= 1'b0;
    end
  end

endmodule
