// The cells that were filled in one turn, in the order in which they were: 4,096 at most.
module tile_list (
    input  logic        clk_i,
    input  logic        write_i,
    input  logic [11:0] write_index_i,
    input  logic [15:0] address_i,  // of the board
    input  logic [11:0] read_index_i,
    output logic [15:0] address_o   // one clock later
);

  logic [15:0] addresses[4096];

  always_ff @(posedge clk_i) begin
    if (write_i) addresses[write_index_i] <= address_i;
    address_o <= addresses[read_index_i];
  end

endmodule
