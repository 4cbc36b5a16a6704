#pragma once
/// What a bundle says of the files in it: an in-toto Statement (version 1), and its signature in a DSSE
/// envelope (version 1), which programs of others can read.

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "rig/base/crypto/ed25519.hpp"
#include "rig/tools/evidence/run_facts.hpp"

namespace rig {

struct Statement {
  std::map<std::string, std::string> subject;  ///< the SHA-256 of each file, by its name in the bundle
  nlohmann::json predicate;                    ///< what run that is
};

/// `head`: of the chain of its transcript. What a run does not say is left out.
nlohmann::json predicate_of(const RunFacts& run, const std::string& head);

/// The file's text. There is one for each statement.
std::string to_text(const Statement& statement);

/// UsageError for a text that `to_text` does not write.
Statement statement_from(const std::string& text);

/// The text of the envelope in which the text of a statement is signed. `keyid` is the public key in
/// hexadecimal.
std::string envelope_of(const PrivateKey& key, const std::string& statement);

/// The public key (hexadecimal) with which this envelope signs the text of the statement. UsageError for
/// another text, and for a signature that is not of that key.
std::string signer_in(const std::string& envelope, const std::string& statement);

}  // namespace rig
