#include "conformance/suite/silence.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace conformance {

namespace {

/// The words between the four numbers of a note.
constexpr std::array<std::string_view, 5> words = {"silent before this case: requests ",
                                                   ", beyond deadlines ", " ns; cases ", ", in ", " ns"};

/// Takes `word` off the front of `text`.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take(std::string_view& text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

std::optional<std::string> Silence::note() const {
  if (*this == Silence()) return std::nullopt;
  return fmt::format("{}{}{}{}{}{}{}{}{}", words[0], patience_.unanswered(), words[1],
                     patience_.beyond_deadlines().count(), words[2], cases_, words[3], waited_.count(),
                     words[4]);
}

std::optional<Silence> Silence::from_note(const std::string& note) {
  std::string_view text = note;
  std::array<std::int64_t, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!take(text, words[i]) || !take(text, numbers[i])) return std::nullopt;
  }
  if (text != words.back()) return std::nullopt;
  Silence silence;
  silence.patience_ = rig::dut::Patience::after(static_cast<int>(numbers[0]), rig::Duration(numbers[1]));
  silence.cases_ = static_cast<int>(numbers[2]);
  silence.waited_ = rig::Duration(numbers[3]);
  return silence;
}

}  // namespace conformance
