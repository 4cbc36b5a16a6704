#pragma once
/// `tcp:HOST:PORT` and `tcp-listen:PORT`: a DUT behind a TCP connection, in real time: a program, a board
/// with a network, or a board behind a port server such as ser2net. Bytes are sent without Nagle's delay.
///
/// That the DUT closes the connection is a HungUp; the next reset() connects again (or waits for the next
/// client). That nobody answers at the address, or that a port server says that its port is in use, is
/// LinkLost. A connection has no power-on state: a board is reset by `ResetBy`. A DUT that is started anew by
/// that command closes its connection: it is connected to again, or its next connection is taken. Where each
/// game is another connection (`reconnect`), a reset is no more than that.

#include <functional>
#include <memory>
#include <string>

#include "rig/link/reset/reset_by.hpp"
#include "rig/link/stream/stream_link.hpp"

namespace rig {

struct TcpOptions {
  std::string name;  ///< as the user wrote it
  std::string host;  ///< name or address; listening: of this machine, empty: all of its addresses
  std::string port;  ///< a number from 1 to 65535
  ResetBy reset;
  /// A serial port behind it is a connection for good; a program may take one for each game.
  bool is_serial_port = false;
  Duration patience = std::chrono::seconds(5);          ///< for a connection to be made
  Duration client_patience = std::chrono::seconds(60);  ///< listening: for a client to come
  std::function<void(const std::string&)> say;  ///< tells the user what is being waited for; may be empty
};

/// `HOST:PORT`, `[IPV6]:PORT`; with `host_optional` (an address to listen on) also `PORT`, and port 0 for any
/// that is free. UsageError names what is wrong with it.
TcpOptions parse_tcp_address(const std::string& address, bool host_optional);

/// Connects. LinkLost when that fails.
std::unique_ptr<Link> open_tcp(const TcpOptions& options);

/// Listens, and waits for the DUT to connect. LinkLost when the port is taken or nobody comes.
std::unique_ptr<Link> open_tcp_listener(const TcpOptions& options);

}  // namespace rig
