#include "conformance/referee/scenario_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "rig/base/errors.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

using rig::Bytes;
using rig::Duration;
using rig::Section;
using rig::UsageError;
using rig::host::Answer;
using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Player;
using rig::protocol::Result;
using rig::protocol::Seat;

namespace {

constexpr std::array<const char*, 2> boards = {"board-1", "board-2"};

/// Of whom a verdict speaks, and what it says.
struct Verdict {
  enum class Kind { won, draw, lost, anything };
  Kind kind = Kind::anything;
  std::size_t player = 0;
  Fate fate = Fate::by_the_rules;
};

const std::vector<std::pair<std::string, Verdict>>& verdicts() {
  using enum Verdict::Kind;
  static const std::vector<std::pair<std::string, Verdict>> all = {
      {"player 1 won", {won, 0, Fate::by_the_rules}},
      {"player 2 won", {won, 1, Fate::by_the_rules}},
      {"draw", {draw, 0, Fate::by_the_rules}},
      {"player 1 lost by violation", {lost, 0, Fate::lost_by_form}},
      {"player 2 lost by violation", {lost, 1, Fate::lost_by_form}},
      {"player 1 lost by time-out", {lost, 0, Fate::lost_by_time}},
      {"player 2 lost by time-out", {lost, 1, Fate::lost_by_time}},
      {"player 1 lost", {lost, 0, Fate::lost_somehow}},
      {"player 2 lost", {lost, 1, Fate::lost_somehow}},
      {"anything", {anything, 0, Fate::left_to_host}},
  };
  return all;
}

/// What a board says in answer to one request.
class ReplyReading {
 public:
  ReplyReading(const toml::table& table, const std::string& file, const std::string& prefix,
               std::vector<std::string> more)
      : section_(table, file, prefix, with(std::move(more))) {}

  const Section& section() const { return section_; }

  /// Nothing: the table says nothing of it.
  std::optional<Answer> answer() const {
    Answer answer;
    const bool silent = yes("silent");
    if (section_.find("pieces") != nullptr) {
      refuse_beside("pieces", {"says", "bytes", "after", "drips"});
      answer.pieces = pieces();
    } else if (const auto text = bytes_of(section_)) {
      answer = said(*text);
    } else {
      refuse_beside("a reply without says or bytes", {"after", "drips"});
    }
    if (silent && !answer.pieces.empty())
      section_.refuse(*section_.find("silent"), "silent", "left out where the board says something");
    answer.hangs_up = yes("hangs-up");
    answer.hang_up_after = seconds(section_, "hang-up-after");
    if (!answer.hangs_up && section_.find("hang-up-after") != nullptr)
      section_.refuse(*section_.find("hang-up-after"), "hang-up-after", "left out without hangs-up = true");
    if (!silent && !answer.hangs_up && answer.pieces.empty()) return std::nullopt;
    return answer;
  }

 private:
  static std::vector<std::string> with(std::vector<std::string> more) {
    more.insert(more.end(),
                {"says", "bytes", "after", "drips", "pieces", "silent", "hangs-up", "hang-up-after"});
    return more;
  }

  static Duration seconds(const Section& section, const char* key) {
    const toml::node* node = section.find(key);
    if (node == nullptr) return {};
    constexpr double most = 600;
    constexpr double nanoseconds = 1e9;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !(*value >= 0 && *value <= most)) section.refuse(*node, key, "seconds, from 0 to 600");
    return Duration(std::llround(*value * nanoseconds));
  }

  static std::optional<Bytes> bytes_of(const Section& section) {
    if (const toml::node* node = section.find("bytes")) {
      if (section.find("says") != nullptr) section.refuse(*node, "bytes", "left out beside says");
      return numbers(section, *node);
    }
    if (section.find("says") == nullptr) return std::nullopt;
    return rig::to_bytes(section.text("says"));
  }

  static Bytes numbers(const Section& section, const toml::node& node) {
    constexpr const char* allowed = "a list of numbers from 0 to 255";
    constexpr std::int64_t most = 255;
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) section.refuse(node, "bytes", allowed);
    Bytes bytes;
    for (const toml::node& one : *list) {
      const auto value = one.value_exact<std::int64_t>();
      if (!value || *value < 0 || *value > most) section.refuse(one, "bytes", allowed);
      bytes.push_back(static_cast<std::uint8_t>(*value));
    }
    return bytes;
  }

  bool yes(const char* key) const {
    const toml::node* node = section_.find(key);
    if (node == nullptr) return false;
    const auto value = node->value_exact<bool>();
    if (!value || !*value) section_.refuse(*node, key, "true; else it is left out");
    return true;
  }

  void refuse_beside(const std::string& what, const std::vector<const char*>& keys) const {
    for (const char* key : keys) {
      if (const toml::node* node = section_.find(key)) section_.refuse(*node, key, "left out with " + what);
    }
  }

  Answer said(const Bytes& bytes) const {
    const Duration after = seconds(section_, "after");
    if (section_.find("drips") == nullptr) return Answer::after(after, bytes);
    Answer answer = Answer::dripping(seconds(section_, "drips"), bytes);
    answer.pieces.front().after = after;
    return answer;
  }

  std::vector<rig::host::Piece> pieces() const {
    constexpr const char* allowed = "a list of tables, as in [{after = 0.1, says = \"53\"}, {says = \"e0\"}]";
    const toml::node& node = *section_.find("pieces");
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) section_.refuse(node, "pieces", allowed);
    std::vector<rig::host::Piece> pieces;
    for (const toml::node& one : *list) {
      if (!one.is_table()) section_.refuse(one, "pieces", allowed);
      const Section piece(*one.as_table(), section_.file(), section_.prefix() + "pieces.",
                          {"after", "says", "bytes"});
      const auto bytes = bytes_of(piece);
      if (!bytes) section_.refuse(one, "pieces", allowed);
      pieces.push_back({seconds(piece, "after"), *bytes});
    }
    return pieces;
  }

  Section section_;
};

Bytes all_bytes(const Answer& answer) {
  Bytes all;
  for (const rig::host::Piece& piece : answer.pieces)
    all.insert(all.end(), piece.bytes.begin(), piece.bytes.end());
  return all;
}

class FileReading {
 public:
  FileReading(const toml::table& document, const std::string& path, const Contest& contest)
      : document_(document),
        path_(path),
        contest_(contest),
        root_(document, path, "", {"name", "contests", "begins", "hello", "turn", "expected"}) {}

  Scenario read() {
    scenario_.what = root_.text("name");
    expect_contest();
    read_beginner();
    read_hello();
    line_.emplace(contest_, scenario_.first);
    read_turns();
    read_expected();
    check_end();
    return std::move(scenario_);
  }

 private:
  void expect_contest() const {
    const std::vector<std::string> names = root_.texts("contests");
    if (std::find(names.begin(), names.end(), contest_.name) == names.end())
      root_.refuse(*root_.find("contests"), "contests",
                   fmt::format("a list with {}, the contest of the run", contest_.name));
  }

  void read_beginner() {
    const toml::node* node = root_.find("begins");
    std::int64_t player = 1;
    if (node != nullptr) {
      const auto value = node->value_exact<std::int64_t>();
      if (!value || *value < 1 || *value > 2) root_.refuse(*node, "begins", "1 or 2");
      player = *value;
    }
    const Player beginner = player == 1 ? Player::one : Player::two;
    const auto seat = std::find_if(contest_.seats.begin(), contest_.seats.end(), [&](const Seat& one) {
      return one.moves_first && one.player == beginner;
    });
    if (seat == contest_.seats.end())
      root_.refuse(*node, "begins", fmt::format("a player that begins in {}", contest_.name));
    scenario_.first = *seat;
  }

  void read_hello() {
    const toml::node* node = root_.find("hello");
    if (node == nullptr) return;
    if (!node->is_table()) root_.refuse(*node, "hello", "a table, [hello]");
    if (!contest_.greets) root_.refuse(*node, "hello", "left out: the contest has no handshake");
    const Section hello(*node->as_table(), path_, "hello.", {boards[0], boards[1]});
    for (const std::size_t player : {0U, 1U}) {
      const toml::node* board = hello.find(boards[player]);
      if (board == nullptr) continue;
      if (!board->is_table()) hello.refuse(*board, boards[player], "a table, as in { says = \"1AB\" }");
      const std::string prefix = fmt::format("hello.{}.", boards[player]);
      const auto answer = ReplyReading(*board->as_table(), path_, prefix, {}).answer();
      if (!answer) hello.refuse(*board, boards[player], "what the board says, or silent = true");
      scenario_.hello[player] = answer;
    }
  }

  void read_turns() {
    const toml::node* node = root_.find("turn");
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    if (list == nullptr) root_.refuse(*node, "turn", "tables, each [[turn]]");
    for (const toml::node& one : *list) {
      if (!one.is_table()) root_.refuse(one, "turn", "tables, each [[turn]]");
      read_turn(*one.as_table());
    }
  }

  void read_turn(const toml::table& table) {
    if (line_->over())
      root_.refuse(table, "turn",
                   fmt::format("no turn after the end of the game ({})", line_->ruling->result().why));
    if (illegal_) root_.refuse(table, "turn", fmt::format("no turn after one that loses: {}", *illegal_));
    const ReplyReading reply(table, path_, "turn.", {"move"});
    const std::optional<Answer> answer = reply.answer();
    ScriptedTurn turn;
    if (reply.section().find("move") != nullptr) {
      turn.move = {reply.section().text("move")};
    } else if (answer) {
      turn.move = move_in(all_bytes(*answer));
    } else {
      root_.refuse(table, "turn", "what the board says, or its move");
    }
    turn.said = answer;
    const rig::protocol::Judgement judgement = line_->ruling->judge(turn.move);
    mover_ = line_->ruling->to_move();
    if (judgement.legal) {
      line_->play(turn.move);
    } else {
      illegal_ = fmt::format("{}: {}", turn.move.text, judgement.explanation);
    }
    scenario_.turns.push_back(std::move(turn));
  }

  /// What a reply says, or its bytes where it is none.
  Move move_in(const Bytes& bytes) const {
    const auto parsed = contest_.dialect->bytes()->parse_reply(rig::protocol::asks_after({}), bytes);
    if (parsed.state == rig::protocol::ParseState::complete) return {parsed.value.text};
    return {rig::to_text(bytes)};
  }

  void read_expected() {
    const toml::node* node = root_.find("expected");
    if (node == nullptr) return;
    if (!node->is_table()) root_.refuse(*node, "expected", "a table, [expected]");
    const Section expected(*node->as_table(), path_, "expected.", {"verdict", boards[0], boards[1]});
    for (const std::size_t player : {0U, 1U}) {
      if (expected.find(boards[player]) != nullptr) read_messages(expected, player);
    }
    if (expected.find("verdict") == nullptr) return;
    std::vector<std::string> words;
    for (const auto& [word, verdict] : verdicts()) words.push_back(word);
    const std::string word = expected.one_of("verdict", words);
    for (const auto& [known, verdict] : verdicts()) {
      if (known == word) expect(verdict, expected);
    }
  }

  void read_messages(const Section& expected, std::size_t player) {
    std::vector<rig::protocol::Request> requests;
    for (const toml::node& node : *expected.list(boards[player])) {
      const auto text = node.value_exact<std::string>();
      const Bytes bytes = rig::to_bytes(text.value_or(""));
      const auto parsed = contest_.dialect->bytes()->parse_request(bytes);
      const bool is_one =
          parsed.state == rig::protocol::ParseState::complete && parsed.length == bytes.size();
      if (!text || !is_one)
        expected.refuse(node, boards[player], fmt::format("a message of {}, a text each", contest_.name));
      requests.push_back(parsed.value);
    }
    if (contest_.end && !requests.empty() && requests.back() == *contest_.end) requests.pop_back();
    scenario_.messages[player] = std::move(requests);
  }

  void expect(const Verdict& verdict, const Section& expected) {
    const toml::node& node = *expected.find("verdict");
    const bool greeting_is_odd = scenario_.hello[0] || scenario_.hello[1];
    scenario_.fate = verdict.fate;
    if (verdict.kind == Verdict::Kind::lost) {
      const Player loser = verdict.player == 0 ? Player::one : Player::two;
      const bool may =
          scenario_.turns.empty() ? scenario_.hello[verdict.player].has_value() : loser == *mover_;
      if (!may) expected.refuse(node, "verdict", "a loss of the player whose board spoke last");
      if (!scenario_.turns.empty() && greeting_is_odd)
        expected.refuse(node, "verdict",
                        "\"anything\", since turns follow a handshake that the file changes");
      return;
    }
    if (verdict.kind == Verdict::Kind::anything) return;
    const Result::State wanted = verdict.kind == Verdict::Kind::draw ? Result::State::draw
                                 : verdict.player == 0               ? Result::State::one_won
                                                                     : Result::State::two_won;
    if (illegal_)
      expected.refuse(
          node, "verdict",
          fmt::format("a loss of player {}, by the rules ({})", index_of(*mover_) + 1, *illegal_));
    if (line_->ruling->result().state != wanted)
      expected.refuse(node, "verdict",
                      fmt::format("what the rules have it: {}",
                                  line_->over() ? line_->ruling->result().why : "the game is not over"));
  }

  void check_end() const {
    if (scenario_.fate != Fate::by_the_rules || line_->over() || illegal_) return;
    const toml::node* turns = root_.find("turn");
    root_.refuse(turns == nullptr ? document_ : *turns, "turn",
                 "a game that has an end, or an expected.verdict that says who has lost");
  }

  const toml::table& document_;
  std::string path_;
  const Contest& contest_;
  Section root_;
  Scenario scenario_;
  std::optional<Line> line_;
  std::optional<Player> mover_;         // of the last turn
  std::optional<std::string> illegal_;  // why the last turn loses by the rules
};

Scenario read_scenario(const std::string& path, const Contest& contest) {
  try {
    const toml::table document = rig::parse_toml(rig::content_of_ordinary_file(path), path);
    Scenario scenario = FileReading(document, path, contest).read();
    static_cast<void>(expected_game(contest, scenario));
    return scenario;
  } catch (const rig::RigError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

/// The name of a case: letters, digits and underscores.
std::string case_name(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

std::vector<std::string> files_at(const std::string& path) {
  if (std::filesystem::is_regular_file(path)) return {path};
  if (!std::filesystem::is_directory(path))
    throw UsageError(fmt::format("--scenario: {} is neither a file nor a folder.", path));
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) throw UsageError(fmt::format("--scenario: {} holds no file that ends in .toml.", path));
  return files;
}

}  // namespace

std::vector<ScenarioFile> read_scenarios(const std::string& path, const Contest& contest) {
  if (contest.medium() != rig::Medium::bytes)
    throw UsageError(fmt::format("--scenario: {} is played over files; scenarios are for boards on a wire.",
                                 contest.name));
  std::vector<ScenarioFile> all;
  for (const std::string& file : files_at(path)) {
    all.push_back({file, case_name(file), read_scenario(file, contest)});
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i].name == all.back().name)
        throw UsageError(fmt::format("--scenario: {} and {} would be one case, Scenario.{}.", all[i].path,
                                     file, all[i].name));
    }
  }
  return all;
}

}  // namespace conformance
