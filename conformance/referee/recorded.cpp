#include "conformance/referee/recorded.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>

#include "rig/base/errors.hpp"

namespace conformance {

using nlohmann::json;
using rig::UsageError;
using rig::host::RecordedGame;

namespace {

constexpr const char* left_out = "left out";
constexpr const char* fact_description = "the referee's description";

/// The reason, where this line says that no game was played.
std::string reason_in(const std::string& line) {
  const json value = json::parse(line);
  const bool is_so =
      value.is_array() && value.size() == 2 && value.at(0) == left_out && value.at(1).is_string();
  return is_so ? value.at(1).get<std::string>() : std::string();
}

std::string in_transcript(const std::string& path) {
  return fmt::format("Transcript \"{}\"", path);
}

}  // namespace

std::string line_of_left_out(const std::string& why) {
  return json{left_out, why}.dump();
}

RecordedCase read_case(const std::string& path, const rig::Transcript& transcript, const std::string& case_id,
                       const rig::protocol::Contest& contest, const rig::host::Description& referee) {
  const std::span<const std::string> lines = std::span(transcript.segments.at(case_id)).subspan(1);
  if (lines.size() == 1) {
    if (const std::string why = reason_in(lines.front()); !why.empty()) return {{}, why};
  }
  const std::size_t first = transcript.places.at(case_id) + 1;
  return {rig::host::read_games({in_transcript(path), first, lines}, contest, referee.signs), ""};
}

rig::host::Description recorded_description(const std::string& path, const rig::Transcript& transcript) {
  const std::string& name = transcript.header.dut;
  const std::string file = rig::host::parse_referee_name(name).file;
  for (const auto& [id, lines] : transcript.segments) {
    const rig::LinkInfo info = rig::link_in_segment_line(lines.front());
    const auto found = info.facts.find(fact_description);
    if (info.name != name || found == info.facts.end())
      throw UsageError(fmt::format("{}, line {}: the segment of {} does not hold the description of {}.",
                                   in_transcript(path), transcript.places.at(id), id, name));
    return rig::host::parse_description(found->second, file, transcript.header.contest);
  }
  throw UsageError(fmt::format("{} holds no case that has ended.", in_transcript(path)));
}

rig::LinkInfo info_of(const rig::host::Description& referee, const std::string& name) {
  rig::LinkInfo info;
  info.name = name;
  info.description = referee.name;
  info.clock = rig::monotonic_domain();
  info.clock_kind = rig::ClockKind::monotonic;
  info.facts[fact_description] = referee.text;
  return info;
}

RecordedReferee::RecordedReferee(const std::string& path, const rig::protocol::Contest& contest,
                                 const rig::host::Description& referee)
    : path_(path), contest_(contest), referee_(referee), transcript_(rig::read_transcript(path)) {}

const std::string& RecordedReferee::first_line(const std::string& case_id) const {
  const auto found = transcript_.segments.find(case_id);
  if (found == transcript_.segments.end())
    throw rig::RigError(fmt::format("The transcript has no segment for {}.", case_id));
  return found->second.front();
}

std::string RecordedReferee::begin(const std::string& case_id) {
  RecordedCase recorded = read_case(path_, transcript_, case_id, contest_, referee_);
  games_ = std::move(recorded.games);
  next_ = 0;
  end_ = transcript_.places.at(case_id) + transcript_.segments.at(case_id).size();
  return recorded.left_out;
}

std::vector<rig::host::Played> RecordedReferee::play(const std::vector<OrderedGame>& games) {
  std::vector<rig::host::Played> played;
  for (const OrderedGame& ordered : games) {
    if (next_ == games_.size())
      throw DoesNotFit{fmt::format("{}: the case plays \"{}\" next, and the record of it has ended",
                                   where(end_ - 1), ordered.what)};
    RecordedGame& game = games_[next_++];
    if (game.what != ordered.what)
      throw DoesNotFit{fmt::format("{}: the game is \"{}\", and the case plays \"{}\" here", where(game.line),
                                   game.what, ordered.what)};
    if (game.order != rig::host::line_of_order(ordered.what, ordered.order))
      throw DoesNotFit{fmt::format("{}: the boards of \"{}\" are to say something else than in the case",
                                   where(game.line), game.what)};
    if (ordered.order.programs) expect_same_programs(game, *ordered.order.programs);
    played.push_back(std::move(game.played));
  }
  return played;
}

/// What they find decides what they do.
void RecordedReferee::expect_same_programs(const RecordedGame& game,
                                           rig::host::PlayersPrograms& programs) const {
  for (const auto& [player, index, line] : game.calls) {
    const rig::host::Call& call = game.played.boards[player].calls[index];
    if (programs.answer(player, call.sight) != call.deeds)
      throw DoesNotFit{fmt::format("{}: the program of player {} does something else than in the case",
                                   where(line), player + 1)};
  }
}

void RecordedReferee::end() const {
  if (next_ < games_.size())
    throw DoesNotFit{fmt::format("{}: the case does not play the game \"{}\"", where(games_[next_].line),
                                 games_[next_].what)};
}

std::string RecordedReferee::where(std::size_t line) const {
  return fmt::format("{}, line {}", in_transcript(path_), line);
}

}  // namespace conformance
