#pragma once
/// The calls of two players' programs as lines of a transcript, and back, in the order in which the rig
/// answered them. A call is two or three lines, each an array of JSON:
///
///   ["player 1", "started", [ARGUMENT, …], {PATH: CONTENT, …},        or "asked": one that lives on
///       {"process": NUMBER, "directory": PATH, "made": NS, "at": NS, "answered": NS}]
///   ["player 1", "does", [[DEED, NS, AT, …], …]]     NS: its delay, AT: when it was done, null where it was
///   not
///       ["write", NS, AT, PATH, CONTENT], "replace"; ["remove", NS, AT, PATH]; ["look", NS, AT];
///       ["exit", NS, AT, STATUS]; ["signal", NS, AT, NUMBER]
///   ["player 1", "left", {PATH: CONTENT, …}, AT]     where it came to look at the files after its deeds
///
/// Times are in nanoseconds since the game began. A text that is no UTF-8 stands as {"hex": BYTES}, such a
/// path as "hex:BYTES".

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/referee/host/played.hpp"

namespace rig::host {

/// A call of a program, and where it stands.
struct RecordedCall {
  std::size_t player = 0;  ///< 0: player 1
  std::size_t index = 0;   ///< among the player's
  std::size_t line = 0;    ///< of the file
};

std::vector<std::string> lines_of_calls(const Played& played);

/// Reads such lines, one after the other. transcript_lines::Unreadable for what no recording writes.
class CallsReading {
 public:
  void take(const nlohmann::json& line, const std::string& text, std::size_t number);
  /// Its game has ended: the calls go to the logs of the boards. Returns where each stands.
  std::vector<RecordedCall> give_to(Played& played);

 private:
  struct Entry {
    std::size_t player = 0;
    std::size_t line = 0;
    Call call;
    bool deeds_are_read = false;
    bool left_is_read = false;
  };

  void begin(const nlohmann::json& line, std::size_t player, std::size_t number);
  Entry& of_the_same_player(std::size_t player);
  void read_deeds(const nlohmann::json& deeds, Entry& entry);
  void read_left(const nlohmann::json& line, Entry& entry);

  std::vector<Entry> entries_;
};

/// Unreadable unless a recording writes this line so.
void expect_written_so(const std::string& text, const nlohmann::json& written);

}  // namespace rig::host
