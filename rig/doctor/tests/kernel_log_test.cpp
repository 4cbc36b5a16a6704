#include "rig/doctor/live/kernel_log.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

using namespace rig::doctor;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

const std::string plugged = "6,300,5000000,-;usb 1-4: new full-speed USB device number 2 using xhci_hcd\n";
const std::string power =
    "4,301,6000000,-;usb 1-4: rejected 1 configuration due to insufficient available bus power\n "
    "SUBSYSTEM=usb\n";
const std::string cable = "3,302,7000000,-;usb 1-4: device descriptor read/64, error -71\n";

}  // namespace

BOOST_AUTO_TEST_CASE(the_last_complaint_about_usb_is_found) {
  const std::vector<std::pair<std::string, std::string>> logs = {
      {"", ""},
      {plugged, ""},
      {"no record at all; over-current\n", ""},
      {plugged + power, "usb 1-4: rejected 1 configuration due to insufficient available bus power"},
      {power + cable + plugged, "usb 1-4: device descriptor read/64, error -71"},
      {"3,9,7000001,-;usb usb1-port2: over-current condition", "usb usb1-port2: over-current condition"},
      {"3,9,7000001,-;usb usb1-port2: unable to enumerate USB device\n",
       "usb usb1-port2: unable to enumerate USB device"},
  };
  for (const auto& [log, told] : logs) {
    const auto trouble = usb_trouble(log, seconds(20));
    BOOST_TEST(trouble.has_value() == !told.empty(), log);
    if (trouble) BOOST_TEST(trouble->told == "The kernel reports about a USB device: \"" + told + "\".");
  }
}

BOOST_AUTO_TEST_CASE(what_is_long_ago_explains_nothing) {
  BOOST_TEST(usb_trouble(power, minutes(15)).has_value());
  BOOST_TEST(!usb_trouble(power, minutes(15) + seconds(7)).has_value());
}

BOOST_AUTO_TEST_CASE(the_advice_is_for_what_was_told) {
  const auto advice = [](const std::string& log) { return usb_trouble(log, seconds(20)).value().advice; };
  BOOST_TEST(advice(power).find("hub with a supply of its own") != std::string::npos);
  BOOST_TEST(advice(cable).find("another cable") != std::string::npos);
}
