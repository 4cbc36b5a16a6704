#pragma once
/// What stands in for a referee in the process that runs the cases of a replay: the games of its transcript.

#include <string>
#include <vector>

#include "conformance/referee/host/recorded.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace conformance {

/// A game as a case orders it, with what it is about.
struct OrderedGame {
  std::string what;
  rig::host::GameOrder order;
};

/// Thrown where the recorded games are not those that the case plays.
struct DoesNotFit {
  std::string why;  ///< with file and line
};

class RecordedReferee {
 public:
  /// The transcript at `path`, of a run on a referee whose description is `referee`.
  RecordedReferee(const std::string& path, const rig::protocol::Contest& contest,
                  const rig::host::Description& referee);

  /// A case begins. Returns why the recorded run did not play its games; empty: it played them.
  std::string begin(const std::string& case_id);
  /// The next games of the case. DoesNotFit where the recorded ones are others, or are fewer.
  std::vector<rig::host::Played> play(const std::vector<OrderedGame>& games);
  /// The case has ended. DoesNotFit where games are left.
  void end() const;

  /// The first line of a case's segment.
  const std::string& first_line(const std::string& case_id) const;

 private:
  void expect_same_programs(const rig::host::RecordedGame& game, rig::host::PlayersPrograms& programs) const;
  std::string where(std::size_t line) const;

  std::string path_;
  const rig::protocol::Contest& contest_;
  const rig::host::Description& referee_;
  rig::Transcript transcript_;
  std::vector<rig::host::RecordedGame> games_;  // of the case
  std::size_t next_ = 0;
  std::size_t end_ = 0;  // the line after the last of the segment
};

/// The line of a segment whose games were not played, with the reason.
std::string line_of_left_out(const std::string& why);

/// The games of a segment, and why there are none. UsageError names file and line for what cannot be read.
struct RecordedCase {
  std::vector<rig::host::RecordedGame> games;
  std::string left_out;
};
RecordedCase read_case(const std::string& path, const rig::Transcript& transcript, const std::string& case_id,
                       const rig::protocol::Contest& contest, const rig::host::Description& referee);

/// The description of the referee as it stood when the run was recorded. UsageError where there is none.
rig::host::Description recorded_description(const std::string& path, const rig::Transcript& transcript);

/// What the record of a referee's games says of it, and holds for a replay.
rig::LinkInfo info_of(const rig::host::Description& referee, const std::string& name);

}  // namespace conformance
