#pragma once
/// The journal of a tournament: all that happened, in its order. A text file with a JSON object a line:
///
///   entry      what it is (entries.hpp)
///   number     of the line, from 1
///   date       in UTC
///   previous   the SHA-256 of the line before; of the first one 64 zeros
///   …          what else there is to tell
///   signature  of a decision, where the organiser has a key (`sign_decision`)
///
/// Lines are only ever added, and each is on the disk before anything goes by it. A power cut can leave half
/// a line at the end: it is recognised, told, and cut off.

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/descriptor.hpp"

namespace rig::arbiter::tournament {

using Entry = nlohmann::ordered_json;

/// Whoever holds a tournament's folder: nobody else plays or decides in it meanwhile.
class Hold {
 public:
  /// Takes `folder/lock`. Nothing: somebody else has it.
  static std::optional<Hold> take(const std::string& folder);
  /// Whether somebody has it.
  static bool is_taken(const std::string& folder);
  /// Who has it, as they wrote it: `process 4711 on desk-1 since 2026-06-01T09:00:00Z`.
  static std::string holder(const std::string& folder);

 private:
  explicit Hold(Descriptor lock) : lock_(std::move(lock)) {}
  Descriptor lock_;
};

/// What reading a journal came to.
struct JournalReading {
  std::uint64_t lines = 0;  ///< those that are whole
  std::uint64_t bytes = 0;  ///< of these lines
  std::string head;         ///< the SHA-256 of the last of them
  std::uint64_t torn = 0;   ///< bytes behind them that are no whole line
};

/// Reads a journal line by line, and tells each entry. UsageError, with the file and the line, for one that
/// is out of its place or was changed. Half a line at the end is not told.
JournalReading read_journal(const std::string& path, const std::function<void(const Entry&)>& tell);

/// A journal that is written. Who opens one holds its folder.
class Journal {
 public:
  /// Reads what there is, cuts off half a line at its end, and goes on behind it. Makes an empty one where
  /// there is none.
  Journal(std::string path, const std::function<void(const Entry&)>& tell);

  /// Adds an entry, `facts` behind what each one has; it is on the disk when this returns. RigError where it
  /// cannot be written: then it is not there. The entry as it stands.
  Entry append(const std::string& what, const Entry& facts);

  std::uint64_t lines() const { return reading_.lines; }
  const std::string& head() const { return reading_.head; }
  std::uint64_t torn() const { return reading_.torn; }  ///< bytes that were cut off when it was opened

 private:
  std::string path_;
  JournalReading reading_;
  Descriptor file_;
};

/// Signs a decision: `entry` and its facts, wherever in the journal it comes to stand.
void sign_decision(Entry& decision, const PrivateKey& key);

/// Of what is signed.
std::string hash_of_decision(const Entry& decision);

/// Whether the key's owner signed this decision.
bool is_signed_by(const PublicKey& key, const Entry& decision);

}  // namespace rig::arbiter::tournament
