#include "rig/base/program/password.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <fstream>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"

namespace rig {

namespace {

/// A terminal that shows nothing of what is typed, as long as this lives.
class Unseen {
 public:
  explicit Unseen(int terminal) : terminal_(terminal) {
    if (tcgetattr(terminal, &before_) != 0) return;
    termios unseen = before_;
    unseen.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    changed_ = tcsetattr(terminal, TCSAFLUSH, &unseen) == 0;
  }
  ~Unseen() {
    if (changed_) tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool changed_ = false;
};

}  // namespace

std::optional<std::string> ask_password(const std::string& question) {
  const Descriptor terminal(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.is_open()) return std::nullopt;
  write_all(terminal, question);
  std::string line;
  {
    const Unseen unseen(terminal.number());
    char one = 0;
    while (::read(terminal.number(), &one, 1) == 1 && one != '\n') line += one;
  }
  write_all(terminal, "\n");
  if (line.empty()) return std::nullopt;
  return line;
}

std::string password_in(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line))
    throw UsageError(fmt::format("The file of the password, {}, cannot be read, or is empty.", path));
  return line;
}

AskPassword password_of_key(const std::string& file) {
  return [file](const std::string& key) -> std::optional<std::string> {
    if (!file.empty()) return password_in(file);
    return ask_password(fmt::format("The password of {}: ", key));
  };
}

}  // namespace rig
