// What the parts of the player share: what a crossing holds, the defects.
//
// The codes are enums; the types of the ports that carry one are plain vectors, because Icarus
// Verilog 11 crashes where an enum or a struct of a package is the type of a port.
package connect6_pkg;

  // What a crossing holds. The frame around the board belongs to nobody.
  typedef logic [1:0] cell_t;

  typedef enum logic [1:0] {FREE, OURS, THEIRS, FRAME} cell_code_t;

  // The side of the board: rows and columns are 1 … 19.
  localparam logic [4:0] SIDE = 5'd19;

  // Defects, to prove that a conformance suite sees them. Each is one line beside the right
  // behaviour.
  typedef logic [7:0] fault_t;

  typedef enum logic [7:0] {
    NO_FAULT            = 8'd0,

    // Time
    LATE                = 8'd1,   // each answer to a turn 1.1 s after it was asked for
    LATE_FIRST          = 8'd2,   // the stone that opens the game 1.1 s after D
    SLOW_SECOND_STONE   = 8'd3,   // the first stone in time, the second 1.1 s after it
    DRIP                = 8'd4,   // the first byte in time, the last of eight after 1.05 s

    // The line
    ECHO                = 8'd5,   // sends each byte back that comes
    EARLY_BYTE          = 8'd6,   // sends 0 at the first byte of a turn
    EXTRA_BYTE          = 8'd7,   // one digit too many after each answer
    CRLF                = 8'd8,   // CR LF after each answer
    NO_LEADING_ZERO     = 8'd9,   // writes 9 for 09
    GAP_TIME_OUT        = 8'd10,  // forgets a stone that pauses for 10 ms
    FORGETS_RESET       = 8'd11,  // which digit comes next is what power-up made it

    // How a stone is written and read
    COLUMN_FIRST        = 8'd12,  // writes the column before the row
    ROWS_FOR_COLUMNS    = 8'd13,  // reads the column before the row
    FROM_ZERO           = 8'd14,  // writes 00 … 18
    TENS_LOST           = 8'd15,  // writes 02 for 12

    // Who begins, and with how many stones
    ANSWERS_L           = 8'd16,  // takes L for D
    SILENT_FIRST        = 8'd17,  // takes D for L
    TWO_STONES_FIRST    = 8'd18,  // opens with two stones
    ONE_STONE           = 8'd19,  // answers a turn by one stone
    THREE_STONES        = 8'd20,  // … by three
    EARLY               = 8'd21,  // does not wait for the turn's second stone

    // The board
    BOARD_NOT_CLEARED   = 8'd22,  // begins on what the memory holds at power-up
    FIRST_STONE_LOST    = 8'd23,  // forgets the first stone of the opponent's turn
    SECOND_STONE_LOST   = 8'd24,  // … the second
    OWN_STONE           = 8'd25,  // … its own
    SAME_TWICE          = 8'd26,  // chooses its second stone before its first one is on the board
    TAKEN               = 8'd27,  // takes the opponent's stones for free crossings
    LAST_COLUMN_LOST    = 8'd28,  // keeps no stone of column 19
    OFF_BOARD           = 8'd29,  // plays in column 20, too

    // The UART's: see uart_pkg
    NO_START_CHECK      = 8'd30,
    NO_STOP_CHECK       = 8'd31,
    TWO_STOP_BITS       = 8'd32,
    SAMPLES_LATE        = 8'd33,
    STUCK_BY_BREAK      = 8'd34,
    FAST_BITS           = 8'd35,
    HALF_RATE           = 8'd36,
    DOUBLE_RATE         = 8'd37,
    NO_STOP_BIT         = 8'd38,
    HALF_DUPLEX         = 8'd39
  } fault_code_t;

endpackage
