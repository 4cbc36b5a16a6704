#include <fmt/format.h>

#include <iostream>

#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/tools/evidence/verification.hpp"

namespace rig {

int sign(const SignRequest& request) {
  VerifyRequest evidence{request.what, {}, true, false, {}};
  Verification verification(evidence);
  if (const int status = verification.perform(); status != 0) {
    std::cout << "not signed\n";
    return status;
  }
  // Nothing of a stranger is run any more.
  const PrivateKey key = PrivateKey::from_file(request.key, password_of_key(request.password_file));
  const std::string& transcript = verification.transcript_path();
  const std::string place = report::next_signature_path(transcript);
  write_whole(place, report::sign_files(key, verification.head(), transcript, verification.files_to_sign()));
  std::cout << fmt::format("signed with the key {}: {}\n", key.public_key().hex(), place);
  return 0;
}

std::string sign_help() {
  return game::with_examples(
      "Examples:\n"
      "  rig sign reports/{contest}_rtl-{model} --key organiser.key    judges the run again, and signs "
      "it\n"
      "  rig sign DIR --key rook.key; rig sign DIR --key organiser.key    two signatures\n\n"
      "Nothing is signed in which something was changed. Exit status: as rig verify.");
}

}  // namespace rig
