# How every library, program and test of the project is declared: one function each, so that
# warnings, sanitizers and time-outs stand in one place.

# Headers that most sources include are compiled once; RIG_PCH=OFF (and clang-tidy) sees each source as it stands.
# rig_headers(target owner header …): `owner` compiles them, all others take its copy.
function(rig_headers target owner)
  if(NOT RIG_PCH)
    return()
  endif()
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# The sources of a target are compiled together, a few at a time, in half the time; RIG_UNITY=OFF (and clang-tidy) sees each
# as it stands. What is optimized by OPTIONS of its own stays alone; with BY_FOLDER each folder is kept from the others.
function(rig_compile_together target)
  cmake_parse_arguments(ARG "BY_FOLDER" "" "" ${ARGN})
  if(NOT RIG_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(count EQUAL 1)
    return()
  endif()
  foreach(source ${sources})
    if(source MATCHES "^(.*/)?[^/]*[.]cpp$")
      set(folder)
      if(ARG_BY_FOLDER)
        string(MAKE_C_IDENTIFIER "${CMAKE_MATCH_1}" folder)
      endif()
      math(EXPR count_${folder} "${count_${folder}} + 1")
      math(EXPR part "(${count_${folder}} - 1) / ${rig_together}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}${part})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # What a source calls its own does not hide what another one does.
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()
set(rig_together 12)

function(rig_compile_settings target)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wnull-dereference
    $<$<CONFIG:Release>:-Wno-null-dereference>
    # GCC 13 and later take each function with a temporary argument for one that returns a part of it.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-dangling-reference>)
  if(RIG_WARNINGS_ARE_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(RIG_SANITIZE)
    # Lines are all that a finding needs of -g. GCC 12 sees uninitialized memory in std::regex where it adds its checks.
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer -O1 -g1 -Wno-maybe-uninitialized)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(RIG_FUZZ)
    target_compile_options(${target} PUBLIC -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                                            -g -O1 -Wno-error)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(RIG_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "clang-tidy;--quiet")
  endif()
endfunction()

# Tests are compiled without optimization in the presets that are built often.
set(rig_unoptimized $<$<OR:$<CONFIG:Release>,$<BOOL:${RIG_SANITIZE}>,$<BOOL:${RIG_EDIT}>>:-O0>)

set(rig_common_headers <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <set> <string> <variant>
                       <vector> <fmt/format.h>)

# What writes reports, reads files and command lines, and says what a case asks for is compiled with fewer optimizations, in
# three quarters of the time: nothing that is timed, and no loop that counts, is in it. Its headers are compiled so too: from
# 13 on GCC has no use for those that were compiled with other optimizations.
function(rig_compile_cold)
  if(RIG_PCH AND NOT TARGET rig_cold_headers)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/rig_cold_headers.cpp CONTENT "")
    add_library(rig_cold_headers OBJECT ${CMAKE_BINARY_DIR}/rig_cold_headers.cpp)
    target_link_libraries(rig_cold_headers PRIVATE fmt::fmt)
    rig_compile_settings(rig_cold_headers)
    target_compile_options(rig_cold_headers PRIVATE $<$<CONFIG:Release>:-O1>)
    rig_headers(rig_cold_headers rig_cold_headers ${rig_common_headers})
  endif()
  foreach(target ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    get_target_property(owner ${target} PRECOMPILE_HEADERS_REUSE_FROM)
    if(owner STREQUAL rig_base)
      set_target_properties(${target} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM rig_cold_headers)
    endif()
  endforeach()
endfunction()

# rig_library(name SOURCES a.cpp … [DEPENDS lib …] [OPTIONS -O3 …] [HEADERS <more> …] [BY_FOLDER])
function(rig_library name)
  cmake_parse_arguments(ARG "BY_FOLDER" "" "SOURCES;DEPENDS;OPTIONS;HEADERS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  rig_compile_settings(${name})
  if(ARG_BY_FOLDER)
    rig_compile_together(${name} BY_FOLDER)
  elseif(NOT ARG_OPTIONS)
    rig_compile_together(${name})
  endif()
  if(ARG_OPTIONS)
    target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  elseif(ARG_HEADERS)
    rig_headers(${name} ${name} ${rig_common_headers} ${ARG_HEADERS})
  else()
    rig_headers(${name} rig_base ${rig_common_headers})
  endif()
endfunction()

# rig_program(name SOURCES a.cpp … [DEPENDS lib …]): an executable in build/<preset>/bin
function(rig_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
  rig_compile_settings(${name})
  if(ARG_DEPENDS)
    rig_headers(${name} rig_base)
  endif()
endfunction()

# What programs link of the games: `rig_games` what plays, `game_texts` clauses and faults, `conformance_games` these and cases.
add_library(rig_games INTERFACE)
add_library(game_texts INTERFACE)
target_link_libraries(game_texts INTERFACE rig_catalogue)
add_library(conformance_games INTERFACE)
target_link_libraries(conformance_games INTERFACE rig_games game_texts)

# rig_texts(target folder): objects that programs link by `game_texts`: the clauses, faults and matrices in this folder (texts.cmake).
function(rig_texts target folder)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  contest_rig_texts(${output} ${folder})
  add_library(${target} OBJECT ${output})
  rig_compile_settings(${target})
  target_sources(game_texts INTERFACE $<TARGET_OBJECTS:${target}>)
endfunction()

# rig_game(name PAGE page.cpp LIBRARY lib CASES a.cpp …): registers the game of this folder. What registers itself is linked as
# objects, so that none is dropped as unused. Its clauses, faults and matrices stand in clauses/ and faults/.
function(rig_game name)
  cmake_parse_arguments(ARG "" "PAGE;LIBRARY" "CASES" ${ARGN})
  add_library(game_${name} OBJECT ${ARG_PAGE})
  target_link_libraries(game_${name} PUBLIC ${ARG_LIBRARY})
  rig_compile_settings(game_${name})
  rig_headers(game_${name} rig_base)
  target_sources(rig_games INTERFACE $<TARGET_OBJECTS:game_${name}>)
  target_link_libraries(rig_games INTERFACE ${ARG_LIBRARY})
  rig_texts(texts_${name} ${CMAKE_CURRENT_SOURCE_DIR})
  add_library(cases_${name} OBJECT ${ARG_CASES})
  target_link_libraries(cases_${name} PUBLIC ${ARG_LIBRARY} conformance_referee case_words)
  rig_compile_settings(cases_${name})
  rig_compile_together(cases_${name})
  rig_headers(cases_${name} conformance_suite)
  target_sources(conformance_games INTERFACE $<TARGET_OBJECTS:cases_${name}>)
  target_link_libraries(conformance_games INTERFACE conformance_referee case_words)
  rig_compile_cold(game_${name} cases_${name})
endfunction()

# rig_player(name SOURCES a.cpp …): a reference player of a game as a program of its own, which is installed and has its man page.
add_custom_target(player_programs)
function(rig_player name)
  cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
  rig_program(${name} SOURCES ${ARG_SOURCES} DEPENDS rig_games rig_device_host)
  rig_compile_cold(${name})
  add_dependencies(player_programs ${name})
  set_property(GLOBAL APPEND PROPERTY RIG_PLAYERS ${name})
endfunction()

# One archive of all libraries that a module may use: what the package installs, and what programs that load modules have whole.
set(contest_rig_archive ${CMAKE_BINARY_DIR}/libcontest_rig.a)
# To be called when all libraries are there.
function(make_contest_rig_archive)
  rig_libraries_below(libraries conformance_referee case_words rig_device_host)
  list(TRANSFORM libraries REPLACE "(.+)" "addlib $<TARGET_FILE:\\1>" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" lines)
  set(script ${CMAKE_BINARY_DIR}/contest_rig.mri)
  file(GENERATE OUTPUT ${script} CONTENT "create ${contest_rig_archive}\n${lines}\nsave\nend\n")
  add_custom_command(OUTPUT ${contest_rig_archive}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${contest_rig_archive} COMMAND ${CMAKE_AR} -M < ${script}
    DEPENDS ${libraries} ${script} COMMENT "Putting all libraries into one" VERBATIM)
  add_custom_target(contest_rig_archive DEPENDS ${contest_rig_archive})
endfunction()

# rig_loads_modules(target): this program loads games from outside. It has all of what a module may use, which finds it there: a module
# links nothing of the rig. The archive comes first on its line: nothing is taken from the same libraries behind it.
function(rig_loads_modules target)
  target_link_libraries(${target} PRIVATE conformance_referee case_words rig_device_host)
  target_link_options(${target} BEFORE PRIVATE LINKER:--whole-archive ${contest_rig_archive} LINKER:--no-whole-archive)
  set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON LINK_DEPENDS ${contest_rig_archive})
  add_dependencies(${target} contest_rig_archive)
endfunction()

# rig_libraries_below(out target …): the static libraries of the tree among these targets and all that they link, sorted.
function(rig_libraries_below out)
  set(found)
  set(seen)
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open target)
    if(target IN_LIST seen OR NOT TARGET ${target})
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(imported ${target} IMPORTED)
    get_target_property(type ${target} TYPE)
    if(imported)
      continue()
    elseif(type STREQUAL "STATIC_LIBRARY")
      list(APPEND found ${target})
    endif()
    get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
    if(linked)
      list(APPEND open ${linked})
    endif()
  endwhile()
  list(SORT found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# What a module of the tree's own tests is built with, in place of the installed package (modules.cmake).
set(contest_rig_root ${CMAKE_SOURCE_DIR})
set(contest_rig_version ${PROJECT_VERSION})
add_library(contest_rig_headers INTERFACE)
add_library(contest_rig::headers ALIAS contest_rig_headers)
target_include_directories(contest_rig_headers INTERFACE ${CMAKE_SOURCE_DIR} $<TARGET_PROPERTY:GTest::gtest,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(contest_rig_headers INTERFACE fmt::fmt)

# rig_module(name …): contest_rig_game, and its module in build/<preset>/modules.
function(rig_module name)
  contest_rig_game(${name} ${ARGN})
  rig_compile_settings(${name}_game)
  rig_compile_settings(${name})
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
endfunction()

set(rig_test_headers <boost/test/data/monomorphic.hpp> <boost/test/data/test_case.hpp> <boost/test/unit_test.hpp>
                     <algorithm> <chrono> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <string>
                     <vector> <fmt/format.h> <nlohmann/json.hpp>)

# The main() of Boost.Test executables.
add_library(rig_test_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/../rig/tests/test_main.cpp)
target_link_libraries(rig_test_main PUBLIC Boost::unit_test_framework fmt::fmt nlohmann_json::nlohmann_json)
target_compile_definitions(rig_test_main PUBLIC BOOST_TEST_DYN_LINK)
rig_compile_settings(rig_test_main)
target_compile_options(rig_test_main PRIVATE ${rig_unoptimized})
rig_headers(rig_test_main rig_test_main ${rig_test_headers})

add_custom_target(full_tests)

# rig_unit_test(name SOURCES a.cpp … DEPENDS lib … [TIMEOUT s] [LABEL quick|full|long] [SHARES pattern …] [REAL_TIME] [OPTIMIZED] [OWN_MAIN] [APART])
# One Boost.Test executable, one CTest entry, and one more for the cases of each of its SHARES, so that they run beside the rest;
# the variable <name>_in_shares names them all. What only full and long tests run is built with the target full_tests.
# The sources of a test are compiled without optimization, in half the time: what they call is in libraries. A test
# that counts millions itself is OPTIMIZED. Sources that use a name each for something else are compiled APART.
function(rig_unit_test name)
  cmake_parse_arguments(ARG "REAL_TIME;OPTIMIZED;OWN_MAIN;APART" "TIMEOUT;LABEL" "SOURCES;DEPENDS;SHARES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(NOT ARG_OPTIMIZED AND NOT ARG_APART)
    rig_compile_together(${name})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} Boost::unit_test_framework fmt::fmt)
  target_compile_definitions(${name} PRIVATE BOOST_TEST_DYN_LINK)
  if(NOT ARG_OWN_MAIN)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:rig_test_main>)
  endif()
  rig_compile_settings(${name})
  # GCC 12 sees an overlap in Boost's naming of data-driven cases that is not there (its bug 105651).
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(NOT ARG_OPTIMIZED)
    target_compile_options(${name} PRIVATE ${rig_unoptimized})
    rig_headers(${name} rig_test_main)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  if(RIG_EDIT OR (ARG_LABEL MATCHES "full|long" AND NOT RIG_TIDY))
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(ARG_LABEL MATCHES "full|long" AND NOT RIG_TIDY)
    add_dependencies(full_tests ${name})
  endif()
  set(tests ${name})
  set(rest)
  foreach(share IN LISTS ARG_SHARES)
    list(LENGTH tests number)
    list(APPEND tests ${name}_${number})
    list(APPEND rest "--run_test=!${share}")
    rig_test(${name}_${number} COMMAND ${name} "--run_test=${share}" TIMEOUT "${ARG_TIMEOUT}" LABEL "${ARG_LABEL}")
  endforeach()
  rig_test(${name} COMMAND ${name} ${rest} TIMEOUT "${ARG_TIMEOUT}" LABEL "${ARG_LABEL}")
  set(${name}_in_shares ${tests} PARENT_SCOPE)
  if(ARG_REAL_TIME)
    foreach(test IN LISTS tests)
      rig_real_time_test(${test})
    endforeach()
  endif()
endfunction()

# A test that lives in real time mostly waits: scripts/test runs these beside each other and beside nothing that computes.
function(rig_real_time_test name)
  set_property(TEST ${name} APPEND PROPERTY LABELS real-time)
endfunction()

# rig_note_targets(name COMMAND … [NEEDS …]): writes down which targets a test's command names, and what it needs besides:
# `scripts/test --edit` builds these alone.
function(rig_note_targets name)
  cmake_parse_arguments(ARG "" "" "COMMAND;NEEDS" ${ARGN})
  string(JOIN " " line ${name} ${ARG_NEEDS})
  foreach(word IN LISTS ARG_COMMAND)
    if(word MATCHES "^[$]<TARGET_FILE:([^>]+)>$")
      string(APPEND line " ${CMAKE_MATCH_1}")
    elseif(TARGET "${word}" AND NOT word MATCHES "::")
      string(APPEND line " ${word}")
    endif()
  endforeach()
  set_property(GLOBAL APPEND_STRING PROPERTY RIG_TARGETS_OF_TESTS "${line}\n")
endfunction()

# rig_test(name COMMAND … [NEEDS target …] [TIMEOUT s] [LABEL quick|full|long] [REAL_TIME] [PART]): any command as a CTest
# entry. A test that ends with status 77 could not tell, and is skipped. NEEDS names what it runs that is no word of COMMAND.
# A quick test that is a PART of a full one is not run again with that. Every test has a time-out: TIMEOUT is what it may
# take when it has a processor to itself, and a busy machine gives a fifth of one.
function(rig_test name)
  cmake_parse_arguments(ARG "REAL_TIME;PART" "TIMEOUT;LABEL" "COMMAND;NEEDS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  if(NOT ARG_LABEL)
    set(ARG_LABEL quick)
  endif()
  list(GET ARG_COMMAND 0 program)
  if(ARG_LABEL STREQUAL "quick" AND TARGET ${program} AND NOT RIG_EDIT)
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL FALSE)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  rig_note_targets(${name} COMMAND ${ARG_COMMAND} NEEDS ${ARG_NEEDS})
  math(EXPR time_out "5 * ${ARG_TIMEOUT}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${time_out} LABELS ${ARG_LABEL} SKIP_RETURN_CODE 77)
  if(ARG_PART)
    set_property(TEST ${name} APPEND PROPERTY LABELS part)
  endif()
  if(ARG_REAL_TIME)
    rig_real_time_test(${name})
  endif()
endfunction()
