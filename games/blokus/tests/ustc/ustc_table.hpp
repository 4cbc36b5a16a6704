#pragma once
/// A host of ustc in virtual time, for tests: a device in a folder, the host's files beside it, and a game
/// between the device and an opponent under the contest's ruling.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/players/ustc/ustc_player.hpp"
#include "rig/base/random.hpp"
#include "rig/player/opponent.hpp"

namespace ustc_table {

using rig::Duration;
using rig::FileDevice;
using rig::FileOutcome;
using rig::FileRequest;
using rig::Files;
using rig::HungUp;
using rig::protocol::Contest;
using rig::protocol::FileAnswer;
using rig::protocol::FileStyle;
using rig::protocol::GameFiles;
using rig::protocol::Move;
using rig::protocol::Request;
using rig::protocol::Result;
using rig::protocol::Ruling;
using rig::protocol::Seat;

/// One device in its folder.
class Folder {
 public:
  Folder(const Contest& contest, const Seat& seat, std::unique_ptr<FileDevice> device)
      : device_(std::move(device)),
        files_(contest.dialect->files()->new_game(seat, {})),
        patience_(contest.dialect->expects({rig::protocol::RequestKind::move, {}, {}}).deadline) {
    device_->new_game();
  }

  /// One exchange: what came of the request until an answer was whole, or until the time was over.
  FileAnswer ask(const Request& request) {
    const FileRequest put = files_->ask(request);
    for (const auto& [name, content] : put.files) folder_[name] = content;
    outcome = {};
    run = device_->act(folder_, put.arguments);
    outcome.timed_out = true;
    for (const FileDevice::Write& write : run.writes) {
      if (write.after > patience_ || !outcome.timed_out) {
        unread.push_back(write);
        continue;
      }
      folder_[write.path] = *write.content;
      if (write.closed && files_->whole(folder_)) {
        outcome.timed_out = false;
        answered_after = write.after;
      }
    }
    // What comes at the same moment as the answer is seen with it.
    for (const FileDevice::Write& write : unread) {
      if (!outcome.timed_out && write.after == answered_after) folder_[write.path] = *write.content;
    }
    if (outcome.timed_out && run.ends) {
      outcome.timed_out = false;
      const std::string how = run.killed_by.empty() ? "exited with status " + std::to_string(run.exit_status)
                                                    : "killed by " + run.killed_by;
      outcome.hung_up = HungUp{how, {}};
    }
    outcome.files = folder_;
    return files_->read(outcome);
  }

  FileDevice& device() { return *device_; }
  Files& folder() { return folder_; }

  FileDevice::Run run;                    ///< what the device did at the last request
  FileOutcome outcome;                    ///< what came of it
  Duration answered_after{};              ///< the last answer
  std::vector<FileDevice::Write> unread;  ///< what it wrote after the answers, or too late

 private:
  std::unique_ptr<FileDevice> device_;
  std::unique_ptr<GameFiles> files_;
  Duration patience_;
  Files folder_;
};

/// How a game ended.
struct Ending {
  Result result;
  std::vector<rig::protocol::Irregularity> irregularities;  ///< of all its answers
  std::vector<std::string> kept;                            ///< aspects, of the last answer
  std::string rule;                                         ///< that the device broke; empty: none
  std::string explanation;
  bool no_answer = false;  ///< it ended because nothing came that can be judged
  int asked = 0;

  bool clean() const { return irregularities.empty() && rule.empty() && !no_answer; }
  bool has(const std::string& aspect) const {
    for (const auto& one : irregularities) {
      if (one.aspect == aspect) return true;
    }
    return false;
  }
  std::string told() const {
    std::string text = rule.empty() ? std::string() : rule + ": " + explanation + "; ";
    for (const auto& one : irregularities) text += one.aspect + ": " + one.what + "; ";
    return text + (no_answer ? "no answer; " : "") + result.why;
  }
};

/// A device against an opponent, until the game is over or the device's answer does not stand.
class Table {
 public:
  Table(const Contest& contest, std::size_t seat, std::unique_ptr<FileDevice> device,
        const std::string& opponent, std::uint64_t seed)
      : contest_(contest),
        seat_(contest.seats[seat]),
        folder_(contest, seat_, std::move(device)),
        opponent_(rig::player::new_opponent("blokus", opponent, rig::Random(seed))),
        ruling_(contest.new_game(contest.seats[0])) {
    opponent_->new_game();
  }

  Ending play() {
    Ending ending;
    Move told;
    bool begun = false;
    while (ruling_->result().state == Result::State::open) {
      if (ruling_->to_move() != seat_.player) {
        told = opponent_->choose(*ruling_);
        ruling_->play(told);
        continue;
      }
      // An opponent that has given up is never asked on the small board: its last word is told again.
      const Request request = contest_.requests(seat_, turn_after(begun, told)).back();
      begun = true;
      if (!answer(request, ending)) break;
      told = ruling_->pass();
    }
    ending.result = ruling_->result();
    return ending;
  }

  static rig::protocol::Turn turn_after(bool begun, const Move& told) {
    return {begun ? 1 : 0, told.text.empty() ? std::vector<Move>{} : std::vector{told}};
  }

  Folder& folder() { return folder_; }
  const Ruling& ruling() const { return *ruling_; }

 private:
  bool answer(const Request& request, Ending& ending) {
    const FileAnswer answer = folder_.ask(request);
    ++ending.asked;
    ending.kept = answer.kept;
    ending.irregularities.insert(ending.irregularities.end(), answer.irregularities.begin(),
                                 answer.irregularities.end());
    if (!answer.stands()) {
      ending.no_answer = true;
      return false;
    }
    const rig::protocol::Judgement judgement = ruling_->judge(*answer.move);
    ending.rule = judgement.rule;
    ending.explanation = judgement.explanation;
    ruling_->play(*answer.move);
    return judgement.legal;
  }

  Contest contest_;
  Seat seat_;
  Folder folder_;
  std::unique_ptr<rig::player::Opponent> opponent_;
  std::unique_ptr<Ruling> ruling_;
};

}  // namespace ustc_table
