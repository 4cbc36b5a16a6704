// Plays whole games against the RTL player over its UART, and compares each of its stones with a slow model
// of what the player should choose. Run by ../check.
//
//   player_bench [GAMES [SEED [FAULT]]]
//
// Prints what was played, or one sentence that says what is wrong, with the game; exit status 1 then.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vconnect6.h"
#include "verilated.h"

double sc_time_stamp() {
  return 0;
}

namespace {

constexpr int side = 19;
constexpr double clocks_per_bit = 1'000'000.0 / 115'200.0;  // CLOCK_HZ and BAUD of the build
constexpr int most_clocks = 50'000;  // of a stone, from its request to its first start bit
constexpr int quiet_clocks = 400;    // how long silence is waited for, unless it matters more

struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Crossing {
  int row = 0, column = 0;
  friend bool operator==(const Crossing&, const Crossing&) = default;
};

enum class Stone : std::uint8_t { none, player, host };

/// The board by the rules alone, and what a crossing is worth by counting windows of six from scratch.
class Board {
 public:
  Stone at(int row, int column) const { return stones_[static_cast<std::size_t>(row * 32 + column)]; }
  static bool holds(int row, int column) { return row >= 1 && row <= side && column >= 1 && column <= side; }
  bool free(Crossing at_one) const {
    return holds(at_one.row, at_one.column) && at(at_one.row, at_one.column) == Stone::none;
  }

  /// Lays a stone; true: it makes six or more in a row.
  bool lay(Crossing where, Stone stone) {
    stones_[static_cast<std::size_t>(where.row * 32 + where.column)] = stone;
    ++count_;
    for (const auto& [down, right] : directions) {
      int length = 1;
      for (const int sign : {-1, 1}) {
        for (int step = 1;; ++step) {
          const int row = where.row + sign * step * down, column = where.column + sign * step * right;
          if (!holds(row, column) || at(row, column) != stone) break;
          ++length;
        }
      }
      if (length >= 6) return true;
    }
    return false;
  }

  int count() const { return count_; }

  std::vector<Crossing> all_free() const {
    std::vector<Crossing> found;
    for (int row = 1; row <= side; ++row) {
      for (int column = 1; column <= side; ++column) {
        if (at(row, column) == Stone::none) found.push_back({row, column});
      }
    }
    return found;
  }

  /// Of a stone of `mine` on a free crossing, in the order in which the player prefers.
  struct Worth {
    bool wins = false, needs_one = false;
    int blocked = 0, lines = 0;
    friend auto operator<=>(const Worth&, const Worth&) = default;
  };

  Worth worth(Crossing where, Stone mine, bool another_follows) const {
    constexpr std::array<int, 6> own{1, 4, 12, 28, 40, 40}, other{0, 3, 9, 24, 0, 0};
    Worth sum;
    for (const auto& [down, right] : directions) {
      for (int first = -5; first <= 0; ++first) {
        std::size_t ours = 0, theirs = 0;
        bool inside = true;
        for (int step = first; step < first + 6; ++step) {
          const int row = where.row + step * down, column = where.column + step * right;
          inside = inside && holds(row, column);
          if (!inside) break;
          const Stone stone = at(row, column);
          ours += stone == mine;
          theirs += stone != mine && stone != Stone::none;
        }
        if (!inside || (ours > 0 && theirs > 0)) continue;
        sum.wins |= ours == 5;
        sum.needs_one |= ours == 4 && another_follows;
        sum.blocked += theirs >= 4;
        sum.lines += theirs > 0 ? other[theirs] : own[ours];
      }
    }
    return sum;
  }

  /// For a stone of `mine`; of those on which `not_winning` makes no six, if there are any.
  Crossing best(Stone mine, bool another_follows, Stone not_winning = Stone::none) const {
    std::optional<Worth> most;
    Crossing found;
    for (const Crossing& one : all_free()) {
      if (most && not_winning != Stone::none && worth(one, not_winning, false).wins) continue;
      const Worth here = worth(one, mine, another_follows);
      if (!most || here > *most) {
        most = here;
        found = one;
      }
    }
    return found;
  }

 private:
  static constexpr std::array<std::array<int, 2>, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
  std::array<Stone, 32 * 32> stones_{};
  int count_ = 0;
};

/// The model, its clock, and a host's end of its line.
class Line {
 public:
  Line(int fault, unsigned seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed % 100'000 + 1));
    model_ = std::make_unique<Vconnect6>(&context_);
    model_->fault_i = static_cast<std::uint8_t>(fault);
    model_->uart_rx_i = 1;
    model_->rst_i = 1;
    run(4);
    model_->rst_i = 0;
    bit_ = -1;  // what was on tx before the reset is no byte
  }

  /// Runs for so many clocks.
  void run(int clocks) {
    for (int i = 0; i < clocks; ++i) clock();
  }

  void send(const std::string& bytes, std::mt19937& random) {
    for (const char byte : bytes) {
      send_bits((static_cast<unsigned>(static_cast<unsigned char>(byte)) << 1) | 0x200U);
      if (random() % 4 == 0) run(static_cast<int>(random() % (random() % 8 == 0 ? 20'000 : 300)));
    }
  }

  /// The next byte; nothing: none began within so many clocks.
  std::optional<char> receive(int clocks) {
    for (int i = 0; received_.empty(); ++i) {
      if (i > clocks && !receiving()) return std::nullopt;
      clock();
    }
    const char byte = received_.front();
    received_.erase(received_.begin());
    return byte;
  }

  std::uint64_t now() const { return now_; }
  std::uint64_t first_bit() const { return first_bit_; }  ///< the clock at which the last byte began

 private:
  bool receiving() const { return bit_ >= 0; }

  void send_bits(unsigned bits) {
    for (int bit = 0; bit < 10; ++bit) {
      model_->uart_rx_i = (bits >> bit) & 1U;
      const double end = (bit + 1) * clocks_per_bit;
      while (sent_ < end) {
        clock();
        sent_ += 1;
      }
    }
    sent_ = 0;
  }

  void clock() {
    model_->clk_i = 1;
    model_->eval();
    model_->clk_i = 0;
    model_->eval();
    ++now_;
    listen(model_->uart_tx_o != 0);
  }

  void listen(bool high) {
    if (!receiving()) {
      if (high) return;
      bit_ = 0;
      byte_ = 0;
      first_bit_ = now_;
    }
    if (static_cast<double>(now_ - first_bit_) < (bit_ + 0.5) * clocks_per_bit) return;
    if (bit_ == 0 && high) throw Wrong("a glitch on tx");
    if (bit_ == 9 && !high) throw Wrong("a byte without a stop bit");
    if (bit_ > 0 && bit_ < 9) byte_ |= static_cast<unsigned>(high) << (bit_ - 1);
    if (bit_++ == 9) {
      received_.push_back(static_cast<char>(byte_));
      bit_ = -1;
    }
  }

  VerilatedContext context_;
  std::unique_ptr<Vconnect6> model_;
  std::string received_;
  std::uint64_t now_ = 0, first_bit_ = 0;
  double sent_ = 0;
  int bit_ = -1;
  unsigned byte_ = 0;
};

/// How the host chooses its stones.
enum class Style { random, near, strong, edges, hindering };
constexpr int styles = 5;

Crossing choose(const Board& board, Style style, bool another_follows, std::mt19937& random) {
  std::vector<Crossing> free = board.all_free();
  const auto one_of = [&](const std::vector<Crossing>& these) { return these[random() % these.size()]; };
  const auto only = [&](auto wanted) {
    std::vector<Crossing> found;
    std::copy_if(free.begin(), free.end(), std::back_inserter(found), wanted);
    return found.empty() ? one_of(free) : one_of(found);
  };
  switch (style) {
    case Style::random: return one_of(free);
    case Style::strong: return board.best(Stone::host, another_follows);
    case Style::edges:
      return only(
          [](Crossing at) { return at.row == 1 || at.row == side || at.column == 1 || at.column == side; });
    case Style::hindering: return board.best(Stone::player, another_follows, Stone::host);
    case Style::near:
      return only([&](Crossing at) {
        for (int row = at.row - 2; row <= at.row + 2; ++row) {
          for (int column = at.column - 2; column <= at.column + 2; ++column) {
            if (Board::holds(row, column) && board.at(row, column) != Stone::none) return true;
          }
        }
        return false;
      });
  }
  return one_of(free);
}

std::string text(Crossing at) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%02d%02d", at.row, at.column);
  return buffer.data();
}

struct Tally {
  int games = 0, stones = 0, won = 0, won_by_first = 0, lost = 0, full = 0;
  std::uint64_t slowest = 0;
};

/// One game, from power-on.
class Game {
 public:
  Game(int fault, unsigned seed, Tally& tally) : tally_(tally), random_(seed), line_(fault, seed) {}

  void play(bool player_begins, Style style) {
    line_.run(static_cast<int>(random_() % 3000));  // also before the board is clear
    say(player_begins ? "D" : "L");
    if (player_begins) expect_stone({10, 10});
    int stones = player_begins ? 2 : 1;
    while (!over_) {
      for (; stones > 0 && !over_; --stones) their_stone(style, stones);
      if (over_) break;
      our_turn();
      stones = 2;
    }
    line_.run(quiet_clocks);
    say("0101191901190101");
    expect_silence(most_clocks, "after the end of the game");
    ++tally_.games;
  }

  const std::string& record() const { return record_; }

 private:
  void say(const std::string& bytes) {
    record_ += " >" + bytes;
    line_.send(bytes, random_);
    asked_ = line_.now();
  }

  void their_stone(Style style, int left) {
    const Crossing at = choose(board_, style, left == 2, random_);
    say(text(at));
    const bool six = board_.lay(at, Stone::host);
    tally_.lost += six;
    finish_if(six);
    if (left == 2 && !over_) {
      const bool thinks = random_() % 4 == 0;
      expect_silence(thinks ? most_clocks : static_cast<int>(random_() % 200),
                     "between the stones of the host's turn");
      asked_ = line_.now();
    }
  }

  void our_turn() {
    for (const bool another : {true, false}) {
      const bool six = expect_stone(board_.best(Stone::player, another));
      asked_ = line_.now();
      tally_.won += six;
      tally_.won_by_first += six && another;
      finish_if(six);
      if (over_) break;
    }
    expect_silence(quiet_clocks, "after its answer");
  }

  /// The player's next stone must be this; true: it makes six.
  bool expect_stone(Crossing best) {
    std::string digits;
    for (int i = 0; i < 4; ++i) {
      const std::optional<char> byte = line_.receive(i == 0 ? most_clocks : 40);
      if (!byte)
        throw Wrong(i == 0 ? "no stone, expected " + text(best)
                           : "a stone of " + std::to_string(i) + " bytes: " + digits);
      if (i == 0)
        tally_.slowest = std::max(tally_.slowest, line_.first_bit() - std::min(asked_, line_.first_bit()));
      digits += *byte;
    }
    record_ += " <" + digits;
    if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      throw Wrong("no digits: " + digits);
    }
    const Crossing at{std::stoi(digits.substr(0, 2)), std::stoi(digits.substr(2))};
    if (!board_.free(at)) throw Wrong("a stone on a crossing that is not free: " + digits);
    if (at != best) throw Wrong("the stone " + digits + ", expected " + text(best));
    ++tally_.stones;
    return board_.lay(at, Stone::player);
  }

  void expect_silence(int clocks, const std::string& when) {
    if (line_.receive(clocks)) throw Wrong("a byte " + when);
  }

  void finish_if(bool six) {
    const bool full = board_.count() == side * side;
    tally_.full += full && !six;
    over_ = six || full;
  }

  Tally& tally_;
  std::mt19937 random_;
  Line line_;
  Board board_;
  std::string record_;
  std::uint64_t asked_ = 0;
  bool over_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  const int games = argument(1, 200);
  const auto seed = static_cast<unsigned>(argument(2, 1));
  Tally tally;
  for (int number = 0; number < games; ++number) {
    Game game(argument(3, 0), seed * 1000U + static_cast<unsigned>(number), tally);
    try {
      game.play(number % 2 == 0, static_cast<Style>(number / 2 % styles));
    } catch (const Wrong& wrong) {
      std::printf("game %d: %s\n%s\n", number, wrong.what(), game.record().c_str());
      return 1;
    }
  }
  std::printf(
      "%d games, %d stones: won %d (%d by the first stone of a turn), lost %d, full board %d; slowest stone "
      "%llu clocks\n",
      tally.games, tally.stones, tally.won, tally.won_by_first, tally.lost, tally.full,
      static_cast<unsigned long long>(tally.slowest));
  return 0;
}
