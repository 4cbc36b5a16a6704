/// A board that speaks icfpt2014, from the text, or icfpt2013, from what its host sends: requests are told
/// apart by their first byte.

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "conformance/run/tests/unusual/habits.hpp"
#include "conformance/run/tests/unusual/land.hpp"
#include "conformance/run/tests/unusual/players.hpp"
#include "rig/player/slip.hpp"

namespace conformance::unusual {

namespace {

using namespace std::chrono_literals;
using rig::Action;
using rig::Duration;
using rig::player::Moment;
using rig::player::Slip;

using Actions = std::vector<Action>;

constexpr char own = 'o';
constexpr char others = 'x';
constexpr std::string_view digits = "0123456789abcde";
constexpr Duration limit = 1s;

/// Nothing for a pass, and for what is no code.
std::optional<Laid> laid_by(const std::string& code) {
  const std::size_t x = digits.find(code[0]);
  const std::size_t y = digits.find(code[1]);
  const int piece = code[2] - 'a';
  const int way = code[3] - '0';
  if (x == std::string_view::npos || y == std::string_view::npos || piece < 0 || piece >= piece_count ||
      way < 0 || way > 7)
    return std::nullopt;
  return Laid{piece, way, {static_cast<int>(y) - 1, static_cast<int>(x) - 1}};
}

std::string code_of(const Laid& laid) {
  const auto digit = [](int n) { return digits[static_cast<std::size_t>(std::clamp(n + 1, 0, 14))]; };
  return {digit(laid.centre.column), digit(laid.centre.row), static_cast<char>('a' + laid.piece),
          static_cast<char>('0' + laid.way)};
}

/// All codes of the same cells, by their last digit.
std::vector<Laid> synonyms(const Laid& laid) {
  const auto sorted = [](std::vector<Spot> cells) {
    std::sort(cells.begin(), cells.end());
    return cells;
  };
  const std::vector<Spot> wanted = sorted(laid.cells());
  std::vector<Laid> all;
  for (int way = 0; way < 8; ++way) {
    for (const Spot& centre : wanted) {
      const Laid other{laid.piece, way, centre};
      if (sorted(other.cells()) == wanted) all.push_back(other);
    }
  }
  return all;
}

std::set<int> all_pieces() {
  std::set<int> all;
  for (int piece = 0; piece < piece_count; ++piece) all.insert(piece);
  return all;
}

enum class Year { of_2014, of_2013 };

class DuoBoard final : public RestlessDevice {
 public:
  DuoBoard(const Traits& traits, Year year)
      : traits_(traits),
        year_(year),
        taste_(traits),
        pace_(traits),
        slip_(traits, {"late",        "silence",  "hang-up",        "pass",      "edge",       "corner",
                       "taken",       "used",     "off-board",      "start",     "extra",      "upper-case",
                       "forget",      "overlook", "mirror",         "half-turn", "other-name", "late-hello",
                       "short-hello", "glue",     "forget-opening", "banner",    "no-hello"}),
        codes_(traits.word("code", "lowest", {"lowest", "highest", "random"})),
        team_(traits.word("team", "UN")),
        clears_(traits.word("clears", "end+hello", {"end", "hello", "start", "end+hello"})),
        forgets_(traits.word("never-clears", "nothing", {"nothing", "board", "pieces", "pass"})),
        gives_up_from_(traits.number("gives-up-from", 0)),
        passes_at_(traits.number("passes-at", 0)),
        line_end_(traits.word("line-end", "none", {"none", "lf"})),
        forgets_after_(traits.time("forgets-after", 0s)),
        mutters_after_(traits.time("mutters-after", 0s)),
        muttered_(traits.word("mutters", "x")),
        needs_burst_(traits.yes("needs-burst")),
        blind_row_(traits.number("blind-row", 0)),
        blind_column_(traits.number("blind-column", 0)),
        overlooks_(traits.word("overlooks", "")),
        deaf_after_passes_(traits.number("deaf-after-passes", 0)),
        varies_(traits.yes("varies")),
        keeps_pieces_after_(traits.number("keeps-pieces-after", 0)),
        passes_when_lost_(traits.yes("passes-when-lost")),
        passes_when_spaced_(traits.yes("passes-when-spaced")),
        passes_in_a_hundred_(traits.number("passes-in-a-hundred", 0)) {}

  void power_on() override {
    request_.clear();
    games_ = 0;
    if (!varies_) taste_ = Taste(traits_);
    pace_ = Pace(traits_);
    clear(true);
  }

  void after_gap(rig::Duration) override {
    spaced_ = spaced_ || !request_.empty();
    if (needs_burst_) request_.clear();
  }

  void slept(Duration quiet) override {
    if (forgets_after_ == 0s || quiet < forgets_after_ || moves_ == 0) return;
    land_ = Land();
    left_ = all_pieces();
    gave_up_ = passes_when_lost_;
  }

  std::optional<Mutter> mutters() override {
    if (mutters_after_ == 0s || !moved_last_) return std::nullopt;
    return Mutter{mutters_after_, muttered_ == "nul" ? std::string(1, '\0') : muttered_};
  }

  Actions receive(std::uint8_t byte) override {
    request_ += static_cast<char>(byte);
    const std::size_t whole = length_of(request_.front());
    if (whole == 0) request_.clear();
    if (request_.empty() || request_.size() < whole) return {};
    const std::string request = std::exchange(request_, {});
    moved_last_ = false;
    switch (request.front()) {
      case '0': return greet();
      case '9': return end();
      case '2': return begin(request[1], "first");
      case '4':
        if (year_ == Year::of_2013) note(request.substr(1, 4));
        return answer(request.substr(request.size() - 4));
      case '3':
        if (year_ == Year::of_2013) return answer(request.substr(1));
        if (Actions none = begin_second(request[1]); !none.empty()) return none;
        return answer(request.substr(2));
      default: return answer(request.substr(1));
    }
  }

 private:
  /// 0: no request begins so.
  std::size_t length_of(char first) const {
    const bool old = year_ == Year::of_2013;
    switch (first) {
      case '0':
      case '9': return 1;
      case '2': return 2;
      case '3': return old ? 5 : 6;
      case '4': return old ? 9 : 5;
      default: return 0;
    }
  }

  void clear(bool power_on = false) {
    if (moves_ > 0) was_long_ = keeps_pieces_after_ != 0 && moves_ >= keeps_pieces_after_;
    moves_ = 0;
    opponents_passes_ = 0;
    if (power_on || forgets_ != "board") land_ = Land();
    if (power_on || (forgets_ != "pieces" && !was_long_)) left_ = all_pieces();
    if (power_on || forgets_ != "pass") gave_up_ = false;
  }

  // between games

  Actions greet() {
    if (clears_ == "hello" || clears_ == "end+hello") clear();
    Moment moment{1, games_ + 1, {}, {}};
    if (slip_.is("short-hello", moment)) return say("1" + team_.substr(0, 1));
    if (slip_.is("no-hello", moment)) return {};
    if (slip_.is("banner", moment)) return say("READY\n1" + team_);
    const std::string team = slip_.is("other-name", moment) ? "ZZ" : team_;
    if (slip_.is("late-hello", moment)) return pace_.say("1" + team, limit * 12 / 10);
    return say("1" + team);
  }

  Actions end() {
    if (clears_ == "end" || clears_ == "end+hello") clear();
    return {};
  }

  // turns

  void take_seat(char square, const std::string& turn) {
    if (clears_ == "start") clear();
    const int at = square == 'A' ? 9 : 4;
    start_ = {{at, at}};
    seat_ = turn + square;
    ++games_;
  }

  Actions begin(char square, const std::string& turn) {
    take_seat(square, turn);
    return move({});
  }

  Actions begin_second(char square) {
    take_seat(square, "second");
    return {};
  }

  /// The opening that it was not told when it laid its own first tile: it has been second all the time.
  void note(const std::string& opening) {
    seat_ = "second" + seat_.substr(seat_.size() - 1);
    const std::optional<Laid> laid = laid_by(opening);
    if (laid && !slip_.is("forget-opening", {moves_ + 1, games_, seat_, opening}))
      land_.put(laid->cells(), others);
  }

  Actions answer(const std::string& theirs) {
    const Moment moment{moves_ + 1, games_, seat_, theirs};
    if (slip_.is("forget", moment)) land_ = Land();
    std::optional<Laid> laid = laid_by(theirs);
    if (!laid) {
      ++opponents_passes_;
    } else if (!slip_.is("overlook", moment) && overlooks_ != theirs.substr(2, 1)) {
      if (slip_.is("mirror", moment)) laid->way ^= 1;
      if (slip_.is("half-turn", moment)) laid->way ^= 4;
      land_.put(seen(laid->cells()), others);
    }
    if (deaf_after_passes_ != 0 && opponents_passes_ >= deaf_after_passes_) return {};
    return move(theirs);
  }

  /// Without what lies on a row or a column that it does not see.
  std::vector<Spot> seen(std::vector<Spot> cells) const {
    std::erase_if(cells,
                  [&](Spot cell) { return cell.row + 1 == blind_row_ || cell.column + 1 == blind_column_; });
    return cells;
  }

  Actions move(const std::string& theirs) {
    ++moves_;
    moved_last_ = true;
    const Moment moment{moves_, games_, seat_, theirs};
    if (slip_.is("silence", moment)) return {};
    if (slip_.is("hang-up", moment)) return {{2ms, rig::HangUp{}}};
    std::string text = choose(moment);
    if (slip_.is("upper-case", moment)) text[2] = static_cast<char>(text[2] - 'a' + 'A');
    if (slip_.is("extra", moment)) text += '\0';
    if (slip_.is("glue", moment)) text = "1" + team_ + text;
    if (line_end_ == "lf") text += '\n';
    if (slip_.is("late", moment)) return pace_.say(text, limit * 12 / 10);
    return say(text);
  }

  std::string choose(const Moment& moment) {
    const bool spaced = std::exchange(spaced_, false);
    if (slip_.is("pass", moment) || moves_ == passes_at_) return "0000";
    if (moves_ > 1 && passes_when_spaced_ && spaced) return "0000";
    constexpr std::uint32_t hundred = 100;
    if (moves_ > 1 && passes_in_a_hundred_ != 0 &&
        static_cast<int>(taste_.random().below(hundred)) < passes_in_a_hundred_)
      return "0000";
    if (gives_up_from_ != 0 && moves_ >= gives_up_from_) gave_up_ = true;
    if (gave_up_) return "0000";
    const std::optional<Laid> wrong = choose_wrong(moment);
    const std::optional<Laid> laid = wrong ? wrong : taste_.choose(land_, own, start_, left_);
    if (!laid) {
      gave_up_ = true;  // no board frees a square again
      return "0000";
    }
    land_.put(laid->cells(), own);
    left_.erase(laid->piece);
    return code_of(spelt(*laid));
  }

  std::optional<Laid> choose_wrong(const Moment& moment) {
    static const std::vector<std::pair<std::string, Breach>> breaches = {
        {"edge", Breach::edge}, {"corner", Breach::corner},       {"taken", Breach::taken},
        {"used", Breach::used}, {"off-board", Breach::off_board}, {"start", Breach::start}};
    for (const auto& [name, breach] : breaches) {
      if (slip_.is(name, moment)) return taste_.choose_wrong(breach, land_, own, start_, left_);
    }
    return std::nullopt;
  }

  Laid spelt(const Laid& laid) {
    const std::vector<Laid> all = synonyms(laid);
    if (codes_ == "lowest") return all.front();
    if (codes_ == "highest") return all.back();
    return all[taste_.random().below(static_cast<std::uint32_t>(all.size()))];
  }

  Actions say(const std::string& text) { return pace_.say(text); }

  Traits traits_;
  Year year_;
  Taste taste_;
  Pace pace_;
  Slip slip_;
  std::string codes_;
  std::string team_;
  std::string clears_;   // with which requests it forgets the last game
  std::string forgets_;  // what of it stays all the same
  int gives_up_from_;    // from this move on it passes, whatever it could do
  int passes_at_;
  std::string line_end_;
  Duration forgets_after_;
  Duration mutters_after_;
  std::string muttered_;
  bool needs_burst_;
  int blind_row_;
  int blind_column_;
  std::string overlooks_;  // the letter of a piece of the other player's
  int deaf_after_passes_;
  bool varies_;             // draws other moves after each power-on
  int keeps_pieces_after_;  // games of so many moves leave the pieces used
  bool passes_when_lost_;   // having forgotten the game
  bool passes_when_spaced_;
  int passes_in_a_hundred_;

  std::string request_;    // as much as has come of it
  bool spaced_ = false;    // its bytes came with gaps
  bool was_long_ = false;  // the game before
  Land land_;
  std::set<int> left_;
  std::set<Spot> start_;
  std::string seat_;
  int games_ = 0;
  int moves_ = 0;
  int opponents_passes_ = 0;
  bool gave_up_ = false;
  bool moved_last_ = false;  // the last request asked for a move
};

}  // namespace

std::unique_ptr<RestlessDevice> new_duo_board(const Traits& traits) {
  return std::make_unique<DuoBoard>(traits, Year::of_2014);
}

std::unique_ptr<RestlessDevice> new_duo_board_of_2013(const Traits& traits) {
  return std::make_unique<DuoBoard>(traits, Year::of_2013);
}

}  // namespace conformance::unusual
