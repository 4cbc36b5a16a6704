// What is proven of uart_tx, for every length of a run. This file stands inside the module where FORMAL
// is defined; `prove` does so. Times are in units of which a bit has CLOCK_HZ and a clock BAUD.

  localparam logic [39:0] BIT = 40'(CLOCK_HZ);
  localparam logic [39:0] CLOCK = 40'(BAUD);

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;
  always_comb begin
    assume (rst_i == !begun);
    assume (fault_i == `FAULT);
  end

  logic under_way;
  logic [9:0] frame;   // as it stands on the line, the start bit first
  logic [39:0] sent;   // since its first clock
  always_ff @(posedge clk_i)
    if (!begun) under_way <= 1'b0;
    else if (ready_o && valid_i) begin
      under_way <= 1'b1;
      frame     <= {1'b1, data_i, 1'b0};
      sent      <= '0;
    end else begin
      if (sent + CLOCK >= 40'd10 * BIT) under_way <= 1'b0;
      sent <= sent + CLOCK;
    end

  always_ff @(posedge clk_i)
    if (begun) begin
      // Ten bits, each in its time, and nothing else.
      assert (ready_o == !under_way);
      if (!under_way) assert (tx_o);
      for (int i = 0; i < 10; i++)
        if (under_way && sent >= 40'(i) * BIT && sent < 40'(i + 1) * BIT) assert (tx_o == frame[i]);

      // By which that is shown.
      if (under_way) begin
        assert (left_q >= 4'd1 && left_q <= 4'd10 && phase_q < WHOLE_BIT);
        assert (sent == (40'd10 - 40'(left_q)) * BIT + 40'(phase_q));
        for (int i = 1; i < 10; i++)
          if (4'd10 - left_q < 4'(i)) assert (shift_q[4'(i) + left_q - 4'd11] == frame[i]);
        for (int i = 0; i < 9; i++)
          if (4'(i) + 4'd1 >= left_q) assert (shift_q[i]);
      end
    end
