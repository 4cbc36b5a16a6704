#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace fs = std::filesystem;

namespace {

/// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "rig-report-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const fs::path& path() const { return path_; }
  auto files() const { return std::distance(fs::directory_iterator(path_), fs::directory_iterator()); }

 private:
  fs::path path_;
};

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string reason_for_failing(const std::string& path, const std::string& content = "new") {
  try {
    write_whole(path, content);
  } catch (const RigError& failed) {
    return failed.what();
  }
  return "(it did not fail)";
}

/// No file may grow beyond this while it lives, as on a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(writing_a_report)

BOOST_AUTO_TEST_CASE(makes_the_folders_that_are_missing) {
  const Folder folder;
  write_whole(folder / "a/b/report.json", "content");
  BOOST_TEST(content_of(folder / "a/b/report.json") == "content");
}

BOOST_AUTO_TEST_CASE(replaces_an_old_one_and_leaves_nothing_else) {
  const Folder folder;
  write_whole(folder / "report.json", "an old and longer report");
  write_whole(folder / "report.json", "new");
  BOOST_TEST(content_of(folder / "report.json") == "new");
  BOOST_TEST(folder.files() == 1);
}

BOOST_AUTO_TEST_CASE(shows_a_reader_of_the_old_one_no_byte_of_the_new) {
  const Folder folder;
  write_whole(folder / "report.json", "old");
  std::ifstream reader(folder / "report.json");
  write_whole(folder / "report.json", "new");
  std::string seen;
  reader >> seen;
  BOOST_TEST(seen == "old");
}

BOOST_AUTO_TEST_CASE(leaves_the_old_one_whole_when_the_disk_is_full) {
  const Folder folder;
  write_whole(folder / "report.json", "old");
  std::string reason;
  {
    const SmallDisk disk(1000);
    reason = reason_for_failing(folder / "report.json", std::string(100000, 'x'));
  }
  BOOST_TEST(contains(reason, folder / "report.json"), reason);
  BOOST_TEST(contains(reason, "File too large"), reason);
  BOOST_TEST(content_of(folder / "report.json") == "old");
  BOOST_TEST(folder.files() == 1);
}

BOOST_AUTO_TEST_CASE(names_the_path_and_the_reason_of_the_system) {
  const Folder folder;
  write_whole(folder / "file", "");
  const std::string below_a_file = reason_for_failing(folder / "file/report.json");
  BOOST_TEST(contains(below_a_file, folder / "file/report.json"), below_a_file);
  BOOST_TEST(contains(below_a_file, "Not a directory"), below_a_file);
  BOOST_TEST(contains(reason_for_failing(folder.path().string()), "Is a directory"));
  BOOST_TEST(contains(reason_for_failing(folder / "new/"), "Is a directory"));
  BOOST_TEST(contains(reason_for_failing(""), "No such file or directory"));
  BOOST_TEST(contains(reason_for_failing("/dev/full"), "No space left on device"));
}

BOOST_AUTO_TEST_CASE(follows_a_symbolic_link) {
  const Folder folder;
  write_whole(folder / "kept/report.json", "old");
  fs::create_symlink("kept/report.json", folder / "latest.json");
  write_whole(folder / "latest.json", "new");
  BOOST_TEST(fs::is_symlink(folder / "latest.json"));
  BOOST_TEST(content_of(folder / "kept/report.json") == "new");
}

BOOST_AUTO_TEST_CASE(removes_what_a_killed_writer_left_and_nothing_that_somebody_writes) {
  const Folder folder;
  std::ofstream(folder / ".rig-report.17.0") << "left";
  std::ofstream(folder / ".rig-report.18.0") << "being written";
  const int held = ::open((folder / ".rig-report.18.0").c_str(), O_WRONLY | O_CLOEXEC);
  BOOST_REQUIRE(::flock(held, LOCK_EX) == 0);
  write_whole(folder / "report.json", "new");
  BOOST_TEST(!fs::exists(folder / ".rig-report.17.0"));
  BOOST_TEST(content_of(folder / ".rig-report.18.0") == "being written");
  ::close(held);
  write_whole(folder / "report.json", "newer");
  BOOST_TEST(folder.files() == 1);
}

BOOST_AUTO_TEST_CASE(takes_a_name_as_long_as_the_file_system_does) {
  const Folder folder;
  const std::string name = folder / std::string(255, 'n');
  write_whole(name, "content");
  BOOST_TEST(content_of(name) == "content");
}

BOOST_AUTO_TEST_CASE(gives_it_the_permissions_of_an_ordinary_file) {
  const Folder folder;
  write_whole(folder / "report.json", "content");
  std::ofstream(folder / "ordinary") << "content";
  BOOST_TEST(
      (fs::status(folder / "report.json").permissions() == fs::status(folder / "ordinary").permissions()));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sha256)

struct Vector {
  std::string message;
  const char* digest;
};

BOOST_AUTO_TEST_CASE(agrees_with_the_standard_vectors) {
  // FIPS 180-4 examples, and lengths around the padding's boundaries.
  const Vector vectors[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1000000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
      {std::string(55, 'b'), "eb2c86e932179f4ba13fe8715a26124b77d6bad290b9b4c1cc140cf633300c19"},
      {std::string(56, 'b'), "a5fc6e203a4c2b657d0d153885932414b2ffc6a93f0f8bf8b3183315e5a7212c"},
      {std::string(63, 'b'), "94e419fabac7f930810f9636354042f8c1426d2f834d4ab65c93dc1e69326b13"},
      {std::string(64, 'b'), "a0fab1377f49a759b57f63318262ebe89fabfc990e8e93ceac2984561482b9d4"},
      {std::string(65, 'b'), "74b128f30cf83de43ddf4aafc40c7b50a7443d3c73a89a7cfca17e15e43d51ab"},
      {std::string(119, 'b'), "68297a9eb141ce16bbc0847da1c0c48e2858704feaa13993bde29f87a198a6e1"},
      {std::string(120, 'b'), "392add47fbaa8197a874ebe770a947a26dd6f2becce5f64688cc4d18c9da93bd"},
  };
  for (const auto& [message, digest] : vectors) {
    BOOST_TEST(sha256_hex(to_bytes(message)) == digest, message.size() << " bytes");
  }
}

BOOST_AUTO_TEST_CASE(of_a_file_is_that_of_its_bytes) {
  const Folder folder;
  const std::string content(200001, '\xa5');
  write_whole(folder / "file", content);
  BOOST_TEST(sha256_file(folder / "file") == sha256_hex(to_bytes(content)));
}

BOOST_AUTO_TEST_CASE(of_a_file_that_cannot_be_read_is_an_error_with_its_path) {
  const Folder folder;
  BOOST_CHECK_EXCEPTION(sha256_file(folder / "none"), RigError, [&](const RigError& failed) {
    return contains(failed.what(), folder / "none") && contains(failed.what(), "No such file");
  });
  BOOST_CHECK_THROW(sha256_file(folder.path()), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
