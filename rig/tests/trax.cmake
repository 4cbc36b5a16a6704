# The Trax oracle: notation, rules, recorded games, and a slow second implementation beside it.
rig_unit_test(trax_test
  SOURCES trax_notation_test.cpp trax_rules_test.cpp trax_recorded_test.cpp trax_games_test.cpp
  DEPENDS rig_trax nlohmann_json::nlohmann_json
  TIMEOUT 120 OPTIMIZED)
target_compile_definitions(trax_test PRIVATE RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
rig_test(trax_many_games COMMAND trax_test --run_test=trax_games -- 400 TIMEOUT 1800 LABEL full)
# Not a test: wrote fixtures/trax/games.json.
rig_program(write_trax_games SOURCES write_trax_games.cpp DEPENDS rig_trax nlohmann_json::nlohmann_json)
set_target_properties(write_trax_games PROPERTIES EXCLUDE_FROM_ALL TRUE)
