# Unit tests of the RTL link, its models and their builder.
foreach(name rtl_link_test rtl_skip_test rtl_builder_test rtl_cache_test)
  rig_unit_test(${name} SOURCES ${name}.cpp DEPENDS rig_link_rtl TIMEOUT 300)
  target_compile_definitions(${name} PRIVATE
    RIG_FIXTURE_MODELS="${CMAKE_BINARY_DIR}/fixture_models"
    RIG_MODELS="${CMAKE_BINARY_DIR}/models"
    RIG_RTL_FIXTURES="${CMAKE_SOURCE_DIR}/fixtures/rtl")
  add_dependencies(${name} rtl_models)
endforeach()
set_tests_properties(rtl_cache_test PROPERTIES LABELS full)  # compiles designs from nothing
