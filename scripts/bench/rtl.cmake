# What the RTL link costs over a bare simulation.
set(bench_models echo restless)
set(bench_programs)
if(EXISTS ${CMAKE_SOURCE_DIR}/rtl_models/blokus_duo/blokus_duo.toml)
  list(APPEND bench_models blokus_duo)
endif()
foreach(name ${bench_models})
  set(description ${CMAKE_SOURCE_DIR}/fixtures/rtl/${name}.toml)
  if(NOT EXISTS ${description})
    set(description ${CMAKE_SOURCE_DIR}/rtl_models/${name}/${name}.toml)
  endif()
  set(program ${CMAKE_BINARY_DIR}/raw_loops/${name})
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${CMAKE_COMMAND} -E env CXX=${CMAKE_CXX_COMPILER} VERILATOR=${VERILATOR_EXECUTABLE}
            ${CMAKE_SOURCE_DIR}/rtl_models/build_model ${description} --raw-loop
            --output ${program} --cache ${CMAKE_BINARY_DIR}/model_cache --depfile ${program}.d
    DEPENDS ${description}
    DEPFILE ${program}.d
    COMMENT "Building the raw loop around ${name}"
    VERBATIM)
  list(APPEND bench_programs ${program})
endforeach()
add_custom_target(rtl_bench_raw_loops DEPENDS ${bench_programs})

rig_program(rtl_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/rtl_bench.cpp DEPENDS rig_link_rtl fmt::fmt)
target_compile_definitions(rtl_bench PRIVATE RIG_BENCH_MODELS="${CMAKE_BINARY_DIR}/fixture_models"
                                             RIG_BENCH_RAW="${CMAKE_BINARY_DIR}/raw_loops/")
add_dependencies(rtl_bench rtl_models rtl_bench_raw_loops)
