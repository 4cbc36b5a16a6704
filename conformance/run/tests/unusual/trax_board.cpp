/// Boards that speak heart-trax and aut-trax, from the texts, and trax-jp, from what its hosts send: what
/// comes is cut into lines at each LF.

#include <algorithm>
#include <optional>
#include <utility>

#include "conformance/run/tests/unusual/habits.hpp"
#include "conformance/run/tests/unusual/players.hpp"
#include "conformance/run/tests/unusual/weave.hpp"
#include "rig/player/slip.hpp"

namespace conformance::unusual {

namespace {

using namespace std::chrono_literals;
using rig::Action;
using rig::Duration;
using rig::player::Moment;
using rig::player::Slip;

using Actions = std::vector<Action>;
using Fate = Weave::Fate;

constexpr std::array<char, 3> signs = {'+', '/', '\\'};

/// Which move it likes.
class Fancy {
 public:
  /// `longest`: characters of the moves that its contest takes; 0: any.
  Fancy(const Traits& traits, std::size_t longest)
      : longest_(longest),
        grows_(traits.word("grows", "random",
                           {"random", "west", "east", "north", "south", "compact", "cascades"})),
        ends_(traits.word("ends", "avoids", {"avoids", "wins", "loses", "any"})),
        opens_(traits.word("opens", "any", {"any", "+", "/"})),
        avoids_until_(static_cast<std::size_t>(traits.number("avoids-until", 600))),
        random_(rig::derive_seed(static_cast<std::uint64_t>(traits.number("seed", 1)), "fancy")) {}

  /// Plays it, and tells its name from before the move; nothing when there is none.
  std::optional<Named> play(Weave& weave, char own) {
    has_ended_it_ = false;
    if (weave.tiles() == 0) return open(weave, own);
    std::optional<Named> fallback;
    bool fallback_ends = false;
    std::optional<Named> best;
    std::size_t most_laid = 0;
    int tried = 0;
    for (const Named& name : in_order(weave)) {
      const Fate fate = weave.play(weave.place(name), name.sign, own);
      if (fate == Fate::illegal) continue;
      const std::size_t laid = weave.last_laid();
      const bool wanted = is_wanted(fate, own) || weave.turns() > avoids_until_;
      weave.undo();
      if (!fallback || (fallback_ends && !ended(fate))) {
        fallback = name;
        fallback_ends = ended(fate);
      }
      if (!wanted) continue;
      if (grows_ != "cascades") return done(weave, name, own);
      constexpr int enough = 60;
      if (laid > most_laid) {
        most_laid = laid;
        best = name;
      }
      if (++tried >= enough) break;
    }
    if (best) return done(weave, *best, own);
    if (fallback) return done(weave, *fallback, own);
    return std::nullopt;
  }

  /// Whether its last move ended the game.
  bool has_ended_it() const { return has_ended_it_; }

 private:
  static bool ended(Fate fate) { return fate == Fate::white || fate == Fate::red; }

  Named done(Weave& weave, const Named& name, char own) {
    has_ended_it_ = ended(weave.play(weave.place(name), name.sign, own));
    return name;
  }

  std::optional<Named> open(Weave& weave, char own) {
    const char sign = opens_ == "any" ? "+/"[random_.below(2)] : opens_.front();
    weave.play({0, 0}, sign, own);
    return Named{0, 0, sign};
  }

  /// `wins` and `loses`: such a move is looked for among all; where there is none, any.
  bool is_wanted(Fate fate, char own) const {
    const Fate mine = own == 'W' ? Fate::white : Fate::red;
    if (ends_ == "any") return true;
    if (ends_ == "avoids") return !ended(fate);
    if (ends_ == "wins") return fate == mine;
    return ended(fate) && fate != mine;
  }

  std::vector<Named> in_order(const Weave& weave) {
    std::vector<Place> places = weave.free_places();
    random_.shuffle(std::span(places));
    const auto sort_by = [&](const auto& value) {
      std::stable_sort(places.begin(), places.end(), [&](Place a, Place b) { return value(a) < value(b); });
    };
    if (grows_ == "west") sort_by([](Place place) { return place.x; });
    if (grows_ == "east") sort_by([](Place place) { return -place.x; });
    if (grows_ == "north") sort_by([](Place place) { return place.y; });
    if (grows_ == "south") sort_by([](Place place) { return -place.y; });
    if (grows_ == "compact") sort_by([&](Place place) { return -weave.neighbours(place); });
    std::vector<Named> names;
    for (const Place& place : places) {
      std::array<char, 3> order = signs;
      random_.shuffle(std::span<char>(order));
      for (const char sign : order) {
        const Named name = weave.name(place, sign);
        if (longest_ == 0 || write_name(name).size() <= longest_) names.push_back(name);
      }
    }
    return names;
  }

  std::size_t longest_;
  std::string grows_;
  std::string ends_;
  std::string opens_;
  std::size_t avoids_until_;  // turns of both; then any move will do
  rig::Random random_;
  bool has_ended_it_ = false;
};

struct Contest {
  bool heart;      ///< else aut-trax
  Duration limit;  ///< for a move
  std::string question = "?";
  bool has_stand_by = true;
  std::string name = "unusual";
  std::size_t longest_move = 0;
};

const std::vector<std::string>& slips() {
  static const std::vector<std::string> all = {
      "late",      "silence",    "hang-up",        "occupied",     "isolated",     "colour",
      "cascade",   "range",      "lower-case",     "extra",        "blank-first",  "leading-zero",
      "forget",    "no-forcing", "other-name",     "ignore-white", "ignore-black", "answer-black",
      "long-name", "name-late",  "line-feed-twice"};
  return all;
}

class TraxBoard final : public RestlessDevice {
 public:
  TraxBoard(const Traits& traits, const Contest& contest)
      : traits_(traits),
        contest_(contest),
        fancy_(traits, contest.longest_move),
        pace_(traits),
        slip_(traits, slips()),
        name_(traits.word("name", contest.name)),
        line_end_(traits.word("line-end", "lf", {"lf", "crlf", "cr"})),
        names_(traits.word("names", "always", {"always", "before-game", "in-stand-by"})),
        most_forced_(traits.number("most-forced", 0)),
        narrowest_upright_(traits.number("narrowest-upright", 8)),
        most_columns_(traits.number("most-columns", 0)),
        most_rows_(traits.number("most-rows", 0)),
        most_tiles_(traits.number("most-tiles", 0)),
        unknown_column_(traits.number("unknown-column", 0)),
        row_digits_(traits.number("row-digits", 0)),
        most_games_(traits.number("most-games", 0)),
        largest_size_(traits.number("largest-size", 0)),
        zero_is_(traits.number("zero-is", 0)),
        ready_(traits.word("ready", "R")),
        second_stand_by_(traits.word("second-stand-by", "silent", {"silent", "answers", "wakes"})),
        forgets_after_(traits.time("forgets-after", 0s)),
        mutters_after_(traits.time("mutters-after", 0s)),
        muttered_(traits.word("mutters", "x")),
        after_line_(traits.word("after-line", "plays", {"plays", "stops-upright"})),
        keeps_after_(traits.word("keeps-board-after", "nothing", {"nothing", "own-end", "others-end"})) {}

  void power_on() override {
    line_.clear();
    fancy_ = Fancy(traits_, contest_.longest_move);
    pace_ = Pace(traits_);
    weave_.reset();
    keeps_board_ = false;
    stand_by_ = false;
    played_ = false;
    moves_ = 0;
    games_ = 0;
    size_ = 0;
    moved_last_ = false;
  }

  void slept(Duration quiet) override {
    if (forgets_after_ != 0s && quiet >= forgets_after_ && moves_ > 0) new_board();
  }

  std::optional<Mutter> mutters() override {
    if (mutters_after_ == 0s || !moved_last_) return std::nullopt;
    return Mutter{mutters_after_, muttered_};
  }

  Actions receive(std::uint8_t byte) override {
    constexpr std::size_t longest = 80;
    if (byte != '\n') {
      if (line_.size() < longest) line_ += static_cast<char>(byte);
      return {};
    }
    const std::string line = std::exchange(line_, {});
    moved_last_ = false;
    if (contest_.heart && line == contest_.question) return tell_name();
    if (contest_.heart && contest_.has_stand_by && line == "--") return stand_by();
    if (line == "-W") return begin('W');
    if (line == "-B") return begin('R');
    if (!contest_.heart && is_number(line)) return take_size(line);
    return take_move(line);
  }

 private:
  static bool is_number(const std::string& line) {
    return !line.empty() &&
           std::all_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  Moment moment(const std::string& seen = {}) const {
    return {moves_, games_, own_ == 'W' ? "white" : "black", seen};
  }

  std::string end_of_line() const { return line_end_ == "lf" ? "\n" : line_end_ == "cr" ? "\r" : "\r\n"; }

  // handshakes and roles

  Actions tell_name() {
    if (stand_by_ && names_ != "in-stand-by") return {};
    if (played_ && names_ == "before-game") return {};
    const Moment moment{1, games_ + 1, {}, {}};
    std::string name = slip_.is("other-name", moment) ? "another" : name_;
    if (slip_.is("long-name", moment)) name.resize(17, '.');
    return pace_.say(name + end_of_line());
  }

  Actions take_size(const std::string& digits) {
    constexpr std::size_t most_digits = 6;
    if (digits.size() > most_digits) return {};
    size_ = std::stoi(digits);
    if (largest_size_ != 0 && size_ > largest_size_) return {};
    if (size_ == 0) size_ = zero_is_;
    return pace_.say(ready_ + "\n");
  }

  Actions stand_by() {
    const bool again = std::exchange(stand_by_, true);
    weave_.reset();
    if (again && second_stand_by_ == "wakes") stand_by_ = false;
    if (again && second_stand_by_ == "answers") return pace_.say("--\n");
    return {};
  }

  void new_board() {
    Weave::Rules rules;
    rules.level_lines = contest_.heart;
    rules.upright_lines = contest_.heart || after_line_ == "stops-upright";
    rules.limit = size_;
    rules.most_forced = most_forced_;
    rules.narrowest_upright = narrowest_upright_;
    weave_.emplace(rules);
    over_ = false;
  }

  Actions begin(char colour) {
    const bool in_game = weave_ && moves_ > 0 && !over_;
    if (in_game && slip_.is(colour == 'W' ? "ignore-white" : "ignore-black", {moves_, games_, {}, {}}))
      return {};
    const Moment before{moves_, games_, {}, {}};
    stand_by_ = false;
    played_ = true;
    own_ = colour;
    moves_ = 0;
    if (!std::exchange(keeps_board_, false)) new_board();
    over_ = false;
    if (colour == 'W') return move({});
    return slip_.is("answer-black", before) ? pace_.say("-B\n") : Actions{};
  }

  // turns

  Actions take_move(const std::string& line) {
    if (stand_by_ || !weave_ || over_) return {};
    std::optional<Named> name = read_name(line);
    if (!name) return {};
    if (unknown_column_ != 0 && name->column == unknown_column_) ++name->column;
    if (row_digits_ == 2) name->row %= 100;
    const bool first = weave_->tiles() == 0;
    if (first && (name->column != 0 || name->row != 0)) return {};
    const Place place = first ? Place{} : weave_->place(*name);
    const Fate fate = weave_->play(place, name->sign, own_ == 'W' ? 'R' : 'W');
    if (fate == Fate::illegal) return {};
    over_ = fate != Fate::open;
    keeps_board_ = over_ && keeps_after_ == "others-end";
    if (over_ || beyond_its_means()) return {};
    return move(line);
  }

  bool beyond_its_means() const {
    return (most_columns_ != 0 && weave_->width() > most_columns_) ||
           (most_rows_ != 0 && weave_->height() > most_rows_) ||
           (most_tiles_ != 0 && static_cast<int>(weave_->tiles()) > most_tiles_);
  }

  Actions move(const std::string& theirs) {
    if (moves_ == 0) ++games_;
    ++moves_;
    moved_last_ = true;
    const Moment now = moment(theirs);
    if (most_games_ != 0 && games_ > most_games_) return {};
    if (slip_.is("silence", now)) return {};
    if (slip_.is("hang-up", now)) return {{2ms, rig::HangUp{}}};
    if (slip_.is("forget", now)) new_board();
    std::string text = choose(now);
    if (text.empty()) return {};
    if (slip_.is("extra", now)) text += " ";
    if (slip_.is("blank-first", now)) text.insert(0, " ");
    text += end_of_line();
    if (slip_.is("line-feed-twice", now)) text += "\n";
    if (slip_.is("late", now)) return pace_.say(text, contest_.limit * 12 / 10);
    return pace_.say(text);
  }

  /// Empty: there is no move.
  std::string choose(const Moment& now) {
    if (const std::optional<Named> wrong = choose_wrong(now)) return write_name(*wrong);
    const int columns = weave_->width();
    std::optional<Named> name = fancy_.play(*weave_, own_);
    keeps_board_ = fancy_.has_ended_it() && keeps_after_ == "own-end";
    if (!name) return {};
    if (unknown_column_ != 0 && columns >= unknown_column_ && name->column == unknown_column_) ++name->column;
    std::string text = write_name(*name);
    if (slip_.is("lower-case", now)) {
      for (char& letter : text)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    }
    if (slip_.is("leading-zero", now)) text.insert(text.find_first_of("0123456789"), "0");
    return text;
  }

  std::optional<Named> choose_wrong(const Moment& now) {
    if (weave_->tiles() == 0) return std::nullopt;
    if (slip_.is("isolated", now)) return Named{0, 0, '+'};
    if (slip_.is("range", now)) return Named{weave_->width() + 2, 1, '+'};
    for (const char* rule : {"occupied", "colour", "cascade"}) {
      if (slip_.is(rule, now)) return find_wrong(rule);
    }
    return std::nullopt;
  }

  std::optional<Named> find_wrong(const std::string& rule) {
    for (int row = 0; row <= weave_->height() + 1; ++row) {
      for (int column = 0; column <= weave_->width() + 1; ++column) {
        const Place place = weave_->place({column, row, '+'});
        if (rule == "occupied" && weave_->has(place)) return Named{column, row, '+'};
        if (weave_->has(place) || weave_->neighbours(place) == 0 || !weave_->within_limit(place)) continue;
        for (const char sign : signs) {
          const bool fits = weave_->fits(place, sign);
          if (rule == "colour" && !fits) return Named{column, row, sign};
          if (rule != "cascade" || !fits) continue;
          if (weave_->play(place, sign, own_) == Fate::illegal) return Named{column, row, sign};
          weave_->undo();
        }
      }
    }
    return std::nullopt;
  }

  Traits traits_;
  Contest contest_;
  Fancy fancy_;
  Pace pace_;
  Slip slip_;
  std::string name_;
  std::string line_end_;
  std::string names_;  // when it tells its name
  int most_forced_;
  int narrowest_upright_;  // line that it takes for one
  int most_columns_;       // beyond these it is silent
  int most_rows_;
  int most_tiles_;
  int unknown_column_;  // it takes this name for the next one, read and written
  int row_digits_;
  int most_games_;    // it plays no more of them
  int largest_size_;  // aut-trax: of a board that it takes
  int zero_is_;       // aut-trax: what it takes 0 for
  std::string ready_;
  std::string second_stand_by_;
  Duration forgets_after_;
  Duration mutters_after_;
  std::string muttered_;
  std::string after_line_;
  std::string keeps_after_;  // how a game ends whose board the next role command does not clear

  std::string line_;  // as much as has come of it
  std::optional<Weave> weave_;
  char own_ = 'W';
  bool stand_by_ = false;
  bool played_ = false;
  bool over_ = false;
  bool keeps_board_ = false;
  int moves_ = 0;
  int games_ = 0;
  int size_ = 0;
  bool moved_last_ = false;
};

}  // namespace

std::unique_ptr<RestlessDevice> new_heart_board(const Traits& traits) {
  return std::make_unique<TraxBoard>(traits, Contest{true, 1s});
}

std::unique_ptr<RestlessDevice> new_aut_board(const Traits& traits) {
  return std::make_unique<TraxBoard>(traits, Contest{false, 10s});
}

std::unique_ptr<RestlessDevice> new_japan_board(const Traits& traits) {
  return std::make_unique<TraxBoard>(traits, Contest{true, 1s, "-T", false, "un", 5});
}

}  // namespace conformance::unusual
