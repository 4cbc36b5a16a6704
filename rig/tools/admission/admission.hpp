#pragma once
/// What an admission found of one team, as FOLDER/admission.json keeps it.
///
///     FOLDER/admission.json              this
///     FOLDER/index.html                  the sheet
///     FOLDER/reports/                    report and evidence of the certificate
///     FOLDER/entry-test.json, .txt       the games of the contest's own test, where it has one

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/tools/admission/certified_run.hpp"

namespace rig::admission {

enum class Status { admitted, not_admitted, cannot_tell };

/// `admitted`, `not admitted`, `cannot tell`.
std::string_view to_string(Status status);
/// As `certify` ends: 0, 1, 3.
int exit_status(Status status);
/// Not admitted before cannot tell before admitted.
Status worse(Status one, Status other);

/// A game of the contest's own test.
struct EntryGame {
  int number = 0;
  std::string seat;
  std::string result;  ///< won, drawn, lost, no result
  std::string ending;
};

struct EntryTest {
  Status status = Status::cannot_tell;
  std::vector<EntryGame> games;
};

struct Admission {
  std::string team;
  std::string code;  ///< that it was given; empty: none
  std::string contest;
  std::string dut;
  Status status = Status::cannot_tell;
  std::vector<std::string> reasons;  ///< why it is not admitted, or cannot be told: sentences
  std::string certificate;           ///< where it was taken from; empty: it was made here
  std::string key;  ///< the public key that the certificate had to be signed with; empty: none
  std::optional<CertifiedRun> run;  ///< nothing: certify wrote no report
  std::optional<EntryTest> entry_test;
  std::string version;  ///< of the rig that admitted it
  std::string date;     ///< UTC
  std::string report_sha256;
};

/// Where its parts stand in its folder.
inline constexpr const char* admission_file = "admission.json";
inline constexpr const char* reports_folder = "reports";
/// Behind the name of its folder while another one is made in its place.
inline constexpr const char* replaced = ".before";

/// The folder of a team in that of an event: its name, where that is a plain word, else one like it with a
/// part of its hash.
std::string folder_of_team(const std::string& team);

std::string to_json(const Admission& admission);

/// Reads FOLDER/admission.json. UsageError, with the file and what is wrong with it.
Admission read_admission(const std::string& folder);

}  // namespace rig::admission
