#pragma once
/// Case against fault: which deliberate defect is caught by which case, under which requirements. Measured by
/// `certify --fault-matrix`, kept in faults/CONTEST-matrix.txt of its game, and part of every report: the
/// proof that a case can fail.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/faults.hpp"

namespace conformance {

/// A fault on a DUT, and what caught it.
struct MatrixRow {
  std::string dut;                     ///< `builtin:chess`
  std::string fault;                   ///< `late`
  std::set<std::string> caught;        ///< the cases that found it, by id
  std::set<std::string> requirements;  ///< what it was found to break
  friend bool operator==(const MatrixRow&, const MatrixRow&) = default;
};

/// A line `cases ID…`, then for each row `DUT FAULT N… as REQUIREMENT…`, cases by their number in that line.
std::string to_text(const std::vector<MatrixRow>& rows);
/// Comments for a matrix: each fault that cannot show, and why.
std::string lines_of_not_applicable(const std::vector<Fault>& table);
/// The inverse of to_text; RigError names the line that cannot be read.
std::vector<MatrixRow> parse_matrix(std::string_view text);

/// The matrix of a contest as it was measured when this program was built.
const std::vector<MatrixRow>& known_matrix(std::string_view contest);

/// The faults that were found to break this requirement, each once, in the order of the matrix.
std::vector<std::string> faults_breaking(const std::vector<MatrixRow>& matrix,
                                         const std::string& requirement);

/// For a terminal of 80 columns: a row for each fault, a column for each case, and what the numbers stand
/// for.
std::string draw(const std::vector<MatrixRow>& rows, const std::vector<std::string>& cases);

/// What is wrong with it: a fault of `table` that nothing catches, or that its killer does not catch; a case
/// of `cases` that catches nothing. A sentence each.
std::vector<std::string> gaps(const std::vector<MatrixRow>& rows, const std::vector<Fault>& table,
                              const std::vector<std::string>& cases);

}  // namespace conformance
