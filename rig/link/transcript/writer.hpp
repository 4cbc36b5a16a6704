#pragma once
/// Writes a transcript while its run goes on. What a case did is on the disk when the case has ended, and not
/// kept in memory.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace rig {

/// While the run goes on, the segments stand in a file beside the transcript, `PATH.unfinished`, in the order
/// in which their cases ended. It is a transcript that `read_transcript` reads: whoever is killed leaves it
/// behind. `finish` makes the transcript of it, in the order of the plan, and removes it. Where no file can
/// lie beside the transcript (it is a device, a pipe, or another run writes one there), what is written
/// meanwhile has no name and is lost with the run.
///
/// Whoever may write to that file could change it while the run goes on. What the chain came to before and
/// after each segment is kept in memory, and what is read back is held against that.
class TranscriptWriter {
 public:
  /// Nothing is written where `path` is empty; the first lines of the segments are kept all the same.
  TranscriptWriter(std::string path, TranscriptHeader header);

  /// Puts the occasion as it is known at the beginning beside the unfinished file. `finish` removes it. What
  /// cannot be written is told by `finish`.
  void begin_occasion(const std::map<std::string, std::string>& facts);

  /// A line of the segment of a case that has begun.
  void add(const std::string& case_id, const std::string& line);

  /// The case has ended: its segment goes to the disk. What cannot be written is told by `finish`.
  void case_ended(const std::string& case_id);

  /// Where the transcript will be; empty: nowhere.
  const std::string& path() const { return path_; }

  /// The first line of each segment so far, by case id.
  const std::map<std::string, std::string>& first_lines() const { return first_lines_; }

  /// This case of the plan is not run after all, and the plan of the finished transcript does not have it.
  void leave_out(const std::string& case_id) { std::erase(header_.plan, case_id); }

  /// Writes the transcript; cases that have not ended included. `partial`: why the run is no certificate, as
  /// is known by now. RigError when it, or an earlier segment, cannot be written, or a segment is not what
  /// was written, with the line: the unfinished file is left where it is then.
  void finish(std::vector<std::string> partial);

  /// What the chain of the finished transcript came to; empty before `finish`, or where none was written.
  const std::string& head() const { return head_; }

  /// `PATH.unfinished`.
  static std::string unfinished_path(const std::string& path) { return path + ".unfinished"; }

 private:
  struct Place {
    std::size_t begin = 0;
    std::size_t length = 0;
    Chain::Point before{};  // of the unfinished file
    Chain::Point after{};
  };

  void begin_file();
  void put_segment(const Place& place, Chain& chain, const PutPiece& put) const;
  [[noreturn]] void refuse_changed(std::size_t first_line, std::size_t last_line) const;
  void append(const std::string& lines);

  std::string path_;
  TranscriptHeader header_;
  Descriptor file_;
  bool has_name_ = false;
  std::size_t size_ = 0;
  Chain chain_;  // of the unfinished file
  std::string head_;
  std::string failure_;                      // why nothing more is written
  std::map<std::string, std::string> open_;  // segments of cases that have not ended
  std::map<std::string, std::string> first_lines_;
  std::map<std::string, Place> places_;  // of the segments in the file
};

}  // namespace rig
