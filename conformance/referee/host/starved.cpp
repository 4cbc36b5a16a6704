#include "conformance/referee/host/starved.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace rig::host {

using protocol::ReplyKind;

namespace {

using Kind = Happening::Kind;

bool is_of_board(const Happening& one) {
  return one.kind == Kind::said || one.kind == Kind::hung_up;
}

/// Looks at both boards of a game.
class Windows {
 public:
  Windows(Played& played, const protocol::Dialect& dialect, Duration end)
      : played_(played), dialect_(dialect), end_(end) {
    for (const BoardLog& board : played.boards) {
      for (const Happening& one : board.happenings) {
        if (is_of_board(one)) deeds_.push_back(one.at.earliest);
        if (decides(one)) decisions_.push_back(one.at.latest);
      }
    }
    std::sort(deeds_.begin(), deeds_.end());
    std::sort(decisions_.begin(), decisions_.end());
  }

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
    const auto after = std::lower_bound(deeds_.begin(), deeds_.end(), request.at.earliest);
    return after == deeds_.begin() ? request.at.earliest : *std::prev(after);
  }

  Duration end_of(const Happening& request) const {
    const auto next = std::upper_bound(decisions_.begin(), decisions_.end(), request.at.latest);
    return next == decisions_.end() ? end_ : std::min(end_, *next);
  }

 private:
  ReplyKind reply_to(const Happening& one) const { return dialect_.expects(one.request).kind; }

  /// A greeting, or the role of a board that waits, may come while another board is asked.
  bool decides(const Happening& one) const {
    if (is_of_board(one)) return false;
    if (one.kind != Kind::request || one.request.kind == protocol::RequestKind::end) return true;
    return reply_to(one) == ReplyKind::move;
  }

  Played& played_;
  const protocol::Dialect& dialect_;
  Duration end_;
  std::vector<Duration> deeds_;      // when boards did something, sorted
  std::vector<Duration> decisions_;  // when the referee went on, or ended the game, sorted
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

void note_starvation(Played& played, const protocol::Dialect& dialect, const Starvation& starvation,
                     Duration end) {
  played.starved = starved_between_calls(played, starvation, end);
  Windows windows(played, dialect, end);
  for (Happening* const request : windows.requests()) {
    request->starved = starvation.between(windows.begin_of(*request), windows.end_of(*request));
    played.starved = std::max(played.starved, request->starved);
  }
}

}  // namespace rig::host
