#pragma once
/// Running the project's programs as a user would, for tests of the whole.

#include <filesystem>
#include <string>
#include <vector>

namespace conformance::testing_programs {

struct Outcome {
  int status = -1;     ///< exit status; 128 + signal when it was killed
  std::string output;  ///< standard output and error together, in the order written
};

/// Runs a program with these arguments (no shell) and waits for its end. `environment` adds NAME=VALUE.
Outcome run(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment = {});

/// A running program whose process id is known.
class Running {
 public:
  Running(const std::string& program, const std::vector<std::string>& arguments,
          const std::vector<std::string>& environment = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  int pid() const { return pid_; }
  /// Reads until the output holds `text` or the program ends; false at its end.
  bool wait_for(const std::string& text);
  /// What has been read so far.
  const std::string& output() const { return text_; }
  Outcome wait();

 private:
  bool read_some();

  int pid_ = -1;
  int output_ = -1;
  std::string text_;
};

/// A folder that vanishes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A TCP port of the loopback address that nobody listens on at this moment.
int free_tcp_port();

/// Two TCP ports, one after the other, that no other test is given while this lives: for hosts that listen
/// where their description says.
class OwnPorts {
 public:
  OwnPorts();
  ~OwnPorts();
  OwnPorts(const OwnPorts&) = delete;
  OwnPorts& operator=(const OwnPorts&) = delete;
  int first() const { return first_; }
  int second() const { return first_ + 1; }

 private:
  int first_ = 0;
  int lock_ = -1;
};

std::string content_of(const std::string& path);

/// Process ids of the direct children of a process.
std::vector<int> children_of(int parent);

}  // namespace conformance::testing_programs
