// Writes a reply, character by character, to the transmitter: a text, or a move in Trax notation;
// then LF.
module reply_writer #(
    parameter int           CLOCK_HZ  = 50_000_000,
    parameter int           SECONDS   = 1,          // the contest's limit: for the faults
    parameter logic [127:0] TEAM_NAME = "ForcedPlayPlayer"
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    input  trax_pkg::reply_t  kind_i,    // NAME, …
    input  logic [7:0]        column_i,  // MOVE: @ = 0, A = 1 … Z = 26, AA = 27 …
    input  logic [7:0]        row_i,
    input  trax_pkg::symbol_t symbol_i,  // 0: +, 1: /, 2: \.
    output logic              busy_o,    // until the last character's stop bit has gone
    output logic [7:0]        data_o,
    output logic              valid_o,
    input  logic              ready_i,

    input  logic              asked_i,   // one clock: the request that this reply is to is here
    input  trax_pkg::fault_t  fault_i
);

  typedef enum logic [3:0] {
    IDLE, TEXT, DIVIDE, FIRST_LETTER, LAST_LETTER, HUNDREDS, TENS, UNITS, SYMBOL, END_CR,
    END_LF
  } state_t;

  // The name stands at the lower end of its parameter, after zeros.
  function automatic logic [4:0] length_of(input logic [127:0] name);
    integer i;
    length_of = 5'd0;
    for (i = 0; i < 16; i = i + 1) if (name[8*i+:8] != 8'd0) length_of = length_of + 5'd1;
  endfunction

  localparam logic [4:0] NAME_LENGTH = length_of(TEAM_NAME);
  localparam logic [127:0] NAME_ON_TOP = TEAM_NAME << (8'd128 - {NAME_LENGTH, 3'd0});

  state_t state_q;
  logic [127:0] text_q;
  logic [4:0] left_q;                // characters of the text
  trax_pkg::reply_t kind_q;
  logic [8:0] column_q;              // becomes the last letter
  logic [3:0] first_letter_q;        // 0: none
  logic [7:0] row_q;                 // becomes the units
  logic [1:0] hundreds_q;
  logic [3:0] tens_q;
  trax_pkg::symbol_t symbol_q;

  logic one_digit, hold, sent;
  assign one_digit = fault_i == trax_pkg::ROW_ONE_DIGIT || (hundreds_q == 2'd0 && tens_q == 4'd0);
  assign busy_o    = state_q != IDLE || !ready_i;
  assign valid_o   = state_q != IDLE && state_q != DIVIDE && !hold;
  assign sent      = valid_o && ready_i;

  logic [7:0] first_letter, last_letter, letter_1, letter_2;
  logic swap;
  assign first_letter = "@" + {4'd0, first_letter_q};
  assign last_letter  = "@" + column_q[7:0];
  assign swap         = fault_i == trax_pkg::COLUMNS_REVERSED && first_letter_q != 4'd0;
  assign letter_1     = swap ? last_letter : first_letter;
  assign letter_2     = swap ? first_letter : last_letter;

  logic [7:0] next_of_text;
  assign next_of_text = text_q[127:120];

  logic [7:0] symbol;
  always_comb
    unique case (symbol_q)
      trax_pkg::PLUS:  symbol = "+";
      trax_pkg::SLASH: symbol = "/";
      default:         symbol = "\\";
    endcase

  always_comb
    unique case (state_q)
      TEXT:         data_o = next_of_text;
      FIRST_LETTER: data_o = letter_1;
      LAST_LETTER:  data_o = letter_2;
      HUNDREDS:     data_o = "0" + {6'd0, hundreds_q};
      TENS:         data_o = "0" + {4'd0, tens_q};
      UNITS:        data_o = "0" + row_q;
      SYMBOL:       data_o = symbol;
      END_CR:       data_o = 8'h0d;
      default:      data_o = 8'h0a;
    endcase

  logic [4:0] name_length;
  assign name_length = fault_i == trax_pkg::NAME_OF_17 ? 5'd17 : NAME_LENGTH;

  state_t ending;
  logic no_lf;
  assign no_lf  = (fault_i == trax_pkg::NO_LF && kind_q == trax_pkg::REPLY_MOVE)
               || (fault_i == trax_pkg::NAME_WITHOUT_LF && kind_q == trax_pkg::REPLY_NAME);
  always_comb
    if (no_lf) ending = IDLE;
    else if (fault_i == trax_pkg::CR_LF) ending = END_CR;
    else ending = END_LF;

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      IDLE:
      if (start_i) begin
        kind_q         <= kind_i;
        column_q       <= {1'b0, column_i}
                        + {8'd0, fault_i == trax_pkg::COLUMN_AA_26 && column_i > 8'd26};
        row_q          <= row_i;
        symbol_q       <= symbol_i;
        first_letter_q <= 4'd0;
        hundreds_q     <= 2'd0;
        tens_q         <= 4'd0;
        state_q        <= kind_i == trax_pkg::REPLY_MOVE ? DIVIDE : TEXT;
        unique case (kind_i)
          trax_pkg::REPLY_NAME:     {text_q, left_q} <= {NAME_ON_TOP, name_length};
          trax_pkg::REPLY_READY:    {text_q, left_q} <= {"R", 120'd0, 5'd1};
          trax_pkg::REPLY_RED:      {text_q, left_q} <= {"-B", 112'd0, 5'd2};
          trax_pkg::REPLY_STAND_BY: {text_q, left_q} <= {"--", 112'd0, 5'd2};
          default:                  ;
        endcase
      end

      TEXT:
      if (sent) begin
        text_q <= {text_q[119:0], "_"};
        left_q <= left_q - 5'd1;
        if (left_q == 5'd1) state_q <= ending;
      end

      DIVIDE: begin
        if (column_q > 9'd26) begin
          column_q       <= column_q - 9'd26;
          first_letter_q <= first_letter_q + 4'd1;
        end
        if (row_q >= 8'd100) begin
          row_q      <= row_q - 8'd100;
          hundreds_q <= hundreds_q + 2'd1;
        end else if (row_q >= 8'd10) begin
          row_q  <= row_q - 8'd10;
          tens_q <= tens_q + 4'd1;
        end
        if (column_q <= 9'd26 && row_q < 8'd10)
          state_q <= first_letter_q == 4'd0 ? LAST_LETTER : FIRST_LETTER;
      end

      FIRST_LETTER: if (sent) state_q <= LAST_LETTER;
      LAST_LETTER:  if (sent) state_q <= one_digit ? UNITS : hundreds_q == 2'd0 ? TENS : HUNDREDS;
      HUNDREDS:     if (sent) state_q <= TENS;
      TENS:         if (sent) state_q <= UNITS;
      UNITS:        if (sent) state_q <= SYMBOL;
      SYMBOL:       if (sent) state_q <= ending;
      END_CR:       if (sent) state_q <= END_LF;
      END_LF:       if (sent) state_q <= IDLE;
      default:      state_q <= IDLE;
    endcase

    if (rst_i) begin
      state_q        <= IDLE;
      kind_q         <= trax_pkg::REPLY_NAME;
      text_q         <= 128'd0;
      left_q         <= 5'd0;
      column_q       <= 9'd0;
      first_letter_q <= 4'd0;
      row_q          <= 8'd0;
      hundreds_q     <= 2'd0;
      tens_q         <= 4'd0;
      symbol_q       <= trax_pkg::PLUS;
    end
  end

  // The wait of the faults: 20 ms past the limit from the request on, for the whole reply or for
  // its LF alone.
  localparam int W = $clog2(CLOCK_HZ * (SECONDS + 1));
  localparam logic [W-1:0] LATE = W'(CLOCK_HZ * SECONDS + CLOCK_HZ / 50);

  logic [W-1:0] wait_q;
  logic late;
  assign late = fault_i == trax_pkg::LATE || fault_i == trax_pkg::LATE_NAME;
  assign hold = wait_q != '0
             && (late || (fault_i == trax_pkg::LATE_LF && state_q == END_LF));

  always_ff @(posedge clk_i) begin
    if ((late || fault_i == trax_pkg::LATE_LF) && asked_i) wait_q <= LATE;
    else if (wait_q != '0) wait_q <= wait_q - W'(1);
    if (rst_i) wait_q <= '0;
  end

endmodule
