# Unit tests of the RTL link, its models and their builder.
rig_unit_test(rtl_link_test SOURCES rtl_link_test.cpp DEPENDS rig_link_rtl)
target_compile_definitions(rtl_link_test PRIVATE RIG_FIXTURE_MODELS="${CMAKE_BINARY_DIR}/fixture_models")
add_dependencies(rtl_link_test rtl_models)
