// Follows the lines through every tile of a turn: which of them are closed, which cross the board,
// how long are they?
//
// A loop or a crossing line that was not there before the turn goes through a tile laid in it, so
// nothing else need be followed. From a tile, a line is followed to its first end and then to its
// second one, a tile every two clocks; if it comes back to where it began it is a loop.
module path_tracer (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             start_i,
    output logic             busy_o,
    input  logic [11:0]      count_i,          // tiles in the list
    input  logic [ 7:0]      left_i,           // the outermost columns and rows that hold tiles
    input  logic [ 7:0]      right_i,
    input  logic [ 7:0]      top_i,
    input  logic [ 7:0]      bottom_i,

    output logic [ 1:0]      loop_o,           // white, red: a loop
    output logic [ 1:0]      line_o,           // … a line from side to side, at least 8 away
    output logic [ 7:0]      white_longest_o,  // in tiles; 255 stands for more, too
    output logic [ 7:0]      red_longest_o,

    output logic [11:0]      list_index_o,     // see tile_list
    input  logic [15:0]      list_address_i,
    output logic [15:0]      board_address_o,
    input  logic [ 2:0]      board_cell_i,
    input  trax_pkg::fault_t fault_i
);

  typedef enum logic [2:0] {
    IDLE, NEXT_TILE, TILE_IN, CELL_OUT, CELL_IN, STEP_OUT, STEP_IN
  } state_t;

  localparam int WHITE = 1;  // the bits of loop_o and line_o
  localparam int RED = 0;

  state_t state_q;
  logic [11:0] index_q;
  logic [15:0] home_q, here_q, next;  // cells: where the line began, where its end is now
  logic [2:0] home_cell_q;
  trax_pkg::direction_t direction_q;            // in which the line leaves this cell
  logic red_q, second_end_q;
  logic [3:0] first_side_q;           // that the first end looks out of: north, east, south, west
  logic [7:0] length_q;

  assign busy_o          = state_q != IDLE;
  assign list_index_o    = index_q;
  assign board_address_o = state_q == STEP_OUT ? next : here_q;

  cell_beside u_step (
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
    partner = same[3] ? trax_pkg::NORTH
            : same[2] ? trax_pkg::EAST : same[1] ? trax_pkg::SOUTH : trax_pkg::WEST;
  endfunction

  // Where a colour leaves a tile: at its first and at its second end.
  function automatic logic [1:0] exit_of(input logic [2:0] tile, input logic red,
                                         input logic second);
    logic [1:0] first;
    first   = tile[2] != red ? trax_pkg::NORTH
            : tile[1] != red ? trax_pkg::EAST : trax_pkg::SOUTH;
    exit_of = second ? partner(tile, first) : first;
  endfunction

  logic [7:0] width, height, shortest;
  logic wide, high;
  assign width    = right_i - left_i + 8'd1;
  assign height   = bottom_i - top_i + 8'd1;
  assign shortest = fault_i == trax_pkg::LINE_AT_7 ? 8'd7 : 8'd8;
  assign wide     = width >= shortest;
  assign high     = height >= shortest;

  // What the end of the line at hand looks out of.
  logic [3:0] side;
  assign side = {
    direction_q == trax_pkg::NORTH && here_q[15:8] == top_i,
    direction_q == trax_pkg::EAST && here_q[7:0] == right_i,
    direction_q == trax_pkg::SOUTH && here_q[15:8] == bottom_i,
    direction_q == trax_pkg::WEST && here_q[7:0] == left_i
  };

  logic [3:0] sides;
  logic at_end, closed, crosses;
  assign sides   = first_side_q | side;
  assign at_end  = board_cell_i == 3'd0;
  assign closed  = next == home_q;
  assign crosses = (high && sides == 4'b1010) || (wide && sides == 4'b0101);

  always_ff @(posedge clk_i) begin
    unique case (state_q)
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

      STEP_IN: begin
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

      default: state_q <= IDLE;
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
      direction_q     <= trax_pkg::NORTH;
      red_q           <= 1'b0;
      second_end_q    <= 1'b0;
      first_side_q    <= 4'd0;
      length_q        <= 8'd0;
    end
  end

endmodule
