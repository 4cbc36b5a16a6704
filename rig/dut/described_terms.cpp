#include "rig/dut/described_terms.hpp"

#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::dut {

DescribedTerms terms_described_in(const std::string& file) {
  if (!file.ends_with(".toml")) return {};
  const std::optional<std::string> text = content_of_file(file);
  if (!text) return {};
  const toml::table description = parse_toml(*text, file);
  return {description["contest"].value_exact<std::string>(),
          description["uart"]["baud"].value_exact<std::int64_t>()};
}

}  // namespace rig::dut
