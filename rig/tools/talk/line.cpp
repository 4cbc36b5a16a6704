#include "rig/tools/talk/line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"

namespace rig::talk {

using protocol::Contest;
using protocol::Request;
using protocol::RequestKind;
using protocol::Seat;

namespace {

using namespace std::chrono_literals;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t most_bytes = 4096;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Takes the first word off a text.
std::string take_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(blanks), text.size());
  std::string word(text.substr(0, end));
  text = trimmed(text.substr(end));
  return word;
}

void require_nothing_behind(const std::string& word, std::string_view rest) {
  if (!rest.empty())
    throw UsageError(fmt::format("{}: found \"{}\" behind it, allowed is nothing.", word, rest));
}

struct Unit {
  std::string_view name;
  double nanoseconds;
};
constexpr std::array<Unit, 4> units = {{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};

/// A number and what stands behind it; nothing: there is no number.
struct Quantity {
  double number = 0;
  std::string_view unit;
};
std::optional<Quantity> quantity_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+')) return std::nullopt;
  Quantity found;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), found.number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(found.number)) return std::nullopt;
  found.unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  return found;
}

/// `3us`, `1.5 ms`.
Duration time_in(const std::string& word, std::string_view text, Duration most) {
  const std::optional<Quantity> found = quantity_in(text);
  for (const Unit& unit : units) {
    if (!found || found->unit != unit.name) continue;
    const double nanoseconds = found->number * unit.nanoseconds;
    if (nanoseconds >= 1 && nanoseconds <= static_cast<double>(most.count()))
      return Duration(std::llround(nanoseconds));
  }
  throw UsageError(fmt::format("{}: found \"{}\", allowed is a time from 1ns to {}s, as 3us, 1.5ms or 1s.",
                               word, text, most / 1s));
}

/// `+2%`, `-300ppm`.
std::int32_t rate_in(std::string_view text) {
  constexpr double most = 100'000;
  const std::optional<Quantity> found = quantity_in(text);
  const double factor = !found ? 0 : found->unit == "%" ? 1e4 : found->unit == "ppm" ? 1 : 0;
  const double parts = found ? found->number * factor : 0;
  if (factor > 0 && std::abs(parts) <= most) return static_cast<std::int32_t>(std::lround(parts));
  throw UsageError(
      fmt::format("rate: found \"{}\", allowed is a share from -10% to +10%, as +2% or -300ppm.", text));
}

std::uint8_t hex_digit(char digit) {
  const char* const digits = "0123456789abcdef";
  const std::size_t value = std::string_view(digits).find(lower_case(std::string(1, digit)));
  if (value == std::string_view::npos)
    throw UsageError(fmt::format("bytes: found \"{}\" behind \\x, allowed are two digits 0-9, a-f.", digit));
  return static_cast<std::uint8_t>(value);
}

/// The byte behind a backslash at `at`, which moves on to its last character.
std::uint8_t escaped(std::string_view text, std::size_t& at) {
  constexpr std::array<std::pair<char, std::uint8_t>, 6> letters = {
      {{'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'0', 0}, {'\\', '\\'}, {'"', '"'}}};
  const char letter = at + 1 < text.size() ? text[at + 1] : ' ';
  ++at;
  for (const auto& [name, value] : letters) {
    if (letter == name) return value;
  }
  if (letter != 'x')
    throw UsageError(fmt::format(
        R"(bytes: found "\{}", allowed behind a backslash are xHH, n, r, t, 0, a quote and a backslash.)",
        letter));
  if (at + 2 >= text.size()) throw UsageError(R"(bytes: \x needs two digits, as \x30.)");
  const auto value = static_cast<std::uint8_t>(16 * hex_digit(text[at + 1]) + hex_digit(text[at + 2]));
  at += 2;
  return value;
}

/// Blanks count between quotes alone.
Bytes bytes_in(std::string_view text) {
  Bytes bytes;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == '\\') {
      bytes.push_back(escaped(text, at));
    } else if (is_quoted || blanks.find(letter) == std::string_view::npos) {
      bytes.push_back(static_cast<std::uint8_t>(letter));
    }
  }
  if (is_quoted) throw UsageError("bytes: a quote is missing at the end.");
  if (bytes.empty() || bytes.size() > most_bytes)
    throw UsageError(fmt::format("bytes: found {} of them, allowed are 1 to {}.", bytes.size(), most_bytes));
  return bytes;
}

/// The seats to which a request of this kind goes; all but those for which `first` and `second` are none.
std::vector<const Seat*> seats_of(const Contest& contest, RequestKind kind) {
  std::vector<const Seat*> seats;
  for (const Seat& seat : contest.seats) {
    if (seat.moves_first == (kind == RequestKind::first)) seats.push_back(&seat);
  }
  return seats;
}

std::vector<std::string> starts_of(const Contest& contest, RequestKind kind) {
  std::vector<std::string> starts;
  for (const Seat* seat : seats_of(contest, kind)) {
    if (!seat->start.empty() && std::find(starts.begin(), starts.end(), seat->start) == starts.end())
      starts.push_back(seat->start);
  }
  return starts;
}

/// Takes the start square off a text. Where there is but one it may be left out.
std::string take_start(const Contest& contest, RequestKind kind, const std::string& word,
                       std::string_view& rest) {
  const std::vector<std::string> starts = starts_of(contest, kind);
  if (starts.empty()) return {};
  std::string_view behind = rest;
  const std::string found = take_word(behind);
  for (const std::string& start : starts) {
    if (lower_case(found) != lower_case(start)) continue;
    rest = behind;
    return start;
  }
  if (starts.size() == 1) return starts.front();
  throw UsageError(
      fmt::format("{}: found \"{}\", allowed is a start square: {}.", word, found, fmt::join(starts, ", ")));
}

/// Apart by blanks; where the notation may have blanks itself, by semicolons.
std::vector<protocol::Move> moves_in(const Contest& contest, std::string_view rest) {
  std::vector<protocol::Move> moves;
  const bool by_semicolons = contest.medium() == Medium::files || rest.find(';') != std::string_view::npos;
  while (!(rest = trimmed(rest)).empty()) {
    const std::size_t end =
        std::min(by_semicolons ? rest.find(';') : rest.find_first_of(blanks), rest.size());
    const std::string_view move = trimmed(rest.substr(0, end));
    if (!move.empty()) moves.push_back({std::string(move)});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return moves;
}

/// A line that a contest knows.
struct Word {
  std::string name;
  std::string usage;  ///< what follows the name
  std::string what;
  std::function<Command(std::string_view rest)> read;
};

std::string usage_of_start(const std::vector<std::string>& starts) {
  return starts.empty() ? std::string() : fmt::format("{}", fmt::join(starts, "|"));
}

class Words {
 public:
  explicit Words(const Contest& contest) : contest_(contest) {
    add_requests();
    if (contest.medium() == Medium::bytes) add_bytes();
    add("reset", "", "the power-on state", Reset{});
    add("history", "", "what was asked, and what came", History{});
    words_.push_back(
        {"save", "FILE", "writes what was done so far; rig talk <FILE repeats it", [](auto rest) {
           if (rest.empty()) throw UsageError("save: the name of a file is missing.");
           return Save{std::string(rest)};
         }});
    add("help", "", "these lines", Help{});
    add("quit", "", "ends; so does the end of the input", Quit{});
  }

  const std::vector<Word>& all() const { return words_; }

 private:
  void add(const std::string& name, const std::string& usage, const std::string& what,
           const Command& command) {
    words_.push_back({name, usage, what, [name, command](std::string_view rest) {
                        require_nothing_behind(name, rest);
                        return command;
                      }});
  }

  void add_requests() {
    const auto& contest = contest_;
    if (contest.greets) add("hello", "", "the handshake", Ask{contest.hello});
    add_role("first", RequestKind::first, "[MOVE …]", "a game in which the board begins");
    add_role("second", RequestKind::second, "[MOVE …]", "a game in which it is second; with the first move");
    words_.push_back({"move", "[MOVE …]", "the moves of the opponent, and the board's turn",
                      [&contest](std::string_view rest) {
                        return Ask{{RequestKind::move, {}, moves_in(contest, rest)}};
                      }});
    if (contest.end) add("end", "", "the game is over", Ask{*contest.end});
    if (contest.stand_by)
      add("stand-by", "", "a game that is not the board's", Ask{{RequestKind::stand_by, {}, {}}});
  }

  void add_role(const std::string& name, RequestKind kind, const std::string& usage,
                const std::string& what) {
    if (seats_of(contest_, kind).empty()) return;
    const std::string start = usage_of_start(starts_of(contest_, kind));
    words_.push_back({name, start + (start.empty() ? "" : " ") + usage, what,
                      [&contest = contest_, kind, name](std::string_view rest) {
                        const std::string square = take_start(contest, kind, name, rest);
                        return Ask{{kind, square, moves_in(contest, rest)}};
                      }});
  }

  void add_bytes() {
    words_.push_back({"bytes", R"(\x30\n "text")", "any bytes; a line that begins with a quote is such, too",
                      [](std::string_view rest) { return Send{bytes_in(rest)}; }});
    words_.push_back({"listen", "TIME", "what comes by itself: 250ms, 1s",
                      [](std::string_view rest) { return Listen{time_in("listen", rest, 600s)}; }});
    words_.push_back({"glitch", "TIME", "pulls the idle line low for so long: 3us (on a wire)",
                      [](std::string_view rest) { return Glitch{time_in("glitch", rest, 1s)}; }});
    words_.push_back({"rate", "SHARE", "the host's bit rate from here on: +2%, -300ppm, 0% (on a wire)",
                      [](std::string_view rest) { return Rate{rate_in(rest)}; }});
  }

  const Contest& contest_;
  std::vector<Word> words_;
};

/// What the dialect has no words for is refused before anything is sent.
void require_known(const Contest& contest, const std::string& word, const Command& command) {
  const Ask* const ask = std::get_if<Ask>(&command);
  if (ask == nullptr) return;
  try {
    static_cast<void>(contest.dialect->encode(ask->request));
  } catch (const RigError& error) {
    throw UsageError(fmt::format("{}: {}", word, error.what()));
  }
}

}  // namespace

Command read_line(const Contest& contest, std::string_view line) {
  std::string_view rest = trimmed(line);
  if (rest.empty() || rest.starts_with('#')) return Nothing{};
  const bool is_quoted = rest.starts_with('"') && contest.medium() == Medium::bytes;
  const std::string word = is_quoted ? "bytes" : take_word(rest);
  const Words words(contest);
  std::vector<std::string> names;
  for (const Word& known : words.all()) {
    if (known.name == word) {
      Command command = known.read(rest);
      require_known(contest, word, command);
      return command;
    }
    names.push_back(known.name);
  }
  throw UsageError(unknown_value("word", word, names));
}

std::string help_text(const Contest& contest) {
  const Words words(contest);
  std::string text;
  for (const Word& word : words.all())
    text += fmt::format("  {:<26} {}\n", word.name + (word.usage.empty() ? "" : " ") + word.usage, word.what);
  return text;
}

}  // namespace rig::talk
