#include "rig/arbiter/tournament/matching.hpp"

#include <algorithm>
#include <deque>
#include <limits>

namespace rig::arbiter::tournament {

namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// A matching in a graph, made larger by paths that alternate (Edmonds 1965): a circle of odd length, a
/// blossom, is shrunk to its base.
class Matching {
 public:
  Matching(std::size_t players, const MayMeet& may_meet)
      : size_(players),
        edges_(players, std::vector<char>(players, 0)),
        out_(players, 0),
        mate_(players, nobody) {
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = i + 1; j < size_; ++j) edges_[i][j] = edges_[j][i] = may_meet(i, j) ? 1 : 0;
    pair_greedily();
    for (std::size_t i = 0; i < size_; ++i)
      if (mate_[i] == nobody) augment(i);
  }

  std::size_t mate(std::size_t player) const { return mate_[player]; }
  bool perfect() const { return std::find(mate_.begin(), mate_.end(), nobody) == mate_.end(); }

  /// Pairs each of a perfect matching, from the best down, with the nearest that leaves it perfect.
  void prefer_neighbours() {
    for (std::size_t i = 0; i < size_; ++i) {
      if (out_[i] != 0) continue;
      std::size_t j = i + 1;
      while (!can_meet(i, j)) ++j;  // its mate can
      out_[i] = out_[j] = 1;
    }
  }

 private:
  void pair_greedily() {
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = i + 1; j < size_ && mate_[i] == nobody; ++j)
        if (mate_[j] == nobody && edges_[i][j] != 0) match(i, j);
  }

  void match(std::size_t i, std::size_t j) {
    mate_[i] = j;
    mate_[j] = i;
  }

  /// Pairs the two if all others can be paired then.
  bool can_meet(std::size_t i, std::size_t j) {
    if (out_[j] != 0 || edges_[i][j] == 0) return false;
    if (mate_[i] == j) return true;
    const std::vector<std::size_t> before = mate_;
    const std::size_t left_alone = mate_[i];
    mate_[mate_[i]] = mate_[mate_[j]] = nobody;
    match(i, j);
    out_[i] = out_[j] = 1;
    const bool found = augment(left_alone);
    out_[i] = out_[j] = 0;
    if (!found) mate_ = before;
    return found;
  }

  /// Looks for an alternating path from `root`, who is alone, to another who is, and turns it over.
  bool augment(std::size_t root) {
    parent_.assign(size_, nobody);
    base_.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) base_[i] = i;
    outer_.assign(size_, 0);
    outer_[root] = 1;
    queue_ = {root};
    while (!queue_.empty()) {
      const std::size_t from = queue_.front();
      queue_.pop_front();
      for (std::size_t to = 0; to < size_; ++to) {
        if (edges_[from][to] == 0 || out_[to] != 0 || base_[from] == base_[to] || mate_[from] == to) continue;
        if (to == root || (mate_[to] != nobody && parent_[mate_[to]] != nobody)) {
          shrink(root, from, to);
        } else if (parent_[to] == nobody) {
          parent_[to] = from;
          if (mate_[to] == nobody) return turn_over(to);
          outer_[mate_[to]] = 1;
          queue_.push_back(mate_[to]);
        }
      }
    }
    return false;
  }

  bool turn_over(std::size_t to) {
    while (to != nobody) {
      const std::size_t from = parent_[to];
      const std::size_t next = mate_[from];
      match(from, to);
      to = next;
    }
    return true;
  }

  void shrink(std::size_t root, std::size_t one, std::size_t other) {
    const std::size_t base = common_base(root, one, other);
    std::vector<char> blossom(size_, 0);
    mark(blossom, one, base, other);
    mark(blossom, other, base, one);
    for (std::size_t i = 0; i < size_; ++i) {
      if (blossom[base_[i]] == 0) continue;
      base_[i] = base;
      if (outer_[i] != 0) continue;
      outer_[i] = 1;
      queue_.push_back(i);
    }
  }

  std::size_t common_base(std::size_t root, std::size_t one, std::size_t other) const {
    std::vector<char> seen(size_, 0);
    for (std::size_t at = base_[one];; at = base_[parent_[mate_[at]]]) {
      seen[at] = 1;
      if (at == base_[root]) break;
    }
    std::size_t at = base_[other];
    while (seen[at] == 0) at = base_[parent_[mate_[at]]];
    return at;
  }

  void mark(std::vector<char>& blossom, std::size_t from, std::size_t base, std::size_t child) {
    while (base_[from] != base) {
      blossom[base_[from]] = blossom[base_[mate_[from]]] = 1;
      parent_[from] = child;
      child = mate_[from];
      from = parent_[child];
    }
  }

  std::size_t size_;
  std::vector<std::vector<char>> edges_;
  std::vector<char> out_;  // whose pair is settled
  std::vector<std::size_t> mate_;
  std::vector<std::size_t> parent_, base_;  // of one search, as are the others
  std::vector<char> outer_;
  std::deque<std::size_t> queue_;
};

}  // namespace

Pairing pair_neighbours(std::size_t players, const MayMeet& may_meet) {
  Matching matching(players, may_meet);
  if (matching.perfect()) matching.prefer_neighbours();
  Pairing pairing;
  for (std::size_t i = 0; i < players; ++i) {
    if (matching.mate(i) == nobody)
      pairing.left.push_back(i);
    else if (i < matching.mate(i))
      pairing.pairs.emplace_back(i, matching.mate(i));
  }
  return pairing;
}

}  // namespace rig::arbiter::tournament
