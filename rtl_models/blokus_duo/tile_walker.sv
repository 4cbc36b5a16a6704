// Walks over the squares of a placement, one each clock: its cells, or the squares that touch it by
// edge or by corner.
//
// start_i    _|‾|___________________
// part_i      X=X
// tile_i      X=X                      others may follow once started
// x, y, r         X=================
// busy_o     _____/‾‾‾‾‾‾‾‾‾‾‾\_____
// address_o       X s0X s1X s2X        {y, x} of the squares
// last_o     _____________/‾‾‾\_____
//
// start_i may come again at any time, in the clock of a last square too.
module tile_walker (
    input  logic            clk_i,
    input  logic            rst_i,
    input  logic            start_i,
    input  duo_pkg::part_t  part_i,           // CELLS, EDGES, CORNERS
    input  logic [4:0]      tile_i,
    input  logic [2:0]      rotation_i,
    input  logic [3:0]      x_i,              // the centre
    input  logic [3:0]      y_i,
    output logic            busy_o,
    output logic            last_o,
    output logic [7:0]      address_o,
    output logic [2:0]      last_rotation_o,  // of tile_i: see tile_shapes
    output logic [1:0]      rotation_step_o,
    input  duo_pkg::fault_t fault_i
);

  logic [48:0] cells, edges, corners;

  tile_shapes u_shapes (
      .tile_i         (tile_i),
      .cells_o        (cells),
      .edges_o        (edges),
      .corners_o      (corners),
      .last_rotation_o(last_rotation_o),
      .rotation_step_o(rotation_step_o)
  );

  logic [48:0] left_q, left_after;  // squares still to be visited
  assign left_after = left_q & (left_q - 49'd1);
  assign busy_o     = left_q != 49'd0;
  assign last_o     = busy_o && left_after == 49'd0;

  logic [48:0] chosen;
  always_comb
    unique case (part_i)
      duo_pkg::CELLS: chosen = cells;
      duo_pkg::EDGES: chosen = edges;
      default:        chosen = corners;
    endcase

  always_ff @(posedge clk_i) begin
    if (start_i) left_q <= chosen;
    else if (busy_o) left_q <= left_after;
    if (rst_i) left_q <= 49'd0;
  end

  // The next square: the last one left in the mask, as an offset from its middle.
  function automatic logic [2:0] lowest(input logic [6:0] bits);
    casez (bits)
      7'b??????1: lowest = 3'd0;
      7'b?????10: lowest = 3'd1;
      7'b????100: lowest = 3'd2;
      7'b???1000: lowest = 3'd3;
      7'b??10000: lowest = 3'd4;
      7'b?100000: lowest = 3'd5;
      default:    lowest = 3'd6;
    endcase
  endfunction

  logic [6:0] row_used, row;
  logic [2:0] from_bottom, from_right;
  assign row_used = {
    |left_q[48:42],
    |left_q[41:35],
    |left_q[34:28],
    |left_q[27:21],
    |left_q[20:14],
    |left_q[13:7],
    |left_q[6:0]
  };
  assign row         = left_q[7*from_bottom+:7];
  assign from_bottom = lowest(row_used);
  assign from_right  = lowest(row);

  // Rotation 0: (x, y).  Each step of two turns by a quarter, (x, y) -> (-y, x); an odd one mirrors
  // the one below it.
  //   code        0  1  2  3  4  5  6  7
  //   new x is   +x -x -y +y -x +x +y -y
  //   new y is   +y +y +x +x -y -y -x -x
  logic [3:0] x_offset, y_offset, across, down;
  logic mirrored, swap, negate_x, negate_y;
  assign x_offset = 4'd3 - {1'b0, from_right};
  assign y_offset = 4'd3 - {1'b0, from_bottom};
  assign mirrored = rotation_i[0] && fault_i != duo_pkg::NO_MIRROR;
  assign swap     = rotation_i[1];
  assign negate_x = rotation_i[2] ^ rotation_i[1] ^ mirrored;
  assign negate_y = rotation_i[2];
  assign across   = swap ? y_offset : x_offset;
  assign down     = swap ? x_offset : y_offset;
  assign address_o = {
    negate_y ? y_i - down : y_i + down,
    negate_x ? x_i - across : x_i + across
  };

endmodule
