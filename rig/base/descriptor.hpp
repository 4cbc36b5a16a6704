#pragma once
/// A file descriptor that closes itself, and writing to one.

#include <string_view>
#include <utility>

namespace rig {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// False, with errno: it is closed, but what was written before has not reached its file. Some disks say
  /// only now that they are full.
  bool close();

 private:
  int number_ = -1;
};

/// Writes all of `content`, however often the system interrupts. 0, or the errno of what went wrong.
int write_all(const Descriptor& file, std::string_view content);

}  // namespace rig
