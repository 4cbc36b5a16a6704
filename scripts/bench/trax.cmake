# How fast the Trax oracle is, beside a bound measured in the same run.
rig_program(trax_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/trax_bench.cpp DEPENDS rig_trax fmt::fmt)
target_compile_options(trax_bench PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 bug 105651, by way of the slow rules
