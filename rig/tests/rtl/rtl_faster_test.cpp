#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/faster_build.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rtl_workshop.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;

BOOST_TEST_GLOBAL_FIXTURE(CacheWithRuntime);

namespace {

std::shared_ptr<const RtlModel> model_of(const std::string& name) {
  return find_model({name, false, false, {RIG_FIXTURE_MODELS}});
}

/// A script that takes the builder's place.
class FakeBuilder : Scratch {
 public:
  explicit FakeBuilder(const std::string& script) {
    const fs::path file = directory / "build_model";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
    setenv("CONTEST_RIG_BUILD_MODEL", file.c_str(), 1);
  }
  ~FakeBuilder() { unsetenv("CONTEST_RIG_BUILD_MODEL"); }
  FakeBuilder(const FakeBuilder&) = delete;
  FakeBuilder& operator=(const FakeBuilder&) = delete;

  fs::path folder() const { return directory; }
};

FasterBuild::Result waited_for(FasterBuild& build) {
  while (!build.result()) std::this_thread::sleep_for(5ms);
  return *build.result();
}

FasterBuild::Result result_of(const std::string& script) {
  const FakeBuilder builder(script);
  FasterBuild build(model_of("echo"), "{}\n");
  return waited_for(build);
}

/// What an echo does that is reset twice, and is offered a model before the second time.
std::vector<TxEdge> edges_when_offered(const fs::path& offer) {
  RtlOptions options = fixture("echo");
  int asked = 0;
  options.faster_model = [&] { return ++asked > 1 ? offer : fs::path(); };
  const auto link = open_rtl(options);
  link->record_edges();
  Duration now{};
  for (int i = 0; i < 3; ++i) {
    now = link->send(to_bytes("abc"), at(*link, now)).last_bit.latest + 1ms;
    BOOST_TEST(bytes_of(events_until(*link, now)).size() == 3U);
    now = link->reset().ready.latest;
  }
  BOOST_TEST(asked == 3);
  return link->edges();
}

}  // namespace

BOOST_AUTO_TEST_CASE(another_build_takes_a_models_place_at_the_next_reset_and_nobody_can_tell) {
  const auto edges = edges_when_offered({});
  BOOST_TEST(edges.size() > 50U);
  const Scratch scratch;
  const fs::path other = scratch.directory / "echo.so";  // the last case of this file has one that differs
  fs::copy_file(model_of("echo")->path(), other);
  BOOST_TEST((edges_when_offered(other) == edges));
}

BOOST_AUTO_TEST_CASE(what_is_no_build_of_the_design_is_left_alone) {
  const auto edges = edges_when_offered({});
  for (const char* offer : {"twin_a.so", "echo.toml", "nowhere.so"})
    BOOST_TEST((edges_when_offered(fs::path(RIG_FIXTURE_MODELS) / offer) == edges), offer);
  BOOST_TEST(are_of_one_design(*model_of("echo"), *model_of("echo")));
  BOOST_TEST(!are_of_one_design(*model_of("twin_a"), *model_of("twin_b")));
}

BOOST_AUTO_TEST_CASE(a_build_that_succeeds_tells_where_the_model_is_and_how_fast) {
  const std::string model = (fs::path(RIG_FIXTURE_MODELS) / "echo.so").string();
  const auto result = result_of("echo '" + model + "'; echo 12.5 20.25");
  BOOST_TEST(result.model == model);
  BOOST_TEST(result.before == 12.5);
  BOOST_TEST(result.after == 20.25);
  BOOST_TEST(result.why_not.empty());
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_says_why) {
  const std::string other = (fs::path(RIG_FIXTURE_MODELS) / "twin_a.so").string();
  const std::pair<std::string, std::string> ends[] = {
      {"echo 'no compiler here' >&2; echo more >&2; exit 3", "no compiler here"},
      {"kill -9 $$", "its builder was killed"},
      {"exit 0", "its builder said nothing"},
      {"echo /nowhere/echo.so; echo 1 2", "it was removed from the cache"},
      {"echo '" + other + "'; echo 1 2", "the sources have changed meanwhile"}};
  for (const auto& [script, why] : ends) {
    const auto result = result_of(script);
    BOOST_TEST(result.why_not == why);
    BOOST_TEST(result.model.empty(), script);
  }
}

BOOST_AUTO_TEST_CASE(the_builder_is_told_the_design_what_was_said_and_what_to_compare_with) {
  const FakeBuilder builder(
      "echo \"$@\" > \"$(dirname \"$0\")/words\"; cat \"$3\" > \"$(dirname \"$0\")/said\"");
  FasterBuild build(model_of("echo"), "[\"send\"]\n");
  waited_for(build);
  const std::string words = output_of("cat '" + (builder.folder() / "words").string() + "'");
  check_has(words, {"fixtures/rtl/echo.toml --profile ", " --against ", "/echo.so"});
  BOOST_TEST(words.find("--faults") == std::string::npos);
  BOOST_TEST(output_of("cat '" + (builder.folder() / "said").string() + "'") == "[\"send\"]\n");
}

BOOST_AUTO_TEST_CASE(a_build_under_way_ends_with_whoever_began_it) {
  const FakeBuilder builder(
      "echo $$ > \"$(dirname \"$0\")/new\"; mv \"$(dirname \"$0\")/new\" \"$(dirname \"$0\")/pid\"; sleep "
      "600");
  int pid = 0;
  {
    FasterBuild build(model_of("echo"), "");
    while (!fs::exists(builder.folder() / "pid")) std::this_thread::sleep_for(5ms);
    std::ifstream(builder.folder() / "pid") >> pid;
    BOOST_TEST(!build.result());
    BOOST_TEST_REQUIRE(kill(pid, 0) == 0);
  }
  BOOST_TEST(kill(pid, 0) != 0);
}

BOOST_AUTO_TEST_CASE(a_builder_that_is_not_there_is_told) {
  setenv("CONTEST_RIG_BUILD_MODEL", "/nowhere/build_model", 1);
  FasterBuild build(model_of("echo"), "");
  BOOST_TEST(!waited_for(build).why_not.empty());
  unsetenv("CONTEST_RIG_BUILD_MODEL");
}

BOOST_AUTO_TEST_CASE(the_real_builder_makes_a_model_that_does_the_same) {
  FasterBuild build(model_of("echo"), "");
  const auto result = waited_for(build);
  BOOST_TEST_REQUIRE(result.why_not == "");
  BOOST_TEST(result.before > 0);
  BOOST_TEST(result.after > 0);
  BOOST_TEST(RtlModel::load_from_cache(result.model)->fact("build") == "profiled");
  BOOST_TEST((edges_when_offered(result.model) == edges_when_offered({})));
}
