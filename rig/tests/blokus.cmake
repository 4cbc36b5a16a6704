# The Blokus oracle: tables, rules, recorded games, and a slow second implementation beside it.
rig_unit_test(blokus_test
  SOURCES blokus_tiles_test.cpp blokus_rules_test.cpp blokus_recorded_test.cpp blokus_games_test.cpp
  DEPENDS rig_blokus nlohmann_json::nlohmann_json
  TIMEOUT 120 OPTIMIZED)
target_compile_definitions(blokus_test PRIVATE RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
rig_test(blokus_many_games COMMAND blokus_test --run_test=blokus_games -- 400 TIMEOUT 900 LABEL full)
