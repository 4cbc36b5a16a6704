// What is proven of byte_fifo, for every length of a run. This file stands inside the module where FORMAL
// is defined; `prove` does so.

  localparam logic [DEPTH_LOG2:0] DEPTH = {1'b1, {DEPTH_LOG2{1'b0}}};

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;
  always_comb begin
    assume (rst_i == !begun);
    if (!valid_o) assume (!pop_i);
  end

  logic [DEPTH_LOG2:0] kept;
  assign kept = write_q - read_q;

  // Any byte that comes, whichever it is, is followed on its way.
  (* anyseq *) logic follow;
  logic followed;
  logic [7:0] byte_q;
  logic [DEPTH_LOG2:0] ahead;  // bytes that leave before it
  logic comes, leaves;
  assign comes  = follow && push_i && !followed && kept != DEPTH;
  assign leaves = followed && pop_i && ahead == '0;
  always_ff @(posedge clk_i)
    if (!begun) followed <= 1'b0;
    else if (comes) begin
      followed <= 1'b1;
      byte_q   <= data_i;
      ahead    <= kept - (DEPTH_LOG2 + 1)'(pop_i);
    end else if (leaves) followed <= 1'b0;
    else if (pop_i) ahead <= ahead - ONE;

  logic [DEPTH_LOG2:0] place;
  assign place = read_q + ahead;

  always_ff @(posedge clk_i)
    if (begun) begin
      // It is there until it leaves, and leaves as it came; a byte is shown only where there is one.
      if (leaves) assert (data_o == byte_q);
      if (followed) assert (ahead < kept);
      assert (kept <= DEPTH);
      if (valid_o) assert (kept != '0);

      // By which that is shown.
      if (followed) assert (memory[place[DEPTH_LOG2-1:0]] == byte_q);
      if (valid_o) assert (data_o == memory[read_q[DEPTH_LOG2-1:0]]);
    end
