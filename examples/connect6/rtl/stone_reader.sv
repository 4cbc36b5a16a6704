// Puts the host's bytes together to stones.
//
//   D or L         once after power-up: who begins; bytes before it are ignored
//   rrcc           a stone: row and column, 01 … 19 each
//
// Bytes may be glued or apart as they like. A byte that is no digit is ignored in a stone. There is
// nothing in the messages to begin anew at: a digit that is lost on the line shifts all that follow
// it, until the next reset.
module stone_reader #(
    parameter int CLOCK_HZ = 12_000_000
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic [7:0]           byte_i,
    input  logic                 byte_valid_i,
    output logic                 byte_pop_o,

    output logic                 colour_known_o,  // D or L has come
    output logic                 dark_o,          // it was D
    output logic                 valid_o,         // a whole stone stands at the outputs below …
    input  logic                 taken_i,         // … until it is taken
    output logic                 on_board_o,
    output logic [4:0]           row_o,
    output logic [4:0]           column_o,

    output logic                 begun_o,         // one clock: the first digit of a stone
    input  connect6_pkg::fault_t fault_i
);

  typedef enum logic [2:0] {COLOUR, ROW_TENS, ROW_ONES, COLUMN_TENS, COLUMN_ONES} byte_t;

  byte_t expect_q;
  logic take, is_digit, is_colour;
  assign take       = byte_valid_i && !valid_o;
  assign byte_pop_o = take;
  assign is_digit   = byte_i >= "0" && byte_i <= "9";
  assign is_colour  = byte_i == "D" || byte_i == "L";

  // 0 … 99
  logic [6:0] first_q, second_q, with_ones;
  logic [6:0] tens;
  assign tens      = {3'd0, byte_i[3:0]} * 7'd10;
  assign with_ones = second_q + {3'd0, byte_i[3:0]};

  function automatic logic is_on_board(input logic [6:0] number);
    is_on_board = number >= 7'd1 && number <= 7'd19;
  endfunction

  logic swapped;
  assign swapped    = fault_i == connect6_pkg::ROWS_FOR_COLUMNS;
  assign row_o      = swapped ? second_q[4:0] : first_q[4:0];
  assign column_o   = swapped ? first_q[4:0] : second_q[4:0];
  assign on_board_o = is_on_board(first_q) && is_on_board(second_q);

  logic impatient;

  always_ff @(posedge clk_i) begin
    begun_o <= 1'b0;
    if (valid_o && taken_i) valid_o <= 1'b0;

    unique case (expect_q)
      ROW_TENS:
      if (take && is_digit) begin
        second_q <= tens;
        begun_o  <= 1'b1;
        expect_q <= ROW_ONES;
      end

      ROW_ONES:
      if (take && is_digit) begin
        first_q  <= with_ones;
        expect_q <= COLUMN_TENS;
      end

      COLUMN_TENS:
      if (take && is_digit) begin
        second_q <= tens;
        expect_q <= COLUMN_ONES;
      end

      COLUMN_ONES:
      if (take && is_digit) begin
        second_q <= with_ones;
        valid_o  <= 1'b1;
        expect_q <= ROW_TENS;
      end

      default:  // COLOUR
      if (take && is_colour) begin
        colour_known_o <= 1'b1;
        dark_o         <= byte_i == "D";
        expect_q       <= ROW_TENS;
      end
    endcase

    if (impatient) expect_q <= ROW_TENS;

    if (rst_i) begin
      if (fault_i != connect6_pkg::FORGETS_RESET) expect_q <= COLOUR;
      colour_known_o <= 1'b0;
      dark_o         <= 1'b0;
      valid_o        <= 1'b0;
      begun_o        <= 1'b0;
      first_q        <= 7'd0;
      second_q       <= 7'd0;
    end
  end

  // The wait of a fault: a stone that pauses for 10 ms is forgotten.
  localparam int W = $clog2(CLOCK_HZ);
  localparam logic [W-1:0] PATIENCE = W'(CLOCK_HZ / 100);

  logic [W-1:0] quiet_q;
  assign impatient = fault_i == connect6_pkg::GAP_TIME_OUT && quiet_q == PATIENCE;

  always_ff @(posedge clk_i) begin
    if (take || impatient || expect_q == COLOUR || expect_q == ROW_TENS) quiet_q <= '0;
    else if (fault_i == connect6_pkg::GAP_TIME_OUT) quiet_q <= quiet_q + W'(1);
    if (rst_i) quiet_q <= '0;
  end

endmodule
