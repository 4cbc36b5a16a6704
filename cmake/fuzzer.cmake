# Fuzzers: fuzz/CMakeLists.txt says what for.
# rig_fuzzer(name DEPENDS lib …): NAME.cpp, and corpus/NAME, in the folder that calls it.
function(rig_fuzzer name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_executable(fuzz_${name} ${name}.cpp ${CMAKE_SOURCE_DIR}/fuzz/file_in_memory.cpp)
  target_link_libraries(fuzz_${name} PRIVATE rig_base ${ARG_DEPENDS})
  rig_compile_settings(fuzz_${name})
  if(RIG_EDIT)
    set_target_properties(fuzz_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(RIG_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  target_sources(fuzz_${name} PRIVATE ${CMAKE_SOURCE_DIR}/fuzz/run_inputs.cpp)
  rig_test(corpus_of_${name} COMMAND fuzz_${name} --mutants 2000 --seed 1 --found ${CMAKE_CURRENT_BINARY_DIR}/found-${name}
                                        ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name} TIMEOUT 120)
endfunction()
