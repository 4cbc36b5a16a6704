#include "rig/host/starved.hpp"

#include <algorithm>
#include <vector>

namespace rig::host {

using contest::ReplyKind;

namespace {

using Kind = Happening::Kind;

bool is_of_board(const Happening& one) {
  return one.kind == Kind::said || one.kind == Kind::hung_up;
}

/// Looks at both boards of a game.
class Windows {
 public:
  Windows(Played& played, const contest::Dialect& dialect, Duration end)
      : played_(played), dialect_(dialect), end_(end) {}

  std::vector<Happening*> requests() {
    std::vector<Happening*> found;
    for (BoardLog& board : played_.boards) {
      for (Happening& one : board.happenings) {
        if (one.kind == Kind::request && reply_to(one) != ReplyKind::silence) found.push_back(&one);
      }
    }
    return found;
  }

  Duration begin_of(const Happening& request) const {
    Duration begin = Duration::min();
    visit([&](const Happening& one) {
      if (is_of_board(one) && one.at.earliest < request.at.earliest) begin = std::max(begin, one.at.earliest);
    });
    return begin == Duration::min() ? request.at.earliest : begin;
  }

  Duration end_of(const Happening& request) const {
    Duration end = end_;
    visit([&](const Happening& one) {
      const bool is_later = &one != &request && one.at.latest > request.at.latest;
      if (is_later && decides(one)) end = std::min(end, one.at.latest);
    });
    return end;
  }

 private:
  ReplyKind reply_to(const Happening& one) const { return dialect_.expects(one.request).kind; }

  /// A greeting, or the role of a board that waits, may come while another board is asked.
  bool decides(const Happening& one) const {
    if (is_of_board(one)) return false;
    if (one.kind != Kind::request || one.request.kind == contest::RequestKind::end) return true;
    return reply_to(one) == ReplyKind::move;
  }

  template <typename Visitor>
  void visit(const Visitor& visitor) const {
    for (const BoardLog& board : played_.boards) {
      for (const Happening& one : board.happenings) visitor(one);
    }
  }

  Played& played_;
  const contest::Dialect& dialect_;
  Duration end_;
};

/// The longest of the windows between one call of a program and the next.
Duration starved_between_calls(const Played& played, const Starvation& starvation, Duration end) {
  std::vector<Duration> bounds = {end};
  for (const BoardLog& board : played.boards) {
    for (const Call& call : board.calls) bounds.push_back(call.decided.earliest);
  }
  std::sort(bounds.begin(), bounds.end());
  Duration longest{};
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
    longest = std::max(longest, starvation.between(bounds[i], bounds[i + 1]));
  return longest;
}

}  // namespace

void note_starvation(Played& played, const contest::Dialect& dialect, const Starvation& starvation,
                     Duration end) {
  played.starved = starved_between_calls(played, starvation, end);
  Windows windows(played, dialect, end);
  for (Happening* const request : windows.requests()) {
    request->starved = starvation.between(windows.begin_of(*request), windows.end_of(*request));
    played.starved = std::max(played.starved, request->starved);
  }
}

}  // namespace rig::host
