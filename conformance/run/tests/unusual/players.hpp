#pragma once
/// Players that nobody would write and that are right all the same, and players with slips that no table of
/// faults has. They are made from the contests' texts alone: their own readers of requests and files, their
/// own boards, their own rules.

#include <memory>
#include <string>

#include "conformance/run/tests/unusual/restless.hpp"
#include "rig/link/callback/file_device.hpp"
#include "rig/player/traits.hpp"

namespace conformance::unusual {

using rig::player::Traits;

// Each reads its traits; UsageError for one that it does not have.
std::unique_ptr<RestlessDevice> new_duo_board(const Traits& traits);          ///< icfpt2014
std::unique_ptr<RestlessDevice> new_duo_board_of_2013(const Traits& traits);  ///< icfpt2013
std::unique_ptr<RestlessDevice> new_heart_board(const Traits& traits);        ///< heart-trax
std::unique_ptr<RestlessDevice> new_aut_board(const Traits& traits);          ///< aut-trax
std::unique_ptr<RestlessDevice> new_japan_board(const Traits& traits);        ///< trax-jp
std::unique_ptr<rig::FileDevice> new_course_program(const Traits& traits);    ///< course
std::unique_ptr<rig::FileDevice> new_ustc_program(const Traits& traits);      ///< ustc

}  // namespace conformance::unusual
