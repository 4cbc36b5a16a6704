/// Archives: what is written is read again, by others' programs too, and nothing else is.

#include <fmt/format.h>
#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/tar.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tests/contains.hpp"

namespace rig {

namespace fs = std::filesystem;
namespace data = boost::unit_test::data;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "rig-tar-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string archive_of(const Files& files) {
  std::string text;
  for (const auto& [name, content] : files)
    text += tar_header({name, content.size(), 1'800'000'000}) + content + tar_padding(content.size());
  return text + tar_end();
}

Files files_in(const std::string& path) {
  TarReader reader(path);
  Files files;
  while (const auto entry = reader.next()) {
    std::string content;
    reader.content([&](std::string_view piece) { content += piece; });
    files.emplace_back(entry->name, content);
  }
  return files;
}

Files some_files() {
  return {{"empty", ""},
          {"whole-block", std::string(512, 'x')},
          {"kept/ä 1.txt", "one\n"},
          {"long/" + std::string(80, 'a') + "/" + std::string(90, 'b'), std::string(100'000, 'y')}};
}

/// Puts these bytes into the first header, with a sum that fits.
void put_into_header(std::string& archive, std::size_t at, std::string_view bytes) {
  constexpr std::size_t sum_at = 148;
  archive.replace(at, bytes.size(), bytes);
  archive.replace(sum_at, 8, 8, ' ');
  const auto sum = std::accumulate(archive.begin(), archive.begin() + 512, 0U, [](unsigned all, char one) {
    return all + static_cast<unsigned char>(one);
  });
  archive.replace(sum_at, 7, fmt::format("{:06o}", sum) + std::string(1, '\0'));
}

/// A way to write an archive otherwise.
struct Forgery {
  const char* name;
  const char* refused;  ///< in words
  std::function<void(std::string&)> forge;
};

std::ostream& operator<<(std::ostream& out, const Forgery& forgery) {
  return out << forgery.name;
}

std::function<void(std::string&)> header(std::size_t at, std::string bytes) {
  return [at, bytes = std::move(bytes)](std::string& archive) { put_into_header(archive, at, bytes); };
}

std::string zero_ended(const std::string& text) {
  return text + std::string(1, '\0');
}

const std::vector<Forgery> forgeries = {
    {"hard link", "byte 0: found a hard link, allowed are ordinary files", header(156, "1")},
    {"symbolic link", "found a symbolic link", header(156, "2")},
    {"device", "found a device", header(156, "3")},
    {"block device", "found a device", header(156, "4")},
    {"folder", "found a folder", header(156, "5")},
    {"named pipe", "found a named pipe", header(156, "6")},
    {"header of pax", "found a header of another format", header(156, "x")},
    {"header of all pax", "found a thing of another kind", header(156, "g")},
    {"old file", "found a thing of another kind", header(156, std::string(1, '\0'))},
    {"absolute name", "the name \"/etc/passwd\" is no path below a folder",
     header(0, zero_ended("/etc/passwd"))},
    {"name outside", "the name \"../a\" is no path below a folder", header(0, zero_ended("../a"))},
    {"name outside, later", "the name \"a/../../b\" is no path", header(0, zero_ended("a/../../b"))},
    {"name outside by prefix", "the name \"../report.json\" is no path", header(345, "..")},
    {"name of a folder", "the name \"a/\" is no path", header(0, zero_ended("a/"))},
    {"name of here", "the name \"./a\" is no path", header(0, zero_ended("./a"))},
    {"no name", "the name \"\" is no path", header(0, std::string(100, '\0'))},
    {"escape in a name", "the name \"a\\x1b[2J\" has characters", header(0, zero_ended("a\x1b[2J"))},
    {"line break in a name", "the name \"a\\nb\" has characters", header(0, zero_ended("a\nb"))},
    {"something after the name", "is not as rig bundle writes it", header(50, "hidden")},
    {"another mode", "is not as rig bundle writes it", header(100, "0004755")},
    {"another owner", "is not as rig bundle writes it", header(108, "0001750")},
    {"named owner", "is not as rig bundle writes it", header(265, "root")},
    {"target of a link", "is not as rig bundle writes it", header(157, "/etc/passwd")},
    {"format of GNU", "there is no header of a file", header(257, "ustar  ")},
    {"size in binary", "the size or the date of report.json is no octal number", header(124, "\x80")},
    {"negative date", "the size or the date of report.json is no octal number", header(136, "-0000000001")},
    {"more than there is", "the archive ends too early", header(124, "77777777777")},
    {"wrong sum", "is not as rig bundle writes it", [](std::string& archive) { archive[148] = '7'; }},
    {"something in the padding", "there is something after the end of report.json",
     [](std::string& archive) { archive[1000] = 'x'; }},
    {"cut in a file", "the archive ends too early", [](std::string& archive) { archive.resize(600); }},
    {"cut before the end", "the archive ends too early", [](std::string& archive) { archive.resize(1024); }},
    {"one block at the end", "the archive ends too early",
     [](std::string& archive) { archive.resize(1536); }},
    {"a file after the end", "byte 2048: there is something after the end of the archive",
     [](std::string& archive) { archive += archive; }},
    {"zeros after the end", "there is something after the end of the archive",
     [](std::string& archive) { archive += std::string(512, '\0'); }},
    {"a file between the empty blocks", "there is something after the end of the archive",
     [](std::string& archive) { archive.insert(1536, archive.substr(0, 1024)); }},
};

}  // namespace

BOOST_AUTO_TEST_CASE(files_are_read_as_they_were_written) {
  const Folder folder;
  write_whole(folder / "a.tar", archive_of(some_files()));
  BOOST_TEST((files_in(folder / "a.tar") == some_files()));
  write_whole(folder / "empty.tar", archive_of({}));
  BOOST_TEST(files_in(folder / "empty.tar").empty());
}

BOOST_AUTO_TEST_CASE(an_ordinary_tar_unpacks_the_same_files) {
  const Folder folder;
  write_whole(folder / "a.tar", archive_of(some_files()));
  const std::string command = fmt::format("tar --warning=no-timestamp -x -C '{}' -f '{}' 2>'{}'", folder / "",
                                          folder / "a.tar", folder / "said");
  BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0);  // NOLINT(concurrency-mt-unsafe)
  BOOST_TEST(content_of_file(folder / "said").value() == "");
  for (const auto& [name, content] : some_files())
    BOOST_TEST((content_of_file(folder / name) == content), name << " is another file");
}

BOOST_AUTO_TEST_CASE(names_that_have_no_place_are_refused) {
  BOOST_TEST(why_not_in_tar("kept/game-1.txt") == "");
  BOOST_TEST(why_not_in_tar(std::string(100, 'a')) == "");
  BOOST_TEST(why_not_in_tar(std::string(101, 'a')) == "is too long");
  BOOST_TEST(why_not_in_tar(std::string(155, 'a') + "/" + std::string(100, 'b')) == "");
  BOOST_TEST(why_not_in_tar(std::string(156, 'a') + "/" + std::string(100, 'b')) == "is too long");
  for (const char* name : {"", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b"})
    BOOST_TEST(why_not_in_tar(name) == "is no path below a folder", name);
}

BOOST_DATA_TEST_CASE(what_is_written_otherwise_is_refused, data::make(forgeries), forgery) {
  const Folder folder;
  std::string archive = archive_of({{"report.json", "{}"}});
  forgery.forge(archive);
  write_whole(folder / "a.tar", archive);
  BOOST_CHECK_EXCEPTION(files_in(folder / "a.tar"), UsageError, [&](const UsageError& error) {
    BOOST_TEST(contains(error.what(), "a.tar, byte "), error.what());
    BOOST_TEST(contains(error.what(), forgery.refused), error.what());
    return true;
  });
}

}  // namespace rig
