// Chooses a crossing for our next stone: looks at each free one, and takes what is worth most.
//
// A crossing is worth, in this order: that a stone there makes six; that it needs but one more,
// which may follow in this turn; how many windows it blocks that the opponent would fill in one
// turn; what its other windows are worth. Of equals the first one found is taken, row by row.
module stone_search (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 start_i,
    input  logic                 two_left_i,     // constant while busy_o: another stone may follow
    output logic                 busy_o,

    output logic                 view_start_o,   // see crossing_view
    output logic [4:0]           row_o,
    output logic [4:0]           column_o,
    input  logic                 view_busy_i,
    input  connect6_pkg::cell_t  view_holds_i,
    input  logic                 we_win_i,
    input  logic                 we_need_one_i,
    input  logic [4:0]           blocked_i,
    input  logic [9:0]           lines_i,

    output logic                 found_o,        // there is a free crossing; the best of them:
    output logic [4:0]           best_row_o,
    output logic [4:0]           best_column_o,
    output logic                 wins_o,         // it makes six
    input  connect6_pkg::fault_t fault_i
);

  typedef enum logic [1:0] {IDLE, LOOK, WAIT, COMPARE} state_t;

  state_t state_q;
  assign busy_o       = state_q != IDLE;
  assign view_start_o = state_q == LOOK;

  logic [16:0] worth, best_q;
  assign worth  = {we_win_i, we_need_one_i && two_left_i, blocked_i, lines_i};
  assign wins_o = best_q[16];

  logic better;
  assign better = view_holds_i == connect6_pkg::FREE && (!found_o || worth > best_q);

  logic [4:0] last_column;
  assign last_column = fault_i == connect6_pkg::OFF_BOARD ? connect6_pkg::SIDE + 5'd1
                                                          : connect6_pkg::SIDE;

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      IDLE:
      if (start_i) begin
        row_o    <= 5'd1;
        column_o <= 5'd1;
        found_o  <= 1'b0;
        best_q   <= 17'd0;
        state_q  <= LOOK;
      end

      LOOK: state_q <= WAIT;

      WAIT: if (!view_busy_i) state_q <= COMPARE;

      default: begin  // COMPARE
        if (better) begin
          found_o       <= 1'b1;
          best_row_o    <= row_o;
          best_column_o <= column_o;
          best_q        <= worth;
        end
        column_o <= column_o == last_column ? 5'd1 : column_o + 5'd1;
        if (column_o == last_column) row_o <= row_o + 5'd1;
        state_q <= column_o == last_column && row_o == connect6_pkg::SIDE ? IDLE : LOOK;
      end
    endcase

    if (rst_i) begin
      state_q       <= IDLE;
      row_o         <= 5'd0;
      column_o      <= 5'd0;
      found_o       <= 1'b0;
      best_row_o    <= 5'd0;
      best_column_o <= 5'd0;
      best_q        <= 17'd0;
    end
  end

endmodule
