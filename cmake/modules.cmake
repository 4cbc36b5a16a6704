# A game from outside: a module that certify and rig load, its player as a program, its tests. The installed package includes this
# file, and so does the tree, for modules of its tests. Who includes it has the targets contest_rig::headers (what a module compiles
# with) and contest_rig::rig (what a program links), and the variables contest_rig_root (of the headers) and contest_rig_version.
set(contest_rig_cmake ${CMAKE_CURRENT_LIST_DIR})
include(${contest_rig_cmake}/texts.cmake)

# contest_rig_game(name SOURCES a.cpp … [CASES b.cpp …] [TEXTS folder]): the module NAME.so, a target of this name.
# SOURCES: rules, contests, players, and the page that registers the game. CASES: cases of this game, for boards and referees.
# TEXTS: the folder of clauses/ and faults/ (default: the folder that calls this).
function(contest_rig_game name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TEXTS" "SOURCES;CASES")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_SOURCES)
    message(FATAL_ERROR "contest_rig_game(${name} …): found \"${ARG_UNPARSED_ARGUMENTS}\"; allowed are SOURCES, CASES and TEXTS.")
  endif()
  if(NOT ARG_TEXTS)
    set(ARG_TEXTS .)
  endif()
  get_filename_component(folder ${ARG_TEXTS} ABSOLUTE)
  contest_rig_texts(${CMAKE_CURRENT_BINARY_DIR}/${name}_texts.cpp ${folder})

  # What plays is compiled once, for the module, the player and the tests.
  add_library(${name}_game OBJECT ${ARG_SOURCES})
  target_link_libraries(${name}_game PUBLIC contest_rig::headers)
  target_include_directories(${name}_game PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  # Where no build type was chosen it is optimized all the same. Cases are known by their files within the folder.
  target_compile_options(${name}_game PUBLIC $<$<CONFIG:>:-O2> -fmacro-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=${name})
  set_target_properties(${name}_game PROPERTIES POSITION_INDEPENDENT_CODE ON)

  # The module's statement: version, compiler and headers, read before it is loaded.
  set(template ${CMAKE_CURRENT_BINARY_DIR}/${name}_statement.in)
  set(statement ${CMAKE_CURRENT_BINARY_DIR}/${name}_statement.cpp)
  file(WRITE ${template} "#include \"rig/game/module.hpp\"\n\nCONTEST_RIG_MODULE(\"${contest_rig_version}\", \"@headers@\");\n")
  add_custom_target(${name}_headers BYPRODUCTS ${statement}
    COMMAND ${CMAKE_COMMAND} -DROOT=${contest_rig_root} -DTEMPLATE=${template} -DOUTPUT=${statement}
            -P ${contest_rig_cmake}/headers_hash.cmake
    COMMENT "Looking at the headers of contest-rig" VERBATIM)

  add_library(${name} MODULE ${ARG_CASES} ${CMAKE_CURRENT_BINARY_DIR}/${name}_texts.cpp ${statement})
  # What it uses of the rig is in the program that loads it: nothing of that is linked here.
  target_link_libraries(${name} PRIVATE ${name}_game)
  add_dependencies(${name} ${name}_headers)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so")
endfunction()

# contest_rig_player(name GAME game SOURCES main.cpp …): a player of this game as a program of its own.
function(contest_rig_player name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "GAME" "SOURCES")
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_GAME}_game contest_rig::rig)
endfunction()

# contest_rig_test(name GAME game SOURCES a.cpp …): a Boost.Test executable, and its CTest entry. Its sources include
# <boost/test/unit_test.hpp>; main is written here.
function(contest_rig_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "GAME" "SOURCES")
  find_package(Boost 1.74 REQUIRED COMPONENTS unit_test_framework)
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${name}_main.cpp)
  file(CONFIGURE OUTPUT ${main} CONTENT "#define BOOST_TEST_MODULE ${name}\n#include <boost/test/unit_test.hpp>\n")
  add_executable(${name} ${ARG_SOURCES} ${main})
  target_compile_definitions(${name} PRIVATE BOOST_TEST_DYN_LINK)
  target_link_libraries(${name} PRIVATE ${ARG_GAME}_game contest_rig::rig Boost::unit_test_framework)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
