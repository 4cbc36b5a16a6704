#include "rig/link/paced/far_side.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tcp/tcp_link.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;

constexpr Duration reading_patience = std::chrono::seconds(2);

/// Reads what is there. False: the stream has ended.
bool read_all(int descriptor, Bytes& bytes) {
  std::array<std::uint8_t, 4096> block{};
  for (;;) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count > 0) {
      bytes.insert(bytes.end(), block.begin(), block.begin() + count);
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      return count < 0 && errno == EAGAIN;
    }
  }
}

class NewTerminal final : public FarSide {
 public:
  explicit NewTerminal(fs::path link) : terminal_(open_pseudo_terminal()), link_(std::move(link)) {
    std::error_code error;
    fs::create_symlink(terminal_.path, link_, error);
    if (error) throw UsageError(fmt::format("--pty {}: {}.", link_.string(), error.message()));
  }
  ~NewTerminal() override {
    std::error_code ignored;
    if (fs::read_symlink(link_, ignored) == terminal_.path) fs::remove(link_, ignored);
  }
  NewTerminal(const NewTerminal&) = delete;
  NewTerminal& operator=(const NewTerminal&) = delete;

  std::string where() const override { return fmt::format("{} ({})", link_.string(), terminal_.path); }
  int descriptor() const override { return terminal_.master.number(); }
  Bytes take() override {
    Bytes bytes;
    read_all(descriptor(), bytes);  // the slave is held open here: it does not end
    return bytes;
  }
  void give(ByteView bytes) override {
    if (write_without_signal(descriptor(), bytes) < 0) return;  // a port that nobody reads loses them
  }
  void let_read() override {
    const Duration end = monotonic_now() + reading_patience;
    for (int unread = 1; unread > 0 && monotonic_now() < end;) {
      sleep_until(monotonic_now() + std::chrono::milliseconds(1));
      if (ioctl(terminal_.slave.number(), FIONREAD, &unread) != 0) return;
    }
  }

 private:
  PseudoTerminal terminal_;
  fs::path link_;
};

/// A stream that ends when the program at its other end goes.
class OneStream : public FarSide {
 public:
  OneStream(Descriptor stream, std::string where) : stream_(std::move(stream)), where_(std::move(where)) {}
  std::string where() const override { return where_; }
  int descriptor() const override { return stream_.number(); }
  Bytes take() override {
    Bytes bytes;
    over_ = !read_all(descriptor(), bytes);
    return bytes;
  }
  void give(ByteView bytes) override {
    if (write_without_signal(descriptor(), bytes) < 0 && errno != EAGAIN) over_ = true;
  }
  bool over() const override { return over_; }

 private:
  Descriptor stream_;
  std::string where_;
  bool over_ = false;
};

class TcpPort final : public FarSide {
 public:
  TcpPort(const std::string& host, const std::string& port)
      : listener_(listen_on(host, port)), watch_(epoll_create1(EPOLL_CLOEXEC)) {
    watch(listener_.number());
  }

  std::string where() const override { return fmt::format("port {}", port_of(listener_)); }
  int descriptor() const override { return watch_.number(); }

  Bytes take() override {
    Bytes bytes;
    if (client_.is_open() && !read_all(client_.number(), bytes)) client_.close();
    welcome();
    return bytes;
  }

  bool someone_new() override { return std::exchange(is_new_, false); }

  void give(ByteView bytes) override {
    if (client_.is_open()) ::send(client_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

 private:
  void watch(int descriptor) const {
    epoll_event event{};
    event.events = EPOLLIN;
    epoll_ctl(watch_.number(), EPOLL_CTL_ADD, descriptor, &event);
  }

  void welcome() {
    for (Descriptor next = accept_from(listener_); next.is_open(); next = accept_from(listener_)) {
      if (client_.is_open()) {
        constexpr std::string_view busy = "Port already in use\r\n";
        ::send(next.number(), busy.data(), busy.size(), MSG_NOSIGNAL);
        continue;
      }
      watch(next.number());
      client_ = std::move(next);
      is_new_ = true;
    }
  }

  Descriptor listener_;
  Descriptor client_;
  Descriptor watch_;
  bool is_new_ = false;
};

}  // namespace

std::unique_ptr<FarSide> far_side_on_terminal(const std::string& path) {
  if (fs::is_symlink(path)) {
    if (fs::exists(path)) {
      throw UsageError(
          fmt::format("--pty {}: this leads to {}, which exists. Is it served already? If not, remove it.",
                      path, fs::read_symlink(path).string()));
    }
    fs::remove(path);  // left by one that was killed
  } else if (fs::is_character_file(path)) {
    Descriptor device(open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    if (!device.is_open()) {
      throw UsageError(fmt::format("--pty {}: {}.", path,
                                   std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
    }
    make_raw(device.number());
    return std::make_unique<OneStream>(std::move(device), path);
  }
  if (fs::exists(path)) throw UsageError(fmt::format("--pty {}: this is no serial device.", path));
  if (fs::path(path).has_parent_path() && !fs::is_directory(fs::path(path).parent_path())) {
    throw UsageError(fmt::format("--pty {}: there is no such folder.", path));
  }
  return std::make_unique<NewTerminal>(path);
}

std::unique_ptr<FarSide> far_side_on_tcp(const std::string& address) {
  if (address == "0") return std::make_unique<TcpPort>("127.0.0.1", "0");
  const TcpOptions parts = parse_tcp_address(address, true);
  if (parts.host.empty()) return std::make_unique<TcpPort>("127.0.0.1", parts.port);
  return std::make_unique<OneStream>(connect_to(parts.host, parts.port, parts.patience), address);
}

}  // namespace rig
