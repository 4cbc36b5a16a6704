#include "rig/link/tcp/tcp_link.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/tcp/sockets.hpp"

namespace rig {

namespace {

/// The port server ser2net tells a second client `Port already in use` and closes: no word of the board's.
bool says_in_use(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.find("in use") != std::string::npos;
}

/// What both directions of connecting share: bytes on a connected socket.
class TcpTransport : public Transport {
 public:
  explicit TcpTransport(TcpOptions options) : options_(std::move(options)) {}

  int input() const override { return connection_.number(); }
  int output() const override { return connection_.number(); }

  ssize_t write(ByteView bytes) override {
    const ssize_t count = ::send(connection_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == ECONNRESET) was_reset_ = true;  // the kernel tells it only once
    return count;
  }

  std::string how_it_ended(int error) override {
    if (was_reset_) error = ECONNRESET;
    if (error == 0) return "closed the connection";
    if (error == ECONNRESET) return "reset the connection";
    return std::string("the connection broke: ") + std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
  }

  void heard(ByteView bytes) override {
    acknowledge_at_once(connection_);
    constexpr std::size_t enough = 64;  // such a line comes first, or it is none
    if (first_words_.size() >= enough) return;
    first_words_ += to_text(bytes);
    if (!says_in_use(first_words_)) return;
    throw LinkLost(fmt::format("{} is in use by another client: it says {}.", options_.name,
                               quoted(to_bytes(first_words_))));
  }

  /// A player that was heard on this connection and is silent now may want a new one for each game.
  std::vector<std::string> hints() override {
    const bool is_connected_for_good =
        options_.is_serial_port || options_.reset.method != ResetBy::Method::none;
    if (first_words_.empty() || is_connected_for_good) return {};
    return {
        "it was heard before on this connection: a player that takes one for each game needs --reset "
        "reconnect"};
  }

  /// The DUT is started anew before it is connected to: before that nobody may be there.
  Restart restart(bool lost) override {
    if (options_.reset.method == ResetBy::Method::reconnect) {
      connect_again();
      return {.power_on = true,
              .note = "connected anew",
              .new_stream = true,
              .settle = options_.reset.settle_time()};
    }
    Restart done = perform_reset(options_.reset);
    load_bitstream_again(options_.reset, done);
    if (lost) done.note = "connected again; " + done.note;
    if (lost) connect_again();
    return done;
  }
  bool continue_after_restart() override {
    connect_again();
    return true;
  }

  virtual void connect() = 0;
  /// The same, to a DUT that may only just be starting.
  virtual void connect_again() { connect(); }
  Duration round_trip() const { return round_trip_of(connection_); }

 protected:
  const TcpOptions& options() const { return options_; }
  void set_connection(Descriptor connection) {
    connection_ = std::move(connection);
    first_words_.clear();
    was_reset_ = false;
  }
  void drop_connection() { connection_.close(); }

 private:
  TcpOptions options_;
  Descriptor connection_;
  std::string first_words_;
  bool was_reset_ = false;
};

class Caller final : public TcpTransport {
 public:
  using TcpTransport::TcpTransport;
  void connect() override {
    drop_connection();
    set_connection(connect_to(options().host, options().port, options().patience));
  }
  void connect_again() override {
    constexpr Duration between_tries = std::chrono::milliseconds(20);
    for (const Duration deadline = monotonic_now() + options().patience;;) {
      try {
        return connect();
      } catch (const LinkLost&) {
        if (monotonic_now() >= deadline) throw;
        sleep_until(monotonic_now() + between_tries);
      }
    }
  }
};

class Listener final : public TcpTransport {
 public:
  explicit Listener(TcpOptions options)
      : TcpTransport(std::move(options)), listener_(listen_on(this->options().host, this->options().port)) {}

  void connect() override {
    drop_connection();
    if (options().say)
      options().say(fmt::format("waiting for the board to connect to port {}", port_of(listener_)));
    const Duration deadline = monotonic_now() + options().client_patience;
    Descriptor client = accept_from(listener_);
    while (!client.is_open()) {  // one that has come may have gone before it could be accepted
      std::array<pollfd, 1> watched = {pollfd{listener_.number(), POLLIN, 0}};
      if (wait_for_any(watched, std::max(deadline - monotonic_now(), Duration::zero()))) {
        client = accept_from(listener_);
        continue;
      }
      throw LinkLost(fmt::format("{}: nobody connected within {}.", options().name,
                                 readable(options().client_patience)));
    }
    set_connection(std::move(client));
  }

 private:
  Descriptor listener_;
};

std::unique_ptr<Link> open_over(std::unique_ptr<TcpTransport> transport, const TcpOptions& options,
                                const std::string& description) {
  std::map<std::string, std::string> configured = load_bitstream(options.reset);
  transport->connect();
  StreamOptions stream;
  stream.info.facts = std::move(configured);
  stream.info.name = options.name;
  stream.info.description = description;
  stream.info.can_reset = options.reset.method != ResetBy::Method::none;
  stream.info.resets_by_hand = options.reset.method == ResetBy::Method::ask;
  stream.info.hold_back = transport->round_trip();
  stream.info.facts["hold-back"] = "the kernel's round trip with four deviations";
  stream.info.facts["reset"] = to_string(options.reset);
  return std::make_unique<StreamLink>(std::move(stream), std::move(transport));
}

[[noreturn]] void refuse(const std::string& address, bool host_optional) {
  throw UsageError(fmt::format("\"{}\" is no address: HOST:PORT, [IPV6]:PORT{}, with a port from 1 to 65535.",
                               address, host_optional ? " or PORT" : ""));
}

}  // namespace

TcpOptions parse_tcp_address(const std::string& address, bool host_optional) {
  TcpOptions options;
  const std::size_t colon = address.rfind(':');
  options.port = colon == std::string::npos ? address : address.substr(colon + 1);
  options.host = colon == std::string::npos ? "" : address.substr(0, colon);
  if (options.host.starts_with('[') && options.host.ends_with(']')) {
    options.host = options.host.substr(1, options.host.size() - 2);
  } else if (options.host.find(':') != std::string::npos) {
    refuse(address, host_optional);
  }
  constexpr std::string_view in_no_host = " \t\r\n\\/,;@[]";
  if (options.host.find_first_of(in_no_host) != std::string::npos) refuse(address, host_optional);
  const bool number = !options.port.empty() && options.port.size() <= 5 &&
                      options.port.find_first_not_of("0123456789") == std::string::npos;
  const int lowest =
      host_optional && colon == std::string::npos ? 0 : 1;  // listening on port 0: on any that is free
  if (!number || std::stoi(options.port) < lowest || std::stoi(options.port) > 65535)
    refuse(address, host_optional);
  if (options.host.empty() && (!host_optional || colon != std::string::npos)) refuse(address, host_optional);
  return options;
}

std::unique_ptr<Link> open_tcp(const TcpOptions& options) {
  return open_over(std::make_unique<Caller>(options), options,
                   fmt::format("TCP connection to {} port {}", options.host, options.port));
}

std::unique_ptr<Link> open_tcp_listener(const TcpOptions& options) {
  return open_over(std::make_unique<Listener>(options), options,
                   fmt::format("TCP connection from a board to port {}", options.port));
}

}  // namespace rig
