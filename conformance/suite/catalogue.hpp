#pragma once
/// The requirements of a contest, as written in clauses/CONTEST.toml of its game. Contests with a
/// `family` (or a list of them) share texts: what a row leaves out is that of the family's clause with the
/// same aspect. The catalogue of a dialect `inherits` that of another contest: it has the same clauses in the
/// same order, each with its own id (its `prefix` and the rest of the other's), and says what differs.

#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/aspect.hpp"
#include "rig/report/record.hpp"

namespace conformance {

using rig::protocol::Aspect;

struct Requirement {
  std::string id;      ///< `CHESS-INIT-1`: stable, never reused
  std::string text;    ///< the clause in our own words
  std::string source;  ///< where it stands in the published text
  rig::report::Level level = rig::report::Level::mandatory;
  rig::report::Level level_with_declared_reset = rig::report::Level::mandatory;
  std::string aspect;      ///< how cases name what they see: `hello.deadline`; empty: not testable
  std::string untestable;  ///< why; empty: testable
};

/// Whether the board is one that was declared to be hard-reset between matches.
enum class ResetPolicy { none_needed, declared };

class Catalogue {
 public:
  explicit Catalogue(std::vector<Requirement> requirements) : requirements_(std::move(requirements)) {}

  const std::vector<Requirement>& all() const { return requirements_; }
  /// All of them, by their ids.
  std::vector<std::string> ids() const;
  /// Null: no such id. What is returned lives as long as the catalogue.
  const Requirement* by_id(std::string_view id) const&;
  const Requirement* by_id(std::string_view id) && = delete;
  /// Null: this contest has no requirement on that aspect.
  const Requirement* by_aspect(std::string_view aspect) const&;
  const Requirement* by_aspect(std::string_view aspect) && = delete;

 private:
  std::vector<Requirement> requirements_;
};

/// The level of a requirement under a reset policy.
rig::report::Level level_of(const Requirement& requirement, ResetPolicy policy);

/// The catalogue of a contest. RigError when the built-in text is unsound: an id or aspect twice, a
/// requirement that is neither testable nor says why, an unknown level; an inherited one without a source of
/// its own, or a difference from one that is not there; a word of the family's text without a value.
Catalogue load_catalogue(std::string_view contest);

/// The same from a text, for tests. `name` is for messages.
Catalogue parse_catalogue(std::string_view text, std::string_view name);

/// SHA-256 over every clause: its id, level, text and source. Two rigs with the same judge by the same words.
std::string clauses_hash(const Catalogue& catalogue);

}  // namespace conformance
