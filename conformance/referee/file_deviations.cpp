#include "conformance/referee/file_deviations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <utility>

#include "conformance/referee/expected_file_game.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::host::Call;
using rig::host::Deed;
using rig::host::DeedKind;
using rig::host::Played;
using rig::protocol::Contest;
using rig::protocol::Misplaced;
using rig::protocol::Player;
using rig::protocol::PlayerFiles;
using rig::protocol::Result;
using rig::protocol::TurnTaken;

namespace {

struct Asked {
  std::size_t player = 0;
  const Call* call = nullptr;
};

/// Each time that a program was asked for a move, in order: one that is started for each move by its start,
/// one that lives on by what it answered.
std::vector<Asked> all_asked(const Contest& contest, const Played& played) {
  std::vector<Asked> all;
  for (const std::size_t player : {0U, 1U}) {
    const auto files =
        contest.dialect->files()->new_player(seat_of(contest, player == 0 ? Player::one : Player::two));
    for (const Call& call : played.boards[player].calls) {
      const bool unanswered_start =
          !contest.per_move && call.deeds.empty() && !files->is_asked(call.sight.found);
      if (!unanswered_start) all.push_back({player, &call});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Asked& a, const Asked& b) {
    return a.call->sight.at.earliest < b.call->sight.at.earliest;
  });
  return all;
}

class FileComparison {
 public:
  FileComparison(const Contest& contest, const Scenario& scenario, const ExpectedGame& expected,
                 const Played& played, Aspect subject)
      : contest_(contest),
        scenario_(scenario),
        expected_(expected),
        steps_(expected.steps),
        asked_(all_asked(contest, played)),
        played_(played),
        subject_(subject) {
    for (const Player player : {Player::one, Player::two})
      players_[index_of(player)] = contest.dialect->files()->new_player(seat_of(contest, player));
  }

  std::vector<Deviation> all() {
    compare_starts();
    leave_out_where_nobody_was_asked();
    for (std::size_t i = 0; i < std::min(asked_.size(), steps_.size()); ++i) {
      if (asked_[i].player != index_of(steps_[i].player)) {
        add(follows_an_odd_turn(steps_[i]) ? subject_
            : is_out_of_the_game(i)        ? Aspect("referee.pass-for-good")
                                           : Aspect("referee.called"),
            fmt::format("player {} was asked on ply {}; it is the turn of player {}", asked_[i].player + 1,
                        ply_of(steps_[i]), index_of(steps_[i].player) + 1),
            "wrong player");
        return std::move(found_);
      }
      compare_files(steps_[i], *asked_[i].call);
    }
    const std::size_t both = std::min(asked_.size(), steps_.size());
    if (both < steps_.size()) {
      const FileStep& step = steps_[both];
      add(subject_, fmt::format("player {} was not asked on ply {}", index_of(step.player) + 1, ply_of(step)),
          "not asked");
    } else if (expected_.result.state != Result::State::open) {
      compare_rest();
    }
    look_whether_it_was_tried();
    return std::move(found_);
  }

 private:
  static std::size_t ply_of(const FileStep& step) { return step.before.size() + 1; }

  /// Takes out what need not be as expected: who has passed for good and lives on may be told more, and
  /// who cannot place anything need not be asked.
  void leave_out_where_nobody_was_asked() {
    if (contest_.per_move) return;
    for (std::size_t i = 0; i < steps_.size();) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      const bool is_asked = i < asked_.size() && asked_[i].player == index_of(steps_[i].player);
      if (!is_asked && steps_[i].may_be_left_out) {
        steps_.erase(steps_.begin() + at);
      } else if (i < asked_.size() && is_out_of_the_game(i)) {
        asked_.erase(asked_.begin() + at);
      } else {
        ++i;
      }
    }
  }

  void add(Aspect aspect, const std::string& what, const std::string& kind) {
    found_.push_back({aspect, fmt::format("{}: {}", scenario_.what, what), kind});
  }

  /// Whether a turn before this one was taken in the way that the scenario is about: too late, say.
  bool follows_an_odd_turn(const FileStep& turn) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const FileStep& step) {
      return ply_of(step) < ply_of(turn) && (step.manner.after > rig::Duration::zero() || step.manner.silent);
    });
  }

  /// Who has passed and lives on may be told more all the same.
  bool is_out_of_the_game(std::size_t ply) const {
    const FileStep& step = steps_[ply];
    if (asked_[ply].player == index_of(step.player) || !contest_.pass_is_for_good) return false;
    return std::any_of(step.before.begin(), step.before.end(), [&](const TurnTaken& turn) {
      return index_of(turn.player) == asked_[ply].player && (turn.late || turn.move == pass_of_contest());
    });
  }

  void compare_starts() {
    if (contest_.per_move) return;
    for (const std::size_t player : {0U, 1U}) {
      const auto& calls = played_.boards[player].calls;
      const auto starts =
          std::count_if(calls.begin(), calls.end(), [](const Call& call) { return call.sight.first; });
      if (starts > 1)
        add("referee.called",
            fmt::format("the program of player {} was started {} times in one game", player + 1, starts),
            "started again");
    }
  }

  /// What goes wrong in one file goes on: it is told once.
  void compare_files(const FileStep& step, const Call& call) {
    const std::size_t player = index_of(step.player);
    const bool of_subject = follows_an_odd_turn(step);
    std::vector<Misplaced> wrong = players_[player]->misplaced(call.sight.found, step.before);
    if (const Call* const before = std::exchange(last_calls_[player], &call)) {
      const auto altered = players_[player]->altered(before->left, call.sight.found);
      wrong.insert(wrong.end(), altered.begin(), altered.end());
    }
    for (const Misplaced& one : wrong) {
      if (!told_.insert(one.aspect.text()).second) continue;
      add(of_subject ? subject_ : one.aspect,
          fmt::format("player {} on ply {}: {}", player + 1, step.before.size() + 1, one.what), one.kind);
    }
  }

  /// Who was asked after the last turn.
  void compare_rest() {
    for (std::size_t i = steps_.size(); i < asked_.size(); ++i) {
      if (expected_.loser && contest_.host_may_go_on) {
        if (tells_refused_move(asked_[i]))
          return add(
              subject_,
              fmt::format("player {} was sent the refused move, which must not count", asked_[i].player + 1),
              "the move counts");
        continue;
      }
      return add(
          expected_.loser ? subject_ : Aspect("referee.over"),
          fmt::format("player {} was asked again, though {}", asked_[i].player + 1,
                      expected_.loser ? fmt::format("player {} has lost", index_of(*expected_.loser) + 1)
                                      : std::string("the game is over")),
          "the game goes on");
    }
  }

  bool tells_refused_move(const Asked& asked) const {
    const FileStep& last = steps_.back();
    if (asked.player == index_of(last.player)) return false;
    std::vector<TurnTaken> taken = last.before;
    taken.push_back({last.player, last.move});
    const auto wrong = players_[asked.player]->misplaced(asked.call->sight.found, taken);
    return std::none_of(wrong.begin(), wrong.end(), [](const Misplaced& one) {
      return one.aspect == Aspect("referee.forward") || one.aspect == Aspect("referee.second") ||
             one.aspect == Aspect("referee.message");
    });
  }

  rig::protocol::Move pass_of_contest() const { return contest_.new_game(scenario_.first)->pass(); }

  /// A trick that the files did not allow proves nothing.
  void look_whether_it_was_tried() {
    const std::size_t last = steps_.size() - 1;
    if (asked_.size() <= last || steps_[last].manner.trick.empty()) return;
    const FileStep& step = steps_[last];
    const auto reply =
        players_[index_of(step.player)]->answer(asked_[last].call->sight.found, step.move, step.manner.trick);
    if (!reply.impossible.empty())
      add(subject_, "the deviation could not be tried: " + reply.impossible, "not tried");
  }

  const Contest& contest_;
  const Scenario& scenario_;
  const ExpectedGame& expected_;
  std::vector<FileStep> steps_;  ///< of the expected game, without those that were left out
  std::vector<Asked> asked_;
  const Played& played_;
  Aspect subject_;
  std::array<std::unique_ptr<PlayerFiles>, 2> players_;
  std::array<const Call*, 2> last_calls_{};
  std::set<std::string> told_;
  std::vector<Deviation> found_;
};

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string words_on(const Deed& deed) {
  switch (deed.kind) {
    case DeedKind::write:
    case DeedKind::replace: return "writes " + file_name(deed.path);
    case DeedKind::remove: return "removes " + file_name(deed.path);
    case DeedKind::exit: return fmt::format("exits with status {}", deed.number);
    case DeedKind::signal: return fmt::format("dies of signal {}", deed.number);
    case DeedKind::look: break;
  }
  return {};
}

}  // namespace

std::vector<Deviation> file_deviations(const Contest& contest, const Scenario& scenario,
                                       const ExpectedGame& expected, const Played& played, Aspect subject) {
  return FileComparison(contest, scenario, expected, played, subject).all();
}

std::vector<std::pair<rig::Duration, std::string>> account_of_calls(const Played& played) {
  std::vector<std::pair<rig::Duration, std::string>> lines;
  for (const std::size_t player : {0U, 1U}) {
    const auto add = [&](rig::Duration when, const std::string& what) {
      const rig::Duration at = std::max(rig::Duration::zero(), when - played.began.earliest);
      lines.emplace_back(at, fmt::format("{:>8}  player {} {}", rig::readable(at), player + 1, what));
    };
    for (const Call& call : played.boards[player].calls) {
      if (call.sight.first)
        add(call.sight.started, fmt::format("is started: {}", fmt::join(call.sight.found.arguments, " ")));
      std::vector<std::string> words;
      for (std::size_t i = 0; i < call.done.size() && i < call.deeds.size(); ++i) {
        if (std::string one = words_on(call.deeds[i]); !one.empty()) words.push_back(std::move(one));
      }
      if (!words.empty()) add(call.done.back().latest, fmt::format("{}", fmt::join(words, ", ")));
      if (call.cut_short) add(call.sight.at.latest, "was ended before it had finished");
    }
  }
  return lines;
}

}  // namespace conformance
