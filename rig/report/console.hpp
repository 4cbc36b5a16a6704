#pragma once
/// The run record for a person at a terminal: a line for each case as it ends, then the summary.

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// Whether something that only a terminal understands is written.
enum class When {
  automatic,  ///< when the stream is std::cout or std::cerr and that is a terminal
  always,
  never,
};

struct ConsoleOptions {
  When colour =
      When::automatic;  ///< automatic also heeds NO_COLOR (set and not empty: no colour) and TERM=dumb
  /// `12 of 40, about 20 s left` under the last line, rewritten in place.
  When progress = When::automatic;
  bool quiet = false;      ///< only what went wrong, and the headline
  std::size_t width = 80;  ///< columns; at least 40; only commands to be copied are longer
  /// The time by some clock, for what is left of the run; empty: the machine's monotonic clock.
  std::function<Duration()> now{};
};

/// Writes to one stream, from one thread. Bytes that a terminal would obey (escape sequences, say) are shown
/// as `\x1b`, wherever in the record they stand.
class Console {
 public:
  explicit Console(std::ostream& out, ConsoleOptions options = {});

  /// What is about to be tested, and how many cases are planned.
  void begin(const RunRecord& run, std::size_t planned);

  /// `✓ Handshake.AnswersWithTeamCode  answers "0" with its team code  3.70 ms / 1 s`: mark (✓ pass, ✗ fail,
  /// ? inconclusive, ! error, – not applicable, · not run), id, title, and the latency that came nearest to
  /// its deadline. What went wrong follows on a line of its own.
  void case_ended(const CaseRecord& record);

  /// Something that the user has to know or to do now, in quiet runs too.
  void say(const std::string& text);

  /// After the last case, with a concluded record: latencies, measurements, requirements, what was not
  /// applicable, every failure once more, worst first, with the command that runs it again, the evidence, and
  /// the headline as the last line.
  void summary(const RunRecord& run);

 private:
  void erase_progress();
  void show_progress();
  std::string time_left() const;

  std::ostream& out_;
  ConsoleOptions options_;
  bool colour_;
  bool progress_;
  bool progress_shown_ = false;
  std::size_t planned_ = 0;
  std::size_t ended_ = 0;
  Duration begun_{};
};

}  // namespace rig::report
