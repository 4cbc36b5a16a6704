#include "conformance/run/signing.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"

namespace conformance {

using rig::UsageError;

void expect_key(const CommandLine& line, const std::string& transcript) {
  if (!line.sign && line.log.empty()) return;
  const char* const option = line.sign ? "--sign" : "--log";
  if (transcript.empty())
    throw UsageError(
        fmt::format("{}: there is no transcript to sign; give --reports or --transcript.", option));
  if (line.signing_key.empty())
    throw UsageError(fmt::format(
        "{}: the path of the key is missing, as in RIG_SIGNING_KEY=organiser.key certify …", option));
  if (!std::filesystem::is_regular_file(line.signing_key))
    throw UsageError(fmt::format("{}: there is no key {} (RIG_SIGNING_KEY).", option, line.signing_key));
}

rig::PrivateKey key_of(const CommandLine& line) {
  return rig::PrivateKey::from_file(line.signing_key, rig::password_of_key({}));
}

}  // namespace conformance
