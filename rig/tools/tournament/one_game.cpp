#include "rig/tools/tournament/one_game.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/referee.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/tools/tournament/game_file.hpp"

namespace rig::tournament {

using arbiter::SeriesGame;
using arbiter::tournament::Ended;
using arbiter::tournament::Order;
using arbiter::tournament::Plan;
using arbiter::tournament::Result;
using Json = nlohmann::ordered_json;

namespace {

double seconds_of(Duration time) {
  return std::chrono::duration<double>(time).count();
}

Duration duration_of(double seconds) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

/// `first`, `second`, `idle 1`.
std::string word_of(std::size_t side) {
  if (side > 1) return fmt::format("idle {}", side - 1);
  return side == 0 ? "first" : "second";
}

/// A board that names itself otherwise than its team's code is not the one that was entered; empty: it is.
std::string why_another_board(const SeriesGame& game, std::size_t side, const std::string& code,
                              const std::string& team) {
  const bool is_first = side == 0;
  const protocol::Player player = is_first ? game.first : protocol::other(game.first);
  const std::string& said = game.game.teams.at(arbiter::index_of(player));
  if (code.empty() || said.empty() || said == code) return {};
  return fmt::format("The board of {} answered \"{}\" to the handshake; entered is \"{}\".", team,
                     visible(said), code);
}

/// What an order says.
struct Told {
  GameIdentity identity;
  std::array<std::string, 2> codes;
  std::vector<std::string> idle;
  std::string folder;
  std::string evidence;
  double pause_seconds = 0;
  std::string sandbox;
};

Told told_from(const Json& line) {
  Told told;
  told.identity = identity_from(line);
  told.codes = line.at("codes").get<std::array<std::string, 2>>();
  told.idle = line.at("idle").get<std::vector<std::string>>();
  told.folder = line.at("folder");
  told.evidence = line.at("evidence");
  told.pause_seconds = line.at("pause_seconds");
  told.sandbox = line.at("sandbox");
  return told;
}

/// The standard output of this process, which only its own lines go to: what a design prints (`$display`)
/// goes to standard error.
class Channel {
 public:
  Channel() : out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    if (!out_.is_open() || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
      throw RigError(fmt::format("No standard output: {}.", std::generic_category().message(errno)));
  }

  void say(const Json& line) const { static_cast<void>(write_all(out_, line.dump() + "\n")); }

 private:
  Descriptor out_;
};

/// Says each ply: that the process is alive, and how far the game is.
class Voice final : public arbiter::Watcher {
 public:
  explicit Voice(const Channel& channel) : channel_(channel) {}
  void moved(const arbiter::Table&) override { channel_.say({{"ply", ++plies_}}); }

 private:
  const Channel& channel_;
  int plies_ = 0;
};

class OneGame {
 public:
  /// `voice`: told of each move; may be null.
  OneGame(Told told, arbiter::Watcher* voice)
      : told_(std::move(told)),
        voice_(voice),
        contest_(protocol::find_contest(told_.identity.contest,
                                        {.board = told_.identity.board, .named = told_.identity.set})),
        text_(first_line(told_.identity)) {}

  Json play() {
    Json end;
    try {
      std::this_thread::sleep_for(duration_of(told_.pause_seconds));
      end = told_of(played());
    } catch (const arbiter::SideError& error) {
      end = failure(error.what(), error.side());
    } catch (const std::exception& error) {
      end = failure(error.what(), failed_at_);
    }
    end["game"] = told_.identity.game;
    return end;
  }

 private:
  SeriesGame played() {
    arbiter::FarEnds ends{
        .contest = contest_, .names = told_.identity.duts, .idle = told_.idle, .seed = told_.identity.seed};
    ends.sandbox.wish = sandboxing_from(told_.sandbox);
    ends.sandbox.hidden.emplace_back(told_.folder);
    for (const std::size_t side : {0U, 1U}) {
      if (!arbiter::is_house(told_.identity.duts.at(side))) to_open_.push_back(side);
    }
    for (std::size_t number = 0; number < told_.idle.size(); ++number) to_open_.push_back(number + 2);
    ends.record = [this](std::size_t side, const std::string& operation) { add(side, operation); };
    ends.side_of = [this](std::unique_ptr<FarEnd> far_end) { return side_over(std::move(far_end)); };
    ends.say = [](const std::string& text) { std::cerr << "rig: " << text << std::endl; };
    const auto sides = open_sides(ends);
    const auto idle = open_idle_sides(ends);
    std::vector<arbiter::Side*> standing_by;
    standing_by.reserve(idle.size());
    for (const auto& side : idle) standing_by.push_back(side.get());
    const protocol::Seat& seat = arbiter::seat_in_game(contest_, told_.identity.seat);
    std::vector<arbiter::Watcher*> watchers;
    if (voice_ != nullptr) watchers.push_back(voice_);
    return {1, seat.player,
            arbiter::play_game(contest_, seat, *sides[0], *sides[1], watchers,
                               {told_.identity.policy.most_plies}, standing_by)};
  }

  std::unique_ptr<arbiter::Side> side_over(std::unique_ptr<FarEnd> far_end) {
    const std::size_t side = to_open_.at(opened_++);
    const std::string name = side < 2 ? told_.identity.duts.at(side) : told_.idle.at(side - 2);
    add(side, segment_line(fmt::format("{} {}", told_.identity.game, word_of(side)),
                           {version_text("rig"), contest_.name, name, told_.identity.seed}, far_end->info()));
    return arbiter::side_over(std::move(far_end), contest_,
                              arbiter::side_options(told_.identity.policy, name));
  }

  void add(std::size_t side, const std::string& operation) {
    if (operation.starts_with("[\"error\"") && side < 2) failed_at_ = side;
    text_ += fmt::format("[\"{}\",{}]\n", word_of(side), operation);
  }

  Json told_of(const SeriesGame& game) {
    for (const std::size_t side : {0U, 1U}) {
      const std::string why =
          why_another_board(game, side, told_.codes.at(side), told_.identity.teams.at(side));
      if (!why.empty()) return failure(why, side);
    }
    const arbiter::ClauseOf clause_of = clauses_of(contest_.name);
    const std::string record = record_of(match_of(told_.identity), game, clause_of);
    text_ += last_line(record);
    write_whole(told_.folder + "/" + told_.evidence, text_);
    Json facts{{"ending", visible(ending_of(game.game))}};
    if (game.game.loss) facts["loss"] = visible(words_of_loss(*game.game.loss, clause_of));
    facts["plies"] = game.game.plies.size();
    if (!game.game.remarks.empty()) facts["remarks"] = game.game.remarks.size();
    facts["evidence"] = told_.evidence;
    facts["sha256"] = sha256_hex(to_bytes(text_));
    if (game.game.no_result)
      return {{"how", "no-result"},
              {"why", visible(words_of_no_result(*game.game.no_result, clause_of))},
              {"facts", facts}};
    const Result result = result_of(game);
    return {
        {"how", "played"}, {"outcome", to_string(result.outcome)}, {"moves", result.moves}, {"facts", facts}};
  }

  static Json failure(const std::string& why, std::optional<std::size_t> side) {
    Json end{{"how", "rig-error"}, {"why", visible(why)}};
    if (side) end["side"] = *side;
    return end;
  }

  Told told_;
  arbiter::Watcher* voice_;
  const protocol::Contest& contest_;
  std::string text_;
  std::vector<std::size_t> to_open_;  // sides in the order in which they are opened
  std::size_t opened_ = 0;
  std::optional<std::size_t> failed_at_;
};

}  // namespace

std::string order_line(const Plan& plan, const Order& order, const std::string& folder,
                       const std::string& sandbox) {
  const auto& first = plan.entrants.at(order.fixture.first);
  const auto& second = plan.entrants.at(order.fixture.second);
  Json idle = Json::array();
  for (const auto entrant : order.idle) idle.push_back(plan.entrants.at(entrant).dut);
  const GameIdentity identity{.game = order.fixture.id,
                              .contest = plan.contest->name,
                              .board = plan.board,
                              .set = plan.set,
                              .teams = {first.team, second.team},
                              .duts = {first.dut, second.dut},
                              .seat = order.fixture.seat,
                              .seed = order.seed,
                              .policy = plan.policy.games};
  Json line = to_json(identity);
  line.update({{"codes", {first.code, second.code}},
               {"pause_seconds", seconds_of(plan.policy.pause)},
               {"idle", idle},
               {"folder", folder},
               {"evidence", order.evidence},
               {"sandbox", sandbox}});
  return line.dump();
}

Ended ended_from(const std::string& line) {
  try {
    const Json end = Json::parse(line);
    Ended ended;
    ended.game = end.at("game");
    const std::string how = end.at("how");
    ended.how = how == "played"      ? Ended::How::played
                : how == "no-result" ? Ended::How::no_result
                                     : Ended::How::rig_error;
    ended.why = end.value("why", "");
    ended.facts = end.value("facts", Json::object());
    if (end.contains("side")) ended.at = end.at("side").get<std::size_t>();  // of the two, not an entrant yet
    if (ended.how == Ended::How::played) {
      ended.result.outcome = arbiter::tournament::outcome_from(end.at("outcome").get<std::string>()).value();
      ended.result.moves = end.at("moves");
    }
    return ended;
  } catch (const std::exception& error) {
    throw RigError(fmt::format("What the process of a game said cannot be read: {}.", error.what()));
  }
}

std::string end_of_order(const std::string& order, const std::string& folder) {
  Told told = told_from(Json::parse(order));
  told.folder = folder;
  return OneGame(std::move(told), nullptr).play().dump();
}

int play_one_game() {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // without its tournament it plays for nobody
  std::string line;
  std::getline(std::cin, line);
  const Channel channel;
  Voice voice(channel);
  channel.say(OneGame(told_from(Json::parse(line)), &voice).play());
  return 0;
}

}  // namespace rig::tournament
