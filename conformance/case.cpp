#include "conformance/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "conformance/check_line.hpp"
#include "conformance/suite.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/causes.hpp"
#include "rig/report/digest.hpp"

namespace conformance {

using rig::Bytes;
using rig::Duration;
using rig::readable;
using rig::Verdict;
using rig::contest::Judgement;
using rig::contest::Move;
using rig::contest::ReplyKind;
using rig::contest::Request;
using rig::contest::RequestKind;
using rig::contest::Seat;
using rig::match::Exchange;
using rig::match::Game;
using rig::match::Spacing;
using rig::player::Opponent;
using rig::report::early_byte;
using rig::report::Level;

namespace {

// Kinds of wrong that all contests share.
constexpr const char* no_reply = "no reply";
constexpr const char* late_reply = "late reply";
constexpr const char* hung_up = "hung up";
constexpr const char* framing_error = "framing error";
constexpr const char* line_break = "break on the line";
constexpr const char* line_end = "line end around a reply";
constexpr const char* byte_unasked = "byte before any request";
constexpr const char* byte_too_many = "byte after the reply";
constexpr const char* answer_in_silence = "answer where silence is due";

/// A shorter stall explains nothing that a person would wonder about.
constexpr Duration shortest_stall_worth_telling = std::chrono::milliseconds(10);
/// A machine that slept for longer has not measured its board's deadline of a second.
constexpr Duration longest_tolerable_sleep = std::chrono::milliseconds(100);

/// The aspect under which the deadline of a request stands.
std::string deadline_aspect(const Request& request) {
  switch (request.kind) {
    case RequestKind::hello: return "hello.deadline";
    case RequestKind::first: return "first.deadline";
    case RequestKind::second: return "second.deadline";
    default: return "move.deadline";
  }
}

/// The aspect under which it stands that a request is answered at all, where the contest has a clause of its
/// own for that.
std::string answer_aspect(const Request& request) {
  switch (request.kind) {
    case RequestKind::hello: return "hello.answered";
    case RequestKind::first: return "first.answered";
    default: return "move.answered";
  }
}

/// The aspect under which bytes too many after the reply to a request stand.
std::string extra_aspect(const Exchange& exchange) {
  const bool silent = exchange.expected.kind == ReplyKind::silence;
  switch (exchange.request.kind) {
    case RequestKind::hello: return "hello.format";
    case RequestKind::end: return "end.silence";
    case RequestKind::stand_by: return "stand-by.silence";
    case RequestKind::second: return silent ? "second.silence" : "move.extra";
    default: return "move.extra";
  }
}

/// What a request calls for, for people.
std::string words_of(const rig::contest::Expectation& expected, const std::string& what) {
  const std::string time = rig::deadline_text(expected.deadline);
  return expected.kind == ReplyKind::silence ? "silence for " + time : what + " within " + time;
}

/// Bytes of a request as people write them: a line without its end.
std::string words_of(const Bytes& request) {
  std::string text = rig::to_text(request);
  while (text.ends_with('\n')) text.pop_back();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n'))
    text.replace(at, 1, " ");
  return text;
}

/// What the ruling would have taken.
std::string legal_replies(const rig::contest::Ruling& ruling) {
  const std::vector<Move> legal = ruling.legal_moves();
  if (legal.empty()) return fmt::format("a pass (\"{}\"), for it has no legal move,", ruling.pass().text);
  return fmt::format("a legal move ({} of them, as \"{}\")", legal.size(), legal[legal.size() / 2].text);
}

rig::contest::BoardPicture board_of(const Game& game, const Move& marked = {}) {
  rig::contest::BoardPicture board = game.ruling().picture(marked);
  board.caption = fmt::format("ply {}, {}", game.ruling().ply() + 1, game.seat().name);
  return board;
}

/// What a program answered over files, for people: what it wrote where that is a message, or how it ended.
std::string answer_text(const rig::match::FileTrace& files) {
  std::string text;
  for (const std::string& name : files.request.watched) {
    const auto found = files.outcome.files.find(name);
    if (found != files.outcome.files.end()) text += found->second;
  }
  if (files.outcome.exit_status) text += fmt::format("exit status {}", *files.outcome.exit_status);
  return text;
}

/// What a program changed in the files that it was given, and what it said: a line each.
std::vector<std::string> changes(const rig::match::FileTrace& files) {
  std::vector<std::string> lines;
  for (const auto& [name, before] : files.request.files) {
    const auto after = files.outcome.files.find(name);
    if (after == files.outcome.files.end()) {
      lines.push_back(name + ": gone");
    } else if (after->second != before) {
      for (std::string& line : rig::line_changes(before, after->second))
        lines.push_back(name + " " + std::move(line));
    }
  }
  const auto tell = [&](const char* what, const std::string& text) {
    if (!text.empty())
      lines.push_back(fmt::format("{}: {}", what, rig::quoted(rig::to_bytes(text.substr(0, 200)))));
  };
  tell("standard output", files.outcome.standard_output);
  tell("standard error", files.outcome.standard_error);
  return lines;
}

/// As a finding has it.
std::vector<std::string> texts_of(const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move& move : moves) texts.push_back(move.text);
  return texts;
}

std::string kind_of(const rig::LineError& error) {
  return error.kind == rig::LineError::Kind::framing ? framing_error : line_break;
}

/// Why nothing whole came.
std::string kind_of_absence(const Exchange& exchange) {
  if (exchange.hung_up) return hung_up;
  return exchange.bytes.empty() ? no_reply : "reply that is not whole";
}

/// What came before explains neither a whole reply whose time was measured, nor another name.
bool stands_by_itself(const std::string& aspect, const Proof& proof) {
  const bool measured = aspect.ends_with(".deadline") && proof.evidence && proof.evidence->latency;
  return measured || aspect == "hello.same";
}

/// The contest of the run, on the board that a case wants where the run leaves it open.
const rig::contest::Contest& contest_on(BoardWish board, const Environment& environment, rig::Random random) {
  constexpr int largest_drawn = 16;  // its games come to their ends in tens of moves
  const rig::contest::Contest& usual = environment.contest;
  const bool open = !environment.options.board && usual.smallest_limit != 0;
  if (!open || board == BoardWish::as_usual) return usual;
  int size = usual.smallest_limit;
  if (board == BoardWish::drawn) size += 1 + static_cast<int>(random.below(largest_drawn - size));
  return rig::contest::find_contest(usual.name, {size, environment.options.set});
}

/// Whether a board has grown so far in a direction in which that is asked for.
bool reaches(const rig::contest::Ruling::Extent& far, const rig::contest::Ruling::Extent& reached) {
  return (far.columns != 0 && reached.columns >= far.columns) || (far.rows != 0 && reached.rows >= far.rows);
}

Bytes values_of(const std::vector<rig::Byte>& bytes) {
  Bytes values;
  for (const rig::Byte& byte : bytes) values.push_back(byte.value);
  return values;
}

/// A conversation shows within so many exchanges which protocol it is.
constexpr std::size_t most_heard = 256;

/// The times of so many bytes tell what there is to tell; a flood has more.
constexpr std::size_t times_kept = 8;

}  // namespace

// the frame of a case

void Case::attach(const CaseEntry& entry, Environment& environment) {
  entry_ = &entry;
  environment_ = &environment;
  record_.id = entry.id();
  record_.title = entry.title;
  record_.seed = rig::derive_seed(environment.options.seed, record_.id);
  random_ = rig::Random(record_.seed);
  contest_ = &contest_on(entry.board, environment, random_for("board"));
  for (const std::string& id : cited_by(entry, environment.catalogue)) record_.requirements[id];
}

void Case::TestBody() {
  if (!environment_->lost.empty() || !may_begin()) return;
  environment_->begin(record_.id);
  const auto begun = std::chrono::steady_clock::now();
  try {
    start();
    run_to_its_end();
    close_record();
    judge_health();
    add_hints();
  } catch (const NotAsked&) {
    leave_unasked();
  } catch (const NotApplicable& reason) {
    for (const auto& [id, tally] : record_.requirements) leave_open(id, reason.why, reason.unassessed);
  } catch (const rig::LinkLost& loss) {
    error(loss.what());
    environment_->lost = loss.what();
  } catch (const std::exception& failure) {
    error(failure.what());
  }
  if (session_) record_.link_time = session_->elapsed();
  record_.wall_time = std::chrono::steady_clock::now() - begun;
  if (record_.verdict == Verdict::not_run && record_.reason != does_not_answer)
    error("The case ended without a verdict.");
  settle_silence();
  environment_->finish(record_);
}

bool Case::may_begin() {
  if (environment_->may_begin && !environment_->stopped)
    environment_->stopped = !environment_->may_begin(record_.id);
  return !environment_->stopped;
}

void Case::start() {
  const WayToDut way = environment_->open(record_.id);
  if (contest_ != &environment_->contest) count(fmt::format("board of {}", contest().board));
  if (way.silence) environment_->silence = *way.silence;
  rig::match::SessionOptions how{options().timeout_scale};
  how.patience = &environment_->silence.patience();
  if (const auto note = environment_->silence.note()) way.far_end.note(*note);
  session_ = rig::match::new_session(way.far_end, contest(), how);
  way.far_end.reseed(random_for("power-on").next());
  since_power_on_ = session_->begin().done;
  session_->health();  // what was noticed before is of another case
}

void Case::run_to_its_end() {
  try {
    do run();
    while (run_again());
    resynchronise();
  } catch (const BrokenOff&) {
    tell_left_over();
  }
}

// a DUT that does not answer

bool Case::opens_a_match(const Request& request) const {
  if (contest().greets) return request.kind == RequestKind::hello;
  return request.kind == RequestKind::first || request.kind == RequestKind::second;
}

void Case::refuse_if_given_up(const Request& request) const {
  if (opens_a_match(request) && !opening_.answered && environment_->silence.is_given_up()) throw NotAsked{};
}

/// Any sign of life is an answer here, a wrong one and a hang-up too.
void Case::note_opening(const Exchange& exchange) {
  if (!opens_a_match(exchange.request)) return;
  const bool nothing = exchange.bytes.empty() && exchange.line_errors.empty();
  const bool silent = exchange.files ? exchange.files->silent : nothing && !exchange.hung_up;
  opening_.asked = true;
  opening_.answered = opening_.answered || !silent;
  opening_.waited += exchange.waited;
}

/// Nothing was answered in this case, nor for some time before: to go on costs time and shows nothing.
bool Case::nobody_answers() const {
  return opening_.asked && !opening_.answered && environment_->silence.patience().lost();
}

void Case::settle_silence() {
  if (!opening_.asked) return;
  if (opening_.answered) return environment_->silence.case_answered();
  environment_->silence.case_unanswered(opening_.waited);
}

/// What was found before stands; a clause that was not asked about does not pass.
void Case::leave_unasked() {
  release_held();
  tell_left_over();
  record_.reason = does_not_answer;
  if (record_.verdict <= Verdict::pass) record_.verdict = Verdict::not_run;
}

/// A state that the DUT decides about may come with other moves: a case that found nothing wrong and did not
/// come to all that it cites is run again, a few times.
bool Case::run_again() {
  constexpr int more_rounds = 3;
  tell_left_over();
  const bool went_wrong = gone_ || too_late_ || !sound_ || record_.verdict >= Verdict::inconclusive;
  if (went_wrong || round_ == more_rounds) return false;
  const bool open = std::any_of(record_.requirements.begin(), record_.requirements.end(),
                                [](const auto& cited) { return cited.second.worst == Verdict::not_run; });
  if (!open || !alive_) return false;
  ++round_;
  count("repeats");
  end_match();
  return !gone_;
}

/// Each case ends with the contest's own resynchronisation, so that none inherits another's mess; if that
/// fails it is a finding of this case.
void Case::resynchronise() {
  tell_left_over();
  if (gone_ || environment_->silence.is_given_up() || nobody_answers()) return;
  end_match();
  if (!gone_) greet();
  tell_left_over();
  if (!gone_) expect_silence(last_reply_aspect_, std::chrono::milliseconds(1));
}

/// What the rig's own side noticed while the case ran.
void Case::judge_health() {
  const rig::Health health = session_->health();
  const auto tell = [&](std::uint32_t count, const char* what, const char* kind) {
    if (count > 0)
      failed("line.framing", fmt::format("the port's driver counted {} {}", count, what), {.kind = kind});
  };
  tell(health.line.framing, "framing errors", framing_error);
  tell(health.line.parity, "parity errors", "parity error");
  tell(health.line.breaks, "breaks", line_break);
  if (health.line.overruns > 0) {
    taint(fmt::format("the host's port lost bytes: its driver counted {} overruns", health.line.overruns),
          [](const rig::report::Finding& finding) {  // with a whole reply nothing was missing
            return finding.evidence && finding.evidence->latency.has_value();
          });
  }
  if (health.suspended > longest_tolerable_sleep) {
    // The monotonic clock stood still: what it measured was at least so long, and a late reply is late.
    taint(fmt::format("the machine was suspended for {}", readable(health.suspended)),
          [](const rig::report::Finding&) { return true; });
  }
  explain(health);
}

/// A stall of the rig and a starved program have widened the instants that they touched, where these were
/// measured. Here nothing changes but the reason of what they left open.
void Case::explain(const rig::Health& health) {
  if (record_.verdict != Verdict::inconclusive) return;
  if (health.stalled > shortest_stall_worth_telling)
    add_reason(fmt::format("the rig itself stood still for {}", readable(health.stalled)));
  if (health.starved > shortest_stall_worth_telling)
    add_reason(fmt::format("the machine was busy: others kept the program from running for {}",
                           readable(health.starved)));
}

void Case::add_reason(const std::string& why) {
  if (!record_.reason.empty()) record_.reason += "; ";
  record_.reason += why;
}

/// What a rig that was not well cannot tell: everything that it found right, and of what it found wrong all
/// that does not stand by itself. What was not reached or does not apply stays so.
void Case::taint(const std::string& why, const std::function<bool(const rig::report::Finding&)>& stands) {
  const auto doubt = [](Verdict& verdict) {
    if (verdict == Verdict::pass || verdict == Verdict::fail || verdict == Verdict::not_run)
      verdict = Verdict::inconclusive;
  };
  Level strongest = Level::informational;
  for (auto& [id, tally] : record_.requirements) {
    strongest = std::min(strongest, level_of(*environment_->catalogue.by_id(id), options().resets));
    doubt(tally.worst);
  }
  doubt(record_.verdict);
  add_reason(why);
  for (auto& finding : record_.findings) {
    if (finding.verdict != Verdict::fail) continue;
    if (!stands(finding)) {
      finding.verdict = Verdict::inconclusive;
      continue;
    }
    record_.requirements[finding.requirement].worst = Verdict::fail;
    const Level level = level_of(*environment_->catalogue.by_id(finding.requirement), options().resets);
    if (level <= strongest) record_.verdict = rig::worse(record_.verdict, Verdict::fail);
  }
  record_.findings.push_back({Verdict::inconclusive, {}, why, {}});
}

void Case::close_record() {
  if (!sound_ || record_.verdict >= Verdict::inconclusive) return;  // it was broken off
  const std::uint64_t games = record_.counts["games"];
  const std::string why = passed_permanently_
                              ? "the DUT passed permanently before this clause could be exercised"
                              : fmt::format("not reached in {} {}", games, games == 1 ? "game" : "games");
  for (const auto& [id, tally] : record_.requirements)
    leave_open(id, why, rig::report::Unassessed::reservation);
}

/// Nothing was found of a requirement, and this is why.
void Case::leave_open(const std::string& requirement, const std::string& why,
                      rig::report::Unassessed unassessed) {
  rig::report::Tally& tally = record_.requirements[requirement];
  if (tally.worst != Verdict::not_run) return;
  tally = {0, Verdict::not_applicable, why, unassessed};
  record_.verdict = rig::worse(record_.verdict, Verdict::not_applicable);
  if (record_.reason.empty()) record_.reason = why;
}

/// What was found stands, though it will not be known what is to blame.
void Case::release_held() {
  for (Held& one : std::exchange(held_, std::nullopt).value_or(std::vector<Held>()))
    commit(Verdict::fail, *one.requirement, one.summary, std::move(one.proof));
}

void Case::error(const std::string& what) {
  release_held();
  tell_left_over();
  record_.verdict = Verdict::error;
  if (record_.reason.empty()) record_.reason = what;
  record_.findings.push_back({Verdict::error, {}, what, {}});
  for (auto& [id, tally] : record_.requirements) tally.worst = Verdict::error;
}

rig::Random Case::random_for(const std::string& purpose) const {
  const std::string again = round_ == 0 ? "" : fmt::format(", again {}", round_);
  return rig::Random(rig::derive_seed(record_.seed, purpose + again));
}

std::unique_ptr<Opponent> Case::opponent(const std::string& name) {
  return rig::player::new_opponent(contest().game, name, random_for("opponent " + name));
}

Duration Case::deadline_of(const Request& request) const {
  const Duration nominal = contest().dialect->expects(request).deadline;
  return Duration(std::llround(static_cast<double>(nominal.count()) * options().timeout_scale));
}

// findings

std::string Case::clause(const std::string& aspect) const {
  const Requirement* requirement = environment_->catalogue.by_aspect(aspect);
  return requirement == nullptr ? std::string() : requirement->id;
}

void Case::passed(const std::string& aspect) {
  const Requirement* requirement = environment_->catalogue.by_aspect(aspect);
  if (requirement == nullptr) return;
  const auto cited = record_.requirements.find(requirement->id);
  if (cited == record_.requirements.end()) return;
  ++cited->second.passes;
  cited->second.worst = rig::worse(cited->second.worst, Verdict::pass);
  record_.verdict = rig::worse(record_.verdict, Verdict::pass);
}

void Case::failed(const std::string& aspect, const std::string& summary, Proof proof) {
  found(Verdict::fail, aspect, summary, std::move(proof));
}

/// A finding worsens the case's verdict when its requirement binds at least as much as the strongest that the
/// case cites: a remark on an informational clause does not spoil a mandatory case.
void Case::found(Verdict verdict, const std::string& aspect, const std::string& summary, Proof proof) {
  const Requirement* requirement = environment_->catalogue.by_aspect(aspect);
  if (proof.kind.empty()) proof.kind = last_kind_;
  if (proof.kind != line_end) last_kind_ = proof.kind;  // a remark has no consequences
  if (!proof.scene) proof.scene = scene_now();
  if (requirement == nullptr) return;  // this contest asks nothing about it
  if (proof.evidence) {
    proof.start = start_;
    proof.hints.insert(proof.hints.end(), hints_.begin(), hints_.end());
  }
  if (held_ && verdict == Verdict::fail && !stands_by_itself(aspect, proof)) {
    held_->push_back({requirement, summary, std::move(proof)});
    return;
  }
  // The name between two games may be kept back; a wrong one is a wrong one.
  const bool of_another_kind =
      blame_ == "hello.between-games" && aspect != "hello.answered" && aspect != "hello.deadline";
  commit(verdict, of_another_kind ? *requirement : attributed(*requirement), summary, std::move(proof));
}

void Case::commit(Verdict verdict, const Requirement& found_of, const std::string& summary, Proof proof) {
  const Requirement* const requirement = &found_of;
  const Level level = level_of(*requirement, options().resets);
  Level strongest = Level::informational;
  for (const auto& [id, tally] : record_.requirements) {
    strongest = std::min(strongest, level_of(*environment_->catalogue.by_id(id), options().resets));
  }
  rig::report::Tally& tally = record_.requirements[requirement->id];
  tally.worst = rig::worse(tally.worst, verdict);
  if (level <= strongest) record_.verdict = rig::worse(record_.verdict, verdict);
  if (level == Level::mandatory && verdict != Verdict::pass) sound_ = false;
  const bool told = std::any_of(record_.findings.begin(), record_.findings.end(), [&](const auto& finding) {
    return finding.requirement == requirement->id && finding.summary == summary;
  });
  if (told) return;
  record_.findings.push_back({verdict, requirement->id, summary, std::move(proof.details),
                              std::move(proof.evidence), std::move(proof.board), std::move(proof.kind),
                              std::move(proof.scene), std::move(proof.hints)});
  tell_start(record_.findings.back(), proof.start);
  if (verdict == Verdict::fail) ADD_FAILURE() << requirement->id << ": " << summary;
}

/// What the DUT did wrong in answer to something can be tried again by whoever knows how it was started.
void Case::tell_start(rig::report::Finding& finding, const std::shared_ptr<const rig::FileStart>& start) {
  if (finding.verdict != Verdict::fail || !finding.evidence || !session_) return;
  const bool over_bytes = session_->bytes() != nullptr;
  KeptStart kept = over_bytes ? start_of(session_->info()) : environment_->kept.keep(record_.id, start);
  if (kept.commands.empty()) return;
  if (!finding.scene) finding.scene.emplace();
  finding.scene->commands = std::move(kept.commands);
  finding.scene->folder = std::move(kept.folder);
}

/// Where in which game this is. Over files each game, or each move, is another process: there is no power-on.
std::optional<rig::report::Scene> Case::scene_now() const {
  if (playing_ == nullptr) return std::nullopt;
  return scene_of(playing_->seat(), log_->moves, wrong_);
}

rig::report::Scene Case::scene_of(const Seat& seat, const std::vector<Move>& moves, const Move& wrong) const {
  rig::report::Scene scene;
  scene.game = session_->files() == nullptr && since_power_on_ ? games_since_power_on_ : 0;
  scene.seat = seat.name;
  scene.moves = texts_of(moves);
  scene.check = conformance::check_line(contest(), seat, moves, wrong);
  return scene;
}

// hints

void Case::note_heard(const Exchange& exchange) {
  if (!heard_.empty()) heard_.back().afterwards += rig::to_text(values_of(exchange.unasked));
  if (heard_.size() < most_heard) heard_.push_back({exchange.request, rig::to_text(exchange.received()), {}});
}

/// What the case as a whole suggests about what went wrong in it. No part of a verdict.
void Case::add_hints() {
  const auto add = [](rig::report::Finding& finding, const std::vector<std::string>& hints) {
    finding.hints.insert(finding.hints.end(), hints.begin(), hints.end());
  };
  const std::vector<std::string> of_moves = rig::contest::hints_on(contest(), illegal_);
  const bool asks = contest().hints != nullptr && record_.verdict == Verdict::fail;
  const std::vector<std::string> of_protocol = asks ? contest().hints(heard_) : std::vector<std::string>();
  for (rig::report::Finding& finding : record_.findings) {
    if (finding.verdict != Verdict::fail) continue;
    if (kinds_of_illegal_.contains(finding.kind) && finding.board) add(finding, of_moves);
    if (finding.evidence) add(finding, of_protocol);
  }
}

void Case::not_reached(const std::string& aspect, int tries) {
  const std::string id = clause(aspect);
  if (id.empty()) return;
  leave_open(id, fmt::format("not reached, {} tries", tries), rig::report::Unassessed::reservation);
}

void Case::not_applicable(const std::string& aspect, const std::string& why,
                          rig::report::Unassessed unassessed) {
  const auto cited = record_.requirements.find(clause(aspect));
  if (cited != record_.requirements.end()) leave_open(cited->first, why, unassessed);
}

bool Case::looked_at(const std::string& aspect) const {
  const auto tally = record_.requirements.find(clause(aspect));
  return tally != record_.requirements.end() && tally->second.worst != Verdict::not_run;
}

bool Case::conclude(const std::string& aspect, const rig::match::Overheard& heard,
                    const std::string& after_what) {
  if (heard.hung_up)
    return conclude(aspect, false, fmt::format("hung up after {}: {}", after_what, heard.hung_up->how),
                    hung_up);
  if (heard.bytes.empty() && !heard.line_errors.empty())
    return conclude(aspect, false, after_what + " was followed by something on the line that is no byte",
                    kind_of(heard.line_errors.front()));
  return conclude(aspect, heard.silent(), after_what + " was answered", answer_in_silence);
}

bool Case::conclude(const std::string& aspect, bool holds, const std::string& summary,
                    const std::string& kind) {
  if (holds) {
    passed(aspect);
  } else if (left_over_ && aspect == left_over_->first) {
    tell_left_over(summary);
  } else {
    failed(aspect, summary, {.kind = kind});
  }
  return holds;
}

// exchanges

void Case::conclude(const std::string& aspect, const GameReport& game, const std::string& summary) {
  const bool about_the_blame = aspect == blamed_aspect();
  if (game.blame == Blame::left_over) {
    tell_left_over(about_the_blame ? summary : std::string());
  } else if (game.misplayed && !(game.blame == Blame::own_clause && about_the_blame)) {
    failed(aspect, summary);
  }
  if (game.sound && game.moves > 0) passed(aspect);
}

Exchange Case::ask(const Request& request, Spacing spacing) {
  refuse_if_given_up(request);
  Exchange exchange = session_->ask(request, spacing);
  note_opening(exchange);
  check(exchange, spacing);
  return exchange;
}

Exchange Case::ask_unjudged(const Request& request) {
  refuse_if_given_up(request);
  Exchange exchange = session_->ask(request);
  note_opening(exchange);
  return exchange;
}

Exchange Case::ask_together(const std::vector<Request>& requests) {
  refuse_if_given_up(requests.back());
  Exchange exchange = bytes().ask_together(requests);
  note_opening(exchange);
  check(exchange, {});
  return exchange;
}

void Case::check(const Exchange& exchange, Spacing spacing) {
  count("exchanges");
  note_heard(exchange);
  start_ = exchange.files ? exchange.files->outcome.start : nullptr;
  hints_ = hints_of_its_program(exchange);
  if (watching_) reply_edges_.push_back(wire().control().take_edges());
  check_unasked(exchange, spacing);
  check_line(exchange);
  check_files(exchange);
  if (exchange.expected.kind == ReplyKind::silence) {
    check_silent_answer(exchange);
  } else {
    check_reply_came(exchange);
  }
  if (exchange.request.kind == RequestKind::hello && exchange.replied()) check_team_code(exchange);
  last_reply_aspect_ = extra_aspect(exchange);
  last_ = exchange;
  const bool comes_back = contest().per_move;  // the next move is another process
  gone_ = gone_ || (exchange.hung_up.has_value() && !comes_back);
  if (exchange.request.kind != RequestKind::hello) ++requests_since_power_on_;
}

void Case::stray(const std::vector<rig::Byte>& bytes, const std::string& when) {
  const Bytes values = values_of(bytes);
  const bool line_ends_only = dropped_by_hosts(bytes);
  if (line_ends_only) silent(last_reply_aspect_);
  found(Verdict::fail, line_ends_only ? "reply.line-end" : last_reply_aspect_,
        fmt::format("{} {}: {}",
                    bytes.size() == 1 ? "one byte came" : fmt::format("{} bytes came", bytes.size()), when,
                    rig::quoted(values)),
        {.evidence = evidence(bytes),
         .kind = line_ends_only ? line_end
                 : last_        ? byte_too_many
                                : byte_unasked});
}

/// What the bytes came after that belong to no request.
std::string Case::after_what() const {
  if (!last_) return "before anything was asked";
  if (last_->replied()) return "after the reply was whole";
  const std::string request = words_of(last_->request_bytes);
  if (last_->expected.kind == ReplyKind::silence)
    return fmt::format("after \"{}\", which calls for silence", request);
  return fmt::format("after \"{}\" had gone without a whole reply", request);
}

/// Bytes stamped before the request's first bit belong to the exchange before.
void Case::check_unasked(const Exchange& exchange, Spacing spacing) {
  const bool listened = spacing.begin == rig::match::Begin::after_a_pause;
  const bool comes_late = last_ && last_->hurried && last_->bytes.empty();
  if (!exchange.unasked.empty() && comes_late) {
    opening_.answered = true;  // that it was not in time has been told
  } else if (!exchange.unasked.empty()) {
    stray(exchange.unasked, after_what());
  } else if (listened && last_reply_aspect_ != "silence.unasked") {
    silent(last_reply_aspect_);
  }
  if (exchange.early > 0) {
    failed("silence.unasked",
           fmt::format("{} came before the request \"{}\" had ended",
                       exchange.early == 1 ? "a byte" : fmt::format("{} bytes", exchange.early),
                       words_of(exchange.request_bytes)),
           {.evidence = evidence(exchange), .kind = early_byte});
  } else {
    silent("silence.unasked");
  }
}

/// A silence that was kept. It says something of a DUT that speaks when it is asked, and of no other.
void Case::silent(const std::string& aspect) {
  if (alive_) return passed(aspect);
  silences_.push_back(aspect);
}

/// The DUT has replied.
void Case::came_alive() {
  alive_ = true;
  for (const std::string& aspect : std::exchange(silences_, {})) passed(aspect);
}

/// Whoever goes away after the end of a match has not answered it: it cannot play the next one.
std::string Case::aspect_of_hang_up(const std::string& aspect) const {
  const bool ended = last_ && last_->request.kind == RequestKind::end;
  return ended && !clause("end.rematch").empty() ? "end.rematch" : aspect;
}

/// Whether these bytes are such as the contest's hosts drop wherever they come.
bool Case::dropped_by_hosts(const std::vector<rig::Byte>& bytes) const {
  return std::all_of(bytes.begin(), bytes.end(), [&](const rig::Byte& byte) {
    return contest().dialect->bytes()->host_drops(byte.value);
  });
}

void Case::check_line(const Exchange& exchange) {
  for (const rig::LineError& error : exchange.line_errors) {
    const bool framing = error.kind == rig::LineError::Kind::framing;
    failed("line.framing",
           framing ? fmt::format("a byte with a bad stop bit (data bits {:02x})", error.value)
                   : std::string("a break: the line was held low for longer than a byte"),
           {.evidence = evidence(exchange), .kind = kind_of(error)});
  }
  if (!session_->info().sees_framing)
    not_applicable("line.framing", "this link carries bytes and no bits: it has no framing to see");
  else if (exchange.line_errors.empty() && !exchange.bytes.empty())
    passed("line.framing");
}

void Case::check_files(const Exchange& exchange) {
  if (!exchange.files) return;
  early_answers_ += exchange.early > 0 ? 1 : 0;
  if (exchange.files->unasked)
    failed("message.unasked", "it had written something new before it was asked", {.kind = "answer unasked"});
  // A program that has not answered has kept nothing. Where a late answer is a pass the session reads none.
  if (exchange.latency) {
    if (!exchange.files->unasked) passed("message.unasked");
    for (const std::string& aspect : exchange.files->answer.kept) passed(aspect);
  }
  for (const rig::contest::Irregularity& one : exchange.files->answer.irregularities) {
    if (!irregular_.insert(one.aspect).second) continue;  // once tells it; the others would be alike
    const std::string name = one.name.empty() ? std::string() : one.name + ": ";
    Proof proof{.evidence = evidence(exchange), .details = changes(*exchange.files), .kind = one.kind};
    if (one.on_the_board && playing_ != nullptr) proof.board = board_with(one);
    failed(one.aspect, name + one.what, std::move(proof));
  }
}

/// The board as it was before the DUT's turn, with the squares that the objection is about.
rig::contest::BoardPicture Case::board_with(const rig::contest::Irregularity& what) const {
  rig::contest::BoardPicture board = board_of(*playing_);
  for (const auto& [row, column] : what.squares) {
    const auto line = static_cast<std::size_t>(row - 1);
    const auto at = static_cast<std::size_t>(column - 1);
    if (line < board.marks.size() && at < board.marks[line].size())
      board.marks[line][at] = rig::contest::BoardPicture::marked;
  }
  return board;
}

void Case::check_silent_answer(const Exchange& exchange) {
  const std::string request = words_of(exchange.request_bytes);
  const bool line_ends_only = !exchange.bytes.empty() && dropped_by_hosts(exchange.bytes);
  if (line_ends_only && !exchange.hung_up) {
    silent(extra_aspect(exchange));
    found(Verdict::fail, "reply.line-end", "CR or LF came after a reply",
          {.evidence = evidence(exchange), .kind = line_end});
  } else if (!exchange.bytes.empty()) {
    failed(extra_aspect(exchange),
           fmt::format("\"{}\" was answered with {}; it calls for silence", request,
                       rig::quoted(exchange.received())),
           {.evidence = evidence(exchange), .kind = answer_in_silence});
  } else if (exchange.hung_up) {
    const bool at_the_end = exchange.request.kind == RequestKind::end && !clause("end.rematch").empty();
    failed(at_the_end ? "end.rematch" : extra_aspect(exchange),
           fmt::format("hung up after \"{}\": {}", request, exchange.hung_up->how),
           {.evidence = evidence(exchange), .kind = hung_up});
  } else {
    silent(extra_aspect(exchange));
  }
}

void Case::check_reply_came(const Exchange& exchange) {
  const std::string aspect = deadline_aspect(exchange.request);
  const std::string request = words_of(exchange.request_bytes);
  const std::string answered = answer_aspect(exchange.request);
  if (exchange.latency) {
    came_alive();
    passed(answered);
    const Verdict verdict = rig::judge(*exchange.latency, exchange.expected.deadline);
    record_.samples.push_back({exchange.label, exchange.expected.deadline, *exchange.latency});
    if (verdict == Verdict::pass) {
      passed(aspect);
    } else {
      found(verdict, aspect,
            fmt::format("\"{}\" was answered after {}; the deadline is {}", request,
                        rig::report::latency_text(*exchange.latency), readable(exchange.expected.deadline)),
            {.evidence = evidence(exchange), .kind = late_reply});
    }
    if (exchange.reply.decorated) {
      found(Verdict::fail, "reply.line-end", "CR or LF came with a reply",
            {.evidence = evidence(exchange), .kind = line_end});
    } else {
      passed("reply.line-end");
    }
    return;
  }
  const std::vector<std::string> hints = hints_of_its_line(exchange);
  if (exchange.reply.state == rig::contest::ParseState::malformed && !exchange.hung_up) {
    failed(extra_aspect(exchange),
           fmt::format("the reply to \"{}\" is wrong: {}", request, exchange.reply.why),
           {.evidence = evidence(exchange), .kind = "malformed reply", .hints = hints});
    return;
  }
  const std::string summary = why_not_whole(exchange);
  const std::string kind = kind_of_absence(exchange);
  failed(aspect, summary, {.evidence = evidence(exchange), .kind = kind, .hints = hints});
  failed(answered, summary, {.evidence = evidence(exchange), .kind = kind, .hints = hints});
}

/// Of a program that has not answered as it should, though it was asked to.
std::vector<std::string> Case::hints_of_its_program(const Exchange& exchange) {
  if (exchange.files) return exchange.files->outcome.hints;
  const bool answered = exchange.replied() && !exchange.hung_up;
  if (answered || exchange.expected.kind == ReplyKind::silence) return {};
  return bytes().link().hints();
}

/// Of a DUT that has said nothing yet that could be read: it is asked once more, and its line watched. Does
/// it send at another rate?
std::vector<std::string> Case::hints_of_its_line(const Exchange& exchange) {
  rig::match::WireCapability* const wire = session_->wire();
  if (wire == nullptr || exchange.hung_up || !record_.samples.empty() || hint_sought_) return {};
  hint_sought_ = true;
  std::vector<std::vector<rig::LineEdge>> edges = reply_edges_;
  if (!watching_) {
    wire->control().watch_line();
    bytes().tell({&exchange.request, 1});
    session_->listen(exchange.expected.deadline);
    edges = {wire->control().take_edges()};
  }
  const std::optional<std::string> rate = rig::foreign_rate(rig::measure_uart(edges, contest().baud));
  if (!rate) return {};
  return {fmt::format("it seems to send at {} baud; the line of {} runs at {}", *rate, contest().name,
                      contest().baud)};
}

/// Nothing came, or not all of a reply.
std::string Case::why_not_whole(const Exchange& exchange) {
  const std::string request = words_of(exchange.request_bytes);
  if (exchange.hung_up)
    return fmt::format("hung up before the reply to \"{}\" was whole: {}", request, exchange.hung_up->how);
  if (exchange.bytes.empty())
    return fmt::format("\"{}\" was not answered within {}", request, readable(exchange.expected.deadline));
  return fmt::format("the reply to \"{}\" was not whole after {}: {}", request,
                     readable(exchange.expected.deadline), rig::quoted(exchange.received()));
}

void Case::check_team_code(const Exchange& exchange) {
  passed("hello.format");
  const std::string& code = exchange.reply.value.text;
  const char least = contest().team.blanks ? ' ' : '!';
  const bool printable =
      std::all_of(code.begin(), code.end(), [&](char c) { return c >= least && c < 0x7f; });
  if (!options().team.empty() && code != options().team) {
    failed("hello.team",
           fmt::format("the team code is {}; {} was assigned", rig::quoted(rig::to_bytes(code)),
                       rig::quoted(rig::to_bytes(options().team))),
           {.evidence = evidence(exchange), .kind = "another team code"});
  } else if (!printable) {
    failed("hello.team", fmt::format("the team code {} is not printable", rig::quoted(rig::to_bytes(code))),
           {.evidence = evidence(exchange), .kind = "team code that is not printable"});
  } else {
    passed("hello.team");
  }
  if (contest().team.longest > 0) check_same_team(exchange);
}

/// Within the case; that all cases of a run agree is seen when it is put together. A change is never laid at
/// another clause: what was done before the handshake is no reason for another name.
void Case::check_same_team(const Exchange& exchange) {
  const std::string told = rig::quoted(rig::to_bytes(exchange.reply.value.text));
  if (!record_.team) {
    record_.team = told;
  } else if (told == *record_.team) {
    passed("hello.same");
  } else {
    const std::string blame = std::exchange(blame_, {});
    failed("hello.same",
           fmt::format("{} changed: it is {}, and was {} before", contest().team.words, told, *record_.team),
           {.evidence = evidence(exchange), .kind = "name that changes"});
    blame_ = blame;
  }
}

bool Case::greet() {
  if (!contest().greets) return !gone_;
  if (held_) return ask(contest().hello).replied();  // within a game: that is judged as a whole
  tell_left_over();
  last_kind_.clear();
  // Where the text asks for it before a game alone, what comes after another request binds less; a DUT that
  // is silent there is played on with from power-on.
  const bool between_games = requests_since_power_on_ > 0 && !clause("hello.between-games").empty();
  const std::string blame_before = blame_;
  if (between_games) blame_ = "hello.between-games";
  if (something_came_before(games_since_power_on_ + 1)) held_.emplace();
  const Exchange hello = ask(contest().hello);
  bool answered = hello.replied();
  if (!hello.bytes.empty()) blame_ = blame_before;  // it was answered, and wrongly: that is no silence
  const Blame blame = settle([&] { return !hello_from_power_on(); }, "the handshake", blamed_aspect());
  if (between_games && hello.bytes.empty() && blame == Blame::left_over)
    answered = ask(contest().hello).replied();
  blame_ = blame_before;
  return answered;
}

void Case::say_end() {
  if (contest().end) ask(*contest().end);
}

void Case::end_match() {
  say_end();
  if (gone_) return;
  const bool declared = options().resets == ResetPolicy::declared;
  const bool resets_itself = session_->info().can_reset && !session_->info().resets_by_hand;
  // How a game that was cut short is ended is a matter of its own, and not of the next match; so is a second
  // match where the contest's text knows one alone.
  const bool of_its_own = match_open_ || contest().next_match == rig::contest::NextMatch::unspecified;
  if (declared || (of_its_own && resets_itself)) hard_reset();
  match_open_ = false;
}

void Case::end_match_without_reset() {
  say_end();
  if (!gone_ && options().resets == ResetPolicy::declared) hard_reset();
  match_open_ = false;
}

bool Case::expect_silence(const std::string& aspect, Duration span) {
  const rig::match::Overheard heard = session_->listen(span);
  gone_ = gone_ || heard.hung_up.has_value();
  if (heard.silent()) {
    silent(aspect);
    return true;
  }
  if (!heard.bytes.empty()) {
    const std::string blamed = std::exchange(last_reply_aspect_, aspect);
    stray(heard.bytes, fmt::format("within {} of silence", readable(span)));
    last_reply_aspect_ = blamed;
    const bool nothing_else = heard.line_errors.empty() && !heard.hung_up;
    if (nothing_else && dropped_by_hosts(heard.bytes)) return true;
  }
  if (!heard.line_errors.empty())
    failed("line.framing", "the idle line carried something that is no byte",
           {.kind = kind_of(heard.line_errors.front())});
  if (heard.hung_up)
    failed(aspect_of_hang_up(aspect), "hung up while nothing was asked: " + heard.hung_up->how,
           {.kind = hung_up});
  return false;
}

void Case::hard_reset() {
  const rig::Outcome outcome = session_->reset();
  if (!outcome.done) throw NotApplicable{"this link cannot reset the board"};
  since_power_on_ = true;
  last_reply_aspect_ = "silence.unasked";
  last_.reset();
  games_since_power_on_ = requests_since_power_on_ = 0;
  gone_ = false;
}

// files

void Case::lay_out_files(const rig::contest::FileStyle& style) {
  if (session_->files() == nullptr) throw NotApplicable{"this contest is not played over files"};
  style_ = style;
  session_->files()->set_style(style);
}

bool Case::plays_with(const rig::contest::FileStyle& style) {
  constexpr int a_few_turns = 4;  // in which a player that can read its files always has a placement
  lay_out_files(style);
  const auto other = opponent("random");
  for (const Seat& seat : contest().seats) {
    const GameReport game = play(seat, *other, {a_few_turns, {}});
    if (!game.sound || game.passes > 0 || game.late_passes > 0) return false;
  }
  return true;
}

bool Case::expect_no_answer(const std::string& aspect, const rig::FileRequest& request, Duration span,
                            const std::string& what) {
  return conclude(aspect, !session_->files()->provokes(request, span), "it answered " + what,
                  answer_in_silence);
}

const rig::match::FileTrace* Case::last_files() const {
  return last_ && last_->files ? &*last_->files : nullptr;
}

void Case::ask_after_its_pass(const std::string& aspect) {
  const Exchange exchange = ask(rig::contest::asks_after({}));
  if (counts_as_pass(exchange)) return;  // late: its deadline tells, and whether it would place is not seen
  const std::string pass = contest().new_game(contest().seats.front())->pass().text;
  const bool again = exchange.replied() && exchange.reply.value.text == pass;
  if (again) return passed(aspect);
  const std::string did =
      exchange.replied() ? "it played " + exchange.reply.value.text : "there was no answer that can be read";
  failed(aspect, fmt::format("asked again after its pass, {}", did),
         {.evidence = evidence(exchange), .kind = "no pass after its pass"});
}

// bytes, and the wire

rig::match::ByteCapability& Case::bytes() {
  if (session_->bytes() == nullptr) throw NotApplicable{"this contest is played over files"};
  return *session_->bytes();
}

rig::match::WireCapability& Case::wire() {
  if (session_->wire() == nullptr) throw NotApplicable{"this link has no wire to disturb or to measure"};
  return *session_->wire();
}

Duration Case::bits(double count) const {
  return Duration(std::llround(count * 1e9 / contest().baud));
}

void Case::set_host_rate(double percent) {
  constexpr double ppm_of_a_percent = 1e4;
  wire().set_host_rate(static_cast<std::int32_t>(std::lround(percent * ppm_of_a_percent)));
}

bool Case::recovers_from(const std::string& what,
                         const std::function<rig::Sent(rig::WireControl&)>& disturbance, Spacing spacing) {
  constexpr auto a_while = std::chrono::milliseconds(20);  // a board that answers to noise does so at once
  const bool after_silence = spacing.begin == rig::match::Begin::after_a_pause;
  begin_anew();
  if (!greet()) return false;
  lay_blame_on("line.recovery");
  wire().disturb(disturbance);
  count("disturbances");
  if (after_silence) {
    const bool silent = expect_silence("line.recovery", a_while);
    if (!conclude("line.recovery", silent, what + " was answered")) return false;
  }
  const auto other = opponent("random");
  const GameReport game = play(contest().seats.front(), *other, {1, spacing});
  conclude("line.recovery", game,
           fmt::format("the request {} {} went wrong", after_silence ? "after" : "just after", what));
  return game.sound;
}

rig::UartTiming Case::watch_transmitter() {
  wire().control().watch_line();
  watching_ = true;
  const auto other = opponent("random");
  if (greet()) play(contest().seats.front(), *other, {3, {}});
  watching_ = false;
  return rig::measure_uart(reply_edges_, contest().baud);
}

bool Case::set_to_another_rate(const std::string& aspect) {
  if (session_->bytes() == nullptr || session_->wire() != nullptr) return false;
  rig::Link& link = bytes().link();
  if (!link.rate_set_by_dut()) return false;
  greet();  // by then even a program that sets its device up late has done so
  const std::optional<std::uint32_t> rate = link.rate_set_by_dut();
  if (!rate || *rate == contest().baud) return false;
  failed(aspect,
         fmt::format("the program has set its serial device to {} baud; the line of {} runs at {}", *rate,
                     contest().name, contest().baud),
         {.kind = "another bit rate set"});
  return true;
}

void Case::judge_rate(const std::string& aspect, const rig::UartTiming& line, double limit) {
  if (!line.rate_deviation) return;  // nothing came that could be measured: other findings say so
  const rig::Range off = *line.rate_deviation;
  const Verdict verdict = rig::judge_deviation(off, limit);
  const std::string value = fmt::format("{:+.2f} % ({:+.2f} to {:+.2f})", off.middle(), off.low, off.high);
  const std::string allowed = fmt::format("±{} %", limit);
  measured({"bit rate of the board", value, fmt::format("{}: {}", clause(aspect), allowed), verdict});
  if (verdict == Verdict::pass) {
    passed(aspect);
    return;
  }
  found(verdict, aspect, fmt::format("the board's bit rate is {} off; {} are allowed", value, allowed),
        {.details = {fmt::format(
             "measured over {} bytes: a bit lasts {:.1f} to {:.1f} ns, nominally {:.1f} ns", line.frames,
             line.bit_period->low, line.bit_period->high, 1e9 / contest().baud)},
         .kind = "bit rate too far off"});
}

void Case::report_stop_bits_and_gaps(const rig::UartTiming& line) {
  if (!line.bit_period) return;
  const rig::Range bit = *line.bit_period;
  measured({"bit of the board", fmt::format("{:.1f} ns ({:.1f} to {:.1f})", bit.middle(), bit.low, bit.high),
            fmt::format("nominally {:.1f} ns", 1e9 / contest().baud), std::nullopt});
  if (!line.shortest_stop) return;
  const rig::Range stop = *line.shortest_stop;
  measured({"shortest stop bit",
            fmt::format("{:.2f} bits ({:.2f} to {:.2f})", stop.middle(), stop.low, stop.high), "nominally 1",
            std::nullopt});
  measured(
      {"gaps between bytes",
       fmt::format("{} to {}", readable(line.shortest_gap->shortest), readable(line.longest_gap->longest)),
       "", std::nullopt});
}

double Case::last_good_host_rate(double step, double limit) {
  const int steps = static_cast<int>(std::lround(limit / step));
  for (int i = 1; i <= steps; ++i) {
    if (!opens_a_game(i * step, {})) return (i - 1) * step;
  }
  return limit;
}

void Case::report_answer(const std::vector<Request>& requests) {
  std::string text;
  for (const Request& request : requests) text += words_of(contest().dialect->encode(request));
  last_.reset();
  bytes().tell(requests);
  const rig::match::Overheard heard = session_->listen(deadline_of(requests.back()));
  gone_ = gone_ || heard.hung_up.has_value();
  Bytes values;
  for (const rig::Byte& byte : heard.bytes) values.push_back(byte.value);
  constexpr std::size_t enough = 16;  // a flood is no table
  const std::string more = values.size() > enough ? " …" : "";
  values.resize(std::min(values.size(), enough));
  measured({fmt::format("answer to \"{}\" glued", text),
            values.empty() ? std::string("none") : rig::quoted(values) + more, "", std::nullopt});
}

void Case::begin_anew() {
  match_open_ = false;
  last_.reset();
  if (session_->info().can_reset && !session_->info().resets_by_hand) {
    hard_reset();
    return;
  }
  set_host_rate(0);
  if (!contest().end) return;
  bytes().tell({&*contest().end, 1});
  gone_ = session_->listen(deadline_of(*contest().end)).hung_up.has_value();
}

bool Case::opens_a_game(double host_rate, Spacing spacing) {
  begin_anew();
  if (gone_) return false;
  set_host_rate(host_rate);
  count("probes");
  const auto seat = std::find_if(contest().seats.begin(), contest().seats.end(),
                                 [](const Seat& one) { return !one.moves_first; });
  Game game(contest(), *seat);
  game.play(game.ruling().legal_moves().front());
  std::optional<rig::contest::Reply> reply = probe(contest().hello, spacing);
  for (const Request& request : game.requests()) {
    if (reply) reply = probe(request, spacing);
  }
  return reply && game.ruling().judge({reply->text}).legal;
}

/// The right kind of reply and nothing wrong with it, or nothing.
std::optional<rig::contest::Reply> Case::probe(const Request& request, Spacing spacing) {
  bytes().tell({&request, 1}, spacing);
  const rig::match::Overheard heard = session_->listen(patience_of_a_probe(request));
  if (!heard.line_errors.empty() || heard.hung_up) return std::nullopt;
  Bytes bytes;
  for (const rig::Byte& byte : heard.bytes) bytes.push_back(byte.value);
  const rig::contest::ByteDialect& dialect = *contest().dialect->bytes();
  const auto parsed = dialect.parse_reply(dialect.expects(request).kind, bytes);
  if (parsed.state != rig::contest::ParseState::complete) return std::nullopt;
  return parsed.value;
}

/// A deadline, or much longer than this DUT took so far: a probe that fails must not cost a second each.
Duration Case::patience_of_a_probe(const Request& request) const {
  Duration slowest{};
  for (const rig::report::Sample& sample : record_.samples)
    slowest = std::max(slowest, sample.latency.longest);
  const Duration deadline = deadline_of(request);
  return slowest == Duration::zero() ? deadline
                                     : std::min(deadline, 4 * slowest + std::chrono::milliseconds(10));
}

rig::report::Evidence Case::evidence(const Exchange& exchange) const {
  rig::report::Evidence evidence;
  evidence.expected = words_of(
      exchange.expected, exchange.expected.kind == ReplyKind::team_code ? contest().team.words : "a move");
  evidence.sent = exchange.request_bytes;
  evidence.texts = exchange.files.has_value();
  evidence.received = exchange.files ? rig::to_bytes(answer_text(*exchange.files)) : exchange.received();
  for (std::size_t i = 0; i < std::min(exchange.bytes.size(), times_kept); ++i) {
    evidence.times.push_back(rig::between(exchange.sent.last_bit, exchange.bytes[i].last_bit));
  }
  evidence.latency = exchange.latency;
  evidence.deadline = exchange.expected.deadline;
  if (exchange.hung_up) evidence.ending = exchange.hung_up->how;
  return evidence;
}

/// Bytes that nobody asked for, with the last request before them where there is one.
rig::report::Evidence Case::evidence(const std::vector<rig::Byte>& unasked) const {
  rig::report::Evidence evidence;
  evidence.expected = "silence";
  for (const rig::Byte& byte : unasked) evidence.received.push_back(byte.value);
  if (!last_) return evidence;
  if (last_->expected.kind != ReplyKind::silence) evidence.expected += " after the reply was whole";
  evidence.sent = last_->request_bytes;
  for (std::size_t i = 0; i < std::min(unasked.size(), times_kept); ++i) {
    evidence.times.push_back(rig::between(last_->sent.last_bit, unasked[i].last_bit));
  }
  return evidence;
}

// games

GameReport Case::play(const Seat& seat, Opponent& opponent, const GamePlan& plan) {
  tell_left_over();
  last_kind_.clear();
  ++games_since_power_on_;
  const bool first = games_since_power_on_ == 1;
  if (something_came_before(games_since_power_on_)) held_.emplace();
  GameLog log{seat, plan.spacing, {}, 0};
  GameReport report = play_once(seat, opponent, plan, log);
  playing_ = nullptr;
  report.blame = settle([&] { return goes_wrong_from_power_on(log); },
                        fmt::format("game {} since power-on", games_since_power_on_), blamed_aspect());
  if (first) {
    needless_from_power_on_ += report.needless;
  } else {
    judge_needless_passes(seat, report);
  }
  if (session_->files() != nullptr && nobody_answers()) throw BrokenOff{};
  return report;
}

GameReport Case::play_once(const Seat& seat, Opponent& opponent, const GamePlan& plan, GameLog& log) {
  GameReport report;
  spell_next_game();
  Game game(contest(), seat);
  playing_ = &game;
  log_ = &log;
  wrong_ = {};
  opponent.new_game();
  count("games");
  dut_has_passed_ = false;
  opponents_features_.clear();
  own_features_.clear();
  match_open_ = true;
  while (!game.over() && report.dut_turns < plan.dut_turns) {
    if (!game.dut_to_move()) {
      const Move move = opponent.choose(game.ruling());
      if (game.ruling().is_pass(move)) ++report.opponents_passes;
      opponents_features_ = game.ruling().features(move);
      log.moves.push_back(move);
      game.play(move);
      if (game.over()) report.untold = move, report.untold_features = opponents_features_;
      continue;
    }
    std::optional<Exchange> exchange;
    const std::vector<Request> requests = game.requests();
    for (const Request& request : requests) {
      const bool tells_a_move = &request == &requests.back() && !game.opponents_last().text.empty();
      if (tells_a_move && plan.meanwhile && !plan.meanwhile()) {
        report.misplayed = true;
        report.sound = false;
        return report;
      }
      exchange = ask(request, plan.spacing);
    }
    count_code(game);
    log.dut_turns = ++report.dut_turns;
    if (const std::optional<Verdict> late = counts_as_pass(*exchange)) {
      report.sound = *late == Verdict::fail;  // the finding is made; the game goes on as after a pass
      if (!report.sound) return report;
      ++report.late_passes;
      too_late_ = true;
      passed_permanently_ = true;
      dut_has_passed_ = true;
      log.moves.push_back(game.ruling().pass());
      game.play(game.ruling().pass());
      continue;
    }
    report.sound = judge_reply(*exchange, game, report);
    if (report.misplayed) {
      failed("game.whole",
             fmt::format("the game was lost on ply {} ({})", game.ruling().ply() + 1, seat.name));
    }
    if (exchange->replied()) log.moves.push_back({exchange->reply.value.text});
    if (!report.sound) return report;
    const Move reply{exchange->reply.value.text};
    // Who passes although it could move shows nothing of what it has understood.
    const bool shows_something = game.ruling().must_pass() || !game.ruling().is_pass(reply);
    if (!game.ruling().is_pass(reply)) ++report.moves;
    if (shows_something) {
      for (const std::string& feature : opponents_features_) passed("opponent." + feature);
      for (const std::string& feature : features_before()) passed("after." + feature);
    }
    note_features(game, reply, report);
    if (!game.ruling().is_pass(reply)) note_code(game);
    game.play({exchange->reply.value.text});
    report.extent = game.ruling().extent();
    report.stopped_at_capacity = !game.over() && reaches_capacity(game.ruling());
    if (report.stopped_at_capacity || reaches(plan.far_enough, report.extent)) return report;
  }
  report.finished = game.over();
  match_open_ = !report.finished;
  if (report.finished) {
    if (report.moves > 0 && report.late_passes == 0) passed("game.whole");
    using State = rig::contest::Result::State;
    const bool is_one = seat.player == rig::contest::Player::one;
    const State state = game.ruling().result().state;
    report.won = state == (is_one ? State::one_won : State::two_won);
    report.lost = state == (is_one ? State::two_won : State::one_won);
  }
  return report;
}

std::optional<int> Case::capacity(const char* fact) const {
  const auto stated = session_->info().facts.find(fact);
  return stated == session_->info().facts.end() ? options().capacity : std::stoi(stated->second);
}

/// Whether the next two moves could grow the board beyond what the DUT's description says that it holds.
bool Case::reaches_capacity(const rig::contest::Ruling& ruling) const {
  const auto holds = [&](const char* fact, int reached) {
    const std::optional<int> held = capacity(fact);
    const bool never_reached = contest().board != 0 && held >= contest().board;
    return !held || never_reached || reached + 2 <= *held;
  };
  const rig::contest::Ruling::Extent extent = ruling.extent();
  return !holds(rig::fact_columns, extent.columns) || !holds(rig::fact_rows, extent.rows);
}

/// What is remarkable about the DUT's move, and about the opponent's before it.
void Case::note_features(const Game& game, const Move& move, GameReport& report) {
  for (const std::string& feature : opponents_features_) {
    count("opponent: " + feature);
    ++report.opponents_features[feature];
  }
  own_features_ = game.ruling().features(move);
  for (const std::string& feature : own_features_) {
    count("board: " + feature);
    ++report.features[feature];
  }
  opponents_features_.clear();
}

void Case::play_in_every_seat(const std::string& opponent_name) {
  const auto other = opponent(opponent_name);
  for (int game = 0; game < options().games; ++game) {
    for (const Seat& seat : contest().seats) {
      if (!greet()) return;
      if (!play(seat, *other).sound) return;
      end_match();
    }
  }
}

int Case::deep_in_a_game(int least) {
  constexpr std::uint32_t different = 6;
  return least + static_cast<int>(random_.below(different));
}

void Case::interrupt_games(const std::string& aspect, const Seat& next) {
  constexpr int a_few_turns = 4;
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    constexpr int very_deep = 12;
    const bool last = &seat == &contest().seats.back();
    for (const int turns : {a_few_turns, 1, last ? deep_in_a_game(very_deep) : deep_in_a_game()}) {
      if (!play(seat, *other, {turns, {}}).sound) return;
      lay_blame_on(aspect);
      const GameReport anew = play(next, *other, {a_few_turns, {}});
      conclude(aspect, anew,
               fmt::format("the game ({}) that was begun in the middle of another went wrong", next.name));
      lay_blame_on({});
      if (!anew.sound) return;
    }
    end_match();
  }
}

/// For the report's coverage: which tile and rotation the DUT had to understand.
void Case::count_code(const Game& game) {
  const std::string code = game.ruling().code_of(game.opponents_last());
  if (!code.empty()) count("code " + code);
}

/// It has answered with a tile: had it misread the code, that could have gone wrong.
void Case::note_code(const Game& game) {
  const std::string code = game.ruling().code_of(game.opponents_last());
  if (!code.empty()) codes_answered_[game.seat().name].insert(code);
}

std::size_t Case::codes_answered(const Seat& seat) const {
  const auto answered = codes_answered_.find(seat.name);
  return answered == codes_answered_.end() ? 0 : answered->second.size();
}

/// False: the reply loses the game, or the rig cannot tell whether it does. A reply that is late by a
/// deadline that is only recommended does not.
bool Case::judge_reply(const Exchange& exchange, const Game& game, GameReport& report) {
  if (!exchange.replied()) {
    const bool unreadable = exchange.reply.state == rig::contest::ParseState::malformed;
    const bool told = exchange.files && unreadable && !exchange.hung_up;  // by what is wrong with its files
    if (!told) judge_absence(exchange, game);
    report.misplayed = true;
    return false;
  }
  const bool in_time = rig::judge(*exchange.latency, exchange.expected.deadline) == Verdict::pass;
  const Move move{exchange.reply.value.text};
  const Judgement judgement = game.ruling().judge(move);
  if (!judgement.legal) {
    judge_illegal(exchange, game, judgement);
    report.misplayed = true;
    return false;
  }
  if (!game.ruling().is_pass(move)) count("moves");
  if (game.ruling().is_pass(move)) {
    judge_pass(exchange, game, report);
  } else if (!in_time && binds(deadline_aspect(exchange.request))) {  // it counts only against its deadline
  } else {
    pass_legality(game);
  }
  if (game.ruling().is_pass(game.opponents_last())) passed("pass.opponents");
  if (dut_has_passed_) passed("pass.asked-again"), ++report.asked_again;
  if (game.ruling().is_pass(move)) dut_has_passed_ = true, ++report.passes;
  return in_time || !binds(deadline_aspect(exchange.request));
}

void Case::judge_illegal(const Exchange& exchange, const Game& game, const Judgement& judgement) {
  const Move move{exchange.reply.value.text};
  rig::report::Evidence exchanged = evidence(exchange);
  exchanged.expected = words_of(exchange.expected, legal_replies(game.ruling()));
  wrong_ = move;
  illegal_.push_back({game.seat(), log_->moves, move});
  kinds_of_illegal_.insert(judgement.kind);
  const Proof proof{.evidence = std::move(exchanged), .board = board_of(game, move), .kind = judgement.kind};
  failed("move." + judgement.rule, fmt::format("{}: {}", move.text, judgement.explanation), proof);
  if (const auto& overlooked = judgement.overlooked) {
    Proof of_that = proof;
    of_that.kind = overlooked->feature + " overlooked";
    failed("opponent." + overlooked->feature, fmt::format("{}: {}", move.text, overlooked->explanation),
           std::move(of_that));
  }
  if (game.ruling().must_pass())
    failed("pass.when-stuck", fmt::format("sent {} where it must pass", move.text),
           {.kind = "no pass where it must"});
  judge_opening(judgement.rule);
}

/// Where the contest's text does not say how a game may begin, an opening that its host refuses breaks no
/// mandatory clause. Nobody knows how to go on from it: what follows is laid at that opening, and what the
/// case has not looked at remains open.
void Case::judge_opening(const std::string& rule) {
  const std::string aspect = "move." + rule;
  if (rule != "first" || binds(aspect)) return;
  lay_blame_on(aspect);
  for (const auto& [id, tally] : record_.requirements)
    leave_open(id, "a game that it opened in a way that the host refuses could not go on",
               rig::report::Unassessed::reservation);
}

/// In a contest in which a late answer is a pass: whether this one is. Nothing: it came in time.
std::optional<Verdict> Case::counts_as_pass(const Exchange& exchange) const {
  if (!contest().late_is_pass || exchange.hung_up) return std::nullopt;
  const Verdict verdict =
      exchange.latency ? rig::judge(*exchange.latency, exchange.expected.deadline) : Verdict::fail;
  return verdict == Verdict::pass ? std::nullopt : std::optional(verdict);
}

bool Case::binds(const std::string& aspect) const {
  const Requirement* requirement = environment_->catalogue.by_aspect(aspect);
  return requirement != nullptr && level_of(*requirement, options().resets) == Level::mandatory;
}

/// A legal move: everything that the rules ask of it holds.
void Case::pass_legality(const Game& game) {
  for (const std::string& rule : game.ruling().rules()) passed("move." + rule);
  passed("pass.needless");
}

void Case::judge_pass(const Exchange& exchange, const Game& game, GameReport& report) {
  passed("move.malformed");
  if (game.ruling().must_pass()) {
    ++report.forced_passes;
    passed("pass.when-stuck");
    passed("pass.needless");
    return;
  }
  passed_permanently_ = passed_permanently_ || contest().pass_is_for_good;
  ++report.needless;
  rig::report::Evidence exchanged = evidence(exchange);
  exchanged.expected = words_of(exchange.expected, legal_replies(game.ruling()));
  found(Verdict::fail, "pass.needless",
        fmt::format("passed on ply {} with {} legal moves at hand", game.ruling().ply() + 1,
                    game.ruling().legal_moves().size()),
        {.evidence = std::move(exchanged), .board = board_of(game), .kind = "needless pass"});
}

/// What was remarkable about the last two moves, the DUT's own and the opponent's.
std::set<std::string> Case::features_before() const {
  std::set<std::string> features(own_features_.begin(), own_features_.end());
  features.insert(opponents_features_.begin(), opponents_features_.end());
  return features;
}

/// No whole reply came; ask() has said so. Here: which state of the game it was silent in.
void Case::judge_absence(const Exchange& exchange, const Game& game) {
  if (game.ruling().must_pass()) {
    failed("pass.when-stuck", "no reply where it has no move and must pass",
           {evidence(exchange), board_of(game)});
  }
  if (game.ruling().is_pass(game.opponents_last())) {
    failed("pass.opponents", "no reply after the opponent's pass", {evidence(exchange), board_of(game)});
  }
  for (const std::string& feature : opponents_features_) {
    failed("opponent." + feature, fmt::format("no reply after a legal move of the opponent's ({})", feature),
           {evidence(exchange)});
  }
  for (const std::string& feature : features_before())
    failed("after." + feature, fmt::format("no reply after a move of either player ({})", feature),
           {evidence(exchange)});
  if (dut_has_passed_)
    failed("pass.asked-again", "no reply when asked again after its own pass", {evidence(exchange)});
}

}  // namespace conformance
