// What stands between a player and its host's line: the UART, and a FIFO for what comes while the
// player thinks. A top consists of this shell and of the player's own logic.
//
// uart_rx_i ──► uart_rx ──► byte_fifo ──► received_o, received_valid_o, received_pop_i
// uart_tx_o ◄── uart_tx ◄──────────────── to_send_i,  to_send_valid_i,  to_send_ready_o
//
// There is no register here besides those of the three: their files tell the timing. rst_i is
// synchronous to clk_i; a board's top adapts the reset that the board has.
module player_shell #(
    parameter int CLOCK_HZ   = 50_000_000,
    parameter int BAUD       = 115_200,
    parameter int DEPTH_LOG2 = 5            // of the FIFO
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             uart_rx_i,         // asynchronous
    output logic             uart_tx_o,
    output logic [7:0]       received_o,
    output logic             received_valid_o,
    input  logic             received_pop_i,    // only while received_valid_o
    input  logic [7:0]       to_send_i,
    input  logic             to_send_valid_i,
    output logic             to_send_ready_o,   // high: what is valid is taken
    input  uart_pkg::fault_t fault_i            // NO_FAULT in anything but a fault build
);

  logic [7:0] rx_data;
  logic rx_valid, rx_masked;
  assign rx_masked = fault_i == uart_pkg::HALF_DUPLEX && !to_send_ready_o;

  uart_rx #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) u_receiver (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .rx_i   (uart_rx_i || rx_masked),
      .data_o (rx_data),
      .valid_o(rx_valid),
      .fault_i(fault_i)
  );

  byte_fifo #(
      .DEPTH_LOG2(DEPTH_LOG2)
  ) u_bytes (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .data_i (rx_data),
      .push_i (rx_valid),
      .data_o (received_o),
      .valid_o(received_valid_o),
      .pop_i  (received_pop_i)
  );

  uart_tx #(
      .CLOCK_HZ(CLOCK_HZ),
      .BAUD    (BAUD)
  ) u_transmitter (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .data_i (to_send_i),
      .valid_i(to_send_valid_i),
      .ready_o(to_send_ready_o),
      .tx_o   (uart_tx_o),
      .fault_i(fault_i)
  );

endmodule
