// The address of the cell that lies north (0), east (1), south (2) or west (3) of another.
module cell_beside (
    input  logic [15:0]          address_i,  // {y, x}
    input  trax_pkg::direction_t direction_i,
    output logic [15:0]          address_o
);

  logic [7:0] x, y;
  assign {y, x} = address_i;

  always_comb
    unique case (direction_i)
      trax_pkg::NORTH: address_o = {y - 8'd1, x};
      trax_pkg::EAST:  address_o = {y, x + 8'd1};
      trax_pkg::SOUTH: address_o = {y + 8'd1, x};
      default:         address_o = {y, x - 8'd1};
    endcase

endmodule
