// Keeps bytes that come while the player is still thinking. A byte that finds it full is lost.
//
// The memory is read synchronously, so that it fits any FPGA's block RAM: a byte shows at data_o
// two clocks after it was written, and after a pop the next one shows one clock later.
module byte_fifo #(
    parameter int DEPTH_LOG2 = 5
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic [7:0] data_i,
    input  logic       push_i,
    output logic [7:0] data_o,
    output logic       valid_o,
    input  logic       pop_i  // only while valid_o
);

  localparam logic [DEPTH_LOG2:0] ONE = 1;

  logic [7:0] memory[2**DEPTH_LOG2];
  logic [DEPTH_LOG2:0] write_q, read_q;  // one bit more than the address: it tells full from empty
  logic full;
  assign full = write_q == {~read_q[DEPTH_LOG2], read_q[DEPTH_LOG2-1:0]};

  always_ff @(posedge clk_i) begin
    if (push_i && !full) memory[write_q[DEPTH_LOG2-1:0]] <= data_i;
    data_o <= memory[read_q[DEPTH_LOG2-1:0]];
  end

  always_ff @(posedge clk_i) begin
    if (push_i && !full) write_q <= write_q + ONE;
    if (pop_i) read_q <= read_q + ONE;
    valid_o <= write_q != read_q && !pop_i;

    if (rst_i) begin
      write_q <= '0;
      read_q  <= '0;
      valid_o <= 1'b0;
    end
  end

`ifdef FORMAL
`include "byte_fifo_formal.svh"
`endif

endmodule
