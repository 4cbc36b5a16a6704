#include "rig/tools/tournament/desk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/span.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/dialect.hpp"
#include "rig/tools/tournament/one_game.hpp"

namespace rig::tournament {

using arbiter::tournament::Ended;
using arbiter::tournament::Entrant;
using arbiter::tournament::Order;
using arbiter::tournament::Plan;

namespace {

using Clock = std::chrono::steady_clock;

/// A game in which nothing has happened for so long hangs in the rig: longer than the contest lets a move
/// take, and than the policy lets a game wait before its first one.
Duration longest_silence(const Plan& plan) {
  const Duration move = plan.contest->dialect->expects({protocol::RequestKind::move, {}, {}}).deadline;
  const auto& games = plan.policy.games;
  return std::chrono::minutes(30) + 2 * move + plan.policy.pause + games.settle + games.grace;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

Ended failed(const std::string& game, const std::string& why) {
  return {.game = game,
          .how = Ended::How::rig_error,
          .result = {},
          .why = why,
          .at = std::nullopt,
          .facts = nlohmann::ordered_json::object()};
}

}  // namespace

/// The process of one game.
class ProcessDesk::Player {
 public:
  Player(const Order& order, const std::string& line, Duration patience)
      : order_(order), patience_(patience), last_word_(Clock::now()) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0) throw RigError(fmt::format("No pipe: {}.", std::strerror(errno)));
    Descriptor read_in(in[0]);
    Descriptor write_in(in[1]);
    if (::pipe2(out.data(), O_CLOEXEC) != 0)
      throw RigError(fmt::format("No pipe: {}.", std::strerror(errno)));
    out_ = Descriptor(out[0]);
    const Descriptor write_out(out[1]);
    start(read_in.number(), write_out.number());
    read_in.close();
    static_cast<void>(write_all(write_in, line + "\n"));  // a process that died says so by its end
  }
  ~Player() { stop(); }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  const Order& order() const { return order_; }
  int channel() const { return out_.number(); }
  Duration patience() const { return patience_; }
  bool hangs() const { return Clock::now() - last_word_ > patience_; }

  /// Reads what is there. False at the end.
  bool read_some() {
    std::array<char, 4096> block{};
    const ssize_t got = ::read(out_.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) return false;
    last_word_ = Clock::now();
    said_.append(block.data(), static_cast<std::size_t>(got));
    return true;
  }

  /// The next whole line that it has said.
  std::optional<std::string> line() {
    const std::size_t end = said_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = said_.substr(0, end);
    said_.erase(0, end + 1);
    return line;
  }

  std::string wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return ending_of(status);
  }

  /// Ends it; its programs end with it.
  void stop() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    static_cast<void>(wait());
  }

 private:
  void start(int in, int out) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);  // a Ctrl-C is the tournament's to handle
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    std::string name = "rig";
    std::string word = word_for_one_game;
    std::array<char*, 3> arguments{name.data(), word.data(), nullptr};
    const int error = ::posix_spawn(&pid_, "/proc/self/exe", &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw RigError(fmt::format("No process for a game: {}.", std::strerror(error)));
  }

  Order order_;
  Duration patience_;
  pid_t pid_ = -1;
  Descriptor out_;
  std::string said_;
  Clock::time_point last_word_;
};

ProcessDesk::ProcessDesk(Setup setup) : setup_(std::move(setup)) {}

ProcessDesk::~ProcessDesk() = default;

void ProcessDesk::begin(const Order& order) {
  players_[order.fixture.id] = std::make_unique<Player>(
      order, order_line(setup_.plan, order, setup_.folder, setup_.sandbox), longest_silence(setup_.plan));
}

std::optional<Ended> ProcessDesk::wait(Duration most) {
  std::vector<pollfd> channels;
  std::vector<Player*> players;
  for (const auto& [game, player] : players_) {
    channels.push_back({player->channel(), POLLIN, 0});
    players.push_back(player.get());
  }
  const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(most).count();
  if (::poll(channels.data(), channels.size(), static_cast<int>(patience)) < 0) return std::nullopt;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    Player& player = *players[i];
    std::optional<Ended> ended;
    if (channels[i].revents != 0) {
      ended = ended_of(player);
    } else if (player.hangs()) {
      player.stop();
      ended = failed(player.order().fixture.id,
                     fmt::format("Nothing has happened in the game for {}: the rig hung in it.",
                                 rough_time(player.patience())));
    }
    if (!ended) continue;
    players_.erase(ended->game);
    return ended;
  }
  return std::nullopt;
}

std::optional<Ended> ProcessDesk::ended_of(Player& player) const {
  const auto& fixture = player.order().fixture;
  const bool goes_on = player.read_some();
  while (const std::optional<std::string> line = player.line()) {
    const auto word = nlohmann::json::parse(*line, nullptr, false);
    if (word.is_object() && word.contains("ply")) continue;
    Ended ended = ended_from(*line);
    if (ended.at) ended.at = *ended.at == 0 ? fixture.first : fixture.second;
    static_cast<void>(player.wait());
    return ended;
  }
  if (goes_on) return std::nullopt;
  return failed(fixture.id, fmt::format("The process that played the game {}.", player.wait()));
}

}  // namespace rig::tournament
