#pragma once
/// What the tests of transcripts share: texts that are hard to keep, a board, and files that go with the
/// test.

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::testing {

inline const std::string hostile = "caf\xc3\xa9 \"quoted\" \\ \n\t\x01\x7f <\xe2\x80\xae>";
inline const std::string no_utf8 = "\xff\xfe caf\xe9 \xc3";

inline const RunIdentity some_run{"0.1.0", "icfpt2014", "builtin:blokus?fault=late",
                                  std::numeric_limits<std::uint64_t>::max()};

inline std::unique_ptr<Link> board() {
  return make_callback_link(
      {"builtin:test", "", 115200, {}}, std::make_unique<ScriptedDevice>([](const std::string& heard) {
        if (heard == "0") return text_after(std::chrono::milliseconds(3), "1AA");
        if (heard == "25") return text_after(std::chrono::milliseconds(3), "53e0");
        return heard == "9" ? std::vector<Action>{{std::chrono::milliseconds(1), HangUp{}}}
                            : std::vector<Action>{};
      }));
}

/// A file in a folder of its own, both gone at the end; without a text the file is not there yet.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::optional<std::string>& text = {}) {
    std::string folder = (std::filesystem::temp_directory_path() / "transcript_test.XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    if (text) std::ofstream(path(), std::ios::binary) << *text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return beside("t.jsonl"); }
  std::string beside(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

inline TranscriptHeader some_header() {
  TranscriptHeader header{some_run, {}, {}, {}};
  header.options = {{"games", "2"}, {"team", hostile}};
  header.plan = {"Some.Case", "Other.Case"};
  header.partial = {"--filter Handshake.*", hostile};
  return header;
}

/// A transcript of this text is refused, with its name and all of these.
template <typename... Parts>
void expect_refused(const std::string& text, const Parts&... parts) {
  const TemporaryFile file(text);
  BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError, saying({file.path(), parts...}));
}

}  // namespace rig::testing
