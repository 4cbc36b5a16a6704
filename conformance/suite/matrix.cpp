#include "conformance/suite/matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <sstream>

#include "conformance/suite/faults.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw rig::RigError(fmt::format("the fault matrix, line {}: {}.", line, why));
}

/// `DUT FAULT 3 17 as CHESS-MOVE-1`
MatrixRow row_from(const std::string& dut, std::istringstream& words, const std::vector<std::string>& cases,
                   std::size_t line) {
  MatrixRow row;
  row.dut = dut;
  if (!(words >> row.fault)) refuse(line, "a DUT and a fault are needed");
  if (std::isalpha(static_cast<unsigned char>(row.dut.front())) == 0)
    refuse(line, fmt::format("\"{}\" is no DUT: it begins with a letter", row.dut));
  std::string word;
  while (words >> word && word != "as") {
    const bool number = word.find_first_not_of("0123456789") == std::string::npos && word.size() < 4;
    if (!number || std::stoul(word) < 1 || std::stoul(word) > cases.size())
      refuse(line, fmt::format("\"{}\" is the number of no case (1 to {})", word, cases.size()));
    row.caught.insert(cases[std::stoul(word) - 1]);
  }
  while (words >> word) row.requirements.insert(word);
  return row;
}

bool is_caught(const std::vector<MatrixRow>& rows, const std::string& case_id) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const MatrixRow& row) { return row.caught.contains(case_id); });
}

}  // namespace

std::string to_text(const std::vector<MatrixRow>& rows) {
  std::vector<std::string> cases;
  for (const MatrixRow& row : rows) {
    for (const std::string& id : row.caught) {
      if (std::find(cases.begin(), cases.end(), id) == cases.end()) cases.push_back(id);
    }
  }
  std::sort(cases.begin(), cases.end());
  std::string text = "# Measured by certify --fault-matrix: which case catches which fault, and as what.\n";
  text += fmt::format("cases {}\n", fmt::join(cases, " "));
  for (const MatrixRow& row : rows) {
    text += row.dut + ' ' + row.fault;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (row.caught.contains(cases[i])) text += fmt::format(" {}", i + 1);
    }
    text += fmt::format(" as {}\n", fmt::join(row.requirements, " "));
  }
  return text;
}

std::string lines_of_not_applicable(const std::vector<Fault>& table) {
  std::string text;
  for (const Fault& fault : table) {
    if (fault.not_applicable.empty()) continue;
    for (const std::string& dut : fault.duts)
      text += fmt::format("# {} {} is not applicable: {}\n", dut, fault.name, fault.not_applicable);
  }
  return text;
}

std::vector<MatrixRow> parse_matrix(std::string_view text) {
  std::vector<MatrixRow> rows;
  std::vector<std::string> cases;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string first;
    if (!(words >> first)) continue;
    if (first != "cases") {
      rows.push_back(row_from(first, words, cases, number));
      continue;
    }
    for (std::string id; words >> id;) cases.push_back(id);
  }
  return rows;
}

const std::vector<MatrixRow>& known_matrix(std::string_view contest) {
  static std::map<std::string, std::vector<MatrixRow>, std::less<>> matrices;
  const auto known = matrices.find(contest);
  if (known != matrices.end()) return known->second;
  return matrices.emplace(contest, parse_matrix(matrix_text(contest))).first->second;
}

std::vector<std::string> faults_breaking(const std::vector<MatrixRow>& matrix,
                                         const std::string& requirement) {
  std::vector<std::string> faults;
  for (const MatrixRow& row : matrix) {
    const bool named = std::find(faults.begin(), faults.end(), row.fault) != faults.end();
    if (row.requirements.contains(requirement) && !named) faults.push_back(row.fault);
  }
  return faults;
}

std::string draw(const std::vector<MatrixRow>& rows, const std::vector<std::string>& cases) {
  constexpr int name_width = 26;
  std::string tens(name_width, ' ');
  std::string units(name_width, ' ');
  for (std::size_t i = 1; i <= cases.size(); ++i) {
    tens += i % 10 == 0 ? std::to_string(i / 10) : " ";
    units += std::to_string(i % 10);
  }
  std::string text = tens + '\n' + units + '\n';
  for (const MatrixRow& row : rows) {
    const std::string kind = row.dut.substr(0, row.dut.find(':'));
    std::string line = fmt::format("{:<{}}", fmt::format("{} ({})", row.fault, kind), name_width);
    for (const std::string& id : cases) line += row.caught.contains(id) ? "■" : "·";
    text += line + '\n';
  }
  text += "\n■ caught by this case:\n";
  for (std::size_t i = 0; i < cases.size(); ++i) text += fmt::format("{:>3} {}\n", i + 1, cases[i]);
  return text;
}

std::vector<std::string> gaps(const std::vector<MatrixRow>& rows, const std::vector<Fault>& table,
                              const std::vector<std::string>& cases) {
  std::vector<std::string> sentences;
  for (const MatrixRow& row : rows) {
    const auto fault = std::find_if(table.begin(), table.end(), [&](const Fault& one) {
      return one.name == row.fault && std::find(one.duts.begin(), one.duts.end(), row.dut) != one.duts.end();
    });
    if (row.caught.empty())
      sentences.push_back(fmt::format("{}?fault={}: no case catches it.", row.dut, row.fault));
    if (fault != table.end() && !row.caught.contains(fault->killer)) {
      sentences.push_back(
          fmt::format("{}?fault={}: {} does not catch it.", row.dut, row.fault, fault->killer));
    }
  }
  for (const std::string& id : cases) {
    if (!is_caught(rows, id)) sentences.push_back(fmt::format("{} catches no fault.", id));
  }
  return sentences;
}

}  // namespace conformance
