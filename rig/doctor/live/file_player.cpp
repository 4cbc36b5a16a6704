#include "rig/doctor/live/file_player.hpp"

#include <fmt/format.h>

#include "rig/base/readable.hpp"
#include "rig/doctor/live/program_file.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/last_words.hpp"

namespace rig::doctor {

namespace {

/// Why its first turn was none.
Diagnosis of_turn(const dut::Exchange& turn, const protocol::Contest& contest) {
  const dut::FileTrace& trace = *turn.files;
  const std::string said = last_words(trace.outcome.standard_error);
  if (trace.outcome.hung_up)
    return {fmt::format("It {} when it is asked for its first move{}.", trace.outcome.hung_up->how, said),
            "Start it by hand, in a folder with the files that the contest puts there."};
  if (trace.silent)
    return {fmt::format("It writes nothing within {}{}.", readable(turn.expected.deadline), said),
            "Write the answer into the files of the current folder, and close them."};
  if (!trace.answer.irregularities.empty())
    return {
        fmt::format("Its first move does not count: {}{}", trace.answer.irregularities.front().what, said),
        fmt::format("Look at the form of the files in {}.", contest.title)};
  return {fmt::format("Its first move cannot be read{}.", said),
          fmt::format("Look at the form of the files in {}.", contest.title)};
}

}  // namespace

Examination examine_file_player(const dut::DutName& name, const protocol::Contest& contest,
                                const Sandbox& sandbox) {
  Examination done;
  const std::vector<std::string> words = split_command(name.target);
  done.diagnosis = look_at_program(words);
  done.seen.emplace_back(
      "program", done.diagnosis ? "it cannot be started" : fmt::format("{} can be started", words.front()));
  if (done.diagnosis) return done;
  const std::unique_ptr<FarEnd> far_end =
      dut::open_dut(name, {.contest = contest, .reset = {}, .say = {}, .sandbox = sandbox});
  const std::unique_ptr<dut::Session> session = dut::new_session(*far_end, contest);
  session->begin();
  const dut::Exchange turn = session->ask(contest.requests(contest.seats.front(), {}).back());
  done.answers = turn.files->answer.stands();
  if (!done.answers) {
    done.seen.emplace_back("first move", "none that counts");
    done.diagnosis = of_turn(turn, contest);
    return done;
  }
  done.seen.emplace_back("first move",
                         fmt::format("\"{}\"{}", turn.files->answer.move->text,
                                     turn.latency ? " after " + readable(turn.latency->longest) : ""));
  return done;
}

}  // namespace rig::doctor
