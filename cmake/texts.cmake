# Clauses, faults and matrices of a folder as a source: for the tree, and for modules that are built with the installed package.
# contest_rig_texts(output folder): writes `output`, which adds FOLDER/clauses/NAME.toml, FOLDER/faults/NAME.toml and, of a contest,
# FOLDER/faults/NAME-matrix.txt to those that the suite knows. Clauses and faults of a contest that a file describes stand in that file.
function(contest_rig_texts output folder)
  set(texts)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/clauses/*.toml ${folder}/faults/*-matrix.txt)
  list(TRANSFORM names REPLACE "^(clauses|faults)/(.*[^.]*)([.]toml|-matrix[.]txt)$" "\\2")
  list(SORT names)
  list(REMOVE_DUPLICATES names)
  foreach(name ${names})
    string(APPEND texts "    {\"${name}\"")
    foreach(path ${folder}/clauses/${name}.toml ${folder}/faults/${name}.toml ${folder}/faults/${name}-matrix.txt)
      if(EXISTS ${path})
        file(READ ${path} text)
        string(APPEND texts ",\n     R\"--text--(${text})--text--\"")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
      else()
        string(APPEND texts ", {}")
      endif()
    endforeach()
    string(APPEND texts "},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[// Made by CMake from the clauses and faults of a folder.
#include "conformance/suite/texts.hpp"

namespace {

const bool added = conformance::add_texts({
@texts@});

}  // namespace
]])
endfunction()
