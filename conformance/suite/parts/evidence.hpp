#pragma once
/// What shows a finding: the exchange as bytes or files, its times, the board; and the words for them.

#include <optional>
#include <string>
#include <vector>

#include "rig/dut/game.hpp"
#include "rig/dut/session.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// What a request calls for, for people: `a move within 1 s`.
std::string words_of(const rig::protocol::Expectation& expected, const std::string& what);
/// Bytes of a request as people write them: a line without its end.
std::string words_of(const rig::Bytes& request);

/// The exchange as a finding shows it.
rig::report::Evidence evidence_of(const rig::protocol::Contest& contest, const rig::dut::Exchange& exchange);
/// Bytes that nobody asked for, with the last exchange before them where there is one.
rig::report::Evidence evidence_of(const std::vector<rig::Byte>& unasked,
                                  const std::optional<rig::dut::Exchange>& last);

/// What a program changed in the files that it was given, and what it said: a line each.
std::vector<std::string> changes(const rig::dut::FileTrace& files);

/// The board as it is before the player to move moves; `marked` is a move of its that is shown on it.
rig::protocol::BoardPicture board_of(const rig::dut::Game& game, const rig::protocol::Move& marked = {});
/// The same with the squares that an objection to a program's files is about.
rig::protocol::BoardPicture board_with(const rig::dut::Game& game, const rig::protocol::Irregularity& what);

/// The bytes alone, without their times.
rig::Bytes values_of(const std::vector<rig::Byte>& bytes);

/// Whether these bytes are such as the contest's hosts drop wherever they come.
bool dropped_by_hosts(const rig::protocol::Contest& contest, const std::vector<rig::Byte>& bytes);

}  // namespace conformance
