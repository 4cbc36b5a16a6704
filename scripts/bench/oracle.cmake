# How fast the oracles are, beside a bound measured in the same run.
rig_program(oracle_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/oracle_bench.cpp DEPENDS rig_blokus fmt::fmt)
target_compile_options(oracle_bench PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 bug 105651, by way of the slow rules
