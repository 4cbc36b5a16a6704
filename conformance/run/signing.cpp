#include "conformance/run/signing.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/run/report_path.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/report/signature.hpp"

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

void sign_run(const rig::PrivateKey& key, const std::string& head, const CommandLine& line) {
  if (head.empty()) throw rig::RigError("The run is not signed: it has no whole transcript.");
  const std::string transcript = report_path(line, line.transcript, "transcript.jsonl");
  const auto kept = [&](const std::string& named, const std::string& file) {
    const std::string path = report_path(line, named, file);
    return std::filesystem::is_regular_file(path) ? path : std::string();
  };
  const std::string text = rig::report::sign_files(key, head, transcript,
                                                   {{"transcript", transcript},
                                                    {"occasion", rig::occasion_path(transcript)},
                                                    {"report.json", kept(line.json, "report.json")},
                                                    {"junit.xml", kept(line.junit, "junit.xml")},
                                                    {"report.html", kept(line.html, "report.html")}});
  rig::write_whole(rig::report::signature_path(transcript), text);
}

}  // namespace conformance
