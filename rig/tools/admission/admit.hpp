#pragma once
/// `rig admit`: whether a team's board may play at an event.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rig {

struct AdmitRequest {
  std::string contest;
  std::string team;
  std::string dut;          ///< empty: that of the certificate
  std::string certificate;  ///< the folder of a run's reports; empty: certify is run
  std::string key;          ///< the public key that must have signed the certificate; empty: any, or none
  std::string code;         ///< the assigned team code; empty: any
  std::string event;        ///< the folder of the event
  std::optional<std::uint64_t> seed;
  std::vector<std::string> options;  ///< further ones of certify
  bool force = false;                ///< replaces the team's admission
};

std::string admit_help();

/// Certifies a board, or verifies the certificate that it has, and plays the contest's own entry test; writes
/// the team's sheet and the page of all boards. With an event alone that page only. Returns 0: admitted, or
/// written; 1: not admitted; 2: certify refused its options; 3: it cannot be told. UsageError, RigError.
int admit(const AdmitRequest& request);

}  // namespace rig
