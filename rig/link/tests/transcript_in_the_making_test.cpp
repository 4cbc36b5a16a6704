/// A transcript that somebody changes while its run goes on.

#include <fmt/format.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>

#include "rig/base/errors.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/writer.hpp"
#include "rig/tests/contains.hpp"

namespace rig {
namespace {

using Lines = std::vector<std::string>;

const RunIdentity some_run{"0.1.0", "icfpt2014", "builtin:blokus", 7};

/// A run whose two cases have ended and whose transcript is not finished yet. Its file has the header in line
/// 1, the segments in lines 2 to 5 and 7 to 10, and behind each the line that ends it.
class RunGoingOn {
 public:
  RunGoingOn()
      : folder_(std::filesystem::temp_directory_path() / fmt::format("in-the-making-{}", ::getpid())),
        writer_((folder_ / "transcript.jsonl").string(),
                {some_run, {}, {"First.Case", "Second.Case"}, {}, {}}) {
    for (const char* id : {"Second.Case", "First.Case"}) {  // in the order in which they end
      writer_.add(id, segment_line(id, some_run, LinkInfo{}));
      for (const char* text : {"one", "two", "three"}) writer_.add(id, fmt::format(R"(["note","{}"])", text));
      writer_.case_ended(id);
    }
  }
  ~RunGoingOn() { std::filesystem::remove_all(folder_); }
  RunGoingOn(const RunGoingOn&) = delete;
  RunGoingOn& operator=(const RunGoingOn&) = delete;

  std::string unfinished() const { return TranscriptWriter::unfinished_path(writer_.path()); }

  Lines lines() const {
    std::ifstream file(unfinished());
    Lines lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  /// The same file with other content, as a program changes it that knows its name.
  void put(const std::string& text) const {
    std::filesystem::resize_file(unfinished(), 0);
    std::ofstream(unfinished(), std::ios::in | std::ios::out) << text;
  }

  void finish() { writer_.finish({}); }
  bool has_a_transcript() const { return std::filesystem::exists(writer_.path()); }

 private:
  std::filesystem::path folder_;
  TranscriptWriter writer_;
};

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

constexpr std::size_t lines_of_segments[] = {2, 3, 4, 5, 7, 8, 9, 10};
constexpr const char* any_line = ", line";

/// After this change the run ends with an error that names the place, and nothing is made of the file.
void refuses(const std::string& where, const std::function<std::string(Lines)>& change) {
  RunGoingOn run;
  run.put(change(run.lines()));
  BOOST_CHECK_EXCEPTION(run.finish(), RigError, [&](const RigError& error) {
    const bool tells = contains(error.what(), run.unfinished() + where);
    if (!tells) BOOST_TEST_MESSAGE("the message is: " << error.what());
    return tells;
  });
  BOOST_TEST(!run.has_a_transcript());
}

std::string at_line(std::size_t number) {
  return fmt::format(", line {}:", number);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(transcripts_in_the_making)

BOOST_AUTO_TEST_CASE(that_nobody_changed_are_finished) {
  RunGoingOn run;
  run.put(joined(run.lines()));
  BOOST_CHECK_NO_THROW(run.finish());
  BOOST_TEST(run.has_a_transcript());
}

BOOST_AUTO_TEST_CASE(with_a_changed_byte_are_refused_at_its_line) {
  const Lines lines = RunGoingOn().lines();
  for (const std::size_t number : lines_of_segments) {
    for (std::size_t at = 0; at < lines[number - 1].size(); at += 3) {
      BOOST_TEST_CONTEXT("line " << number << ", byte " << at) {
        refuses(at_line(number), [&](Lines changed) {
          changed[number - 1][at] ^= 1;
          return joined(changed);
        });
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_a_line_are_refused) {
  for (const std::size_t number : lines_of_segments) {
    refuses(any_line, [&](Lines changed) {
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(number - 1));
      return joined(changed);
    });
  }
}

BOOST_AUTO_TEST_CASE(with_swapped_lines_are_refused) {
  refuses(at_line(3), [](Lines changed) {
    std::swap(changed[2], changed[3]);
    return joined(changed);
  });
  refuses(any_line, [](Lines changed) {
    std::swap(changed[2], changed[7]);
    return joined(changed);
  });
}

BOOST_AUTO_TEST_CASE(with_a_line_twice_are_refused) {
  refuses(any_line, [](Lines changed) {
    changed.insert(changed.begin() + 3, changed[2]);
    return joined(changed);
  });
}

BOOST_AUTO_TEST_CASE(that_were_cut_are_refused_at_the_line_that_is_not_whole) {
  const Lines lines = RunGoingOn().lines();
  const std::size_t whole = joined(lines).size();
  const std::size_t behind_the_segments = lines[10].size() + 1;
  refuses(at_line(10),
          [&](const Lines& all) { return joined(all).substr(0, whole - behind_the_segments - 1); });
  refuses(at_line(9), [&](Lines cut) {
    cut.resize(8);
    return joined(cut);
  });
  refuses(at_line(7), [](const Lines&) { return std::string(); });  // the first of the plan
}

BOOST_AUTO_TEST_CASE(that_lost_the_end_of_a_line_are_refused_there) {
  refuses(at_line(10), [](const Lines& all) {
    std::string text = joined(all);
    text[joined(Lines(all.begin(), all.begin() + 10)).size() - 1] = ' ';
    return text;
  });
}

/// Whoever changes a line and makes all links after it anew is seen at the end of the segment.
BOOST_AUTO_TEST_CASE(whose_chain_was_made_anew_are_refused) {
  refuses(", lines 7 to 10:", [](Lines changed) {
    Chain chain;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      std::string line = split_chained(changed[i])->line;
      if (i == 7) line[line.find("one")] = 'O';
      changed[i] = chain.add(line);
    }
    return joined(changed);
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig
