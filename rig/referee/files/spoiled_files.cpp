#include "rig/referee/files/spoiled_files.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Takes off a board the squares that lie apart from the others that are new on it: what is not of one piece.
void take_off_squares_apart(const std::string& before, std::string& board) {
  constexpr std::size_t beside = 2;  // letters, with a comma or a newline after each
  constexpr std::size_t below = 28;
  const auto is_new = [&](std::size_t at) {
    return at < std::min(before.size(), board.size()) && before[at] == 'N' && board[at] != 'N';
  };
  std::vector<std::size_t> all;
  for (std::size_t at = 0; at < board.size(); at += beside) {
    if (is_new(at)) all.push_back(at);
  }
  if (all.size() < 2) return;
  std::erase_if(all, [&](std::size_t at) {
    return is_new(at + beside) || is_new(at - beside) || is_new(at + below) || is_new(at - below);
  });
  for (const std::size_t at : all) board[at] = 'N';
}

class SpoiledFiles final : public FileExchange {
 public:
  SpoiledFiles(std::unique_ptr<FileExchange> inner, Fault fault) : inner_(std::move(inner)), fault_(fault) {}

  const LinkInfo& info() const override { return inner_->info(); }
  Outcome reset() override {
    asked_ = 0;
    return inner_->reset();
  }
  Outcome resume() override { return inner_->resume(); }
  Health health() override { return inner_->health(); }
  void reseed(std::uint64_t seed) override { inner_->reseed(seed); }
  void note(const std::string& text) override { inner_->note(text); }

  /// What the defect has laid out otherwise is put back in what it finds: it does not blame the program for
  /// that.
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    ++asked_;
    const FileRequest spoiled = spoil(request);
    const auto is_whole = [&](const Files& files) { return whole(mended(files)); };
    if (fault_ == Fault::starts_anew) inner_->reset();
    if (fault_ == Fault::starts_twice) static_cast<void>(inner_->exchange(spoiled, is_whole, patience));
    FileOutcome outcome = inner_->exchange(spoiled, is_whole, patience);
    outcome.files = mended(std::move(outcome.files));
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
      if (fault_ == alters_header && is_left && asked_ > 1) text.insert(text.find('\n'), odd_end);
      if (fault_ == loses_header && is_left) text.erase(0, text.find('\n') + 1);
      if (fault_ == drops_log_line && name.starts_with("StepLog"))
        text.erase(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n'));
      if (fault_ == commas_in_message && name.starts_with("GUI"))
        std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), ' ', ',');
      if (fault_ == first_as_after_pass && asked_ == 1 && name.starts_with("GUI1"))
        text[text.find('\n') + 1] = '1';
      if (fault_ == second_untold && asked_ == 1 && name.starts_with("GUI2")) text = told_nothing(text);
      if (fault_ == always_blue && name.starts_with("GUI") && std::count(text.begin(), text.end(), '\n') > 2)
        text.replace(text.rfind('\n') + 1, std::string::npos, "blue");
    }
    if (fault_ == log_elsewhere && request.arguments.size() > 3)
      request.arguments[3].insert(3, "log/");  // ../log/…
    request.files = std::move(files);
    return request;
  }

  /// What is said to a player whose opponent has passed, with the colour of this message.
  static std::string told_nothing(const std::string& message) {
    constexpr int lines_before_colour = 3;
    std::size_t end = 0;
    for (int line = 0; line < lines_before_colour && end != std::string::npos; ++line)
      end = message.find('\n', end == 0 ? 0 : end + 1);
    return "-1 -1\n1\n0" + (end == std::string::npos ? std::string() : message.substr(end));
  }

  /// The files as it reads them: with blanks for the commas of a message, and its own header.
  Files mended(Files files) const {
    if (fault_ != Fault::mends_form && fault_ != Fault::alters_header) return files;
    for (auto& [path, text] : files) {
      const std::size_t odd = text.find(odd_end);
      if (odd != std::string::npos && odd < text.find('\n')) text.erase(odd, odd_end.size());
      if (file_name(path).starts_with("Player")) std::replace(text.begin(), text.end(), ',', ' ');
    }
    return files;
  }

  /// It looks at what the program itself has placed, and at nothing else.
  void overlook(const FileRequest& request, FileOutcome& outcome) const {
    for (const auto& [path, before] : request.files) {
      const auto after = outcome.files.find(path);
      if (after == outcome.files.end()) continue;
      if (fault_ == Fault::accepts_others_tampering && !is_given(request, path)) after->second = before;
      if (fault_ == Fault::accepts_two_pieces && file_name(path).starts_with("BlokusBoard"))
        take_off_squares_apart(before, after->second);
      if (fault_ != Fault::accepts_tampering || !file_name(path).starts_with("BlokusBoard")) continue;
      for (std::size_t i = 0; i < std::min(before.size(), after->second.size()); ++i) {
        if (before[i] == 'R' || before[i] == 'B') after->second[i] = before[i];
      }
    }
  }

  static constexpr std::string_view odd_end = "-again";  ///< of a header that it alters

  std::unique_ptr<FileExchange> inner_;
  Fault fault_;
  int asked_ = 0;  ///< exchanges of the game
};

}  // namespace

std::unique_ptr<FarEnd> with_spoiled_files(std::unique_ptr<FarEnd> far_end, Fault fault) {
  if (fault == Fault::none || far_end->files() == nullptr) return far_end;
  return std::make_unique<SpoiledFiles>(exchange_of(std::move(far_end)), fault);
}

}  // namespace rig::referee
