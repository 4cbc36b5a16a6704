# The contest that is played over files by a program for each move: its page, and games that were recorded.
rig_unit_test(course_test
  SOURCES course_main_test.cpp course_notation_test.cpp course_files_test.cpp course_contest_test.cpp
          course_recorded_test.cpp
  DEPENDS rig_contest nlohmann_json::nlohmann_json
  TIMEOUT 120)
target_compile_definitions(course_test PRIVATE RIG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
# Not a test: writes fixtures/course/games.json (see the source).
rig_program(write_course_games SOURCES write_course_games.cpp DEPENDS rig_player nlohmann_json::nlohmann_json)
set_target_properties(write_course_games PROPERTIES EXCLUDE_FROM_ALL TRUE)
rig_unit_test(course_player_test SOURCES course_player_test.cpp DEPENDS rig_player rig_link_callback TIMEOUT 300)
rig_unit_test(course_program_test SOURCES course_program_test.cpp DEPENDS rig_player TIMEOUT 120)
target_compile_definitions(course_program_test PRIVATE BLOKUS_COURSE="$<TARGET_FILE:blokus-course>")
add_dependencies(course_program_test blokus-course)
# The session over files, with programs in C++ in virtual time.
rig_unit_test(file_session_test SOURCES file_session_test.cpp DEPENDS rig_match rig_measure TIMEOUT 120)
