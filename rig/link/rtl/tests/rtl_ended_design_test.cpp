#include <boost/test/unit_test.hpp>

#include "rtl_workshop.hpp"

using namespace rig;
using namespace rig::test;

BOOST_TEST_GLOBAL_FIXTURE(CacheWithRuntime);

// The board cannot help it: what its description says makes no model of it.
BOOST_AUTO_TEST_CASE(however_a_design_ends_itself_before_it_was_spoken_to_it_is_an_error_of_its_description) {
  struct Mistake {
    std::string code;
    std::vector<std::string> says;
  };
  const std::string place = "logic busy;";
  const std::vector<Mistake> mistakes = {
      {"logic [7:0] rom[4]; initial $readmemh(\"rom.hex\", rom);",
       {"rom.hex", "$readmem file not found", "Name the data file under `files`"}},
      {"initial $stop;", {"$stop at echo.sv:"}},
      {"logic [9:0] count = 0; always @(posedge clk_i) begin count <= count + 1;"
       " if (count == 1000) $fatal(1, \"late\"); end",
       {"late"}},
      {"wire loop; assign loop = ~(loop & rx_i); always_ff @(posedge clk_i) if (loop) $display(0);",
       {"combinational logic drives itself and does not settle", "echo.sv:", "Circular combinational logic"}},
      {"wire loop; assign loop = ~(loop | rx_i); always_ff @(posedge clk_i) if (loop) $display(0);",
       {"does not settle"}},  // only while the line is low
  };
  for (const Mistake& mistake : mistakes) {
    const Workshop workshop;
    workshop.edit("echo.sv", place, place + " " + mistake.code);
    const std::string message = complaint_about(workshop);
    check_has(message, {"echo.toml: the model of \"echo\" ended itself before its first request: "});
    check_has(message, mistake.says);
  }
}
