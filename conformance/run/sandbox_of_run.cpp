#include "conformance/run/sandbox_of_run.hpp"

#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/transcript/writer.hpp"

namespace conformance {

namespace fs = std::filesystem;

rig::Sandbox sandbox_of_programs(const CommandLine& line, const std::string& transcript) {
  rig::Sandbox sandbox;
  sandbox.wish = rig::sandboxing_from(line.sandbox);
  sandbox.shown.assign(line.sandbox_shows.begin(), line.sandbox_shows.end());
  const std::string unfinished =
      transcript.empty() ? transcript : rig::TranscriptWriter::unfinished_path(transcript);
  for (const std::string& path : {line.reports, unfinished, line.parts, line.log, line.signing_key}) {
    if (!path.empty()) sandbox.hidden.emplace_back(path);
  }
  return sandbox;
}

rig::Sandbox sandbox_of(const rig::host::Description& referee, rig::Sandbox of_any) {
  using rig::host::Way;
  of_any.network = referee.uses(Way::tcp_connects) || referee.uses(Way::tcp_listens);
  return of_any;
}

std::vector<std::string> cage_of_worker(const std::string& program, const RunPlan& plan,
                                        const WaveOptions& waves, const fs::path& models) {
  rig::Sandbox cage = plan.sandbox;
  for (const fs::path& folder : rig::model_folders()) cage.shown.push_back(folder);
  cage.shown.push_back(models);
  for (const rig::game::Module& module : rig::game::modules()) cage.shown.push_back(module.file);
  for (const std::string& named : {plan.dut->target, plan.options.contest, plan.options.scenario}) {
    if (named.ends_with(".toml") && fs::exists(named)) cage.shown.emplace_back(named);
  }
  for (const fs::path& folder : {fs::path(waves.folder), fs::path(waves.coverage).parent_path()}) {
    if (folder.empty()) continue;
    fs::create_directories(folder);
    cage.written.push_back(folder);
  }
  std::vector<std::string> words = rig::sandbox_words(cage, {{program}, {}, {}, true});
  words.insert(words.begin() + 1, "--die-with-parent");
  return words;
}

}  // namespace conformance
