// One flag for each of 256 squares: a memory with one port and synchronous reading.
module flag_plane (
    input  logic       clk_i,
    input  logic [7:0] address_i,
    input  logic       write_i,
    input  logic       flag_i,
    output logic       flag_o
);

  logic [0:0] flags[256];

  always_ff @(posedge clk_i) begin
    if (write_i) flags[address_i] <= flag_i;
    flag_o <= flags[address_i];
  end

endmodule
