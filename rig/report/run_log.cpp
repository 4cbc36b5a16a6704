#include "rig/report/run_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::report {

namespace {

using nlohmann::json;

std::string to_line(const LogFacts& facts) {
  return json(facts).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string signed_line(const PrivateKey& key, LogFacts facts) {
  facts["signature"] = key.sign(to_line(facts));
  return to_line(facts);
}

std::string hash_before(const std::vector<LogEntry>& entries) {
  constexpr std::size_t hash_digits = 64;
  return entries.empty() ? std::string(hash_digits, '0') : entries.back().hash;
}

/// Reads line after line, and stops at the first that is not right.
class LineReader {
 public:
  explicit LineReader(LogReading& log) : log_(log) {}

  /// What is wrong with it; empty: it is the next entry.
  std::string take(const std::string& line) {
    LogFacts facts;
    try {
      facts = json::parse(line).get<LogFacts>();
    } catch (const json::exception&) {
      return fmt::format("found \"{}\", allowed is a JSON object of texts", visible(line));
    }
    if (to_line(facts) != line) return "it is not written as certify --log writes it";
    std::string why = why_not_signed(facts);
    if (why.empty()) why = why_not_next(facts);
    if (why.empty()) log_.entries.push_back({facts, sha256_hex(to_bytes(line))});
    return why;
  }

 private:
  static std::string why_not_signed(LogFacts facts) {
    const std::vector<std::string> always = {"event", "run", "date", "key", "previous", "signature"};
    const std::vector<std::string> at_begin = {"team", "label", "contest", "dut", "seed", "commit"};
    const std::vector<std::string> at_end = {"verdict", "head"};
    const std::string event = facts["event"];
    if (event != "begin" && event != "end")
      return fmt::format("\"event\" is \"{}\", allowed are begin and end", visible(event));
    for (const auto& names : {always, event == "begin" ? at_begin : at_end}) {
      for (const std::string& name : names) {
        if (!facts.contains(name)) return fmt::format("\"{}\" is missing", name);
      }
    }
    const std::string signature = facts.extract("signature").mapped();
    try {
      if (PublicKey::from_hex(facts["key"]).verifies(to_line(facts), signature)) return {};
    } catch (const UsageError& error) {
      return visible(error.what());
    }
    return fmt::format("its signature is not that of the key {}", facts["key"]);
  }

  /// Its place in the log.
  std::string why_not_next(const LogFacts& facts) {
    const std::string before = hash_before(log_.entries);
    if (facts.at("previous") != before)
      return fmt::format("it follows a line whose hash is {}, and that of the line before is {}",
                         visible(facts.at("previous")), before);
    if (!log_.entries.empty() && log_.entries.front().facts.at("key") != facts.at("key"))
      return fmt::format("it is signed with the key {}, and the lines before with {}", facts.at("key"),
                         log_.entries.front().facts.at("key"));
    const std::string& run = facts.at("run");
    if (facts.at("event") == "end")
      return open_.erase(run) == 1 ? "" : fmt::format("no run {} is under way", visible(run));
    open_.insert(run);
    return begun_.insert(run).second ? "" : fmt::format("the run {} began before", visible(run));
  }

  LogReading& log_;
  std::set<std::string> begun_;
  std::set<std::string> open_;  // those that have not ended
};

std::string reason() {
  return std::generic_category().message(errno);
}

/// Open for adding to it, and held: nobody else adds to it meanwhile.
Descriptor held(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644));
  if (!file.is_open()) throw UsageError(fmt::format("The log {} cannot be opened: {}.", path, reason()));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
    throw UsageError(fmt::format("The log {} is no ordinary file.", path));
  while (::flock(file.number(), LOCK_EX) != 0) {
    if (errno != EINTR) throw RigError(fmt::format("The log {} cannot be locked: {}.", path, reason()));
  }
  return file;
}

}  // namespace

LogReading read_log(const std::string& text, const std::string& path) {
  LogReading log;
  LineReader reader(log);
  std::size_t at = 0;
  for (int number = 1; at < text.size(); ++number) {
    const std::size_t end = text.find('\n', at);
    const std::string why =
        end != std::string::npos
            ? reader.take(text.substr(at, end - at))
            : fmt::format(
                  "the line does not end: whoever wrote it was stopped. Without it the file has {} "
                  "bytes (truncate -s {})",
                  at, at);
    if (!why.empty()) {
      log.fault = fmt::format("The log {}, line {}: {}.", path, number, why);
      return log;
    }
    at = end + 1;
  }
  return log;
}

void append_to_log(const std::string& path, const PrivateKey& key, LogFacts facts) {
  const Descriptor file = held(path);
  // The file that is held, whatever has its name by now.
  const auto text = content_of_file(fmt::format("/proc/self/fd/{}", file.number()));
  if (!text) throw RigError(fmt::format("The log {} cannot be read.", path));
  const LogReading log = read_log(*text, path);
  if (!log.fault.empty()) throw UsageError(log.fault);
  facts["key"] = key.public_key().hex();
  if (!log.entries.empty() && log.entries.front().facts.at("key") != facts["key"])
    throw UsageError(fmt::format("The log {} is kept with the key {}, and this one is {}.", path,
                                 log.entries.front().facts.at("key"), facts["key"]));
  facts["previous"] = hash_before(log.entries);
  int error = write_all(file, signed_line(key, std::move(facts)) + "\n");
  if (error == 0 && ::fsync(file.number()) != 0) error = errno;
  if (error == 0) return;
  // Half a line would be the last one for ever.
  static_cast<void>(::ftruncate(file.number(), static_cast<off_t>(text->size())));
  throw RigError(
      fmt::format("The log {} cannot be written: {}.", path, std::generic_category().message(error)));
}

}  // namespace rig::report
