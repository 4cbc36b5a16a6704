#include "conformance/faster_model.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/match/dut.hpp"

namespace conformance {

namespace {

/// A shorter run is over before the build has paid for itself.
constexpr rig::Duration long_run = std::chrono::minutes(2);
/// The first moves of some cases; more shows nothing new.
constexpr std::size_t enough_heard = std::size_t{1} << 20;
/// What is measured differs by so much by itself.
constexpr double worth_it = 1.05;

}  // namespace

FasterModel::FasterModel(Build build, std::function<void(const std::string&)> say)
    : build_(std::move(build)), say_(std::move(say)) {}

void FasterModel::heard(const std::string& case_id, const std::string& line) {
  if (begun_ || size_ >= enough_heard) return;
  heard_[case_id] += line + '\n';
  size_ += line.size();
}

void FasterModel::takes(rig::Duration whole) {
  if (begun_ || whole < long_run) return;
  begun_ = true;
  std::string transcript;
  for (const auto& [id, lines] : heard_) transcript += lines;
  heard_.clear();
  try {
    under_way_ = build_(transcript);
  } catch (const rig::RigError& error) {
    stays(error.what());
  } catch (const rig::UsageError& error) {
    stays(error.what());
  }
}

std::string FasterModel::model() {
  if (under_way_) look();
  return model_;
}

void FasterModel::look() {
  const auto result = under_way_->result();
  if (!result) return;
  under_way_.reset();
  if (result->model.empty()) return stays(result->why_not);
  if (result->after < worth_it * result->before) return;
  model_ = result->model.string();
  say_(fmt::format(
      "the model was built again with its own profile: {:.3g} -> {:.3g} Mcycles/s from the next case on",
      result->before, result->after));
}

void FasterModel::stays(const std::string& why) {
  say_(fmt::format(
      "the model could not be built again with its own profile, and the run goes on as it is: {}", why));
}

std::optional<FasterModel> faster_model_for(const CommandLine& line, const rig::contest::Contest& contest,
                                            const rig::report::RunRecord& record,
                                            const std::function<void(const std::string&)>& say) {
  const rig::match::DutName name = rig::match::parse_dut_name(line.options.dut);
  const auto hash = record.link_facts.find("source_hash");
  if (name.scheme != "rtl" || line.plain_model || line.coverage || line.budget ||
      name.settings.contains("trace") || hash == record.link_facts.end())
    return std::nullopt;
  const auto build = [&line, &contest, source = hash->second](const std::string& transcript) {
    rig::match::OpenOptions how{contest, line.options.seed, line.options.board_reset, {}};
    how.sandbox.wish = rig::sandboxing_from(line.sandbox);
    return rig::match::build_faster_model(line.options.dut, how, transcript, source);
  };
  const auto tell = [quiet = line.quiet, say](const std::string& sentence) {
    if (!quiet) say(sentence);
  };
  return FasterModel(build, tell);
}

}  // namespace conformance
