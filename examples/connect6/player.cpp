#include "player.hpp"

#include <fmt/format.h>

#include <utility>

#include "rig/base/random.hpp"
#include "rows.hpp"

namespace connect6 {

namespace {

using namespace std::chrono_literals;
using rig::Action;
using rig::Duration;
using rig::HangUp;
using rig::SendByte;
using rig::player::Moment;
using rig::player::Slip;

constexpr Duration too_late = 1050ms;
constexpr Crossing middle = {10, 10};

class Board final : public rig::Device {
 public:
  explicit Board(const DeviceOptions& options)
      : think_(options.think), slip_(slip_named(device_faults(), options.fault)) {}

  void power_on() override {
    ++power_ons_;
    position_ = Position();
    mine_.clear();
    theirs_.clear();
    pending_.clear();
    now_ = {0, 1, {}, {}};
    constexpr int each = 3;
    deaf_ = does("wrong-reset") && power_ons_ % each == 0;
  }

  void after_gap(Duration idle) override {
    const bool within_a_stone = pending_.size() % letters_a_stone != 0;
    if (does("gap-time-out") && within_a_stone && idle >= 10ms) pending_.clear();
    if (does("block-time-out") && pending_.size() == letters_a_stone && idle >= 200ms) pending_.clear();
    if (does("forgets-when-idle") && idle >= 500ms) position_ = Position();
    if (does("dies-when-idle") && idle >= 950ms && now_.move > 0) deaf_ = true;
  }

  std::vector<Action> receive(std::uint8_t byte) override {
    if (deaf_) return {};
    std::vector<Action> actions = now_.seat.empty() ? take_seat(byte) : read_digit(byte);
    if (does("echo")) actions.insert(actions.begin(), {Duration::zero(), SendByte{byte}});
    return actions;
  }

 private:
  bool does(std::string_view what) const { return slip_.is(what, now_); }

  // what it is told

  std::vector<Action> take_seat(std::uint8_t byte) {
    if (byte != 'D' && byte != 'L') return {};
    me_ = byte == 'D' ? Player::one : Player::two;
    now_.seat = byte == 'D' ? "dark" : "light";
    if (byte == 'D') return answer();
    return does("answers-l") ? spell(to_string(middle), think_) : std::vector<Action>();
  }

  std::vector<Action> read_digit(std::uint8_t byte) {
    if (byte < '0' || byte > '9') {
      pending_.clear();
      return {};
    }
    pending_ += static_cast<char>(byte);
    const bool is_opening = me_ == Player::two && now_.move == 0;
    const bool is_whole = pending_.size() == (is_opening || does("early") ? letters_a_stone : letters_a_turn);
    if (!is_whole) return {};
    now_.seen = std::exchange(pending_, {});
    read_turn(is_opening);
    return answer();
  }

  void read_turn(bool is_opening) {
    const bool loses_first = is_opening ? does("lost-as-light") : does("first-stone-lost");
    for (std::size_t at = 0; at < now_.seen.size(); at += letters_a_stone) {
      if (at == 0 ? loses_first : does("second-stone-lost")) continue;
      take_theirs(as_understood(*parse_crossing(std::string_view(now_.seen).substr(at, letters_a_stone))));
    }
    constexpr std::size_t kept = 32;
    if (does("forgets") && theirs_.size() > kept) forget_theirs();
    constexpr int most_in_eight_bits = 255;
    if (does("eight-bit-count") && position_.stones() > most_in_eight_bits) position_ = Position();
  }

  /// The opponent's stone as a board with a defect takes it.
  Crossing as_understood(Crossing stone) const {
    if (does("rows-for-columns")) std::swap(stone.row, stone.column);
    if (does("misread-crossing") && stone == Crossing{7, 12}) stone.column = 11;
    if (does("misread-nineteen") && stone.row == lines) stone.row = 9;
    if (does("misread-nineteen") && stone.column == lines) stone.column = 9;
    return stone;
  }

  /// A host may send anything; the board keeps what fits.
  void take_theirs(const Crossing& stone) {
    if (!is_on_board(stone) || !position_.is_free(stone)) return;
    position_.put(stone, rig::protocol::other(me_));
    theirs_.push_back(stone);
  }

  void forget_theirs() {
    position_ = Position();
    for (const Crossing& stone : mine_) position_.put(stone, me_);
    theirs_.clear();
  }

  // what it answers

  std::vector<Action> answer() {
    ++now_.move;
    constexpr std::size_t few = 12;
    if (does("silent-first") && me_ == Player::one && now_.move == 1) return {};
    if (does("silent")) return {};
    if (does("stops-at-full") && position_.free().size() < few) return {};
    if (does("hang-up")) return {{think_, HangUp{}}};
    std::vector<Crossing> stones = choose();
    if (stones.empty()) return {};
    const std::vector<Action> last_words = after_a_win();
    spoil(stones);
    std::vector<Action> actions;
    for (std::size_t i = 0; i < stones.size(); ++i) {
      const Duration pause = i == 1 && does("slow-second-stone") ? 1100ms : Duration::zero();
      for (const Action& action : spell(written(stones[i]), thinking_time() + pause))
        actions.push_back(action);
    }
    if (does("crlf")) append(actions, spell("\r\n", thinking_time()));
    append(actions, last_words);
    return actions;
  }

  /// One stone where it begins, or where it wins by one; else two. Empty: the game is over.
  std::vector<Crossing> choose() {
    std::vector<Crossing> stones;
    const std::size_t due = me_ == Player::one && now_.move == 1 ? 1 : 2;
    rig::Random random(rig::derive_seed(static_cast<std::uint64_t>(now_.move), now_.seat + now_.seen));
    bool builds = true;  // five in this turn, and the sixth in the next one
    while (stones.size() < due && !position_.winner() && !position_.is_full()) {
      const Crossing stone = due == 1 && position_.is_free(middle) ? middle : choose_one(random, builds);
      position_.put(stone, me_);
      mine_.push_back(stone);
      stones.push_back(stone);
    }
    return stones;
  }

  Crossing choose_one(rig::Random& random, bool& builds) const {
    const std::vector<std::size_t> won = completing(position_, me_, winning_row - 1);
    if (!won.empty() && builds) return crossing_at(won.front());
    const std::vector<std::size_t> row = completing(position_, me_, winning_row - 2);
    if (!row.empty() && std::exchange(builds, false)) return crossing_at(row.front());
    const std::vector<std::size_t> free = position_.free();
    return crossing_at(free[random.below(static_cast<std::uint32_t>(free.size()))]);
  }

  std::vector<Action> after_a_win() const {
    if (!does("talks-after-win") || position_.winner() != me_) return {};
    return spell("0", think_ + 500ms);
  }

  /// What a board with a defect makes of its turn.
  void spoil(std::vector<Crossing>& stones) const {
    const Crossing any_free = crossing_at(position_.free().empty() ? 0 : position_.free().front());
    if (does("two-stones-first") && me_ == Player::one && now_.move == 1) stones.push_back(any_free);
    if (does("three-stones") && stones.size() == 2) stones.push_back(any_free);
    if (stones.size() < 2) return;
    if (does("one-stone")) stones.pop_back();
    if (does("off-board")) stones.back().row = lines + 1;
    if (does("over-edge")) stones.back().column = 0;
    if (does("taken") && !theirs_.empty()) stones.back() = theirs_.front();
    if (does("own-stone")) stones.back() = mine_.front();
    if (does("same-twice")) stones.back() = stones.front();
    if (does("light-illegal") && me_ == Player::two && !theirs_.empty()) stones.front() = theirs_.front();
  }

  std::string written(Crossing stone) const {
    if (does("zero-based")) --stone.row, --stone.column;
    return does("blanks") ? fmt::format("{:2}{:2}", stone.row, stone.column) : to_string(stone);
  }

  Duration thinking_time() const {
    if (does("late")) return too_late;
    if (does("late-first") && me_ == Player::one) return too_late;
    if (does("late-second") && me_ == Player::two) return too_late;
    if (does("slows-down")) return think_ + now_.move * 30ms;
    return think_;
  }

  static std::vector<Action> spell(const std::string& text, Duration after) {
    std::vector<Action> actions;
    for (const char letter : text) actions.push_back({after, SendByte{static_cast<std::uint8_t>(letter)}});
    return actions;
  }

  static void append(std::vector<Action>& actions, const std::vector<Action>& more) {
    actions.insert(actions.end(), more.begin(), more.end());
  }

  Duration think_;
  Slip slip_;
  Moment now_;
  int power_ons_ = 0;
  Player me_ = Player::one;
  Position position_;             // as far as it has understood
  std::vector<Crossing> mine_;    // in order
  std::vector<Crossing> theirs_;  // in order, as it has understood them
  std::string pending_;           // of a turn that is not whole yet
  bool deaf_ = false;
};

}  // namespace

std::unique_ptr<rig::Device> new_device(const DeviceOptions& options) {
  return std::make_unique<Board>(options);
}

const std::vector<rig::player::DeviceFault>& device_faults() {
  static const std::vector<rig::player::DeviceFault> all = {
      {"late-first", "answers D after 1.05 s", "does=late-first&until=1"},
      {"late-second", "as light answers dark's first stone after 1.05 s", "does=late-second&until=1"},
      {"late", "sends each turn from its third on 1.05 s after the request", "does=late&from=3"},
      {"slow-second-stone", "sends the second stone of a turn 1.1 s after the first"},
      {"slows-down", "takes 30 ms more for each turn of a game"},
      {"silent-first", "does not answer D"},
      {"silent", "does not answer from its fifth turn on", "does=silent&from=5"},
      {"answers-l", "answers L before it was told dark's stone"},
      {"echo", "sends back each byte that comes"},
      {"early", "answers the first block of a turn"},
      {"talks-after-win", "sends a byte half a second after the stone that wins"},
      {"hang-up", "hangs up in its fourth turn", "does=hang-up&move=4"},
      {"two-stones-first", "answers D with two stones"},
      {"one-stone", "sends one stone in each turn"},
      {"three-stones", "sends three stones in each turn"},
      {"crlf", "ends each turn with CR and LF"},
      {"blanks", "writes a blank in place of a leading zero"},
      {"zero-based", "counts the rows and columns that it writes from 0"},
      {"off-board", "lays a stone in row 20 in its third turn", "does=off-board&move=3"},
      {"over-edge", "lays a stone in column 0 in its third turn", "does=over-edge&move=3"},
      {"taken", "lays on a stone of the other player in its fourth turn", "does=taken&move=4"},
      {"own-stone", "lays on a stone of its own in its fourth turn", "does=own-stone&move=4"},
      {"same-twice", "lays both stones of its third turn on one crossing", "does=same-twice&move=3"},
      {"light-illegal", "as light lays its first stone on dark's", "does=light-illegal&until=1"},
      {"wrong-reset", "answers nothing after each third power-on"},
      {"second-stone-lost", "overlooks the second stone of each turn"},
      {"first-stone-lost", "overlooks the first stone of each turn of two"},
      {"rows-for-columns", "reads the row as the column, and the column as the row"},
      {"misread-crossing", "reads 0712 as 0711"},
      {"misread-nineteen", "reads row and column 19 as 9"},
      {"forgets", "keeps no more than 32 stones of the other player"},
      {"eight-bit-count", "counts stones in eight bits, and loses its board after 255 of them"},
      {"stops-at-full", "answers nothing when fewer than 12 crossings are free"},
      {"lost-as-light", "as light overlooks dark's first stone"},
      {"gap-time-out", "drops what it has of a stone after a gap of 10 ms"},
      {"block-time-out", "drops the first stone of a turn when the second comes 200 ms later"},
      {"forgets-when-idle", "forgets its board after 500 ms without a byte"},
      {"dies-when-idle", "answers nothing any more after 950 ms without a byte"},
  };
  return all;
}

}  // namespace connect6
