#pragma once
/// What a case sees, by name: `hello.deadline`. Each contest's catalogue binds the aspects that it has
/// clauses for, so that one case serves all contests. The names are closed: one that is mistyped does not
/// compile, and a catalogue that has another is refused. A game may add names for cases of its own.

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rig::protocol {

/// Every aspect that a clause of any contest is about, by family, in order.
// clang-format off
inline constexpr auto all_aspects = std::to_array<std::string_view>({
    "after.limit", "after.line", "after.seven-column-line", "after.seven-row-line",
    "board.difference", "board.format", "board.newline", "board.unlimited-columns", "board.unlimited-rows",
    "checkpoint.whole", "checkpoint.wins",
    "end.in-place-of-move", "end.last-tile", "end.mid-game", "end.rematch", "end.reset-rematch",
    "end.silence",
    "exit.ended", "exit.status",
    "file.exists",
    "first.answered", "first.deadline", "first.power-on",
    "game.whole",
    "hello.answered", "hello.between-games", "hello.deadline", "hello.format", "hello.mid-game",
    "hello.repeated", "hello.same", "hello.sizes", "hello.team",
    "host.cr", "host.illegal", "host.nonsense",
    "left.agrees", "left.difference", "left.format", "left.newline", "left.others", "left.spelling",
    "line.blocks", "line.duplex", "line.end-glued", "line.framing", "line.glued", "line.host-rate", "line.margin",
    "line.overrun", "line.rate", "line.rate-margin", "line.recovery", "line.spacing", "line.split",
    "log.read-only", "log.spelling", "log.untouched",
    "message.again", "message.colour", "message.flag", "message.format", "message.half",
    "message.host-file", "message.id", "message.line-ends", "message.lines", "message.unasked",
    "message.whole",
    "move.cascade", "move.colour", "move.corner", "move.deadline", "move.edge", "move.extra", "move.first",
    "move.isolated", "move.malformed", "move.occupied", "move.pass", "move.range", "move.start",
    "move.syntax", "move.used",
    "name.mid-game",
    "opponent.codes", "opponent.column-past-az", "opponent.column-past-z", "opponent.column-past-zz",
    "opponent.edge", "opponent.forced", "opponent.grows-left", "opponent.grows-up",
    "opponent.long-cascade", "opponent.thinks", "opponent.three-digit-row", "opponent.tiles",
    "over.both-win", "over.silence", "over.stuck",
    "pass.absorbing", "pass.asked-again", "pass.bytes", "pass.needless", "pass.opponents",
    "pass.untouched", "pass.when-stuck",
    "paths.given",
    "process.ended", "process.left",
    "referee.arguments", "referee.board-file", "referee.bonus", "referee.both-pass", "referee.both-win",
    "referee.called", "referee.cascade", "referee.colour", "referee.columns", "referee.contact",
    "referee.corner", "referee.dies", "referee.draw", "referee.drip", "referee.early", "referee.edge",
    "referee.end", "referee.extra", "referee.file-format", "referee.file-gone", "referee.first",
    "referee.first-late", "referee.first-move", "referee.first-pass", "referee.forced", "referee.forward", "referee.grows",
    "referee.hang-up", "referee.hello", "referee.hello-silence", "referee.in-time", "referee.isolated",
    "referee.last-move", "referee.late", "referee.left-file", "referee.legal", "referee.limit",
    "referee.line", "referee.line-end", "referee.log-file", "referee.log-place", "referee.log-tampering",
    "referee.longest", "referee.loop", "referee.margin", "referee.message", "referee.missing-row",
    "referee.next", "referee.next-match", "referee.no-line", "referee.occupied", "referee.one-piece",
    "referee.others-left", "referee.others-tampering", "referee.over", "referee.own-files", "referee.pass",
    "referee.pass-for-good", "referee.path-draw", "referee.points", "referee.range", "referee.result",
    "referee.role-order", "referee.scenario", "referee.score", "referee.second", "referee.shape",
    "referee.silence", "referee.size", "referee.stand-by", "referee.start", "referee.status",
    "referee.syntax", "referee.tampering", "referee.tie", "referee.used",
    "reply.line-end",
    "role.after-end", "role.black-mid-game", "role.white-mid-game",
    "second.deadline", "second.silence",
    "silence.unasked",
    "stand-by.deaf", "stand-by.silence", "stand-by.woken",
    "start.either"
});
// clang-format on

class Aspect {
 public:
  /// One of `all_aspects`; any other does not compile.
  consteval Aspect(const char* name)  // NOLINT(google-explicit-constructor): cases write the name alone
      : name_(known(name)) {}

  /// An aspect that is told by its name when the program runs. RigError when there is none of that name.
  static Aspect named(std::string_view name);
  /// Adds one that a game has of its own, before main; to add it again changes nothing.
  static Aspect add(const char* name);
  /// That of a word of the contest's rules: `move.` and `corner`. Nothing where no contest has a clause on
  /// it.
  static std::optional<Aspect> in(std::string_view family, std::string_view word);

  /// `hello.deadline`.
  constexpr std::string_view name() const { return name_; }
  std::string text() const { return std::string(name_); }

  friend bool operator==(const Aspect&, const Aspect&) = default;

 private:
  struct Unchecked {};
  Aspect(std::string_view name, Unchecked) : name_(name) {}

  static consteval std::string_view known(std::string_view name) {
    for (const std::string_view one : all_aspects) {
      if (one == name) return one;
    }
    throw "there is no such aspect";  // where this is reached, nothing compiles
  }

  std::string_view name_;
};

}  // namespace rig::protocol
