// Receives bytes, 8N1, least significant bit first.
//
// rx_i    ‾‾‾\_start_/ b0 X b1 X … X b7 /‾stop‾‾‾
//             ' 0.5 ' 1.5 ' 2.5     8.5 ' 9.5         bit periods after the falling edge: samples
// valid_o                               ___|‾|___     one clock, together with data_o
//
// The middle of a bit is found by a fractional accumulator: it gains BAUD each clock and gives up
// CLOCK_HZ at each sample, so a bit lasts CLOCK_HZ / BAUD clocks on average, exactly. It starts
// anew with each start bit.
//
// - A start bit that is high again at its middle was a glitch: ignored.
// - A byte whose stop bit is low is dropped, and the line must go high before the next start bit
//   can begin.
// - A good stop bit ends at its middle: a sender that is a little too fast is followed.
// - While the line is high and no byte is under way, no register changes.
module uart_rx #(
    parameter int CLOCK_HZ = 50_000_000,
    parameter int BAUD     = 115_200
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             rx_i,    // asynchronous
    output logic [7:0]       data_o,
    output logic             valid_o,
    input  uart_pkg::fault_t fault_i  // NO_FAULT in anything but a fault build
);

  localparam int W = $clog2(CLOCK_HZ) + 1;
  localparam logic [W-1:0] WHOLE_BIT = W'(CLOCK_HZ);
  localparam logic [W-1:0] HALF_BIT = W'(CLOCK_HZ / 2);
  localparam logic [W-1:0] LATE_IN_A_BIT = W'(CLOCK_HZ / 8 * 7);
  localparam logic [W-1:0] STEP = W'(BAUD);

  logic [W-1:0] to_first_sample;  // from the falling edge
  assign to_first_sample = fault_i == uart_pkg::SAMPLES_LATE ? LATE_IN_A_BIT : HALF_BIT;

  typedef enum logic [1:0] {IDLE, BITS, WAIT_HIGH} state_t;

  localparam logic [3:0] START_BIT = 4'd0;
  localparam logic [3:0] FIRST_STOP_BIT = 4'd9;
  logic [3:0] last_bit;
  assign last_bit = fault_i == uart_pkg::TWO_STOP_BITS ? FIRST_STOP_BIT + 4'd1 : FIRST_STOP_BIT;

  logic [1:0] sync_q;
  logic       rx;
  assign rx = sync_q[1];

  state_t state_q;
  logic [3:0] bit_q;
  logic [W-1:0] phase_q, phase_next;
  logic sample;
  assign phase_next = phase_q + STEP;
  assign sample     = phase_next >= WHOLE_BIT;

  logic stuck;
  assign stuck = fault_i == uart_pkg::STUCK_BY_BREAK && bit_q > FIRST_STOP_BIT && data_o == 8'd0;

  always_ff @(posedge clk_i) begin
    sync_q  <= {sync_q[0], rx_i};
    valid_o <= 1'b0;

    unique case (state_q)
      IDLE:
      if (!rx) begin
        state_q <= BITS;
        bit_q   <= START_BIT;
        phase_q <= WHOLE_BIT - to_first_sample;
      end

      BITS:
      if (!sample) begin
        phase_q <= phase_next;
      end else begin
        phase_q <= phase_next - WHOLE_BIT;
        bit_q   <= bit_q + 4'd1;
        if (bit_q == START_BIT) begin
          if (rx && fault_i != uart_pkg::NO_START_CHECK) state_q <= IDLE;
        end else if (bit_q == last_bit) begin
          valid_o <= rx || fault_i == uart_pkg::NO_STOP_CHECK;
          state_q <= rx ? IDLE : WAIT_HIGH;
        end else if (bit_q < FIRST_STOP_BIT) begin
          data_o <= {rx, data_o[7:1]};
        end
      end

      WAIT_HIGH: if (rx && !stuck) state_q <= IDLE;

      default: state_q <= WAIT_HIGH;
    endcase

    if (rst_i) begin
      sync_q  <= 2'b11;
      state_q <= WAIT_HIGH;
      bit_q   <= START_BIT;
      phase_q <= '0;
      data_o  <= 8'd0;
      valid_o <= 1'b0;
    end
  end

`ifdef FORMAL
`include "uart_rx_formal.svh"
`endif

endmodule
