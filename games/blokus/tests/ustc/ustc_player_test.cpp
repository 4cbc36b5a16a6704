/// The reference player of ustc: it plays whole games on both boards without a flaw, and each of its faults
/// shows just the defect that its name says.

#include "games/blokus/players/ustc/ustc_player.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <thread>

#include "games/blokus/tests/ustc/ustc_table.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/argv.hpp"

namespace {

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using namespace ustc_table;
using rig::UsageError;
using rig::player::new_ustc_device;
using rig::player::UstcDeviceOptions;
using rig::protocol::Player;
using rig::protocol::RequestKind;
using rig::protocol::ustc;

const Request begin{RequestKind::first, "1", {}};

std::unique_ptr<FileDevice> device(const std::string& fault = {}) {
  UstcDeviceOptions options;
  options.fault = fault;
  return new_ustc_device(options);
}

/// A game of a device with this fault.
Ending game_of(const std::string& fault, int board = 14, std::size_t seat = 0,
               const std::string& opponent = "random", std::uint64_t seed = 1) {
  return Table(ustc(board), seat, device(fault), opponent, seed).play();
}

BOOST_AUTO_TEST_SUITE(good_player)

struct Kind {
  int board;
  std::size_t seat;
  std::string opponent;
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << kind.board << ", player " << kind.seat + 1 << ", " << kind.opponent;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (const int board : {14, 20}) {
    for (const std::size_t seat : {0U, 1U}) {
      for (const auto& opponent : rig::player::opponents("blokus"))
        kinds.push_back({board, seat, opponent.name});
    }
  }
  return kinds;
}

BOOST_DATA_TEST_CASE(plays_to_the_end_without_a_flaw, data::make(all_kinds()), kind) {
  const Ending ending = game_of("", kind.board, kind.seat, kind.opponent);
  BOOST_TEST(ending.clean(), ending.told());
  BOOST_TEST((ending.result.state != Result::State::open));
  BOOST_TEST((ending.result.why == "both passed" || ending.result.why == "all passed"));
  BOOST_TEST(ending.asked >= (kind.board == 14 ? 10 : 20));
}

struct Squares {
  int board;
  std::string setting;
  std::string value;
};
std::ostream& operator<<(std::ostream& out, const Squares& squares) {
  return out << squares.setting << "=" << squares.value;
}
const std::vector<Squares> squares_of_settings = {{14, "starts", "figure"}, {20, "corners", "any"}};

BOOST_DATA_TEST_CASE(plays_on_other_start_squares, data::make(squares_of_settings), squares) {
  for (const std::size_t seat : {0U, 1U}) {
    UstcDeviceOptions options;
    options.starts = squares.board == 14 ? squares.value : "judge";
    options.corners = squares.board == 20 ? squares.value : "figure";
    const auto contest = ustc(squares.board, {{squares.setting, squares.value}});
    const Ending ending = Table(contest, seat, new_ustc_device(options), "random", 7).play();
    BOOST_TEST(ending.clean(), ending.told());
  }
}

BOOST_AUTO_TEST_CASE(meets_every_kind_of_turn) {
  // An opponent that has given up is told again and again; the player places on until it is stuck.
  const Ending alone = game_of("", 14, 1, "passes-early");
  BOOST_TEST(alone.clean(), alone.told());
  BOOST_TEST(alone.asked > 10);
  BOOST_TEST((alone.result.state == Result::State::two_won));
  // On the large board a stuck colour is asked while the other still places.
  Table table(ustc(20), 0, device(), "outlasts", 3);
  const Ending stuck = table.play();
  BOOST_TEST(stuck.clean(), stuck.told());
}

BOOST_AUTO_TEST_CASE(takes_no_message_twice_and_none_that_is_not_whole) {
  Folder folder(ustc(14), ustc(14).seats[0], device());
  BOOST_TEST(folder.ask(begin).stands());
  Files& files = folder.folder();
  const auto told = [&](const std::string& text) {
    files["GUI1Data.txt"] = text;
    return folder.device().act(files, {}).writes.size();
  };
  BOOST_TEST(told("-1 -1\n0\n0") == 0U);  // the same again
  const std::string message = "9 9 9 8 8 9 8 8 \n8\n1";
  for (std::size_t length = 0; length < message.size(); ++length) {
    BOOST_TEST(told(message.substr(0, length)) == 0U, length);
  }
  BOOST_TEST(told(message) == 1U);
  BOOST_TEST(told(message) == 0U);
  BOOST_TEST(told(message + "\n") == 0U);
  BOOST_TEST(told("-1 -1\n0\n0") == 0U);  // a count that was seen
  BOOST_TEST(told("-1 -1\n3\n0") == 1U);
  BOOST_TEST(told("-1 -1\n3\n0") == 0U);
  BOOST_TEST(told("-1 -1\n4\n0\n9\n9") == 1U);  // lines after the third are not read
}

BOOST_AUTO_TEST_CASE(is_the_player_whose_file_is_there_and_no_other) {
  const auto first = device();
  BOOST_TEST(first->act({}, {}).writes.empty());
  BOOST_TEST(first->act({{"GUI2Data.txt", "4 4 \n1\n1"}}, {}).writes.front().path == "Player2Data.txt");
  BOOST_TEST(first->act({{"GUI1Data.txt", "-1 -1\n0\n0"}}, {}).writes.empty());
  first->new_game();
  BOOST_TEST(first->act({{"GUI1Data.txt", "-1 -1\n0\n0"}}, {}).writes.front().path == "Player1Data.txt");
  UstcDeviceOptions options;
  options.player = 2;
  BOOST_TEST(new_ustc_device(options)->act({{"GUI1Data.txt", "-1 -1\n0\n0"}}, {}).writes.empty());
}

BOOST_AUTO_TEST_CASE(answers_after_its_time_to_think) {
  UstcDeviceOptions options;
  options.think = 123ms;
  Folder folder(ustc(14), ustc(14).seats[0], new_ustc_device(options));
  folder.ask(begin);
  BOOST_TEST((folder.answered_after == 123ms));
}

BOOST_AUTO_TEST_CASE(refuses_options_that_mean_nothing) {
  const auto made = [](const std::function<void(UstcDeviceOptions&)>& change) {
    UstcDeviceOptions options;
    change(options);
    return new_ustc_device(options);
  };
  BOOST_CHECK_THROW(made([](auto& o) { o.board = 15; }), UsageError);
  BOOST_CHECK_THROW(made([](auto& o) { o.player = 3; }), UsageError);
  BOOST_CHECK_THROW(made([](auto& o) { o.player = -1; }), UsageError);
  BOOST_CHECK_THROW(made([](auto& o) { o.starts = "any"; }), UsageError);
  BOOST_CHECK_THROW(made([](auto& o) { o.corners = "judge"; }), UsageError);
  BOOST_CHECK_THROW(made([](auto& o) { o.fault = "lates"; }), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(faults)

/// What a game of a faulty device comes to: the rule that it breaks or the aspect that is blamed.
struct Shown {
  std::string fault;
  std::string rule;
  std::string aspect;
  int asked;  ///< the turn in which it shows; 0: some turn
  int board = 14;
};
std::ostream& operator<<(std::ostream& out, const Shown& shown) {
  return out << shown.fault << " on " << shown.board;
}

const std::vector<Shown> seen_in_games = {
    {"wrong-flag", "", "message.flag", 1},
    {"wrong-id", "shape", "message.id", 1},
    {"own-ids", "shape", "message.id", 1},
    {"rows-and-columns-swapped", "start", "", 1, 20},
    {"one-based", "", "", 0},
    {"four-lines", "", "message.lines", 0},
    {"two-lines", "", "message.format", 1},
    {"commas", "", "message.format", 1},
    {"cr-lf", "", "message.line-ends", 0},
    {"doubled-blanks", "", "message.format", 1},
    {"reused-piece", "used", "", 3},
    {"off-board", "occupied", "", 3},
    {"overlap", "occupied", "", 3},
    {"own-edge", "edge", "", 3},
    {"no-corner", "corner", "", 3},
    {"off-start", "start", "", 1},
    {"crashes", "", "process.ended", 3},
    {"writes-host-file", "", "message.host-file", 0},
    {"flag-1-for-giving-up", "", "message.flag", 0},
    {"wrong-colour", "", "message.colour", 1, 20},
    {"one-colour-only", "", "message.colour", 2, 20},
    {"wrong-flag", "", "message.flag", 1, 20},
    {"two-lines", "", "message.format", 1, 20},
    {"four-lines", "", "message.lines", 0, 20},
    {"reused-piece", "used", "", 3, 20},
    {"own-edge", "edge", "", 3, 20},
    {"off-start", "start", "", 1, 20},
    {"flag-1-for-giving-up", "", "message.flag", 0, 20},
    {"plays-after-giving-up", "passed", "", 6, 20},
};

BOOST_DATA_TEST_CASE(show_in_a_game_what_their_names_say, data::make(seen_in_games), shown) {
  const Ending ending = game_of(shown.fault, shown.board);
  BOOST_TEST(!ending.clean(), ending.told());
  if (!shown.rule.empty()) BOOST_TEST(ending.rule == shown.rule, ending.told());
  if (!shown.aspect.empty()) BOOST_TEST(ending.has(shown.aspect), ending.told());
  if (shown.rule.empty() && !shown.aspect.empty()) BOOST_TEST(ending.rule.empty(), ending.told());
  if (shown.asked > 0) BOOST_TEST(ending.asked == shown.asked, ending.told());
}

BOOST_AUTO_TEST_CASE(off_board_and_overlap_break_the_same_rule_in_two_ways) {
  BOOST_TEST(game_of("off-board").explanation.find("off the board") != std::string::npos);
  BOOST_TEST(game_of("overlap").explanation.find("is occupied") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rows_and_columns_swapped_shows_where_the_start_squares_are_not_on_the_diagonal) {
  UstcDeviceOptions options;
  options.starts = "figure";
  options.fault = "rows-and-columns-swapped";
  const Ending ending =
      Table(ustc(14, {{"starts", "figure"}}), 0, new_ustc_device(options), "random", 1).play();
  BOOST_TEST(ending.rule == "start");
}

/// The first exchanges with a faulty device as player 1 on the small board.
struct Conversation {
  Folder folder;
  FileAnswer first;
  explicit Conversation(const std::string& fault)
      : folder(ustc(14), ustc(14).seats[0], device(fault)), first(folder.ask(begin)) {}
};

BOOST_AUTO_TEST_CASE(no_move_never_answers) {
  const Conversation talk("no-move");
  BOOST_TEST(talk.folder.run.writes.empty());
  BOOST_TEST(!talk.first.stands());
}

BOOST_AUTO_TEST_CASE(late_is_beyond_the_usual_time_and_just_in_time_is_within) {
  const Conversation late("late");
  BOOST_TEST(!late.first.stands());
  BOOST_TEST((late.folder.run.writes.front().after > 30s));
  BOOST_TEST((late.folder.run.writes.front().after < 33s));
  const Conversation in_time("just-in-time");
  BOOST_TEST(in_time.first.stands());
  BOOST_TEST((in_time.folder.answered_after >= 28s));
  BOOST_TEST(game_of("just-in-time").clean());
}

BOOST_AUTO_TEST_CASE(writes_in_place_slowly_can_be_read_half_written) {
  const Conversation talk("writes-in-place-slowly");
  const auto& writes = talk.folder.run.writes;
  BOOST_REQUIRE(writes.size() >= 4U);
  for (std::size_t i = 0; i + 1 < writes.size(); ++i) {
    BOOST_TEST(!writes[i].closed);
    BOOST_TEST(writes[i].content->size() < writes.back().content->size());
    BOOST_TEST(writes.back().content->starts_with(*writes[i].content));
    BOOST_TEST((writes[i].after < writes[i + 1].after));
  }
  BOOST_TEST(writes.back().closed);
  BOOST_TEST((writes.back().after - writes.front().after == 300ms));
  BOOST_TEST(talk.first.stands());  // a host that waits until it is whole reads it well
}

BOOST_AUTO_TEST_CASE(answers_stale_answers_the_same_message_again) {
  Conversation talk("answers-stale");
  const auto again = talk.folder.device().act(talk.folder.folder(), {});
  BOOST_REQUIRE(again.writes.size() == 1U);
  BOOST_TEST(*again.writes[0].content != talk.folder.folder().at("Player1Data.txt"));
}

BOOST_AUTO_TEST_CASE(takes_half_message_answers_a_beginning) {
  Conversation talk("takes-half-message");
  talk.folder.folder()["GUI1Data.txt"] = "9 9 9 8 8 9";
  BOOST_TEST(talk.folder.device().act(talk.folder.folder(), {}).writes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(silent_when_stuck_writes_nothing_in_the_end) {
  Table table(ustc(14), 0, device("silent-when-stuck"), "random", 1);
  const Ending ending = table.play();
  BOOST_TEST(ending.no_answer);
  BOOST_TEST(ending.irregularities.empty(), ending.told());
  BOOST_TEST(table.ruling().must_pass());
  BOOST_TEST(table.folder().run.writes.empty());
}

BOOST_AUTO_TEST_CASE(plays_after_giving_up_places_unasked_on_the_small_board) {
  Table table(ustc(14), 0, device("plays-after-giving-up"), "random", 1);
  const Ending ending = table.play();
  BOOST_TEST(ending.clean(), ending.told());  // nobody asked it again
  BOOST_TEST(ending.asked == 4);
  BOOST_REQUIRE(table.folder().unread.size() == 1U);
  BOOST_TEST(table.folder().unread[0].content->ends_with("\n1"));
}

BOOST_AUTO_TEST_CASE(dies_when_the_opponent_has_given_up) {
  const Ending ending = game_of("dies-after-opponent-gives-up", 14, 0, "passes-early");
  BOOST_TEST(ending.has("process.ended"), ending.told());
  BOOST_TEST(ending.asked == 5);  // three pieces of the opponent were answered, its giving up was not
  BOOST_TEST(ending.no_answer);
}

BOOST_AUTO_TEST_CASE(ignores_resent_waits_for_an_opponent_that_has_given_up) {
  Table table(ustc(14), 0, device("ignores-resent"), "passes-early", 1);
  const Ending ending = table.play();
  BOOST_TEST(ending.no_answer);
  BOOST_TEST(ending.irregularities.empty(), ending.told());
  BOOST_TEST(ending.asked == 5);
  BOOST_TEST(table.folder().run.writes.empty());
}

BOOST_AUTO_TEST_CASE(answers_early_writes_the_next_move_unasked) {
  Conversation talk("answers-early");
  BOOST_TEST(talk.first.stands());
  BOOST_REQUIRE(talk.folder.unread.size() == 1U);
  const FileDevice::Write& early = talk.folder.unread[0];
  BOOST_TEST((early.after > talk.folder.answered_after));
  BOOST_TEST(*early.content != talk.folder.folder().at("Player1Data.txt"));
  BOOST_TEST(early.content->ends_with("\n1"));
}

BOOST_AUTO_TEST_CASE(writes_host_file_does_not_answer_itself) {
  Conversation talk("writes-host-file");
  BOOST_TEST(talk.folder.device().act(talk.folder.folder(), {}).writes.empty());
}

BOOST_AUTO_TEST_CASE(are_all_told_apart_and_described) {
  std::set<std::string> names;
  for (const auto& fault : rig::player::ustc_device_faults()) {
    BOOST_TEST(names.insert(fault.name).second, fault.name);
    BOOST_TEST(!fault.what.empty());
    BOOST_CHECK_NO_THROW(device(fault.name));
  }
  BOOST_TEST(names.size() == 32U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(program)

/// blokus-ustc in a folder of its own.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    std::string name = (fs::temp_directory_path() / "ustc_XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    arguments.insert(arguments.begin(), RIG_BLOKUS_USTC);
    std::vector<char*> words = rig::argv_of(arguments);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder_ / "stderr").c_str(),
                                     O_WRONLY | O_CREAT, 0600);
    BOOST_REQUIRE(posix_spawn(&process_, RIG_BLOKUS_USTC, &actions, nullptr, words.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    fs::remove_all(folder_);
  }

  void put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "unready") << text;
    fs::rename(folder_ / "unready", folder_ / name);
  }

  std::string content(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  ino_t inode(const std::string& name) const {
    struct stat status {};
    BOOST_REQUIRE(stat((folder_ / name).c_str(), &status) == 0);
    return status.st_ino;
  }

  /// Waits, for a minute at most, until the file is another than it was.
  std::string next(const std::string& name, const std::string& before) const {
    for (int i = 0; i < 6000; ++i) {
      std::string now = content(name);
      if (!now.empty() && now != before) return now;
      std::this_thread::sleep_for(10ms);
    }
    return before;
  }

  /// How it ended by itself within a minute, as waitpid tells; nothing: it lives on.
  std::optional<int> end() {
    for (int i = 0; i < 6000; ++i) {
      int status = 0;
      if (waitpid(process_, &status, WNOHANG) > 0) {
        process_ = 0;
        return status;
      }
      std::this_thread::sleep_for(10ms);
    }
    return std::nullopt;
  }

  bool lives() const { return waitpid(process_, nullptr, WNOHANG) == 0; }

 private:
  fs::path folder_;
  pid_t process_ = 0;
};

BOOST_AUTO_TEST_CASE(waits_for_a_file_and_answers_as_the_device_does) {
  Folder same(ustc(14), ustc(14).seats[1], device());
  const Program program({});
  std::string answer;
  for (const char* move : {"18:4-4,4-5,5-5,5-6,6-6", "5:2-3,3-3,0-3,1-3"}) {
    same.ask({RequestKind::second, "2", {{move}}});
    program.put("GUI2Data.txt", same.folder().at("GUI2Data.txt"));
    answer = program.next("Player2Data.txt", answer);
    BOOST_TEST(answer == same.folder().at("Player2Data.txt"));
  }
  BOOST_TEST(program.lives());
}

BOOST_AUTO_TEST_CASE(plays_the_large_board_as_the_player_that_it_was_told_to_be) {
  const Program program({"--player", "1", "--board", "20"});
  program.put("GUI2Data.txt", "19 0 \n1\n1\nblue");  // not its own
  program.put("GUI1Data.txt", "-1 -1\n0\n0\nblue");
  BOOST_TEST(program.next("Player1Data.txt", "").ends_with("\n1\nblue"));
  BOOST_TEST(program.content("Player2Data.txt").empty());
}

BOOST_AUTO_TEST_CASE(answers_a_message_that_was_written_again_only_with_that_fault) {
  const Program program({"--fault", "answers-stale"});
  program.put("GUI1Data.txt", "-1 -1\n0\n0");
  const std::string first = program.next("Player1Data.txt", "");
  program.put("GUI1Data.txt", "-1 -1\n0\n0");
  BOOST_TEST(program.next("Player1Data.txt", first) != first);
}

/// A file that is renamed into place is another one; one that is written in place stays the same.
BOOST_AUTO_TEST_CASE(renames_finished_files_into_place_but_for_the_fault_that_does_not) {
  for (const bool in_place : {false, true}) {
    const Program program(in_place ? std::vector<std::string>{"--fault", "writes-in-place-slowly"}
                                   : std::vector<std::string>{});
    program.put("Player1Data.txt", "-1 -1\n0\n0");
    const ino_t before = program.inode("Player1Data.txt");
    program.put("GUI1Data.txt", "-1 -1\n0\n0");
    std::string last = "-1 -1\n0\n0";
    while (!last.ends_with("\n21\n1")) {  // its first move is the X
      const std::string now = program.next("Player1Data.txt", last);
      BOOST_TEST_REQUIRE(now != last);
      last = now;
    }
    BOOST_TEST((program.inode("Player1Data.txt") == before) == in_place);
  }
}

BOOST_AUTO_TEST_CASE(dies_of_the_signal_that_its_fault_names) {
  Program program({"--fault", "crashes"});
  std::string answer;
  program.put("GUI1Data.txt", "-1 -1\n0\n0");
  answer = program.next("Player1Data.txt", answer);
  program.put("GUI1Data.txt", "-1 -1\n2\n0");
  program.next("Player1Data.txt", answer);
  program.put("GUI1Data.txt", "-1 -1\n3\n0");
  const std::optional<int> status = program.end();
  BOOST_REQUIRE(status.has_value());
  BOOST_TEST((WIFSIGNALED(*status) && WTERMSIG(*status) == SIGSEGV));
}

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
  Program program({"--fault", "lte"});
  const std::optional<int> status = program.end();
  BOOST_REQUIRE(status.has_value());
  BOOST_TEST((WIFEXITED(*status) && WEXITSTATUS(*status) == 2));
  BOOST_TEST(program.content("stderr").find("Did you mean \"late\"?") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
