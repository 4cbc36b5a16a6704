#include "rig/tools/evidence/verify.hpp"

#include "rig/tools/evidence/verification.hpp"

namespace rig {

int verify(const VerifyRequest& request) {
  return Verification(request).perform();
}

std::string verify_help() {
  return "Examples:\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo                       hashes, chain, verdicts\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo --key organiser.pub   and who signed it\n"
         "  rig verify reports/icfpt2014_rtl-blokus_duo --again               and runs it anew (rtl, "
         "builtin)\n"
         "  rig verify DIR --key rook.pub --team Rook --require certified     and whether it is what is "
         "asked\n"
         "  rig verify transcript.jsonl                                       the transcript alone\n\n"
         "Exit status: 0 all of it fits, and is as asked; 1 something was changed, or is not as asked, or "
         "is\n"
         "signed by a key that was not named; 2 usage; 3 it cannot be told: not chained, judged by another\n"
         "rig, or not to be run again. docs/evidence.md says what that proves, and what it does not.";
}

}  // namespace rig
