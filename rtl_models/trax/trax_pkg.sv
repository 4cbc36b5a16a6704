// What the parts of the player share: the kinds of line and of reply, symbols, the defects.
//
// The codes are enums; the types of the ports that carry one are plain vectors, because Icarus
// Verilog 11 crashes where an enum or a struct of a package is the type of a port.
package trax_pkg;

  // Kinds of line: see line_parser.
  typedef logic [2:0] kind_t;

  typedef enum logic [2:0] {ASK, WHITE, RED, STAND_BY, MOVE, SIZE} kind_code_t;

  // How the host greets a board: see line_parser.
  typedef enum logic [1:0] {BY_MARK, BY_SIZE, BY_DASH_T} greeting_code_t;

  // Kinds of reply: see reply_writer.
  typedef logic [2:0] reply_t;

  typedef enum logic [2:0] {
    REPLY_NAME,
    REPLY_READY,     // R
    REPLY_RED,       // -B, only by a fault
    REPLY_STAND_BY,  // --, only by a fault
    REPLY_MOVE
  } reply_code_t;

  // Symbols of a tile; the last one is the backslash.
  typedef logic [1:0] symbol_t;

  typedef enum logic [1:0] {PLUS, SLASH, BACKSLASH} symbol_code_t;

  // Where a neighbour lies, and which of a tile's ends looks there.
  typedef logic [1:0] direction_t;

  typedef enum logic [1:0] {NORTH, EAST, SOUTH, WEST} direction_code_t;

  // Defects, to prove that a conformance suite sees them. Each is one line beside the right
  // behaviour.
  typedef logic [7:0] fault_t;

  typedef enum logic [7:0] {
    NO_FAULT           = 8'd0,
    COLUMN_AA_26       = 8'd1,   // takes AA for the column after Y, and so on
    COLUMNS_REVERSED   = 8'd2,   // writes AB as BA
    ROW_ONE_DIGIT      = 8'd3,   // writes row 12 as 2
    NAMES_NOT_SHIFTED  = 8'd4,   // when the box has grown to the left or up
    SIGNED_COORDINATES = 8'd5,   // takes 128 for -128
    CASCADE_OF_8       = 8'd6,   // lays no more than eight forced tiles
    NO_FORCED_PLAY     = 8'd7,   // lays none
    FORCED_ONCE        = 8'd8,   // none that is forced by a forced one
    WRONG_COLOURING    = 8'd9,   // of tiles played as a backslash
    FIRST_BACKSLASH    = 8'd10,  // begins with a backslash
    PLAYS_ON_LOOP      = 8'd11,  // after a loop
    PLAYS_ON_LINE      = 8'd12,  // after a line from side to side
    LINE_AT_7          = 8'd13,  // takes a line of 7 for one that wins
    LINE_COUNTED       = 8'd14,  // takes a line for a win where only loops win
    ANSWERS_B          = 8'd15,  // -B to -B
    ANSWERS_STAND_BY   = 8'd16,  // -- to --
    DIES_AT_QUESTION   = 8'd17,  // silent from ? on
    SECOND_W_IGNORED   = 8'd18,  // plays white once since power-up
    MID_GAME_B_IGNORED = 8'd19,  // goes on with the game under way
    NAME_OF_17         = 8'd20,
    NAME_WITHOUT_LF    = 8'd21,
    NO_LF              = 8'd22,  // after its moves
    CR_LF              = 8'd23,  // after everything
    LATE_LF            = 8'd24,  // 20 ms past the limit, after a move in time
    TWO_LINES          = 8'd25,  // names the first forced tile, too
    NO_R               = 8'd26,  // silent to the size of the board
    R_TWICE            = 8'd27,
    LATE               = 8'd28,  // moves 20 ms past the limit
    LATE_NAME          = 8'd29,  // R 20 ms past the limit
    STATE_KEPT         = 8'd30,  // a new game begins on the old board
    BEYOND_BOARD       = 8'd31,  // plays past the edge of the board
    FAST_BITS          = 8'd32,  // sends its bits 4 % too short
    TWO_STOP_BITS      = 8'd33,  // loses bytes that follow each other without a gap
    IMPATIENT          = 8'd34,  // gives a line up when it pauses for 5 ms
    NO_START_CHECK     = 8'd35,  // takes a glitch for a start bit
    NO_STOP_CHECK      = 8'd36,  // takes a byte with a bad stop bit
    SAMPLES_LATE       = 8'd37,  // looks at each bit near its end
    STUCK_BY_BREAK     = 8'd38,  // hears nothing more after a break
    HALF_DUPLEX        = 8'd39,  // does not listen while it sends
    NO_STOP_BIT        = 8'd40,  // leaves the stop bit out
    HALF_RATE          = 8'd41,  // sends at half the bit rate
    DOUBLE_RATE        = 8'd42   // sends at twice the bit rate
  } fault_code_t;

endpackage
