# How far the rig's times of replies are from the truth, on an idle machine and on a busy one.
rig_program(deadline_bench SOURCES ${CMAKE_CURRENT_LIST_DIR}/deadline_bench.cpp
            DEPENDS rig_link_serial rig_link_tcp rig_measure)
