#pragma once
/// A tournament of the tests: a plan, a desk at which games end as their names have it, a folder of its own.

#include <stdlib.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/base/random.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::arbiter::tournament {

/// A folder that is gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tournament-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }
  std::string journal() const { return path_ + "/journal.jsonl"; }

 private:
  std::string path_;
};

/// So many teams of opponents, each at a bench of its own unless `more` says otherwise.
inline std::string plan_text(int teams, const std::string& format, const std::string& more = {}) {
  std::string text = "contest = \"heart-trax\"\ntitle = \"A tournament of the tests\"\nseed = 7\n" + more +
                     "[format]\n" + format + "\n";
  for (int team = 1; team <= teams; ++team)
    text += "[[entrant]]\nteam = \"T" + std::to_string(team) + "\"\ndut = \"opponent:random\"\n";
  return text;
}

/// How a game ends at the desk of the tests: by its name alone, whoever plays it and whenever.
inline Result result_of_name(const std::string& game) {
  Random random(derive_seed(1, game));
  const auto outcome = static_cast<Result::Outcome>(random.below(3));
  const int moves = outcome == Result::Outcome::drawn ? 0 : 5 + static_cast<int>(random.below(20));
  return {outcome, moves, false};
}

/// Games end in the order in which they began.
class TestDesk : public Desk {
 public:
  explicit TestDesk(std::string folder) : folder_(std::move(folder)) {}

  void begin(const Order& order) override {
    begun.push_back(order);
    most_at_once = std::max(most_at_once, ++on_);
    waiting_.push_back(order);
  }
  std::optional<Ended> wait(Duration) override {
    if (waiting_.empty()) return std::nullopt;
    const Order order = waiting_.front();
    waiting_.pop_front();
    on_ -= 1;
    if (on_ended) on_ended(order);
    if (auto other = ends ? ends(order) : std::nullopt) return other;
    write_whole(folder_ + "/" + order.evidence, "evidence of " + order.fixture.id + "\n");
    return Ended{.game = order.fixture.id,
                 .how = Ended::How::played,
                 .result = result_of_name(order.fixture.id),
                 .why = {},
                 .at = std::nullopt,
                 .facts = {{"ending", "test"}, {"evidence", order.evidence}}};
  }
  bool interrupted() const override { return stop; }

  std::vector<Order> begun;
  std::size_t most_at_once = 0;
  bool stop = false;
  std::function<std::optional<Ended>(const Order&)> ends;  ///< how a game ends otherwise
  std::function<void(const Order&)> on_ended;

 private:
  std::string folder_;
  std::deque<Order> waiting_;
  std::size_t on_ = 0;
};

inline Ended failed(const Order& order, const std::string& why, std::optional<Entrant> at) {
  return {.game = order.fixture.id,
          .how = Ended::How::rig_error,
          .result = {},
          .why = why,
          .at = at,
          .facts = Entry::object()};
}

/// What was said.
class Ears final : public Spectator {
 public:
  void said(const std::string& sentence) override { heard.push_back(sentence); }
  bool has_heard(const std::string& part) const {
    for (const std::string& one : heard) {
      if (one.find(part) != std::string::npos) return true;
    }
    return false;
  }
  std::vector<std::string> heard;
};

/// All of a final order, as text.
inline std::string order_of(const Step& step) {
  std::string text;
  for (const Place& place : step.places)
    text += std::to_string(place.rank) + " " + std::to_string(place.entrant) + " " + place.reason + "\n";
  return text;
}

}  // namespace rig::arbiter::tournament
