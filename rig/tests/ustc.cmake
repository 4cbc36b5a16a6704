# ustc: its ruling, its files, its player and the program around it.
rig_unit_test(ustc_contest_test SOURCES ustc_contest_test.cpp DEPENDS rig_contest nlohmann_json::nlohmann_json
              TIMEOUT 120)
target_compile_definitions(ustc_contest_test PRIVATE RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
rig_program(write_ustc_games SOURCES write_ustc_games.cpp DEPENDS rig_player nlohmann_json::nlohmann_json)
set_target_properties(write_ustc_games PROPERTIES EXCLUDE_FROM_ALL TRUE)
rig_unit_test(ustc_files_test SOURCES ustc_files_test.cpp DEPENDS rig_contest TIMEOUT 120)
rig_unit_test(ustc_player_test SOURCES ustc_player_test.cpp DEPENDS rig_player TIMEOUT 300)
target_compile_definitions(ustc_player_test PRIVATE RIG_BLOKUS_USTC="$<TARGET_FILE:blokus-ustc>")
add_dependencies(ustc_player_test blokus-ustc)
