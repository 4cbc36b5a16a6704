// Sixteen Blokus players that hear the same and answer as one: a design sixteen times as large, for the benchmark.

module sixteen #(
    parameter int unsigned CLOCK_HZ = 50_000_000,
    parameter int unsigned BAUD = 115_200
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic uart_rx_i,
    output logic uart_tx_o
);
  logic [15:0] tx;

  for (genvar i = 0; i < 16; ++i) begin : g_player
    blokus_duo #(
        .CLOCK_HZ(CLOCK_HZ),
        .BAUD(BAUD)
    ) u_player (
        .clk_i,
        .rst_i,
        .fault_i  ('0),
        .uart_rx_i,
        .uart_tx_o(tx[i])
    );
  end

  assign uart_tx_o = &tx;
endmodule
