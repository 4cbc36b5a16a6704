/// The files with which a program answers, of the contests over files. The first byte chooses the contest and
/// the exit status; the rest is cut at zeros into the contents of the files that the host looks at.

#include <vector>

#include "fuzz/fuzz.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/file_dialect.hpp"

namespace {

/// The next piece of the text; it is taken off.
std::string piece_of(std::string& text) {
  const std::size_t end = text.find('\0');
  std::string piece = text.substr(0, end);
  text.erase(0, end == std::string::npos ? end : end + 1);
  return piece;
}

void read_answer(const rig::protocol::Contest& contest, std::string text, int status) {
  const auto game = contest.dialect->files()->new_game(contest.seats[0], {});
  const rig::FileRequest request = game->ask(first_request(contest));
  rig::FileOutcome outcome;
  outcome.files = request.files;
  outcome.exit_status = status;
  for (auto& [name, content] : outcome.files) {
    if (!text.empty()) content = piece_of(text);
  }
  for (const std::string& name : request.watched) outcome.files[name] = piece_of(text);
  static_cast<void>(game->whole(outcome.files));
  for (const auto& wrong : game->read(outcome).irregularities)
    fuzz::expect(!wrong.aspect.empty() && !wrong.what.empty(), "what is wrong has a clause and words");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<const rig::protocol::Contest*> over_files;
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    if (contest.medium() == rig::Medium::files) over_files.push_back(&contest);
  }
  const rig::protocol::Contest& contest = *over_files[data[0] % over_files.size()];
  fuzz::is_read([&] { read_answer(contest, fuzz::text_of(data + 1, size - 1), data[0] / 2); });
  return 0;
}
