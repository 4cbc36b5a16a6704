#pragma once
/// The run record for a person at a terminal: a line for each case as it ends, then the summary.

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/report/console/progress.hpp"
#include "rig/report/html/page.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// Whether something that only a terminal understands is written.
enum class When {
  automatic,  ///< when the stream is std::cout or std::cerr and that is a terminal
  always,
  never,
};

struct ConsoleOptions {
  /// Automatic also heeds NO_COLOR (set and not empty: no colour) and TERM=dumb.
  When colour = When::automatic;
  /// How far the run is, in a line under the last one, rewritten in place; automatic also heeds TERM=dumb.
  When progress = When::automatic;
  bool quiet = false;  ///< a line for each case that failed, and the headline
  /// Columns, at least 40; 0: those of the terminal at the moment (40 to 200), 80 where there is none. Only
  /// commands to be copied are longer.
  std::size_t width = 0;
  /// The time by some clock, for what is left of the run; empty: the machine's monotonic clock.
  std::function<Duration()> now{};
};

/// The mark of a case that passed, though a lesser requirement failed in it.
inline constexpr std::string_view mark_of_a_remark = "~";

/// Writes to one stream; may be called from several threads. Bytes that a terminal would obey (escape
/// sequences, say) are shown as `\x1b`, wherever in the record they stand. A terminal whose locale has no
/// UTF-8 is shown ASCII.
class Console {
 public:
  explicit Console(std::ostream& out, ConsoleOptions options = {});
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// What is done before cases run, for the progress line: `building the model my_board`. Empty: it is
  /// done.
  void doing(const std::string& what);

  /// What is about to be tested, and how many cases are planned.
  void begin(const RunRecord& run, std::size_t planned);

  /// For the progress line.
  void case_begins(const std::string& id);

  /// The clock of a simulated DUT has gone on by so much since this was last called: for the progress line.
  void simulated(Duration time);

  /// `✓ Handshake.AnswersWithTeamCode  answers "0" with its team code  3.70 ms / 1 s`: mark (✓ pass, ~ pass
  /// with a remark, ✗ fail, ? inconclusive, ! error, – not applicable, · not run), id, title, and the latency
  /// that came nearest to its deadline. What is wrong follows on a line of its own, unless a case before it
  /// was told the same.
  void case_ended(const CaseRecord& record);

  /// Something that the user has to know or to do now, in quiet runs too.
  void say(const std::string& text);

  /// Brings the progress line up to date: to be called about once a second.
  void tick();

  /// Whether there is a progress line.
  bool shows_progress() const { return progress_; }

  /// After the last case, with a concluded record: every table; or, where something went wrong, its causes
  /// with the likely one first, and what did not hold of the tables. Then the evidence, `reports` (where more
  /// stands), and the headline as the last line. Quiet: the headline, and after a run that is no success the
  /// reports.
  void summary(const RunRecord& run, const std::vector<std::string>& reports = {});

 private:
  template <typename Print>
  void print(Print print_on);
  template <typename Print>
  std::size_t lines_on_page(Print print_on) const;
  void print_quietly(Page& page, const CaseRecord& record) const;
  void tell_what_is_new(Page& page, const CaseRecord& record);
  std::size_t width() const;
  void erase_progress();
  void show_progress();
  void refresh_progress();
  std::string progress_text() const;

  std::mutex mutex_;
  std::ostream& out_;
  ConsoleOptions options_;
  bool colour_;
  bool progress_;
  bool utf8_;
  std::string shown_;  // the progress line as it stands on the terminal; empty: none
  Progress now_;
  Duration begun_{};
  Duration testing_since_{};
  std::size_t lines_ = 0;                               // written so far
  std::map<std::string, Level> levels_;                 // of requirements
  std::set<std::pair<std::string, std::string>> told_;  // requirement and kind of what was told
};

}  // namespace rig::report
