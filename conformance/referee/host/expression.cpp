#include "conformance/referee/host/expression.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "rig/base/errors.hpp"

namespace rig::host {

namespace {

/// Bytes for the compiled expression: some thousand steps, each of which costs time for each letter of a
/// line.
constexpr std::int64_t most_memory = std::int64_t{256} * 1024;

RE2::Options options() {
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);  // hosts print any bytes
  options.set_max_mem(most_memory);
  return options;
}

}  // namespace

Expression::Expression(const std::string& text) : expression_(std::make_shared<RE2>(text, options())) {
  if (!expression_->ok()) throw UsageError(expression_->error());
}

std::size_t Expression::groups() const {
  return static_cast<std::size_t>(expression_->NumberOfCapturingGroups());
}

std::optional<std::vector<std::string>> Expression::groups_in(const std::string& line) const {
  std::array<std::string, 2> held;
  const std::array<RE2::Arg, 2> arguments{&held[0], &held[1]};
  const std::array<const RE2::Arg*, 2> wanted{&arguments[0], &arguments[1]};
  const std::size_t count = std::min(groups(), held.size());
  if (!RE2::PartialMatchN(line, *expression_, wanted.data(), static_cast<int>(count))) return std::nullopt;
  return std::vector<std::string>(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace rig::host
