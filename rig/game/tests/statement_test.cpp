/// Statements of modules, in files that are whole, cut off, changed, or something else.

#include <elf.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <fstream>
#include <iterator>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/game/modules.hpp"
#include "rig/game/statement.hpp"
#include "rig/tests/contains.hpp"

namespace rig::game {
namespace {

namespace data = boost::unit_test::data;

const std::string good = "version=0.1.0;compiler=g++ 12.2.0;headers=00ff;sanitizer=none";

template <typename Value>
void put(std::string& content, const Value& value) {
  content.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// The smallest shared object with a section of this name: a header, the sections' texts, their table.
std::string shared_object(const std::string& section, const std::string& text) {
  const std::string names = '\0' + section + '\0' + ".names" + '\0';
  const std::string content = text + '\0';
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_DYN;
  header.e_shoff = sizeof header + names.size() + content.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  Elf64_Shdr statement{};
  statement.sh_name = 1;
  statement.sh_type = SHT_PROGBITS;
  statement.sh_offset = sizeof header + names.size();
  statement.sh_size = content.size();
  Elf64_Shdr of_names{};
  of_names.sh_name = static_cast<Elf64_Word>(section.size() + 2);
  of_names.sh_type = SHT_STRTAB;
  of_names.sh_offset = sizeof header;
  of_names.sh_size = names.size();
  std::string file;
  put(file, header);
  file += names + content;
  for (const Elf64_Shdr& one : {Elf64_Shdr{}, statement, of_names}) put(file, one);
  return file;
}

std::string own_file() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether the file has a statement; false: it was refused with its name. Nothing else may happen.
bool has_statement(const std::string& content) {
  try {
    static_cast<void>(statement_in(content, "knots.so"));
    return true;
  } catch (const UsageError& error) {
    BOOST_TEST_REQUIRE(contains(error.what(), "knots.so is not a module of contest-rig: "));
    return false;
  }
}

BOOST_AUTO_TEST_SUITE(statements_of_modules)

BOOST_AUTO_TEST_CASE(is_read_from_its_section) {
  const Statement read = statement_in(shared_object(".contest_rig", good), "knots.so");
  BOOST_TEST(read.version == "0.1.0");
  BOOST_TEST(read.compiler == "g++ 12.2.0");
  BOOST_TEST(read.headers == "00ff");
  BOOST_TEST(read.sanitizer == "none");
}

struct Wrong {
  std::string content;
  std::string said;
  friend std::ostream& operator<<(std::ostream& out, const Wrong& one) { return out << one.said; }
};

const std::vector<Wrong> wrong_files = {
    {"", "it is not a 64-bit ELF shared object"},
    {"#!/bin/sh\nexit 0\n", "it is not a 64-bit ELF shared object"},
    {std::string(4096, '\0'), "it is not a 64-bit ELF shared object"},
    {shared_object(".other", good), "it has no section .contest_rig"},
    {shared_object(".contest_rig", ""), "its statement has no version"},
    {shared_object(".contest_rig", "version=1;compiler=c;headers=h"), "its statement has no sanitizer"},
    {shared_object(".contest_rig", "version=1;version=2"), R"(its statement has "version=2"; allowed are)"},
    {shared_object(".contest_rig", good + ";colour=red"), R"(its statement has "colour=red"; allowed are)"},
    {shared_object(".contest_rig", good + ";;"), R"(its statement has ""; allowed are)"},
    {shared_object(".contest_rig", "version"), R"(its statement has "version"; allowed are)"},
};

BOOST_DATA_TEST_CASE(refuses_what_is_no_module, data::make(wrong_files), wrong) {
  BOOST_CHECK_EXCEPTION(statement_in(wrong.content, "knots.so"), UsageError,
                        saying({"knots.so", wrong.said}));
}

BOOST_AUTO_TEST_CASE(refuses_each_file_that_is_cut_off) {
  const std::string whole = shared_object(".contest_rig", good);
  for (std::size_t length = 0; length < whole.size(); ++length)
    BOOST_TEST(!has_statement(whole.substr(0, length)),
               "of " << whole.size() << " bytes " << length << " are left");
}

BOOST_AUTO_TEST_CASE(reads_no_byte_beyond_a_file_that_was_changed_by_chance) {
  const std::string whole = shared_object(".contest_rig", good);
  Random random(46);
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string changed = whole;
    for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes)
      changed[random.below(static_cast<std::uint32_t>(changed.size()))] =
          static_cast<char>(random.below(256));
    if (random.below(3) == 0) changed.resize(random.below(static_cast<std::uint32_t>(changed.size())));
    if (!has_statement(changed)) ++refused;
  }
  BOOST_TEST(refused > 10'000);
  BOOST_TEST(refused < 20'000);
}

BOOST_AUTO_TEST_CASE(a_program_is_none) {
  BOOST_TEST(!has_statement(own_file()));
}

BOOST_AUTO_TEST_CASE(each_difference_is_refused_with_both_values) {
  const Statement own = own_statement();
  expect_fitting(own, own, "knots.so");
  Statement other = own;
  other.version = "0.0.9";
  BOOST_CHECK_EXCEPTION(
      expect_fitting(other, own, "knots.so"), UsageError,
      saying({"knots.so was built for contest-rig 0.0.9; this program needs " + own.version}));
  other = own;
  other.compiler = "g++ 4.8.5";
  BOOST_CHECK_EXCEPTION(
      expect_fitting(other, own, "knots.so"), UsageError,
      saying({"knots.so was built by the compiler g++ 4.8.5; this program needs " + own.compiler}));
  other = own;
  other.headers = "0000";
  BOOST_CHECK_EXCEPTION(
      expect_fitting(other, own, "knots.so"), UsageError,
      saying({"knots.so was built against other headers, 0000; this program needs " + own.headers}));
  other = own;
  other.sanitizer = "memory";
  BOOST_CHECK_EXCEPTION(
      expect_fitting(other, own, "knots.so"), UsageError,
      saying({"knots.so was built with the sanitizer memory; this program needs " + own.sanitizer}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(modules_on_a_command_line)

struct Line {
  std::vector<std::string> words;
  std::vector<std::filesystem::path> files;
  std::vector<std::string> left;
};

BOOST_AUTO_TEST_CASE(are_taken_out_wherever_they_stand) {
  const std::vector<Line> lines = {
      {{}, {}, {}},
      {{"--game", "a.so", "match"}, {"a.so"}, {"match"}},
      {{"check", "--game=a.so", "--game", "dir/b.so", "2"}, {"a.so", "dir/b.so"}, {"check", "2"}},
      {{"perft", "--game", "knots"}, {}, {"perft", "--game", "knots"}},
      {{"check", "--game", "3", "--game", "a.so"}, {"a.so"}, {"check", "--game", "3"}},
      {{"check", "--", "--game", "a.so"}, {}, {"check", "--", "--game", "a.so"}},
      {{"check", "--game"}, {}, {"check", "--game"}},
  };
  for (const Line& line : lines) {
    std::vector<std::string> words = line.words;
    const std::vector<std::filesystem::path> files = take_modules(words);
    BOOST_TEST((files == line.files));
    BOOST_TEST(words == line.left, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::game
