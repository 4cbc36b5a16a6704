#pragma once
/// The signature of a run: a text file beside the transcript, `TRANSCRIPT.signature`, that names the head of
/// its chain and the hash of each file of the run, and is signed with an Ed25519 key:
///
///   contest-rig signature 1
///   key PUBLIC-KEY
///   head HEAD
///   file SHA-256 transcript transcript.jsonl
///   file SHA-256 report.json report.json
///   signature SIGNATURE
///
/// Signed is what stands before the last line. Hashes, keys and the signature are in lower-case hexadecimal;
/// a file has its role, and its path as it is seen from the folder of the signature, in which it lies. A
/// second signature stands in `TRANSCRIPT.signature-2`, and so on.

#include <string>
#include <vector>

#include "rig/base/crypto/ed25519.hpp"

namespace rig::report {

struct SignedFile {
  std::string
      role;  ///< `transcript`, `occasion`, `report.json`, `junit.xml`, `report.html`; of others: `file`
  std::string path;
  std::string sha256;
};

struct Signature {
  std::string key;  ///< the public one
  std::string head;
  std::vector<SignedFile> files;
  std::string signature;  ///< of `signed_text`

  /// Null: it names no such file.
  const SignedFile* file(const std::string& role) const;
};

/// Where the first signature of a transcript stands.
std::string signature_path(const std::string& transcript);

/// Where all of them stand that there are, in their order.
std::vector<std::string> signature_paths(const std::string& transcript);

/// Where the next one belongs.
std::string next_signature_path(const std::string& transcript);

/// What is signed.
std::string signed_text(const Signature& signature);

/// Signs these files (role and path); those whose path is empty are left out. RigError when one cannot be
/// read, has a line break in its name, or lies outside the transcript's folder. The text of the file.
std::string sign_files(const PrivateKey& key, const std::string& head, const std::string& transcript,
                       const std::vector<std::pair<std::string, std::string>>& files);

/// Reads the text of a signature. UsageError, with the number of the line, for what `sign_files` does not
/// write. Whether it is valid is another question.
Signature signature_from(const std::string& text, const std::string& path);

}  // namespace rig::report
