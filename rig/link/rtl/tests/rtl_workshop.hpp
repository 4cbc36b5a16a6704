#pragma once
/// Designs of a user: descriptions and sources in a directory of their own, built on the fly into a cache of
/// their own.

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rtl_test_tools.hpp"

namespace rig::test {

namespace fs = std::filesystem;

inline std::string output_of(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  BOOST_TEST(pclose(pipe) == 0, command);
  return output;
}

inline void check_has(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    BOOST_TEST(text.find(part) != std::string::npos, '"' << part << "\" is missing in: " << text);
  }
}

/// A new directory, gone with this object.
struct Scratch {
  fs::path directory;

  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "rtl_builder_test.XXXXXX").string();
    directory = mkdtemp(pattern.data());
  }
  ~Scratch() { fs::remove_all(directory); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

/// A cache for all tests of this process: Verilator's runtime need not be compiled for each.
struct Cache : Scratch {
  Cache() { setenv("XDG_CACHE_HOME", directory.c_str(), 1); }
};
/// The same with Verilator's runtime in it, where the build of the project has compiled it, with its
/// compiler.
struct CacheWithRuntime : Cache {
  CacheWithRuntime() {
    setenv("CXX", RIG_CXX, 1);
    const fs::path runtime = RIG_MODEL_CACHE "/runtime";
    const fs::path own = directory / "contest-rig" / "models";
    fs::create_directories(own);
    if (fs::exists(runtime)) fs::copy(runtime, own / "runtime", fs::copy_options::recursive);
  }
};

/// A directory with a copy of the echo fixture.
struct Workshop : Scratch {
  Workshop() {
    for (const char* file : {"serial.sv", "echo.sv", "echo.toml"}) {
      fs::copy_file(fs::path(RIG_RTL_FIXTURES) / file, directory / file);
    }
  }

  std::string description() const { return (directory / "echo.toml").string(); }

  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    std::ifstream in(directory / file);
    std::stringstream text;
    text << in.rdbuf();
    std::string all = text.str();
    const std::size_t place = all.find(from);
    BOOST_TEST_REQUIRE(place != std::string::npos, from);
    std::ofstream(directory / file) << all.replace(place, from.size(), to);
  }
};

/// The message of the UsageError that opening the description ends in.
inline std::string complaint_about(const Workshop& workshop) {
  RtlOptions options;
  options.model = workshop.description();
  try {
    open_rtl(options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "(no error)";
}

}  // namespace rig::test
