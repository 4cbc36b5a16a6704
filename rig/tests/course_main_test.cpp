/// `course`: its notation, its files, its rules, and recorded games.

#define BOOST_TEST_MODULE course
#include <boost/test/unit_test.hpp>
