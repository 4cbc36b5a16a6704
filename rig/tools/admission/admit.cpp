#include "rig/tools/admission/admit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/interruption.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tools/admission/admission.hpp"
#include "rig/tools/admission/event.hpp"
#include "rig/tools/admission/sheet.hpp"
#include "rig/tools/evidence/run_certify.hpp"
#include "rig/tools/evidence/verify.hpp"
#include "rig/tools/match.hpp"

namespace rig {

namespace fs = std::filesystem;

using admission::Admission;
using admission::CertifiedRun;
using admission::EntryTest;
using admission::Status;

namespace {

constexpr int status_usage = 2;

/// What an admission itself says to certify, and what makes a run something else.
constexpr const char* own_options[] = {
    "--contest", "--dut",   "--team-name",    "--team",    "--seed",        "--reports",      "--html",
    "--json",    "--junit", "--transcript",   "--referee", "--scenario",    "--baseline",     "--expect",
    "--parts",   "--part",  "--fault-matrix", "--list",    "--list-faults", "--requirements", "--plan"};

std::string name_of(const std::string& word) {
  return word.substr(0, word.find('='));
}

void refuse_own_options(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const auto is_it = [&](const char* own) { return name_of(word) == own; };
    if (std::any_of(std::begin(own_options), std::end(own_options), is_it))
      throw UsageError(fmt::format(
          "{} behind --: that is not for an admission; contest, team, device, seed and folder are said "
          "before the --.",
          name_of(word)));
  }
}

void require(const std::string& value, const char* option) {
  if (value.empty())
    throw UsageError(fmt::format("{}: say it, or --event alone for the page of all boards.", option));
}

Status status_of(int exit_status) {
  return exit_status == 0 ? Status::admitted : exit_status == 1 ? Status::not_admitted : Status::cannot_tell;
}

/// Options of certify that mean the same to a match.
void take_over(std::vector<std::string> words, MatchRequest& match) {
  CLI::App shared;
  double settle = -1;
  shared.add_option("--sandbox", match.sandbox);
  shared.add_option("--sandbox-show", match.sandbox_shows)->allow_extra_args(false);
  shared.add_option("--board", match.board);
  shared.add_option("--set", match.set)->allow_extra_args(false);
  shared.add_option("--settle", settle);
  shared.allow_extras();
  std::reverse(words.begin(), words.end());
  shared.parse(words);
  if (settle >= 0)
    match.policy.settle = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(settle));
}

/// The files of a certificate, and no link: what it names may lie anywhere.
void copy_certificate(const fs::path& from, const fs::path& to) {
  for (const fs::directory_entry& one : fs::recursive_directory_iterator(from)) {
    if (!fs::is_regular_file(one.symlink_status())) continue;
    const fs::path target = to / one.path().lexically_relative(from);
    fs::create_directories(target.parent_path());
    fs::copy_file(one.path(), target);
  }
}

std::string seat_of(const nlohmann::json& game) {
  return game.at("seats").at(0).get<std::string>();
}

std::string result_of(const nlohmann::json& game) {
  const std::string result = game.at("result");
  if (result == "first") return "won";
  if (result == "second") return "lost";
  return result == "draw" ? "drawn" : "no result";
}

std::vector<admission::EntryGame> games_in(const std::string& path) {
  std::vector<admission::EntryGame> games;
  const auto text = content_of_file(path);
  const nlohmann::json match = nlohmann::json::parse(text.value_or(""), nullptr, false);
  if (match.is_discarded()) return games;
  for (const nlohmann::json& one : match.at("games"))
    games.push_back(
        {one.at("number").get<int>(), seat_of(one), result_of(one), one.at("ending").get<std::string>()});
  return games;
}

/// The place of an admission. What stood there before comes back unless the new one is to be kept.
class Replacement {
 public:
  explicit Replacement(fs::path folder)
      : folder_(std::move(folder)), before_(folder_.string() + admission::replaced) {
    const bool was_killed = fs::exists(before_) && !fs::exists(folder_ / admission::admission_file);
    if (was_killed) {
      fs::remove_all(folder_);
    } else if (fs::exists(folder_)) {  // what is before it was replaced, and only not yet removed
      fs::remove_all(before_);
      fs::rename(folder_, before_);
    }
  }
  ~Replacement() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(folder_, ignored);
    if (!kept_ && fs::exists(before_, ignored)) fs::rename(before_, folder_, ignored);
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  void keep() {
    kept_ = true;
    fs::remove_all(before_);
  }

 private:
  fs::path folder_;
  fs::path before_;
  bool kept_ = false;
};

class Admit {
 public:
  explicit Admit(const AdmitRequest& request)
      : request_(request),
        contest_(protocol::find_contest(request.contest)),
        folder_(fs::path(request.event) / admission::folder_of_team(request.team)),
        reports_(folder_ / admission::reports_folder) {
    refuse_own_options(request.options);
    check_device();
    check_place();
    admission_.team = request.team;
    admission_.code = request.code;
    admission_.contest = contest_.name;
    admission_.dut = request.dut;
    admission_.certificate = request.certificate;
    admission_.version = version_text("rig");
  }

  int run() {
    Replacement place(folder_);
    fs::create_directories(reports_);
    if (request_.certificate.empty()) {
      if (certify() == status_usage) return status_usage;
    } else {
      look_at_certificate();
    }
    look_at_run();
    if (contest_.admits_by_games && plays_) play_entry_test();
    write_sheet();
    place.keep();
    admission::write_event(request_.event);
    std::cout << fmt::format("\n{}: {}\n", request_.team, to_string(admission_.status));
    for (const std::string& reason : admission_.reasons) std::cout << "  " << reason << "\n";
    std::cout << fmt::format("  {}\n  {}\n", (folder_ / "index.html").string(),
                             (fs::path(request_.event) / "index.html").string());
    return exit_status(admission_.status);
  }

 private:
  void check_device() const {
    if (!request_.dut.empty()) dut::check_dut(dut::parse_dut_name(request_.dut), {});
    if (request_.certificate.empty()) return;
    if (!request_.options.empty())
      throw UsageError(
          fmt::format("{}: a certificate is verified, and certify is not run.", request_.options.front()));
    for (const char* name : {"transcript.jsonl", "report.json"}) {  // a link would not be copied
      if (!fs::is_regular_file(fs::symlink_status(fs::path(request_.certificate) / name)))
        throw UsageError(fmt::format(
            "--certificate {}: allowed is the folder of a run's reports, with its {}, which is no link.",
            request_.certificate, name));
    }
    static_cast<void>(admission::read_run(request_.certificate));
  }

  void check_place() const {
    if (!request_.certificate.empty() && is_within(folder_, request_.certificate))
      throw UsageError(
          fmt::format("--certificate {}: the admission, {}, would lie in it; name an --event outside of it.",
                      request_.certificate, folder_.string()));
    if (!fs::exists(fs::symlink_status(folder_))) return;
    if (!request_.force)
      throw UsageError(fmt::format("{} is there already, of an earlier admission: --force replaces it.",
                                   folder_.string()));
    const bool is_one = fs::exists(folder_ / admission::admission_file) || fs::exists(reports_);
    if (!is_one)
      throw UsageError(fmt::format("{} holds no admission, so it is not replaced.", folder_.string()));
    if (!request_.certificate.empty() && is_within(request_.certificate, folder_))
      throw UsageError(
          fmt::format("--certificate {} lies in the admission that it is to replace: copy it first.",
                      request_.certificate));
  }

  static bool is_within(const fs::path& path, const fs::path& folder) {
    const fs::path from_there = fs::relative(path, folder);
    return !from_there.empty() && *from_there.begin() != "..";
  }

  std::string report(const char* name) const { return (reports_ / name).string(); }

  void note(Status status, const std::string& reason) {
    admission_.status = worse(admission_.status, status);
    if (!reason.empty()) admission_.reasons.push_back(reason);
  }

  /// Returns the exit status of certify; 2: it refused its options.
  int certify() {
    std::vector<std::string> words = {"--contest",    request_.contest,
                                      "--dut",        request_.dut,
                                      "--team-name",  request_.team,
                                      "--reports",    reports_.string(),
                                      "--html",       report("report.html"),
                                      "--json",       report("report.json"),
                                      "--transcript", report("transcript.jsonl"),
                                      "--junit",      report("junit.xml")};
    if (!request_.code.empty()) words.insert(words.end(), {"--team", request_.code});
    if (request_.seed) words.insert(words.end(), {"--seed", std::to_string(*request_.seed)});
    words.insert(words.end(), request_.options.begin(), request_.options.end());
    const Interruption interruption;  // certify ends its run, and what it found is kept
    const int status = run_certify(words, "");
    plays_ = !Interruption::noted();
    if (status != status_usage && !fs::exists(report("report.json")))
      note(Status::cannot_tell,
           fmt::format("certify ended with exit status {} and wrote no report.", status));
    return status;
  }

  void look_at_certificate() {
    copy_certificate(request_.certificate, reports_);
    VerifyRequest asked;
    asked.what = reports_.string();
    asked.key = request_.key;
    asked.any_key = request_.key.empty();
    asked.policy.team = request_.team;
    asked.policy.contest = contest_.name;
    asked.policy.dut = request_.dut;
    if (!request_.key.empty()) admission_.key = PublicKey::from_file(request_.key).hex();
    const Status found = status_of(verify(asked));
    is_refused_ = found == Status::not_admitted;
    if (is_refused_)
      note(found,
           "The certificate was refused: it was changed, or is not of this team, contest, device and key. "
           "rig verify says which.");
    if (found == Status::cannot_tell)
      note(found, "It cannot be decided whether the certificate is valid: rig verify says why.");
    plays_ = !is_refused_;
  }

  /// What the report says; it was written or verified just now.
  void look_at_run() {
    if (is_refused_ || !fs::exists(report("report.json"))) return;
    const CertifiedRun run = admission::read_run(reports_.string());
    admission_.report_sha256 = sha256_file(report("report.json"));
    if (admission_.dut.empty()) admission_.dut = run.dut;
    note(run.exit_status == 0 ? Status::admitted : status_of(run.exit_status),
         run.exit_status == 0 ? "" : fmt::format("Its report says: {}.", run.headline));
    for (const std::string& why : run.partial)
      note(Status::not_admitted, fmt::format("The run was partial, so it is no certificate: {}.", why));
    if (run.interrupted) note(Status::cannot_tell, "The run was interrupted.");
    note_code(run);
    admission_.run = run;
  }

  /// A certificate may have been made without asking for the code.
  void note_code(const CertifiedRun& run) {
    if (request_.code.empty()) return;
    const std::optional<bool> has_it = has_code(run, request_.code);
    if (!has_it)
      note(Status::cannot_tell,
           fmt::format("Its report does not say whether the board answers with the code {}.", request_.code));
    if (has_it == false)
      note(Status::not_admitted,
           fmt::format("The certificate is not of a board that answers with the code {}.", request_.code));
  }

  std::uint64_t seed() const {
    if (request_.seed) return *request_.seed;
    std::uint64_t seed = 1;
    if (!admission_.run) return seed;
    const std::string& text = admission_.run->seed;
    std::from_chars(text.data(), text.data() + text.size(), seed);
    return seed;
  }

  void play_entry_test() {
    MatchRequest match;
    match.contest = request_.contest;
    match.admission = true;
    match.dut = admission_.dut;
    match.seed = seed();
    match.record = (folder_ / "entry-test.txt").string();
    match.json = (folder_ / "entry-test.json").string();
    take_over(request_.options, match);
    EntryTest test;
    std::cout << "\nThe contest's entry test\n";
    try {
      test.status = status_of(play_match(match));
      test.games = games_in(match.json);
    } catch (const std::exception& error) {
      note(Status::cannot_tell, fmt::format("The entry test was not played: {}", error.what()));
    }
    const auto won = std::count_if(test.games.begin(), test.games.end(),
                                   [](const admission::EntryGame& one) { return one.result == "won"; });
    note(test.status,
         test.status == Status::admitted
             ? ""
             : fmt::format("{} of {} games of the entry test were won.", won, contest_.seats.size()));
    admission_.entry_test = test;
  }

  void write_sheet() {
    admission_.date = utc_now();
    write_whole((folder_ / admission::admission_file).string(), to_json(admission_));
    write_whole((folder_ / "index.html").string(), sheet(admission_, folder_.string()));
  }

  const AdmitRequest& request_;
  const protocol::Contest& contest_;
  fs::path folder_;
  fs::path reports_;
  Admission admission_{.team = {},
                       .code = {},
                       .contest = {},
                       .dut = {},
                       .status = Status::admitted,
                       .reasons = {},
                       .certificate = {},
                       .key = {},
                       .run = {},
                       .entry_test = {},
                       .version = {},
                       .date = {},
                       .report_sha256 = {}};
  bool plays_ = true;        // the entry test
  bool is_refused_ = false;  // the certificate: what it says is worth nothing
};

/// What belongs to the admission of a team.
bool is_of_a_team(const AdmitRequest& request) {
  return !request.contest.empty() || !request.team.empty() || !request.dut.empty() ||
         !request.certificate.empty() || !request.code.empty() || !request.key.empty() || request.seed ||
         request.force || !request.options.empty();
}

int write_page(const AdmitRequest& request) {
  admission::write_event(request.event);
  std::cout << fmt::format("{}\n", (fs::path(request.event) / "index.html").string());
  return 0;
}

}  // namespace

std::string admit_help() {
  return game::with_examples(
      "What follows -- goes to certify as it is. Reports, sheet and games of the entry test are kept in\n"
      "FOLDER/TEAM, and FOLDER/index.html has all boards and all clauses. With --event alone only that\n"
      "page is written again.\n"
      "Exit status: 0 admitted; 1 not admitted; 2 usage; 3 not decided.\n\n"
      "Examples:\n"
      "  rig admit --contest {contest} --team Rook --dut rtl:{model} --event day\n"
      "  rig admit --contest {contest} --team Rook --dut serial:/dev/ttyUSB0\n"
      "    --event day -- --reset dtr --bitstream rook.bit\n"
      "  rig admit --contest {contest} --team Rook --certificate reports/rook\n"
      "    --key rook.pub --event day\n"
      "  rig admit --event day\n");
}

int admit(const AdmitRequest& request) {
  if (!is_of_a_team(request)) return write_page(request);
  require(request.contest, "--contest");
  require(request.team, "--team");
  if (request.dut.empty() && request.certificate.empty())
    throw UsageError("Say which device: --dut DUT, or --certificate REPORTS for one that is certified.");
  if (!request.key.empty() && request.certificate.empty())
    throw UsageError("--key belongs to --certificate.");
  if (request.seed && !request.certificate.empty() &&
      !protocol::find_contest(request.contest).admits_by_games)
    throw UsageError(
        fmt::format("--seed: a certificate has its own, and {} has no entry test.", request.contest));
  return Admit(request).run();
}

}  // namespace rig
