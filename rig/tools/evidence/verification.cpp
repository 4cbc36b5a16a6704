#include "rig/tools/evidence/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <system_error>

#include "conformance/suite/catalogue.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/program/build_commit.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/protocol/contest_file.hpp"
#include "rig/report/compare_runs.hpp"
#include "rig/tools/evidence/run_certify.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string content_of(const fs::path& path) {
  if (const auto content = content_of_file(path)) return *content;
  throw RigError(fmt::format("{} cannot be read.", path.string()));
}

/// An ordinary file, and no link to one that lies elsewhere.
bool is_plain_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored));
}

/// The words of a program, a line each.
void tell_all(const std::string& what, const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (!line.empty()) tell(what, std::string(line));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
}

std::string fact_in(const std::map<std::string, std::string>& facts, const std::string& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? std::string() : found->second;
}

/// `2026-11-22`, or with a time in UTC: `2026-11-22T10:00:00Z`.
void expect_instant(const std::string& text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
  constexpr std::size_t day = 10;
  bool fits = text.size() == form.size() || text.size() == day;
  for (std::size_t i = 0; fits && i < text.size(); ++i)
    fits = form[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == form[i];
  if (!fits)
    throw UsageError(
        fmt::format("--newer-than: found \"{}\", allowed is a day or an instant in UTC, as in 2026-11-22 or "
                    "2026-11-22T10:00:00Z.",
                    text));
}

}  // namespace

void tell(const std::string& what, const std::string& text) {
  std::cout << fmt::format("{:<10} {}\n", what, visible(text));
}

Verification::Verification(const VerifyRequest& request, const Bundle* bundle)
    : request_(request), bundle_(bundle) {
  find_transcript();
  if (!request.key.empty()) wanted_key_ = PublicKey::from_file(request.key).hex();
  if (!request.policy.newer_than.empty()) expect_instant(request.policy.newer_than);
  if (!request.policy.bitstream.empty()) {
    if (!fs::is_regular_file(request.policy.bitstream))
      throw UsageError(fmt::format("--bitstream: there is no file {}.", request.policy.bitstream));
    wanted_bitstream_ = sha256_file(request.policy.bitstream);
  }
}

int Verification::perform() {
  look_at_signatures();
  look_at_transcript();
  if (transcript_) {
    judge_again();
    tell_what_it_is();
    if (bundle_ != nullptr) hold_statement_against_run();
    hold_against_policy();
  }
  if (request_.again) run_again();
  return conclude();
}

void Verification::find_transcript() {
  const bool folder = fs::is_directory(request_.what);
  if (folder) folder_ = request_.what;
  path_ = folder ? (fs::path(request_.what) / "transcript.jsonl").string() : request_.what;
  if (!fs::is_regular_file(path_))
    throw UsageError(folder ? fmt::format("{} holds no transcript.jsonl: it is no folder of a run's reports.",
                                          request_.what)
                            : fmt::format("{}: there is no such folder or transcript.", request_.what));
  // Where a signature names another one, that is held against it; else what lies in the folder.
  const fs::path report = fs::path(path_).parent_path() / "report.json";
  if (folder && is_plain_file(report)) report_ = report.string();
}

void Verification::found(const std::string& what) {
  ++found_;
  tell("CHANGED", what);
}

void Verification::cannot_tell(const std::string& why) {
  ++unsure_;
  tell("unsure", why);
}

// the signatures

void Verification::look_at_signatures() {
  const std::vector<std::string> paths = report::signature_paths(path_);
  if (bundle_ != nullptr) look_at_bundle();
  for (const std::string& path : paths) look_at_signature(path);
  if (!wanted_key_.empty() && !signed_as_asked_)
    found(
        paths.empty() && signatures_.empty()
            ? fmt::format("there is no signature {}, and a key was asked for", report::signature_path(path_))
            : fmt::format("{} is the key {}, and none of the signatures is of it", request_.key,
                          wanted_key_));
  if (!signatures_.empty()) name_what_is_not_signed();
}

void Verification::look_at_signature(const std::string& path) {
  report::Signature signature;
  try {
    if (!is_plain_file(path)) return found(fmt::format("signature {}: it is no ordinary file", path));
    signature = report::signature_from(content_of_ordinary_file(path), path);
    if (!is_valid(signature, path)) return;  // what it says of files is worth nothing
  } catch (const UsageError& error) {
    return found(error.what());
  }
  for (const report::SignedFile& file : signature.files) look_at_file(file, path);
  if (const report::SignedFile* report = signature.file("report.json"))
    report_ = (fs::path(path_).parent_path() / report->path).string();
  if (!is_plain_file(report_)) report_.clear();  // told as changed
  covered_.insert(fs::path(path).lexically_normal());
  signatures_.push_back(std::move(signature));
}

bool Verification::is_valid(const report::Signature& signature, const std::string& path) {
  if (!PublicKey::from_hex(signature.key).verifies(report::signed_text(signature), signature.signature)) {
    found(fmt::format("signature {}: it is not that of the key {} under this text", path, signature.key));
    return false;
  }
  note_signer(signature.key);
  return true;
}

void Verification::note_signer(const std::string& key) {
  const bool as_asked = key == wanted_key_;
  signed_as_asked_ = signed_as_asked_ || as_asked;
  tell("signed", fmt::format("with the key {}{}", key,
                             as_asked ? ", which is " + request_.key : "; whose that is you have to know"));
}

/// Whoever signs the statement of a bundle signs the files that it names.
void Verification::look_at_bundle() {
  for (const std::string& difference : differences_of_files(*bundle_)) found(difference);
  const Statement& statement = bundle_->statement();
  if (!bundle_->signer()) return;
  note_signer(*bundle_->signer());
  for (const auto& [name, hash] : statement.subject)
    covered_.insert((fs::path(folder_) / name).lexically_normal());
  report::Signature signature;
  signature.key = *bundle_->signer();
  const json head = statement.predicate.value("head", json());
  if (head.is_string()) signature.head = head.get<std::string>();
  signatures_.push_back(std::move(signature));
}

void Verification::look_at_file(const report::SignedFile& file, const std::string& signature) {
  const fs::path folder = fs::path(path_).parent_path();
  const fs::path place = (folder / file.path).lexically_normal();
  const fs::path from_folder = fs::path(file.path).lexically_normal();
  if (from_folder.is_absolute() || *from_folder.begin() == "..")
    return found(
        fmt::format("{}: it names {}, which lies outside the folder of the run", signature, file.path));
  covered_.insert(place);
  if (!is_plain_file(place))
    return found(fmt::format("{} was signed, and is {}", place.string(),
                             fs::exists(fs::symlink_status(place)) ? "no ordinary file" : "not there"));
  const std::string hash = sha256_file(place);
  if (hash == file.sha256) return tell("intact", fmt::format("{}  {}", hash, place.string()));
  found(fmt::format("{}: its SHA-256 is {}, and {} was signed", place.string(), hash, file.sha256));
}

/// They lie beside what was signed, and look as if they were.
void Verification::name_what_is_not_signed() const {
  if (!is_folder()) return;
  std::error_code ignored;
  std::vector<std::string> names;
  for (const fs::directory_entry& one : fs::recursive_directory_iterator(folder_, ignored)) {
    if (!one.is_directory() && !covered_.contains(one.path().lexically_normal()))
      names.push_back(one.path().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) tell("UNSIGNED", name + " is in the folder; no signature covers it");
}

// the transcript

void Verification::look_at_transcript() {
  try {
    transcript_ = read_transcript(path_);
  } catch (const UsageError& error) {
    return found(error.what());
  }
  const std::string& head = transcript_->head;
  if (head.empty())
    return cannot_tell(fmt::format("{} is not chained: nothing shows whether it was changed", path_));
  tell("chain", fmt::format("whole, {} cases, head {}", transcript_->segments.size(), head));
  for (const report::Signature& signature : signatures_) {
    if (signature.head != head)
      found(fmt::format("{}: the head of its chain is {}, and {} was signed", path_, head, signature.head));
  }
  look_at_occasion();
}

void Verification::look_at_occasion() {
  try {
    occasion_ = read_occasion(path_, transcript_->head_of_occasion());
  } catch (const UsageError& error) {
    return found(error.what());
  }
  if (!occasion_) return tell("occasion", "there is no " + occasion_path(path_));
  look_at_seed();
  const std::string signer = fact_in(occasion_->facts, "signed-by");
  if (signer.empty() || !transcript_->beginning.empty()) return;  // or it has not ended
  const bool has_signed = std::any_of(signatures_.begin(), signatures_.end(),
                                      [&](const report::Signature& one) { return one.key == signer; });
  if (!has_signed)
    found(fmt::format("{} says that the run was signed with the key {}, and there is no such signature",
                      occasion_path(path_), signer));
}

/// Whoever says that a seed was derived from a text has to have the seed of that text.
void Verification::look_at_seed() {
  const auto text = occasion_->facts.find("seed-from");
  if (text == occasion_->facts.end()) return;
  const std::string derived = sha256_hex(to_bytes(text->second)).substr(0, 16);
  const std::string seed = fmt::format("{:016x}", transcript_->header.seed);
  if (derived != seed)
    return found(fmt::format("{}: the seed of the run is {} (hexadecimal), and that of \"{}\" is {}",
                             occasion_path(path_), seed, visible(text->second), derived));
  tell("seed", fmt::format("{}, derived from \"{}\"", transcript_->header.seed, visible(text->second)));
}

bool Verification::is_of_a_referee() const {
  return !fact_in(transcript_->header.options, "referee").empty();
}

// judging it again

void Verification::judge_again() {
  note_other_rig();
  const std::string replay = work("replay.json");
  const int status = run_certify(
      {"--dut", "transcript:" + path_, "--reports", "", "--json", replay, "--quiet"}, work("replay.txt"));
  if (!fs::exists(replay)) {
    tell_all("", content_of(work("replay.txt")));
    const std::string what =
        fmt::format("the transcript {} be judged again", status == 2 ? "cannot" : "could not");
    return status == 2 ? found(what) : cannot_tell(what);
  }
  judged_ = json::parse(content_of(replay));
  if (report_.empty()) return tell("report", "no report.json to compare with");
  hold_report_against(judged_);
}

void Verification::hold_report_against(const json& judged) {
  json recorded;
  try {
    const std::string text = content_of_ordinary_file(report_);
    if (const std::string why = why_too_deep(text); !why.empty())
      return found(fmt::format("{}: {}", report_, why));
    recorded = json::parse(text);
  } catch (const json::exception& error) {
    return found(fmt::format("{} is no JSON: {}", report_, error.what()));
  } catch (const UsageError& error) {
    return found(error.what());
  }
  look_at_evidence_of(recorded);
  const std::vector<std::string> differences = report::differences_of_reports(recorded, judged);
  // A run that could not tell (a worker died, it was interrupted) knows what its transcript does not.
  const bool knows_more = recorded.is_object() && recorded.value("exit_status", json()) == 3;
  for (const std::string& difference : differences) {
    const std::string text = fmt::format("{}, {}", report_, difference);
    other_rig_ || knows_more || transcript_->head.empty() ? cannot_tell(text) : found(text);
  }
  if (differences.empty()) tell("report", report_ + " matches the replayed transcript");
  if (signatures_.empty())
    tell("report", "not compared, for the run is not signed: HTML and JUnit, how long it took, its commands");
}

/// Other words of clauses, or other cases, may give another verdict.
void Verification::note_other_rig() {
  const auto& header = transcript_->header;
  const auto fact = [&](const char* name) {
    const auto found = header.identity.find(name);
    return found == header.identity.end() ? std::string() : found->second;
  };
  if (const std::string why = game::why_not_judged(header.identity); !why.empty())
    throw UsageError(fmt::format("{}: {}.", path_, why));
  const std::string commit = build_commit();
  protocol::learn_carried(header.options);
  const std::string clauses = conformance::clauses_hash(
      conformance::load_catalogue(header.contest + (is_of_a_referee() ? "-referee" : "")));
  other_rig_ = fact("commit") != commit || (!fact("clauses").empty() && fact("clauses") != clauses);
  for (const std::string& module : game::other_modules(header.identity)) {
    other_rig_ = true;
    tell("module", module + " is not the file that the run had");
  }
  if (!other_rig_) return;
  const auto named = [](const std::string& one) { return one.empty() ? "no commit" : "commit " + one; };
  tell("rig", fmt::format("recorded by {}, judged now by {}{}", named(fact("commit")), named(commit),
                          fact("clauses") == clauses ? ", by the same clauses" : ", by other clauses"));
}

void Verification::look_at_evidence_of(const json& recorded) {
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
  // Whoever signs afterwards is not named there.
  compare("signed_by", occasion_ ? fact_in(occasion_->facts, "signed-by") : std::string());
}

// what it is, and whether that was asked for

RunFacts Verification::facts() const {
  const TranscriptHeader& header = transcript_->header;
  RunFacts run;
  run.contest = header.contest;
  run.dut = header.dut.empty() ? fact_in(header.options, "referee") : header.dut;
  run.version = header.program_version;
  run.commit = fact_in(header.identity, "commit");
  run.seed = std::to_string(header.seed);
  for (const auto& [name, value] : header.identity) {
    if (name.starts_with("program ")) run.device.emplace_back(name, value);
  }
  const json::json_pointer link_facts("/dut/link_facts");
  for (const json& fact : judged_.contains(link_facts) ? judged_.at(link_facts) : json::array()) {
    if (fact.at("name") == "source_hash")
      run.device.emplace_back("sources", fact.at("value").get<std::string>());
  }
  if (judged_.contains("headline")) run.verdict = judged_.at("headline").get<std::string>();
  if (!occasion_) return run;
  run.team = fact_in(occasion_->facts, "team-name");
  run.label = fact_in(occasion_->facts, "label");
  run.bitstream = fact_in(occasion_->facts, "bitstream");
  run.seed_from = fact_in(occasion_->facts, "seed-from");
  run.started = fact_in(occasion_->facts, "started");
  return run;
}

void Verification::tell_what_it_is() const {
  const RunFacts run = facts();
  const auto named = [](const std::string& value) { return value.empty() ? "not given" : value; };
  tell("team", named(run.team) + (run.label.empty() ? "" : ", " + run.label));
  tell("contest", run.contest);
  tell("device", run.dut);
  for (const auto& [what, hash] : run.device) tell("", fmt::format("{} {}", what, hash));
  if (!run.bitstream.empty()) tell("bitstream", run.bitstream);
  tell("seed", run.seed + (run.seed_from.empty() ? "" : fmt::format(", of the text \"{}\"", run.seed_from)));
  tell("date", named(run.started));
  tell("rig", run.commit.empty() ? "of no commit" : "commit " + run.commit);
  tell("verdict", run.verdict.empty() ? "not judged" : run.verdict);
}

void Verification::hold_against_policy() {
  const RunFacts run = facts();
  const Policy& asked = request_.policy;
  const auto refused = [&](const char* option, const std::string& is, const std::string& wanted) {
    ++found_;
    tell("NOT ASKED", fmt::format("{}: the run has {}, asked for is \"{}\"", option,
                                  is.empty() ? "none" : "\"" + is + "\"", wanted));
  };
  const auto expect = [&](const char* option, const std::string& is, const std::string& wanted) {
    if (!wanted.empty() && is != wanted) refused(option, is, wanted);
  };
  expect("--team", run.team, asked.team);
  expect("--contest", run.contest, asked.contest);
  expect("--dut", run.dut, asked.dut);
  expect("--bitstream", run.bitstream, wanted_bitstream_);
  expect("--seed-from", run.seed_from, asked.seed_from);
  if (!asked.commit.empty() && !run.commit.starts_with(asked.commit))
    refused("--commit", run.commit, asked.commit);
  if (!asked.newer_than.empty() && run.started <= asked.newer_than)
    refused("--newer-than", run.started, asked.newer_than);
  const bool certified = run.verdict.starts_with("certified");
  const bool reserved = run.verdict.starts_with("certified with reservations");
  if (!asked.require.empty() && (!certified || (reserved && asked.require != "certified")))
    refused("--require", run.verdict, asked.require);
}

/// What the statement of a bundle says of the run is what the run says.
void Verification::hold_statement_against_run() {
  const json& stated = bundle_->statement().predicate;
  const json run = predicate_of(facts(), head());
  json all = stated;
  all.update(run);
  const auto text_in = [](const json& from, const std::string& name) {
    return from.value(name, json()).dump(-1, ' ', false, json::error_handler_t::replace);
  };
  for (const auto& [name, value] : all.items()) {
    if (text_in(stated, name) == text_in(run, name)) continue;
    const std::string text = fmt::format("the statement says that \"{}\" is {}, and the run says {}", name,
                                         text_in(stated, name), text_in(run, name));
    name == "verdict" && other_rig_ ? cannot_tell(text) : found(text);
  }
}

// running it anew

void Verification::run_again() {
  if (!transcript_) return;
  const std::string& dut = transcript_->header.dut;
  if (transcript_->of_a_referee() || !rig::dut::keeps_own_time(rig::dut::parse_dut_name(dut)))
    throw UsageError(
        fmt::format("--again: {} lives in real time, and no two runs of it are alike; only rtl: and "
                    "builtin: can be run again.",
                    dut.empty() ? "a referee" : dut));
  const std::string anew = work("again.jsonl");
  const int status = run_certify({"--dut", "transcript:" + path_, "--again", "--transcript", anew, "--quiet"},
                                 work("again.txt"));
  if (!fs::exists(anew))
    return cannot_tell(fmt::format("it could not be run again (exit status {}): {}", status,
                                   visible(content_of(work("again.txt")), Newlines::kept)));
  const std::vector<std::string> differences =
      report::differences_of_cases(*transcript_, read_transcript(anew));
  for (const std::string& one : differences)
    other_rig_ ? cannot_tell("run again, " + one) : found("run again, " + one);
  tell("again", fmt::format("{} of {} cases are the same, byte for byte",
                            transcript_->segments.size() - differences.size(), transcript_->segments.size()));
}

int Verification::conclude() const {
  const bool by_a_stranger = !signatures_.empty() && wanted_key_.empty() && !request_.any_key;
  if (found_ > 0) {
    std::cout << "\nrefused: the evidence was changed, or is not as asked\n";
    return 1;
  }
  if (by_a_stranger) {
    std::cout << "\nnot verified: signed by a key that you did not name (--key FILE, or --any-key)\n";
    return 1;
  }
  if (unsure_ > 0) {
    std::cout << "\ncould not tell\n";
    return 3;
  }
  const std::string verdict = visible(facts().verdict);
  if (signatures_.empty()) {
    std::cout << "\nconsistent, and not signed: whoever has these files could have made them. " << verdict
              << "\n";
  } else {
    std::cout << "\nverified: signed, and nothing was changed since. " << verdict << "\n";
  }
  return 0;
}

/// All that lies in the folder, and no signature; of a transcript alone it and its occasion.
std::vector<std::pair<std::string, std::string>> Verification::files_to_sign() const {
  const std::string occasion = occasion_path(path_);
  std::vector<std::pair<std::string, std::string>> files = {
      {"transcript", path_}, {"occasion", is_plain_file(occasion) ? occasion : std::string()}};
  if (!is_folder()) return files;
  std::set<std::pair<std::string, std::string>> others;
  for (const fs::directory_entry& one : fs::recursive_directory_iterator(folder_)) {
    const std::string path = one.path().string();
    const std::string name = one.path().filename().string();
    if (!is_plain_file(one.path()) || path == path_ || path == occasion ||
        path.starts_with(report::signature_path(path_)))
      continue;
    const bool known = name == "report.json" || name == "junit.xml" || name == "report.html";
    others.insert({known && one.path().parent_path() == fs::path(folder_) ? name : "file", path});
  }
  files.insert(files.end(), others.begin(), others.end());
  return files;
}

}  // namespace rig
