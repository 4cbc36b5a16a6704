#include <boost/test/unit_test.hpp>
#include <chrono>

#include "rig/link/rtl/find_model.hpp"
#include "rtl_workshop.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;

BOOST_TEST_GLOBAL_FIXTURE(Cache);

BOOST_AUTO_TEST_CASE(a_users_design_is_built_once_and_again_when_a_source_changes) {
  const Workshop workshop;
  const fs::path first = find_model({workshop.description(), false, false, {}})->path();
  const auto built = fs::last_write_time(first);
  BOOST_TEST(first.string().starts_with(std::getenv("XDG_CACHE_HOME")));
  BOOST_TEST((find_model({workshop.description(), false, false, {}})->path() == first));
  BOOST_TEST((fs::last_write_time(first) == built));

  RtlOptions options;
  options.model = workshop.description();
  const auto before = open_rtl(options);
  workshop.edit("echo.sv", "held <= received", "held <= received ^ 8'h01");
  const auto after = open_rtl(options);
  BOOST_TEST(before->info().facts.at("source_hash") != after->info().facts.at("source_hash"));
  send(*before, "0");
  send(*after, "0");
  BOOST_TEST(std::get<Byte>(next(*before, 1s)).value == '0');
  BOOST_TEST(std::get<Byte>(next(*after, 1s)).value == '1');
}

BOOST_AUTO_TEST_CASE(a_model_in_use_stays_in_the_cache_and_one_that_was_removed_is_built_again) {
  const Workshop workshop;
  const std::string clear = "'" RIG_RTL_MODELS "/model_cache' --clear echo";
  auto model = find_model({workshop.description(), false, false, {}});
  const fs::path path = model->path();
  check_has(output_of(clear), {"kept, because it is in use: echo"});
  BOOST_TEST(fs::exists(path));
  model.reset();
  check_has(output_of(clear), {"removed echo"});
  BOOST_TEST(!fs::exists(path));
  BOOST_TEST((RtlModel::load_from_cache(path) == nullptr));
  BOOST_TEST((find_model({workshop.description(), false, false, {}})->path() == path));
}

BOOST_AUTO_TEST_CASE(a_trace_can_be_written) {
  const Workshop workshop;
  RtlOptions options;
  options.model = workshop.description();
  options.settle = Duration::zero();
  options.trace_file = workshop.directory / "wave.fst";
  {
    const auto link = open_rtl(options);
    send(*link, "U");
    BOOST_TEST(std::get<Byte>(next(*link, 1ms)).value == 'U');
    link->reset();
    next(*link, 2ms);
  }
  BOOST_TEST(fs::file_size(workshop.directory / "wave.fst") > 1'000U);
  BOOST_TEST(fs::exists(workshop.directory / "wave-2.fst"));
}

BOOST_AUTO_TEST_CASE(a_named_model_is_built_again_for_its_trace) {
  const Workshop workshop;
  RtlOptions options = fixture("echo");
  options.trace_file = workshop.directory / "wave.fst";
  const auto link = open_rtl(options);
  next(*link, 10us);
  BOOST_TEST(fs::exists(options.trace_file));
}
