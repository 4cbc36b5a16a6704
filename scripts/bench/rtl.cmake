# What the RTL link costs over a bare simulation.
# rig_bench_build(OUTPUT DESCRIPTION WHAT options …): one more build of a design, for the benchmark alone.
function(rig_bench_build output description what)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E env CXX=${CMAKE_CXX_COMPILER} VERILATOR=${VERILATOR_EXECUTABLE}
            ${CMAKE_SOURCE_DIR}/rtl_models/build_model ${description} ${ARGN}
            --output ${output} --cache ${CMAKE_BINARY_DIR}/model_cache --depfile ${output}.d
    DEPENDS ${description}
    DEPFILE ${output}.d
    COMMENT "Building ${what}"
    VERBATIM)
  set(bench_builds ${bench_builds} ${output} PARENT_SCOPE)
endfunction()

# rig_bench_design(name): what a design of the benchmark is measured with, beside the model that tests have of it.
function(rig_bench_design name)
  foreach(folder fixtures/rtl rtl_models/${name})
    if(EXISTS ${CMAKE_SOURCE_DIR}/${folder}/${name}.toml)
      set(description ${CMAKE_SOURCE_DIR}/${folder}/${name}.toml)
    endif()
  endforeach()
  rig_bench_build(${CMAKE_BINARY_DIR}/raw_loops/${name} ${description} "the raw loop around ${name}" --raw-loop)
  set(bench_builds ${bench_builds} PARENT_SCOPE)
endfunction()

# rig_bench_designs(target name …): the target builds what these are measured with.
function(rig_bench_designs target)
  set(bench_builds)
  foreach(name ${ARGN})
    rig_bench_design(${name})
  endforeach()
  add_custom_target(${target} DEPENDS ${bench_builds})
endfunction()

get_property(models GLOBAL PROPERTY RIG_MODELS)
list(GET models 0 model)  # a player of a game
rig_bench_designs(rtl_bench_raw_loops echo restless ${model})

rig_program(rtl_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/rtl_bench.cpp DEPENDS rig_link_rtl fmt::fmt)
target_compile_definitions(rtl_bench PRIVATE RIG_BENCH_MODELS="${CMAKE_BINARY_DIR}/fixture_models"
                                             RIG_BENCH_RAW="${CMAKE_BINARY_DIR}/raw_loops/" RIG_BENCH_PLAYER="${model}")
add_dependencies(rtl_bench rtl_models rtl_fixture_models rtl_bench_raw_loops)
