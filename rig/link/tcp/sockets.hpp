#pragma once
/// TCP sockets: connecting, listening, accepting.

#include <string>

#include "rig/base/descriptor.hpp"
#include "rig/base/time.hpp"

namespace rig {

/// A connected, non-blocking socket without Nagle's delay. LinkLost, naming the address and the reason, when
/// no connection is made within `patience`.
Descriptor connect_to(const std::string& host, const std::string& port, Duration patience);

/// A listening, non-blocking socket on all addresses of this machine (empty host) or one. LinkLost when it
/// cannot be had. Port `0`: any that is free.
Descriptor listen_on(const std::string& host, const std::string& port);

/// The next client, non-blocking and without Nagle's delay; not open when none waits.
Descriptor accept_from(const Descriptor& listener);

/// Acknowledges what was read. To be called after each read: the kernel waits up to 40 ms otherwise, and a
/// far end with Nagle's delay sends nothing more before.
void acknowledge_at_once(const Descriptor& socket);

/// The port that a socket of this machine is bound to.
int port_of(const Descriptor& socket);

/// The kernel's own measure of a connection's round trip, with four times its deviation.
Duration round_trip_of(const Descriptor& socket);

}  // namespace rig
