# Tests of programs, run as a user runs them.
# certify_test(name [SOURCES b.cpp …] [TIMEOUT s] [LABEL l] [REAL_TIME]): a Boost.Test executable of NAME.cpp, and of more, that runs
# the programs.
function(certify_test name)
  cmake_parse_arguments(ARG "REAL_TIME" "TIMEOUT;LABEL" "SOURCES;SHARES" ${ARGN})
  set(real_time)
  set(more)
  if(ARG_REAL_TIME)
    set(real_time REAL_TIME)
    list(APPEND more ${CMAKE_SOURCE_DIR}/conformance/run/tests/real_time.cpp)
  endif()
  rig_unit_test(${name} SOURCES ${name}.cpp ${ARG_SOURCES} ${more}
                DEPENDS test_programs rig_games conformance_games rig_catalogue nlohmann_json::nlohmann_json
                TIMEOUT ${ARG_TIMEOUT} LABEL ${ARG_LABEL} SHARES ${ARG_SHARES} ${real_time})
  set(${name}_in_shares ${${name}_in_shares} PARENT_SCOPE)
  target_compile_definitions(${name} PRIVATE
    CERTIFY="$<TARGET_FILE:certify>" RIG="$<TARGET_FILE:rig>"
    EXEC_FIXTURES="${CMAKE_BINARY_DIR}/fixtures/exec" FIXTURE_MODELS="${CMAKE_BINARY_DIR}/fixture_models" RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_dependencies(${name} certify rig faulty-match player_programs rtl_models rtl_fixture_models exec_fixtures)
  set_property(GLOBAL APPEND PROPERTY CERTIFY_TESTS ${name})
endfunction()

# To be called when all games are there: their players are known to these tests as NAME_OF_PLAYER.
function(tell_certify_tests_of_players)
  get_property(tests GLOBAL PROPERTY CERTIFY_TESTS)
  get_property(players GLOBAL PROPERTY RIG_PLAYERS)
  foreach(player ${players})
    string(MAKE_C_IDENTIFIER "${player}" name)
    string(TOUPPER "${name}" name)
    foreach(test ${tests})
      target_compile_definitions(${test} PRIVATE ${name}="$<TARGET_FILE:${player}>")
    endforeach()
  endforeach()
endfunction()
