#include "games/blokus/contests/course/course.hpp"

#include <fmt/format.h>

#include "games/blokus/contests/blokus_game.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

using Tie = CourseSettings::Tie;
using Unchanged = CourseSettings::Unchanged;

const blokus::Variant& board_of_the_course() {
  static const blokus::StartSquares either{{5, 5}, {10, 10}};
  static const blokus::Variant variant{
      course_text::size, 2, {either, either}, blokus::LastTile::play_goes_on};
  return variant;
}

BlokusTerms terms_of(Tie tie) {
  return {BlokusTerms::Pass::for_good, BlokusTerms::FirstRound::may_pass, BlokusTerms::Count::cells,
          tie == Tie::draw ? BlokusTerms::Tie::draw : BlokusTerms::Tie::second};
}

class CourseGame final : public BlokusGame {
 public:
  explicit CourseGame(Tie tie) : BlokusGame(board_of_the_course(), 0, terms_of(tie)) {}

  std::optional<blokus::Code> read(const Move& move) const override {
    const std::optional<course_text::Step> step = course_text::parse_step(move.text);
    if (!step) return std::nullopt;
    return course_text::code_of(*step);
  }
  Move write(const blokus::Code& code) const override {
    return {course_text::to_string(course_text::step_of(code))};
  }
  Move pass() const override { return {std::string(course_text::pass)}; }

  std::string code_of(const Move& move) const override {
    const std::optional<course_text::Step> step = course_text::parse_step(move.text);
    if (!step) return {};
    const course_text::Pattern& pattern = step->pattern;
    return fmt::format("{}/{}{}", pattern.number, pattern.flipped ? "H" : "",
                       std::string(static_cast<std::size_t>(pattern.turns), 'R'));
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<CourseGame>(*this); }

 private:
  bool reads_as_pass(const Move& move) const override { return course_text::is_pass(move.text); }
  std::string malformed(const Move& move) const override {
    return fmt::format(
        "{} is no step: patternNN(H,R,R,R) ^ Y-X with NN 01..21, H and R as often as needed, Y and X 1..14; "
        "or PASS",
        quoted(to_bytes(move.text)));
  }
  std::string square_name(const blokus::Square& square) const override {
    return fmt::format("{}-{}", square.y, square.x);
  }
  std::string column_name(int x) const override { return std::to_string(x); }
  std::string row_name(int y) const override { return std::to_string(y); }
  std::string tile_name(blokus::Tile tile) const override {
    return fmt::format("pattern{:02}", course_text::number_of(tile));
  }
};

std::vector<Setting> settings_of(const CourseSettings& settings) {
  return {
      {"tie",
       settings.tie == Tie::draw ? "draw" : "second",
       {"second", "draw"},
       "who wins when both cover as many squares: the second player, or nobody"},
      {"unchanged",
       settings.unchanged == Unchanged::pass ? "pass" : "loss",
       {"loss", "pass"},
       "what exit status 0 with unchanged files is: a violation, which loses, or a pass"},
      time_setting("5", {{"time", settings.time}}),
  };
}

}  // namespace

std::unique_ptr<Ruling> new_course_game(Tie tie) {
  return std::make_unique<CourseGame>(tie);
}

CourseSettings course_settings(const std::map<std::string, std::string>& named) {
  static const Contest usual = course();
  check_settings(usual.name, usual.settings, named);
  CourseSettings settings;
  const auto value = [&](std::size_t setting) { return value_of(usual.settings[setting], named); };
  if (value(0) == "draw") settings.tie = Tie::draw;
  if (value(1) == "pass") settings.unchanged = Unchanged::pass;
  settings.time = value(2);
  return settings;
}

Contest course(const CourseSettings& settings) {
  Contest contest;
  contest.name = "course";
  contest.title = "Course project: Blokus Duo by programs, over text files";
  contest.game = "blokus";
  contest.dialect = course_dialect(seconds_of("time", settings.time), settings.unchanged);
  contest.seats = {{"Red, first", true, Player::one, "Red"}, {"Blue, second", false, Player::two, "Blue"}};
  contest.new_game = [tie = settings.tie](const Seat&) { return new_course_game(tie); };
  contest.greets = false;
  contest.team = {.words = "nothing", .shortest = 0, .longest = 0};
  contest.codes = std::size_t{blokus::tile_count} * blokus::rotation_count;
  contest.per_move = true;
  contest.begins_anywhere = true;
  contest.pass_is_for_good = true;
  contest.late_is_pass = true;
  contest.two_spellings = true;
  contest.settings = settings_of(settings);
  contest.with = [](const ContestSettings& chosen) { return course(course_settings(chosen.named)); };
  return contest;
}

}  // namespace rig::protocol
