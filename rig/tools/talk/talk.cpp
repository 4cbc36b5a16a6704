#include "rig/tools/talk/talk.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>
#include <variant>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/session.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/link.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/talk/line.hpp"

namespace rig {

namespace {

using namespace std::chrono_literals;
using dut::Exchange;
using protocol::Contest;
using protocol::ParseState;
using protocol::ReplyKind;

/// For how long an answer to bytes is waited for that are no request.
constexpr Duration after_bytes = 1s;
/// … and what comes after a glitch.
constexpr Duration after_glitch = 50ms;
/// How long a program may take for its first answer after a start.
constexpr Duration start_of_a_program = 5s;
constexpr std::size_t most_edges = 60;
constexpr std::size_t longest_output = 2000;  // of a program over files, in bytes

/// `+0.087 ms`, negative before the request's end.
std::string offset(const Instant& at, const Instant& from) {
  const double milliseconds = std::chrono::duration<double, std::milli>(at.latest - from.latest).count();
  return fmt::format("{:+.3f} ms", milliseconds);
}

std::string word_of(ReplyKind kind) {
  switch (kind) {
    case ReplyKind::team_code: return "a team code";
    case ReplyKind::move: return "a move";
    case ReplyKind::silence: break;
  }
  return "silence";
}

std::string words_of(Verdict verdict) {
  if (verdict == Verdict::pass) return "in time";
  return verdict == Verdict::fail ? "too late" : "perhaps too late: the rig cannot tell";
}

/// Everything that came, whichever way it was listened for.
struct Heard {
  std::vector<Byte> bytes;
  std::vector<LineError> line_errors;
  std::optional<HungUp> hung_up;
};

class Printer {
 public:
  void fact(std::string_view name, const std::string& text) const {
    std::cout << fmt::format("  {:<9} {}\n", name, visible(text)) << std::flush;
  }

  void sent(const std::string& label, const Bytes& bytes, const Sent& sent) const {
    const Duration took = between(sent.first_bit, sent.last_bit).longest;
    fact("sent", fmt::format("{}{}{}", hex_and_ascii(bytes), label.empty() ? "" : "  the request " + label,
                             took > Duration::zero() ? ", in " + readable(took) : ""));
  }

  /// Times are from the end of what was sent.
  void heard(const Heard& heard, const Instant& from) const {
    auto error = heard.line_errors.begin();
    for (const Byte& byte : heard.bytes) {
      for (; error != heard.line_errors.end() && error->at.latest <= byte.last_bit.latest; ++error)
        line_error(*error, from);
      fact("came", fmt::format("{:<10} {} to {}", hex_and_ascii({&byte.value, 1}),
                               offset(byte.first_bit, from), offset(byte.last_bit, from)));
    }
    for (; error != heard.line_errors.end(); ++error) line_error(*error, from);
    if (heard.hung_up)
      fact("hung up", fmt::format("{}, {}", heard.hung_up->how, offset(heard.hung_up->at, from)));
  }

  void line_error(const LineError& error, const Instant& from) const {
    fact("no byte", error.kind == LineError::Kind::line_break
                        ? fmt::format("the line was held low, a break, {}", offset(error.at, from))
                        : fmt::format("a stop bit was low, with the data {}, {}",
                                      hex_and_ascii({&error.value, 1}), offset(error.at, from)));
  }

  void edges(const std::vector<LineEdge>& edges, const Instant& from) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(most_edges, edges.size()); ++i) {
      const double microseconds =
          std::chrono::duration<double, std::micro>(edges[i].at.latest - from.latest).count();
      text += fmt::format("{}{} {:+.2f}", i == 0 ? "" : ", ", edges[i].level ? "high" : "low", microseconds);
    }
    if (edges.size() > most_edges) text += fmt::format(", and {} more", edges.size() - most_edges);
    if (!text.empty()) fact("edges", text + " us");
  }

  void files(const dut::FileTrace& trace) const {
    if (!trace.request.arguments.empty()) fact("started", shell_line(trace.request.arguments));
    for (const auto& [name, content] : trace.request.files)
      fact("file", fmt::format("{}: {}", name, content.substr(0, longest_output)));
    for (const std::string& name : trace.request.watched) {
      const auto file = trace.outcome.files.find(name);
      const bool is_there = file != trace.outcome.files.end();
      fact("came", is_there ? fmt::format("{}: {}", name, file->second.substr(0, longest_output))
                            : fmt::format("{} is not there", name));
    }
    if (trace.outcome.exit_status) fact("status", fmt::format("{}", *trace.outcome.exit_status));
    if (!trace.outcome.standard_output.empty())
      fact("printed", trace.outcome.standard_output.substr(0, longest_output));
    if (!trace.outcome.standard_error.empty())
      fact("errors", trace.outcome.standard_error.substr(0, longest_output));
    for (const protocol::Irregularity& one : trace.answer.irregularities) fact("wrong", one.what);
  }
};

/// Whether it is a reply, in one line: of the history, too.
std::string verdict_on(const Exchange& exchange) {
  const Duration deadline = exchange.expected.deadline;
  const std::string allowed = deadline_text(deadline);
  if (exchange.expected.kind == ReplyKind::silence) {
    const bool is_silent = exchange.bytes.empty() && exchange.line_errors.empty();
    return is_silent ? fmt::format("silence for {}, as it must be", allowed)
                     : fmt::format("{} bytes, where silence is due", exchange.bytes.size());
  }
  const std::string wanted = word_of(exchange.expected.kind);
  if (exchange.hung_up && !exchange.replied())
    return fmt::format("not {}: it hung up, {}", wanted, exchange.hung_up->how);
  if (exchange.replied() && exchange.latency)
    return fmt::format("{}, \"{}\", after {}; allowed are {}: {}", wanted, exchange.reply.value.text,
                       readable(exchange.latency->longest), allowed,
                       words_of(judge(*exchange.latency, deadline)));
  if (exchange.replied()) return fmt::format("{}, \"{}\"", wanted, exchange.reply.value.text);
  if (exchange.reply.state == ParseState::malformed)
    return fmt::format("not {}: {}", wanted, exchange.reply.why.empty() ? "no answer" : exchange.reply.why);
  return fmt::format("not {}: {} byte{}, and no more within {}; allowed are {}", wanted,
                     exchange.bytes.size(), exchange.bytes.size() == 1 ? "" : "s", readable(exchange.waited),
                     allowed);
}

class Talk {
 public:
  explicit Talk(const TalkRequest& request)
      : contest_(protocol::find_contest(
            request.contest, {.board = request.board, .named = protocol::named_settings(request.set)})),
        request_(request) {
    const dut::DutName name = dut::parse_dut_name(request.dut);
    const ResetBy reset = parse_reset(request.reset);
    dut::check_dut(name, reset);
    dut::OpenOptions options{
        .contest = contest_, .seed = request.seed, .reset = reset, .say = [](const auto& text) {
          std::cerr << "rig: " << text << "\n";
        }};
    options.sandbox.wish = sandboxing_from(request.sandbox);
    options.sandbox.shown.assign(request.sandbox_shows.begin(), request.sandbox_shows.end());
    options.measures = false;  // the person says what is sent
    far_end_ = dut::open_dut(name, options);
    dut::SessionOptions how;
    if (dut::starts_a_program(name)) how.start_patience = start_of_a_program;
    session_ = dut::new_session(*far_end_, contest_, how);
    session_->begin();
    watch();
  }

  int run() {
    const bool is_terminal = isatty(STDIN_FILENO) != 0;
    announce(is_terminal);
    std::string line;
    for (int number = 1; !over_ && read(line, is_terminal); ++number) {
      try {
        const talk::Command command = talk::read_line(contest_, line);
        if (!is_terminal && !std::holds_alternative<talk::Nothing>(command))
          std::cout << "> " << visible(line) << "\n" << std::flush;
        line_ = line;
        std::visit([this](const auto& one) { obey(one); }, command);
      } catch (const UsageError& error) {
        if (!is_terminal) throw UsageError(fmt::format("Standard input, line {}: {}", number, error.what()));
        std::cout << "  " << visible(error.what()) << "\n";
      }
    }
    return 0;
  }

 private:
  static bool read(std::string& line, bool is_terminal) {
    if (is_terminal) std::cout << "> " << std::flush;
    return static_cast<bool>(std::getline(std::cin, line));
  }

  void announce(bool is_terminal) const {
    const LinkInfo& info = session_->info();
    std::cout << contest_.title << "\n"
              << fmt::format("  {:<9} {}  ({})\n", "board", request_.dut, visible(info.description));
    if (info.uncertainty > Duration::zero())
      std::cout << fmt::format("  {:<9} known to {}\n", "times", readable(info.uncertainty));
    if (is_terminal) std::cout << "  help      lists the words\n";
    std::cout << std::flush;
  }

  void watch() const {
    if (session_->wire() != nullptr) session_->wire()->control().watch_line();
  }

  void print_edges(const Instant& from) const {
    if (session_->wire() != nullptr) printer_.edges(session_->wire()->control().take_edges(), from);
  }

  dut::WireCapability& wire() const {
    if (session_->wire() == nullptr)
      throw UsageError(fmt::format(
          "{} has no wire to disturb: allowed are boards that are simulated, rtl:NAME.", request_.dut));
    return *session_->wire();
  }

  void note(const std::string& outcome) {
    typed_.push_back(line_);
    outcomes_.push_back(outcome);
  }

  void obey(const talk::Ask& ask) {
    const bool begins =
        ask.request.kind == protocol::RequestKind::first || ask.request.kind == protocol::RequestKind::second;
    if (contest_.medium() == Medium::files && !begins && !in_game_)
      throw UsageError("Over files a game has to begin before anything else is asked: first, or second.");
    in_game_ = in_game_ || begins;
    const Exchange exchange = session_->ask(ask.request);
    if (!exchange.unasked.empty()) {
      Heard before;
      before.bytes = exchange.unasked;
      printer_.fact("before", fmt::format("{} bytes came that nobody had asked for", before.bytes.size()));
      printer_.heard(before, exchange.sent.last_bit);
    }
    if (exchange.files) {
      printer_.files(*exchange.files);
    } else {
      printer_.sent(exchange.label, exchange.request_bytes, exchange.sent);
    }
    printer_.heard({exchange.bytes, exchange.line_errors, exchange.hung_up}, exchange.sent.last_bit);
    print_edges(exchange.sent.last_bit);
    const std::string verdict = verdict_on(exchange);
    printer_.fact("reply", verdict);
    note(verdict);
  }

  /// Bytes that are a request of the contest are asked as one: then it is known what must follow.
  void obey(const talk::Send& send) {
    const protocol::ByteDialect& dialect = *contest_.dialect->bytes();
    const protocol::Parsed<protocol::Request> parsed = dialect.parse_request(send.bytes);
    const bool is_request = parsed.state == ParseState::complete && parsed.length == send.bytes.size() &&
                            dialect.encode(parsed.value) == send.bytes;
    if (is_request) return obey(talk::Ask{parsed.value});
    Link& link = session_->bytes()->link();
    const Sent sent = link.send(send.bytes, Instant::exactly(link.info().clock, Duration::zero()));
    printer_.sent("", send.bytes, sent);
    hear(link, sent.last_bit, after_bytes);
  }

  void hear(Link& link, const Instant& from, Duration span) {
    Heard heard;
    while (!heard.hung_up && heard.bytes.size() < dut::flood) {
      const Event event = link.receive(from + span);
      if (std::holds_alternative<TimedOut>(event)) break;
      if (const auto* byte = std::get_if<Byte>(&event)) heard.bytes.push_back(*byte);
      if (const auto* error = std::get_if<LineError>(&event)) heard.line_errors.push_back(*error);
      if (const auto* gone = std::get_if<HungUp>(&event)) heard.hung_up = *gone;
    }
    printer_.heard(heard, from);
    print_edges(from);
    const std::string outcome =
        heard.bytes.empty() ? fmt::format("nothing within {}", deadline_text(span))
                            : fmt::format("{} bytes within {}", heard.bytes.size(), deadline_text(span));
    printer_.fact("reply", outcome);
    note(outcome);
  }

  void obey(const talk::Listen& listen) {
    const dut::Overheard heard = session_->listen(listen.span);
    std::string text;
    for (const Byte& byte : heard.bytes) text += static_cast<char>(byte.value);
    const std::string outcome =
        heard.silent() ? fmt::format("nothing within {}", deadline_text(listen.span))
                       : fmt::format("{} bytes within {}", heard.bytes.size(), deadline_text(listen.span));
    const Instant from = heard.bytes.empty() ? Instant::exactly(session_->info().clock, Duration::zero())
                                             : heard.bytes.front().first_bit;
    printer_.heard({heard.bytes, heard.line_errors, heard.hung_up}, from);
    print_edges(from);
    printer_.fact("heard", outcome);
    note(outcome);
  }

  void obey(const talk::Reset&) {
    const Outcome outcome = session_->reset();
    if (!outcome.done)
      throw UsageError(fmt::format(
          "{} cannot be reset: allowed are boards that the rig can start again, and those with --reset.",
          request_.dut));
    in_game_ = false;
    watch();
    const std::string words = outcome.note.empty() ? "done" : outcome.note;
    printer_.fact("reset", words);
    note(words);
  }

  void obey(const talk::Glitch& glitch) {
    const Sent sent =
        wire().disturb([&](WireControl& wire) { return wire.glitch(glitch.width, after_glitch); });
    printer_.fact("glitch", fmt::format("low for {}", readable(glitch.width)));
    hear(session_->bytes()->link(), sent.last_bit, after_glitch);
  }

  void obey(const talk::Rate& rate) {
    wire().set_host_rate(rate.parts_per_million);
    const std::string words =
        fmt::format("{} {:+.2f} %", contest_.baud, static_cast<double>(rate.parts_per_million) / 1e4);
    printer_.fact("rate", words);
    note(words);
  }

  void obey(const talk::History&) {
    for (std::size_t i = 0; i < typed_.size(); ++i)
      std::cout << fmt::format("  {:>4}  {:<20} {}\n", i + 1, visible(typed_[i]), visible(outcomes_[i]));
    std::cout << std::flush;
  }

  void obey(const talk::Save& save) {
    if (std::filesystem::exists(save.file))
      throw UsageError(fmt::format("save: {} is there already, allowed is a file that is not.", save.file));
    std::string text = fmt::format("# rig talk --dut {} --contest {} <FILE\n", shell_quoted(request_.dut),
                                   shell_quoted(request_.contest));
    for (const std::string& line : typed_) text += line + "\n";
    write_whole(save.file, text);
    printer_.fact("saved", fmt::format("{}: {} lines", save.file, typed_.size()));
  }

  void obey(const talk::Help&) { std::cout << talk::help_text(contest_) << std::flush; }
  void obey(const talk::Quit&) { over_ = true; }
  void obey(const talk::Nothing&) {}

  const Contest& contest_;
  const TalkRequest& request_;
  std::unique_ptr<FarEnd> far_end_;
  std::unique_ptr<dut::Session> session_;
  Printer printer_;
  std::string line_;                   // as it was typed
  std::vector<std::string> typed_;     // what was done so far
  std::vector<std::string> outcomes_;  // of each of them
  bool in_game_ = false;               // over files
  bool over_ = false;
};

}  // namespace

std::string talk_help() {
  return "Reads lines from standard input: hello, first 5, second 5 MOVE, move MOVE, end, bytes \\x30\\n, "
         "listen "
         "1s,\n"
         "reset, glitch 3us, rate +2%, history, save FILE, help, quit. help lists those of the contest. "
         "Times "
         "are\n"
         "from the end of what was sent. save writes a script for rig talk <FILE; the scenario files of "
         "certify are\n"
         "games of a referee, and cannot hold it. Exit status: 0 at the end; 2 for a wrong line, where no "
         "person\n"
         "types; 3 the board cannot be reached.\n\n"
         "Examples:\n" +
         game::with_examples(
             "  rig talk --dut rtl:{model} --contest {contest}\n"
             "  rig talk --dut serial:/dev/ttyUSB0 --contest {contest}\n"
             "  echo hello | rig talk --dut rtl:{model} --contest {contest}\n");
}

int talk_to_dut(const TalkRequest& request) {
  return Talk(request).run();
}

}  // namespace rig
