#pragma once
/// An organiser's log of runs: a text file with a line when a run begins and one when it ends. Whoever makes
/// ten runs cannot hand in the best as the only one. A line is a JSON object of texts:
///
///   event      `begin` or `end`
///   run        which run: 16 digits, drawn when it begins
///   date       in UTC
///   team, label, contest, dut, seed, commit    of a run that begins
///   verdict, head                              of one that ended: its headline, the head of its evidence
///   key        the public key of the organiser, the same in each line
///   previous   the SHA-256 of the line before; of the first one 64 zeros
///   signature  of the line without this
///
/// Lines are only ever added. That lines are missing at the end shows nothing in the file itself: its hash
/// has to be known from elsewhere.

#include <map>
#include <string>
#include <vector>

#include "rig/base/crypto/ed25519.hpp"

namespace rig::report {

using LogFacts = std::map<std::string, std::string>;

struct LogEntry {
  LogFacts facts;
  std::string hash;  ///< of its line
};

struct LogReading {
  std::vector<LogEntry> entries;  ///< those before the first that is not right
  std::string fault;  ///< what is wrong with that one, with the number of its line; empty: none is
};

/// Reads the text of a log, and looks at each line, its place and its signature.
LogReading read_log(const std::string& text, const std::string& path);

/// Adds a line to the file, alone at it, and signs it. Makes the file where there is none. UsageError where
/// it is no such log, or one of another key; RigError where it cannot be written.
void append_to_log(const std::string& path, const PrivateKey& key, LogFacts facts);

}  // namespace rig::report
