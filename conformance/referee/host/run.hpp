#pragma once
/// One run of a referee under test: from its start to its end, with one game or several.

#include <poll.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/host/board/scripted_board.hpp"
#include "conformance/referee/host/board/standard_streams.hpp"
#include "conformance/referee/host/board/wire_board.hpp"
#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/series.hpp"
#include "conformance/referee/host/start/configuration.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/starvation.hpp"

namespace rig::host {

class Run {
 public:
  /// Starts the program. The games are played in this order; the first begins as its order says, and the
  /// others must begin as they are seated in a run (series.hpp).
  Run(const Host& host, std::vector<const GameOrder*> games);

  void add_descriptors(std::vector<pollfd>& watched) const;
  /// When it has to be looked at, whatever comes before.
  Duration next_look() const;
  /// Reads what has come and does what is due.
  void step();

  bool over() const { return over_; }
  /// What was seen of each game that was begun, in order: fewer where the referee ended before.
  std::vector<Played> take() { return std::move(played_); }

 private:
  std::unique_ptr<ScriptedBoard> new_board(std::size_t board);
  std::unique_ptr<ScriptedBoard> new_idle_board();
  /// Those that play, and the one that does not.
  std::vector<ScriptedBoard*> all_boards() const;
  Filling filling() const;
  Sandbox sandbox() const;
  void start();
  std::size_t newest() const { return played_.size() - 1; }
  bool is_last() const { return newest() + 1 == games_.size(); }
  void note_games_begun();
  bool everybody_is_there() const;
  bool has_announced() const;
  bool has_been_quiet_since_its_verdict(Duration now);
  std::filesystem::path result_file() const;
  std::string told() const;
  Duration patience() const;
  Duration give_up_at() const {
    const Duration began = played_.back().began.earliest;
    return began + games_[newest()]->longest + not_watched_ + starvation_.since(began);
  }
  void note_gap();
  void give_up();
  void end_as_told();
  void end_by(int status);
  void end(Ending ending, const std::string& how);
  void sum_up(std::size_t game, const std::string& told);

  const Host& host_;
  std::vector<const GameOrder*> games_;
  std::vector<Seating> seatings_;
  MovesAsked asked_;
  std::shared_ptr<StandardStreams> streams_;  // null: no board is on them
  std::array<std::unique_ptr<ScriptedBoard>, 2> boards_;
  MovesAsked asked_of_idle_;
  std::unique_ptr<ScriptedBoard> idle_;                 // null: every board plays
  std::unique_ptr<EditedConfiguration> configuration_;  // null: there is none
  std::unique_ptr<Supervised> program_;
  std::vector<Played> played_;
  Starvation starvation_;
  Duration empty_at_{};                   ///< nothing that is not read yet had come by then
  Duration progress_{};                   ///< when the referee last did something, plus gaps since then
  Duration not_watched_{};                ///< of the newest game: the gaps
  std::optional<Duration> verdict_seen_;  ///< of the last game, when the referee had been quiet
  bool over_ = false;
};

}  // namespace rig::host
