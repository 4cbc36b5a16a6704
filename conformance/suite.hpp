#pragma once
/// The suite: cases register themselves here by CONFORMANCE_CASE; `certify` lists, plans and runs them.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case.hpp"

namespace conformance {

/// What a case cites: an aspect, which each contest's catalogue binds to a requirement of its own, or the id
/// of a requirement where a case is about one contest alone. What is neither does not compile.
class Cited {
 public:
  Cited() = default;
  consteval Cited(const char* name)  // NOLINT(google-explicit-constructor): cases write the name alone
      : name_(is_an_id(name) ? std::string_view(name) : Aspect(name).name()) {}

  /// As it was written: `move.corner`, `ICFPT14-PASS-4`. Empty: nothing is cited.
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

/// What all ids of a catalogue begin with: `ICFPT14-`, and on its referee `ICFPT14-REF-`.
std::string prefix_of(const Catalogue& catalogue);

/// RigError when one of these cites a requirement of this catalogue's contest that is not there.
void refuse_unknown_ids(const std::vector<CaseEntry>& entries, const Catalogue& catalogue);

/// Whether the case's subject is a requirement of this catalogue.
bool belongs_to(const CaseEntry& entry, const Catalogue& catalogue);

/// The requirements of this catalogue that the case cites, by id, each once; none when it does not belong.
std::vector<std::string> cited_by(const CaseEntry& entry, const Catalogue& catalogue);

/// The cases of every run that cite this requirement of the catalogue, in the order of the suite.
std::vector<const CaseEntry*> cases_citing(const Requirement& requirement, const Catalogue& catalogue);

/// A `__FILE__` of the suite relative to the repository, whatever folder it was compiled from:
/// `conformance/cases/wire.cpp`.
std::string in_repository(std::string_view file);

/// The contest of the run, on the board that a case wants where the run leaves it open.
const rig::contest::Contest& contest_on(BoardWish board, const Environment& environment, rig::Random random);

/// Adds a case; the value is meaningless and lets the macro run it before main().
bool register_case(CaseEntry entry);

/// Runs these cases (ids, in this order) through GoogleTest in this process. Every one leaves a record,
/// through `environment.finish`. RigError when GoogleTest did not run exactly what was planned.
void run_cases(const std::vector<std::string>& ids, Environment& environment);

}  // namespace conformance

/// CONFORMANCE_CASE(Handshake, AnswersWithTeamCode, "answers \"0\" with its team code",
///                  Checks{.subject = "hello.format", .also = {"hello.deadline"}}) { … }
#define CONFORMANCE_CASE(suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(conformance::Case, as_usual, suite_, name_, title_, __VA_ARGS__)

/// The same for a case that runs only where an option asks for it.
#define CONFORMANCE_CASE_ON_REQUEST(suite_, name_, title_, ...) \
  CONFORMANCE_CASE_WHEN(on_request, conformance::Case, as_usual, suite_, name_, title_, __VA_ARGS__)

/// The same for a case that wants a certain board: the first argument is a `BoardWish`.
#define CONFORMANCE_CASE_ON(board_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(conformance::Case, board_, suite_, name_, title_, __VA_ARGS__)

/// The same for a case with more words, or for a referee: the first argument is its class, `WireCase`.
#define CONFORMANCE_CASE_OF(class_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(class_, as_usual, suite_, name_, title_, __VA_ARGS__)

#define CONFORMANCE_CASE_MADE(class_, board_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_WHEN(in_every_run, class_, board_, suite_, name_, title_, __VA_ARGS__)

#define CONFORMANCE_CASE_WHEN(when_, class_, board_, suite_, name_, title_, ...)                     \
  namespace {                                                                                        \
  class suite_##_##name_ final : public class_ {                                                     \
    void run() override;                                                                             \
  };                                                                                                 \
  [[maybe_unused]] const bool suite_##_##name_##_registered = conformance::register_case(            \
      {#suite_, #name_, title_, conformance::__VA_ARGS__,                                            \
       []() -> std::unique_ptr<conformance::Frame> { return std::make_unique<suite_##_##name_>(); }, \
       conformance::BoardWish::board_, conformance::in_repository(__FILE__), __LINE__,               \
       conformance::When::when_});                                                                   \
  }                                                                                                  \
  void suite_##_##name_::run()
