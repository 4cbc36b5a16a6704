/// How exactly the host keeps the time of a board: for each seat, and each kind of request, the limit is
/// found by replies that come ever closer to it (limit_search.hpp).

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/limit_search.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::Duration;
using rig::Verdict;
using rig::host::Answer;
using rig::host::Duty;
using rig::host::Happening;
using rig::host::Played;
using rig::protocol::ReplyKind;
using rig::protocol::RequestKind;
using rig::protocol::Seat;

namespace {

using namespace std::chrono_literals;

/// One kind of reply of one player, and what is known of the time that the host gives for it.
struct Track {
  std::string what;
  Aspect in_time;
  Aspect late;
  Scenario scenario;
  std::size_t player = 0;  ///< whose reply it is
  int ply = 0;             ///< of the move; 0: the answer to the handshake
  Duration limit{};
  LimitSearch search;
  bool is_measurable = true;      ///< until a game does not come to the reply
  std::optional<Played> shown{};  ///< a game to be shown
};

class MarginCase : public RefereeCase {
 protected:
  std::vector<Track> tracks() {
    std::vector<Track> all;
    for (const Seat& seat : beginners()) {
      for (int ply = 1; ply <= plies; ++ply) all.push_back(track_of_move(seat, ply));
    }
    for (const std::size_t player : {0U, 1U}) {
      if (contest().greets) all.push_back(track_of_hello(player));
    }
    return all;
  }

  /// Replies of all tracks side by side, round after round.
  void measure(std::vector<Track>& tracks) {
    std::size_t replies = 0;
    for (;;) {
      std::vector<Scenario> scenarios;
      std::vector<std::pair<Track*, Duration>> probes;
      for (Track& track : tracks) {
        for (const Duration due : track.is_measurable ? track.search.next() : std::vector<Duration>{}) {
          scenarios.push_back(with_reply(track, due));
          probes.emplace_back(&track, due);
        }
      }
      if (probes.empty()) break;
      replies += probes.size();
      const std::vector<Played> all = play("referee.margin", scenarios);
      for (std::size_t i = 0; i < all.size(); ++i) note(*probes[i].first, probes[i].second, all[i]);
    }
    tell("replies close to a limit", std::to_string(replies));
  }

  void judge(const Track& track) {
    const LimitSearch& search = track.search;
    const auto told = [](const std::optional<Duration>& time) {
      return time ? fmt::format("{:.2f} ms", static_cast<double>(time->count()) / 1e6) : std::string("none");
    };
    const std::string limits = fmt::format("accepted at {}, refused at {}", told(search.latest_accepted()),
                                           told(search.earliest_refused()));
    const std::string of = fmt::format("limit {}, uncertainty {}", rig::readable(track.limit),
                                       rig::readable(search.uncertainty()));
    measured({track.what, track.is_measurable ? limits : "no game reached this move", of, std::nullopt});
    if (!track.is_measurable) return;
    conclude(track, track.in_time, search.in_time(), "refused in time", limits + "; " + of);
    conclude(track, track.late, search.late(), "accepted late", limits + "; " + of);
  }

 private:
  static constexpr int plies = 4;

  /// Each refinement takes a limit more.
  LimitSearch search_for(Duration limit) const {
    constexpr Duration short_limit = 2s;
    const int refinements = limit <= short_limit ? 3 : 1;
    return {limit, std::max<Duration>(150ms, limit / 20), refinements};
  }

  Track track_of_move(const Seat& first, int ply) {
    const bool of_beginner = ply % 2 == 1;
    const std::size_t beginner = index_of(first.player);
    const std::size_t player = of_beginner ? beginner : 1 - beginner;
    const std::string what = fmt::format("{} move of player {}, who {}", ply <= 2 ? "first" : "later",
                                         player + 1, of_beginner ? "begins" : "comes second");
    Scenario scenario = ended(what, first, open_line(contest(), first, random(), ply));
    scenario.fate = Fate::left_to_host;
    Aspect late = "referee.late";
    if (ply == 1 && has_clause("referee.first-late")) late = "referee.first-late";
    return {what, "referee.in-time", late, scenario, player, ply, limit(), search_for(limit())};
  }

  /// What a host does with a board that is late then, is recommended.
  Track track_of_hello(std::size_t player) {
    const Seat first = beginners().front();
    const std::string what = fmt::format("answer of board {} to the handshake", player + 1);
    Scenario scenario = ended(what, first, open_line(contest(), first, random(), 1));
    scenario.fate = Fate::left_to_host;
    return {what, "referee.hello-silence", "referee.hello-silence",  scenario, player,
            0,    hello_limit(),           search_for(hello_limit())};
  }

  rig::Bytes reply_of(const Track& track) const {
    if (track.ply > 0) return written(contest(), track.scenario.turns[turn_of(track)].move);
    return usual_hello(contest(),
                       track.player == 0 ? rig::protocol::Player::one : rig::protocol::Player::two);
  }

  static std::size_t turn_of(const Track& track) { return static_cast<std::size_t>(track.ply) - 1; }

  Scenario with_reply(const Track& track, Duration due) const {
    Scenario scenario = track.scenario;
    scenario.what = fmt::format("{}, after {} us", track.what, due.count() / 1000);
    const Answer answer = Answer::after(due, reply_of(track));
    if (track.ply > 0) {
      scenario.turns[turn_of(track)].said = answer;
    } else {
      scenario.hello[track.player] = answer;
    }
    return scenario;
  }

  void note(Track& track, Duration due, const Played& played) const {
    std::optional<LimitProbe> probe = probe_in(track, due, played);
    track.is_measurable = probe.has_value();
    if (!probe) return;
    track.search.add(*probe);
    const bool goes_wrong = probe->accepted ? due > track.limit : due < track.limit;
    if (goes_wrong || !track.shown) track.shown = played;
  }

  /// Nothing: the game did not come to that reply, or its board was asked more than once.
  std::optional<LimitProbe> probe_in(const Track& track, Duration due, const Played& played) const {
    const rig::Bytes reply = reply_of(track);
    const ReplyKind kind = track.ply > 0 ? ReplyKind::move : ReplyKind::team_code;
    const std::size_t number = track.ply > 0 ? (static_cast<std::size_t>(track.ply) + 1) / 2 : 1;
    const Happening* asked = nullptr;
    std::size_t requests = 0;
    std::optional<LimitProbe> probe;
    for (const Happening& one : played.boards[track.player].happenings) {
      const bool asks = one.kind == Happening::Kind::request && expects(one, kind);
      if (asks && ++requests == number) asked = &one;
      if (asks && track.ply == 0 && requests > 1) return std::nullopt;
      if (one.kind == Happening::Kind::said && one.bytes == reply && asked != nullptr && !probe)
        probe = LimitProbe{due, rig::between(asked->at, one.at), asked->starved, false};
    }
    if (asked == nullptr) return std::nullopt;
    if (!probe) {  // the host ended the game before
      const Duration width = asked->at.latest - asked->at.earliest;
      probe = LimitProbe{due, {due, due + width}, asked->starved, false};
    }
    probe->accepted = track.ply > 0 ? was_forwarded(track, played, asked->at) : a_game_began(played);
    return probe;
  }

  bool expects(const Happening& one, ReplyKind kind) const {
    return contest().dialect->expects(one.request).kind == kind;
  }

  /// In a request of its own, or with the next one; an earlier move may have had the same name.
  bool was_forwarded(const Track& track, const Played& played, const rig::Instant& asked) const {
    const rig::protocol::Move& move = track.scenario.turns[turn_of(track)].move;
    const auto& sent = played.boards[1 - track.player].happenings;
    return std::any_of(sent.begin(), sent.end(), [&](const Happening& one) {
      const auto& told = one.request.moves;
      return one.kind == Happening::Kind::request && one.at.latest > asked.latest &&
             std::find(told.begin(), told.end(), move) != told.end();
    });
  }

  bool a_game_began(const Played& played) const {
    return std::any_of(played.boards.begin(), played.boards.end(), [&](const rig::host::BoardLog& board) {
      return std::any_of(board.happenings.begin(), board.happenings.end(), [&](const Happening& one) {
        return one.kind == Happening::Kind::request && one.request.kind != RequestKind::end &&
               expects(one, ReplyKind::move);
      });
    });
  }

  void conclude(const Track& track, Aspect aspect, Verdict verdict, const std::string& kind,
                const std::string& limits) {
    if (verdict == Verdict::pass) return passed(aspect);
    found(verdict, aspect, fmt::format("{}: {} ({})", track.what, kind, limits), *track.shown, kind);
  }
};

}  // namespace

CONFORMANCE_CASE_OF(MarginCase, RefereeTime, Margin, "gives each board the whole limit, and no more",
                    Checks{.subject = "referee.margin",
                           .also = {"referee.in-time", "referee.late", "referee.first-late"}}) {
  needs(Duty::clock);
  std::vector<Track> all = tracks();
  measure(all);
  for (const Track& track : all) judge(track);
}

}  // namespace conformance
