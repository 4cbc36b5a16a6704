#include "conformance/referee/host/description/ways.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace rig::host {

namespace {

using Names = std::vector<std::pair<std::string, Way>>;

/// Those that can differ from board to board …
const Names of_one_board = {{"pty", Way::pty},
                            {"tcp-connects", Way::tcp_connects},
                            {"tcp-listens", Way::tcp_listens},
                            {"stdio", Way::stdio},
                            {"own", Way::own}};
/// … and those of both.
const Names of_both_boards = {{"pty", Way::pty},
                              {"tcp-connects", Way::tcp_connects},
                              {"tcp-listens", Way::tcp_listens},
                              {"stdio", Way::stdio},
                              {"programs", Way::programs}};

constexpr const char* allowed =
    "one of pty, tcp-connects, tcp-listens, stdio for each of the two boards, or own for one of them";

}  // namespace

std::array<Way, 2> ways_from(const Section& boards) {
  const toml::node* const node = boards.find("way");
  if (node == nullptr || !node->is_array()) {
    std::vector<std::string> words;
    for (const auto& [word, way] : of_both_boards) words.push_back(word);
    const std::string chosen = boards.one_of("way", words);
    const Way way = std::find_if(of_both_boards.begin(), of_both_boards.end(), [&](const auto& one) {
                      return one.first == chosen;
                    })->second;
    return {way, way};
  }
  const std::vector<std::string> words = boards.texts("way");
  std::array<Way, 2> ways{};
  for (std::size_t board = 0; board < ways.size() && words.size() == ways.size(); ++board) {
    const auto row = std::find_if(of_one_board.begin(), of_one_board.end(),
                                  [&](const auto& one) { return one.first == words[board]; });
    if (row == of_one_board.end()) boards.refuse(*node, "way", allowed);
    ways[board] = row->second;
  }
  if (words.size() != ways.size() || (ways[0] == Way::own && ways[1] == Way::own))
    boards.refuse(*node, "way", allowed);
  return ways;
}

}  // namespace rig::host
