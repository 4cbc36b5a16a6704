#pragma once
/// What the rig and `rig-scripted-program` say to each other, over a stream socket. The program stands where
/// a player's own would: the referee starts it. It tells how it was started and what files it finds; what it
/// does then, and when, the rig decides.
///
/// A message is its length (32 bits), then numbers (64 bits) and texts (a length of 32 bits and the bytes),
/// in the byte order of the machine: both ends are on it.
///
///   to the rig:   sight  AT STARTED DIRECTORY COUNT ARGUMENT… COUNT (PATH CONTENT)…   how it was started, or
///   that
///                                                                  a file that it watches has changed
///                 done   AT                                        a deed was done
///                 left   AT COUNT (PATH CONTENT)…                  the files after its deeds
///   to it:        deed   KIND DUE NUMBER PATH CONTENT              to be done at this moment, after the one
///   before
///
/// AT, STARTED and DUE are nanoseconds of the machine's monotonic clock.

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace rig::host::wire {

enum class Message : std::uint64_t { sight, done, left };

enum class DeedKind : std::uint64_t {
  write,    ///< the file at PATH becomes CONTENT, written in place
  replace,  ///< the same, by renaming a finished file
  remove,   ///< the file at PATH is removed
  look,     ///< it tells the files as they are now
  exit,     ///< it exits with status NUMBER
  signal,   ///< it dies of signal NUMBER
};

/// More than this in one message is refused.
inline constexpr std::size_t longest_message = std::size_t{16} * 1024 * 1024;

class Writer {
 public:
  Writer& number(std::uint64_t value) {
    body_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Writer& text(std::string_view value) {
    const auto length = static_cast<std::uint32_t>(value.size());
    body_.append(reinterpret_cast<const char*>(&length), sizeof length);
    body_ += value;
    return *this;
  }
  /// The whole message.
  std::string message() const {
    const auto length = static_cast<std::uint32_t>(body_.size());
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + body_;
  }

 private:
  std::string body_;
};

/// Takes the parts of a message off its front. What is cut short reads as zero and empty, and is not sound.
class Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) {}
  std::uint64_t number() { return take<std::uint64_t>(); }
  std::string text() {
    const std::size_t length = take<std::uint32_t>();
    if (length > rest_.size()) {
      sound_ = false;
      return {};
    }
    std::string value(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return value;
  }
  bool sound() const { return sound_; }

 private:
  template <typename T>
  T take() {
    T value{};
    if (rest_.size() < sizeof value) {
      sound_ = false;
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }

  std::string_view rest_;
  bool sound_ = true;
};

/// Takes the first whole message off the front of what has come; nothing: it is not whole yet. `broken` is
/// set where it cannot become one.
inline std::optional<std::string> take_message(std::string& came, bool& broken) {
  std::uint32_t length = 0;
  if (came.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, came.data(), sizeof length);
  broken = length > longest_message;
  if (broken || came.size() < sizeof length + length) return std::nullopt;
  std::string body = came.substr(sizeof length, length);
  came.erase(0, sizeof length + length);
  return body;
}

}  // namespace rig::host::wire
