// The board: 256 x 256 cells, joined at its edges, so that a game may grow to any side from where
// it began.
//
// The address is {y, x}. A cell is 0 while it is empty; else its bits tell which of the tile's ends
// are white: north, east, south. Two of the four ends are always white, so the west end is white
// exactly when one of these three is: the exclusive or of them. Reading is synchronous: a cell
// comes one clock after its address.
module board_memory (
    input  logic        clk_i,
    input  logic [15:0] address_i,
    input  logic        write_i,
    input  logic [ 2:0] cell_i,
    output logic [ 2:0] cell_o
);

  logic [2:0] cells[65536];

  always_ff @(posedge clk_i) begin
    if (write_i) cells[address_i] <= cell_i;
    cell_o <= cells[address_i];
  end

endmodule
