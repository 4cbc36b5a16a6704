# What the rig says of replies around their deadline, against the truth that the player writes down.
rig_program(punctual_player SOURCES ${CMAKE_CURRENT_LIST_DIR}/punctual_player.cpp DEPENDS rig_link_serve)
rig_program(verdict_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/verdict_bench.cpp DEPENDS rig_games rig_dut rig_measure)
target_compile_definitions(verdict_bench PRIVATE PUNCTUAL_PLAYER="$<TARGET_FILE:punctual_player>")
add_dependencies(verdict_bench punctual_player)
