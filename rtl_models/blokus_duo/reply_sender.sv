// Hands a reply of up to five bytes to the transmitter, one after the other.
module reply_sender #(
    parameter int CLOCK_HZ = 50_000_000
) (
    input  logic            clk_i,
    input  logic            rst_i,
    input  logic            start_i,
    input  logic [39:0]     reply_i,  // the first byte on top
    input  logic [ 2:0]     length_i,
    output logic            busy_o,   // until the last byte's stop bit has gone
    output logic [ 7:0]     data_o,
    output logic            valid_o,
    input  logic            ready_i,

    input  logic            asked_i,  // one clock: the request that this reply is to has just ended
    input  duo_pkg::fault_t fault_i
);

  logic [39:0] bytes_q;
  logic [ 2:0] left_q;
  logic hold;
  assign busy_o  = left_q != 3'd0 || !ready_i;
  assign data_o  = bytes_q[39:32];
  assign valid_o = left_q != 3'd0 && !hold;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      bytes_q <= reply_i;
      left_q  <= length_i;
    end else if (valid_o && ready_i) begin
      bytes_q <= {bytes_q[31:0], 8'd0};
      left_q  <= left_q - 3'd1;
    end
    if (rst_i) begin
      bytes_q <= 40'd0;
      left_q  <= 3'd0;
    end
  end

  // The waits of the faults: 1.02 s after the request, or 0.343 s before each byte but the first.
  localparam int W = $clog2(CLOCK_HZ) + 1;
  localparam logic [W-1:0] LATE = W'(CLOCK_HZ + CLOCK_HZ / 50);
  localparam logic [W-1:0] DRIP = W'(CLOCK_HZ / 3 + CLOCK_HZ / 100);

  logic late;
  assign late = fault_i == duo_pkg::LATE || fault_i == duo_pkg::LATE_HELLO;

  logic [W-1:0] wait_q;
  assign hold = (late || fault_i == duo_pkg::DRIP) && wait_q != '0;

  always_ff @(posedge clk_i) begin
    if (late && asked_i) wait_q <= LATE;
    else if (fault_i == duo_pkg::DRIP && valid_o && ready_i && left_q != 3'd1) wait_q <= DRIP;
    else if (hold) wait_q <= wait_q - W'(1);
    if (rst_i) wait_q <= '0;
  end

endmodule
