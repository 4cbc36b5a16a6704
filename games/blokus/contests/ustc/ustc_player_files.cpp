/// `ustc` from the side of a player's program: the messages that it has to find, and how it answers.

#include "games/blokus/contests/ustc/ustc_player_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/contests/ustc/ustc_game.hpp"
#include "rig/base/bytes.hpp"

namespace rig::protocol {

namespace {

constexpr int colours_of_a_player = 2;

std::vector<blokus::Square> sorted(std::vector<blokus::Square> cells) {
  std::sort(cells.begin(), cells.end(),
            [](const auto& a, const auto& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  return cells;
}

class UstcPlayer final : public PlayerFiles {
 public:
  UstcPlayer(int board, int player)
      : player_(player),
        colour_line_(board == ustc_large_board ? UstcColourLine::fourth : UstcColourLine::none) {}

  /// What has been answered stays there until the host writes something else; the second player is told
  /// nothing before the first has moved.
  bool is_asked(const FilesFound& found) const override {
    const std::string* text = message_in(found);
    if (text == nullptr || *text == answered_) return false;
    const UstcFileReading read = read_ustc_message(*text, colour_line_);
    if (!read.message) return false;
    const bool tells_nothing = read.message->flag == UstcFlag::not_moved && read.message->number == 0;
    return !tells_nothing || (player_ == 1 && turns_ == 0);
  }

  std::vector<Misplaced> misplaced(const FilesFound& found,
                                   const std::vector<TurnTaken>& taken) const override {
    std::vector<Misplaced> wrong;
    const std::string name = ustc_host_file(player_);
    const auto add = [&](Aspect aspect, const std::string& what, const char* kind) {
      wrong.push_back({aspect, fmt::format("{}: {}", name, what), kind});
    };
    const std::string* text = message_in(found);
    if (text == nullptr) {
      add("referee.message", "it is not there", "message missing");
      return wrong;
    }
    const UstcFileReading read = read_ustc_message(*text, colour_line_);
    const std::string shown = quoted(to_bytes(*text));
    if (!read.message) {
      add("referee.message", fmt::format("it is {}: {}", shown, read.fault->what), "malformed message");
      return wrong;
    }
    const UstcMessage& message = *read.message;
    const Aspect aspect = taken.empty()       ? Aspect("referee.first")
                          : taken.size() == 1 ? Aspect("referee.second")
                                              : Aspect("referee.forward");
    if (const auto told = told_by(taken)) {
      const bool same = message.flag == UstcFlag::placed && message.number == told->id &&
                        sorted(message.cells) == sorted(told->cells);
      if (!same)
        add(aspect, fmt::format("it is {}, and the other player has placed {}", shown, to_string(*told)),
            "wrong message");
    } else if (taken.empty() && !(says_nothing(message) && message.number == 0)) {
      add(aspect,
          fmt::format("it is {}, and nobody has moved: allowed is \"-1 -1\", the number 0 and the flag 0",
                      shown),
          "wrong message");
    } else if (!says_nothing(message)) {
      add(aspect,
          fmt::format("it is {}, and the other player has given up: allowed is \"-1 -1\", a count and the "
                      "flag 0",
                      shown),
          "wrong message");
    }
    if (colour_line_ == UstcColourLine::fourth && message.colour != colour_of_last(taken))
      add("referee.colour",
          fmt::format("line 4 is {}, and the message reports the move of {}", message.colour,
                      colour_of_last(taken)),
          "wrong colour");
    return wrong;
  }

  std::vector<Aspect> looked_at() const override {
    if (colour_line_ == UstcColourLine::none) return {"referee.message"};
    return {"referee.message", "referee.colour"};
  }

  FileReply answer(const FilesFound& found, const Move& move) override {
    UstcMessage message;
    if (const UstcReading read = parse_ustc_move(move.text); read.move) {
      message = {read.move->cells, read.move->id, UstcFlag::placed, {}};
    } else {
      message.flag = UstcFlag::gives_up;
    }
    if (colour_line_ == UstcColourLine::fourth) message.colour = colour_of(player_, turns_);
    return say(found, to_string(message));
  }

  FileReply answer(const FilesFound& found, const Move& move, const std::string& trick) override {
    if (trick == "dies") return {.signal = SIGKILL};
    FileReply reply = answer(found, move);
    std::string& text = reply.writes.front().second;
    if (trick == "commas")
      std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), ' ', ',');
    if (trick == "flag-7") {
      const std::size_t second = text.find('\n', text.find('\n') + 1);
      text[second + 1] = '7';
    }
    return reply;
  }

 private:
  static bool says_nothing(const UstcMessage& message) {
    return message.flag == UstcFlag::not_moved && message.cells.empty();
  }

  const std::string* message_in(const FilesFound& found) const {
    const auto file = found.files.find(found.directory + "/" + ustc_host_file(player_));
    return file == found.files.end() ? nullptr : &file->second;
  }

  FileReply say(const FilesFound& found, const std::string& text) {
    if (const std::string* asked = message_in(found)) answered_ = *asked;
    ++turns_;
    return {.writes = {{found.directory + "/" + ustc_player_file(player_), text}}};
  }

  static std::string colour_of(int player, int turn) {
    const int colour = player - 1 + colours_of_a_player * (turn % colours_of_a_player);
    return std::string(ustc_colours()[static_cast<std::size_t>(colour)]);
  }

  /// Before the first turn of all, that one.
  static std::string colour_of_last(const std::vector<TurnTaken>& taken) {
    const std::size_t turn = taken.empty() ? 0 : taken.size() - 1;
    return std::string(ustc_colours()[turn % ustc_colours().size()]);
  }

  /// What the other player placed, where that is news.
  std::optional<UstcMove> told_by(const std::vector<TurnTaken>& taken) const {
    if (taken.empty()) return std::nullopt;
    const bool by_other = (taken.back().player == Player::one) != (player_ == 1);
    return by_other ? parse_ustc_move(taken.back().move.text).move : std::nullopt;
  }

  int player_;
  UstcColourLine colour_line_;
  int turns_ = 0;
  std::string answered_{};
};

}  // namespace

std::unique_ptr<PlayerFiles> new_ustc_player(int board, int player) {
  return std::make_unique<UstcPlayer>(board, player);
}

std::vector<Trick> ustc_tricks() {
  return {
      {"commas", "writes commas between the cells", "referee.file-format"},
      {"flag-7", "writes a flag that has no meaning", "referee.file-format"},
      {"dies", "is killed by a signal", "referee.dies", false},
  };
}

}  // namespace rig::protocol
