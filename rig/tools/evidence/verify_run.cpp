#include "rig/tools/evidence/verify.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <optional>

#include "rig/base/errors.hpp"
#include "rig/game/examples.hpp"
#include "rig/tools/evidence/verification.hpp"

namespace rig {

namespace {

int verify_bundle(const VerifyRequest& request) {
  std::optional<Bundle> bundle;
  try {
    bundle.emplace(request.what);
  } catch (const UsageError& error) {
    tell("CHANGED", error.what());
    std::cout << "\nrefused: this is no bundle as rig bundle makes it\n";
    return 1;
  }
  VerifyRequest unpacked = request;
  unpacked.what = bundle->folder();
  tell("bundle",
       fmt::format("{}, {} files, unpacked to {}", request.what, bundle->files().size(), bundle->folder()));
  return Verification(unpacked, &*bundle).perform();
}

}  // namespace

int verify(const VerifyRequest& request) {
  const bool bundled = is_bundle(request.what) && std::filesystem::is_regular_file(request.what);
  return bundled ? verify_bundle(request) : Verification(request).perform();
}

std::string verify_help() {
  return game::with_examples(
      "Examples:\n"
      "  rig verify reports/{contest}_rtl-{model}                       hashes, chain, verdicts\n"
      "  rig verify reports/{contest}_rtl-{model} --key organiser.pub   and who signed it\n"
      "  rig verify reports/{contest}_rtl-{model} --again               and repeats it (rtl, "
      "builtin)\n"
      "  rig verify DIR --key rook.pub --team Rook --require certified     and whether it is what is "
      "asked\n"
      "  rig verify transcript.jsonl                                       the transcript alone\n"
      "  rig verify rook.tar --key organiser.pub                           a bundle (rig bundle)\n\n"
      "Exit status: 0 all of it fits, and is as asked; 1 something was changed, or is not as asked, or "
      "is\n"
      "signed by a key that was not named; 2 usage; 3 undecided: not chained, judged by another\n"
      "rig, or not to be run again. docs/evidence.md says what that proves, and what it does not.");
}

}  // namespace rig
