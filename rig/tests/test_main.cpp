/// The main() of every Boost.Test executable that has none of its own: one translation unit for all of them.

#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace {

bool begin() {
  auto& suite = boost::unit_test::framework::master_test_suite();
  suite.p_name.value = std::filesystem::path(suite.argv[0]).filename().string();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  return boost::unit_test::unit_test_main(begin, argc, argv);
}
