# What makes building quicker where it is installed, and is never required: ccache, and the linker mold or lld. A launcher or a
# linker that the user has set (CMAKE_CXX_COMPILER_LAUNCHER, -fuse-ld= in CMAKE_EXE_LINKER_FLAGS) stays.
include(CheckLinkerFlag)

# Clang writes into a precompiled header when its text was changed; one from the cache would not fit.
set(cache "none (ccache is used where it is installed)")
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(cache "${CMAKE_CXX_COMPILER_LAUNCHER}, as set")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT RIG_PCH)
  find_program(CCACHE ccache)
  mark_as_advanced(CCACHE)
  if(CCACHE)
    set(cache ${CCACHE})
    # What ccache demands before it looks at sources with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  endif()
endif()

set(linker "the compiler's own (mold or lld is used where it is installed)")
if(CMAKE_EXE_LINKER_FLAGS MATCHES "-fuse-ld=([^ ]+)")
  set(linker "${CMAKE_MATCH_1}, as set")
else()
  foreach(name mold lld)
    check_linker_flag(CXX -fuse-ld=${name} RIG_CAN_LINK_WITH_${name})
    if(RIG_CAN_LINK_WITH_${name})
      set(linker ${name})
      add_link_options(-fuse-ld=${name})
      break()
    endif()
  endforeach()
endif()
message(STATUS "Compiler cache: ${cache}; linker: ${linker}")
