#include "conformance/run/logged_run.hpp"

#include <fmt/format.h>

#include <random>
#include <utility>

#include "conformance/run/signing.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/build_commit.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/report/digest.hpp"
#include "rig/report/run_log.hpp"

namespace conformance {

namespace {

std::string drawn_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

void LoggedRun::begin(const CommandLine& line, const rig::report::RunRecord& record) {
  if (line.log.empty()) return;
  std::string run = drawn_name();
  rig::report::append_to_log(line.log, key_of(line),
                             {{"event", "begin"},
                              {"run", run},
                              {"date", record.started},
                              {"team", record.team_name},
                              {"label", record.label},
                              {"contest", record.contest},
                              {"dut", record.dut},
                              {"seed", std::to_string(record.seed)},
                              {"commit", rig::build_commit()}});
  path_ = line.log;
  run_ = std::move(run);
}

void LoggedRun::end(const rig::PrivateKey& key, const rig::report::RunRecord& record) {
  append_end(key, headline(record), record.chain_head);
}

void LoggedRun::stop(const rig::PrivateKey& key, const std::string& why) {
  append_end(key, "stopped: " + why, {});
}

void LoggedRun::append_end(const rig::PrivateKey& key, const std::string& verdict, const std::string& head) {
  try {
    rig::report::append_to_log(path_, key,
                               {{"event", "end"},
                                {"run", std::exchange(run_, {})},
                                {"date", rig::utc_now()},
                                {"verdict", verdict},
                                {"head", head}});
  } catch (const rig::UsageError& error) {  // it was right when the run began
    throw rig::RigError(fmt::format("The end of the run is not in the log. {}", error.what()));
  }
}

}  // namespace conformance
