#pragma once
/// Which options of `certify` go together. Pure.

#include <set>
#include <string>
#include <vector>

namespace conformance {

/// What a command line asks for. It is in several modes at once: a run on a board, and one part of it.
enum class Mode {
  cases,    ///< lists the cases (`--list`)
  texts,    ///< lists faults or requirements
  plan,     ///< prints what the suite takes
  matrix,   ///< measures which case catches which fault
  run,      ///< runs the suite on something that is there, and not on a transcript
  boards,   ///< … on several equal boards
  referee,  ///< is about a referee, also where it lists
  replay,   ///< judges a recorded run again
  again,    ///< repeats a recorded run
  part,     ///< runs one part
  gather,   ///< gathers the parts of a run
};

/// A mode in which an option may not stand, and why; empty: for the mode's own reason.
struct NotIn {
  Mode mode;
  std::string why = {};
};

/// One of these options has to be there too.
struct Need {
  std::vector<std::string> any_of;
  std::string why = {};            ///< what follows the names in the message
  std::vector<Mode> only_in = {};  ///< empty: in every mode
};

/// What an option goes with. It may stand in every mode that `not_in` does not name.
struct GoesWith {
  std::vector<NotIn> not_in = {};
  std::vector<Need> needs = {};
  std::vector<std::string> excludes = {};  ///< other options
};

/// UsageError where the option of this name may not stand on a line that has these options and is in these
/// modes; it names the option, what it conflicts with and what it goes with.
void check_conflicts(const std::string& name, const GoesWith& rules, const std::set<std::string>& options,
                     const std::set<Mode>& modes);

/// UsageError where it lacks another option; it names both.
void check_needs(const std::string& name, const GoesWith& rules, const std::set<std::string>& options,
                 const std::set<Mode>& modes);

/// The same for what the modes themselves need: a run needs a DUT.
void check_needs(const std::set<std::string>& options, const std::set<Mode>& modes);

}  // namespace conformance
