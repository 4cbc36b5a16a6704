// The defects that a model may switch on in its UART.
//
// The codes are an enum; fault_t, the type of the ports that carry one, is a plain vector, because
// Icarus Verilog 11 crashes where an enum or a struct of a package is the type of a port.
package uart_pkg;

  typedef logic [3:0] fault_t;

  typedef enum logic [3:0] {
    NO_FAULT,        // in anything but a fault build

    // The receiver's
    NO_START_CHECK,  // takes a glitch for a start bit
    NO_STOP_CHECK,   // takes a byte with a bad stop bit
    TWO_STOP_BITS,   // loses bytes that follow each other without a gap
    SAMPLES_LATE,    // looks at each bit near its end
    STUCK_BY_BREAK,  // no byte any more after a break

    // The transmitter's
    FAST_BITS,       // bits 4 % too short
    HALF_RATE,       // half the bit rate
    DOUBLE_RATE,     // twice the bit rate
    NO_STOP_BIT,     // no stop bit: the next byte begins in its place

    // The shell's
    HALF_DUPLEX      // does not listen while it sends
  } fault_code_t;

endpackage
