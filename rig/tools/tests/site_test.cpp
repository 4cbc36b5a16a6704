// The site of a tournament: its pages, what links in them lead to, what is in the results for programs.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "rig/arbiter/tests/tournament_tools.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/report/tests/markup_reader.hpp"
#include "rig/tools/tests/real_desk.hpp"
#include "rig/tools/tournament/site/game_page.hpp"
#include "rig/tools/tournament/site/overview.hpp"
#include "rig/tools/tournament/site/site.hpp"

using namespace rig::arbiter::tournament;
using namespace std::chrono_literals;
using rig::content_of_ordinary_file;
using rig::write_whole;
using rig::report::Element;
using rig::report::read_markup;
using rig::tournament::RealDesk;
using rig::tournament::Site;
namespace fs = std::filesystem;

namespace {

const std::string round_robin = "name = \"round-robin\"";

/// A site, and the tournament that it shows.
struct Shown {
  explicit Shown(Plan the_plan, Site::Setup setup = {}) : plan(std::move(the_plan)) {
    setup.say = [this](const std::string& sentence) { said.push_back(sentence); };
    site.emplace(plan, folder.path(), setup);
    desk.emplace(plan, folder.path());
  }

  Standstill run() {
    Tournament tournament(plan, folder.path(), "test", *site);
    const Standstill end = tournament.run(*desk);
    site->finish();
    state = tournament.state();
    return end;
  }
  void decide(const std::string& what, Entry facts) {
    facts["entry"] = what;
    facts["reason"] = "a <b>test</b>";
    facts["given"] = what;
    Tournament(plan, folder.path(), "test", *site).decide(facts);
  }

  std::string file(const std::string& name) const {
    return content_of_ordinary_file(folder.path() + "/site/" + name);
  }
  Element page(const std::string& name) const { return read_markup(file(name)); }

  /// By the path in the tournament's folder.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& one : fs::recursive_directory_iterator(folder.path() + "/site")) {
      if (one.is_regular_file())
        all[fs::relative(one.path(), folder.path())] = content_of_ordinary_file(one.path());
    }
    return all;
  }

  Folder folder;
  Plan plan;
  std::vector<std::string> said;
  std::optional<Site> site;
  std::optional<RealDesk> desk;
  State state;
};

Plan usual_plan(int teams = 3, const std::string& more = {}) {
  return plan_from(plan_text(teams, round_robin, more), "plan.toml", "");
}

std::size_t positions_on(const Element& page) {
  std::size_t count = 0;
  for (const Element* one : page.all("g")) count += one->attribute("data-ply").empty() ? 0 : 1;
  return count;
}

std::size_t moves_on(const Element& page) {
  std::size_t count = 0;
  for (const Element* one : page.all("tr")) count += one->attribute("data-ply").empty() ? 0 : 1;
  return count;
}

/// Rows of a CSV file, cell by cell, as RFC 4180 has them.
std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char one = text[i];
    if (quoted && one == '"' && text.compare(i, 2, "\"\"") == 0) {
      rows.back().back() += text[i++];
    } else if (one == '"') {
      quoted = !quoted;
    } else if (!quoted && one == ',') {
      rows.back().emplace_back();
    } else if (!quoted && one == '\n') {
      rows.push_back({""});
    } else if (quoted || one != '\r') {
      rows.back().back() += one;
    }
  }
  BOOST_TEST(!quoted);
  rows.pop_back();
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site)

BOOST_AUTO_TEST_CASE(all_links_lead_to_files_of_the_folder) {
  Shown shown(usual_plan());
  BOOST_REQUIRE((shown.run() == Standstill::over));
  std::size_t links = 0;
  std::size_t pages = 0;
  for (const auto& [path, text] : shown.files()) {
    if (!path.ends_with(".html")) continue;
    pages += 1;
    const Element page = read_markup(text);
    for (const auto& [name, attribute] : {std::pair{"a", "href"}, {"link", "href"}, {"script", "src"}}) {
      for (const Element* one : page.all(name)) {
        const std::string target = one->attribute(attribute);
        if (target == "data:,") continue;
        links += 1;
        const fs::path found = (fs::path(path).parent_path() / target).lexically_normal();
        BOOST_TEST(!found.is_absolute(), target);
        BOOST_TEST(found.begin()->string() != "..", target);
        BOOST_TEST(fs::is_regular_file(fs::path(shown.folder.path()) / found), path << " -> " << target);
      }
    }
  }
  BOOST_TEST(pages == 6U + 3U);  // three pairs, two games each
  BOOST_TEST(links > 40U);
  BOOST_TEST(shown.said.empty());
}

BOOST_AUTO_TEST_CASE(a_page_has_one_position_more_than_moves) {
  for (const char* contest : {"heart-trax", "aut-trax", "icfpt2014", "ustc", "course"}) {
    const std::string text = rig::tournament::evidence_of({.game = "g",
                                                           .contest = contest,
                                                           .board = {},
                                                           .teams = {"Rook", "Bishop"},
                                                           .duts = {"opponent:random", "opponent:random"}});
    const auto file = rig::tournament::read_game_file(text, "made up");
    const auto records = rig::arbiter::read_records(file.record, "made up");
    rig::tournament::GameLine line;
    line.outcome = records.front().outcome;
    const Element page = read_markup(rig::tournament::game_page("Open", line, file));
    BOOST_TEST(moves_on(page) == records.front().moves.size(), contest);
    BOOST_TEST(positions_on(page) == records.front().moves.size() + 1, contest);
    BOOST_TEST(moves_on(page) > 3U, contest);
    BOOST_TEST(page.all("section").size() == 2U, contest);
  }
}

BOOST_AUTO_TEST_CASE(an_ending_is_said_once) {
  rig::tournament::GameLine line;
  line.ending = "both passed";
  BOOST_TEST(words_of_ending(line) == "both passed");
  line.ending = "time-out";
  line.loss = "time-out, CHESS-MOVE-2: nothing came";
  BOOST_TEST(words_of_ending(line) == line.loss);
  line.ending = "given up";
  BOOST_TEST(words_of_ending(line) == "given up; " + line.loss);
}

BOOST_AUTO_TEST_CASE(results_for_programs_are_those_of_the_journal) {
  Shown shown(usual_plan());
  shown.run();
  const auto json = nlohmann::json::parse(shown.file("results.json"));
  const auto rows = rows_of(shown.file("results.csv"));
  BOOST_REQUIRE(json.at("games").size() == shown.state.results.size());
  BOOST_REQUIRE(rows.size() == shown.state.results.size() + 1);
  std::size_t at = 0;
  for (const auto& game : json.at("games")) {
    const Result& result = shown.state.results.at(game.at("game"));
    BOOST_TEST(game.at("outcome") == std::string(to_string(result.outcome)));
    BOOST_TEST(game.at("moves") == result.moves);
    const auto& row = rows.at(++at);
    BOOST_REQUIRE(row.size() == rows.front().size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto& value = game.at(rows.front()[i]);
      BOOST_TEST(row[i] == (value.is_null()     ? ""
                            : value.is_string() ? value.get<std::string>()
                                                : value.dump()));
    }
  }
  BOOST_TEST(json.at("places").size() == 3U);
  BOOST_TEST(json.at("tables").size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_teams_call_themselves_is_text_everywhere) {
  const std::string bad = R"(<script>alert(1)</script>"' onload='x)";
  const std::string formula = "=HYPERLINK(\"x\")";
  Plan plan = usual_plan(2);
  plan.title = "<img src=x onerror=alert(1)>";
  plan.entrants[0].team = bad;
  plan.entrants[1].team = formula;
  Shown shown(plan);
  BOOST_REQUIRE((shown.run() == Standstill::over));
  for (const auto& [path, text] : shown.files()) {
    if (!path.ends_with(".html")) continue;
    const Element page = read_markup(text);
    BOOST_TEST(page.all("script").size() == 1U, path);
    BOOST_TEST(page.all("img").empty(), path);
    BOOST_TEST(page.first("script").text.empty(), path);
    BOOST_TEST(text.find("<script>") == std::string::npos, path);
  }
  BOOST_TEST(shown.page("games/000002.html").first("h1").text.find(bad) != std::string::npos);
  const auto rows = rows_of(shown.file("results.csv"));
  const std::set<std::string> teams = {rows.at(1).at(2), rows.at(1).at(3)};
  BOOST_TEST(teams.contains(bad));
  BOOST_TEST(teams.contains("'" + formula));
}

BOOST_AUTO_TEST_CASE(a_games_page_is_written_once_and_the_overview_at_most_once_a_second) {
  Site::Moment now{};
  Shown shown(usual_plan(4), {.say = {}, .now = [&] { return now; }});
  const std::string index = shown.folder.path() + "/site/index.html";
  const std::string first_game = shown.folder.path() + "/site/games/000002.html";
  std::size_t games = 0;
  std::size_t overviews = 0;
  shown.desk->on_begun = [&] {
    games += 1;
    if (fs::exists(first_game)) write_whole(first_game, "seen");
    if (fs::exists(index) && content_of_ordinary_file(index) != "seen") overviews += 1;
    write_whole(index, "seen");
    now += 250ms;
  };
  BOOST_REQUIRE((shown.run() == Standstill::over));
  BOOST_TEST(games == 12U);
  BOOST_TEST(overviews == 3U);
  BOOST_TEST(content_of_ordinary_file(first_game) == "seen");
  BOOST_TEST(shown.file("index.html").find("It is over") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_site_made_anew_is_the_same_site) {
  Shown shown(usual_plan());
  shown.run();
  const auto live = shown.files();
  fs::remove_all(shown.folder.path() + "/site");
  rig::tournament::write_site(shown.plan, shown.folder.path());
  const auto again = shown.files();
  BOOST_REQUIRE(live.size() == again.size());
  for (const auto& [path, text] : live) BOOST_TEST((again.at(path) == text), path);
}

BOOST_AUTO_TEST_CASE(a_tournament_that_goes_on_has_its_earlier_games_too) {
  Shown shown(usual_plan());
  shown.desk->on_begun = [&] { shown.desk->stop = shown.desk->begun.size() == 3; };
  BOOST_REQUIRE((shown.run() == Standstill::interrupted));
  const Element index = shown.page("index.html");
  BOOST_TEST(index.first("header").whole_text.find("3 games have a result; 3 are to be played") !=
             std::string::npos);
  fs::remove(shown.folder.path() + "/site/games/000002.html");  // as if the machine had stopped before
  shown.site.emplace(shown.plan, shown.folder.path(), Site::Setup{});
  shown.desk->on_begun = {};
  shown.desk->stop = false;
  BOOST_REQUIRE((shown.run() == Standstill::over));
  BOOST_TEST(shown.page("games.html").first("tbody").all("tr").size() == 6U);
  BOOST_TEST(positions_on(shown.page("games/000002.html")) > 1U);
}

BOOST_AUTO_TEST_CASE(decisions_change_what_counts_and_say_so) {
  Shown shown(usual_plan());
  shown.run();
  const std::string game = nlohmann::json::parse(shown.file("results.json")).at("games").at(0).at("game");
  const std::string other = nlohmann::json::parse(shown.file("results.json")).at("games").at(1).at("game");
  shown.decide("override", {{"game", game}, {"outcome", "draw"}});
  shown.decide("void", {{"game", other}});
  shown.decide("withdraw", {{"team", "T3"}});
  BOOST_REQUIRE((shown.run() == Standstill::over));
  const auto json = nlohmann::json::parse(shown.file("results.json"));
  BOOST_REQUIRE(json.at("games").size() == shown.state.results.size());
  for (const auto& one : json.at("games")) {
    const std::string id = one.at("game");
    BOOST_TEST(one.at("outcome") == std::string(to_string(shown.state.results.at(id).outcome)));
    if (id != game) continue;
    BOOST_TEST(one.at("entry") == "override");
    BOOST_TEST(one.at("page") == "games/000002.html");
  }
  const std::string all = shown.page("games.html").first("tbody").whole_text;
  BOOST_TEST(all.find("counts no more (void: a <b>test</b>)") != std::string::npos);
  BOOST_TEST(all.find("counts no more (decided otherwise: a <b>test</b>)") != std::string::npos);
  BOOST_TEST(shown.page("index.html").whole_text.find("withdraw T3: a <b>test</b>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_game_that_was_given_away_before_it_began_has_its_teams) {
  Shown shown(usual_plan());
  shown.decide("withdraw", {{"team", "T3"}});
  BOOST_REQUIRE((shown.run() == Standstill::over));
  std::size_t forfeited = 0;
  const auto json = nlohmann::json::parse(shown.file("results.json"));
  for (const auto& one : json.at("games")) {
    if (one.at("entry") != "forfeited") continue;
    forfeited += 1;
    BOOST_TEST((one.at("first") == "T3" || one.at("second") == "T3"));
    BOOST_TEST(one.at("outcome") == (one.at("first") == "T3" ? "second" : "first"));
    BOOST_TEST(one.at("page").is_null());
  }
  BOOST_TEST(forfeited == 4U);
}

BOOST_AUTO_TEST_CASE(the_schedule_names_the_next_game_of_each_bench) {
  std::string text = plan_text(4, round_robin, "");
  text += "[[bench]]\nname = \"left\"\n[[bench]]\nname = \"right\"\n";
  Plan plan = plan_from(text, "plan.toml", "");
  for (std::size_t i = 0; i < 4; ++i) plan.entrants[i].bench = i % 2 == 0 ? "left" : "right";
  const auto format = format_of(plan);
  const Step step = format->next({});
  State state;
  state.stopped["right"] = "its <cable> is loose";
  state.under_way[step.to_play.front().id] = {2, "2026-06-01T09:00:00Z"};
  const rig::tournament::Ledger ledger([](const std::string&) { return std::nullopt; });
  const Element page = read_markup(rig::tournament::index_page({plan, ledger, step, state}));
  std::map<std::string, int> said;
  for (const Element* cell : page.all("td")) said[cell->text] += 1;
  BOOST_TEST(said["on since 2026-06-01T09:00:00Z"] == 1);
  int next_left = 0;
  int next_right = 0;
  for (const auto& [words, times] : said) {
    if (!words.starts_with("next on ")) continue;
    next_left += words.find("left") != std::string::npos ? times : 0;
    next_right += words.find("right") != std::string::npos ? times : 0;
  }
  BOOST_TEST(next_left == 1);
  BOOST_TEST(next_right == 1);
  BOOST_TEST(page.whole_text.find("The bench right has stopped: its <cable> is loose") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(evidence_that_cannot_be_read_leaves_a_page_that_says_so) {
  Shown shown(usual_plan(2));
  shown.desk->evidence = [](const Order&) { return std::string("no <evidence>\n"); };
  BOOST_REQUIRE((shown.run() == Standstill::over));
  const Element page = shown.page("games/000002.html");
  BOOST_TEST(page.whole_text.find("The game cannot be shown: games/000002.jsonl, line 1") !=
             std::string::npos);
  BOOST_TEST(positions_on(page) == 0U);
}

BOOST_AUTO_TEST_CASE(a_site_that_cannot_be_written_is_said_once_and_holds_up_nothing) {
  Shown shown(usual_plan());
  write_whole(shown.folder.path() + "/site", "a file where the folder should be");
  BOOST_REQUIRE((shown.run() == Standstill::over));
  BOOST_REQUIRE(shown.said.size() == 1U);
  BOOST_TEST(shown.said.front().find("The site is not up to date: ") == 0U);
}

BOOST_AUTO_TEST_CASE(a_cross_table_has_the_points_of_each_team) {
  Shown shown(usual_plan());
  shown.run();
  std::map<std::string, double> points;
  const auto json = nlohmann::json::parse(shown.file("results.json"));
  for (const auto& game : json.at("games")) {
    const std::string outcome = game.at("outcome");
    points[game.at("first")] += outcome == "first" ? 1 : outcome == "draw" ? 0.5 : 0;
    points[game.at("second")] += outcome == "second" ? 1 : outcome == "draw" ? 0.5 : 0;
  }
  const Element page = shown.page("cross.html");
  for (const Element* row : page.first("tbody").all("tr")) {
    const auto cells = row->all("td");
    BOOST_REQUIRE(cells.size() == 4U);
    const std::string text = cells.back()->text;
    const bool has_half = text.find("½") != std::string::npos;
    const std::string team = row->first("th").text.substr(3);  // `1. T2`
    BOOST_TEST((text == "½" ? 0 : std::stod(text)) + (has_half ? 0.5 : 0) == points.at(team), team);
  }
}

BOOST_AUTO_TEST_SUITE_END()
