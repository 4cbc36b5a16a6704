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
    output logic        done_o,     // one clock; what follows holds until the next start
    output logic        empty_o,
    output logic [ 3:0] white_o,    // a white end comes in from the north, east, south, west; only if it is empty
    output logic [ 3:0] red_o,

    output logic [15:0] board_address_o,
    input  logic [ 2:0] board_cell_i
);

  localparam logic [2:0] IDLE = 3'd0;
  localparam logic [2:0] SELF_OUT = 3'd1;
  localparam logic [2:0] SELF_IN = 3'd2;
  localparam logic [2:0] NORTH_IN = 3'd3;
  localparam logic [2:0] EAST_IN = 3'd4;
  localparam logic [2:0] SOUTH_IN = 3'd5;
  localparam logic [2:0] WEST_IN = 3'd6;

  logic [2:0] step_q;
  logic [15:0] cell_q, beside;

  cell_beside neighbour (
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
    case (step_q)
      NORTH_IN: white = its_south;
      EAST_IN:  white = its_north ^ its_east ^ its_south;
      SOUTH_IN: white = its_north;
      default:  white = its_east;
    endcase

  always_ff @(posedge clk_i) begin
    done_o <= 1'b0;

    case (step_q)
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

      default: begin  // NORTH_IN … WEST_IN
        white_o <= {white_o[2:0], occupied && white};
        red_o   <= {red_o[2:0], occupied && !white};
        done_o  <= step_q == WEST_IN;
        step_q  <= step_q == WEST_IN ? IDLE : step_q + 3'd1;
      end
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
