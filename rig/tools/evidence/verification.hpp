#pragma once
/// The evidence of a run, looked at: its signatures, its chain, and whether the reports say what the
/// transcript gives.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/link/files/run_folder.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/report/signature.hpp"
#include "rig/tools/evidence/bundle.hpp"
#include "rig/tools/evidence/run_facts.hpp"
#include "rig/tools/evidence/verify.hpp"

namespace rig {

class Verification {
 public:
  /// UsageError when there is no such run, or the policy asks for what there cannot be. `bundle`: of which
  /// the folder was unpacked.
  explicit Verification(const VerifyRequest& request, const Bundle* bundle = nullptr);

  /// Looks, and prints a line for each thing; the last one says what came of it. 0, 1 or 3, as `verify`.
  int perform();

  const std::string& transcript_path() const { return path_; }
  /// Of the chain. Empty: there is none.
  std::string head() const { return transcript_ ? transcript_->head : std::string(); }
  /// What a run says of itself that was looked at.
  RunFacts facts() const;
  /// The files of the run that a signature is to cover, with their roles.
  std::vector<std::pair<std::string, std::string>> files_to_sign() const;

 private:
  void find_transcript();
  bool is_folder() const { return !folder_.empty(); }

  void found(const std::string& what);
  void cannot_tell(const std::string& why);

  void look_at_signatures();
  void look_at_signature(const std::string& path);
  bool is_valid(const report::Signature& signature, const std::string& path);
  void note_signer(const std::string& key);
  void look_at_bundle();
  void hold_statement_against_run();
  void look_at_file(const report::SignedFile& file, const std::string& signature);
  void name_what_is_not_signed() const;

  void look_at_transcript();
  void look_at_occasion();
  void look_at_seed();
  bool is_of_a_referee() const;

  void judge_again();
  void hold_report_against(const nlohmann::json& judged);
  void note_other_rig();
  void look_at_evidence_of(const nlohmann::json& recorded);

  void tell_what_it_is() const;
  void hold_against_policy();

  void run_again();
  int conclude() const;
  /// A file of this program's own.
  std::string work(const char* name) const { return (work_.path() / name).string(); }

  const VerifyRequest& request_;
  const Bundle* bundle_;  // null: none
  std::string folder_;    // of the run; empty: a transcript alone was named
  std::string path_;      // of the transcript
  std::string report_;    // the JSON report; empty: none
  std::string wanted_key_;
  std::string wanted_bitstream_;
  std::vector<report::Signature> signatures_;  // those that are valid
  std::set<std::filesystem::path> covered_;    // the files that a valid signature names
  bool signed_as_asked_ = false;               // by the key that was named
  std::optional<Transcript> transcript_;
  std::optional<Occasion> occasion_;
  nlohmann::json judged_;
  RunFolder work_;
  bool other_rig_ = false;
  int found_ = 0;
  int unsure_ = 0;
};

/// A line of what was looked at: nothing in it is obeyed by a terminal.
void tell(const std::string& what, const std::string& text);

}  // namespace rig
