/// What a program of `course` finds and how it answers, held against what a host lays out and reads.

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

using namespace rig::protocol;
using rig::FileOutcome;
using rig::FileRequest;
using rig::Files;

namespace {

const std::string top = "/game";

/// What a program sees of a request.
FilesFound found_by(const FileRequest& request) {
  FilesFound found{request.arguments, top + "/id", {}};
  for (const auto& [path, content] : request.files) found.files[fmt::format("{}/{}", top, path)] = content;
  return found;
}

/// What a host finds after a reply.
FileOutcome after(const FileRequest& request, const FileReply& reply) {
  FileOutcome outcome;
  outcome.files = request.files;
  const auto key = [](const std::string& path) { return path.substr(top.size() + 1); };
  for (const std::string& path : reply.removes) outcome.files.erase(key(path));
  for (const auto& [path, content] : reply.writes) outcome.files[key(path)] = content;
  outcome.exit_status = reply.exit_status;
  return outcome;
}

/// A game of a few plies: each request as its host lays it out, and the turns before it.
struct Game {
  const Contest& contest = find_contest("course");
  std::unique_ptr<Ruling> ruling = contest.new_game(contest.seats[0]);
  std::array<std::unique_ptr<GameFiles>, 2> hosts = {
      contest.dialect->files()->new_game(contest.seats[0], {}),
      contest.dialect->files()->new_game(contest.seats[1], {})};
  std::array<std::unique_ptr<PlayerFiles>, 2> players = {
      contest.dialect->files()->new_player(contest.seats[0]),
      contest.dialect->files()->new_player(contest.seats[1])};
  std::vector<TurnTaken> taken;
  rig::Random random{7};

  std::size_t own() const { return ruling->to_move() == Player::one ? 0 : 1; }
  FileRequest ask() {
    Turn turn;
    for (const TurnTaken& one : taken) {
      if (one.player == ruling->to_move()) ++turn.number;
      if (one.player != ruling->to_move()) turn.opponents.push_back(one.move);
    }
    turn.news = !taken.empty() && taken.back().player != ruling->to_move();
    return hosts[own()]->ask(contest.requests(contest.seats[own()], turn).back());
  }
  Move any_move() {
    const std::vector<Move> legal = ruling->legal_moves();
    return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  }
  void play(const Move& move) {
    taken.push_back({ruling->to_move(), move});
    ruling->play(move);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_host_lays_out_is_as_it_must_be_and_the_host_reads_the_answer) {
  Game game;
  for (int ply = 0; ply < 9; ++ply) {
    const FileRequest request = game.ask();
    PlayerFiles& player = *game.players[game.own()];
    for (const Misplaced& one : player.misplaced(found_by(request), game.taken)) BOOST_ERROR(one.what);
    const Move move = ply == 6 ? game.ruling->pass() : game.any_move();
    const FileAnswer read =
        game.hosts[game.own()]->read(after(request, player.answer(found_by(request), move)));
    BOOST_TEST_REQUIRE(read.stands());
    BOOST_TEST(game.ruling->judge(*read.move).legal);
    game.play(move);
  }
}

BOOST_AUTO_TEST_CASE(what_is_laid_out_wrongly_is_told_under_its_clause) {
  Game game;
  game.ask();
  game.play(game.any_move());
  const FileRequest right = game.ask();
  const PlayerFiles& player = *game.players[game.own()];
  const auto clause = [&](const std::function<void(FilesFound&)>& spoil) {
    FilesFound found = found_by(right);
    spoil(found);
    const std::vector<Misplaced> wrong = player.misplaced(found, game.taken);
    return wrong.empty() ? std::string("none") : wrong.front().aspect.text();
  };
  BOOST_TEST(clause([](FilesFound&) {}) == "none");
  BOOST_TEST(clause([](FilesFound& found) { found.arguments[0] = "Red"; }) == "referee.arguments");
  BOOST_TEST(clause([](FilesFound& found) { found.arguments.pop_back(); }) == "referee.arguments");
  BOOST_TEST(clause([](FilesFound& found) { found.files[top + "/BlokusBoard.txt"][0] = 'B'; }) ==
             "referee.board-file");
  BOOST_TEST(clause([](FilesFound& found) { found.files[top + "/BlokusBoard.txt"] += '\n'; }) == "none");
  BOOST_TEST(clause([](FilesFound& found) { found.files[top + "/LeftPattern_Blue.txt"] = "x"; }) ==
             "referee.left-file");
  BOOST_TEST(clause([](FilesFound& found) { found.files.erase(top + "/LeftPattern_Red.txt"); }) ==
             "referee.others-left");
  BOOST_TEST(clause([](FilesFound& found) { found.files[top + "/StepLog.txt"] = ""; }) == "referee.log-file");
  BOOST_TEST(clause([](FilesFound& found) {
               found.files[top + "/log.txt"] = found.files[top + "/StepLog.txt"];
               found.files.erase(top + "/StepLog.txt");
               found.arguments[3] = "../log.txt";
             }) == "referee.log-place");
}

BOOST_AUTO_TEST_CASE(a_trick_that_loses_is_no_answer_for_a_host) {
  for (const Trick& trick : find_contest("course").dialect->files()->tricks()) {
    Game game;
    for (int ply = 1; ply < trick.first_ply; ++ply) {
      const FileRequest request = game.ask();
      const Move move = game.any_move();
      game.hosts[game.own()]->read(after(request, game.players[game.own()]->answer(found_by(request), move)));
      game.play(move);
    }
    const FileRequest request = game.ask();
    const FileReply reply = game.players[game.own()]->answer(found_by(request), game.any_move(), trick.name);
    BOOST_TEST(reply.impossible.empty(), trick.name);
    if (!trick.loses) continue;
    BOOST_TEST(!game.hosts[game.own()]->read(after(request, reply)).stands(), trick.name);
  }
}
