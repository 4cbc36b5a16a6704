// The 21 tiles: what each looks like in rotation 0, what surrounds it, and which rotation codes
// show all of it.
//
// A picture's middle is the tile's centre, the square that a four-letter code names. From the
// picture follow three masks of 7 x 7 cells around the centre, first bit top left: the tile's own
// cells, the cells that touch it edge to edge, and those that touch it only corner to corner.
//
//     . . . . . . .        . . . . . . .        . . . . . . .        . . . . . . .
//     . . . . . . .        . . . . . . .        . . . E . . .        . . C . C . .
//     . . . # . . .        . . . # . . .        . . E . E . .        . C . . . . .
//     . . # # . . .        . . # # . . .        . E . . E . .        . . . . . . .
//     . . # # . . .        . . # # . . .        . E . . E . .        . . . . . . .
//     . . . . . . .        . . . . . . .        . . E E . . .        . C . . C . .
//     . . . . . . .        . . . . . . .        . . . . . . .        . . . . . . .
//       tile m               cells_o              edges_o              corners_o
module tile_shapes (
    input  logic [ 4:0] tile_i,           // 0 … 20 for a … u, the letters of the four-letter code
    output logic [48:0] cells_o,
    output logic [48:0] edges_o,
    output logic [48:0] corners_o,
    output logic [ 2:0] last_rotation_o,  // 0, step, 2 step … last: each orientation once
    output logic [ 1:0] rotation_step_o
);

  // Which codes differ: {last, step}. Even codes turn the tile by quarters, odd ones mirror it as
  // well.
  localparam logic [4:0] ALL = {3'd7, 2'd1};      // no symmetry: eight orientations
  localparam logic [4:0] TURNS = {3'd6, 2'd2};    // its own mirror image, maybe turned: four turns
  localparam logic [4:0] HALF = {3'd3, 2'd1};     // the same after half a turn: two turns, mirrored too
  localparam logic [4:0] QUARTER = {3'd2, 2'd2};  // a bar: upright and flat
  localparam logic [4:0] ONE = {3'd0, 2'd1};      // always the same

  logic [ 4:0] codes;
  logic [24:0] picture;

  always_comb
    unique case (tile_i)
      5'd0: begin  // a
        codes   = ONE;
        picture = {5'b00000,
                   5'b00000,
                   5'b00100,
                   5'b00000,
                   5'b00000};
      end
      5'd1: begin  // b
        codes   = QUARTER;
        picture = {5'b00000,
                   5'b00000,
                   5'b00100,
                   5'b00100,
                   5'b00000};
      end
      5'd2: begin  // c
        codes   = QUARTER;
        picture = {5'b00000,
                   5'b00100,
                   5'b00100,
                   5'b00100,
                   5'b00000};
      end
      5'd3: begin  // d
        codes   = TURNS;
        picture = {5'b00000,
                   5'b00100,
                   5'b00110,
                   5'b00000,
                   5'b00000};
      end
      5'd4: begin  // e
        codes   = QUARTER;
        picture = {5'b00000,
                   5'b00100,
                   5'b00100,
                   5'b00100,
                   5'b00100};
      end
      5'd5: begin  // f
        codes   = ALL;
        picture = {5'b00000,
                   5'b00100,
                   5'b00100,
                   5'b01100,
                   5'b00000};
      end
      5'd6: begin  // g
        codes   = TURNS;
        picture = {5'b00000,
                   5'b00100,
                   5'b00110,
                   5'b00100,
                   5'b00000};
      end
      5'd7: begin  // h
        codes   = ONE;
        picture = {5'b00000,
                   5'b00000,
                   5'b00110,
                   5'b00110,
                   5'b00000};
      end
      5'd8: begin  // i
        codes   = HALF;
        picture = {5'b00000,
                   5'b00000,
                   5'b01100,
                   5'b00110,
                   5'b00000};
      end
      5'd9: begin  // j
        codes   = QUARTER;
        picture = {5'b00100,
                   5'b00100,
                   5'b00100,
                   5'b00100,
                   5'b00100};
      end
      5'd10: begin  // k
        codes   = ALL;
        picture = {5'b00100,
                   5'b00100,
                   5'b00100,
                   5'b01100,
                   5'b00000};
      end
      5'd11: begin  // l
        codes   = ALL;
        picture = {5'b00100,
                   5'b00100,
                   5'b01100,
                   5'b01000,
                   5'b00000};
      end
      5'd12: begin  // m
        codes   = ALL;
        picture = {5'b00000,
                   5'b00100,
                   5'b01100,
                   5'b01100,
                   5'b00000};
      end
      5'd13: begin  // n
        codes   = TURNS;
        picture = {5'b00000,
                   5'b01100,
                   5'b00100,
                   5'b01100,
                   5'b00000};
      end
      5'd14: begin  // o
        codes   = ALL;
        picture = {5'b00000,
                   5'b00100,
                   5'b00110,
                   5'b00100,
                   5'b00100};
      end
      5'd15: begin  // p
        codes   = TURNS;
        picture = {5'b00000,
                   5'b00100,
                   5'b00100,
                   5'b01110,
                   5'b00000};
      end
      5'd16: begin  // q
        codes   = TURNS;
        picture = {5'b00100,
                   5'b00100,
                   5'b00111,
                   5'b00000,
                   5'b00000};
      end
      5'd17: begin  // r
        codes   = TURNS;
        picture = {5'b00000,
                   5'b01100,
                   5'b00110,
                   5'b00010,
                   5'b00000};
      end
      5'd18: begin  // s
        codes   = HALF;
        picture = {5'b00000,
                   5'b01000,
                   5'b01110,
                   5'b00010,
                   5'b00000};
      end
      5'd19: begin  // t
        codes   = ALL;
        picture = {5'b00000,
                   5'b01000,
                   5'b01110,
                   5'b00100,
                   5'b00000};
      end
      5'd20: begin  // u
        codes   = ONE;
        picture = {5'b00000,
                   5'b00100,
                   5'b01110,
                   5'b00100,
                   5'b00000};
      end
      default: begin
        codes   = ONE;
        picture = 25'd0;
      end
    endcase

  assign {last_rotation_o, rotation_step_o} = codes;

  // The picture with an empty frame: in it, one row is 7 bits away, and a neighbour never wraps
  // into another row.
  logic [48:0] cells;
  assign cells = {
    7'b0,
    1'b0, picture[24:20], 1'b0,
    1'b0, picture[19:15], 1'b0,
    1'b0, picture[14:10], 1'b0,
    1'b0, picture[9:5], 1'b0,
    1'b0, picture[4:0], 1'b0,
    7'b0
  };

  assign cells_o   = cells;
  assign edges_o   = (cells << 7 | cells >> 7 | cells << 1 | cells >> 1) & ~cells;
  assign corners_o = (cells << 8 | cells >> 8 | cells << 6 | cells >> 6) & ~cells & ~edges_o;

endmodule
