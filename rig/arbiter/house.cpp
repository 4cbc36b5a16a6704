#include "rig/arbiter/house.hpp"

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/game/game.hpp"

namespace rig::arbiter {

using protocol::Contest;
using protocol::Ruling;

namespace {

constexpr const char* simple = "simple";

class HouseSide final : public Side {
 public:
  HouseSide(std::string name, std::unique_ptr<player::Opponent> opponent)
      : name_(std::move(name)), opponent_(std::move(opponent)) {}

  std::string description() const override { return "the rig's own opponent \"" + name_ + "\", no link"; }
  void begin() override { opponent_->new_game(); }
  Answer greet() override { return says(name_); }
  void tell(const protocol::Request&) override {}
  Answer ask(const protocol::Request&, const Ruling& ruling) override {
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

}  // namespace

std::vector<std::string> house_players(const Contest& contest) {
  std::vector<std::string> names;
  if (simple_player(contest) != nullptr) names.emplace_back(simple);
  for (const player::OpponentKind& kind : player::opponents(contest.game)) names.push_back(kind.name);
  return names;
}

std::unique_ptr<Side> house_side(const Contest& contest, const std::string& name, Random random) {
  const std::vector<std::string> known = house_players(contest);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw UsageError(unknown_value("opponent", name, known));
  if (name == simple) return std::make_unique<HouseSide>(name, simple_player(contest));
  return std::make_unique<HouseSide>(name, player::new_opponent(contest.game, name, random));
}

std::uint64_t seed_of_side(std::uint64_t match, std::size_t side) {
  return derive_seed(match, side == 0 ? "first" : "second");
}

std::unique_ptr<Side> house_of(const Contest& contest, const std::string& name, std::uint64_t seed,
                               std::size_t side) {
  return house_side(contest, name.substr(house_scheme.size()), Random(seed_of_side(seed, side)));
}

std::unique_ptr<player::Opponent> simple_player(const Contest& contest) {
  const auto& make = game::game_of(contest).simple_player;
  return make == nullptr ? nullptr : make(contest);
}

}  // namespace rig::arbiter
