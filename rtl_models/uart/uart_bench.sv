// Runs the UART under its assertions: bytes go through the transmitter, over a line that has
// glitches and breaks between them, through the receiver and the FIFO, and must come out as they
// went in. The script check_assertions builds it and says what each run must do.
//
//   +fault=N    switches a defect of uart_pkg on
//   +full       never pops the FIFO: it must lose what finds it full
//   +misuse     pops the FIFO without looking whether it has a byte
module uart_bench;

  localparam int CLOCK_HZ = 1_000_000;
  localparam int BAUD = 115_200;
  localparam int BYTES = 300;

  logic clk = 1'b0;
  logic rst = 1'b1;
  always #5 clk = !clk;

  logic full, misuse;
  uart_pkg::fault_t fault;

  logic [7:0] to_send, received, out;
  logic send, ready, tx, disturbed, valid, out_valid, pop;

  uart_tx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_tx (
      .clk_i(clk), .rst_i(rst), .data_i(to_send), .valid_i(send), .ready_o(ready), .tx_o(tx),
      .fault_i(fault)
  );

  uart_rx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_rx (
      .clk_i(clk), .rst_i(rst), .rx_i(tx && !disturbed), .data_o(received), .valid_o(valid),
      .fault_i(fault)
  );

  byte_fifo #(.DEPTH_LOG2(2)) u_fifo (
      .clk_i(clk), .rst_i(rst), .data_i(received), .push_i(valid), .data_o(out),
      .valid_o(out_valid), .pop_i(pop)
  );

  // A byte for each number: all values, in an order that has no pattern on the line.
  function automatic logic [7:0] byte_of(input int number);
    byte_of = 8'(number * 167 + 13);
  endfunction

  int taken = 0;
  always @(negedge clk)
    if (misuse) pop <= $urandom_range(3) == 0;
    else pop <= out_valid && !full && $urandom_range(9) == 0;

  always @(posedge clk)
    if (pop && out_valid && !rst) begin
      assert (out == byte_of(taken))
      else $fatal(1, "byte %0d is %02x, expected %02x", taken, out, byte_of(taken));
      taken <= taken + 1;
    end

  task automatic hold(input logic low, input int clocks);
    disturbed = low;
    repeat (clocks) @(negedge clk);
    disturbed = 1'b0;
  endtask

  initial begin
    if (!$value$plusargs("fault=%d", fault)) fault = uart_pkg::NO_FAULT;
    full      = $test$plusargs("full") != 0;
    misuse    = $test$plusargs("misuse") != 0;
    send      = 1'b0;
    to_send   = 8'd0;
    disturbed = 1'b0;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (20) @(negedge clk);
    for (int number = 0; number < BYTES; number++) begin
      to_send = byte_of(number);
      send    = 1'b1;
      @(negedge clk);
      send = 1'b0;
      while (!ready) @(negedge clk);
      if (number % 7 == 3) begin
        repeat (20) @(negedge clk);
        hold(1'b1, 2);  // a glitch: a quarter of a bit
        repeat (120) @(negedge clk);
      end
      if (number % 31 == 5) begin
        repeat (20) @(negedge clk);
        hold(1'b1, 130);  // a break
        repeat (120) @(negedge clk);
      end
    end
    repeat (400) @(negedge clk);
    assert (full || misuse || taken == BYTES)
    else $fatal(1, "%0d bytes came out, expected %0d", taken, BYTES);
    $display("%0d bytes", taken);
    $finish;
  end

endmodule
