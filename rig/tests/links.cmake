# Unit tests of the links.
rig_unit_test(link_core_test SOURCES link_core_test.cpp DEPENDS rig_link_core)
rig_unit_test(callback_link_test SOURCES callback_link_test.cpp DEPENDS rig_link_callback)
rig_unit_test(serial_devices_test SOURCES serial_devices_test.cpp DEPENDS rig_serial_devices)
rig_unit_test(exec_link_test SOURCES exec_link_test.cpp DEPENDS rig_link_exec TIMEOUT 300 REAL_TIME)
rig_unit_test(exec_kill_loop_test SOURCES exec_kill_loop_test.cpp DEPENDS rig_link_exec
              TIMEOUT 600 LABEL full REAL_TIME)
rig_unit_test(serial_link_test SOURCES serial_link_test.cpp fake_driver.cpp DEPENDS rig_link_serial
              TIMEOUT 120 REAL_TIME)
rig_unit_test(stream_link_test SOURCES stream_link_test.cpp DEPENDS rig_link_exec TIMEOUT 120 REAL_TIME)
rig_unit_test(starvation_test SOURCES starvation_test.cpp DEPENDS rig_link_exec)
rig_unit_test(pty_link_test SOURCES pty_link_test.cpp DEPENDS rig_link_pty TIMEOUT 120 REAL_TIME)
rig_unit_test(tcp_link_test SOURCES tcp_link_test.cpp DEPENDS rig_link_tcp TIMEOUT 120 REAL_TIME)
rig_unit_test(paced_link_test SOURCES paced_link_test.cpp
              DEPENDS rig_link_paced rig_link_callback rig_link_exec TIMEOUT 120 REAL_TIME)
rig_unit_test(serve_test SOURCES serve_test.cpp DEPENDS rig_link_serve rig_link_callback TIMEOUT 120 REAL_TIME)
rig_unit_test(heartbeat_test SOURCES heartbeat_test.cpp DEPENDS rig_link_exec TIMEOUT 120 REAL_TIME)
rig_unit_test(echo_test SOURCES echo_test.cpp DEPENDS rig_link_exec TIMEOUT 120 REAL_TIME)
rig_unit_test(reset_by_test SOURCES reset_by_test.cpp DEPENDS rig_link_reset TIMEOUT 120 REAL_TIME)
foreach(test starvation_test exec_link_test exec_kill_loop_test serial_link_test stream_link_test pty_link_test tcp_link_test
             paced_link_test serve_test heartbeat_test echo_test reset_by_test)
  target_compile_definitions(${test} PRIVATE RIG_EXEC_FIXTURES="${CMAKE_BINARY_DIR}/fixtures/exec")
  add_dependencies(${test} exec_fixtures)
endforeach()
rig_unit_test(callback_files_test SOURCES callback_files_test.cpp DEPENDS rig_link_callback)
rig_unit_test(run_folder_test SOURCES run_folder_test.cpp DEPENDS rig_link_files)
rig_unit_test(starts_test SOURCES starts_test.cpp DEPENDS rig_link_files)
# Exchanges over files, with programs of their own.
rig_unit_test(program_files_test SOURCES program_files_test.cpp DEPENDS rig_link_files TIMEOUT 300 REAL_TIME)
rig_unit_test(gui_files_test SOURCES gui_files_test.cpp DEPENDS rig_link_files TIMEOUT 300 REAL_TIME)
foreach(test program_files_test gui_files_test starts_test run_folder_test)
  target_compile_definitions(${test} PRIVATE RIG_FILE_FIXTURES="${CMAKE_BINARY_DIR}/fixtures/files"
                                             RIG_EXEC_FIXTURES="${CMAKE_BINARY_DIR}/fixtures/exec")
  add_dependencies(${test} file_fixtures)
endforeach()
