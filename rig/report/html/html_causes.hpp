#pragma once
/// What went wrong, on the HTML page: each cause told once, in full.

#include <string>
#include <vector>

#include "rig/report/causes.hpp"
#include "rig/report/html/game_of.hpp"
#include "rig/report/record.hpp"

namespace rig::report::html {

/// The causes of one run, as the page shows them. The run outlives it.
class CauseCards {
 public:
  CauseCards(const RunRecord& run, GameOf game_of);

  /// A line for each cause with a link to it, for the page's head; empty where there is none.
  std::string contents() const;

  /// Each cause as a card with the id `cause-1`, `cause-2`, …: its first finding in full with hints and
  /// scene, the other cases, and their findings folded.
  std::string cards() const;

  /// A link to the first cause that concerns the requirement, around the HTML given; that HTML alone where
  /// there is none.
  std::string link_from_requirement(const std::string& id, const std::string& html) const;

  /// As above, for a case.
  std::string link_from_case(const CaseRecord& one, const std::string& html) const;

  /// Whether a cause concerns the requirement. The first that does has its `evidence_id`.
  bool explain(const std::string& requirement) const { return first_of(requirement) != nullptr; }

 private:
  /// Null: there is none.
  const Cause* first_of(const std::string& requirement) const;
  std::string id_of_first(const Cause& cause) const;
  std::string card(std::size_t index, std::size_t& boards) const;
  std::string others(const Cause& cause, std::size_t& boards) const;

  const RunRecord& run_;
  GameOf game_of_;
  std::vector<Cause> causes_;
};

}  // namespace rig::report::html
