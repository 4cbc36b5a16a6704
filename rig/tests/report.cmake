# Unit tests of the record, its views, and the measurements that it holds.
rig_unit_test(measure_test SOURCES measure_test.cpp uart_timing_test.cpp DEPENDS rig_measure)

rig_library(rig_report_samples SOURCES sample_runs.cpp markup_reader.cpp DEPENDS rig_report)
rig_unit_test(report_test
  SOURCES report_test.cpp report_causes_test.cpp report_console_test.cpp report_junit_test.cpp
  report_markup_test.cpp report_progress_test.cpp report_write_test.cpp
  DEPENDS rig_report_samples)

rig_unit_test(verdict_of_a_run_test SOURCES report_verdict_test.cpp DEPENDS rig_report)

# Every view of every made-up run, read by programs that are not ours.
rig_program(write_sample_reports SOURCES write_sample_reports.cpp DEPENDS rig_report_samples)
set_target_properties(write_sample_reports PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
set(sample_reports ${CMAKE_BINARY_DIR}/tests/sample_reports)
rig_test(sample_reports_are_written COMMAND write_sample_reports ${sample_reports})
set_tests_properties(sample_reports_are_written PROPERTIES FIXTURES_SETUP sample_reports)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(json_reports certified failing hostile interrupted trax empty)
list(TRANSFORM json_reports REPLACE "(.+)" "${sample_reports}/\\1.json")
rig_test(json_reports_follow_their_schema
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/check_schema.py
          ${CMAKE_SOURCE_DIR}/rig/report/report.schema.json ${json_reports})
set_tests_properties(json_reports_follow_their_schema PROPERTIES FIXTURES_REQUIRED sample_reports)

find_program(XMLLINT xmllint)
if(XMLLINT)
  set(xml_reports ${json_reports})
  list(TRANSFORM xml_reports REPLACE "json$" "xml")
  rig_test(junit_reports_are_well_formed COMMAND ${XMLLINT} --noout ${xml_reports})
  rig_test(junit_reports_follow_the_schema_of_jenkins
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/check_junit ${CMAKE_SOURCE_DIR}/../shared/data/junit-10.xsd ${xml_reports})
  set_tests_properties(junit_reports_are_well_formed junit_reports_follow_the_schema_of_jenkins
    PROPERTIES FIXTURES_REQUIRED sample_reports)
  set_tests_properties(junit_reports_follow_the_schema_of_jenkins PROPERTIES SKIP_RETURN_CODE 77)
endif()

# The pages in a browser, on a phone, on a desktop, in the dark and on paper.
find_program(CHROMIUM NAMES chromium chromium-browser google-chrome)
if(CHROMIUM)
  set(html_reports ${json_reports})
  list(TRANSFORM html_reports REPLACE "json$" "html")
  rig_test(sample_pages_read_well_everywhere
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/check_page.py ${html_reports} TIMEOUT 300)
  set_tests_properties(sample_pages_read_well_everywhere PROPERTIES FIXTURES_REQUIRED sample_reports)
  rig_test(page_check_can_fail COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/check_page_test.py TIMEOUT 300)
endif()
