// What clock generators tell: locked, a while after the end of their reset.
module rig_pll_lock (
    input      clock,
    input      reset,
    output reg locked
);
  reg [6:0] count;
  initial begin
    locked = 1'b0;
    count  = 7'd0;
  end
  always @(posedge clock or posedge reset) begin
    if (reset) begin
      locked <= 1'b0;
      count  <= 7'd0;
    end else if (count == 7'd100) begin
      locked <= 1'b1;
    end else begin
      count <= count + 7'd1;
    end
  end
endmodule
