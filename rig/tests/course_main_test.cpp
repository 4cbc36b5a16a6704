/// `course`: its notation, its files, its rules, and recorded games.

#include <boost/test/unit_test.hpp>
