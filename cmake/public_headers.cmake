# What a game from outside may include; docs/modules.md has a paragraph on each. What these include is installed with them.
cmake_minimum_required(VERSION 3.25)  # also where it is included by a script alone
set(contest_rig_public_headers
  conformance/referee/lines.hpp
  conformance/referee/referee_case.hpp
  conformance/referee/violation_case.hpp
  conformance/suite/cases/files_case.hpp
  conformance/suite/cases/wire_case.hpp
  conformance/suite/suite.hpp
  rig/base/bytes.hpp
  rig/base/errors.hpp
  rig/base/random.hpp
  rig/dut/game.hpp
  rig/dut/session.hpp
  rig/game/game.hpp
  rig/game/move_writer.hpp
  rig/game/notation.hpp
  rig/game/spelling.hpp
  rig/link/callback/callback_link.hpp
  rig/link/callback/device.hpp
  rig/link/callback/file_device.hpp
  rig/player/device_fault.hpp
  rig/player/device_host.hpp
  rig/player/opponent.hpp
  rig/protocol/aspect.hpp
  rig/protocol/contest.hpp
  rig/protocol/dialect.hpp
  rig/protocol/file_dialect.hpp
  rig/protocol/ruling.hpp
  rig/protocol/settings.hpp)

# contest_rig_headers_below(root out): these headers below `root` and all that they include of the rig, sorted.
function(contest_rig_headers_below root out)
  set(found)
  # The last two are what CMake's own sources include.
  set(open ${contest_rig_public_headers} rig/game/module.hpp conformance/suite/texts.hpp)
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST found OR NOT EXISTS ${root}/${header})
      continue()
    endif()
    list(APPEND found ${header})
    file(STRINGS ${root}/${header} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      list(APPEND open ${included})
    endforeach()
  endwhile()
  list(SORT found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()
