#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/crypto/base64.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/report/board.hpp"
#include "rig/report/html/chart.hpp"
#include "rig/report/html/html.hpp"
#include "rig/report/html/html_style.hpp"
#include "rig/report/html/page_script.hpp"
#include "rig/report/tests/markup_reader.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

/// The pictures of one kind: `board`, or the charts of latencies, which have no class.
std::vector<const Element*> pictures(const Element& page, std::string_view style = "") {
  std::vector<const Element*> found = page.all("svg");
  std::erase_if(found, [&](const Element* svg) { return svg->attribute("class") != style; });
  return found;
}

std::size_t count_of(const Element& below, std::string_view name, std::string_view style) {
  const std::vector<const Element*> all = below.all(name);
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Element* one) { return one->attribute("class") == style; }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html)

BOOST_AUTO_TEST_CASE(is_well_formed_whatever_the_record_holds) {
  for (const auto& [name, run] : samples::all_runs()) {
    BOOST_CHECK_NO_THROW(read_markup(to_html(run)));
    BOOST_TEST(read_markup(to_html(run)).name == "html", name);
  }
}

BOOST_AUTO_TEST_CASE(asks_nothing_of_anyone_and_runs_no_script_but_its_own) {
  const std::set<std::string> harmless = {
      "html",   "head",       "meta",    "link",    "title",  "style", "body",  "header", "main",
      "footer", "section",    "article", "h1",      "h2",     "h3",    "p",     "div",    "span",
      "strong", "code",       "pre",     "a",       "ul",     "li",    "br",    "wbr",    "dl",
      "dt",     "dd",         "table",   "caption", "thead",  "tbody", "tr",    "th",     "td",
      "nav",    "ol",         "details", "summary", "h4",     "svg",   "text",  "line",   "rect",
      "figure", "figcaption", "path",    "desc",    "script", "form",  "label", "input",  "output"};
  for (const auto& [name, run] : samples::all_runs()) {
    const Element page = read_markup(to_html(run));
    std::vector<const Element*> open = {&page};
    while (!open.empty()) {
      const Element* one = open.back();
      open.pop_back();
      BOOST_TEST(harmless.contains(one->name), one->name);
      for (const auto& [key, value] : one->attributes) {
        BOOST_TEST(!key.starts_with("on"), key);
        BOOST_TEST(key != "src", value);
        if (key == "href") BOOST_TEST((value.starts_with("#") || value == "data:,"), value);
      }
      for (const Element& child : one->children) open.push_back(&child);
    }
    BOOST_TEST(!contains(page.first("style").text, "url("));
    BOOST_TEST(!contains(page.first("style").text, "@import"));
    const std::vector<const Element*> scripts = page.all("script");
    BOOST_REQUIRE(scripts.size() == 1U);
    BOOST_TEST(scripts.front()->text == html::page_script());
    std::string policy;
    for (const Element* one : page.all("meta")) {
      if (one->attribute("http-equiv") == "Content-Security-Policy") policy = one->attribute("content");
    }
    Sha256 hash;
    hash.add(scripts.front()->text);
    const Sha256::Digest digest = hash.finish();
    const std::string source = to_base64(std::string(digest.begin(), digest.end()));
    BOOST_TEST(contains(policy, "default-src 'none'"));
    BOOST_TEST(contains(policy, "script-src 'sha256-" + source + "';"));
  }
}

BOOST_AUTO_TEST_CASE(begins_with_the_verdict) {
  const Element page = read_markup(to_html(samples::failing_run()));
  const Element& header = page.first("header");
  BOOST_TEST(header.first("h1").text == "ICFPT 2014 design contest (Blokus Duo)");
  BOOST_TEST(header.first("strong").text == "not conformant");
  BOOST_TEST(page.first("title").text == "not conformant: serial:/dev/ttyUSB0");
}

BOOST_AUTO_TEST_CASE(names_the_device_the_team_and_the_evidence_at_the_top) {
  RunRecord run = samples::certified_run();
  run.link_facts["source_hash"] = "c0ffee";
  const Element page = read_markup(to_html(run));
  const std::string head = page.first("header").whole_text;
  for (const std::string& part :
       {run.team_name, run.label, run.dut, run.contest, run.started, std::to_string(run.seed),
        run.transcript_sha256, run.link_description, std::string("\"RD\""), std::string("c0ffee"),
        std::string("FTDI FT232R USB UART"), std::string("certificate of conformance")}) {
    BOOST_TEST(contains(head, part), part);
  }
}

BOOST_AUTO_TEST_CASE(is_called_a_certificate_only_where_it_is_one) {
  for (const RunRecord& run : {samples::failing_run(), samples::interrupted_run()})
    BOOST_TEST(!contains(read_markup(to_html(run)).first("header").whole_text, "certificate of"));
  RunRecord partial = samples::certified_run();
  partial.partial = {"--filter 'Handshake.*'"};
  BOOST_TEST(!contains(read_markup(to_html(partial)).first("header").whole_text, "certificate of"));
}

BOOST_AUTO_TEST_CASE(shows_every_way_in_which_the_device_named_itself) {
  RunRecord run = samples::certified_run();
  run.cases[1].team = "\"XX\"";
  BOOST_TEST(contains(read_markup(to_html(run)).first("header").whole_text, "\"RD\", \"XX\""));
  for (std::size_t i = 0; i < run.cases.size(); ++i) run.cases[i].team = std::to_string(i);
  BOOST_TEST(contains(read_markup(to_html(run)).first("header").whole_text, "0, 1, 2, 3 and 1 more"));
}

/// The failing run, with the illegal move of one case seen in another one, too.
RunRecord run_with_one_cause_in_two_cases() {
  RunRecord run = samples::failing_run();
  Finding again = run.cases[1].findings[0];
  again.summary = "game 1, move 3: 11a0 covers squares that are taken";
  run.cases[1].findings[0].kind = again.kind = "occupied square";
  run.cases[5].findings.push_back(again);
  return run;
}

BOOST_AUTO_TEST_CASE(tells_each_cause_once_and_links_to_it_from_the_verdict) {
  const Element page = read_markup(to_html(run_with_one_cause_in_two_cases()));
  const std::vector<const Element*> cards = page.all("article");
  const std::vector<const Element*> links = page.first("ol").all("a");
  BOOST_REQUIRE(cards.size() == 5U);
  BOOST_REQUIRE(links.size() == cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i)
    BOOST_TEST(links[i]->attribute("href") == "#" + cards[i]->attribute("id"));
  std::size_t told = 0;
  for (const Element* card : cards) {
    if (!contains(card->first("h3").whole_text, "ICFPT14-MOVE-2")) continue;
    ++told;
    BOOST_TEST(contains(card->first("h3").whole_text, "game 3, move 17"));
    BOOST_TEST(contains(card->whole_text, "Also in 1 case: Wire.ToleratesBitRateOffset"));
    const Element& folded = card->first("details");
    BOOST_TEST(contains(folded.first("summary").whole_text, "1 more finding of this cause"));
    BOOST_TEST(contains(folded.whole_text, "game 1, move 3"));
    BOOST_TEST(contains(folded.whole_text, "--filter Wire.ToleratesBitRateOffset"));
    BOOST_TEST(!contains(folded.whole_text, "game 3, move 17"));
  }
  BOOST_TEST(told == 1U);
}

BOOST_AUTO_TEST_CASE(links_to_no_more_causes_than_a_first_sheet_has_room_for) {
  RunRecord run = samples::failing_run();
  Finding other = run.cases[1].findings[0];
  for (char one = 'a'; one <= 'f'; ++one) {
    other.kind = std::string("kind ") + one;
    run.cases[1].findings.push_back(other);
  }
  const Element page = read_markup(to_html(run));
  BOOST_TEST(page.all("article").size() == 11U);
  BOOST_TEST(page.first("ol").all("a").size() == 9U);
  BOOST_TEST(page.first("ol").all("a").back()->whole_text == "3 more causes");
}

BOOST_AUTO_TEST_CASE(prints_the_evidence_of_the_first_three_causes_and_says_so_of_the_others) {
  const Element page = read_markup(to_html(samples::failing_run()));
  const std::vector<const Element*> cards = page.all("article");
  BOOST_REQUIRE(cards.size() == 5U);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    BOOST_TEST(cards[i]->attribute("class") == (i < 3 ? "card" : "card later"));
    BOOST_TEST(contains(cards[i]->whole_text, "not printed") == (i >= 3));
  }
}

BOOST_AUTO_TEST_CASE(links_from_a_case_and_a_requirement_that_went_wrong_to_the_cause) {
  const Element page = read_markup(to_html(samples::failing_run()));
  std::map<std::string, std::string> first_link;  // by the first words of a row
  for (const Element* row : page.all("tr")) {
    if (row->all("th").empty()) continue;
    for (const Element* link : row->all("a")) {
      if (link->attribute("href").starts_with("#cause-"))
        first_link.try_emplace(row->first("th").whole_text, link->attribute("href"));
    }
  }
  BOOST_TEST(first_link.contains("ICFPT14-MOVE-2"));
  BOOST_TEST(first_link["ICFPT14-MOVE-2"] == first_link["Moves.AreLegalInWholeGames"]);
  BOOST_TEST(first_link.contains("Reset.ComesBackAfterPowerOn"));
  BOOST_TEST(!first_link.contains("Handshake.AnswersWithTeamCode"));
}

BOOST_AUTO_TEST_CASE(shows_how_to_come_there_again_and_what_the_evidence_suggests) {
  RunRecord run = samples::failing_run();
  Finding& finding = run.cases[1].findings[0];
  finding.scene = Scene{3,
                        "the DUT moves first",
                        {"65t2", "a9u0"},
                        "scripts/rig check icfpt2014 65t2 a9u0 76d0",
                        {"./player -W"},
                        "/tmp/kept"};
  finding.hints = {"legal with rows and columns swapped"};
  const Element page = read_markup(to_html(run));
  const std::string card = page.all("article")[0]->whole_text;
  for (const char* part : {"Hint: legal with rows and columns swapped",
                           "game 3 since power-on; seat: the DUT moves first", "2 moves so far", "65t2 a9u0",
                           "scripts/rig check icfpt2014 65t2 a9u0 76d0", "./player -W", "/tmp/kept"}) {
    BOOST_TEST(contains(card, part), part);
  }
  finding.scene = Scene{};
  BOOST_TEST(!contains(to_html(run), "When it was seen"));
}

BOOST_AUTO_TEST_CASE(shows_the_game_in_place_of_its_last_board) {
  const RunRecord run = samples::failing_run();
  const auto page_with = [&](std::size_t positions) {
    return read_markup(to_html(run, [&](const Finding& finding) {
      if (!finding.board) return html::ShownGame{};
      return html::ShownGame{std::vector(positions, *finding.board),
                             std::vector<std::string>(positions, "<w>")};
    }));
  };
  const std::size_t boards = pictures(read_markup(to_html(run)), "board").size();
  BOOST_REQUIRE(boards > 0U);
  BOOST_TEST(pictures(page_with(1), "board").size() == boards);
  const Element page = page_with(3);
  BOOST_TEST(pictures(page, "board").empty());
  const std::vector<const Element*> games = pictures(page, "board game");
  BOOST_REQUIRE(!games.empty());
  const std::vector<const Element*> parts = games.front()->all("g");
  BOOST_TEST(parts.front()->attribute("data-says") == "<w>");
  BOOST_TEST(count_of(page, "div", "controls") == games.size());
}

BOOST_AUTO_TEST_CASE(links_to_each_part_that_is_there) {
  const Element page = read_markup(to_html(samples::failing_run()));
  std::vector<std::string> linked;
  for (const Element* one : page.first("nav").all("a")) linked.push_back(one->attribute("href"));
  std::vector<std::string> parts;
  for (const Element* one : page.all("h2")) parts.push_back("#" + one->attribute("id"));
  BOOST_TEST(linked == parts, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(folds_the_moves_of_a_long_game) {
  RunRecord run = samples::failing_run();
  Scene scene{1, "", {}, std::string(400, 'x'), {}, ""};
  for (int i = 1; i <= 60; ++i) scene.moves.push_back("m" + std::to_string(i));
  const auto folded = [&] {
    run.cases[1].findings[0].scene = scene;
    const Element page = read_markup(to_html(run));
    std::vector<std::string> texts;
    for (const Element* one : page.all("details")) {
      if (one->attribute("class") != "part") texts.push_back(one->whole_text);
    }
    return texts;
  };
  BOOST_TEST(folded().empty());
  scene.moves.emplace_back("m61");
  scene.check += 'x';
  const std::vector<std::string> texts = folded();
  BOOST_REQUIRE(texts.size() == 2U);
  BOOST_TEST(contains(texts[0], "m1 m2 "));
  BOOST_TEST(contains(texts[1], scene.check));
  BOOST_TEST(contains(read_markup(to_html(run)).whole_text, "the last 60: m2 m3 "));
}

BOOST_AUTO_TEST_CASE(marks_a_case_that_passed_with_a_remark) {
  RunRecord run = samples::failing_run();
  run.cases[0].findings = {run.cases[5].findings[0]};
  run.cases[0].findings[0].requirement = "ICFPT14-INIT-3";
  const Element page = read_markup(to_html(run));
  BOOST_TEST(count_of(page, "span", "badge pass remark") == 1U);
  BOOST_TEST(contains(page.whole_text, "pass, with a remark"));
  BOOST_TEST(count_of(read_markup(to_html(samples::certified_run())), "span", "badge pass remark") == 0U);
}

BOOST_AUTO_TEST_CASE(gives_a_reason_that_many_cases_have_once) {
  RunRecord run = samples::certified_run();
  run.cases[3].verdict = Verdict::not_applicable;
  run.cases[3].reason = run.cases[4].reason;
  const Element page = read_markup(to_html(run));
  std::size_t told = 0;
  for (const Element* item : page.all("li")) {
    if (!contains(item->whole_text, "this link has no wire to disturb")) continue;
    ++told;
    BOOST_TEST(contains(item->whole_text, "Pass.OnlyWhenNothingFits, Wire.ToleratesBitRateOffset"));
  }
  BOOST_TEST(told == 1U);
}

BOOST_AUTO_TEST_CASE(says_that_a_run_is_partial_or_was_interrupted) {
  const std::string header = read_markup(to_html(samples::interrupted_run())).first("header").whole_text;
  BOOST_TEST(contains(header, "partial, not a certificate"));
  BOOST_TEST(contains(header, "--deadline-scale 2"));
  BOOST_TEST(contains(header, "interrupted"));
  const std::string whole = read_markup(to_html(samples::certified_run())).first("header").whole_text;
  BOOST_TEST(!contains(whole, "partial"));
  BOOST_TEST(!contains(whole, "interrupted"));
}

BOOST_AUTO_TEST_CASE(shows_every_part_of_the_record) {
  const RunRecord run = samples::failing_run();
  const std::string text = read_markup(to_html(run)).whole_text;
  std::vector<std::string> expected = {
      run.dut,    run.link_description, "18446744073709551615", "FTDI FT232R USB UART",
      "random",   run.transcript_path,  run.transcript_sha256,  "exchanges 89",
      run.command};
  for (const RequirementRecord& one : run.requirements) {
    expected.insert(expected.end(), {one.id, one.text, one.source, one.why_not_testable});
  }
  for (const CaseRecord& one : run.cases) {
    expected.insert(expected.end(), {one.id, one.title, one.reason});
    if (one.verdict >= Verdict::inconclusive) expected.push_back(one.again);
    for (const Measurement& measurement : one.measurements) {
      expected.insert(expected.end(), {measurement.name, measurement.value, measurement.limit});
    }
    if (one.shmoo) {
      expected.insert(expected.end(), {one.shmoo->title, one.shmoo->across, one.shmoo->down});
      expected.insert(expected.end(), one.shmoo->columns.begin(), one.shmoo->columns.end());
      expected.insert(expected.end(), one.shmoo->rows.begin(), one.shmoo->rows.end());
    }
    for (const Finding& finding : one.findings) {
      expected.push_back(finding.summary);
      expected.insert(expected.end(), finding.details.begin(), finding.details.end());
    }
  }
  for (const std::string& part : expected) BOOST_TEST(contains(text, part), part);
}

BOOST_AUTO_TEST_CASE(has_unique_ids_and_no_broken_link) {
  for (const auto& [name, run] : samples::all_runs()) {
    const Element page = read_markup(to_html(run));
    std::set<std::string> ids;
    std::vector<const Element*> open = {&page};
    while (!open.empty()) {
      const Element* one = open.back();
      open.pop_back();
      const std::string id = one->attribute("id");
      if (!id.empty()) BOOST_TEST(ids.insert(id).second, id);
      for (const Element& child : one->children) open.push_back(&child);
    }
    for (const Element* link : page.all("a"))
      BOOST_TEST(ids.contains(link->attribute("href").substr(1)), name);
    for (const Element* svg : page.all("svg"))
      BOOST_TEST(ids.contains(svg->attribute("aria-labelledby")), name);
  }
}

BOOST_AUTO_TEST_CASE(tells_a_screen_reader_what_tables_and_charts_are) {
  const Element page = read_markup(to_html(samples::failing_run()));
  BOOST_TEST(page.attribute("lang") == "en");
  for (const Element* header : page.all("th")) {
    const std::string scope = header->attribute("scope");
    BOOST_TEST((scope == "row" || scope == "col"));
  }
  for (const Element* table : page.all("table")) BOOST_TEST(!table->first("caption").text.empty());
  BOOST_REQUIRE(pictures(page).size() == 3U);
  BOOST_TEST(
      pictures(page)[2]->first("title").text ==
      "Latencies of 4XXXX: 125 measured, fastest 40.1 ms, slowest 120 s, deadline 1 s, uncertainty 80.0 us.");
}

BOOST_AUTO_TEST_CASE(says_each_cell_of_a_field_in_words_too) {
  const Element page = read_markup(to_html(samples::failing_run()));
  std::size_t answered = 0;
  std::size_t not_answered = 0;
  for (const Element* cell : page.all("td")) {
    if (cell->attribute("class") == "yes") answered += cell->whole_text == "■answered" ? 1 : 0;
    if (cell->attribute("class") == "no") not_answered += cell->whole_text == "·not answered" ? 1 : 0;
  }
  BOOST_TEST(answered == 9U);
  BOOST_TEST(not_answered == 12U);
}

BOOST_AUTO_TEST_CASE(draws_the_board_and_says_in_words_what_is_wrong) {
  const Element page = read_markup(to_html(samples::failing_run()));
  BOOST_REQUIRE(pictures(page, "board").size() == 1U);
  const Element& board = *pictures(page, "board")[0];
  BOOST_TEST(board.attribute("role") == "img");
  BOOST_TEST(board.first("title").text == "Board: ply 17, first on (5,5)");
  BOOST_TEST(board.first("desc").text ==
             "76d0 covers (7,5), (7,6), (6,7), (7,7); taken already: (7,5) by player 2, (7,6) by player 2, "
             "(6,7) by player 1.");
  BOOST_TEST(board.attribute("aria-describedby") == board.first("desc").attribute("id"));
  BOOST_TEST(count_of(board, "rect", "one") == 7U);
  BOOST_TEST(count_of(board, "rect", "two") == 7U);
  BOOST_TEST(count_of(board, "rect", "ring") == 7U);
  BOOST_TEST(count_of(board, "rect", "free") == 196U - 14U);
  const std::string outline = board.all("path")[1]->attribute("d");
  BOOST_TEST(std::count(outline.begin(), outline.end(), 'M') == 10);  // edges around an L of four squares
}

/// A board of one row of these tiles, in columns A, B, … of row 1.
protocol::BoardPicture row_of_tiles(const std::string& letters) {
  protocol::BoardPicture board;
  board.caption = "ply 3, White";
  board.kind = protocol::BoardPicture::Kind::paths;
  board.rows = {"1"};
  for (std::size_t i = 0; i < letters.size(); ++i) {
    board.columns.emplace_back(1, static_cast<char>('A' + i));
  }
  board.cells = {letters};
  board.marks = {std::string(letters.size(), protocol::BoardPicture::plain)};
  return board;
}

/// What is drawn with a path of this style: `M44 18L44 46`.
std::string path_of(const Element& svg, std::string_view style) {
  for (const Element* path : svg.all("path")) {
    if (path->attribute("class") == style) return path->attribute("d");
  }
  return {};
}

struct DrawnTile {
  char letter;
  const char* white;
  const char* red;
};
// The tile's corner lies at (30,18); its sides have their middles at (44,18), (58,32), (44,46), (30,32).
const DrawnTile drawn_tiles[] = {
    {'v', "M44 18L44 46", "M58 32L30 32"},
    {'h', "M58 32L30 32", "M44 18L44 46"},
    {'a', "M44 18A14 14 0 0 1 30 32", "M58 32A14 14 0 0 0 44 46"},
    {'b', "M58 32A14 14 0 0 0 44 46", "M44 18A14 14 0 0 1 30 32"},
    {'c', "M44 18A14 14 0 0 0 58 32", "M44 46A14 14 0 0 0 30 32"},
    {'d', "M44 46A14 14 0 0 0 30 32", "M44 18A14 14 0 0 0 58 32"},
};

BOOST_AUTO_TEST_CASE(draws_the_paths_of_a_tile_from_side_to_side) {
  for (const DrawnTile& tile : drawn_tiles) {
    const Element svg = read_markup(svg_of(row_of_tiles(std::string(1, tile.letter)), "b"));
    BOOST_TEST(path_of(svg, "white") == tile.white, tile.letter);
    BOOST_TEST(path_of(svg, "bank") == tile.white, tile.letter);
    BOOST_TEST(path_of(svg, "red") == tile.red, tile.letter);
  }
}

BOOST_AUTO_TEST_CASE(draws_tiles_empty_cells_and_the_move_between_them) {
  protocol::BoardPicture board = row_of_tiles(".a.");
  board.move = "C1+";
  board.marks = {"..*"};
  const Element svg = read_markup(svg_of(board, "b"));
  BOOST_TEST(svg.attribute("class") == "board tiles");
  BOOST_TEST(svg.attribute("viewBox") == "0 0 117 49");
  BOOST_TEST(svg.attribute("style") == "max-width:117px");
  BOOST_TEST(count_of(svg, "rect", "tile") == 1U);
  BOOST_TEST(count_of(svg, "rect", "free") == 2U);
  BOOST_TEST(count_of(svg, "text", "name") == 4U);
  BOOST_TEST(path_of(svg, "outline") == "M86 18h28M86 46h28M86 18v28M114 18v28");
  BOOST_TEST(path_of(svg, "hatch") == "M86 25l7 -7M86 39l21 -21M93 46l21 -21M107 46l7 -7");
}

BOOST_AUTO_TEST_CASE(says_in_words_which_tiles_lie_where) {
  protocol::BoardPicture board = row_of_tiles(".ah");
  const auto description = [&] { return read_markup(svg_of(board, "b")).first("desc").text; };
  const std::string tiles =
      " The tiles, with the colours of their sides north, east, south and west: B1 WRRW, C1 RWRW.";
  BOOST_TEST(description() == "No move is marked." + tiles);
  board.move = "B1+";
  board.marks = {"**."};
  BOOST_TEST(words_of(board) == "B1+ concerns A1, B1; taken already: B1 by a tile WRRW");
  BOOST_TEST(description() == words_of(board) + "." + tiles);
  board.marks = {"..."};
  board.move = "Z9+";
  board.off_board = {"Z9"};
  BOOST_TEST(words_of(board) == "Z9+ lies off the board: Z9");
  board = row_of_tiles(".");
  BOOST_TEST(description() == "No move is marked. No tile lies here.");
}

BOOST_AUTO_TEST_CASE(shows_boards_with_paths_beside_what_was_found) {
  const Element page = read_markup(to_html(samples::trax_run()));
  BOOST_TEST(pictures(page, "board tiles").size() == 3U);
  for (const Element* figure : page.all("figure")) {
    if (figure->attribute("class") != "position tiles") continue;
    BOOST_TEST(contains(figure->whole_text,
                        "White paths are broad and edged, red ones narrow, hatched is the move."),
               figure->whole_text);
  }
}

BOOST_AUTO_TEST_CASE(tells_which_squares_were_taken_and_which_are_off_the_board) {
  protocol::BoardPicture board{"ply 3", "53e0", {"1", "2"}, {"1"}, {"12"}, {"**"}, {"(3,1)"}};
  BOOST_TEST(
      words_of(board) ==
      "53e0 covers (1,1), (2,1); taken already: (1,1) by player 1, (2,1) by player 2; off the board: (3,1)");
  board.marks = {".."};
  BOOST_TEST(words_of(board) == "53e0 lies off the board: (3,1)");
  board.off_board.clear();
  BOOST_TEST(words_of(board).empty());
  BOOST_TEST(count_of(read_markup(svg_of(board, "b")), "path", "outline") == 0U);
}

BOOST_AUTO_TEST_CASE(tells_what_was_expected_and_what_came_byte_by_byte) {
  const Element page = read_markup(to_html(samples::failing_run()));
  const Element& proof = page.first("article");
  for (const char* part : {"a legal move (23 exist, for example \"83c0\") within 1 s",
                           "34 37 36 64 30  \"476d0\"", "37 36 64 30  \"76d0\"", "112 ms ± 40.0 us"}) {
    BOOST_TEST(contains(proof.whole_text, part), part);
  }
  const std::vector<const Element*> tables = proof.all("table");
  BOOST_REQUIRE(tables.size() == 2U);
  BOOST_TEST(tables[1]->all("tr").size() == 5U);  // the headings, and a line for each byte
  BOOST_TEST(contains(page.whole_text, "the program ended with status 1"));
}

BOOST_AUTO_TEST_CASE(counts_how_often_each_code_was_sent) {
  RunRecord run = samples::certified_run();
  run.cases[0].counts["code a0"] = 2;
  run.cases[1].counts["code a0"] = 3;
  run.cases[1].counts["code u7"] = 1;
  const Element page = read_markup(to_html(run));
  BOOST_TEST(contains(page.whole_text, "2 of 168 codes (a tile in a rotation) were sent"));
  for (const Element* table : page.all("table")) {
    if (table->attribute("class") != "codes") continue;
    BOOST_TEST(table->all("td").front()->text == "5");
    BOOST_TEST(table->all("td").back()->text == "1");
    BOOST_TEST(count_of(*table, "td", "never") == 166U);
    return;
  }
  BOOST_FAIL("there is no table of codes");
}

BOOST_AUTO_TEST_CASE(draws_a_bar_for_every_bucket_and_late_ones_apart) {
  const RunRecord run = samples::failing_run();
  const Element page = read_markup(to_html(run));
  for (std::size_t i = 0; i < run.latencies.size(); ++i) {
    const LatencyHistogram& histogram = run.latencies[i].histogram;
    std::size_t expected = histogram.overflow() > 0 ? 1 : 0;
    std::size_t expected_late = expected;
    for (const Bucket& bucket : histogram.buckets()) {
      if (bucket.count > 0) ++expected;
      if (bucket.count > 0 && bucket.from >= run.latencies[i].deadline) ++expected_late;
    }
    std::size_t bars = 0;
    std::size_t late = 0;
    for (const Element* rect : pictures(page)[i]->all("rect")) {
      bars += rect->attribute("class").starts_with("bar") ? 1 : 0;
      late += rect->attribute("class") == "bar late" ? 1 : 0;
      BOOST_TEST(std::stod(rect->attribute("x")) >= 0.0);
      BOOST_TEST(std::stod(rect->attribute("x")) + std::stod(rect->attribute("width")) <= 360.0);
      BOOST_TEST(std::stod(rect->attribute("height")) >= 2.0);
    }
    BOOST_TEST(bars == expected);
    BOOST_TEST(late == expected_late);
  }
}

BOOST_AUTO_TEST_CASE(colours_what_was_late_and_not_a_reply_of_exactly_the_deadline) {
  const auto late_bars = [](std::initializer_list<int> milliseconds) {
    LatencyRecord record{"0", std::chrono::seconds(1), {}};
    for (const int time : milliseconds) {
      record.histogram.add({std::chrono::milliseconds(time), std::chrono::milliseconds(time)});
    }
    const Element chart = read_markup(chart_of(record, "chart"));
    const std::vector<const Element*> bars = chart.all("rect");
    return std::count_if(bars.begin(), bars.end(),
                         [](const Element* bar) { return bar->attribute("class") == "bar late"; });
  };
  BOOST_TEST(late_bars({950, 999}) == 0);
  BOOST_TEST(late_bars({950, 1000}) == 0);
  BOOST_TEST(late_bars({950, 1050}) == 1);
  BOOST_TEST(late_bars({950, 1050, 2000}) == 2);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(html_colours)

namespace {

using Palette = std::map<std::string, std::string>;

/// The custom properties of the n-th `:root { … }` of the style sheet.
Palette palette(int n) {
  std::size_t at = 0;
  for (int i = 0; i <= n; ++i) at = html_style.find(":root {", at) + 7;
  const std::string_view block = html_style.substr(at, html_style.find('}', at) - at);
  Palette colours;
  for (std::size_t i = block.find("--"); i != std::string_view::npos; i = block.find("--", i + 2)) {
    const std::size_t colon = block.find(':', i);
    colours[std::string(block.substr(i + 2, colon - i - 2))] = block.substr(colon + 2, 7);
  }
  return colours;
}

/// WCAG 2.1, "relative luminance".
double luminance(const std::string& colour) {
  const auto channel = [&](std::size_t at) {
    const double value = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(const std::string& a, const std::string& b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

}  // namespace

BOOST_AUTO_TEST_CASE(have_the_contrast_that_wcag_asks_for) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"text", "page"},      {"text", "card"},          {"text", "well"},        {"muted", "page"},
      {"muted", "card"},     {"link", "page"},          {"link", "card"},        {"text", "pass-tint"},
      {"text", "fail-tint"}, {"text", "unsure-tint"},   {"pass", "pass-tint"},   {"fail", "fail-tint"},
      {"fail", "card"},      {"unsure", "unsure-tint"}, {"error", "error-tint"}, {"none", "none-tint"},
      {"on-two", "two"},     {"on-one", "one"}};
  for (int n = 0; n < 3; ++n) {  // light, dark, print
    Palette colours = palette(n);
    BOOST_REQUIRE(colours.contains("none-tint"));
    for (const auto& [text, ground] : texts) {
      const double found = contrast(colours[text], colours[ground]);
      BOOST_TEST(found >= 4.5, "palette " << n << ": " << text << " on " << ground << " is " << found);
    }
    BOOST_TEST(contrast(colours["bar"], colours["card"]) >= 3.0);
    // By their lightness alone: nobody needs to see hues.
    BOOST_TEST(contrast(colours["one"], colours["two"]) >= 2.4);
    BOOST_TEST(contrast(colours["red"], colours["white"]) >= 2.4);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
