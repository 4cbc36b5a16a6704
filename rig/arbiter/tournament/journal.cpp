#include "rig/arbiter/tournament/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::arbiter::tournament {

namespace {

const std::string before_the_first(64, '0');

/// A line that is longer was not written by us.
constexpr std::size_t longest_line = std::size_t{1} << 22U;

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::string hash_of(std::string_view line) {
  return sha256_hex(to_bytes(line));
}

/// Reads entries in their order.
class LineReader {
 public:
  LineReader(const std::string& path, const std::function<void(const Entry&)>& tell)
      : path_(path), tell_(tell) {
    reading_.head = before_the_first;
  }

  /// False: the line is none that was ever whole.
  bool take(const std::string& line) {
    const Entry entry = why_too_deep(line).empty() ? Entry::parse(line, nullptr, false) : Entry();
    if (!entry.is_object() || !entry.contains("entry")) return false;
    if (const std::string why = why_not_next(entry); !why.empty()) refuse(why);
    reading_.lines += 1;
    reading_.bytes += line.size() + 1;
    reading_.head = hash_of(line);
    tell_(entry);
    return true;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("The journal {}, line {}: {}.", path_, reading_.lines + 1, why));
  }

  JournalReading& reading() { return reading_; }

 private:
  std::string why_not_next(const Entry& entry) const {
    const auto text = [&](const char* key) {
      return entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : std::string();
    };
    if (text("entry").empty() || text("date").empty()) return "\"entry\" and \"date\" are texts";
    if (!entry.contains("number") || entry["number"] != reading_.lines + 1)
      return fmt::format("its number is {}, and its place is {}",
                         entry.contains("number") ? visible(entry["number"].dump()) : "missing",
                         reading_.lines + 1);
    if (text("previous") != reading_.head)
      return fmt::format("it follows a line whose hash is {}, and that of the line before is {}",
                         visible(text("previous")), reading_.head);
    return {};
  }

  const std::string& path_;
  const std::function<void(const Entry&)>& tell_;
  JournalReading reading_;
};

/// A file in a new folder is there after a power cut only when the folder is on the disk.
void sync_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const Descriptor open_folder(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open_folder.is_open() || ::fsync(open_folder.number()) != 0)
    throw RigError(fmt::format("The folder of {} cannot be written: {}.", path, reason(errno)));
}

/// Whether the file could be locked in this way within a moment: who only looks whether it is locked has it
/// for no longer.
bool is_locked_now(const Descriptor& lock, int how, const std::string& path) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (::flock(lock.number(), how | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
      throw RigError(fmt::format("{} cannot be locked: {}.", path, reason(errno)));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  return false;
}

/// A decision without what its place in the journal gives it.
std::string signed_text(Entry decision) {
  for (const char* key : {"number", "date", "previous", "signature"}) decision.erase(key);
  return decision.dump();
}

}  // namespace

std::optional<Hold> Hold::take(const std::string& folder) {
  const std::string path = folder + "/lock";
  Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock.is_open()) throw RigError(fmt::format("{} cannot be opened: {}.", path, reason(errno)));
  if (!is_locked_now(lock, LOCK_EX, path)) return std::nullopt;
  std::array<char, HOST_NAME_MAX + 1> host{};
  ::gethostname(host.data(), HOST_NAME_MAX);
  const std::string words = fmt::format("process {} on {} since {}\n", ::getpid(), host.data(), utc_now());
  if (::ftruncate(lock.number(), 0) == 0) static_cast<void>(write_all(lock, words));
  return Hold(std::move(lock));
}

bool Hold::is_taken(const std::string& folder) {
  const std::string path = folder + "/lock";
  const Descriptor lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return lock.is_open() && !is_locked_now(lock, LOCK_SH, path);
}

std::string Hold::holder(const std::string& folder) {
  std::string words = content_of_file(folder + "/lock").value_or("");
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words.empty() ? "another process" : visible(words);
}

JournalReading read_journal(const std::string& path, const std::function<void(const Entry&)>& tell) {
  expect_ordinary_file(path);
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError(fmt::format("The journal {} cannot be read.", path));
  LineReader reader(path, tell);
  std::string line;
  while (std::getline(in, line)) {
    const bool is_whole = !in.eof();  // it ends with a line end
    const bool is_right = is_whole && line.size() <= longest_line && reader.take(line);
    if (is_right) continue;
    const bool is_last = in.eof() || in.peek() == std::char_traits<char>::eof();
    if (!is_last) reader.refuse("it is no entry of a journal");
    reader.reading().torn = line.size() + (is_whole ? 1 : 0);
    break;
  }
  return reader.reading();
}

Journal::Journal(std::string path, const std::function<void(const Entry&)>& tell) : path_(std::move(path)) {
  const bool is_new = !std::filesystem::exists(path_);
  file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!file_.is_open())
    throw RigError(fmt::format("The journal {} cannot be opened: {}.", path_, reason(errno)));
  if (is_new) sync_folder(path_);
  reading_ = read_journal(path_, tell);
  if (reading_.torn == 0) return;
  if (::ftruncate(file_.number(), static_cast<off_t>(reading_.bytes)) != 0 || ::fsync(file_.number()) != 0)
    throw RigError(fmt::format("The journal {} cannot be written: {}.", path_, reason(errno)));
}

Entry Journal::append(const std::string& what, const Entry& facts) {
  Entry entry{
      {"entry", what}, {"number", reading_.lines + 1}, {"date", utc_now()}, {"previous", reading_.head}};
  for (const auto& [key, value] : facts.items()) {
    if (key != "entry") entry[key] = value;
  }
  const std::string line = entry.dump();
  int error = write_all(file_, line + "\n");
  if (error == 0 && ::fsync(file_.number()) != 0) error = errno;
  if (error != 0) {
    static_cast<void>(::ftruncate(file_.number(), static_cast<off_t>(reading_.bytes)));
    throw RigError(fmt::format("The journal {} cannot be written: {}.", path_, reason(error)));
  }
  reading_.lines += 1;
  reading_.bytes += line.size() + 1;
  reading_.head = hash_of(line);
  return entry;
}

void sign_decision(Entry& decision, const PrivateKey& key) {
  decision["signature"] = key.sign(signed_text(decision));
}

std::string hash_of_decision(const Entry& decision) {
  return hash_of(signed_text(decision));
}

bool is_signed_by(const PublicKey& key, const Entry& decision) {
  const auto signature = decision.find("signature");
  return signature != decision.end() && signature->is_string() &&
         key.verifies(signed_text(decision), signature->get<std::string>());
}

}  // namespace rig::arbiter::tournament
