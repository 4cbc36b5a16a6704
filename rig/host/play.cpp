#include "rig/host/play.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/host/plug.hpp"
#include "rig/host/program_board.hpp"
#include "rig/host/scripted_board.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig::host {

using contest::ParseState;
using contest::ReplyKind;
using contest::Request;

namespace {

using namespace std::chrono_literals;

/// More bytes than this to one board in one game are a flood.
constexpr std::size_t most_bytes = std::size_t{64} * 1024;
/// How often what has no descriptor to wait on is looked at: an announcement, a port that is not open yet.
constexpr Duration look_again = 20ms;
/// How often the boards are looked at while nothing comes: what comes is known to have come since.
constexpr Duration look_for_bytes = 2ms;
/// How often it is looked at how long the program waited for a processor.
constexpr Duration look_at_processors = 20ms;
/// A referee that stays after its verdict is listened to for so long.
constexpr Duration quiet_after_verdict = 700ms;

/// A program without a slash in its name is looked for beside this one first.
std::vector<std::string> located(std::vector<std::string> command) {
  if (command.front().find('/') != std::string::npos) return command;
  std::error_code ignored;
  const auto beside =
      std::filesystem::read_symlink("/proc/self/exe", ignored).replace_filename(command.front());
  if (std::filesystem::exists(beside, ignored)) command.front() = beside.string();
  return command;
}

/// A board on a wire, as its script has it.
class Board final : public ScriptedBoard {
 public:
  Board(const Description& description, const contest::Contest& contest, std::size_t player,
        BoardScript script)
      : plug_(description, player), dialect_(*contest.dialect->bytes()), script_(std::move(script)) {}

  const std::string& place() const override { return plug_.place(); }
  bool is_there() const override { return plug_.connected() || hung_up(); }
  void add_descriptors(std::vector<pollfd>& watched) const override {
    const int descriptor = plug_.connected() ? plug_.line() : plug_.waiting();
    if (descriptor >= 0) watched.push_back({descriptor, POLLIN, 0});
  }
  bool step(Duration empty_at) override {
    act();
    bool any = false;
    if (!plug_.connected() && !hung_up()) any = plug_.connect();
    any = read_input(empty_at) || any;
    act();
    return any;
  }
  BoardLog take_log() override {
    if (!inbox_.empty()) note_noise(inbox_at_);
    return std::move(log_);
  }

  /// When it has something to do next; nothing: it waits for the referee.
  std::optional<Duration> next_due() const override {
    if (deeds_.empty()) return std::nullopt;
    return deeds_.front().due;
  }

  /// Reads what is there. Whether anything was. Bytes came after `empty_at`.
  bool read_input(Duration empty_at) override {
    bool any = false;
    Bytes block(4096);
    while (plug_.line() >= 0) {
      const ssize_t got = ::read(plug_.line(), block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got == 0 || (got < 0 && errno != EAGAIN)) close_line(empty_at);
      if (got <= 0) break;
      any = true;
      const Instant at = monotonic_interval(empty_at, monotonic_now());
      log_.received.insert(log_.received.end(), block.begin(), block.begin() + got);
      inbox_.insert(inbox_.end(), block.begin(), block.begin() + got);
      inbox_at_ = at;
      understand(at);
      if (flooded()) break;
    }
    return any;
  }

  bool flooded() const override { return log_.received.size() > most_bytes; }

  /// Does what is due.
  void act() {
    while (!deeds_.empty() && deeds_.front().due <= monotonic_now()) {
      const Deed deed = std::move(deeds_.front());
      deeds_.pop_front();
      if (plug_.line() < 0) continue;
      const Duration before = monotonic_now();
      log_.behind = std::max(log_.behind, before - deed.due);
      if (deed.hangs_up) {
        plug_.hang_up();
      } else {
        say(deed.bytes);
      }
      const Instant at = monotonic_interval(before, monotonic_now());
      log_.happenings.push_back(
          {deed.hangs_up ? Happening::Kind::hung_up : Happening::Kind::said, at, deed.bytes, {}});
    }
  }

 private:
  struct Deed {
    Duration due;
    Bytes bytes;
    bool hangs_up = false;
  };

  bool hung_up() const {
    return std::any_of(log_.happenings.begin(), log_.happenings.end(), [](const Happening& one) {
      return one.kind == Happening::Kind::hung_up || one.kind == Happening::Kind::closed;
    });
  }

  /// The referee has closed its end.
  void close_line(Duration open_at) {
    const Instant at = monotonic_interval(open_at, monotonic_now());
    plug_.hang_up();
    log_.happenings.push_back({Happening::Kind::closed, at, {}, {}});
  }

  void understand(const Instant& at) {
    while (!inbox_.empty()) {
      const contest::Parsed<Request> parsed = dialect_.parse_request(inbox_);
      if (parsed.state == ParseState::more) return;
      if (parsed.state == ParseState::malformed) return note_noise(at);
      const auto end = inbox_.begin() + static_cast<std::ptrdiff_t>(parsed.length);
      log_.happenings.push_back({Happening::Kind::request, at, Bytes(inbox_.begin(), end), parsed.value});
      inbox_.erase(inbox_.begin(), end);
      schedule(parsed.value, at.latest);
    }
  }

  void note_noise(const Instant& at) {
    log_.happenings.push_back({Happening::Kind::noise, at, std::move(inbox_), {}});
    inbox_.clear();
  }

  void schedule(const Request& request, Duration from) {
    const ReplyKind kind = dialect_.expects(request).kind;
    if (kind == ReplyKind::silence) return;
    if (kind == ReplyKind::team_code) return schedule(script_.hello, from);
    if (moves_made_ < script_.moves.size()) schedule(script_.moves[moves_made_++], from);
  }

  void schedule(const Answer& answer, Duration from) {
    for (const Piece& piece : answer.pieces) {
      from += piece.after;
      deeds_.push_back({from, piece.bytes});
    }
    if (answer.hangs_up) deeds_.push_back({from + answer.hang_up_after, {}, true});
  }

  void say(const Bytes& bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t wrote = write_without_signal(plug_.line(), ByteView(bytes).subspan(done));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) return;  // nobody reads any more: the log of the game tells the rest
      done += static_cast<std::size_t>(wrote);
    }
  }

  Plug plug_;
  const contest::ByteDialect& dialect_;
  BoardScript script_;
  BoardLog log_;
  Bytes inbox_;
  Instant inbox_at_{};
  std::deque<Deed> deeds_;
  std::size_t moves_made_ = 0;
};

class Game {
 public:
  Game(const Host& host, const GameOrder& order, std::size_t number)
      : host_(host), order_(order), number_(number), boards_{new_board(0), new_board(1)} {
    Filling filling;
    filling.contest = host.contest.name;
    filling.beginner = order.beginner;
    filling.fault = host.fault;
    if (host.contest.chooses_board) filling.size = std::to_string(host.contest.board);
    for (const std::size_t player : {0U, 1U}) filling.boards[player] = boards_[player]->place();
    const auto limit = host.contest.dialect->expects(contest::asks_after({})).deadline;
    filling.seconds = fmt::format("{}", std::chrono::duration<double>(limit).count());
    for (const contest::Setting& setting : host.contest.settings)
      filling.settings.push_back(setting.name + "=" + setting.value);
    played_.command = located(command_for(host.description, filling));
    empty_at_ = progress_ = monotonic_now();
    played_.began = monotonic_interval(progress_, progress_);
    Supervised::Options options;
    options.words = played_.command;
    options.directory = host.description.directory;
    std::error_code was_not_there;  // the result of the game before
    if (!result_file().empty()) std::filesystem::remove(result_file(), was_not_there);
    program_ = std::make_unique<Supervised>(options);
    starvation_.begin({.at = progress_, .threads = {}});
  }

  std::size_t number() const { return number_; }
  bool over() const { return over_; }
  Played take() { return std::move(played_); }

  void add_descriptors(std::vector<pollfd>& watched) const {
    watched.push_back({program_->ended_descriptor(), POLLIN, 0});
    for (const auto& board : boards_) board->add_descriptors(watched);
  }

  /// When it has to be looked at, whatever comes before.
  Duration next_look() const {
    Duration next = std::min(progress_ + patience(), give_up_at());
    for (const auto& board : boards_) {
      if (const auto due = board->next_due()) next = std::min(next, *due);
    }
    const bool must_try = !everybody_is_there() || host_.description.after == After::stays;
    return must_try ? std::min(next, empty_at_ + look_again) : next;
  }

  void step() {
    bool any = false;
    for (const auto& board : boards_) any = board->step(empty_at_) || any;
    const Duration now = monotonic_now();
    if (any) {
      progress_ = now;
      note_starvation();
    } else if (now - starvation_.last() >= look_at_processors) {
      starvation_.add(program_->processor_times());
    }
    empty_at_ = now;
    if (boards_[0]->flooded() || boards_[1]->flooded()) return end(Ending::flooded, "sent without end");
    if (const std::optional<int> status = program_->ended()) return end_by(*status);
    if (host_.description.after == After::stays && has_announced() && now - progress_ > quiet_after_verdict)
      return end(Ending::was_ended, "was ended after its verdict");
    if (now - progress_ > patience()) return give_up();
    if (now > give_up_at())
      end(Ending::hung, fmt::format("was not at the end of its game after {}", readable(order_.longest)));
  }

 private:
  std::unique_ptr<ScriptedBoard> new_board(std::size_t player) const {
    if (host_.description.way == Way::programs) return new_program_board(player, order_.programs);
    return std::make_unique<Board>(host_.description, host_.contest, player, order_.scripts[player]);
  }

  /// A referee that starts programs need not start both: a game can be over before.
  bool everybody_is_there() const {
    const auto there = [](const auto& board) { return board->is_there(); };
    if (host_.description.way == Way::programs) return std::any_of(boards_.begin(), boards_.end(), there);
    return std::all_of(boards_.begin(), boards_.end(), there);
  }

  bool has_announced() const {
    return read_announcement(host_.description.signs, told(), std::nullopt).made();
  }

  /// The file of its result; empty: it has none.
  std::filesystem::path result_file() const {
    const Description& description = host_.description;
    return description.signs.file.empty() ? std::filesystem::path()
                                          : description.directory / description.signs.file;
  }

  /// What it has printed, and what stands in the file of its result.
  std::string told() const {
    std::string text = program_->standard_error();
    if (result_file().empty()) return text;
    std::ifstream file(result_file(), std::ios::binary);
    return text + '\n' + std::string(std::istreambuf_iterator<char>(file), {});
  }

  /// What a board is about to do counts as something that goes on.
  Duration patience() const {
    Duration longest = order_.patience;
    for (const auto& board : boards_) {
      if (const auto due = board->next_due()) longest = std::max(longest, *due - progress_ + order_.patience);
    }
    return longest;
  }

  Duration give_up_at() const { return played_.began.earliest + order_.longest; }

  void give_up() {
    if (!everybody_is_there())
      return end(Ending::never_came,
                 host_.description.way == Way::tcp_listens ? "opened no port for its boards"
                 : host_.description.way == Way::programs  ? "started no program of a player"
                                                           : "did not connect to its boards");
    end(Ending::hung, fmt::format("neither sent anything nor ended for {}", readable(patience())));
  }

  void end_by(int status) {
    for (const auto& board : boards_) board->read_input(empty_at_);
    if (!WIFEXITED(status)) return end(Ending::died, describe_ending(status));
    played_.status = WEXITSTATUS(status);
    end(Ending::exited, describe_ending(status));
  }

  /// What it waited for a processor explains what it has just done, and what it did before: it may have
  /// taken the time before it sent its request, or after.
  void note_starvation() {
    starvation_.add(program_->processor_times());
    const Duration total = starvation_.total();
    played_.starved = std::max(played_.starved, total - starved_before_[0]);
    starved_before_ = {starved_before_[1], total};
  }

  void end(Ending ending, const std::string& how) {
    note_starvation();
    program_->kill();
    played_.ending = ending;
    played_.output = told();
    played_.how = how;
    if (ending != Ending::exited && ending != Ending::was_ended)
      played_.how += last_words(program_->standard_error());
    played_.announced = read_announcement(host_.description.signs, played_.output, played_.status);
    for (const std::size_t player : {0U, 1U}) played_.boards[player] = boards_[player]->take_log();
    played_.took = monotonic_now() - played_.began.earliest;
    over_ = true;
  }

  const Host& host_;
  const GameOrder& order_;
  std::size_t number_;
  std::array<std::unique_ptr<ScriptedBoard>, 2> boards_;
  std::unique_ptr<Supervised> program_;
  Played played_;
  Starvation starvation_;
  std::array<Duration, 2> starved_before_{};  ///< when it last did something, and before that
  Duration empty_at_{};                       ///< nothing that is not read yet had come by then
  Duration progress_{};                       ///< when the referee last did something
  bool over_ = false;
};

void wait_for(const std::vector<std::unique_ptr<Game>>& games) {
  std::vector<pollfd> watched;
  Duration next = monotonic_now() + look_for_bytes;
  for (const auto& game : games) {
    game->add_descriptors(watched);
    next = std::min(next, game->next_look());
  }
  const Duration patience = std::max(Duration::zero(), next - monotonic_now());
  static_cast<void>(wait_for_any(watched, patience));
}

}  // namespace

std::vector<Played> play(const Host& host, const std::vector<GameOrder>& games, std::size_t side_by_side) {
  const std::size_t most = host.description.plays_side_by_side() ? side_by_side : 1;
  std::vector<Played> played(games.size());
  std::vector<std::unique_ptr<Game>> running;
  std::size_t next = 0;
  while (next < games.size() || !running.empty()) {
    if (next < games.size() && running.size() < most) {
      running.push_back(std::make_unique<Game>(host, games[next], next));
      ++next;
    } else {
      wait_for(running);
    }
    for (const auto& game : running) game->step();
    std::erase_if(running, [&](const std::unique_ptr<Game>& game) {
      if (game->over()) played[game->number()] = game->take();
      return game->over();
    });
  }
  return played;
}

}  // namespace rig::host
