#include "conformance/referee/deviations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/referee/file_deviations.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::Bytes;
using rig::host::Happening;
using rig::host::Outcome;
using rig::host::Played;
using rig::protocol::Contest;
using rig::protocol::Player;
using rig::protocol::Request;
using rig::protocol::RequestKind;
using rig::protocol::Result;

namespace {

/// `begins`: whether it was due to the player that begins. In some contests both are asked alike for their
/// first moves.
Aspect aspect_of(RequestKind kind, bool begins) {
  switch (kind) {
    case RequestKind::hello: return "referee.hello";
    case RequestKind::first: return begins ? Aspect("referee.first") : Aspect("referee.second");
    case RequestKind::second: return "referee.second";
    case RequestKind::end: return "referee.end";
    default: return "referee.forward";
  }
}

/// What a board was sent, a message each.
std::vector<const Happening*> messages_to(const rig::host::BoardLog& board) {
  std::vector<const Happening*> messages;
  for (const Happening& one : board.happenings) {
    if (one.kind == Happening::Kind::request || one.kind == Happening::Kind::noise) messages.push_back(&one);
  }
  return messages;
}

bool hung_up(const rig::host::BoardLog& board) {
  return std::any_of(board.happenings.begin(), board.happenings.end(),
                     [](const Happening& one) { return one.kind == Happening::Kind::hung_up; });
}

std::string outcome_text(const rig::host::Announcement& told) {
  if (!told.made()) return "announced no result";
  if (told.loss) {
    const bool in_time = *told.loss != Outcome::time_out_1 && *told.loss != Outcome::time_out_2;
    return fmt::format("announced that player {} lost by {}", *told.winner == 1 ? 2 : 1,
                       in_time ? "a violation" : "a time-out");
  }
  return *told.winner == 0 ? "announced a draw" : fmt::format("announced that player {} won", *told.winner);
}

class Comparison {
 public:
  Comparison(const Contest& contest, const rig::host::Signs& signs, const Scenario& scenario,
             const ExpectedGame& expected, const Played& played, Aspect subject)
      : contest_(contest),
        signs_(signs),
        scenario_(scenario),
        expected_(expected),
        played_(played),
        subject_(subject) {}

  std::vector<Deviation> all() {
    if (!played_.came_off()) {
      add_of_outcome(fmt::format("the referee {}", played_.how), "no end of a game");
      return std::move(found_);
    }
    if (!is_open()) compare_outcome();
    if (plays_over_files()) {
      for (Deviation& one : file_deviations(contest_, scenario_, expected_, played_, subject_))
        found_.push_back(std::move(one));
      return std::move(found_);
    }
    if (is_open()) return std::move(found_);
    std::vector<Deviation> of_the_outcome = std::move(found_);
    found_ = {};
    for (const std::size_t player : {0U, 1U}) {
      if (!expected_.unseen || index_of(*expected_.unseen) != player) compare_messages(player);
    }
    if (scenario_.next_match && boards_that_begin_next_ != 1)
      add("referee.next-match",
          fmt::format("{} was asked to begin the next match",
                      boards_that_begin_next_ == 0 ? "nobody" : "more than one board"),
          "nobody begins");
    if (played_.idle) compare_idle_board();
    if (scenario_.over_within) compare_end_in_time();
    return with_outcome(std::move(of_the_outcome));
  }

 private:
  bool is_open() const { return expected_.result.state == Result::State::open; }

  void add(Aspect aspect, const std::string& what, const std::string& kind, Rest rest = Rest::unknown) {
    found_.push_back({aspect, fmt::format("{}: {}", scenario_.what, what), kind, rest});
  }

  void add_of_outcome(const std::string& what, const std::string& kind) {
    const bool is_of_the_end =
        scenario_.about != About::last_turn && !broke_off_after() && played_.came_off();
    add(clause_of_outcome(), what, kind, is_of_the_end ? Rest::up_to_the_end : Rest::unknown);
  }

  bool plays_over_files() const { return contest_.dialect->files() != nullptr; }

  /// How often a board was asked for a move.
  std::size_t times_asked(std::size_t player) const {
    const std::vector<Happening>& all = played_.boards[player].happenings;
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Happening& one) {
      return one.kind == Happening::Kind::request &&
             contest_.dialect->expects(one.request).kind == rig::protocol::ReplyKind::move;
    }));
  }

  /// Where a game ended before its last turn was asked for: the number of those that were. Nothing: it came
  /// there, or that cannot be seen.
  std::optional<std::size_t> broke_off_after() const {
    if (plays_over_files() || expected_.unseen) return std::nullopt;
    const std::size_t asked = times_asked(0) + times_asked(1);
    return asked < scenario_.turns.size() ? std::optional(asked) : std::nullopt;
  }

  std::size_t player_of(std::size_t turn) const {
    const std::size_t first = index_of(scenario_.first.player);
    return turn % 2 == 0 ? first : 1 - first;
  }

  /// Whether a game ended too early by what a player had said, and not because the next was not asked.
  bool ended_by_a_reply() const {
    const auto asked = broke_off_after();
    if (!asked || !played_.announced.made()) return false;
    if (*asked == 0) return contest_.greets;
    const bool of_the_next = played_.announced.loss && *played_.announced.winner != 0 &&
                             static_cast<std::size_t>(*played_.announced.winner) == player_of(*asked - 1) + 1;
    return !of_the_next;
  }

  /// The clause that an outcome is about: that of the scenario, or another.
  Aspect clause_of_outcome() const {
    if (ended_by_a_reply()) return clause_of_early_end(*broke_off_after());
    if (scenario_.about == About::last_turn || !expected_.ends_by || broke_off_after()) return subject_;
    const rig::host::Announcement& told = played_.announced;
    const bool saw_the_end = !expected_.loser && told.made() && !told.loss;
    if (saw_the_end && *expected_.ends_by == Aspect("referee.both-pass")) return "referee.result";
    return *expected_.ends_by;
  }

  /// Whether somebody had passed in so many turns.
  bool had_passed(std::size_t asked) const {
    const auto end = scenario_.turns.begin() + static_cast<std::ptrdiff_t>(asked);
    return !expected_.pass.empty() && std::any_of(scenario_.turns.begin(), end, [&](const auto& turn) {
      return turn.move.text == expected_.pass;
    });
  }

  /// … where it came after so many turns.
  Aspect clause_of_early_end(std::size_t asked) const {
    if (asked == 0) return "referee.hello";
    if (!expected_.pass.empty() && expected_.pass == scenario_.turns[asked - 1].move.text)
      return "referee.pass";
    if (scenario_.about == About::moves) return subject_;
    const std::optional<Outcome>& loss = played_.announced.loss;
    if (!loss && had_passed(asked)) return "referee.pass";
    if (!loss) return scenario_.about == About::last_turn ? subject_ : Aspect("referee.result");
    const bool by_time = *loss == Outcome::time_out_1 || *loss == Outcome::time_out_2;
    return by_time ? Aspect("referee.in-time") : Aspect("referee.legal");
  }

  /// … and what of the messages does not merely follow from it.
  std::vector<Deviation> with_outcome(std::vector<Deviation> all) {
    const auto is_of_outcome = [](const Deviation& one) { return one.kind == "wrong outcome"; };
    const bool is_told = ended_by_a_reply() && (std::any_of(all.begin(), all.end(), is_of_outcome) ||
                                                std::any_of(found_.begin(), found_.end(), is_of_outcome));
    for (Deviation& one : found_) {
      const bool follows = one.kind == "missing message" || one.kind == "ended too early";
      if (!is_told || !follows) all.push_back(std::move(one));
    }
    return all;
  }

  int winner() const {
    switch (expected_.result.state) {
      case Result::State::one_won: return 1;
      case Result::State::two_won: return 2;
      default: return 0;
    }
  }

  std::string expected_text() const {
    if (expected_.loser) {
      const char* by = expected_.fate == Fate::lost_by_time   ? " by a time-out"
                       : expected_.fate == Fate::lost_by_form ? " by a violation"
                                                              : "";
      return fmt::format("player {} has lost{}", index_of(*expected_.loser) + 1, by);
    }
    return winner() == 0 ? "the game is a draw" : fmt::format("player {} has won", winner());
  }

  /// The way of losing that has to be told, where the description says how both are told apart.
  bool right_way_of_losing() const {
    if (!expected_.loser || !played_.announced.loss || expected_.fate == Fate::lost_somehow) return true;
    const bool one = *expected_.loser == Player::one;
    const Outcome violation = one ? Outcome::violation_1 : Outcome::violation_2;
    const Outcome time_out = one ? Outcome::time_out_1 : Outcome::time_out_2;
    if (!signs_.tells(violation) || !signs_.tells(time_out)) return true;
    return *played_.announced.loss == (expected_.fate == Fate::lost_by_time ? time_out : violation);
  }

  /// A referee that can tell a loss by violation and does not, has taken the move.
  bool names_the_loss() const {
    if (!expected_.loser || played_.announced.loss || expected_.fate == Fate::lost_somehow) return true;
    const bool one = *expected_.loser == Player::one;
    return !signs_.tells(one ? Outcome::violation_1 : Outcome::violation_2);
  }

  void compare_outcome() {
    if (signs_.outcomes.empty() || scenario_.next_match) return;  // of two games one is told first
    const rig::host::Announcement& told = played_.announced;
    if (expected_.loser && contest_.host_may_go_on) return compare_loss();
    const bool unexpected_loss = !expected_.loser && told.loss;
    const bool right = told.made() && *told.winner == winner() && right_way_of_losing() && names_the_loss() &&
                       !unexpected_loss;
    if (!right) {
      add_of_outcome(fmt::format("{}, but {}", outcome_text(told), expected_text()), "wrong outcome");
    } else if (!expected_.loser) {
      compare_score();
    }
  }

  /// Where the text does not say that the move loses: nobody else may be said to have lost by it.
  void compare_loss() {
    if (played_.announced.loss &&
        *played_.announced.winner == static_cast<int>(index_of(*expected_.loser)) + 1)
      add_of_outcome(fmt::format("{}, but {}", outcome_text(played_.announced), expected_text()),
                     "wrong outcome");
  }

  void compare_score() {
    if (signs_.score) compare_count("score", played_.announced.score, expected_.result.score);
    if (signs_.squares_left)
      compare_count("squares left", played_.announced.squares_left, expected_.result.squares_left);
  }

  void compare_count(const std::string& name, const std::optional<std::array<int, 2>>& told,
                     const std::array<int, 2>& wanted) {
    if (told && *told == wanted) return;
    if (!told && wanted == std::array<int, 2>{}) return;  // there is nothing to count
    const std::string found = told ? fmt::format("announced the {} {} : {}", name, (*told)[0], (*told)[1])
                                   : fmt::format("announced no {}", name);
    add(is_of_the_bonus(told, wanted) ? Aspect("referee.bonus") : Aspect("referee.score"),
        fmt::format("{}; correct is {} : {}", found, wanted[0], wanted[1]), "wrong score", Rest::all);
  }

  /// Whether what is wrong is the count of a player that has laid all its tiles.
  bool is_of_the_bonus(const std::optional<std::array<int, 2>>& told,
                       const std::array<int, 2>& wanted) const {
    const std::array<int, 2>& left = expected_.result.squares_left;
    const auto is_its = [&](std::size_t player) {
      return left[player] == 0 && (!told || (*told)[player] != wanted[player]);
    };
    return is_its(0) || is_its(1);
  }

  void compare_messages(std::size_t player) {
    const std::string board = fmt::format("board {}", player + 1);
    const auto messages = messages_to(played_.boards[player]);
    const std::vector<Request>& due = expected_.requests[player];
    look_for_haste(player);
    const bool begins = index_of(scenario_.first.player) == player;
    std::size_t at = 0;
    for (const Request& request : due) {
      const Bytes wanted = contest_.dialect->encode(request);
      at = beside(player, request, at, messages);
      const bool skipped = at >= messages.size() || ended(*messages[at]);
      if (skipped && may_be_left_out(player, request)) return compare_end(player, at, messages);
      if (skipped && was_refused(request))
        add_of_outcome(
            fmt::format("board {} was not sent {}: the game was announced as lost by a violation before",
                        player + 1, rig::quoted(wanted)),
            "wrong outcome");
      if (at >= messages.size())
        return add(aspect_of(request.kind, begins),
                   fmt::format("{} was not sent {}", board, rig::quoted(wanted)), "missing message");
      const bool right = messages[at]->bytes == wanted;
      const bool greets_otherwise = is_sent(*messages[at], RequestKind::hello);
      if (!right)
        add(greets_otherwise ? Aspect("referee.size") : aspect_of(request.kind, begins),
            fmt::format("{} was sent {} in place of {}", board, rig::quoted(messages[at]->bytes),
                        rig::quoted(wanted)),
            ended(*messages[at]) ? "ended too early" : "wrong message");
      if (!right && request.kind != RequestKind::hello) return;
      if (right || greets_otherwise) ++at;  // a board that was not greeted may be asked all the same
    }
    compare_end(player, at, messages);
  }

  /// Whether a move that should have been forwarded was taken for a violation, though the announcement is
  /// that of the scenario's end.
  bool was_refused(const Request& request) const {
    const std::optional<Outcome>& loss = played_.announced.loss;
    const bool of_a_violation = loss == Outcome::violation_1 || loss == Outcome::violation_2;
    return of_a_violation && !request.moves.empty() && expected_.loser &&
           played_.announced.winner == winner();
  }

  /// Nothing but a greeting may come before the board has answered it.
  void look_for_haste(std::size_t player) {
    if (!contest_.greets) return;
    for (const Happening& one : played_.boards[player].happenings) {
      if (one.kind == Happening::Kind::said) return;
      const bool is_other = one.kind == Happening::Kind::request && one.request.kind != RequestKind::hello;
      if (!is_other || ended(one)) continue;
      return add("referee.hello",
                 fmt::format("board {} was sent {} before it had answered {}", player + 1,
                             rig::quoted(one.bytes), rig::quoted(contest_.dialect->encode(contest_.hello))),
                 "did not wait");
    }
  }

  bool ended(const Happening& message) const {
    return says_so() && message.kind == Happening::Kind::request && message.request == *contest_.end;
  }

  /// Whether a request of its own tells a board that its game is over.
  bool says_so() const { return contest_.end && contest_.end->kind == RequestKind::end; }

  static bool is_sent(const Happening& message, RequestKind kind) {
    return message.kind == Happening::Kind::request && message.request.kind == kind;
  }

  /// Skips what may come before a request, and complains of what may not: the next message to be looked at.
  std::size_t beside(std::size_t player, const Request& due, std::size_t at,
                     const std::vector<const Happening*>& messages) {
    const bool is_role = due.kind == RequestKind::first || due.kind == RequestKind::second;
    for (; at < messages.size(); ++at) {
      const bool again = due.kind != RequestKind::hello && is_sent(*messages[at], RequestKind::hello);
      if (again)
        add("referee.hello",
            fmt::format("board {} was sent {} once more in place of {}", player + 1,
                        rig::quoted(messages[at]->bytes), rig::quoted(contest_.dialect->encode(due))),
            "greeted again");
      const bool stands_by = is_role && is_sent(*messages[at], RequestKind::stand_by);
      if (!again && !stands_by) break;
    }
    return at;
  }

  /// Where no request says that a game is over, the move that ended it may be told to the other board.
  std::size_t after_the_last_move(std::size_t player, std::size_t at,
                                  const std::vector<const Happening*>& messages) const {
    if (says_so()) return at;
    const bool may_be_told =
        expected_.last && expected_.fate != Fate::lost_by_time && index_of(expected_.last->first) != player;
    if (may_be_told && at < messages.size() &&
        messages[at]->bytes == contest_.dialect->encode(rig::protocol::asks_after(expected_.last->second)))
      ++at;
    return at;
  }

  /// … and what begins a new game may follow.
  std::size_t after_the_end(std::size_t player, std::size_t at,
                            const std::vector<const Happening*>& messages) const {
    if (says_so()) return at;
    at = after_the_last_move(player, at, messages);
    const auto begins_anew = [&](const Happening& message) {
      return is_sent(message, RequestKind::hello) || is_sent(message, RequestKind::first) ||
             is_sent(message, RequestKind::second) || is_sent(message, RequestKind::stand_by);
    };
    while (at < messages.size() && begins_anew(*messages[at])) ++at;
    return at;
  }

  /// Of two boards one may be greeted only once the other has answered.
  bool may_be_left_out(std::size_t player, const Request& request) const {
    const bool other_failed = scenario_.hello[1 - player].has_value();
    return other_failed && request.kind == RequestKind::hello;
  }

  /// A board that has not answered the handshake may be asked again, before it is given up.
  bool is_asked_again(std::size_t player, const Happening& message) const {
    return scenario_.hello[player] && message.kind == Happening::Kind::request &&
           message.request.kind == RequestKind::hello;
  }

  void compare_end(std::size_t player, std::size_t at, const std::vector<const Happening*>& messages) {
    const std::string board = fmt::format("board {}", player + 1);
    at = scenario_.next_match ? after_the_last_move(player, at, messages)
                              : after_the_end(player, at, messages);
    const bool is_there = !hung_up(played_.boards[player]);
    const bool began = !scenario_.turns.empty() || (!scenario_.hello[0] && !scenario_.hello[1]);
    while (at < messages.size() && is_asked_again(player, *messages[at])) ++at;
    if (scenario_.next_match && !says_so()) return compare_next_match(player, at, messages);
    if (at < messages.size() && messages[at]->kind == Happening::Kind::request && !ended(*messages[at])) {
      const std::string what =
          fmt::format("{} was sent {}, though {}", board, rig::quoted(messages[at]->bytes), expected_text());
      const Aspect over = "referee.over";
      const bool is_a_greeting = messages[at]->request.kind == RequestKind::hello;
      if (is_a_greeting || (subject_ == over && clause_of_outcome() != over))
        add(over, what, "the game goes on");
      if (!is_a_greeting) add_of_outcome(what, "the game goes on");
      return;
    }
    const bool told = at < messages.size() && ended(*messages[at]);
    if (says_so() && !told && is_there && began)
      return add("referee.end",
                 fmt::format("{} was not sent {} at the end", board,
                             rig::quoted(contest_.dialect->encode(*contest_.end))),
                 "no end");
    if (told) ++at;
    if (scenario_.next_match) return compare_next_match(player, at, messages);
    if (at < messages.size())
      add("referee.over",
          fmt::format("{} was sent {} after the end", board, rig::quoted(messages[at]->bytes)),
          "message after the end");
  }

  /// The next match begins as the first one did: with the handshake, and with what each seat is told. Who
  /// begins it is the host's to say; that player loses with its first move.
  void compare_next_match(std::size_t player, std::size_t at, const std::vector<const Happening*>& messages) {
    const auto takes = [&](RequestKind kind) {
      const bool is_next = at < messages.size() && is_sent(*messages[at], kind);
      if (is_next) ++at;
      return is_next;
    };
    const auto misses = [&](const std::string& what) {
      const std::string found = at < messages.size() ? rig::quoted(messages[at]->bytes) : "nothing";
      add("referee.next-match",
          fmt::format("board {} was sent {} in place of {} for the next match", player + 1, found, what),
          "no next match");
    };
    while (!says_so() && takes(RequestKind::hello)) {
    }
    if (says_so() && contest_.greets && !takes(RequestKind::hello))
      return misses(rig::quoted(contest_.dialect->encode(contest_.hello)));
    const bool begins = takes(RequestKind::first);
    if (begins) ++boards_that_begin_next_;
    if (!begins && tells_who_waits() && !takes(RequestKind::second)) return misses("its role");
    if (says_so() && !(at < messages.size() && ended(*messages[at])))
      misses(rig::quoted(contest_.dialect->encode(*contest_.end)));
  }

  /// Whether the player that does not begin is told its seat before it is asked for a move.
  bool tells_who_waits() const {
    return contest_.requests(rig::protocol::seat_opposite(contest_, scenario_.first), {}).size() > 1;
  }

  /// A host that reads all that a board says before it looks at the clock ends when the board does. A board
  /// that it has hung up on, it does not read.
  void compare_end_in_time() {
    const rig::Duration ended_itself = played_.began.earliest + played_.took;
    rig::Duration over = ended_itself;
    std::optional<rig::Duration> asked;
    for (const Happening& one : played_.boards[player_of(scenario_.turns.size() - 1)].happenings) {
      if (one.kind == Happening::Kind::closed) over = one.at.latest;
      if (one.kind != Happening::Kind::request || ended(one)) continue;
      asked = one.at.latest;
      over = ended_itself;
    }
    if (!asked) return;
    const rig::Duration took = over - *asked;
    if (took <= *scenario_.over_within) return;
    add(subject_, fmt::format("the game was over {} after the request", rig::readable(took)),
        "over too late");
  }

  /// A board that does not play may be greeted, and is sent nothing of the game.
  void compare_idle_board() {
    bool was_told = false;
    for (const Happening* message : messages_to(*played_.idle)) {
      was_told = was_told || is_sent(*message, RequestKind::stand_by);
      if (is_sent(*message, RequestKind::stand_by) || is_sent(*message, RequestKind::hello)) continue;
      return add("referee.stand-by",
                 fmt::format("board 3, which does not play, was sent {}", rig::quoted(message->bytes)),
                 "message to an idle board");
    }
    if (!was_told)
      add("referee.stand-by",
          fmt::format("board 3, which does not play, was not sent {}",
                      rig::quoted(contest_.dialect->encode({RequestKind::stand_by, {}, {}}))),
          "no stand-by");
  }

  const Contest& contest_;
  const rig::host::Signs& signs_;
  const Scenario& scenario_;
  const ExpectedGame& expected_;
  const Played& played_;
  Aspect subject_;
  int boards_that_begin_next_ = 0;
  std::vector<Deviation> found_;
};

std::string_view verb_of(Happening::Kind kind) {
  switch (kind) {
    case Happening::Kind::request: return "is sent";
    case Happening::Kind::noise: return "is sent the invalid request";
    case Happening::Kind::said: return "says";
    case Happening::Kind::hung_up: return "hangs up";
    case Happening::Kind::closed: return "is cut off by the referee";
  }
  return "?";
}

}  // namespace

std::vector<Deviation> deviations(const Contest& contest, const rig::host::Signs& signs,
                                  const Scenario& scenario, const ExpectedGame& expected,
                                  const Played& played, Aspect subject) {
  return Comparison(contest, signs, scenario, expected, played, subject).all();
}

std::vector<std::string> account_of(const Played& played) {
  constexpr std::size_t most = 12;
  std::vector<std::pair<rig::Duration, std::string>> lines;
  const auto add = [&](const rig::host::BoardLog& board, int number) {
    for (const Happening& one : board.happenings) {
      const rig::Duration at = one.at.latest - played.began.earliest;
      const std::string bytes = one.bytes.empty() ? "" : " " + rig::quoted(one.bytes);
      lines.emplace_back(
          at, fmt::format("{:>8}  board {} {}{}", rig::readable(at), number, verb_of(one.kind), bytes));
    }
  };
  for (const int number : {1, 2}) add(played.boards[static_cast<std::size_t>(number) - 1], number);
  if (played.idle) add(*played.idle, 3);
  for (auto& line : account_of_calls(played)) lines.push_back(std::move(line));
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> account = {fmt::format("started: {}", fmt::join(played.command, " "))};
  const std::size_t left_out = lines.size() > most ? lines.size() - most : 0;
  if (left_out > 0) account.push_back(fmt::format("… {} messages before", left_out));
  for (std::size_t i = left_out; i < lines.size(); ++i) account.push_back(lines[i].second);
  account.push_back(fmt::format("{:>8}  the referee {}", rig::readable(played.took), played.how));
  if (!played.announced.line.empty()) account.push_back("it printed: " + played.announced.line);
  return account;
}

}  // namespace conformance
