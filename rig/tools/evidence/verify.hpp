#pragma once
/// `rig verify`, `rig sign`, `rig bundle`, `rig log` and `rig keygen`: whether the evidence of a run is as it
/// was when the run ended, and is what somebody asks for. A signature is the word of a person for it.

#include <string>

namespace rig {

/// What the run must have been; what is empty is not asked.
struct Policy {
  std::string team;        ///< `--team-name` of the run
  std::string contest;     ///< `chess-2031`
  std::string dut;         ///< as it was named: `rtl:board.toml`
  std::string bitstream;   ///< the file with which the board was configured
  std::string seed_from;   ///< the text of which the seed is
  std::string commit;      ///< of the rig: the first digits
  std::string newer_than;  ///< `2026-11-22`, or with a time, `2026-11-22T10:00:00Z`: it began later
  std::string require;     ///< `certified`: a whole run without a failed mandatory clause
};

struct VerifyRequest {
  std::string what;      ///< the folder of a run's reports, its transcript, or its bundle
  std::string key;       ///< the file of the public key that must have signed it
  bool any_key = false;  ///< a signature by a key that is not named is right as well
  bool again = false;    ///< runs it anew, and compares
  Policy policy;
};

/// Prints what was looked at, a line each, and what was found. Returns 0: all of it fits, and is as asked;
/// 1: something was changed, or is not as asked, or was signed with a key that nobody named; 3: it cannot be
/// told. UsageError when there is no such run.
int verify(const VerifyRequest& request);

struct SignRequest {
  std::string what;           ///< the folder of a run's reports, or its transcript
  std::string key;            ///< the file of the private key
  std::string password_file;  ///< the key's password is its first line; empty: the terminal is asked
};

/// Judges the evidence as `verify` does, says what it is, and signs it where nothing was found amiss; beside
/// another signature it puts a second one. Returns what `verify` would.
int sign(const SignRequest& request);

struct BundleRequest {
  std::string folder;         ///< of a run's reports
  std::string out;            ///< the archive
  std::string key;            ///< the file of the private key that signs its statement; empty: none does
  std::string password_file;  ///< as of `sign`
};

/// Judges the evidence as `verify` does, and writes its files and a statement of them into one archive, where
/// nothing was found amiss. Returns what `verify` would.
int make_bundle(const BundleRequest& request);

struct LogRequest {
  std::string what;  ///< the log that `certify --log` keeps
  std::string key;   ///< the file of the public key that must have signed it
  std::string head;  ///< the hash of a line that it must have; empty: none is asked
};

/// Prints the runs of a log, with their ends. Returns 0: it is as it was kept; 1: it was changed, or is
/// signed with another key, or one that nobody named. UsageError when it cannot be read.
int show_log(const LogRequest& request);

struct KeygenRequest {
  std::string name;           ///< NAME.key and NAME.pub are written
  bool password = false;      ///< the terminal is asked for one
  std::string password_file;  ///< or it is the first line of this file
};

/// UsageError when one of the files is there already.
int make_key(const KeygenRequest& request);

std::string verify_help();
std::string sign_help();
std::string bundle_help();
std::string log_help();
std::string keygen_help();

}  // namespace rig
