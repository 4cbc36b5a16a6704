#pragma once
/// What the tests of links in real time share: short words for asking a link, and figures of this process.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"
#include "rig/link/tests/exec_fixtures.hpp"
#include "rig/tests/contains.hpp"

namespace rig::testing {

inline Sent send(Link& link, std::string_view text) {
  return link.send(to_bytes(text), now());
}

inline Byte expect_byte(Link& link) {
  const Event event = link.receive(soon());
  const auto* gone = std::get_if<HungUp>(&event);
  BOOST_REQUIRE_MESSAGE(
      std::holds_alternative<Byte>(event),
      "no byte came, but event " << event.index() << (gone != nullptr ? ": " + gone->how : ""));
  return std::get<Byte>(event);
}

inline HungUp expect_hang_up(Link& link) {
  const Event event = link.receive(soon());
  BOOST_REQUIRE_MESSAGE(std::holds_alternative<HungUp>(event), "no hang-up, but event " << event.index());
  return std::get<HungUp>(event);
}

inline bool is_silent(Link& link, Duration time) {
  return std::holds_alternative<TimedOut>(link.receive(now() + time));
}

inline std::string take(Link& link, std::size_t count) {
  std::string text;
  while (text.size() < count) text.push_back(static_cast<char>(expect_byte(link).value));
  return text;
}

/// The message of the Error that `action` throws.
template <typename Error>
std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

/// Processor time that this thread has used: what waits does not use any, however busy the machine is.
inline Duration processor_time() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  const auto of = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

inline std::ptrdiff_t entries_of(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}
inline std::ptrdiff_t open_descriptors() {
  return entries_of("/proc/self/fd");
}

/// Whether a thread is on its way out: whoever joins it is let go before the kernel takes it off the list.
inline bool is_ending(const std::filesystem::path& thread) {
  constexpr unsigned pf_exiting = 0x4;
  std::ifstream file(thread / "stat");
  std::string stat;
  if (!std::getline(file, stat)) return true;
  std::istringstream after_name(stat.substr(stat.rfind(')') + 1));
  std::string state, parent, group, session, terminal, terminal_group;
  unsigned flags = 0;
  after_name >> state >> parent >> group >> session >> terminal >> terminal_group >> flags;
  return (flags & pf_exiting) != 0;
}
inline std::ptrdiff_t running_threads() {
  return std::ranges::count_if(std::filesystem::directory_iterator("/proc/self/task"),
                               [](const auto& thread) { return !is_ending(thread.path()); });
}

/// Waits a generous while for something that happens by itself.
inline bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    sleep(std::chrono::milliseconds(10));
  }
  return false;
}

/// A folder that goes with the test; everybody may look into it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "rig-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw RigError("no temporary folder can be made");
    path_ = std::filesystem::canonical(name);
    std::filesystem::permissions(path_, std::filesystem::perms(0755));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace rig::testing
