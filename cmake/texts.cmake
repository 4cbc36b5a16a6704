# Clauses, faults and matrices of a folder as a source: for the tree, and for modules that are built with the installed package.
# contest_rig_texts(output folder): writes `output`, which adds FOLDER/clauses/NAME.toml, FOLDER/faults/NAME.toml and, of a contest,
# FOLDER/faults/NAME-matrix.txt to those that the suite knows.
function(contest_rig_texts output folder)
  set(texts)
  file(GLOB catalogues CONFIGURE_DEPENDS ${folder}/clauses/*.toml)
  foreach(catalogue ${catalogues})
    get_filename_component(name ${catalogue} NAME_WE)
    string(APPEND texts "    {\"${name}\"")
    foreach(path ${catalogue} ${folder}/faults/${name}.toml ${folder}/faults/${name}-matrix.txt)
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
