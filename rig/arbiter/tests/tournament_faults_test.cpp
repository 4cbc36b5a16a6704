// A disk that fails at any write, fsync or rename: no result is lost, none counts twice.
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdio>

#include "rig/arbiter/tests/tournament_tools.hpp"
#include "rig/base/errors.hpp"

namespace {

/// The call that fails, counted over all kinds; 0: none does.
long failing_call = 0;
long calls = 0;

bool fails_now() {
  return failing_call > 0 && ++calls == failing_call;
}

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// What the libraries of the rig call in this program.
extern "C" ssize_t write(int file, const void* bytes, size_t count) {
  static const auto system = real<ssize_t (*)(int, const void*, size_t)>("write");
  if (file > 2 && fails_now()) {
    if (count > 1) static_cast<void>(system(file, bytes, count / 2));  // half of it is there
    errno = ENOSPC;
    return -1;
  }
  return system(file, bytes, count);
}

extern "C" int fsync(int file) {
  static const auto system = real<int (*)(int)>("fsync");
  if (fails_now()) {
    errno = EIO;
    return -1;
  }
  return system(file);
}

extern "C" int rename(const char* from, const char* to) noexcept {
  static const auto system = real<int (*)(const char*, const char*)>("rename");
  if (fails_now()) {
    errno = ENOSPC;
    return -1;
  }
  return system(from, to);
}

using namespace rig::arbiter::tournament;

namespace {

/// Plays as far as it gets with a disk that fails once at this call; then to the end without a fault.
std::string places_after_fault(const Plan& plan, long call, bool& has_failed) {
  const Folder folder;
  Ears ears;
  calls = 0;
  failing_call = call;
  try {
    Tournament tournament(plan, folder.path(), "test", ears);
    TestDesk desk(folder.path());
    tournament.run(desk);
  } catch (const rig::RigError&) {
  }
  has_failed = calls >= call;
  failing_call = 0;
  Tournament tournament(plan, folder.path(), "test", ears);
  TestDesk desk(folder.path());
  BOOST_REQUIRE(tournament.run(desk) == Standstill::over);
  std::map<std::string, int> counted;
  read_journal(folder.journal(), [&](const Entry& entry) {
    if (entry.at("entry") == "game") counted[entry.at("game")] += 1;
  });
  for (const auto& [game, times] : counted) BOOST_TEST(times == 1, game << " counts " << times << " times");
  return order_of(tournament.step());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_fault_at_each_call_leaves_the_same_places) {
  const Plan plan = plan_from(plan_text(4, "name = \"round-robin\""), "plan.toml", "");
  bool has_failed = false;
  const std::string wanted = places_after_fault(plan, 1'000'000, has_failed);
  BOOST_TEST(!has_failed);
  long call = 1;
  for (; call < 10'000; ++call) {
    const std::string places = places_after_fault(plan, call, has_failed);
    if (!has_failed) break;
    BOOST_TEST(places == wanted, "after a fault at call " << call);
  }
  BOOST_TEST(call > 50);  // there were faults
}
