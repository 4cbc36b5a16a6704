// What the parts of the player share: the kinds of request, the squares of a walk, the defects.
//
// The codes are enums; the types of the ports that carry one are plain vectors, because Icarus
// Verilog 11 crashes where an enum or a struct of a package is the type of a port.
package duo_pkg;

  // Kinds of request: see request_parser.
  typedef logic [2:0] kind_t;

  typedef enum logic [2:0] {HELLO, BYE, BEGIN, ANSWER, CONTINUE, NOTE} kind_code_t;

  // What is walked over: a tile's cells, or the squares that touch it by edge or by corner. A tile
  // is placed in these three walks.
  typedef logic [1:0] part_t;

  typedef enum logic [1:0] {CELLS, EDGES, CORNERS, PLACED} part_code_t;

  // Defects, to prove that a conformance suite sees them. Each is one line beside the right
  // behaviour.
  typedef logic [7:0] fault_t;

  typedef enum logic [7:0] {
    NO_FAULT          = 8'd0,
    LATE              = 8'd1,   // moves 1.02 s after they were asked for
    WRONG_DIGIT       = 8'd2,   // the handshake begins with 2
    BYTE_AFTER_9      = 8'd3,   // says 9 to 9
    BOARD_NOT_CLEARED = 8'd4,   // a new game begins on the old board
    TILES_NOT_CLEARED = 8'd5,   // … with the tiles left over from the old game
    LOWER_CASE_2A     = 8'd6,   // waits for 2a, 3a…
    HELLO_ONCE        = 8'd7,   // answers the first 0 since power-up only
    OWN_EDGE          = 8'd8,   // lets its tiles touch by the edge
    NO_CORNER         = 8'd9,   // … and not touch by the corner
    USED_TILE         = 8'd10,  // plays its tiles again and again
    EXTRA_BYTE        = 8'd11,  // a fifth byte after a code
    NO_PASS           = 8'd12,  // silent when it must pass
    WRONG_START       = 8'd13,  // covers the square that was not named
    FORGETS_RESET     = 8'd14,  // the parser's state is what power-up made it
    EARLY_BYTE        = 8'd15,  // says 0 at the first byte of a request for a move
    DRIP              = 8'd16,  // the first byte in time, the last one after 1.03 s
    LATE_HELLO        = 8'd17,  // the handshake 1.02 s after it was asked for
    OVERLAP           = 8'd18,  // covers squares that are occupied
    OFF_BOARD         = 8'd19,  // covers squares right of the board
    NO_MIRROR         = 8'd20,  // takes odd rotation codes for the even ones below them
    FIRST_TILE_LOST   = 8'd21,  // overlooks the move inside 3Sxxxx, or the first of two
    UPPER_CASE        = 8'd22,  // tile letters A … U
    SWAPPED_XY        = 8'd23,  // y before x
    GIVES_UP          = 8'd24,  // silent after its own first pass
    BUSY_IN_GAME      = 8'd25,  // silent to 0 in the middle of a game
    FAST_BITS         = 8'd26,  // sends its bits 4 % too short
    TWO_STOP_BITS     = 8'd27,  // loses bytes that follow each other without a gap
    IMPATIENT         = 8'd28,  // gives a request up when it pauses for 5 ms
    NO_START_CHECK    = 8'd29,  // takes a glitch for a start bit
    NO_STOP_CHECK     = 8'd30,  // takes a byte with a bad stop bit
    SAMPLES_LATE      = 8'd31,  // looks at each bit near its end
    STUCK_BY_BREAK    = 8'd32,  // hears nothing more after a break
    HALF_DUPLEX       = 8'd33,  // does not listen while it sends
    NO_STOP_BIT       = 8'd34,  // leaves the stop bit out
    HALF_RATE         = 8'd35,  // sends at half the bit rate
    DOUBLE_RATE       = 8'd36   // sends at twice the bit rate
  } fault_code_t;

endpackage
