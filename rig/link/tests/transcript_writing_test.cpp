/// How transcripts are written while their run goes on, and how their lines are chained.

#include <fmt/format.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/tests/transcript_fixtures.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/writer.hpp"

namespace rig::report {
namespace {

using namespace rig::testing;

BOOST_AUTO_TEST_SUITE(files)

/// A segment of a few lines.
std::vector<std::string> segment_of(const std::string& id) {
  std::vector<std::string> lines = {segment_line(id, some_run, board()->info())};
  record(board(), [&](const std::string& line) { lines.push_back(line); })->note("of " + id);
  return lines;
}

void add_all(TranscriptWriter& writer, const std::string& id) {
  for (const std::string& line : segment_of(id)) writer.add(id, line);
}
void add_ended(TranscriptWriter& writer, const std::string& id) {
  add_all(writer, id);
  writer.case_ended(id);
}

std::string unfinished(const TemporaryFile& file) {
  return TranscriptWriter::unfinished_path(file.path());
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

BOOST_AUTO_TEST_CASE(are_written_while_the_run_goes_on_and_stand_in_the_order_of_the_plan) {
  const TemporaryFile file;
  TranscriptWriter writer(file.path(), some_header());
  add_ended(writer, "Other.Case");
  add_all(writer, "Some.Case");
  BOOST_TEST(!std::filesystem::exists(file.path()));
  writer.finish({"stopped"});  // Some.Case has not ended
  BOOST_TEST(writer.head() == read_transcript(file.path()).head);
  TranscriptHeader header = some_header();
  header.partial = {"stopped"};
  BOOST_TEST(
      text_of(file.path()) ==
      to_text({header, {{"Some.Case", segment_of("Some.Case")}, {"Other.Case", segment_of("Other.Case")}}}));
  BOOST_TEST(!std::filesystem::exists(unfinished(file)));
  BOOST_TEST(writer.first_lines().at("Other.Case") == segment_of("Other.Case").front());
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_hold_the_cases_that_had_ended) {
  const TemporaryFile file;
  TranscriptWriter writer(file.path(), some_header());
  add_ended(writer, "Other.Case");
  const std::string after_one = text_of(unfinished(file));
  add_all(writer, "Some.Case");
  BOOST_TEST(text_of(unfinished(file)) == after_one);
  writer.case_ended("Some.Case");
  const std::string after_two = text_of(unfinished(file));
  // However much of the second one was written: the first one is there.
  for (std::size_t length = after_one.size(); length < after_two.size(); length += 7) {
    const TemporaryFile cut(after_two.substr(0, length));
    const Transcript read = read_transcript(cut.path());
    BOOST_TEST_REQUIRE(read.segments.size() == 1U, length);
    BOOST_TEST((read.segments.at("Other.Case") == segment_of("Other.Case")));
    BOOST_TEST(read.header.partial.back() == "the run was cut short, after 1 of 2 cases");
  }
  BOOST_TEST(read_transcript(unfinished(file)).segments.size() == 2U);
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_have_one_link) {
  const TemporaryFile file;
  {
    TranscriptWriter writer(file.path(), some_header());
    add_ended(writer, "Other.Case");
    LinkInfo another = board()->info();
    another.description = "another board";
    writer.add("Some.Case", segment_line("Some.Case", some_run, another));
    writer.case_ended("Some.Case");
  }
  BOOST_CHECK_EXCEPTION(
      read_transcript(unfinished(file)), UsageError,
      saying({"\"link/description\" is \"another board\", and the segments before it have"}));
}

/// Two cases on boards of these names, with these descriptions, of a run on `dut`; read before its end or
/// after it.
void read_two_cases(const std::string& dut, const std::array<std::pair<std::string, std::string>, 2>& links,
                    bool ended) {
  const TemporaryFile file;
  TranscriptHeader header = some_header();
  header.dut = dut;
  RunIdentity run = some_run;
  run.dut = dut;
  {
    TranscriptWriter writer(file.path(), header);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::string id = header.plan.at(i);
      LinkInfo link = board()->info();
      link.name = links[i].first;
      link.description = links[i].second;
      writer.add(id, segment_line(id, run, link));
      writer.case_ended(id);
    }
    if (ended) writer.finish({});
  }
  read_transcript(ended ? file.path() : unfinished(file));
}

BOOST_AUTO_TEST_CASE(of_several_equal_boards_have_one_link_for_each) {
  for (const bool ended : {true, false}) {
    const std::string both = "serial:/dev/a + serial:/dev/b";
    BOOST_CHECK_NO_THROW(
        read_two_cases(both, {{{"serial:/dev/a", "one"}, {"serial:/dev/b", "another"}}}, ended));
    BOOST_CHECK_THROW(read_two_cases(both, {{{"serial:/dev/b", "one"}, {"serial:/dev/b", "another"}}}, ended),
                      UsageError);
    BOOST_CHECK_THROW(read_two_cases(both, {{{"serial:/dev/a", "one"}, {"serial:/dev/c", "another"}}}, ended),
                      UsageError);
    BOOST_CHECK_THROW(
        read_two_cases("serial:/dev/a", {{{"serial:/dev/a", "one"}, {"serial:/dev/b", "one"}}}, ended),
        UsageError);
  }
}

BOOST_AUTO_TEST_CASE(of_two_runs_in_one_place_are_whole) {
  const TemporaryFile file;
  TranscriptWriter first(file.path(), some_header());
  add_ended(first, "Some.Case");
  TranscriptWriter second(file.path(), some_header());
  add_ended(second, "Other.Case");
  first.finish({});
  TranscriptHeader header = some_header();
  header.partial = {};
  BOOST_TEST(text_of(file.path()) == to_text({header, {{"Some.Case", segment_of("Some.Case")}}}));
  second.finish({});
  BOOST_TEST(text_of(file.path()) == to_text({header, {{"Other.Case", segment_of("Other.Case")}}}));
  BOOST_TEST(!std::filesystem::exists(unfinished(file)));
}

BOOST_AUTO_TEST_CASE(are_written_where_no_file_can_lie_beside_them) {
  const TemporaryFile file;
  const std::string longest = file.beside(std::string(255, 'n'));
  TranscriptWriter writer(longest, some_header());
  add_all(writer, "Some.Case");
  writer.finish({});
  BOOST_TEST(read_transcript(longest).segments.size() == 1U);

  std::filesystem::create_symlink("/dev/null", file.path());
  TranscriptWriter nowhere(file.path(), some_header());
  add_all(nowhere, "Some.Case");
  BOOST_TEST(!std::filesystem::exists(unfinished(file)));
  BOOST_CHECK_NO_THROW(nowhere.finish({}));
  BOOST_TEST(std::filesystem::is_character_file(file.path()));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_written_are_told_when_the_run_is_over) {
  const TemporaryFile file;
  std::filesystem::create_directory(unfinished(file));
  TranscriptWriter writer(file.path(), some_header());
  add_ended(writer, "Some.Case");
  BOOST_CHECK_EXCEPTION(writer.finish({}), RigError, saying({unfinished(file) + ": Is a directory"}));
}

BOOST_AUTO_TEST_CASE(without_a_path_are_not_written) {
  TranscriptWriter writer("", some_header());
  add_ended(writer, "Some.Case");
  BOOST_CHECK_NO_THROW(writer.finish({}));
  BOOST_TEST(writer.first_lines().size() == 1U);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  return lines;
}

/// The lines as they stand, with nothing added.
std::string as_they_stand(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

const std::string two_segments = to_text(
    {some_header(), {{"Some.Case", segment_of("Some.Case")}, {"Other.Case", segment_of("Other.Case")}}});

BOOST_AUTO_TEST_CASE(are_chained_as_the_documentation_says) {
  const std::vector<std::string> lines = lines_of(two_segments);
  Bytes before;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const ChainedLine parts = split_chained(lines[i]).value();
    Bytes hashed = before;
    const Bytes line = to_bytes(parts.line);
    hashed.insert(hashed.end(), line.begin(), line.end());
    const std::string hash = sha256_hex(hashed);
    BOOST_TEST(parts.link == hash.substr(0, 32));
    before.clear();
    for (std::size_t at = 0; at < hash.size(); at += 2)
      before.push_back(static_cast<std::uint8_t>(std::stoi(hash.substr(at, 2), nullptr, 16)));
    if (i + 2 < lines.size()) continue;
    BOOST_TEST(lines.back() == fmt::format(R"({{"lines":{},"head":"{}"}})", lines.size() - 1, hash));
    BOOST_TEST(read_transcript(TemporaryFile(two_segments).path()).head == hash);
  }
}

BOOST_AUTO_TEST_CASE(that_were_changed_are_refused_at_the_line) {
  const std::vector<std::string> lines = lines_of(two_segments);
  const auto refuses = [](const std::vector<std::string>& changed, std::size_t line, const auto&... parts) {
    expect_refused(as_they_stand(changed), fmt::format("line {}:", line), parts...);
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    BOOST_TEST_CONTEXT("line " << i + 1 << ": " << lines[i]) {
      std::vector<std::string> without = lines;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      // What follows the gap is where it is seen; the end of the file where the last line is missing.
      refuses(without, i + 1 < lines.size() ? i + 1 : i);
      std::vector<std::string> twice = lines;
      twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
      refuses(twice, i + 2);
      for (std::size_t at = 0; at < lines[i].size(); at += 3) {
        std::vector<std::string> flipped = lines;
        flipped[i][at] = static_cast<char>(flipped[i][at] ^ 1);
        refuses(flipped, i + 1);
      }
    }
  }
  std::vector<std::string> swapped = lines;
  std::swap(swapped[2], swapped[4]);
  refuses(swapped, 3, "the chain breaks");
  std::vector<std::string> cut = lines;
  cut.resize(3);
  refuses(cut, 3, "last line", "missing");
  std::vector<std::string> longer = lines;
  longer.push_back(lines[2]);
  refuses(longer, lines.size() + 1, "after the last one");
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_are_chained_too) {
  const TemporaryFile file;
  TranscriptWriter writer(file.path(), some_header());
  add_ended(writer, "Other.Case");
  std::vector<std::string> lines = lines_of(text_of(unfinished(file)));
  BOOST_TEST_REQUIRE(lines.size() == 4U);
  const std::size_t at = lines[2].find("of Other");
  BOOST_TEST_REQUIRE(at != std::string::npos);
  lines[2][at] = 'O';
  expect_refused(as_they_stand(lines), "line 3", "the chain breaks");
}

BOOST_AUTO_TEST_CASE(that_were_written_before_there_was_a_chain_are_read_and_have_no_head) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(two_segments)) {
    if (const auto parts = split_chained(line)) lines.push_back(parts->line);
  }
  nlohmann::json header = nlohmann::json::parse(lines[0]);
  expect_refused(as_they_stand(lines), "line 1", "format 3 is chained");
  header["transcript"] = 2;
  header.erase("identity");
  lines[0] = header.dump();
  const TemporaryFile old(as_they_stand(lines));
  const Transcript read = read_transcript(old.path());
  BOOST_TEST(read.head == "");
  BOOST_TEST((read.segments.at("Some.Case") == segment_of("Some.Case")));
  expect_refused(chained_text(lines), "line 1", "format 2 has no chain");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::report
