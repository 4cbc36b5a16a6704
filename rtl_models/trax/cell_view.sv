// Looks at a cell: is it empty, and which ends of its neighbours' lines come in?
//
// start_i   _|‾|_________________________
// step_q     0 X 1 X 2 X 3 X 4 X 5 X 6 X 0
// address        .   N   E   S   W          of the board memory
// cell               .   N   E   S   W      its answer, one clock later
// done_o    ___________________________|‾|  after three clocks already if the cell is occupied
module cell_view (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        start_i,
    input  logic [15:0] address_i,
    output logic        done_o,   // one clock; what follows holds until the next start
    output logic        empty_o,
    output logic [ 3:0] white_o,  // white ends that come in: north, east, south, west; if empty
    output logic [ 3:0] red_o,

    output logic [15:0] board_address_o,
    input  logic [ 2:0] board_cell_i
);

  typedef enum logic [2:0] {IDLE, SELF_OUT, SELF_IN, NORTH_IN, EAST_IN, SOUTH_IN, WEST_IN} step_t;

  step_t step_q;
  logic [15:0] cell_q, beside;

  cell_beside u_neighbour (
      .address_i  (cell_q),
      .direction_i(step_q[1:0] - 2'd2),
      .address_o  (beside)
  );

  assign board_address_o = step_q <= SELF_OUT ? cell_q : beside;

  // The end that the neighbour turns to this cell.
  logic occupied, white, its_north, its_east, its_south;
  assign {its_north, its_east, its_south} = board_cell_i;
  assign occupied = board_cell_i != 3'd0;

  always_comb
    unique case (step_q)
      NORTH_IN: white = its_south;
      EAST_IN:  white = its_north ^ its_east ^ its_south;
      SOUTH_IN: white = its_north;
      default:  white = its_east;
    endcase

  always_ff @(posedge clk_i) begin
    done_o <= 1'b0;

    unique case (step_q)
      IDLE:
      if (start_i) begin
        cell_q <= address_i;
        step_q <= SELF_OUT;
      end

      SELF_OUT: step_q <= SELF_IN;

      SELF_IN: begin
        empty_o <= !occupied;
        done_o  <= occupied;
        step_q  <= occupied ? IDLE : NORTH_IN;
      end

      NORTH_IN, EAST_IN, SOUTH_IN, WEST_IN: begin
        white_o <= {white_o[2:0], occupied && white};
        red_o   <= {red_o[2:0], occupied && !white};
        done_o  <= step_q == WEST_IN;
        step_q  <= step_q == NORTH_IN ? EAST_IN
                 : step_q == EAST_IN ? SOUTH_IN : step_q == SOUTH_IN ? WEST_IN : IDLE;
      end

      default: step_q <= IDLE;
    endcase

    if (rst_i) begin
      step_q  <= IDLE;
      done_o  <= 1'b0;
      cell_q  <= 16'd0;
      empty_o <= 1'b0;
      white_o <= 4'd0;
      red_o   <= 4'd0;
    end
  end

endmodule
