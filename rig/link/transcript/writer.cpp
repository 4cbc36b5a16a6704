#include "rig/link/transcript/writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/transcript/lines.hpp"
#include "rig/link/transcript/occasion.hpp"

namespace rig {

namespace {

std::string reason() {
  return std::generic_category().message(errno);
}

/// Whether a file can lie beside it: not beside a device or a named pipe.
bool is_ordinary(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  return !path.starts_with("/dev/") &&
         (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

/// An empty file of this name, locked; not open, with errno: EWOULDBLOCK where another run writes it.
Descriptor open_locked(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) return {};
  struct stat opened {};
  struct stat named {};
  const bool locked = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
  // Whoever held the lock before may have removed the name meanwhile.
  const bool still_named = locked && ::fstat(file.number(), &opened) == 0 &&
                           ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino;
  if (still_named && ::ftruncate(file.number(), 0) == 0) return file;
  if (locked && !still_named) errno = EWOULDBLOCK;
  const int error = errno;
  file.close();
  errno = error;
  return {};
}

/// Calls `take` for each whole line; returns how many bytes those are.
template <typename Take>
std::size_t for_each_line(std::string_view text, Take&& take) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', begin)) {
    take(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return begin;
}

/// A file without a name, which vanishes with the run.
Descriptor open_nameless() {
  std::string name = (std::filesystem::temp_directory_path() / "rig-transcript-XXXXXX").string();
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.is_open()) ::unlink(name.c_str());
  return file;
}

}  // namespace

TranscriptWriter::TranscriptWriter(std::string path, TranscriptHeader header)
    : path_(std::move(path)), header_(std::move(header)) {
  if (!path_.empty()) begin_file();
}

void TranscriptWriter::begin_file() {
  const std::string place = unfinished_path(path_);
  std::error_code problem;
  std::filesystem::create_directories(std::filesystem::path(place).parent_path(), problem);
  const bool ordinary = is_ordinary(path_);
  if (ordinary) file_ = open_locked(place);
  has_name_ = file_.is_open();
  if (!ordinary || (!file_.is_open() && (errno == EWOULDBLOCK || errno == ENAMETOOLONG)))
    file_ = open_nameless();
  if (!file_.is_open()) {
    failure_ = fmt::format("Cannot write the transcript {}: {}.", place, reason());
    return;
  }
  append(transcript_lines::unfinished_header(header_) + '\n');
}

void TranscriptWriter::begin_occasion(const std::map<std::string, std::string>& facts) {
  if (!has_name_ || !failure_.empty()) return;
  try {
    write_whole(occasion_path(unfinished_path(path_)), to_text(Occasion{chain_.head(), facts}));
  } catch (const RigError& error) {
    failure_ = error.what();
  }
}

/// Whole lines, which get their links here.
void TranscriptWriter::append(const std::string& lines) {
  if (!failure_.empty()) return;
  std::string text;
  for_each_line(lines, [&](std::string_view line) { text += chain_.add(line) + '\n'; });
  if (const int error = write_all(file_, text)) {
    errno = error;
    failure_ = fmt::format("Cannot write the transcript {}: {}.", unfinished_path(path_), reason());
    return;
  }
  size_ += text.size();
}

void TranscriptWriter::add(const std::string& case_id, const std::string& line) {
  first_lines_.try_emplace(case_id, line);
  if (!path_.empty()) open_[case_id].append(line).push_back('\n');
}

void TranscriptWriter::case_ended(const std::string& case_id) {
  const auto segment = open_.extract(case_id);
  if (segment.empty()) return;
  const std::size_t begin = size_;
  const Chain::Point before = chain_.at();
  append(segment.mapped());
  places_[case_id] = {begin, size_ - begin, before, chain_.at()};
  append(transcript_lines::end_of_segment(case_id) + '\n');
}

void TranscriptWriter::finish(std::vector<std::string> partial) {
  if (path_.empty()) return;
  while (!open_.empty()) case_ended(std::string(open_.begin()->first));
  if (!failure_.empty()) throw RigError(failure_);
  header_.partial = std::move(partial);
  std::vector<std::string> firsts;
  for (const std::string& id : header_.plan) {
    if (places_.contains(id)) firsts.push_back(first_lines_.at(id));
  }
  Chain chain;
  write_whole(path_, [&](const PutPiece& put) {
    put(chain.add(transcript_lines::header_line(header_, firsts)) + '\n');
    for (const std::string& id : header_.plan) {
      if (const auto place = places_.find(id); place != places_.end()) put_segment(place->second, chain, put);
    }
    put(chain.last_line() + '\n');
    if (has_name_) ::unlink(occasion_path(path_).c_str());  // of the transcript that is about to be replaced
  });
  head_ = chain.head();
  if (!has_name_) return;
  ::unlink(unfinished_path(path_).c_str());
  ::unlink(occasion_path(unfinished_path(path_)).c_str());
}

/// In the order of the plan the lines have other links. Those that they have are checked first: each follows
/// from the line before, and the last one is the one that was written.
void TranscriptWriter::put_segment(const Place& place, Chain& chain, const PutPiece& put) const {
  Chain written(place.before);
  std::array<char, 65536> piece{};
  std::string lines;
  for (std::size_t done = 0; done < place.length;) {
    const std::size_t want = std::min(piece.size(), place.length - done);
    const ssize_t got = ::pread(file_.number(), piece.data(), want, static_cast<off_t>(place.begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw RigError(fmt::format("Cannot read the segments of {} back: {}.", path_, reason()));
    if (got == 0) break;
    lines.append(piece.data(), static_cast<std::size_t>(got));
    done += static_cast<std::size_t>(got);
    std::string whole;
    const std::size_t used = for_each_line(lines, [&](std::string_view line) {
      const std::size_t number = written.at().lines + 1;
      const std::optional<ChainedLine> parts = split_chained(line);
      if (!parts || written.add(parts->line) != line) refuse_changed(number, number);
      whole += chain.add(parts->line) + '\n';
    });
    put(whole);
    lines.erase(0, used);
  }
  const std::size_t next = written.at().lines + 1;
  if (next <= place.after.lines) refuse_changed(next, next);
  if (written.at() != place.after) refuse_changed(place.before.lines + 1, place.after.lines);
}

void TranscriptWriter::refuse_changed(std::size_t first_line, std::size_t last_line) const {
  const std::string where = first_line == last_line ? fmt::format("line {}", first_line)
                                                    : fmt::format("lines {} to {}", first_line, last_line);
  throw RigError(
      fmt::format("{}, {}: somebody has changed what was written there while the run went on, so that no "
                  "transcript is made of it.",
                  unfinished_path(path_), where));
}

}  // namespace rig
