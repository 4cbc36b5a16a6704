#pragma once
/// The chain of a transcript: each line carries the first half of a SHA-256 over all lines up to itself, and
/// the last line the whole of it, the head. A line that was changed, put in, moved or taken away is found at
/// its place, and whoever knows the head knows the whole file.
///
/// The hash of line n is SHA-256(hash of line n-1, as 32 bytes, before the line without its link); before the
/// first line there is nothing. A line stays a JSON value: an array ends in `,"#HASH"]`, an object in
/// `,"#":"HASH"}`. The chain alone keeps nobody from making a whole file anew: a signature does.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/crypto/sha256.hpp"

namespace rig {

/// A line of a chained transcript, taken apart.
struct ChainedLine {
  std::string line;  ///< as it was before it was chained
  std::string link;  ///< hexadecimal digits
};

/// Nothing where the line has no link.
std::optional<ChainedLine> split_chained(std::string_view line);

class Chain {
 public:
  /// Hexadecimal digits in each line.
  static constexpr std::size_t link_digits = 32;

  /// How far it has come.
  struct Point {
    std::optional<Sha256::Digest> head;  ///< over all lines so far; nothing: there is none
    std::size_t lines = 0;

    bool operator==(const Point&) const = default;
  };

  Chain() = default;
  /// Goes on from there.
  explicit Chain(const Point& from) : at_(from) {}

  /// The next line, with its link. What is no whole JSON array or object has no place for one and stays as it
  /// is; it counts all the same.
  std::string add(std::string_view line);

  /// The last line of a transcript, which holds the head.
  std::string last_line() const;

  /// The hash of all lines so far.
  std::string head() const { return at_.head ? hex_of(*at_.head) : std::string(); }
  /// What the last line that was added carries of it.
  std::string link() const { return head().substr(0, link_digits); }
  const Point& at() const { return at_; }

 private:
  Sha256 hash_;
  Point at_;
};

/// A whole chained transcript of these lines: with their links, and with the last line.
std::string chained_text(const std::vector<std::string>& lines);

}  // namespace rig
