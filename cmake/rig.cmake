# How every library, program and test of the project is declared: one function each, so that
# warnings, sanitizers and time-outs stand in one place.

function(rig_compile_settings target)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Werror -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wnull-dereference
    $<$<CONFIG:Release>:-Wno-null-dereference>)
  if(RIG_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all
                                            -fno-omit-frame-pointer -O1)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(RIG_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "clang-tidy;--quiet")
  endif()
endfunction()

# rig_library(name SOURCES a.cpp … [DEPENDS lib …])
function(rig_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  rig_compile_settings(${name})
endfunction()

# rig_program(name SOURCES a.cpp … [DEPENDS lib …]): an executable in build/<preset>/bin
function(rig_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
  rig_compile_settings(${name})
endfunction()

# rig_unit_test(name SOURCES a.cpp … DEPENDS lib … [TIMEOUT s] [LABEL quick|full] [REAL_TIME] [OPTIMIZED])
# One Boost.Test executable, one CTest entry. One source defines BOOST_TEST_MODULE.
# The sources of a test are compiled without optimization, in half the time: what they call is in libraries. A test
# that counts millions itself is OPTIMIZED.
function(rig_unit_test name)
  cmake_parse_arguments(ARG "REAL_TIME;OPTIMIZED" "TIMEOUT;LABEL" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} Boost::unit_test_framework)
  target_compile_definitions(${name} PRIVATE BOOST_TEST_DYN_LINK)
  rig_compile_settings(${name})
  if(NOT ARG_OPTIMIZED)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  rig_test(${name} COMMAND ${name} TIMEOUT "${ARG_TIMEOUT}" LABEL "${ARG_LABEL}")
  if(ARG_REAL_TIME)
    rig_real_time_test(${name})
  endif()
endfunction()

# A test that lives in real time runs alone, and is skipped when it ends with status 77: it could not tell.
function(rig_real_time_test name)
  set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE SKIP_RETURN_CODE 77)
endfunction()

# rig_test(name COMMAND … [TIMEOUT s] [LABEL quick|full] [REAL_TIME]): any command as a CTest entry.
# Every test has a time-out.
function(rig_test name)
  cmake_parse_arguments(ARG "REAL_TIME" "TIMEOUT;LABEL" "COMMAND" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  if(NOT ARG_LABEL)
    set(ARG_LABEL quick)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS ${ARG_LABEL})
  if(ARG_REAL_TIME)
    rig_real_time_test(${name})
  endif()
endfunction()
