#pragma once
/// A run of certify, as its JSON report has it: what an admission looks at, and a tournament later.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rig::admission {

/// A requirement that can be tested, and what the run found of it.
struct Clause {
  std::string id;
  std::string text;
  std::string level;    ///< mandatory, recommended, informational
  std::string verdict;  ///< as in the report: pass, fail, not assessed, …
  std::string reason;   ///< why it was not assessed; empty: it was, or none is given
  bool open = false;    ///< a mandatory one that the certificate leaves open
};

/// Whether a board falls short of a clause, or leaves it open.
bool is_unmet(const Clause& clause);

/// What a report does not say is empty.
struct CertifiedRun {
  std::string contest;
  std::string title;  ///< of the contest
  std::string team;
  std::string code;  ///< the team code that was asked of it
  std::string dut;
  std::string far_end;  ///< what kind of thing it is
  std::string headline;
  int exit_status = 3;  ///< without a gate
  std::vector<std::string> partial;
  bool interrupted = false;
  std::vector<std::string> names;  ///< what the DUT answered to the handshake
  std::vector<std::pair<std::string, std::string>>
      device;             ///< by which it is known again: what, and its hash or number
  std::string bitstream;  ///< SHA-256
  std::string version;    ///< of the rig
  std::string commit;
  std::string seed;
  std::string started;
  std::string signed_by;
  std::string transcript_sha256;
  std::vector<Clause> clauses;
};

/// Certified, with reservations or without, by a whole run.
bool is_certificate(const CertifiedRun& run);

/// Whether the DUT answers with this team code, and no other: certify asked for one, or its answers are in
/// the report. Nothing: the report does not say.
std::optional<bool> has_code(const CertifiedRun& run, const std::string& code);

/// Reads FOLDER/report.json. UsageError, with the file, when it is not there or is no report of a run.
CertifiedRun read_run(const std::string& folder);

}  // namespace rig::admission
