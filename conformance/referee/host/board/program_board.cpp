#include "conformance/referee/host/board/program_board.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <list>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig::host {

namespace {

/// More calls than this in one game are a flood: no player has as many turns.
constexpr std::size_t most_calls = 500;
/// … and so are more programs than this.
constexpr std::size_t most_processes = 100;
constexpr const char* program_name = "rig-scripted-program";

[[noreturn]] void fail(const std::string& what) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

std::filesystem::path find_program() {
  std::error_code ignored;
  std::filesystem::path beside = beside_this_program(program_name);
  if (std::filesystem::exists(beside, ignored)) return beside;
  if (std::filesystem::exists(RIG_SCRIPTED_PROGRAM_AS_BUILT, ignored)) return RIG_SCRIPTED_PROGRAM_AS_BUILT;
  throw RigError(
      fmt::format("The program {} was not found beside this one ({}).", program_name, beside.string()));
}

Descriptor listen_at(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw RigError(fmt::format("The path {} is too long for a socket: set TMPDIR to a shorter one.", path));
  path.copy(address.sun_path, path.size());
  Descriptor listener(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  constexpr int waiting = 16;
  if (!listener.is_open() ||
      bind(listener.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener.number(), waiting) != 0)
    fail("A socket cannot be made at " + path);
  return listener;
}

/// A script, so that whatever words the referee adds reach the program as they are.
void write_launcher(const std::filesystem::path& path, const std::string& socket) {
  std::ofstream out(path);
  out << "#!/bin/sh\nexec " << shell_line({find_program().string(), socket}) << " \"$@\"\n";
  out.close();
  if (!out) fail(fmt::format("{} cannot be written", path.string()));
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, std::filesystem::perm_options::add);
}

/// One process, as the referee has started it.
struct Process {
  std::size_t number = 0;  ///< from 1
  Descriptor line;
  std::string came{};
  std::vector<Call> calls{};
  std::size_t to_be_done = 0;  ///< deeds of the last call that are not done yet
};

class ProgramBoard final : public ScriptedBoard {
 public:
  ProgramBoard(std::size_t player, std::shared_ptr<PlayersPrograms> programs)
      : player_(player),
        programs_(std::move(programs)),
        place_((folder_.path() / fmt::format("player-{}", player + 1)).string()),
        listener_(listen_at(place_ + ".socket")) {
    if (!programs_) throw RigError("A referee starts programs, and nothing says what they do.");
    write_launcher(place_, place_ + ".socket");
  }

  const std::string& place() const override { return place_; }
  void let_be_reached(Sandbox& sandbox) const override {
    sandbox.shown.insert(sandbox.shown.end(), {folder_.path(), find_program()});
  }
  bool is_there() const override { return !processes_.empty(); }
  bool flooded() const override { return count_ > most_calls || processes_.size() > most_processes; }

  void add_descriptors(std::vector<pollfd>& watched) const override {
    watched.push_back({listener_.number(), POLLIN, 0});
    for (const Process& process : processes_) {
      if (process.line.is_open()) watched.push_back({process.line.number(), POLLIN, 0});
    }
  }

  /// The program itself does what is due, and says so a little later.
  std::optional<Duration> next_due() const override {
    std::optional<Duration> next;
    for (const Process& process : processes_) {
      const std::optional<Duration> due = due_of(process);
      if (due && *due > monotonic_now() && (!next || *due < *next)) next = due;
    }
    return next;
  }

  std::optional<Duration> busy_until() const override {
    std::optional<Duration> last;
    for (const Process& process : processes_) last = std::max(last, due_of(process));
    return last;
  }

  bool step(Duration empty_at) override { return read_input(empty_at); }

  bool read_input(Duration) override {
    bool any = false;
    for (;;) {
      Descriptor line(accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!line.is_open()) break;
      processes_.push_back({processes_.size() + 1, std::move(line)});
      any = true;
    }
    for (Process& process : processes_) any = read(process) || any;
    return any;
  }

  std::vector<BoardLog> take_logs() override {
    read_input({});
    BoardLog log;
    log.behind = behind_;
    for (Process& process : processes_) {
      end(process);
      std::move(process.calls.begin(), process.calls.end(), std::back_inserter(log.calls));
    }
    return {std::move(log)};
  }

 private:
  /// When it does the last of what it was told; nothing: it has, or is gone.
  static std::optional<Duration> due_of(const Process& process) {
    if (process.to_be_done == 0 || !process.line.is_open()) return std::nullopt;
    const Call& call = process.calls.back();
    return base_of(call) + call.deeds.back().after;
  }

  /// What its delays count from.
  static Duration base_of(const Call& call) {
    return call.sight.first ? call.sight.started : call.sight.at.latest;
  }

  static void end(Process& process) {
    if (!process.line.is_open()) return;
    process.line = Descriptor();
    if (process.to_be_done > 0) process.calls.back().cut_short = true;
  }

  /// It has said that it exits, and is gone now: on a busy machine later than it said.
  void note_exit(const Process& process) {
    if (process.to_be_done > 0 || process.calls.empty()) return;
    const Call& call = process.calls.back();
    if (!call.deeds.empty() && call.deeds.back().kind == DeedKind::exit)
      behind_ = std::max(behind_, monotonic_now() - (base_of(call) + call.deeds.back().after));
  }

  bool read(Process& process) {
    bool any = false;
    std::string block(std::size_t{64} * 1024, '\0');
    while (process.line.is_open()) {
      const ssize_t got = ::read(process.line.number(), block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) break;
      any = true;
      if (got <= 0) {
        note_exit(process);
        end(process);
        break;
      }
      process.came.append(block, 0, static_cast<std::size_t>(got));
      bool broken = false;
      while (const auto body = wire::take_message(process.came, broken)) understand(process, *body);
      if (broken) end(process);
    }
    return any;
  }

  static Files files_in(wire::Reader& reader) {
    Files files;
    const std::uint64_t count = reader.number();
    for (std::uint64_t i = 0; i < count && reader.sound(); ++i) {
      const std::filesystem::path path = reader.text();
      files[path.lexically_normal().string()] = reader.text();
    }
    return files;
  }

  void understand(Process& process, const std::string& body) {
    wire::Reader reader(body);
    const auto kind = static_cast<wire::Message>(reader.number());
    const Instant at = Instant::exactly(monotonic_domain(), Duration(reader.number()));
    if (kind == wire::Message::sight) return see(process, reader, at);
    if (process.calls.empty()) return;
    Call& call = process.calls.back();
    if (process.to_be_done > 0) --process.to_be_done;
    if (kind == wire::Message::left) {
      call.left = files_in(reader);
      call.left_at = at;
    }
    const std::size_t number = call.done.size();
    call.done.push_back(at);
    if (number < call.deeds.size())
      behind_ = std::max(behind_, at.latest - (base_of(call) + call.deeds[number].after));
  }

  void see(Process& process, wire::Reader& reader, const Instant& at) {
    Sight sight;
    sight.at = at;
    sight.started = Duration(reader.number());
    sight.first = process.calls.empty();
    sight.found.directory = std::filesystem::path(reader.text()).lexically_normal().string();
    const std::uint64_t words = reader.number();
    for (std::uint64_t i = 0; i < words && reader.sound(); ++i)
      sight.found.arguments.push_back(reader.text());
    sight.found.files = files_in(reader);
    ++count_;
    const std::vector<Deed> deeds = programs_->answer(player_, sight);
    if (deeds.empty() && !sight.first) return;
    const Instant decided = Instant::exactly(monotonic_domain(), monotonic_now());
    process.calls.push_back({process.number, std::move(sight), decided, deeds, {}, {}, at});
    process.to_be_done = deeds.size();
    std::string text;
    for (const Deed& deed : deeds) {
      const Duration due = base_of(process.calls.back()) + deed.after;
      text += wire::Writer()
                  .number(static_cast<std::uint64_t>(deed.kind))
                  .number(static_cast<std::uint64_t>(due.count()))
                  .number(static_cast<std::uint64_t>(deed.number))
                  .text(deed.path)
                  .text(deed.content)
                  .message();
    }
    send(process, text);
  }

  /// A few kilobytes, which the socket takes at once.
  static void send(Process& process, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t wrote =
          ::send(process.line.number(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0 && errno == EAGAIN)
        throw RigError("A program of the rig's own does not read what it is told.");
      if (wrote <= 0) return;  // it was ended meanwhile: what it did not do is in its record
      done += static_cast<std::size_t>(wrote);
    }
  }

  std::size_t player_;
  std::shared_ptr<PlayersPrograms> programs_;
  RunFolder folder_;
  std::string place_;
  Descriptor listener_;
  std::list<Process> processes_;
  std::size_t count_ = 0;
  Duration behind_{};
};

}  // namespace

std::unique_ptr<ScriptedBoard> new_program_board(std::size_t player,
                                                 std::shared_ptr<PlayersPrograms> programs) {
  return std::make_unique<ProgramBoard>(player, std::move(programs));
}

}  // namespace rig::host
