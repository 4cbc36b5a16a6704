#include "rig/game/spelling.hpp"

#include <cctype>

namespace rig::game {

namespace {

std::string with_other_case(std::string text, std::size_t at) {
  constexpr char other_case = 'a' - 'A';
  text[at] = static_cast<char>(text[at] ^ other_case);
  return text;
}

bool is_letter(char one) {
  return std::isalpha(static_cast<unsigned char>(one)) != 0;
}

std::string misspelt(std::string text, const std::string& others, Random& random) {
  const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
  char& letter = text[at];
  if (random.below(3) == 0) {
    letter = one_of(others, random);
  } else if (is_letter(letter)) {
    return with_other_case(text, at);
  } else if (letter == '0' || letter == '1') {
    letter = static_cast<char>(letter + 8);
  }
  return text;
}

}  // namespace

char one_of(std::string_view letters, Random& random) {
  return letters[random.below(static_cast<std::uint32_t>(letters.size()))];
}

std::vector<std::string> in_other_case(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i])) all.push_back(with_other_case(text, i));
  }
  return all;
}

std::vector<protocol::Move> moves_by_chance(const protocol::Ruling& ruling, Random& random,
                                            std::string_view others,
                                            const std::function<std::string()>& next) {
  const std::string letters = "!?" + std::string(others) + " ";
  const std::vector<protocol::Move> legal = ruling.legal_moves();
  std::vector<protocol::Move> moves;
  for (int i = 0; i < most_by_chance; ++i) {
    std::string text = next();
    if (i % one_misspelt_in == 0 && !legal.empty())
      text = misspelt(legal[random.below(static_cast<std::uint32_t>(legal.size()))].text, letters, random);
    moves.push_back({text});
  }
  return moves;
}

}  // namespace rig::game
