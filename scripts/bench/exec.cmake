rig_program(exec_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/exec_bench.cpp DEPENDS rig_link_exec)
target_compile_definitions(exec_bench PRIVATE RIG_EXEC_FIXTURES="${CMAKE_BINARY_DIR}/fixtures/exec")
add_dependencies(exec_bench exec_fixtures)
