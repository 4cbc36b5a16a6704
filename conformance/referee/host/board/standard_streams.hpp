#pragma once
/// The standard input and output of a referee under test as a line to one board, or as lines to both that are
/// told apart by what stands before them.

#include <sys/types.h>

#include <array>
#include <span>
#include <string>

#include "rig/base/bytes.hpp"
#include "rig/base/descriptor.hpp"

namespace rig::host {

/// Whether this was the last of a reply.
enum class Reply { goes_on, ends };
/// Whether the messages of a contest end with a LF of their own.
enum class Messages { end_with_lf, have_no_end };

class StandardStreams {
 public:
  /// With marks: both boards are here. RigError when no pipe can be made.
  StandardStreams(std::array<std::string, 2> marks, Messages messages);

  /// For the program.
  int program_input() const { return program_input_.number(); }
  int program_output() const { return program_output_.number(); }
  /// It has them now.
  void program_is_started();

  /// To be polled.
  int line() const { return from_program_.number(); }
  /// Of what the referee says to this board (0 or 1): like read().
  ssize_t read(std::size_t board, std::span<std::uint8_t> block);
  /// What this board says. Where lines are marked, a reply is a line, written with its last byte.
  void write(std::size_t board, ByteView bytes, Reply reply);
  /// Its board is gone: both streams are closed. With two, the other is there still.
  void hang_up();

  /// The lines that were for no board, the last 64 KiB.
  const std::string& printed() const { return printed_; }

 private:
  bool are_marked() const { return !marks_[0].empty(); }
  void take_lines();
  void take_line(std::string line);

  std::array<std::string, 2> marks_;
  Messages messages_;
  Descriptor program_input_;
  Descriptor program_output_;
  Descriptor to_program_;
  Descriptor from_program_;
  bool has_ended_ = false;
  std::string came_;                   // of a line that is not whole
  std::array<std::string, 2> heard_;   // for each board
  std::array<std::string, 2> to_say_;  // of each board, until its reply ends
  std::string printed_;
};

}  // namespace rig::host
