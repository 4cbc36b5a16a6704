// What the player knows of the 14 x 14 board, one bit of each kind for each square: five memories
// of 256 x 1.
//
// The address is {y, x}, 1 … 14 each. Row and column 0 and 15 are a frame that counts as occupied,
// so that a square off the board needs no case of its own: a tile reaches two squares from its
// centre, and 16 and -1 wrap to the frame on the far side. Reading is synchronous: the flags of an
// address come one clock later.
module board_memory (
    input  logic            clk_i,
    input  logic [7:0]      address_i,
    input  logic            clear_i,       // make this square empty (or frame)
    input  logic            occupy_i,      // set one flag of this square …
    input  logic            mark_edge_i,
    input  logic            mark_corner_i,
    input  logic            ours_i,        // … on account of one of our tiles, not the opponent's

    output logic            occupied_o,
    output logic            our_edge_o,    // touches one of our tiles edge to edge
    output logic            our_corner_o,  // touches one of our tiles corner to corner
    output logic            their_edge_o,
    output logic            their_corner_o,
    input  duo_pkg::fault_t fault_i
);

  logic frame;
  assign frame = address_i[7:4] == 4'd0 || address_i[7:4] == 4'd15 || address_i[3:0] == 4'd0
              || (address_i[3:0] == 4'd15 && fault_i != duo_pkg::OFF_BOARD);

  flag_plane u_occupied (
      .clk_i    (clk_i),
      .address_i(address_i),
      .write_i  (clear_i || occupy_i),
      .flag_i   (clear_i ? frame : 1'b1),
      .flag_o   (occupied_o)
  );

  flag_plane u_our_edge (
      .clk_i    (clk_i),
      .address_i(address_i),
      .write_i  (clear_i || (mark_edge_i && ours_i)),
      .flag_i   (!clear_i),
      .flag_o   (our_edge_o)
  );

  flag_plane u_our_corner (
      .clk_i    (clk_i),
      .address_i(address_i),
      .write_i  (clear_i || (mark_corner_i && ours_i)),
      .flag_i   (!clear_i),
      .flag_o   (our_corner_o)
  );

  flag_plane u_their_edge (
      .clk_i    (clk_i),
      .address_i(address_i),
      .write_i  (clear_i || (mark_edge_i && !ours_i)),
      .flag_i   (!clear_i),
      .flag_o   (their_edge_o)
  );

  flag_plane u_their_corner (
      .clk_i    (clk_i),
      .address_i(address_i),
      .write_i  (clear_i || (mark_corner_i && !ours_i)),
      .flag_i   (!clear_i),
      .flag_o   (their_corner_o)
  );

endmodule
