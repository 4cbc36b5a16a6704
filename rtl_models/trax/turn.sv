// Plays a turn on the board: the chosen tile, and every tile that it forces. Can take the turn
// back.
//
// Each tile laid is entered in a list. From its front, one tile after the other, the four cells
// beside it are looked at:
//
//   ends of one colour that come into an empty cell    0, 1  nothing
//                                                         2  forced: the tile that joins them
//                                                            is laid, and entered at the end
//                                                      3, 4  the turn is illegal: stop
//
// A cell is looked at again after each tile laid beside it, so none is missed; in which order they
// are filled does not matter. When the list is done there is nothing left to force. To take the
// turn back, empty all cells of the list.
module turn (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             start_i,           // lay this tile …
    input  logic [15:0]      address_i,
    input  logic [ 2:0]      cell_i,
    input  logic             undo_i,            // … or take back what the last start laid
    output logic             busy_o,
    output logic             illegal_o,
    output logic [11:0]      count_o,           // tiles laid

    output logic             view_start_o,      // see cell_view
    output logic [15:0]      view_address_o,
    input  logic             view_done_i,
    input  logic             view_empty_i,
    input  logic [ 3:0]      view_white_i,
    input  logic [ 3:0]      view_red_i,

    output logic             list_write_o,      // see tile_list; the entry: board_address_o
    output logic [11:0]      list_write_index_o,
    output logic [11:0]      list_index_o,      // to be read
    input  logic [15:0]      list_address_i,

    output logic             board_write_o,
    output logic [15:0]      board_address_o,
    output logic [ 2:0]      board_cell_o,

    output logic [15:0]      forced_address_o,  // the first forced tile, for a fault
    output logic [ 2:0]      forced_cell_o,
    input  trax_pkg::fault_t fault_i
);

  typedef enum logic [2:0] {IDLE, NEXT_TILE, TILE_IN, LOOK, SEE, UNDO_OUT, UNDO_IN} state_t;

  localparam logic [11:0] LIST_IS_FULL = 12'd4095;

  state_t state_q;
  logic [11:0] front_q;
  logic [15:0] tile_q;
  trax_pkg::direction_t direction_q;

  assign busy_o       = state_q != IDLE;
  assign view_start_o = state_q == LOOK;
  assign list_index_o = front_q;

  cell_beside u_neighbour (
      .address_i  (tile_q),
      .direction_i(direction_q),
      .address_o  (view_address_o)
  );

  function automatic logic [2:0] count_of(input logic [3:0] ends);
    count_of = {2'd0, ends[0]} + {2'd0, ends[1]} + {2'd0, ends[2]} + {2'd0, ends[3]};
  endfunction

  logic [2:0] whites, reds;
  logic forced, too_many, last_direction, first_tile, stop_forcing;
  assign whites         = count_of(view_white_i);
  assign reds           = count_of(view_red_i);
  assign too_many       = view_empty_i
                       && (whites >= 3'd3 || reds >= 3'd3 || (forced && count_o == LIST_IS_FULL));
  assign forced         = view_empty_i && (whites == 3'd2 || reds == 3'd2);
  assign last_direction = direction_q == 2'd3;
  assign first_tile     = state_q == IDLE && start_i;
  assign stop_forcing   = fault_i == trax_pkg::CASCADE_OF_8 && count_o == 12'd9;

  logic nothing_left;
  assign nothing_left = front_q == count_o || fault_i == trax_pkg::NO_FORCED_PLAY
                     || (fault_i == trax_pkg::FORCED_ONCE && front_q == 12'd1);

  logic lay_forced;
  assign lay_forced = state_q == SEE && view_done_i && forced && !too_many && !stop_forcing;

  assign list_write_o       = first_tile || lay_forced;
  assign list_write_index_o = first_tile ? 12'd0 : count_o;
  assign board_write_o      = first_tile || lay_forced || state_q == UNDO_IN;

  logic [2:0] forced_tile;
  assign forced_tile = whites == 3'd2 ? view_white_i[3:1] : ~view_red_i[3:1];

  always_comb
    if (state_q == UNDO_IN) {board_address_o, board_cell_o} = {list_address_i, 3'd0};
    else if (state_q == IDLE) {board_address_o, board_cell_o} = {address_i, cell_i};
    else {board_address_o, board_cell_o} = {view_address_o, forced_tile};

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      IDLE:
      if (start_i) begin
        illegal_o <= 1'b0;
        count_o   <= 12'd1;
        front_q   <= 12'd0;
        state_q   <= NEXT_TILE;
      end else if (undo_i) begin
        front_q <= 12'd0;
        state_q <= UNDO_OUT;
      end

      NEXT_TILE:
      state_q <= nothing_left ? IDLE : TILE_IN;

      TILE_IN: begin
        tile_q      <= list_address_i;
        front_q     <= front_q + 12'd1;
        direction_q <= 2'd0;
        state_q     <= LOOK;
      end

      LOOK: state_q <= SEE;

      SEE:
      if (view_done_i) begin
        if (lay_forced) begin
          count_o <= count_o + 12'd1;
          if (count_o == 12'd1)
            {forced_address_o, forced_cell_o} <= {board_address_o, board_cell_o};
        end
        direction_q <= direction_q + 2'd1;
        illegal_o   <= too_many;
        if (too_many) state_q <= IDLE;
        else state_q <= last_direction ? NEXT_TILE : LOOK;
      end

      UNDO_OUT: state_q <= front_q == count_o ? IDLE : UNDO_IN;

      UNDO_IN: begin
        front_q <= front_q + 12'd1;
        state_q <= UNDO_OUT;
      end

      default: state_q <= IDLE;
    endcase

    if (rst_i) begin
      state_q          <= IDLE;
      illegal_o        <= 1'b0;
      count_o          <= 12'd0;
      front_q          <= 12'd0;
      tile_q           <= 16'd0;
      direction_q      <= 2'd0;
      forced_address_o <= 16'd0;
      forced_cell_o    <= 3'd0;
    end
  end

endmodule
