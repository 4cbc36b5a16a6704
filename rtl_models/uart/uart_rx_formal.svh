// What is proven of uart_rx, for every length of a run. This file stands inside the module where FORMAL
// is defined; `prove` does so. Times are in units of which a bit has CLOCK_HZ and a clock BAUD.

  localparam logic [39:0] BIT = 40'(CLOCK_HZ);
  localparam logic [39:0] CLOCK = 40'(BAUD);
  localparam logic [39:0] HALF = 40'(WHOLE_BIT - HALF_BIT);  // where the phase begins

  logic begun = 1'b0;
  logic [2:0] age;  // clocks since the reset, up to 7
  always_ff @(posedge clk_i) begin
    begun <= 1'b1;
    if (!begun) age <= 3'd0;
    else if (age != 3'd7) age <= age + 3'd1;
  end
  always_comb begin
    assume (rst_i == !begun);
    assume (fault_i == `FAULT);
  end

  // From the first edge of the start bit to now, and half a bit.
  logic [39:0] heard;
  assign heard = 40'(bit_q) * BIT + 40'(phase_q);

`ifdef GLITCHES

  // The line is low for less than half a bit, and then high for half a bit at least.
  logic [39:0] low, high;  // for how long it has been so, at most eight bits
  always_ff @(posedge clk_i)
    if (!begun) begin
      low  <= '0;
      high <= 40'd8 * BIT;
    end else if (rx_i) begin
      low  <= '0;
      if (high < 40'd8 * BIT) high <= high + CLOCK;
    end else begin
      low  <= low + CLOCK;
      high <= '0;
    end
  always_comb begin
    if (age != 3'd7) assume (rx_i);
    if (!rx_i) assume (40'd2 * (low + CLOCK) < BIT);
    if (!rx_i && low == '0) assume (40'd2 * high >= BIT);
  end

  // Since it fell last, at most eight bits.
  logic [39:0] fell;
  always_ff @(posedge clk_i)
    if (!begun) fell <= 40'd8 * BIT;
    else if (!rx_i && low == '0) fell <= '0;
    else if (fell < 40'd8 * BIT) fell <= fell + CLOCK;

  // The same of what the receiver sees: sync_q[0] is the line one clock ago, as low, high and fell tell it.
  logic [39:0] low_seen, high_seen, fell_seen;
  always_ff @(posedge clk_i) begin
    low_seen  <= begun ? low : '0;
    high_seen <= begun ? high : 40'd8 * BIT;
    fell_seen <= begun ? fell : 40'd8 * BIT;
  end

  always_ff @(posedge clk_i)
    if (begun) begin
      // A glitch starts no byte.
      assert (!valid_o);
      if (state_q == BITS) assert (bit_q == START_BIT);

      // By which that is shown.
      assert (sync_q == {low_seen == '0, low == '0});
      if (low != '0) assert (high == '0 && low == fell + CLOCK && 40'd2 * low < BIT);
      if (low == '0) assert (fell >= high || fell >= 40'd8 * BIT);
      if (low_seen != '0) assert (low_seen == fell_seen + CLOCK && 40'd2 * low_seen < BIT);
      if (low_seen == '0) assert (fell_seen >= high_seen || fell_seen >= 40'd8 * BIT);
      if (age < 3'd4) assert (low == '0 && low_seen == '0);
      if (age >= 3'd2) assert (state_q == IDLE || state_q == BITS);
      if (state_q == BITS) assert (heard >= HALF && heard < BIT && fell_seen == heard - HALF + CLOCK);
      if (state_q == IDLE && low_seen != '0) assert (fell_seen == '0);
    end

`else

  // A sender: any byte, after any gap, at a rate that is up to 2.5 % off and does not change. Its first
  // clock sees any part of the start bit gone.
  (* anyconst *) logic [W-1:0] rate;
  (* anyseq *) logic begins;
  (* anyseq *) logic [7:0] any_byte;
  (* anyseq *) logic [W-1:0] any_lead;
  always_comb begin
    assume (40'd40 * 40'(rate) >= 40'd39 * CLOCK);
    assume (40'd40 * 40'(rate) <= 40'd41 * CLOCK);
    assume (any_lead < rate);
    if (age != 3'd7) assume (!begins);
`ifdef EXAMPLE
    // One of them, so that a run that shows a defect is found in seconds.
    assume (rate == W'(BAUD + BAUD / 40) && any_byte == 8'h55 && any_lead == '0);
    assume (begins == (age == 3'd7));
`endif
  end

  logic active, first;
  logic [3:0] at;  // which bit is on the line
  logic [W-1:0] phase, lead;
  logic [7:0] sent;
  logic over;  // the frame ends with this clock
  assign over = at == 4'd9 && phase + rate >= WHOLE_BIT;
  always_ff @(posedge clk_i) begin
    first <= 1'b0;
    if (!active || over) begin
      active <= begins;
      first  <= begins;
      at     <= 4'd0;
      phase  <= any_lead;
      lead   <= any_lead;
      sent   <= any_byte;
    end else if (phase + rate >= WHOLE_BIT) begin
      phase <= phase + rate - WHOLE_BIT;
      at    <= at + 4'd1;
    end else begin
      phase <= phase + rate;
    end
    if (!begun) begin
      active <= 1'b0;
      first  <= 1'b0;
    end
  end
  logic line;
  assign line = !active || at == 4'd9 || (at != 4'd0 && sent[3'(at - 4'd1)]);
  always_comb assume (rx_i == line);

  // The same as it is seen behind the synchronizer: one clock later, and two.
  logic [1:0] is_active, is_first, is_high;
  logic [3:0] is_at[2];
  logic [W-1:0] is_phase[2], is_lead[2];
  logic [7:0] is_sent[2];
  always_ff @(posedge clk_i) begin
    is_active   <= begun ? {is_active[0], active} : 2'b00;
    is_first    <= begun ? {is_first[0], first} : 2'b00;
    is_high     <= begun ? {is_high[0], line} : 2'b11;
    is_at[0]    <= at;
    is_at[1]    <= is_at[0];
    is_phase[0] <= phase;
    is_phase[1] <= is_phase[0];
    is_lead[0]  <= lead;
    is_lead[1]  <= is_lead[0];
    is_sent[0]  <= sent;
    is_sent[1]  <= is_sent[0];
  end

  logic [1:0] is_step, is_over;  // a bit ends with this clock; the frame does
  always_comb
    for (int i = 0; i < 2; i++) begin
      is_step[i] = is_phase[i] + rate >= WHOLE_BIT;
      is_over[i] = is_step[i] && is_at[i] == 4'd9;
    end

  logic got;  // the byte of the frame that is seen
  always_ff @(posedge clk_i) got <= begun && !is_first[0] && (got || valid_o);

  // Since the beginning of the frame that is seen: as the sender counts, and as the receiver does.
  logic [39:0] elapsed, counted;
  assign elapsed = 40'(is_at[1]) * BIT + 40'(is_phase[1]) - 40'(is_lead[1]);
  assign counted = heard - HALF + CLOCK;

  always_ff @(posedge clk_i)
    if (begun) begin
      // What holds of the sender.
      if (active) assert (at <= 4'd9 && phase < WHOLE_BIT && lead < rate);
      if (first) assert (active && at == 4'd0 && phase == lead);
      if (active && at == 4'd0) assert (phase >= lead);
      if (age < 3'd7) assert (!active && is_active == 2'b00);
      assert (sync_q == is_high);
      for (int i = 0; i < 2; i++) begin
        if (is_active[i]) assert (is_at[i] <= 4'd9 && is_phase[i] < WHOLE_BIT && is_lead[i] < rate);
        if (is_first[i]) assert (is_active[i] && is_at[i] == 4'd0 && is_phase[i] == is_lead[i]);
        if (is_active[i] && is_at[i] == 4'd0) assert (is_phase[i] >= is_lead[i]);
        assert (is_high[i] == (!is_active[i] || is_at[i] == 4'd9 ||
                               (is_at[i] != 4'd0 && is_sent[i][3'(is_at[i] - 4'd1)])));
      end
      if (is_active[0] && !is_over[0])
        assert (active && !first && sent == is_sent[0] && lead == is_lead[0] &&
                at == (is_step[0] ? is_at[0] + 4'd1 : is_at[0]) &&
                phase == (is_step[0] ? is_phase[0] + rate - WHOLE_BIT : is_phase[0] + rate));
      else assert (active == first);
      if (is_active[1] && !is_over[1])
        assert (is_active[0] && !is_first[0] && is_sent[0] == is_sent[1] && is_lead[0] == is_lead[1] &&
                is_at[0] == (is_step[1] ? is_at[1] + 4'd1 : is_at[1]) &&
                is_phase[0] == (is_step[1] ? is_phase[1] + rate - WHOLE_BIT : is_phase[1] + rate));
      else assert (is_active[0] == is_first[0]);

      // What is sent is received, once, within its stop bit; and nothing else is.
      if (valid_o) assert (is_active[1] && is_at[1] == 4'd9 && data_o == is_sent[1] && !got);
      if (is_active[1] && is_at[1] == 4'd9 && is_phase[1] + rate >= WHOLE_BIT) assert (got);

      // By which that is shown.
      if (valid_o) assert (state_q == IDLE && elapsed + 40'(is_lead[1]) + 40'(rate) < 40'd10 * BIT);
      if (age >= 3'd4) assert (state_q == IDLE || state_q == BITS);
      if (state_q == IDLE && is_active[1])
        assert (is_first[1] || (is_at[1] == 4'd9 && (got || valid_o)));
      if (state_q == BITS) begin
        assert (is_active[1] && !is_first[1] && !got && !valid_o);
        assert (bit_q <= FIRST_STOP_BIT && phase_q < WHOLE_BIT && heard >= HALF);
        assert (40'd40 * elapsed <= 40'd41 * counted);
        assert (40'd40 * elapsed >= 40'd39 * counted);
        for (int i = 1; i <= 8; i++)
          if (bit_q > 4'(i)) assert (data_o[3'(4'(8 + i) - bit_q)] == is_sent[1][i-1]);
      end
    end

`endif
