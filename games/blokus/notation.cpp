#include "games/blokus/notation.hpp"

#include <fmt/format.h>

#include <string_view>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "rig/base/errors.hpp"

namespace rig::blokus {

namespace {

using protocol::Result;
using protocol::Ruling;

class BlokusNotation final : public game::Notation {
 public:
  std::string count(const Ruling& ruling) const override {
    const std::size_t codes = ruling.legal_moves().size();
    const auto& position = dynamic_cast<const protocol::BlokusRuling&>(ruling).position();
    return fmt::format("placements {} codes {}", codes == 0 ? 0 : position.count_placements(), codes);
  }

  std::string result(const Ruling& ruling) const override {
    const Result result = ruling.result();
    return fmt::format("result {} squares {} {} score {} {}", word_of(result.state), result.squares_left[0],
                       result.squares_left[1], result.score[0], result.score[1]);
  }

  /// The step log of `course`.
  std::optional<std::vector<std::string>> moves_in_file(const protocol::Contest& contest,
                                                        const std::string& text,
                                                        const std::string& file) const override {
    if (!contest.per_move) return std::nullopt;
    const auto log = protocol::course_text::read_step_log(text);
    if (!log.value) throw UsageError(fmt::format("{}: {}.", file, log.why));
    std::vector<std::string> steps;
    for (const protocol::course_text::LoggedStep& step : *log.value) steps.push_back(step.move.text);
    return steps;
  }
};

}  // namespace

std::shared_ptr<const game::Notation> notation() {
  return std::make_shared<BlokusNotation>();
}

}  // namespace rig::blokus
