// Puts the host's bytes together to lines, and reads them:
//
//   ?, -T  what is your name
//   -W     a new game, you play white and begin
//   -B     a new game, you play red
//   --     a new game, not for you
//   A12+   the opponent's move: column, row, symbol
//   20     the board is 20 x 20; 0: as large as you like
//
// A line ends with LF; a CR before it is ignored. A line that is none of these is ignored as a
// whole, however long it is. GREETING chooses one of ?, -T and the size of the board; STAND_BY
// whether there is --.
module line_parser #(
    parameter logic [1:0] GREETING = 2'd0,  // see trax_pkg
    parameter bit         STAND_BY = 1'b1,
    parameter int         CLOCK_HZ = 50_000_000
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic [7:0]        byte_i,
    input  logic              byte_valid_i,
    output logic              byte_pop_o,

    output logic              valid_o,      // a line stands at the outputs below …
    input  logic              taken_i,      // … until it is taken
    output trax_pkg::kind_t   kind_o,       // ASK, …
    output logic [7:0]        column_o,     // MOVE: @ = 0, A = 1 … Z = 26, AA = 27 …
    output logic [7:0]        number_o,     // MOVE: the row; SIZE: the size
    output logic              too_large_o,  // one of these is above 255
    output trax_pkg::symbol_t symbol_o,     // MOVE
    input  trax_pkg::fault_t  fault_i
);

  // What the line is so far.
  typedef enum logic [3:0] {
    NOTHING,
    DASH,
    AT_SIGN,
    LETTERS,
    ZERO_ROW,
    ROW,
    BOARD_SIZE,  // these may end …
    WHOLE,       // … here
    CR_CAME,
    NONSENSE
  } so_far_t;

  localparam logic [7:0] LF = 8'h0a;
  localparam logic [7:0] CR = 8'h0d;

  so_far_t line_q;
  logic take, impatient;
  assign take       = byte_valid_i && !valid_o;
  assign byte_pop_o = take;

  logic is_letter, is_digit, is_zero, is_symbol;
  assign is_letter = byte_i >= "A" && byte_i <= "Z";
  assign is_digit  = byte_i >= "0" && byte_i <= "9";
  assign is_zero   = byte_i == "0";
  assign is_symbol = byte_i == "+" || byte_i == "/" || byte_i == "\\";

  logic [12:0] times_26, longer_column;
  logic [11:0] times_10, longer_number;
  logic first_letter, first_digit, second_letter;
  logic one_letter_q;
  assign first_letter  = line_q == NOTHING;
  assign first_digit   = line_q != ROW && line_q != BOARD_SIZE;
  assign second_letter = line_q == LETTERS && one_letter_q;
  assign times_26      = {1'b0, column_o, 4'd0} + {2'd0, column_o, 3'd0} + {4'd0, column_o, 1'b0};
  assign times_10      = {1'b0, number_o, 3'd0} + {3'd0, number_o, 1'b0};
  assign longer_column = (first_letter ? 13'd0 : times_26) + {8'd0, byte_i[4:0]}
                       - {12'd0, fault_i == trax_pkg::COLUMN_AA_26 && second_letter};
  assign longer_number = (first_digit ? 12'd0 : times_10) + {8'd0, byte_i[3:0]};

  always_ff @(posedge clk_i) begin
    if (valid_o && taken_i) valid_o <= 1'b0;

    if (take && byte_i == LF) begin
      valid_o <= line_q == WHOLE || line_q == BOARD_SIZE || line_q == CR_CAME;
      line_q  <= NOTHING;
    end else if (take) begin
      line_q <= NONSENSE;  // unless one of these fits
      if (line_q == NOTHING) begin
        column_o     <= 8'd0;
        too_large_o  <= 1'b0;
        one_letter_q <= 1'b1;
      end

      unique case (line_q)
        NOTHING: begin
          if (byte_i == "?" && GREETING == trax_pkg::BY_MARK) begin
            kind_o <= trax_pkg::ASK;
            line_q <= WHOLE;
          end
          if (byte_i == "-") line_q <= DASH;
          if (byte_i == "@") line_q <= AT_SIGN;
        end

        DASH: begin
          kind_o <= byte_i == "W" ? trax_pkg::WHITE
                  : byte_i == "B" ? trax_pkg::RED
                  : byte_i == "T" ? trax_pkg::ASK : trax_pkg::STAND_BY;
          if (byte_i == "W" || byte_i == "B" || (byte_i == "-" && STAND_BY)
              || (byte_i == "T" && GREETING == trax_pkg::BY_DASH_T))
            line_q <= WHOLE;
        end

        ZERO_ROW, ROW:
        if (is_symbol) begin
          kind_o   <= trax_pkg::MOVE;
          symbol_o <= byte_i == "+" ? trax_pkg::PLUS
                    : byte_i == "/" ? trax_pkg::SLASH : trax_pkg::BACKSLASH;
          line_q   <= WHOLE;
        end

        default: ;
      endcase

      if (is_letter && (line_q == NOTHING || line_q == LETTERS)) begin
        column_o <= longer_column[7:0];
        if (longer_column[12:8] != 5'd0) too_large_o <= 1'b1;
        if (line_q == LETTERS) one_letter_q <= 1'b0;
        line_q <= LETTERS;
      end

      if (is_digit && (line_q == AT_SIGN || line_q == LETTERS || line_q == ROW)) begin
        number_o <= longer_number[7:0];
        if (longer_number[11:8] != 4'd0) too_large_o <= 1'b1;
        line_q <= is_zero && line_q != ROW ? ZERO_ROW : ROW;
      end

      if (is_digit && GREETING == trax_pkg::BY_SIZE && (line_q == NOTHING || line_q == BOARD_SIZE)) begin
        kind_o   <= trax_pkg::SIZE;
        number_o <= longer_number[7:0];
        if (longer_number[11:8] != 4'd0) too_large_o <= 1'b1;
        line_q <= BOARD_SIZE;
      end

      if (byte_i == CR && (line_q == WHOLE || line_q == BOARD_SIZE)) line_q <= CR_CAME;
    end

    if (impatient) line_q <= NOTHING;

    if (rst_i) begin
      line_q       <= NOTHING;
      valid_o      <= 1'b0;
      kind_o       <= trax_pkg::ASK;
      column_o     <= 8'd0;
      number_o     <= 8'd0;
      too_large_o  <= 1'b0;
      symbol_o     <= trax_pkg::PLUS;
      one_letter_q <= 1'b1;
    end
  end

  // The wait of a fault: a line that pauses for 5 ms is given up.
  localparam int W = $clog2(CLOCK_HZ);
  localparam logic [W-1:0] PATIENCE = W'(CLOCK_HZ / 200);

  logic [W-1:0] quiet_q;
  assign impatient = fault_i == trax_pkg::IMPATIENT && quiet_q == PATIENCE;

  always_ff @(posedge clk_i) begin
    if (take || impatient || line_q == NOTHING) quiet_q <= '0;
    else if (fault_i == trax_pkg::IMPATIENT) quiet_q <= quiet_q + W'(1);
    if (rst_i) quiet_q <= '0;
  end

endmodule
