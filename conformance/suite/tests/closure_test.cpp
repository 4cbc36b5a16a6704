/// The suite against its catalogue: no mandatory clause without a case, no case without a clause, no fault
/// without its killer.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/clauses_page.hpp"
#include "conformance/run/plan.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/matrix.hpp"
#include "conformance/suite/suite.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/protocol/contest.hpp"

using namespace conformance;
using rig::report::Level;

namespace {

/// Aspects of cases that are for any contest, but so far for none of this tree: what games from elsewhere
/// have.
constexpr auto for_games_elsewhere = std::to_array<std::string_view>({"first.power-on", "line.blocks"});

using rig::protocol::Contest;

bool has_case(const std::string& requirement, const Catalogue& catalogue) {
  return std::any_of(all_cases().begin(), all_cases().end(), [&](const CaseEntry& entry) {
    const std::vector<std::string> ids = cited_by(entry, catalogue);
    return std::find(ids.begin(), ids.end(), requirement) != ids.end();
  });
}

/// Whether a case of the contest has this id; `*` stands for any letters.
bool is_case_of(const std::string& pattern, const Catalogue& catalogue) {
  return std::any_of(all_cases().begin(), all_cases().end(), [&](const CaseEntry& entry) {
    return rig::matches_glob(entry.id(), pattern) && belongs_to(entry, catalogue);
  });
}

/// Of contests, and of their referees.
std::vector<std::string> names_of_catalogues() {
  std::vector<std::string> names;
  for (const Contest& contest : rig::protocol::contests()) {
    names.push_back(contest.name);
    if (has_clauses(contest.name + "-referee")) names.push_back(contest.name + "-referee");
  }
  return names;
}

std::vector<std::string> names_of_referees() {
  std::vector<std::string> names;
  for (const Contest& contest : rig::protocol::contests()) {
    if (has_clauses(contest.name + "-referee")) names.push_back(contest.name + "-referee");
  }
  return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_clause_on_a_referee_has_a_case_and_no_clause_on_a_board_is_assessed_by_it) {
  std::size_t referees = 0;
  for (const Contest& contest : rig::protocol::contests()) {
    const std::string name = contest.name + "-referee";
    if (!has_clauses(name)) continue;
    ++referees;
    const Catalogue of_boards = load_catalogue(contest.name);
    const Catalogue of_referee = load_catalogue(name);
    for (const Requirement& requirement : of_referee.all()) {
      if (!requirement.untestable.empty()) continue;
      BOOST_TEST(requirement.aspect.starts_with("referee."), requirement.id);
      BOOST_TEST(has_case(requirement.id, of_referee), requirement.id << " has no case");
    }
    for (const CaseEntry* entry : select_cases(of_referee, {}, ResetPolicy::none_needed)) {
      BOOST_TEST(entry->suite.starts_with("Referee"), entry->id());
      BOOST_TEST(!belongs_to(*entry, of_boards), entry->id() << " is a case for boards too");
    }
  }
  BOOST_TEST(referees == rig::protocol::contests().size());
}

BOOST_AUTO_TEST_CASE(workers_get_the_same_to_do_each_in_the_order_of_the_suite) {
  using Lists = std::vector<std::vector<std::string>>;
  const rig::protocol::Contest& blokus = rig::protocol::find_contest("icfpt2014");
  const Lists alike = shares({"A.a", "A.b", "A.c", "A.d", "A.e"}, 2, blokus);
  BOOST_TEST((alike == Lists{{"A.a", "A.c", "A.e"}, {"A.b", "A.d"}}));
  const Lists with_long_ones =
      shares({"A.a", "WholeGame.AgainstEveryCode", "A.b", "WholeGame.TwentyInARow", "A.c"}, 2, blokus);
  BOOST_TEST((with_long_ones ==
              Lists{{"WholeGame.TwentyInARow"}, {"A.a", "WholeGame.AgainstEveryCode", "A.b", "A.c"}}));
  const Lists without_codes = shares({"WholeGame.TwentyInARow", "WholeGame.AgainstCascader", "A.a", "A.b"}, 2,
                                     rig::protocol::find_contest("heart-trax"));
  BOOST_TEST(
      (without_codes == Lists{{"WholeGame.AgainstCascader"}, {"WholeGame.TwentyInARow", "A.a", "A.b"}}));
  const Lists one_each = shares({"A.a", "WholeGame.TwentyInARow"}, 9, blokus);
  BOOST_TEST((one_each == Lists{{"WholeGame.TwentyInARow"}, {"A.a"}}));
}

/// A case that another one spares a contest is none of its cases, whatever its subject.
BOOST_AUTO_TEST_CASE(a_case_is_left_out_where_another_looks_at_the_same_games) {
  const Catalogue boards = load_catalogue("icfpt2014");
  const Catalogue programs = load_catalogue("course");
  CaseEntry always;
  always.checks.subject = "move.corner";
  CaseEntry spared = always;
  spared.checks.unless = "end.rematch";  // a clause on boards, and none on a program for each move
  BOOST_TEST(belongs_to(always, boards));
  BOOST_TEST(!belongs_to(spared, boards));
  BOOST_TEST(cited_by(spared, boards).empty());
  BOOST_TEST(belongs_to(spared, programs));
}

/// Every mandatory clause on a referee is broken by a fault that its table aims at it, and no case of a
/// mandatory clause is without one.
BOOST_DATA_TEST_CASE(every_fault_of_a_referee_names_its_case_and_clause_and_every_binding_clause_has_one,
                     names_of_referees(), name) {
  const Catalogue catalogue = load_catalogue(name);
  const std::vector<Fault>& table = fault_table(name);
  const std::string contest = name.substr(0, name.rfind("-referee"));
  const bool over_files = rig::protocol::find_contest(contest).dialect->files() != nullptr;
  BOOST_TEST(table.size() >= (over_files ? 25U : 30U));
  std::set<std::string> broken;
  for (const Fault& fault : table) {
    BOOST_TEST(is_case_of(fault.killer, catalogue), fault.name << ": there is no case " << fault.killer);
    BOOST_TEST(catalogue.by_id(fault.requirement) != nullptr, fault.name);
    broken.insert(fault.requirement);
  }
  for (const Requirement& requirement : catalogue.all()) {
    if (requirement.level == Level::mandatory && requirement.untestable.empty())
      BOOST_TEST(broken.contains(requirement.id), requirement.id << " is broken by no fault");
  }
  const std::vector<MatrixRow>& measured = known_matrix(name);
  for (const std::string& gap : gaps(measured, table, {})) BOOST_ERROR(gap);
  for (const Fault& fault : table) {
    const auto row = std::find_if(measured.begin(), measured.end(),
                                  [&](const MatrixRow& one) { return one.fault == fault.name; });
    BOOST_TEST_REQUIRE((row != measured.end()), fault.name << " was not measured");
    BOOST_TEST(row->caught.contains(fault.killer), fault.name);
    BOOST_TEST(row->requirements.contains(fault.requirement), fault.name);
  }
}

BOOST_AUTO_TEST_CASE(every_testable_requirement_has_a_case_and_a_fault_that_breaks_it) {
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    const Catalogue catalogue = load_catalogue(contest.name);
    for (const Requirement& requirement : catalogue.all()) {
      if (!requirement.untestable.empty()) continue;
      BOOST_TEST(has_case(requirement.id, catalogue), requirement.id << " has no case");
      const std::vector<MatrixRow>& matrix = known_matrix(contest.name);
      const bool broken = std::any_of(matrix.begin(), matrix.end(), [&](const MatrixRow& row) {
        return row.requirements.contains(requirement.id);
      });
      BOOST_TEST(broken, requirement.id << " is broken by no fault of the matrix");
    }
  }
}

BOOST_AUTO_TEST_CASE(no_case_and_no_fault_of_the_matrix_is_idle) {
  for (const Contest& contest : rig::protocol::contests()) {
    std::vector<std::string> cases;
    for (const CaseEntry* entry : select_cases(load_catalogue(contest.name), {}, ResetPolicy::none_needed))
      cases.push_back(entry->id());
    for (const std::string& gap : gaps(known_matrix(contest.name), fault_table(contest.name), cases))
      BOOST_ERROR(contest.name << ": " << gap);
  }
}

BOOST_AUTO_TEST_CASE(the_matrix_has_a_row_for_each_fault_on_each_of_its_boards) {
  for (const Contest& contest : rig::protocol::contests()) {
    std::vector<std::string> rows;
    for (const MatrixRow& row : known_matrix(contest.name)) rows.push_back(row.dut + "?fault=" + row.fault);
    std::size_t wanted = 0;
    for (const Fault& fault : fault_table(contest.name)) {
      for (const std::string& dut : fault.duts) {
        ++wanted;
        const std::string name = dut + "?fault=" + fault.name;
        BOOST_TEST((std::find(rows.begin(), rows.end(), name) != rows.end()),
                   contest.name << ": " << name << " is not in the matrix");
      }
    }
    BOOST_TEST(rows.size() == wanted, contest.name);
  }
}

BOOST_AUTO_TEST_CASE(a_matrix_that_cannot_be_read_is_refused) {
  const std::string good = "cases A.B C.D\nbuiltin:x late 1 2 as R-1 R-2\n";
  BOOST_TEST(to_text(parse_matrix(good)).find("builtin:x late 1 2 as R-1 R-2") != std::string::npos);
  BOOST_CHECK_THROW(parse_matrix("cases A.B\nbuiltin:x late 2 as R-1\n"), rig::RigError);
  BOOST_CHECK_THROW(parse_matrix("cases A.B\nbuiltin:x\n"), rig::RigError);
  BOOST_TEST(gaps(parse_matrix("cases A.B\nbuiltin:x odd as\n"), {}, {"A.B"}).size() == 2);
}

BOOST_AUTO_TEST_CASE(a_fault_may_have_another_killer_on_another_board) {
  const auto row = [](const std::string& dut, const std::string& killer) {
    Fault fault;
    fault.name = "odd";
    fault.duts = {dut};
    fault.killer = killer;
    return fault;
  };
  const std::vector<MatrixRow> measured =
      parse_matrix("cases A.B C.D\nbuiltin:x odd 1 as R-1\nrtl:x odd 2 as R-1\n");
  BOOST_TEST(gaps(measured, {row("builtin:x", "A.B"), row("rtl:x", "C.D")}, {}).empty());
  BOOST_TEST(gaps(measured, {row("builtin:x", "C.D"), row("rtl:x", "C.D")}, {}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(whatever_a_case_cites_is_a_testable_requirement_of_some_contest) {
  for (const CaseEntry& entry : all_cases()) {
    for (const Cited& cited : all_of(entry.checks)) {
      const std::string_view check = cited.name();
      const std::vector<std::string> names = names_of_catalogues();
      const bool elsewhere = std::find(for_games_elsewhere.begin(), for_games_elsewhere.end(), check) !=
                             for_games_elsewhere.end();
      const bool known = elsewhere || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                           const Catalogue catalogue = load_catalogue(name);
                           const Requirement* requirement = catalogue.by_id(check);
                           if (requirement == nullptr) requirement = catalogue.by_aspect(check);
                           return requirement != nullptr && requirement->untestable.empty();
                         });
      BOOST_TEST(known, entry.id() << " cites " << check << ", which no contest asks for");
    }
  }
}

/// A contest's name is for its page and for the registry: what others do follows from what the page says.
BOOST_AUTO_TEST_CASE(no_code_decides_by_the_name_of_a_contest) {
  namespace fs = std::filesystem;
  const fs::path root = RIG_SOURCE_DIR;
  const std::vector<std::string> harmless = {"std::string contest = ", "contest.name = "};
  std::size_t looked_at = 0;
  for (const char* room : {"rig", "conformance"}) {
    for (const auto& file : fs::recursive_directory_iterator(root / room)) {
      const std::string path = file.path().string();
      const std::string kind = file.path().extension().string();
      if ((kind != ".cpp" && kind != ".hpp") || path.find("/tests/") != std::string::npos) continue;
      ++looked_at;
      std::ifstream in(path);
      for (std::string line; std::getline(in, line);) {
        const auto says = [&](const std::string& what) { return line.find(what) != std::string::npos; };
        const bool comment = line.find_first_not_of(' ') == line.find("//");
        if (comment || std::any_of(harmless.begin(), harmless.end(), says)) continue;
        for (const Contest& contest : rig::protocol::contests())
          BOOST_TEST(!says('"' + contest.name + '"'), path << " names " << contest.name << ":" << line);
      }
    }
  }
  BOOST_TEST(looked_at > 200U);
}

/// A case about one game stands in a file that says so; the others are written once, for all of them.
BOOST_AUTO_TEST_CASE(no_case_that_is_not_about_one_game_names_it) {
  const std::vector<std::string> games = {"blokus", "trax"};
  for (const auto& file : std::filesystem::directory_iterator(RIG_SOURCE_DIR "/conformance/suite/cases")) {
    const std::string name = file.path().filename().string();
    std::ifstream in(file.path());
    std::string text{std::istreambuf_iterator<char>(in), {}};
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    BOOST_TEST(text.size() > 100, name << " is empty");
    for (const std::string& game : games) {
      if (name.starts_with(game + "_")) continue;
      BOOST_TEST((text.find(game) == std::string::npos), name << " names " << game);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_fault_names_a_case_and_a_requirement_that_exist) {
  for (const Contest& contest : rig::protocol::contests()) {
    BOOST_TEST(fault_table(contest.name).size() >= 30, contest.name);
    const Catalogue catalogue = load_catalogue(contest.name);
    for (const Fault& fault : fault_table(contest.name)) {
      BOOST_TEST(is_case_of(fault.killer, catalogue), fault.name << ": there is no case " << fault.killer);
      for (const std::vector<std::string>& column : {fault.also, fault.declared_reset}) {
        for (const std::string& pattern : column)
          BOOST_TEST(is_case_of(pattern, catalogue), fault.name << ": no case is named " << pattern);
      }
      BOOST_TEST(catalogue.by_id(fault.requirement) != nullptr,
                 fault.name << ": there is no requirement " << fault.requirement);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_case_knows_the_file_and_the_line_at_which_it_is_written) {
  for (const CaseEntry& entry : all_cases()) {
    std::ifstream file(std::string(RIG_SOURCE_DIR) + "/" + entry.file);
    std::string line;
    for (int i = 0; i < entry.line; ++i) std::getline(file, line);
    BOOST_TEST(line.starts_with("CONFORMANCE_CASE"), entry.file << ":" << entry.line << " is " << line);
    BOOST_TEST(line.find(entry.suite + ", " + entry.name) != std::string::npos, entry.id()
                                                                                    << " is not in " << line);
  }
}

BOOST_AUTO_TEST_CASE(files_are_named_relative_to_the_repository_wherever_it_was_compiled) {
  for (const char* path :
       {"/home/me/contest-rig/conformance/suite/cases/wire.cpp", "../../conformance/suite/cases/wire.cpp",
        "/src/conformance/conformance/suite/cases/wire.cpp", "conformance/suite/cases/wire.cpp"})
    BOOST_TEST(in_repository(path) == "conformance/suite/cases/wire.cpp");
  BOOST_TEST(in_repository("/home/me/games/contest-rig/games/trax/cases/games.cpp") ==
             "games/trax/cases/games.cpp");
}

BOOST_AUTO_TEST_CASE(nothing_in_a_clause_is_taken_for_markup) {
  BOOST_TEST(in_table_cell("a row [ ], + / or \\ | *x* <y_z> `q`") ==
             "a row \\[ \\], + / or \\\\ \\| \\*x\\* \\<y\\_z\\> \\`q\\`");
}

BOOST_AUTO_TEST_CASE(two_cases_of_one_id_are_refused) {
  std::vector<CaseEntry> twice(2);
  twice[0].suite = twice[1].suite = "Handshake";
  twice[0].name = twice[1].name = "Again";
  twice[0].checks = twice[1].checks = {.subject = "hello.format"};
  BOOST_CHECK_THROW(refuse_unsound(twice), rig::RigError);
  twice[1].name = "Once";
  BOOST_CHECK_NO_THROW(refuse_unsound(twice));
}

BOOST_AUTO_TEST_CASE(a_case_without_a_subject_is_refused) {
  std::vector<CaseEntry> entries(1);
  entries[0].checks = {.also = {"hello.format"}};
  BOOST_CHECK_THROW(refuse_unsound(entries), rig::RigError);
  entries[0].checks.subject = "hello.same";
  BOOST_CHECK_NO_THROW(refuse_unsound(entries));
}

BOOST_AUTO_TEST_CASE(a_case_that_cites_a_requirement_that_is_not_there_is_refused) {
  std::vector<CaseEntry> entries(1);
  entries[0].checks = {.subject = "hello.format", .also = {"ICFPT14-PASS-99"}};
  BOOST_CHECK_THROW(refuse_unknown_ids(entries, load_catalogue("icfpt2014")), rig::RigError);
  BOOST_CHECK_NO_THROW(refuse_unknown_ids(entries, load_catalogue("ustc")));  // whose ids these are not
  entries[0].checks.also = {"ICFPT14-PASS-4"};
  BOOST_CHECK_NO_THROW(refuse_unknown_ids(entries, load_catalogue("icfpt2014")));
}

BOOST_AUTO_TEST_CASE(every_aspect_is_one_of_some_clause) {
  std::set<std::string_view> of_clauses;
  std::vector<Catalogue> catalogues;
  for (const std::string& name : names_of_catalogues()) {
    catalogues.push_back(load_catalogue(name));
    for (const Requirement& one : catalogues.back().all()) of_clauses.insert(one.aspect);
  }
  conformance::RunOptions with_files;  // whose catalogue has a clause on them
  with_files.contest = "icfpt2014";
  with_files.referee = "host.toml";
  with_files.scenario = "game.toml";
  catalogues.push_back(conformance::catalogue_for(with_files));
  for (const Requirement& one : catalogues.back().all()) of_clauses.insert(one.aspect);
  of_clauses.insert(for_games_elsewhere.begin(), for_games_elsewhere.end());
  for (const std::string_view aspect : rig::protocol::all_aspects)
    BOOST_TEST(of_clauses.contains(aspect), std::string(aspect) + " is in no catalogue");
  BOOST_TEST(std::is_sorted(rig::protocol::all_aspects.begin(), rig::protocol::all_aspects.end()));
}

BOOST_AUTO_TEST_CASE(a_name_that_is_no_aspect_is_refused) {
  BOOST_TEST(Aspect::named("move.corner").name() == "move.corner");
  BOOST_CHECK_THROW(Aspect::named("move.cornre"), rig::RigError);
  BOOST_TEST(Aspect::in("move", "corner").has_value());
  BOOST_TEST(!Aspect::in("move", "shape").has_value());
  BOOST_TEST(Aspect::add("move.shape").name() == "move.shape");  // a game's own
  BOOST_TEST((Aspect::add("move.shape") == Aspect::named("move.shape")));
  BOOST_TEST(Aspect::in("move", "shape").has_value());
  BOOST_TEST((Aspect::add("move.corner") == Aspect("move.corner")));
  BOOST_TEST(Cited(Aspect::named("move.shape")).name() == "move.shape");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_tested_is_found_by_no_aspect) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  BOOST_TEST(catalogue.by_aspect("") == nullptr);
  BOOST_TEST(catalogue.by_aspect("hello.format")->id == "ICFPT14-INIT-2");
}

BOOST_AUTO_TEST_CASE(a_catalogue_with_an_unsound_requirement_is_refused) {
  const std::string good =
      "[[requirement]]\nid = \"A-1\"\ntext = \"t\"\nsource = \"s\"\nlevel = \"mandatory\"\naspect = "
      "\"hello.same\"\n";
  BOOST_CHECK_NO_THROW(parse_catalogue(good, "toy"));
  const auto spoilt = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  BOOST_CHECK_THROW(parse_catalogue(good + good, "toy"), rig::RigError);                      // an id twice
  BOOST_CHECK_THROW(parse_catalogue(spoilt("mandatory", "mandtory"), "toy"), rig::RigError);  // unknown level
  BOOST_CHECK_THROW(parse_catalogue(spoilt("aspect = \"hello.same\"", ""), "toy"),
                    rig::RigError);  // neither testable nor not
  BOOST_CHECK_THROW(parse_catalogue(spoilt("hello.same", "hello.smae"), "toy"), rig::RigError);
  BOOST_CHECK_THROW(parse_catalogue(spoilt("text = \"t\"", ""), "toy"), rig::RigError);  // no text
  BOOST_CHECK_THROW(parse_catalogue(spoilt("level =", "level"), "toy"), rig::RigError);  // no TOML
}

BOOST_AUTO_TEST_CASE(a_catalogue_inherits_that_of_its_family_and_says_what_differs) {
  const Catalogue family = load_catalogue("icfpt2014");
  const std::string head = "inherits = \"icfpt2014\"\nprefix = \"X\"\n";
  const std::string good = head +
                           "left_out = [\"INIT-1\"]\nsource = \"the host\"\n[sources]\nTERM = \"its end\"\n"
                           "[words]\n\"team\" = \"crew\"\n[differs]\n"
                           "INIT-2 = { text = \"t\", level = \"informational\" }\n"
                           "PASS-2 = { id = \"X-OWN-1\", untestable = \"nobody sees it\" }\n";
  const Catalogue own = parse_catalogue(good, "toy");
  BOOST_TEST(own.all().size() == family.all().size() - 1);
  BOOST_TEST(own.by_aspect("hello.deadline") == nullptr);
  BOOST_TEST(own.by_id("X-INIT-2")->text == "t");
  BOOST_TEST((own.by_id("X-INIT-2")->level == Level::informational));
  BOOST_TEST(own.by_id("X-INIT-3")->text.starts_with("The crew code"));
  BOOST_TEST(own.by_id("X-INIT-3")->source == "the host");
  BOOST_TEST(own.by_id("X-TERM-1")->source == "its end");
  BOOST_TEST((own.by_id("X-TERM-2")->level_with_declared_reset == Level::informational));
  BOOST_TEST(own.by_id("X-TILE-3")->untestable.ends_with("X-CODE-2."));
  BOOST_TEST(own.by_id("X-OWN-1")->aspect.empty());
  const std::string added =
      "[[requirement]]\nid = \"X-NEW-1\"\ntext = \"t\"\nsource = \"s\"\nlevel = \"mandatory\"\naspect = "
      "\"hello.between-games\"\n";
  BOOST_TEST(parse_catalogue(good + added, "toy").all().back().id == "X-NEW-1");
  BOOST_CHECK_THROW(parse_catalogue(head, "toy"), rig::RigError);  // no sources of its own
  BOOST_CHECK_THROW(parse_catalogue(head + "source = \"s\"\nleft_out = [\"INIT-99\"]\n", "toy"),
                    rig::RigError);
  BOOST_CHECK_THROW(parse_catalogue(head + "source = \"s\"\n[differs]\nINIT-99 = { text = \"t\" }\n", "toy"),
                    rig::RigError);
  BOOST_CHECK_THROW(parse_catalogue("inherits = \"icfpt2014\"\nsource = \"s\"\n", "toy"),
                    rig::RigError);  // no prefix
}

BOOST_AUTO_TEST_CASE(what_a_row_leaves_out_is_what_its_family_says_of_the_same_aspect) {
  const auto row = [](const std::string& aspect, const std::string& more = "") {
    return "[[requirement]]\nid = \"X-" + aspect + "\"\nsource = \"s\"\naspect = \"" + aspect + "\"\n" + more;
  };
  const std::string head = "family = \"trax\"\n[words]\n\"{baud}\" = \"300\"\n";
  const Catalogue own = parse_catalogue(head + row("line.rate") + row("line.host-rate") +
                                            row("line.recovery", "level = \"mandatory\"\n") +
                                            row("line.split", "text = \"t\"\n"),
                                        "toy");
  BOOST_TEST(own.by_id("X-line.rate")->text == "The board's transmitter runs at 300 baud, within 2.5 %.");
  BOOST_TEST((own.by_id("X-line.rate")->level == Level::mandatory));
  BOOST_TEST((own.by_id("X-line.host-rate")->level_with_declared_reset == Level::recommended));
  BOOST_TEST((own.by_id("X-line.recovery")->level == Level::mandatory));
  BOOST_TEST(own.by_id("X-line.split")->text == "t");
  BOOST_TEST((own.by_id("X-line.split")->level == Level::recommended));
  const auto refused = [&](const std::string& text) {
    BOOST_CHECK_THROW(parse_catalogue(text, "toy"), rig::RigError);
  };
  refused(head + row("move.deadline"));                    // {limit} has no value
  refused(head + row("nobody.asks"));                      // neither text nor level
  refused("family = \"icfpt2014\"\n" + row("line.rate"));  // a contest, no family
}

BOOST_AUTO_TEST_CASE(a_text_that_the_contests_of_a_family_share_is_written_once) {
  const Catalogue heart = load_catalogue("heart-trax");
  const Catalogue aut = load_catalogue("aut-trax");
  const std::string_view family = clauses_text("trax");
  int shared = 0;
  for (const Requirement& one : heart.all()) {
    const Requirement* other = aut.by_aspect(one.aspect);
    if (other == nullptr || other->text != one.text) continue;
    ++shared;
    BOOST_TEST(family.find("\"" + one.aspect + "\"") != std::string_view::npos, one.id);
    BOOST_TEST(clauses_text("heart-trax").find(one.text) == std::string_view::npos, one.id);
    BOOST_TEST(clauses_text("aut-trax").find(one.text) == std::string_view::npos, other->id);
  }
  BOOST_TEST(shared > 30);
}

namespace {

/// Without a name where the contest has no such row.
Fault row(const std::string& contest, const std::string& name) {
  const std::vector<Fault>& table = fault_table(contest);
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Fault& fault) { return fault.name == name; });
  return found == table.end() ? Fault() : *found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_contests_of_a_family_have_its_faults_under_clauses_of_their_own) {
  BOOST_TEST(row("heart-trax", "isolated").requirement == "HEART-MOVE-8");
  BOOST_TEST(row("aut-trax", "isolated").requirement == "AUT-MOVE-8");
  BOOST_TEST(row("aut-trax", "line-at-7").name.empty());       // of heart-trax alone
  BOOST_TEST(row("heart-trax", "line-counted").name.empty());  // of aut-trax alone
  BOOST_TEST(row("heart-trax", "dies-on-illegal").killer == "Host.SendsAnIllegalMove");
  BOOST_TEST(row("aut-trax", "dies-on-illegal").killer == "Host.SendsNonsense");
  BOOST_TEST(row("aut-trax", "dies-on-illegal").requirement == "AUT-HOST-2");
}

BOOST_AUTO_TEST_CASE(a_dialect_has_the_faults_of_its_family_under_its_own_clauses) {
  for (const Fault& of_family : fault_table("icfpt2014")) {
    const Fault own = row("icfpt2013", of_family.name);
    if (own.name.empty() || own.requirement == "ICFPT13-INIT-1") continue;  // left out, or one of its own
    BOOST_TEST(own.requirement == "ICFPT13" + of_family.requirement.substr(7), own.name);
  }
  BOOST_TEST(row("icfpt2013", "three-as-four").name.empty());
  BOOST_TEST(row("icfpt2013", "wrap-around").killer != row("icfpt2014", "wrap-around").killer);
  BOOST_TEST(row("icfpt2013", "late").declared_reset == row("icfpt2014", "late").declared_reset,
             boost::test_tools::per_element());
  BOOST_TEST(row("trax-jp", "code-of-one").what == "answers the handshake with one character");
}

BOOST_AUTO_TEST_CASE(a_pattern_that_matches_nothing_is_refused_with_the_nearest_name) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const std::pair<const char*, const char*> rows[] = {
      {"Handshake.AnswersWithTeamcode", "Handshake.AnswersWithTeamCode"},
      {"whole*.*", "WholeGame."},
      {"icfpt14-init-1", "ICFPT14-INIT-1"},
  };
  for (const auto& [typed, meant] : rows) {
    try {
      select_cases(catalogue, {{typed}, {}, {}}, ResetPolicy::none_needed);
      BOOST_ERROR("it was accepted: " << typed);
    } catch (const rig::UsageError& error) {
      const std::string guess = std::string("Did you mean \"") + meant;
      BOOST_TEST(std::string(error.what()).find(guess) != std::string::npos, error.what());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_pattern_may_be_a_requirement) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const auto chosen = select_cases(catalogue, {{"ICFPT14-TERM-1"}, {}, {}}, ResetPolicy::none_needed);
  BOOST_REQUIRE_EQUAL(chosen.size(), 1);
  BOOST_TEST(chosen[0]->id() == "Termination.StaysSilent");
}

BOOST_AUTO_TEST_CASE(a_level_leaves_out_what_binds_less) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const auto all = select_cases(catalogue, {}, ResetPolicy::none_needed);
  const auto mandatory = select_cases(catalogue, {{}, {}, Level::mandatory}, ResetPolicy::none_needed);
  BOOST_TEST(mandatory.size() < all.size());
  for (const CaseEntry* entry : mandatory) BOOST_TEST(entry->id() != "Handshake.AnswersEachTime");
}
