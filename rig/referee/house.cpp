#include "rig/referee/house.hpp"

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace rig::referee {

using contest::Contest;
using contest::Move;
using contest::Ruling;

namespace {

constexpr const char* simple = "simple";

class SimplePlayer final : public player::Opponent {
 public:
  Move choose(const Ruling& ruling) override {
    const std::vector<Move> legal = ruling.legal_moves();
    if (legal.empty()) return ruling.pass();
    return *std::min_element(legal.begin(), legal.end(),
                             [](const Move& a, const Move& b) { return key_of(a) < key_of(b); });
  }

 private:
  /// `53e0` says column, row, tile, rotation.
  static std::string key_of(const Move& move) {
    std::string key = move.text;
    std::swap(key.at(0), key.at(1));
    return key;
  }
};

class HouseSide final : public Side {
 public:
  HouseSide(std::string name, std::unique_ptr<player::Opponent> opponent)
      : name_(std::move(name)), opponent_(std::move(opponent)) {}

  std::string description() const override { return "the rig's own opponent \"" + name_ + "\", no link"; }
  void begin() override { opponent_->new_game(); }
  Answer greet() override { return says(name_); }
  void tell(const contest::Request&) override {}
  Answer ask(const contest::Request&, const Ruling& ruling) override {
    return says(opponent_->choose(ruling).text);
  }
  std::vector<Note> end() override { return {}; }

 private:
  static Answer says(const std::string& text) {
    Answer answer;
    answer.text = text;
    return answer;
  }

  std::string name_;
  std::unique_ptr<player::Opponent> opponent_;
};

bool moves_are_codes(const Contest& contest) {
  return contest.game == "blokus" && contest.medium() == Medium::bytes;
}

}  // namespace

std::vector<std::string> house_players(const Contest& contest) {
  std::vector<std::string> names;
  if (moves_are_codes(contest)) names.emplace_back(simple);
  for (const player::OpponentKind& kind : player::opponents(contest.game)) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Side> house_side(const Contest& contest, const std::string& name, Random random) {
  const std::vector<std::string> known = house_players(contest);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw UsageError(unknown_value("opponent", name, known));
  if (name == simple) return std::make_unique<HouseSide>(name, simple_player());
  return std::make_unique<HouseSide>(name, player::new_opponent(contest.game, name, random));
}

std::unique_ptr<player::Opponent> simple_player() {
  return std::make_unique<SimplePlayer>();
}

}  // namespace rig::referee
