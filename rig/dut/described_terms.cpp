#include "rig/dut/described_terms.hpp"

#include <filesystem>

#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::dut {

namespace {

/// With what the description beside it says that it inherits; so many of them, one after the other.
DescribedTerms terms_in(const std::filesystem::path& file, int steps) {
  const std::optional<std::string> text = content_of_file(file);
  if (!text || steps == 0) return {};
  const toml::table description = parse_toml(*text, file.string());
  DescribedTerms terms{description["contest"].value_exact<std::string>(),
                       description["uart"]["baud"].value_exact<std::int64_t>()};
  const auto base = description["inherits"].value_exact<std::string>();
  if (!base || base->find('/') != std::string::npos) return terms;
  const DescribedTerms inherited = terms_in(file.parent_path() / *base, steps - 1);
  if (!terms.contest) terms.contest = inherited.contest;
  if (!terms.baud) terms.baud = inherited.baud;
  return terms;
}

}  // namespace

DescribedTerms terms_described_in(const std::string& file) {
  constexpr int most_steps = 8;  // as the builder has it
  return file.ends_with(".toml") ? terms_in(file, most_steps) : DescribedTerms();
}

}  // namespace rig::dut
