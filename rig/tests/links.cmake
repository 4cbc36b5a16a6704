# Unit tests of the links.
rig_unit_test(link_core_test SOURCES link_core_test.cpp DEPENDS rig_link_core)
rig_unit_test(callback_link_test SOURCES callback_link_test.cpp DEPENDS rig_link_callback)
