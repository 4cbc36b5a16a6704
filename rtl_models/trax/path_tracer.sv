// Follows the lines through every tile of a turn: which of them are closed, which cross the board, how long are they?
//
// A loop or a crossing line that was not there before the turn goes through a tile laid in it, so nothing else need be
// followed. From a tile, a line is followed to its first end and then to its second one, a tile every two clocks; if it
// comes back to where it began it is a loop.
module path_tracer (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        start_i,
    output logic        busy_o,
    input  logic [11:0] count_i,          // tiles in the list
    input  logic [ 7:0] left_i,           // the outermost columns and rows that hold tiles
    input  logic [ 7:0] right_i,
    input  logic [ 7:0] top_i,
    input  logic [ 7:0] bottom_i,

    output logic [ 1:0] loop_o,           // white, red: a loop
    output logic [ 1:0] line_o,           // … a line from side to side, at least 8 away
    output logic [ 7:0] white_longest_o,  // in tiles; 255 stands for more, too
    output logic [ 7:0] red_longest_o,

    output logic [11:0] list_index_o,     // see tile_list
    input  logic [15:0] list_address_i,
    output logic [15:0] board_address_o,
    input  logic [ 2:0] board_cell_i,

    input  logic        fault_line_at_7_i
);

  localparam logic [2:0] IDLE = 3'd0;
  localparam logic [2:0] NEXT_TILE = 3'd1;
  localparam logic [2:0] TILE_IN = 3'd2;
  localparam logic [2:0] CELL_OUT = 3'd3;
  localparam logic [2:0] CELL_IN = 3'd4;
  localparam logic [2:0] STEP_OUT = 3'd5;
  localparam logic [2:0] STEP_IN = 3'd6;

  localparam logic [1:0] NORTH = 2'd0;
  localparam logic [1:0] EAST = 2'd1;
  localparam logic [1:0] SOUTH = 2'd2;
  localparam logic [1:0] WEST = 2'd3;

  localparam int WHITE = 1;  // the bits of loop_o and line_o
  localparam int RED = 0;

  logic [2:0] state_q;
  logic [11:0] index_q;
  logic [15:0] home_q, here_q, next;  // cells: where the line began, where its end is now
  logic [2:0] home_cell_q;
  logic [1:0] direction_q;            // in which the line leaves this cell
  logic red_q, second_end_q;
  logic [3:0] first_side_q;           // of the board, that the first end looks out of: north, east, south, west
  logic [7:0] length_q;

  assign busy_o          = state_q != IDLE;
  assign list_index_o    = index_q;
  assign board_address_o = state_q == STEP_OUT ? next : here_q;

  cell_beside step (
      .address_i  (here_q),
      .direction_i(direction_q),
      .address_o  (next)
  );

  // The end of a tile that one of its other ends is joined with.
  function automatic logic [1:0] partner(input logic [2:0] tile, input logic [1:0] entry);
    logic [3:0] same;  // ends of the same colour: north, east, south, west
    same        = {tile, ^tile};
    if (!same[~entry]) same = ~same;
    same[~entry] = 1'b0;
    partner = same[3] ? NORTH : same[2] ? EAST : same[1] ? SOUTH : WEST;
  endfunction

  // Where a colour leaves a tile: at its first and at its second end.
  function automatic logic [1:0] exit_of(input logic [2:0] tile, input logic red, input logic second);
    logic [1:0] first;
    first   = tile[2] != red ? NORTH : tile[1] != red ? EAST : SOUTH;
    exit_of = second ? partner(tile, first) : first;
  endfunction

  logic [7:0] width, height, shortest;
  logic wide, high;
  assign width    = right_i - left_i + 8'd1;
  assign height   = bottom_i - top_i + 8'd1;
  assign shortest = fault_line_at_7_i ? 8'd7 : 8'd8;
  assign wide     = width >= shortest;
  assign high     = height >= shortest;

  // What the end of the line at hand looks out of.
  logic [3:0] side;
  assign side = {
    direction_q == NORTH && here_q[15:8] == top_i,
    direction_q == EAST && here_q[7:0] == right_i,
    direction_q == SOUTH && here_q[15:8] == bottom_i,
    direction_q == WEST && here_q[7:0] == left_i
  };

  logic at_end, closed, crosses;
  assign at_end  = board_cell_i == 3'd0;
  assign closed  = next == home_q;
  assign crosses = (high && (first_side_q | side) == 4'b1010) || (wide && (first_side_q | side) == 4'b0101);

  always_ff @(posedge clk_i) begin
    case (state_q)
      IDLE:
      if (start_i) begin
        index_q         <= 12'd0;
        loop_o          <= 2'd0;
        line_o          <= 2'd0;
        white_longest_o <= 8'd0;
        red_longest_o   <= 8'd0;
        state_q         <= NEXT_TILE;
      end

      NEXT_TILE: state_q <= index_q == count_i ? IDLE : TILE_IN;

      TILE_IN: begin
        index_q <= index_q + 12'd1;
        home_q  <= list_address_i;
        here_q  <= list_address_i;
        state_q <= CELL_OUT;
      end

      CELL_OUT: state_q <= CELL_IN;

      CELL_IN: begin
        home_cell_q  <= board_cell_i;
        direction_q  <= exit_of(board_cell_i, 1'b0, 1'b0);
        red_q        <= 1'b0;
        second_end_q <= 1'b0;
        length_q     <= 8'd1;
        state_q      <= STEP_OUT;
      end

      STEP_OUT: state_q <= STEP_IN;

      default: begin  // STEP_IN
        state_q <= STEP_OUT;
        if (!at_end && !closed) begin
          here_q      <= next;
          direction_q <= partner(board_cell_i, direction_q ^ 2'd2);
          if (length_q != 8'd255) length_q <= length_q + 8'd1;
        end else begin
          here_q       <= home_q;
          first_side_q <= side;
          if (at_end && !second_end_q) begin
            second_end_q <= 1'b1;
            direction_q  <= exit_of(home_cell_q, red_q, 1'b1);
          end else begin  // the whole line is known
            if (closed) loop_o[red_q ? RED : WHITE] <= 1'b1;
            if (!closed && crosses) line_o[red_q ? RED : WHITE] <= 1'b1;
            if (!red_q && length_q > white_longest_o) white_longest_o <= length_q;
            if (red_q && length_q > red_longest_o) red_longest_o <= length_q;
            red_q        <= 1'b1;
            second_end_q <= 1'b0;
            direction_q  <= exit_of(home_cell_q, 1'b1, 1'b0);
            length_q     <= 8'd1;
            if (red_q) state_q <= NEXT_TILE;
          end
        end
      end
    endcase

    if (rst_i) begin
      state_q         <= IDLE;
      index_q         <= 12'd0;
      loop_o          <= 2'd0;
      line_o          <= 2'd0;
      white_longest_o <= 8'd0;
      red_longest_o   <= 8'd0;
      home_q          <= 16'd0;
      here_q          <= 16'd0;
      home_cell_q     <= 3'd0;
      direction_q     <= NORTH;
      red_q           <= 1'b0;
      second_end_q    <= 1'b0;
      first_side_q    <= 4'd0;
      length_q        <= 8'd0;
    end
  end

endmodule
