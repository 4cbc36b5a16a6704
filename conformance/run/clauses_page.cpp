#include "conformance/run/clauses_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "conformance/suite/faults.hpp"
#include "conformance/suite/matrix.hpp"
#include "conformance/suite/suite.hpp"
#include "conformance/suite/texts.hpp"

namespace conformance {

namespace {

constexpr const char* introduction =
    "# The clauses, their cases and their faults\n\n"
    "This page is written by `scripts/clauses --update`; a test compares it with the suite. Do not edit "
    "it.\n\n"
    "Each row is one clause of a contest's published text, in our own words. *Level*: mandatory (the text "
    "says it), "
    "recommended (the text implies it, or a real host can cause it) or informational (the text leaves it "
    "open). "
    "*Cases* check the clause; each link leads to the case's source. *Faults* are deliberate defects of the "
    "reference players that break the clause: `fault` → the case that must catch it. Where no fault is "
    "aimed at the clause itself, those that were measured to break it stand in *italics*. "
    "`certify --requirements` lists every fault that breaks a clause, and the clause's source. What a "
    "contest "
    "asks of its host stands in a table of its own, *CONTEST, the referee*: `certify --referee` checks it "
    "([organiser.md](organiser.md)).\n";

constexpr const char* table_head =
    "| id | clause | level | cases | faults |\n| --- | --- | --- | --- | --- |\n";

std::string link_to(const CaseEntry& entry) {
  const std::string file = entry.file.substr(entry.file.rfind('/') + 1);
  return fmt::format("{} ([{}:{}](../{}#L{}))", entry.id(), file, entry.line, entry.file, entry.line);
}

/// Those that the table of faults aims at the clause, each with the case that must catch it. `contest`: the
/// name of the catalogue, here and below.
std::vector<std::string> aimed_at(std::string_view contest, const Requirement& requirement) {
  std::vector<std::string> faults;
  for (const Fault& fault : fault_table(contest)) {
    if (fault.not_applicable.empty() && fault.requirement == requirement.id)
      faults.push_back(fmt::format("`{}` → {}", fault.name, fault.killer));
  }
  return faults;
}

/// Those that were measured to break it, the first few by name.
std::string measured_to_break(std::string_view contest, const Requirement& requirement) {
  constexpr std::size_t most = 6;
  std::vector<std::string> faults = faults_breaking(known_matrix(contest), requirement.id);
  const std::size_t others = faults.size() > most ? faults.size() - most : 0;
  faults.resize(faults.size() - others);
  std::string text = fmt::format("*{}*", fmt::join(faults, ", "));
  if (others > 0) text += fmt::format(" and {} more", others);
  return text;
}

std::string faults_of(std::string_view contest, const Requirement& requirement) {
  const std::vector<std::string> aimed = aimed_at(contest, requirement);
  return aimed.empty() ? measured_to_break(contest, requirement)
                       : fmt::format("{}", fmt::join(aimed, "<br>"));
}

std::string row_of(std::string_view contest, const Requirement& requirement, const Catalogue& catalogue) {
  std::string row = fmt::format("| {} | {} | {} |", requirement.id, in_table_cell(requirement.text),
                                rig::report::to_string(requirement.level));
  if (!requirement.untestable.empty())
    return row + fmt::format(" not testable: {} | |\n", in_table_cell(requirement.untestable));
  std::vector<std::string> links;
  for (const CaseEntry* entry : cases_citing(requirement, catalogue)) links.push_back(link_to(*entry));
  return row + fmt::format(" {} | {} |\n", fmt::join(links, "<br>"), faults_of(contest, requirement));
}

void write_table(std::ostream& out, const std::string& name) {
  out << table_head;
  const Catalogue catalogue = load_catalogue(name);
  for (const Requirement& requirement : catalogue.all()) out << row_of(name, requirement, catalogue);
}

}  // namespace

std::string in_table_cell(std::string_view text) {
  constexpr std::string_view markup = "\\|`*_[]<>";
  std::string cell;
  for (const char c : text) {
    if (markup.find(c) != std::string_view::npos) cell += '\\';
    cell += c;
  }
  return cell;
}

void write_clauses_page(std::ostream& out, const std::vector<rig::protocol::Contest>& contests) {
  out << introduction;
  for (const rig::protocol::Contest& contest : contests) {
    out << fmt::format("\n## {}: {}\n\n", contest.name, in_table_cell(contest.title));
    write_table(out, contest.name);
    const std::string referee = contest.name + "-referee";
    if (!has_clauses(referee)) continue;
    out << fmt::format("\n## {}, the referee\n\n", contest.name);
    write_table(out, referee);
  }
}

}  // namespace conformance
