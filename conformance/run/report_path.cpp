#include "conformance/run/report_path.hpp"

#include <cctype>
#include <filesystem>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"

namespace conformance {

namespace {

/// The name of a folder for a run's reports. One that says less than what it is made of (it was cut, or other
/// characters were replaced than the colon after the kind of link) ends in a hash of that.
std::string folder_name(const std::string& contest, const std::string& dut) {
  constexpr std::size_t longest = 80;
  constexpr std::size_t hash_digits = 8;
  const std::string whole = contest + "_" + dut;
  const std::size_t colon = whole.find(':');
  std::string name;
  bool faithful = whole.size() <= longest;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const char c = whole[i];
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
    faithful = faithful && (keep || i == colon);
    if (keep || !name.ends_with('-')) name += keep ? c : '-';
  }
  if (faithful) return name;
  return name.substr(0, longest) + "-" + rig::sha256_hex(rig::to_bytes(whole)).substr(0, hash_digits);
}

}  // namespace

std::string report_path(const CommandLine& line, const std::string& named, const std::string& file) {
  if (!named.empty()) return named;
  if (line.reports.empty()) return {};
  const RunOptions& options = line.options;
  const std::string& of = options.referee.empty() ? options.dut : options.referee;
  const std::string kind = options.referee.empty() ? options.contest : options.contest + "_referee";
  return (std::filesystem::path(line.reports) / folder_name(kind, of) / file).string();
}

}  // namespace conformance
