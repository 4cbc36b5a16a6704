// Sends bytes, 8N1, least significant bit first.
//
// valid_i  __|‾|_______________________________________     taken when ready_o is high too
// ready_o  ‾‾‾‾\______________________________/‾‾‾‾‾‾‾
// tx_o     ‾‾‾‾\start X b0 X b1 X … X b7 /‾stop‾‾‾‾‾‾‾
//          each bit CLOCK_HZ / BAUD clocks on average, exactly
//
// The bit period comes from a fractional accumulator that starts at zero with each byte: it gains
// BAUD each clock and gives up CLOCK_HZ at each bit boundary. ready_o rises at the end of the stop
// bit, never before it. While nothing is sent, no register changes.
module uart_tx #(
    parameter int CLOCK_HZ = 50_000_000,
    parameter int BAUD     = 115_200
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [7:0]       data_i,
    input  logic             valid_i,
    output logic             ready_o,
    output logic             tx_o,
    input  uart_pkg::fault_t fault_i  // NO_FAULT in anything but a fault build
);

  localparam int W = $clog2(CLOCK_HZ) + 1;
  localparam logic [W-1:0] WHOLE_BIT = W'(CLOCK_HZ);
  localparam logic [W-1:0] STEP = W'(BAUD);
  localparam logic [W-1:0] STEP_FAST = W'(BAUD + BAUD / 25);
  localparam logic [W-1:0] STEP_HALF = W'(BAUD / 2);
  localparam logic [W-1:0] STEP_DOUBLE = W'(BAUD * 2);

  logic [W-1:0] step;
  always_comb
    unique case (fault_i)
      uart_pkg::FAST_BITS:   step = STEP_FAST;
      uart_pkg::HALF_RATE:   step = STEP_HALF;
      uart_pkg::DOUBLE_RATE: step = STEP_DOUBLE;
      default:               step = STEP;
    endcase

  logic [W-1:0] phase_q, phase_next;
  logic boundary;
  assign phase_next = phase_q + step;
  assign boundary   = phase_next >= WHOLE_BIT;

  // What follows the bit on the line; ones fill it up, so the stop bit comes by itself.
  logic [8:0] shift_q;
  logic [3:0] left_q;  // bits not yet over, the one on the line included
  assign ready_o = left_q == 4'd0;

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      if (valid_i) begin
        tx_o    <= 1'b0;
        shift_q <= {1'b1, data_i};
        left_q  <= fault_i == uart_pkg::NO_STOP_BIT ? 4'd9 : 4'd10;
        phase_q <= '0;
      end
    end else if (!boundary) begin
      phase_q <= phase_next;
    end else begin
      phase_q <= phase_next - WHOLE_BIT;
      tx_o    <= shift_q[0];
      shift_q <= {1'b1, shift_q[8:1]};
      left_q  <= left_q - 4'd1;
    end

    if (rst_i) begin
      tx_o    <= 1'b1;
      shift_q <= '1;
      left_q  <= 4'd0;
      phase_q <= '0;
    end
  end

`ifdef FORMAL
`include "uart_tx_formal.svh"
`endif

endmodule
