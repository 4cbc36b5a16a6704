/// Transcripts and the occasions beside them: a file as it is, and its lines with a chain made anew, since
/// hardly any change leaves a chain whole. What was read is played back.

#include <algorithm>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

void use(rig::Link& link) {
  const rig::Instant at = rig::Instant::exactly(link.info().clock, std::chrono::seconds(1));
  fuzz::is_read([&] { link.receive(at); });
  fuzz::is_read([&] { link.reset(); });
  fuzz::is_read([&] { link.health(); });
  fuzz::is_read([&] { link.rate_set_by_dut(); });
}

void read(const std::string& text) {
  const fuzz::FileInMemory file(text);
  fuzz::is_read([&] {
    const rig::Transcript transcript = rig::read_transcript(file.path());
    if (transcript.of_a_referee()) return;
    for (const auto& one : transcript.segments) {
      fuzz::is_read([&] { use(*rig::replay(rig::Medium::bytes, one.first, one.second)->bytes()); });
      fuzz::is_read([&] { rig::replay(rig::Medium::files, one.first, one.second)->reset(); });
    }
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  read(text);
  read(rig::chained_text(lines_of(text)));
  return 0;
}
