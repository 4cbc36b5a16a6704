// Which of a symbol's two colourings fits the ends that come in. With one end or more at most one
// does; with none, as for the first tile of a game, the first is meant.
module tile_fit (
    input  trax_pkg::symbol_t symbol_i,  // 0: +, 1: /, 2: \.
    input  logic [3:0]        white_i,   // ends that come in from north, east, south, west
    input  logic [3:0]        red_i,
    output logic              fits_o,
    output logic [2:0]        cell_o,    // see board_memory
    input  trax_pkg::fault_t  fault_i
);

  // White ends:     N E S W
  localparam logic [3:0] VERTICAL = 4'b1010;
  localparam logic [3:0] NORTH_WEST = 4'b1001;
  localparam logic [3:0] NORTH_EAST = 4'b1100;

  logic [3:0] first;
  always_comb
    unique case (symbol_i)
      trax_pkg::PLUS:  first = VERTICAL;
      trax_pkg::SLASH: first = NORTH_WEST;
      default:         first = NORTH_EAST;
    endcase

  logic first_fits, second_fits, take_first;
  assign first_fits  = (white_i & ~first) == 4'd0 && (red_i & first) == 4'd0;
  assign second_fits = (white_i & first) == 4'd0 && (red_i & ~first) == 4'd0;
  assign take_first  = first_fits
                    != (fault_i == trax_pkg::WRONG_COLOURING && symbol_i == trax_pkg::BACKSLASH);
  assign fits_o      = first_fits || second_fits;
  assign cell_o      = take_first ? first[3:1] : ~first[3:1];

endmodule
