/// `unusual:TRAITS`: the players of this folder as DUTs of certify.

#include "rig/dut/guests.hpp"

#include <fmt/format.h>

#include <utility>

#include "conformance/run/tests/unusual/players.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_files.hpp"

namespace rig::dut {

namespace {

using conformance::unusual::Traits;

template <typename Player>
std::unique_ptr<Player> made(std::unique_ptr<Player> (*make)(const Traits&), const std::string& text) {
  const Traits traits(text == "plain" ? "" : text);
  std::unique_ptr<Player> player = make(traits);
  traits.require_all_read();
  return player;
}

std::unique_ptr<Link> open_board(const protocol::Contest& contest, const std::string& name,
                                 const std::string& target) {
  using namespace conformance::unusual;
  CallbackOptions options;
  options.name = name;
  options.description = fmt::format("unusual player, virtual time, {} 8N1", contest.baud);
  options.baud = contest.baud;
  if (contest.name == "icfpt2014") return make_restless_link(options, made(new_duo_board, target));
  if (contest.name == "icfpt2013") return make_restless_link(options, made(new_duo_board_of_2013, target));
  if (contest.name == "trax-jp") return make_restless_link(options, made(new_japan_board, target));
  if (contest.name == "heart-trax") return make_restless_link(options, made(new_heart_board, target));
  if (contest.name == "aut-trax") return make_restless_link(options, made(new_aut_board, target));
  throw UsageError(name + ": no unusual player plays " + contest.name + ".");
}

std::unique_ptr<FileExchange> open_program(const protocol::Contest& contest, const std::string& name,
                                           const std::string& target) {
  using namespace conformance::unusual;
  CallbackFilesOptions options;
  options.name = name;
  options.description = "unusual player, virtual time, files";
  options.per_move = contest.per_move;
  return make_callback_exchange(
      options, contest.per_move ? made(new_course_program, target) : made(new_ustc_program, target));
}

std::unique_ptr<FarEnd> open_player(const protocol::Contest& contest, const std::string& name,
                                    const std::string& target) {
  if (contest.medium() == Medium::files) return open_program(contest, name, target);
  return open_board(contest, name, target);
}

}  // namespace

std::vector<Guest> guests() {
  return {{"unusual", "unusual:TRAITS", "an unusual player, described by its traits, in virtual time",
           open_player}};
}

}  // namespace rig::dut
