#include "conformance/referee/host/board/plug.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/stream/transport.hpp"
#include "rig/link/tcp/sockets.hpp"

namespace rig::host {

namespace {

constexpr const char* this_machine = "127.0.0.1";

}  // namespace

Plug::Plug(const Description& description, std::size_t board, std::shared_ptr<StandardStreams> streams,
           bool sandboxed)
    : way_(description.way_of(board)), board_(board), sandboxed_(sandboxed) {
  switch (way_) {
    case Way::pty: open_device(board < description.devices.size() ? description.devices[board] : ""); break;
    case Way::tcp_connects:
      listener_ = listen_on(this_machine, "0");
      place_ = std::to_string(port_of(listener_));
      break;
    case Way::tcp_listens: place_ = std::to_string(description.ports[board]); break;
    case Way::stdio: streams_ = std::move(streams); break;
    case Way::programs:    // it has no plug: program_board.hpp
    case Way::own: break;  // nor this one: own_board.hpp
  }
}

Plug::~Plug() {
  std::error_code ignored;
  if (!link_.empty()) std::filesystem::remove(link_, ignored);
}

void Plug::open_device(const std::string& fixed) {
  PseudoTerminal terminal = open_pseudo_terminal();
  line_ = std::move(terminal.master);
  far_side_ = std::move(terminal.slave);
  device_ = terminal.path;
  place_ = sandboxed_ ? terminal_in_sandbox(board_) : terminal.path;
  if (fixed.empty()) return;
  std::error_code error;
  if (std::filesystem::is_symlink(fixed)) std::filesystem::remove(fixed, error);  // of a run that was killed
  std::filesystem::create_symlink(place_, fixed, error);
  if (error)
    throw UsageError(fmt::format("boards.devices: no link can be made at {}: {}.", fixed, error.message()));
  link_ = fixed;
}

void Plug::let_be_reached(Sandbox& sandbox) const {
  if (!device_.empty()) sandbox.terminals.push_back({device_, place_});
  if (!link_.empty()) sandbox.links.push_back({std::filesystem::absolute(link_), place_});
}

bool Plug::connect() {
  if (connected()) return true;
  if (way_ == Way::tcp_connects) {
    line_ = accept_from(listener_);
  } else if (way_ == Way::tcp_listens) {
    try {
      line_ = connect_to(this_machine, place_, std::chrono::milliseconds(1));
    } catch (const LinkLost&) {
      return false;  // its port is not open yet
    }
  }
  return connected();
}

ssize_t Plug::read(std::span<std::uint8_t> block) {
  if (streams_) return streams_->read(board_, block);
  const ssize_t count = ::read(line_.number(), block.data(), block.size());
  if (count > 0 && way_ != Way::pty) acknowledge_at_once(line_);
  return count;
}

void Plug::write(ByteView bytes, Reply reply) {
  if (streams_) return streams_->write(board_, bytes, reply);
  while (!bytes.empty()) {
    const ssize_t wrote = write_without_signal(line_.number(), bytes);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;  // nobody reads any more: the log of the game tells the rest
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
}

void Plug::hang_up() {
  if (streams_) streams_->hang_up();
  streams_.reset();
  line_ = Descriptor();
  far_side_ = Descriptor();
}

}  // namespace rig::host
