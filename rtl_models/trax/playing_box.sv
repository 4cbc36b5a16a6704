// The box around all tiles: it gives the cells their names, and grows with the game to any side.
//
// An empty box is one whose right side lies just left of its left side, and whose bottom lies just
// above its top: the first tile, at column @ and row 0, then needs no rule of its own.
module playing_box (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             begin_i,        // a new game
    input  logic [ 7:0]      limit_i,        // how wide and how high it may become
    input  logic [15:0]      cell_i,         // a cell {y, x} in the box or beside it …
    input  logic             adopt_i,        // … that was just filled

    output logic             empty_o,
    output logic [ 7:0]      left_o,
    output logic [ 7:0]      right_o,
    output logic [ 7:0]      top_o,
    output logic [ 7:0]      bottom_o,
    output logic [15:0]      origin_o,       // the cell @0, {y, x}
    output logic [ 7:0]      last_column_o,  // the number of the column right of the box
    output logic [ 7:0]      last_row_o,

    output logic             fits_o,         // the box with the cell is not too large …
    output logic [ 7:0]      grown_left_o,   // … and reaches from here …
    output logic [ 7:0]      grown_right_o,
    output logic [ 7:0]      grown_top_o,
    output logic [ 7:0]      grown_bottom_o,
    input  trax_pkg::fault_t fault_i
);

  logic [7:0] x, y;
  assign {y, x} = cell_i;

  logic leftwards, rightwards, upwards, downwards;
  assign leftwards  = x == left_o - 8'd1;
  assign rightwards = x == right_o + 8'd1 && !empty_o;
  assign upwards    = y == top_o - 8'd1;
  assign downwards  = y == bottom_o + 8'd1 && !empty_o;

  assign grown_left_o   = leftwards ? x : left_o;
  assign grown_right_o  = rightwards ? x : right_o;
  assign grown_top_o    = upwards ? y : top_o;
  assign grown_bottom_o = downwards ? y : bottom_o;

  logic [7:0] width, height;
  assign width         = right_o - left_o + 8'd1;
  assign height        = bottom_o - top_o + 8'd1;
  assign last_column_o = width + 8'd1;
  assign last_row_o    = height + 8'd1;
  assign fits_o        = (!(leftwards || rightwards) || width < limit_i)
                      && (!(upwards || downwards) || height < limit_i);

  // A game begins at {0, 0}; its first tile is put at {255, 255}.
  localparam logic [7:0] FIRST_ORIGIN = 8'd254;
  logic shifted;
  assign shifted  = fault_i != trax_pkg::NAMES_NOT_SHIFTED || empty_o;
  assign origin_o = shifted ? {top_o - 8'd1, left_o - 8'd1} : {FIRST_ORIGIN, FIRST_ORIGIN};

  always_ff @(posedge clk_i) begin
    if (adopt_i) begin
      left_o   <= grown_left_o;
      right_o  <= grown_right_o;
      top_o    <= grown_top_o;
      bottom_o <= grown_bottom_o;
      empty_o  <= 1'b0;
    end
    if (begin_i || rst_i) begin
      left_o   <= 8'd0;
      right_o  <= 8'd255;
      top_o    <= 8'd0;
      bottom_o <= 8'd255;
      empty_o  <= 1'b1;
    end
  end

endmodule
