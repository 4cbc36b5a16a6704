#include "rig/tools/evidence/verify.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <vector>

#include "conformance/catalogue.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/build_commit.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/report/signature.hpp"
#include "rig/tools/evidence/compare_runs.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string content_of(const fs::path& path) {
  if (const auto content = content_of_file(path)) return *content;
  throw RigError(fmt::format("{} cannot be read.", path.string()));
}

/// A folder that vanishes with the object.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "rig-verify-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw RigError(fmt::format("No temporary folder: {}.", std::generic_category().message(errno)));
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// Runs the `certify` that lies beside this program; its words go to a file. Its exit status.
int run_certify(std::vector<std::string> words, const std::string& output) {
  const std::string program = beside_this_program("certify").string();
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                   0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = -1;
  const int error = posix_spawn(&child, program.c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw RigError(fmt::format("{} cannot be started: {}.", program, std::generic_category().message(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status))
    throw RigError(fmt::format("{} was killed by signal {}.", program, WTERMSIG(status)));
  return WEXITSTATUS(status);
}

class Verification {
 public:
  explicit Verification(const VerifyRequest& request) : request_(request) { find_transcript(); }

  int perform() {
    look_at_signature();
    look_at_transcript();
    if (transcript_) judge_again();
    if (request_.again) run_again();
    return conclude();
  }

 private:
  void find_transcript() {
    const bool folder = fs::is_directory(request_.what);
    path_ = folder ? (fs::path(request_.what) / "transcript.jsonl").string() : request_.what;
    if (!fs::is_regular_file(path_))
      throw UsageError(folder
                           ? fmt::format("{} holds no transcript.jsonl: it is no folder of a run's reports.",
                                         request_.what)
                           : fmt::format("{}: there is no such folder or transcript.", request_.what));
    if (!request_.key.empty()) wanted_key_ = PublicKey::from_file(request_.key).hex();
    // Where a signature names another one, that is held against it; else what lies in the folder.
    const fs::path report = fs::path(path_).parent_path() / "report.json";
    if (folder && fs::exists(report)) report_ = report.string();
  }

  static void tell(const std::string& what, const std::string& text) {
    std::cout << fmt::format("{:<10} {}\n", what, text);
  }
  void found(const std::string& what) {
    ++found_;
    tell("CHANGED", what);
  }
  void cannot_tell(const std::string& why) {
    ++unsure_;
    tell("unsure", why);
  }

  // the signature

  void look_at_signature() {
    const std::string path = report::signature_path(path_);
    if (!fs::exists(path)) {
      if (!wanted_key_.empty()) found(fmt::format("there is no signature {}, and a key was asked for", path));
      return;
    }
    try {
      signature_ = report::signature_from(content_of(path), path);
      if (!is_valid(path)) return signature_.reset();  // what it says of files is worth nothing
    } catch (const UsageError& error) {
      signature_.reset();
      return found(error.what());
    }
    for (const report::SignedFile& file : signature_->files) look_at_file(file);
    if (const report::SignedFile* report = signature_->file("report.json"))
      report_ = place_of(*report).string();
  }

  bool is_valid(const std::string& path) {
    const PublicKey key = PublicKey::from_hex(signature_->key);
    if (!key.verifies(report::signed_text(*signature_), signature_->signature)) {
      found(fmt::format("signature {}: it is not that of the key {} under this text", path, signature_->key));
      return false;
    }
    if (!wanted_key_.empty() && wanted_key_ != signature_->key) {
      found(fmt::format("signature {}, line 2: the run is signed with the key {}, and {} is {}", path,
                        signature_->key, request_.key, wanted_key_));
      return true;
    }
    tell("signed", fmt::format("with the key {}{}", signature_->key,
                               wanted_key_.empty() ? "; whose that is you have to know (--key)"
                                                   : ", which is " + request_.key));
    return true;
  }

  fs::path place_of(const report::SignedFile& file) const {
    return fs::path(path_).parent_path() / file.path;
  }

  void look_at_file(const report::SignedFile& file) {
    const fs::path place = place_of(file);
    if (!fs::is_regular_file(place))
      return found(fmt::format("{} was signed, and is not there", place.string()));
    const std::string hash = sha256_file(place);
    if (hash == file.sha256) return tell("intact", fmt::format("{}  {}", hash, place.string()));
    found(fmt::format("{}: its SHA-256 is {}, and {} was signed", place.string(), hash, file.sha256));
  }

  // the transcript

  void look_at_transcript() {
    try {
      transcript_ = read_transcript(path_);
    } catch (const UsageError& error) {
      return found(error.what());
    }
    const std::string& head = transcript_->head;
    if (head.empty())
      return cannot_tell(fmt::format("{} is not chained: nothing shows whether it was changed", path_));
    tell("chain", fmt::format("whole, {} cases, head {}", transcript_->segments.size(), head));
    if (signature_ && signature_->head != head)
      found(fmt::format("{}: the head of its chain is {}, and {} was signed", path_, head, signature_->head));
    try {
      occasion_ = read_occasion(path_, transcript_->head_of_occasion());
    } catch (const UsageError& error) {
      return found(error.what());
    }
    if (!occasion_) return tell("occasion", "there is no " + occasion_path(path_));
    look_at_seed();
    const auto signer = occasion_->facts.find("signed-by");
    if (signer == occasion_->facts.end()) return;
    const bool has_ended = transcript_->beginning.empty();
    if (has_ended && !fs::exists(report::signature_path(path_)))
      found(fmt::format("{} says that the run was signed, and there is no signature", occasion_path(path_)));
    if (signature_ && signer->second != signature_->key)
      found(fmt::format("{} says that the run was signed with the key {}", occasion_path(path_),
                        signer->second));
  }

  /// Whoever says that a seed was derived from a text has to have the seed of that text.
  void look_at_seed() {
    const auto text = occasion_->facts.find("seed-from");
    if (text == occasion_->facts.end()) return;
    const std::string derived = sha256_hex(to_bytes(text->second)).substr(0, 16);
    const std::string seed = fmt::format("{:016x}", transcript_->header.seed);
    if (derived != seed)
      return found(fmt::format("{}: the seed of the run is {} (hexadecimal), and that of \"{}\" is {}",
                               occasion_path(path_), seed, visible(text->second), derived));
    tell("seed", fmt::format("{}, derived from \"{}\"", transcript_->header.seed, visible(text->second)));
  }

  bool is_of_a_referee() const {
    const auto& options = transcript_->header.options;
    const auto referee = options.find("referee");
    return referee != options.end() && !referee->second.empty();
  }

  // judging it again

  void judge_again() {
    note_other_rig();
    const std::string replay = work_.file("replay.json");
    const int status =
        run_certify({"--dut", "transcript:" + path_, "--reports", "", "--json", replay, "--quiet"},
                    work_.file("replay.txt"));
    if (!fs::exists(replay)) {
      const std::string said = visible(content_of(work_.file("replay.txt")), Newlines::kept);
      if (status == 2) return found("the transcript cannot be judged again: " + said);
      return cannot_tell("the transcript could not be judged again: " + said);
    }
    const json judged = json::parse(content_of(replay));
    tell("verdict", judged.at("headline").get<std::string>());
    if (report_.empty()) return tell("report", "no report.json to compare with");
    json recorded;
    try {
      recorded = json::parse(content_of(report_));
    } catch (const json::exception& error) {
      return found(fmt::format("{} is no JSON: {}", report_, error.what()));
    }
    look_at_evidence_of(recorded);
    const std::vector<std::string> differences = differences_of_reports(recorded, judged);
    // A run that could not tell (a worker died, it was interrupted) knows what its transcript does not.
    const bool knows_more = recorded.is_object() && recorded.value("exit_status", json()) == 3;
    for (const std::string& difference : differences) {
      const std::string text = fmt::format("{}, {}", report_, difference);
      other_rig_ || knows_more || transcript_->head.empty() ? cannot_tell(text) : found(text);
    }
    if (differences.empty()) tell("report", report_ + " says what the transcript gives");
    if (!signature_)
      tell("report",
           "not compared, for the run is not signed: HTML and JUnit, how long it took, its commands");
  }

  /// Other words of clauses, or other cases, may give another verdict.
  void note_other_rig() {
    const auto& header = transcript_->header;
    const auto fact = [&](const char* name) {
      const auto found = header.identity.find(name);
      return found == header.identity.end() ? std::string() : found->second;
    };
    const std::string commit = build_commit();
    const std::string clauses = conformance::clauses_hash(
        conformance::load_catalogue(header.contest + (is_of_a_referee() ? "-referee" : "")));
    other_rig_ = fact("commit") != commit || (!fact("clauses").empty() && fact("clauses") != clauses);
    if (!other_rig_) return;
    const auto named = [](const std::string& one) { return one.empty() ? "no commit" : "commit " + one; };
    tell("rig", fmt::format("recorded by {}, judged now by {}{}", named(fact("commit")), named(commit),
                            fact("clauses") == clauses ? ", by the same clauses" : ", by other clauses"));
  }

  void look_at_evidence_of(const json& recorded) {
    const auto part = [&](const char* name) {
      const json::json_pointer place(std::string("/evidence/") + name);
      return recorded.contains(place) ? recorded.at(place) : json();
    };
    const auto compare = [&](const char* name, const std::string& value) {
      if (part(name) != value)
        found(fmt::format("{}, /evidence/{}: the report has {}, and it is \"{}\"", report_, name,
                          part(name).dump(-1, ' ', false, json::error_handler_t::replace), value));
    };
    compare("sha256", sha256_file(path_));
    if (transcript_->head.empty()) return;  // so is a report of that time
    compare("head", transcript_->head);
    compare("occasion_sha256", occasion_ ? sha256_file(occasion_path(path_)) : std::string());
    compare("signed_by", signature_ ? signature_->key : std::string());
  }

  // running it anew

  void run_again() {
    if (!transcript_) return;
    const std::string& dut = transcript_->header.dut;
    if (!dut.starts_with("rtl:") && !dut.starts_with("builtin:"))
      throw UsageError(
          fmt::format("--again: {} lives in real time, and no two runs of it are alike; only rtl: and "
                      "builtin: can be run again.",
                      dut.empty() ? "a referee" : dut));
    const std::string anew = work_.file("again.jsonl");
    const int status =
        run_certify({"--dut", "transcript:" + path_, "--again", "--transcript", anew, "--quiet"},
                    work_.file("again.txt"));
    if (!fs::exists(anew))
      return cannot_tell(fmt::format("it could not be run again (exit status {}): {}", status,
                                     visible(content_of(work_.file("again.txt")), Newlines::kept)));
    const std::vector<std::string> differences = differences_of_cases(*transcript_, read_transcript(anew));
    for (const std::string& one : differences)
      other_rig_ ? cannot_tell("run again, " + one) : found("run again, " + one);
    tell("again",
         fmt::format("{} of {} cases are the same, byte for byte",
                     transcript_->segments.size() - differences.size(), transcript_->segments.size()));
  }

  int conclude() const {
    if (found_ > 0) {
      std::cout << "\nnot as it was: the evidence was changed, or is not signed as asked\n";
      return 1;
    }
    if (unsure_ > 0) {
      std::cout << "\ncould not tell\n";
      return 3;
    }
    std::cout << (signature_
                      ? "\nverified: signed, and nothing was changed since\n"
                      : "\nconsistent, and not signed: whoever has these files could have made them\n");
    return 0;
  }

  const VerifyRequest& request_;
  std::string path_;    // of the transcript
  std::string report_;  // the JSON report; empty: none
  std::string wanted_key_;
  std::optional<report::Signature> signature_;  // once it was read
  std::optional<Transcript> transcript_;
  std::optional<Occasion> occasion_;
  WorkFolder work_;
  bool other_rig_ = false;
  int found_ = 0;
  int unsure_ = 0;
};

}  // namespace

int verify(const VerifyRequest& request) {
  return Verification(request).perform();
}

std::string verify_help() {
  return "Examples:\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo                       hashes, chain, verdicts\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo --key organiser.pub   and who signed it\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo --again               and runs it anew (rtl, "
         "builtin)\n"
         "  rig verify transcript.jsonl                                       the transcript alone\n\n"
         "Exit status: 0 all of it fits; 1 something was changed, or is not signed as asked; 2 usage;\n"
         "3 it cannot be told: not chained, judged by another rig, or not to be run again.\n"
         "docs/evidence.md says what that proves, and what it does not.";
}

}  // namespace rig
