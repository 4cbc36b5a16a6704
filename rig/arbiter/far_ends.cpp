#include "rig/arbiter/far_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "rig/arbiter/house.hpp"
#include "rig/arbiter/together.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/link.hpp"
#include "rig/link/paced/paced.hpp"
#include "rig/link/rtl/simulated_time.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace rig::arbiter {

namespace {

bool in_real_time(const std::string& name) {
  return !is_house(name) && !dut::keeps_own_time(dut::parse_dut_name(name));
}

std::unique_ptr<Side> side_of(const FarEnds& ends, std::unique_ptr<FarEnd> far_end) {
  return ends.side_of ? ends.side_of(std::move(far_end)) : side_over(std::move(far_end), ends.contest);
}

std::unique_ptr<FarEnd> stopped_with(const FarEnds& ends, const std::string& name,
                                     std::unique_ptr<FarEnd> far_end) {
  const bool is_program = dut::starts_a_program(dut::parse_dut_name(name));
  return stoppable(std::move(far_end), is_program ? Waiting::at_once : Waiting::in_steps, ends.stop);
}

class Opener {
 public:
  explicit Opener(const FarEnds& ends) : ends_(ends) {}

  std::array<std::unique_ptr<Side>, 2> open() {
    std::array<std::unique_ptr<FarEnd>, 2> far_ends;
    std::array<std::unique_ptr<Side>, 2> sides;
    for (const std::size_t side : {0U, 1U}) {
      const std::string& name = ends_.names[side];
      if (is_house(name)) {
        sides[side] = house_of(ends_.contest, name, ends_.seed, side);
      } else {
        far_ends[side] = open_one(side);
      }
    }
    if (far_ends[0] && far_ends[1] && ends_.contest.medium() == Medium::bytes)
      std::tie(far_ends[0], far_ends[1]) =
          put_together(link_of(std::move(far_ends[0])), link_of(std::move(far_ends[1])));
    for (const std::size_t side : {0U, 1U}) {
      if (far_ends[side]) sides[side] = side_of(ends_, recorded(side, std::move(far_ends[side])));
    }
    return sides;
  }

 private:
  /// What goes wrong here is known to be at this side.
  std::unique_ptr<FarEnd> open_one(std::size_t side) const {
    try {
      return open_paced(side);
    } catch (const RigError& error) {
      throw SideError(side, error.what());
    }
  }

  dut::OpenOptions options(std::size_t side) const {
    dut::OpenOptions options{
        .contest = ends_.contest, .seed = seed_of_side(ends_.seed, side), .reset = {}, .say = ends_.say};
    options.time = time_;
    options.sandbox = ends_.sandbox;
    return options;
  }

  std::unique_ptr<FarEnd> open_paced(std::size_t side) const {
    std::unique_ptr<FarEnd> far_end = dut::open_dut(ends_.names[side], options(side));
    const bool pace = in_real_time(ends_.names[1 - side]) && !in_real_time(ends_.names[side]);
    if (pace && far_end->bytes() != nullptr)
      far_end = std::make_unique<PacedLink>(link_of(std::move(far_end)));
    return stopped_with(ends_, ends_.names[side], std::move(far_end));
  }

  std::unique_ptr<FarEnd> recorded(std::size_t side, std::unique_ptr<FarEnd> far_end) const {
    if (!ends_.record) return far_end;
    return record(std::move(far_end),
                  [told = ends_.record, side](const std::string& operation) { told(side, operation); });
  }

  const FarEnds& ends_;
  std::shared_ptr<SimulatedTime> time_ = std::make_shared<SimulatedTime>();  // of both, where they have one
};

}  // namespace

namespace {

/// `; chess has`: the contests with such a request.
std::string others_that_have_one() {
  std::vector<std::string> names;
  for (const protocol::Contest& contest : protocol::contests()) {
    if (contest.stand_by) names.push_back(contest.name);
  }
  if (names.empty()) return {};
  return fmt::format("; {} {}", fmt::join(names, ", "), names.size() == 1 ? "has" : "have");
}

}  // namespace

void check_side(const protocol::Contest& contest, const std::string& name) {
  if (is_house(name)) {
    house_of(contest, name, 0, 0);
  } else {
    dut::check_dut(dut::parse_dut_name(name), {});
  }
}

void check_sides(const protocol::Contest& contest, const std::array<std::string, 2>& names,
                 const std::vector<std::string>& idle) {
  if (!idle.empty() && !contest.stand_by)
    throw UsageError(fmt::format("--stand-by {}: {} has no request for boards that do not play{}.",
                                 idle.front(), contest.name, others_that_have_one()));
  for (const std::string& name : idle) {
    if (is_house(name)) throw UsageError(fmt::format("--stand-by {}: that is no board.", name));
    const dut::DutName idle_end = dut::parse_dut_name(name);
    dut::check_dut(idle_end, {});
    const bool is_there =
        name == names[0] || name == names[1] || std::count(idle.begin(), idle.end(), name) > 1;
    if (is_there && dut::opens_once(idle_end))
      throw UsageError(fmt::format("--stand-by {}: that far end is named twice.", name));
  }
  for (const std::string& name : names) {
    check_side(contest, name);
    if (!is_house(name)) dut::require_present(dut::parse_dut_name(name));
  }
  if (names[0] != names[1] || is_house(names[0])) return;
  if (dut::opens_once(dut::parse_dut_name(names[0])))
    throw UsageError(
        fmt::format("--first and --second are both {}: that is one far end, not two.", names[0]));
}

std::array<std::unique_ptr<Side>, 2> open_sides(const FarEnds& ends) {
  return Opener(ends).open();
}

std::vector<std::unique_ptr<Side>> open_idle_sides(const FarEnds& ends) {
  std::vector<std::unique_ptr<Side>> sides;
  for (std::size_t number = 0; number < ends.idle.size(); ++number) {
    dut::OpenOptions options{.contest = ends.contest,
                             .seed = derive_seed(ends.seed, fmt::format("idle {}", number + 1)),
                             .reset = {},
                             .say = ends.say};
    options.sandbox = ends.sandbox;
    std::unique_ptr<FarEnd> far_end =
        stopped_with(ends, ends.idle[number], dut::open_dut(ends.idle[number], options));
    if (ends.record)
      far_end = record(std::move(far_end), [told = ends.record, number](const std::string& operation) {
        told(number + 2, operation);
      });
    sides.push_back(side_of(ends, std::move(far_end)));
  }
  return sides;
}

Sides open_all(const FarEnds& ends) {
  return {open_sides(ends), open_idle_sides(ends)};
}

}  // namespace rig::arbiter
