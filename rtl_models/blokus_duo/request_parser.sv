// Puts the host's bytes together to requests. A request has no terminator; its first byte tells its
// length:
//
//   0        hello
//   9        end of the match
//   2S       first move, the square S named, the player begins
//   3Sxxxx   first move, the square S named, after the opponent's move
//   4xxxx    move after the opponent's move
//
//   S: 5 for (5,5), A for (a,a)     xxxx: x, y, tile, rotation, or 0000
//
// With TELLS_TWO, as the protocol of 2013 has it, the first move is asked for by 2S alone, and
//
//   3xxxx      move after the opponent's move
//   4xxxxyyyy  move after two of the opponent's: a note of the first one, then as 3
//
// Bytes may be glued or apart as they like. A byte that cannot stand where it comes (noise, a
// request that the host gave up half way) ends the request under way and is looked at again as the
// first byte of a new one; one that begins no request is ignored.
module request_parser #(
    parameter int CLOCK_HZ  = 50_000_000,
    parameter bit TELLS_TWO = 1'b0
) (
    input  logic            clk_i,
    input  logic            rst_i,
    input  logic [7:0]      byte_i,
    input  logic            byte_valid_i,
    output logic            byte_pop_o,

    output logic            valid_o,     // a whole request stands at the outputs below …
    input  logic            taken_i,     // … until it is taken
    output duo_pkg::kind_t  kind_o,      // HELLO, …
    output logic            square_5_o,  // BEGIN, ANSWER: which start square is named
    output logic            square_a_o,
    output logic            move_o,      // ANSWER, CONTINUE, NOTE: the opponent has moved (not passed) …
    output logic [3:0]      x_o,         // … with this code
    output logic [3:0]      y_o,
    output logic [4:0]      tile_o,      // 0 … 20 for a … u
    output logic [2:0]      rotation_o,

    output logic            begun_o,     // one clock: the first byte of a request for a move
    input  duo_pkg::fault_t fault_i
);

  // What the next byte should be.
  typedef enum logic [2:0] {FIRST_BYTE, SQUARE, X, Y, TILE, ROTATION} byte_t;

  byte_t expect_q;
  logic take;
  assign take       = byte_valid_i && !valid_o;
  assign byte_pop_o = take;

  logic is_digit, is_coordinate, is_tile, is_zero;
  logic [3:0] coordinate;
  assign is_zero       = byte_i == "0";
  assign is_digit      = byte_i >= "0" && byte_i <= "9";
  assign is_coordinate = is_digit || (byte_i >= "a" && byte_i <= "e");
  assign is_tile       = byte_i >= "a" && byte_i <= "u";
  assign coordinate    = is_digit ? byte_i[3:0] : byte_i[3:0] + 4'd9;

  logic impatient;

  logic fits;
  always_comb
    unique case (expect_q)
      SQUARE:   fits = byte_i == "5" || byte_i == "A";
      X, Y:     fits = is_coordinate;
      TILE:     fits = is_tile || (is_zero && x_o == 4'd0 && y_o == 4'd0);
      ROTATION: fits = byte_i >= "0" && byte_i <= "7";
      default:  fits = 1'b0;
    endcase

  always_ff @(posedge clk_i) begin
    begun_o <= 1'b0;
    if (valid_o && taken_i) begin
      valid_o <= 1'b0;
      if (kind_o == duo_pkg::NOTE) kind_o <= duo_pkg::CONTINUE;
    end

    if (take && !fits) begin  // the first byte of a request
      expect_q <= FIRST_BYTE;
      unique case (byte_i)
        "0": begin
          kind_o  <= duo_pkg::HELLO;
          valid_o <= 1'b1;
        end
        "9": begin
          kind_o  <= duo_pkg::BYE;
          valid_o <= 1'b1;
        end
        "2": begin
          kind_o   <= duo_pkg::BEGIN;
          expect_q <= SQUARE;
          begun_o  <= 1'b1;
        end
        "3": begin
          kind_o   <= TELLS_TWO ? duo_pkg::CONTINUE : duo_pkg::ANSWER;
          expect_q <= TELLS_TWO ? X : SQUARE;
          begun_o  <= 1'b1;
        end
        "4": begin
          kind_o   <= TELLS_TWO ? duo_pkg::NOTE : duo_pkg::CONTINUE;
          expect_q <= X;
          begun_o  <= 1'b1;
        end
        default: ;
      endcase
    end

    if (take && fits)
      unique case (expect_q)
        SQUARE: begin
          square_5_o <= byte_i == "5";
          square_a_o <= byte_i == (fault_i == duo_pkg::LOWER_CASE_2A ? "a" : "A");
          expect_q   <= kind_o == duo_pkg::BEGIN ? FIRST_BYTE : X;
          if (kind_o == duo_pkg::BEGIN)
            valid_o <= byte_i == "5" || fault_i != duo_pkg::LOWER_CASE_2A;
        end
        X: begin
          x_o      <= coordinate;
          expect_q <= Y;
        end
        Y: begin
          y_o      <= coordinate;
          expect_q <= TILE;
        end
        TILE: begin
          tile_o   <= byte_i[4:0] - 5'd1;
          move_o   <= is_tile && x_o != 4'd0 && y_o != 4'd0;
          expect_q <= ROTATION;
        end
        default: begin  // ROTATION
          rotation_o <= byte_i[2:0];
          expect_q   <= kind_o == duo_pkg::NOTE ? X : FIRST_BYTE;
          valid_o    <= kind_o != duo_pkg::ANSWER || square_5_o || square_a_o;
        end
      endcase

    if (impatient) expect_q <= FIRST_BYTE;

    if (rst_i) begin
      if (fault_i != duo_pkg::FORGETS_RESET) expect_q <= FIRST_BYTE;
      valid_o    <= 1'b0;
      begun_o    <= 1'b0;
      kind_o     <= duo_pkg::HELLO;
      square_5_o <= 1'b0;
      square_a_o <= 1'b0;
      move_o     <= 1'b0;
      x_o        <= 4'd0;
      y_o        <= 4'd0;
      tile_o     <= 5'd0;
      rotation_o <= 3'd0;
    end
  end

  // The wait of a fault: a request that pauses for 5 ms is given up.
  localparam int W = $clog2(CLOCK_HZ);
  localparam logic [W-1:0] PATIENCE = W'(CLOCK_HZ / 200);

  logic [W-1:0] quiet_q;
  assign impatient = fault_i == duo_pkg::IMPATIENT && quiet_q == PATIENCE;

  always_ff @(posedge clk_i) begin
    if (take || impatient || expect_q == FIRST_BYTE) quiet_q <= '0;
    else if (fault_i == duo_pkg::IMPATIENT) quiet_q <= quiet_q + W'(1);
    if (rst_i) quiet_q <= '0;
  end

endmodule
