#pragma once
/// `rig verify` and `rig keygen`: whether the evidence of a run is as it was when the run ended.

#include <string>

namespace rig {

struct VerifyRequest {
  std::string what;    ///< the folder of a run's reports, or its transcript
  std::string key;     ///< the file of the public key that must have signed it; empty: any, or none
  bool again = false;  ///< runs it anew, and compares
};

/// Prints what was looked at, a line each, and what was found. Returns 0: all of it fits; 1: something was
/// changed, or is not signed as asked; 3: it cannot be told. UsageError when there is no such run.
int verify(const VerifyRequest& request);

struct KeygenRequest {
  std::string name;  ///< NAME.key and NAME.pub are written
};

/// UsageError when one of the files is there already.
int make_key(const KeygenRequest& request);

std::string verify_help();
std::string keygen_help();

}  // namespace rig
