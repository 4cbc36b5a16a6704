#pragma once
/// What tests of toy cases share: the links that their toys run on, and the records that these have left.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "games/blokus/players/blokus_player.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/link.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// By the names of the toys that run on them. All others run on the reference player.
using LinksOfToys = std::map<std::string, std::unique_ptr<rig::Link>>;
LinksOfToys links_of_games();
LinksOfToys links_of_unwell_rigs();

const rig::report::CaseRecord& record_of(const std::string& toy);
/// The first finding of this toy on a requirement; there has to be one.
const rig::report::Finding& finding_on(const std::string& toy, const std::string& requirement);
rig::Verdict verdict_on(const std::string& toy, const std::string& requirement);

inline std::unique_ptr<rig::Link> link_to(std::unique_ptr<rig::Device> device) {
  return rig::make_callback_link({"builtin:blokus", "", 115200, {}}, std::move(device));
}

/// The reference player.
inline std::unique_ptr<rig::Link> player_with(const std::string& fault) {
  rig::player::BlokusDeviceOptions device;
  device.fault = fault;
  return link_to(rig::player::new_blokus_device(device));
}

}  // namespace conformance
