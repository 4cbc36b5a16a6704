#pragma once
/// What a design's description says of its contest: a design that is described for something else is refused
/// before its model is built, which takes a while.

#include <cstdint>
#include <optional>
#include <string>

namespace rig::dut {

/// Either may be missing.
struct DescribedTerms {
  std::optional<std::string> contest;
  std::optional<std::int64_t> baud;
};

/// Of a file `….toml`; nothing of any other. UsageError of parse_toml; what else is in it, or wrong with it,
/// is the builder's.
DescribedTerms terms_described_in(const std::string& file);

}  // namespace rig::dut
