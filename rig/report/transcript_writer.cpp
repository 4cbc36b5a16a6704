#include "rig/report/transcript_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/report/transcript_lines.hpp"
#include "rig/report/write.hpp"

namespace rig::report {

namespace {

std::string reason() {
  return std::generic_category().message(errno);
}

}  // namespace

TranscriptWriter::TranscriptWriter(std::string path, TranscriptHeader header)
    : path_(std::move(path)), header_(std::move(header)) {
  if (!path_.empty()) begin_file();
}

TranscriptWriter::~TranscriptWriter() {
  if (file_ >= 0) ::close(file_);
}

void TranscriptWriter::begin_file() {
  const std::string place = unfinished_path(path_);
  std::error_code problem;
  std::filesystem::create_directories(std::filesystem::path(place).parent_path(), problem);
  file_ = ::open(place.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0)
    failure_ = fmt::format("Cannot write the transcript {}: {}.", place, reason());
  else
    append(lines::unfinished_header(header_) + '\n');
}

void TranscriptWriter::append(const std::string& text) {
  if (!failure_.empty()) return;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      failure_ = fmt::format("Cannot write the transcript {}: {}.", unfinished_path(path_), reason());
      return;
    }
    done += static_cast<std::size_t>(wrote);
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
  places_[case_id] = {size_, segment.mapped().size()};
  append(segment.mapped() + lines::end_of_segment(case_id) + '\n');
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
  write_report(path_, [&](const PutPiece& put) {
    put(lines::header_line(header_, firsts) + '\n');
    std::array<char, 65536> piece{};
    for (const std::string& id : header_.plan) {
      const auto place = places_.find(id);
      if (place == places_.end()) continue;
      for (std::size_t done = 0; done < place->second.length;) {
        const std::size_t want = std::min(piece.size(), place->second.length - done);
        const ssize_t got =
            ::pread(file_, piece.data(), want, static_cast<off_t>(place->second.begin + done));
        if (got <= 0)
          throw RigError(fmt::format("Cannot read {} back: {}.", unfinished_path(path_), reason()));
        put(std::string_view(piece.data(), static_cast<std::size_t>(got)));
        done += static_cast<std::size_t>(got);
      }
    }
  });
  ::unlink(unfinished_path(path_).c_str());
}

}  // namespace rig::report
