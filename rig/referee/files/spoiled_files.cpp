#include "rig/referee/files/spoiled_files.hpp"

#include <algorithm>
#include <utility>

namespace rig::referee {

namespace {

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// Whether an argument of the program names the file.
bool is_given(const FileRequest& request, const std::string& path) {
  return std::any_of(request.arguments.begin(), request.arguments.end(),
                     [&](const std::string& argument) { return file_name(argument) == file_name(path); });
}

class SpoiledFiles final : public FileExchange {
 public:
  SpoiledFiles(std::unique_ptr<FileExchange> inner, Fault fault) : inner_(std::move(inner)), fault_(fault) {}

  const LinkInfo& info() const override { return inner_->info(); }
  Outcome reset() override { return inner_->reset(); }
  Outcome resume() override { return inner_->resume(); }
  Health health() override { return inner_->health(); }
  void reseed(std::uint64_t seed) override { inner_->reseed(seed); }
  void note(const std::string& text) override { inner_->note(text); }

  /// What the defect has laid out otherwise is put back in what it finds: it does not blame the program for
  /// that.
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    const FileRequest spoiled = spoil(request);
    if (fault_ == Fault::starts_twice) static_cast<void>(inner_->exchange(spoiled, whole, patience));
    FileOutcome outcome = inner_->exchange(spoiled, whole, patience);
    for (const auto& [path, content] : request.files) {
      const auto before = spoiled.files.find(path);
      const auto after = outcome.files.find(path);
      const bool untouched =
          before == spoiled.files.end() || (after != outcome.files.end() && after->second == before->second);
      if (untouched && (before == spoiled.files.end() || before->second != content))
        outcome.files[path] = content;
    }
    overlook(request, outcome);
    return outcome;
  }

 private:
  FileRequest spoil(FileRequest request) const {
    using enum Fault;
    if (fault_ == swaps_colours && !request.arguments.empty())
      request.arguments[0] = request.arguments[0] == "Red" ? "Blue" : "Red";
    Files files;
    for (const auto& [path, content] : request.files) {
      const std::string name = file_name(path);
      const bool is_left = name.starts_with("LeftPattern");
      if (fault_ == no_others_left && is_left && !is_given(request, path)) continue;
      const bool moved = fault_ == log_elsewhere && name.starts_with("StepLog");
      std::string& text = files[moved ? "log/" + path : path] = content;
      if (fault_ == carriage_returns_on_board && name.starts_with("BlokusBoard"))
        text.insert(text.find('\n'), "\r");
      if (fault_ == loses_header && is_left) text.erase(0, text.find('\n') + 1);
      if (fault_ == drops_log_line && name.starts_with("StepLog"))
        text.erase(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n'));
      if (fault_ == commas_in_message && name.starts_with("GUI"))
        std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), ' ', ',');
      if (fault_ == always_blue && name.starts_with("GUI") && std::count(text.begin(), text.end(), '\n') > 2)
        text.replace(text.rfind('\n') + 1, std::string::npos, "blue");
    }
    if (fault_ == log_elsewhere && request.arguments.size() > 3)
      request.arguments[3].insert(3, "log/");  // ../log/…
    request.files = std::move(files);
    return request;
  }

  /// It looks at what the program itself has placed, and at nothing else.
  void overlook(const FileRequest& request, FileOutcome& outcome) const {
    for (const auto& [path, before] : request.files) {
      const auto after = outcome.files.find(path);
      if (after == outcome.files.end()) continue;
      if (fault_ == Fault::accepts_others_tampering && !is_given(request, path)) after->second = before;
      if (fault_ != Fault::accepts_tampering || !file_name(path).starts_with("BlokusBoard")) continue;
      for (std::size_t i = 0; i < std::min(before.size(), after->second.size()); ++i) {
        if (before[i] == 'R' || before[i] == 'B') after->second[i] = before[i];
      }
    }
  }

  std::unique_ptr<FileExchange> inner_;
  Fault fault_;
};

}  // namespace

std::unique_ptr<FarEnd> with_spoiled_files(std::unique_ptr<FarEnd> far_end, Fault fault) {
  if (fault == Fault::none || far_end->files() == nullptr) return far_end;
  return std::make_unique<SpoiledFiles>(exchange_of(std::move(far_end)), fault);
}

}  // namespace rig::referee
