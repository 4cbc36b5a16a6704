#pragma once
/// A person at a terminal, or a script on standard input.

#include <iosfwd>
#include <string>

#include "rig/game/notation.hpp"
#include "rig/tools/play/place.hpp"
#include "rig/tools/play/replay.hpp"

namespace rig::play {

/// Whether somebody types, or lines come from a file: those are printed with what comes of them.
enum class Typing { by_a_person, by_a_script };

class Terminal final : public Place, private arbiter::Watcher {
 public:
  /// `contest`, `replay` and the streams outlive it. `board` is what the other side is called. What is
  /// replayed is not drawn.
  Terminal(const protocol::Contest& contest, std::string board, const Replay& replay, WhyNot why_not,
           std::istream& in, std::ostream& out, Typing typing);

  void begin(const protocol::Seat& seat, int number) override;
  arbiter::Watcher& watcher() override { return *this; }
  protocol::Move move(const protocol::Ruling& ruling) override;
  Wish afterwards() override;
  void say(const std::string& sentence) override;

 private:
  void asked(const arbiter::Table& table) override;
  void moved(const arbiter::Table& table) override;
  void game_ended(const arbiter::Table& table) override;

  std::string name_of(protocol::Player player) const;
  void draw(const arbiter::Table& table, const std::string& caption);
  bool is_replayed(const arbiter::Table& table) const;
  /// The next line; throws Wished at the end of the input.
  std::string line();
  void list_moves(const protocol::Ruling& ruling, const std::string& part);
  void help();
  /// Whether the line is such a wish, which cannot be had. Throws Wished for one that can.
  bool wishes(const std::string& line);

  const protocol::Contest& contest_;
  const game::Notation& notation_;
  std::string board_;
  const Replay& replay_;
  WhyNot why_not_;
  std::istream& in_;
  std::ostream& out_;
  Typing typing_;
  protocol::Seat seat_;
};

}  // namespace rig::play
