/// What a referee prints, read by the signs of a description that tells all of them.

#include "conformance/referee/host/announcement.hpp"
#include "fuzz/fuzz.hpp"

namespace {

using rig::host::Outcome;

rig::host::Signs all_signs() {
  rig::host::Signs signs;
  for (const Outcome outcome : rig::host::all_outcomes) {
    const auto number = static_cast<int>(outcome);
    const std::string line = "[Pp]layer.*(result|code) *" + std::to_string(number);
    signs.outcomes[outcome] = {rig::host::Pattern({line, "by {team1}|moves"}), number + 10};
  }
  signs.score = rig::host::Pattern({"score *:? *(-?[0-9]+)[ ,:-]+(-?[0-9]+)"});
  return signs;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const rig::host::Signs signs = all_signs();
  if (size == 0) return 0;
  fuzz::is_read([&] {
    const auto announced =
        rig::host::read_announcement(signs, fuzz::text_of(data + 1, size - 1), data[0] % 20, {"AB", ""});
    fuzz::expect(!announced.winner || (*announced.winner >= 0 && *announced.winner <= 2),
                 "who has won plays");
  });
  return 0;
}
