// The board: 19 x 19 crossings in a memory of 32 x 32.
//
// The address is {row, column}, 1 … 19 each. All else is a frame, so that a line that leaves the
// board needs no case of its own: five steps past an edge wrap to the frame on the far side, and
// never reach a crossing. Reading is synchronous: a crossing comes one clock after its address.
module board_memory (
    input  logic                clk_i,
    input  logic [9:0]          address_i,
    input  logic                write_i,
    input  connect6_pkg::cell_t cell_i,
    output connect6_pkg::cell_t cell_o
);

  logic [1:0] cells[1024];

  always_ff @(posedge clk_i) begin
    if (write_i) cells[address_i] <= cell_i;
    cell_o <= cells[address_i];
  end

endmodule
