// Looks along the four lines through a crossing, and says what a stone there is worth.
//
// start_i   _|‾|______________________________
// busy_o    ___/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\________     48 clocks; 2 if the crossing is not free
// results                            X valid      until the next start
//
// Six crossings in a row are a window. Those that hold the crossing are counted, six in each
// direction: the five crossings before it and the five behind it come one by one. A window
// with stones of both sides, or with a piece of the frame, is worth nothing to either.
module crossing_view (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 start_i,
    input  logic [4:0]           row_i,         // constant while busy_o
    input  logic [4:0]           column_i,
    output logic                 busy_o,
    output logic [9:0]           address_o,     // see board_memory
    input  connect6_pkg::cell_t  cell_i,

    output connect6_pkg::cell_t  holds_o,       // the crossing itself; what follows: if it is free
    output logic                 we_win_o,      // our stone makes six
    output logic                 we_need_one_o, // … needs one more for it
    output logic                 they_win_o,    // their stone makes six
    output logic [4:0]           blocked_o,     // windows that they would fill in one turn
    output logic [9:0]           lines_o,       // what the other windows are worth, 0 … 960
    input  connect6_pkg::fault_t fault_i
);

  localparam logic [3:0] LAST_STEP = 4'd10;
  localparam logic [3:0] MIDDLE = 4'd5;

  typedef enum logic [2:0] {IDLE, LOOK, SEE, WALK, LAST_CROSSING, LAST_WINDOW} state_t;

  state_t state_q;
  logic [1:0] direction_q;  // along the row, the column, down to the right, down to the left
  logic [3:0] step_q;       // 5 is the crossing
  logic [4:0] row_q, column_q;
  assign busy_o    = state_q != IDLE;
  assign address_o = {row_q, column_q};

  // Five steps before the crossing, in the direction that comes next.
  logic [1:0] next_direction;
  logic [4:0] first_row, first_column;
  assign next_direction = state_q == SEE ? 2'd0 : direction_q + 2'd1;
  assign first_row      = next_direction == 2'd0 ? row_i : row_i - 5'd5;
  always_comb
    unique case (next_direction)
      2'd1:    first_column = column_i;
      2'd3:    first_column = column_i + 5'd5;
      default: first_column = column_i - 5'd5;
    endcase

  logic last_step;
  assign last_step = step_q == LAST_STEP;

  // The crossing at cell_i was asked for a clock ago; the windows are whole a clock later.
  logic reading_q, whole_q, window_q;

  logic free;
  assign free = cell_i == connect6_pkg::FREE
             || (cell_i == connect6_pkg::THEIRS && fault_i == connect6_pkg::TAKEN);

  always_ff @(posedge clk_i) begin
    reading_q <= state_q == WALK;
    whole_q   <= state_q == WALK && step_q >= MIDDLE;
    window_q  <= whole_q;

    unique case (state_q)
      IDLE:
      if (start_i) begin
        row_q    <= row_i;
        column_q <= column_i;
        state_q  <= LOOK;
      end

      LOOK: state_q <= SEE;

      SEE: begin
        direction_q <= next_direction;
        step_q      <= 4'd0;
        row_q       <= first_row;
        column_q    <= first_column;
        state_q     <= free ? WALK : IDLE;
      end

      WALK:
      if (!last_step) begin
        step_q   <= step_q + 4'd1;
        row_q    <= direction_q == 2'd0 ? row_q : row_q + 5'd1;
        column_q <= direction_q == 2'd1 ? column_q
                  : direction_q == 2'd3 ? column_q - 5'd1 : column_q + 5'd1;
      end else if (direction_q != 2'd3) begin
        direction_q <= next_direction;
        step_q      <= 4'd0;
        row_q       <= first_row;
        column_q    <= first_column;
      end else begin
        state_q <= LAST_CROSSING;
      end

      LAST_CROSSING: state_q <= LAST_WINDOW;

      default: state_q <= IDLE;  // LAST_WINDOW
    endcase

    if (rst_i) begin
      state_q     <= IDLE;
      direction_q <= 2'd0;
      step_q      <= 4'd0;
      row_q       <= 5'd0;
      column_q    <= 5'd0;
      reading_q   <= 1'b0;
      whole_q     <= 1'b0;
      window_q    <= 1'b0;
    end
  end

  // The last six crossings, the newest at the right.
  logic [5:0] ours_q, theirs_q, frame_q;

  always_ff @(posedge clk_i) begin
    if (reading_q) begin
      ours_q   <= {ours_q[4:0], cell_i == connect6_pkg::OURS};
      theirs_q <= {theirs_q[4:0], cell_i == connect6_pkg::THEIRS};
      frame_q  <= {frame_q[4:0], cell_i == connect6_pkg::FRAME};
    end
    if (rst_i) begin
      ours_q   <= 6'd0;
      theirs_q <= 6'd0;
      frame_q  <= 6'd0;
    end
  end

  function automatic logic [2:0] count(input logic [5:0] stones);
    count = {2'd0, stones[0]} + {2'd0, stones[1]} + {2'd0, stones[2]}
          + {2'd0, stones[3]} + {2'd0, stones[4]} + {2'd0, stones[5]};
  endfunction

  logic [2:0] ours, theirs;
  logic may_be_ours, may_be_theirs;
  assign ours          = count(ours_q);
  assign theirs        = count(theirs_q);
  assign may_be_ours   = frame_q == 6'd0 && theirs_q == 6'd0;
  assign may_be_theirs = frame_q == 6'd0 && ours_q == 6'd0;

  logic [5:0] worth;
  always_comb
    if (may_be_ours)
      unique case (ours)
        3'd0:    worth = 6'd1;
        3'd1:    worth = 6'd4;
        3'd2:    worth = 6'd12;
        3'd3:    worth = 6'd28;
        default: worth = 6'd40;
      endcase
    else if (may_be_theirs)
      unique case (theirs)
        3'd1:    worth = 6'd3;
        3'd2:    worth = 6'd9;
        3'd3:    worth = 6'd24;
        default: worth = 6'd0;  // see blocked_o
      endcase
    else worth = 6'd0;

  always_ff @(posedge clk_i) begin
    if (state_q == SEE) begin
      holds_o       <= free ? connect6_pkg::FREE : cell_i;
      we_win_o      <= 1'b0;
      we_need_one_o <= 1'b0;
      they_win_o    <= 1'b0;
      blocked_o     <= 5'd0;
      lines_o       <= 10'd0;
    end else if (window_q) begin
      if (may_be_ours && ours == 3'd5) we_win_o <= 1'b1;
      if (may_be_ours && ours == 3'd4) we_need_one_o <= 1'b1;
      if (may_be_theirs && theirs == 3'd5) they_win_o <= 1'b1;
      if (may_be_theirs && theirs >= 3'd4) blocked_o <= blocked_o + 5'd1;
      lines_o <= lines_o + {4'd0, worth};
    end
    if (rst_i) begin
      holds_o       <= connect6_pkg::FREE;
      we_win_o      <= 1'b0;
      we_need_one_o <= 1'b0;
      they_win_o    <= 1'b0;
      blocked_o     <= 5'd0;
      lines_o       <= 10'd0;
    end
  end

endmodule
