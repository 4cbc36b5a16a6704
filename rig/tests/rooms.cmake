# Unit tests of the rooms between the links and the suite: contest, match, player, and the transcript.
rig_unit_test(contest_test SOURCES contest_test.cpp DEPENDS rig_contest nlohmann_json::nlohmann_json TIMEOUT 120)
target_compile_definitions(contest_test PRIVATE RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
rig_unit_test(trax_contest_test SOURCES trax_contest_test.cpp DEPENDS rig_contest TIMEOUT 120)
rig_unit_test(session_test SOURCES session_test.cpp DEPENDS rig_match rig_measure TIMEOUT 120)
target_compile_definitions(session_test PRIVATE RIG_FIXTURE_MODELS="${CMAKE_BINARY_DIR}/fixture_models"
                                                RIG_MODELS="${CMAKE_BINARY_DIR}/models")
add_dependencies(session_test rtl_models)
rig_unit_test(player_test SOURCES player_test.cpp DEPENDS rig_match TIMEOUT 120)
rig_unit_test(transcript_test SOURCES transcript_test.cpp
              DEPENDS rig_report rig_link_callback nlohmann_json::nlohmann_json TIMEOUT 120)
# Random bytes for everything that reads; many more with `rooms_fuzz_test -- ROUNDS SEED`.
rig_unit_test(rooms_fuzz_test SOURCES rooms_fuzz_test.cpp DEPENDS rig_match rig_report TIMEOUT 120 LABEL full)
# 20,000 replies close to a deadline, against the truth.
rig_unit_test(deadline_truth_test SOURCES deadline_truth_test.cpp DEPENDS rig_match rig_measure TIMEOUT 120)
target_compile_definitions(deadline_truth_test PRIVATE RIG_FIXTURE_MODELS="${CMAKE_BINARY_DIR}/fixture_models")
add_dependencies(deadline_truth_test rtl_models)
rig_unit_test(trax_player_test SOURCES trax_player_test.cpp DEPENDS rig_match TIMEOUT 120)
