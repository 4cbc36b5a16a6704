#pragma once
/// The registry of cases: they register themselves here by CONFORMANCE_CASE; `certify` lists, plans and runs
/// them.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/environment.hpp"
#include "conformance/suite/frame.hpp"
#include "rig/base/random.hpp"

namespace conformance {

/// What a case cites: an aspect, which each contest's catalogue binds to a requirement of its own, or the id
/// of a requirement where a case is about one contest alone. What is neither does not compile.
class Cited {
 public:
  Cited() = default;
  consteval Cited(const char* name)  // NOLINT(google-explicit-constructor): cases write the name alone
      : name_(is_an_id(name) ? std::string_view(name) : Aspect(name).name()) {}

  /// An aspect that a game has added (Aspect::add).
  Cited(const Aspect& aspect) : name_(aspect.name()) {}  // NOLINT(google-explicit-constructor): as above

  /// As it was written: `move.corner`, `CHESS-PASS-4`. Empty: nothing is cited.
  std::string_view name() const { return name_; }
  /// Whether it is the id of a requirement, and no aspect.
  bool is_id() const { return is_an_id(name_); }

 private:
  static constexpr bool is_an_id(std::string_view name) {
    return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
  }
  std::string_view name_;
};

/// What a case cites. It belongs to the contests whose catalogue has its subject.
///
/// `unless` is a clause that makes it needless: contests that have it have another case, which plays the same
/// games and looks at them for both.
struct Checks {
  Cited subject{};
  std::vector<Cited> also{};
  Cited unless{};
  int exchanges = 20;  ///< about how many: workers are dealt the long cases first
  int with_codes = 0;  ///< the same where tiles have codes (`Contest::codes`); 0: as elsewhere
};

/// The subject and whatever else is cited.
std::vector<Cited> all_of(const Checks& checks);

/// Which board a case wants where the contest lets its host choose one, and the run has not chosen
/// (`--board`).
enum class BoardWish {
  as_usual,  ///< that of the contest: without a limit
  smallest,  ///< the smallest with a limit
  drawn,     ///< a larger one with a limit, drawn for the case from the seed of the run
};

/// Which runs a case is part of.
enum class When {
  in_every_run,
  on_request,  ///< only where an option asks for it (`--soak`)
};

/// A case before it runs. Its id, `Suite.Name`, is stable: ids of retired cases are not reused.
struct CaseEntry {
  std::string suite;
  std::string name;
  std::string title;  ///< one line for people
  Checks checks;
  std::function<std::unique_ptr<Frame>()> make;
  BoardWish board = BoardWish::as_usual;
  std::string file = {};  ///< where it is written, relative to the repository; empty: nowhere in it
  int line = 0;           ///< its first line there
  When when = When::in_every_run;

  std::string id() const { return suite + "." + name; }
};

/// Every case of the program, in the order of the suite. RigError when two have one id.
const std::vector<CaseEntry>& all_cases();

/// RigError when two of these have one id (GoogleTest would run both under one name), or one has no subject.
void refuse_unsound(const std::vector<CaseEntry>& entries);

/// What all ids of a catalogue begin with: `CHESS-`, and on its referee `CHESS-REF-`.
std::string prefix_of(const Catalogue& catalogue);

/// RigError when one of these cites a requirement of this catalogue's contest that is not there.
void refuse_unknown_ids(const std::vector<CaseEntry>& entries, const Catalogue& catalogue);

/// Whether the case's subject is a requirement of this catalogue.
bool belongs_to(const CaseEntry& entry, const Catalogue& catalogue);

/// The requirements of this catalogue that the case cites, by id, each once; none when it does not belong.
std::vector<std::string> cited_by(const CaseEntry& entry, const Catalogue& catalogue);

/// The cases of every run that cite this requirement of the catalogue, in the order of the suite.
std::vector<const CaseEntry*> cases_citing(const Requirement& requirement, const Catalogue& catalogue);

/// A `__FILE__` of a case relative to the repository, whatever folder it was compiled from:
/// `games/chess/cases/castling.cpp`.
std::string in_repository(std::string_view file);

/// The contest of the run, on the board that a case wants where the run leaves it open.
const rig::protocol::Contest& contest_on(BoardWish board, const Environment& environment, rig::Random random);

/// Adds a case; the value is meaningless and lets the macro run it before main().
bool register_case(CaseEntry entry);

/// Runs these cases (ids, in this order) through GoogleTest in this process. Every one leaves a record,
/// through `environment.support`. RigError when GoogleTest did not run exactly what was planned.
void run_cases(const std::vector<std::string>& ids, Environment& environment);

}  // namespace conformance
