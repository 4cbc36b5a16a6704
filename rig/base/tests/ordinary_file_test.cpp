/// Files of strangers are read when they are ordinary ones, and end.

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tests/contains.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("ordinary-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string refusal_of(const fs::path& path) {
  try {
    content_of_ordinary_file(path, 4096);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_ordinary_file_is_read_through_a_link_too) {
  const Folder folder;
  std::ofstream(folder / "file") << std::string(4096, 'x');
  fs::create_symlink("file", folder / "link");
  BOOST_TEST(content_of_ordinary_file(folder / "link", 4096) == std::string(4096, 'x'));
  BOOST_TEST((content_of_file(folder / "file") == std::string(4096, 'x')));
}

BOOST_AUTO_TEST_CASE(what_may_never_end_is_refused_by_name_with_what_was_found) {
  const Folder folder;
  fs::create_symlink("/dev/zero", folder / "endless");
  BOOST_REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::ofstream(folder / "large") << "x";
  fs::resize_file(folder / "large", std::uintmax_t{1} << 40U);
  const std::pair<const char*, const char*> refused[] = {
      {"endless", "endless: found a device; allowed: an ordinary file."},
      {"pipe", "pipe: found a pipe;"},
      {"large", "large: found 1099511627776 bytes; allowed: at most 4096."},
      {"", "found a folder;"},
      {"none", "none: found nothing;"}};
  for (const auto& [name, told] : refused) {
    BOOST_TEST(contains(refusal_of(folder / name), told), refusal_of(folder / name));
    BOOST_TEST(!content_of_file(folder / name).has_value(), name);
  }
}

}  // namespace rig
