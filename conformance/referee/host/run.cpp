#include "conformance/referee/host/run.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "conformance/referee/host/board/own_board.hpp"
#include "conformance/referee/host/board/program_board.hpp"
#include "conformance/referee/host/starved.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/exec/children.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig::host {

namespace {

using namespace std::chrono_literals;

/// How often what has no descriptor to wait on is looked at: an announcement, a port that is not open yet.
constexpr Duration look_again = 20ms;
/// How often it is looked at how long the program waited for a processor.
constexpr Duration look_at_processors = 20ms;
/// A gap between two looks that is longer than this is the rig's own doing, or the machine's.
constexpr Duration usual_gap = 100ms;
/// Its supervisor tells of the program's end at once; this is for a machine that is very busy.
constexpr Duration told_of_its_end = 20s;
/// A referee that stays after its verdict is listened to for so long.
constexpr Duration quiet_after_verdict = 700ms;
/// Bytes in the file of its result.
constexpr std::uintmax_t largest_result = std::uintmax_t{1} << 20U;

/// Its standard streams, where a board is on them.
std::shared_ptr<StandardStreams> streams_for(const Host& host) {
  if (!host.description.uses(Way::stdio)) return nullptr;
  const bool ends_with_lf = host.contest.dialect->encode(first_request(host.contest)).back() == '\n';
  return std::make_shared<StandardStreams>(host.description.marks,
                                           ends_with_lf ? Messages::end_with_lf : Messages::have_no_end);
}

std::vector<Seating> seatings_for(const Host& host, const std::vector<const GameOrder*>& games) {
  std::vector<Seating> seatings;
  for (std::size_t i = 0; i < games.size(); ++i)
    seatings.push_back(seating_in_run(host.description, host.contest, games.front()->beginner, i));
  return seatings;
}

/// What a program does that does not end, as words after "nor ended for …"; empty: it sleeps, as most do.
std::string words_on_state(pid_t program) {
  switch (state_of(std::to_string(program).c_str()).state) {
    case 'R': return ", and was computing";
    case 'D': return ", and was waiting for a disk";
    case 'T':
    case 't': return ", and was stopped by a signal";
    default: return "";
  }
}

/// The names that the boards have where they come to say them.
Teams teams_by_script(const GameOrder& order, const protocol::ByteDialect* dialect) {
  Teams teams;
  for (const std::size_t player : {0U, 1U}) {
    Bytes answer;
    for (const Piece& piece : order.scripts[player].hello.pieces)
      answer.insert(answer.end(), piece.bytes.begin(), piece.bytes.end());
    teams[player] = team_in(answer, dialect);
  }
  return teams;
}

std::string words_on_absence(Way way) {
  switch (way) {
    case Way::tcp_listens: return "opened no port for its boards";
    case Way::programs: return "started no program of a player";
    default: return "did not connect to its boards";
  }
}

}  // namespace

Run::Run(const Host& host, std::vector<const GameOrder*> games)
    : host_(host),
      games_(std::move(games)),
      seatings_(seatings_for(host, games_)),
      asked_(games_.size()),
      streams_(streams_for(host)),
      boards_{new_board(0), new_board(1)},
      asked_of_idle_(games_.size()),
      idle_(new_idle_board()) {
  start();
}

std::unique_ptr<ScriptedBoard> Run::new_board(std::size_t board) {
  if (host_.description.uses(Way::programs)) return new_program_board(board, games_.front()->programs);
  if (host_.description.ways[board] == Way::own) return std::make_unique<OwnBoard>();
  std::vector<BoardScript> scripts;
  for (std::size_t i = 0; i < games_.size(); ++i)
    scripts.push_back(games_[i]->scripts[seatings_[i].across(board)]);
  const bool is_on_streams = host_.description.ways[board] == Way::stdio;
  return new_wire_board({host_.description, host_.contest, board, std::move(scripts), asked_,
                         is_on_streams ? streams_ : nullptr, is_sandboxed(host_.sandbox)});
}

std::unique_ptr<ScriptedBoard> Run::new_idle_board() {
  constexpr std::size_t third = 2;
  const auto& script = games_.front()->idle;
  if (!script) return nullptr;
  return new_wire_board({host_.description,
                         host_.contest,
                         third,
                         {*script},
                         asked_of_idle_,
                         nullptr,
                         is_sandboxed(host_.sandbox)});
}

std::vector<ScriptedBoard*> Run::all_boards() const {
  std::vector<ScriptedBoard*> all = {boards_[0].get(), boards_[1].get()};
  if (idle_) all.push_back(idle_.get());
  return all;
}

Filling Run::filling() const {
  Filling filling;
  const protocol::Contest* learned = protocol::learned_contest(host_.contest.name);
  filling.contest = learned == nullptr ? host_.contest.name : learned->file->path;
  filling.beginner = games_.front()->beginner;
  filling.fault = host_.fault;
  filling.games = games_.size();
  filling.next_match = games_.front()->next_match;
  if (idle_) filling.idle = idle_->place();
  if (host_.contest.chooses_board) filling.size = std::to_string(host_.contest.board);
  for (const std::size_t board : {0U, 1U}) filling.boards[board] = boards_[board]->place();
  const auto limit = host_.contest.dialect->expects(protocol::asks_after({})).deadline;
  filling.seconds = fmt::format("{}", std::chrono::duration<double>(limit).count());
  for (const protocol::Setting& setting : host_.contest.settings)
    filling.settings.push_back(setting.name + "=" + setting.value);
  return filling;
}

/// Of the program: its own folder, its configuration, and the ways to its boards.
Sandbox Run::sandbox() const {
  Sandbox sandbox = host_.sandbox;
  sandbox.owns_directory = true;
  for (const ScriptedBoard* const board : all_boards()) board->let_be_reached(sandbox);
  if (configuration_) sandbox.shown.emplace_back(configuration_->path());
  if (!result_file().empty()) sandbox.written.push_back(result_file().parent_path());
  return sandbox;
}

void Run::start() {
  Filling words = filling();
  if (!host_.description.configuration.file.empty()) {
    configuration_ = std::make_unique<EditedConfiguration>(host_.description, words);
    words.configuration = configuration_->path();
  }
  played_.emplace_back().command = located(command_for(host_.description, words));
  empty_at_ = progress_ = monotonic_now();
  played_.front().began = monotonic_interval(progress_, progress_);
  Supervised::Options options;
  options.words = played_.front().command;
  options.directory = host_.description.directory;
  if (streams_) {
    options.input = streams_->program_input();
    options.output = streams_->program_output();
  }
  options.sandbox = sandbox();
  std::error_code was_not_there;  // the result of the game before
  if (!result_file().empty()) std::filesystem::remove(result_file(), was_not_there);
  program_ = std::make_unique<Supervised>(options);
  if (streams_) streams_->program_is_started();
  starvation_.begin({.at = progress_, .threads = {}});
}

void Run::add_descriptors(std::vector<pollfd>& watched) const {
  watched.push_back({program_->ended_descriptor(), POLLIN, 0});
  for (ScriptedBoard* const board : all_boards()) board->add_descriptors(watched);
}

Duration Run::next_look() const {
  Duration next = std::max(empty_at_ + look_again, std::min(progress_ + patience(), give_up_at()));
  for (ScriptedBoard* const board : all_boards()) {
    if (const auto due = board->next_due()) next = std::min(next, *due);
  }
  const bool must_try = !everybody_is_there() || host_.description.after == After::stays ||
                        host_.description.games == Games::many;
  return must_try ? std::min(next, empty_at_ + look_again) : next;
}

void Run::step() {
  note_gap();
  const Duration looked = monotonic_now();  // the rig can stand still after its look at the boards
  bool any = false;
  for (ScriptedBoard* const board : all_boards()) any = board->step(empty_at_) || any;
  const Duration now = monotonic_now();
  note_games_begun();
  if (any) progress_ = now;
  if (now - empty_at_ > usual_gap) starvation_.stood_still(empty_at_, now);
  if (any || now - starvation_.last() >= look_at_processors) starvation_.add(program_->processor_times());
  empty_at_ = looked;
  const std::vector<ScriptedBoard*> all = all_boards();
  if (std::any_of(all.begin(), all.end(), [](const ScriptedBoard* board) { return board->flooded(); }))
    return end(Ending::flooded, "sent without end");
  if (boards_[0]->is_asked_for_more() || boards_[1]->is_asked_for_more())
    return end(Ending::was_ended, "was ended when it began another game");
  if (const std::optional<int> status = program_->ended()) return end_by(*status);
  if (host_.description.after == After::stays && is_last() && has_been_quiet_since_its_verdict(now))
    return end(Ending::was_ended, "was ended after its verdict");
  const bool is_too_quiet = now - progress_ > patience() + starvation_.since(progress_);
  const bool is_too_long = now > give_up_at();
  if (!is_too_quiet && !is_too_long) return;
  if (program_->has_just_ended()) return end_as_told();
  if (is_too_quiet) return give_up();
  end(Ending::hung,
      fmt::format("was not at the end of its game after {}", readable(games_[newest()]->longest)));
}

/// While nobody looked, because the rig or the whole machine stood still, nobody waited for the referee
/// either.
void Run::note_gap() {
  const Duration gap = monotonic_now() - empty_at_;
  if (gap <= usual_gap) return;
  progress_ += gap;
  not_watched_ += gap;
}

/// A game begins when the first of its boards is asked something in it.
void Run::note_games_begun() {
  while (newest() < std::max(boards_[0]->game(), boards_[1]->game())) {
    Played next;
    next.command = played_.front().command;
    next.number = played_.size();
    next.began = monotonic_interval(empty_at_, empty_at_);
    not_watched_ = {};
    played_.push_back(std::move(next));
  }
}

/// A referee that starts programs need not start both: a game can be over before.
bool Run::everybody_is_there() const {
  const auto there = [](const auto& board) { return board->is_there(); };
  if (host_.description.uses(Way::programs)) return std::any_of(boards_.begin(), boards_.end(), there);
  return std::all_of(boards_.begin(), boards_.end(), there) && (!idle_ || idle_->is_there());
}

bool Run::has_announced() const {
  const Signs& signs = host_.description.signs;
  const Teams names = teams_by_script(*games_[newest()], host_.contest.dialect->bytes());
  return read_announcement(signs, part_on(signs, told(), played_.size()), std::nullopt, names).made();
}

/// A verdict may come after a long silence: what belongs to the end of the game comes after the verdict.
bool Run::has_been_quiet_since_its_verdict(Duration now) {
  if (now - progress_ <= quiet_after_verdict) return false;
  if (!verdict_seen_ && has_announced()) verdict_seen_ = now;
  return verdict_seen_ && now - *verdict_seen_ > quiet_after_verdict;
}

/// The file of its result; empty: it has none.
std::filesystem::path Run::result_file() const {
  const Description& description = host_.description;
  return description.signs.file.empty() ? std::filesystem::path()
                                        : description.directory / description.signs.file;
}

/// What it has printed, and what stands in the file of its result, if that is an ordinary one and not too
/// large.
std::string Run::told() const {
  std::string text = program_->standard_error();
  if (streams_) text += streams_->printed();
  if (result_file().empty()) return text;
  return text + '\n' + content_of_file(result_file(), largest_result).value_or("");
}

/// What a board is about to do counts as something that goes on.
Duration Run::patience() const {
  const GameOrder& order = *games_[newest()];
  const Duration usual = order.patience + (order.programs ? order.programs->awaited() : Duration::zero());
  Duration longest = usual;
  for (ScriptedBoard* const board : all_boards()) {
    if (const auto busy = board->busy_until()) longest = std::max(longest, *busy - progress_ + usual);
  }
  return longest;
}

void Run::give_up() {
  for (const std::size_t board : {0U, 1U}) {
    if (!everybody_is_there() && !boards_[board]->is_there())
      return end(Ending::never_came, words_on_absence(host_.description.ways[board]));
  }
  if (idle_ && !idle_->is_there())
    return end(Ending::never_came, "did not connect to the board that does not play");
  end(Ending::hung, fmt::format("neither sent anything nor ended for {}{}", readable(patience()),
                                words_on_state(program_->pid())));
}

/// The program is gone, and nobody has told how it ended.
void Run::end_as_told() {
  const std::optional<int> status = program_->ended(told_of_its_end);
  if (!status)
    throw RigError(fmt::format("{} has ended, and its supervisor has not reported how for {}.",
                               played_.front().command.front(), readable(told_of_its_end)));
  end_by(*status);
}

void Run::end_by(int status) {
  for (ScriptedBoard* const board : all_boards()) board->read_input(empty_at_);
  note_games_begun();
  if (!WIFEXITED(status)) return end(Ending::died, describe_ending(status));
  played_.back().status = WEXITSTATUS(status);
  end(Ending::exited, describe_ending(status));
}

void Run::end(Ending ending, const std::string& how) {
  starvation_.add(program_->processor_times());
  program_->kill();
  const std::string all = told();
  const Duration now = monotonic_now();
  Played& last = played_.back();
  last.ending = ending;
  last.how = how;
  last.is_cut_short = !is_last() && ending == Ending::exited;
  if (!last.came_off()) last.how += last_words(all);
  std::array<std::vector<BoardLog>, 2> logs = {boards_[0]->take_logs(), boards_[1]->take_logs()};
  for (std::vector<BoardLog>& log : logs) {  // what a late reply leaves behind comes in the next game
    for (std::size_t game = log.size(); game-- > 1;)
      log[game].behind = std::max(log[game].behind, log[game - 1].behind);
  }
  if (idle_) played_.front().idle = std::move(idle_->take_logs().front());
  for (std::size_t game = 0; game < played_.size(); ++game) {
    for (const std::size_t board : {0U, 1U}) {
      if (game < logs[board].size())
        played_[game].boards[seatings_[game].across(board)] = std::move(logs[board][game]);
    }
    const bool is_newest = game == newest();
    const Duration until = is_newest ? now : played_[game + 1].began.latest;
    played_[game].took = until - played_[game].began.earliest;
    note_starvation(played_[game], *host_.contest.dialect, starvation_, until);
    if (!is_newest) {
      played_[game].ending = Ending::went_on;
      played_[game].how = "went on with its next game";
    }
    sum_up(game, all);
  }
  configuration_.reset();
  over_ = true;
}

/// What it has announced of one of its games.
void Run::sum_up(std::size_t game, const std::string& told) {
  const Signs& signs = host_.description.signs;
  Played& played = played_[game];
  played.output = part_on(signs, told, game + 1);
  played.names_changed = host_.description.names == Names::boards && seatings_[game].boards_changed;
  played.announced = read_announcement(signs, played.output, played.status,
                                       teams_of(played, host_.contest.dialect->bytes()));
  if (played.names_changed) played.announced = with_players_swapped(played.announced);
}

}  // namespace rig::host
