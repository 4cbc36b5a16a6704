// The server of a live page, asked by a client as browsers and others ask.
#include <httplib.h>

#include <atomic>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/live/server.hpp"
#include "rig/tests/contains.hpp"

namespace rig::live {

using namespace std::chrono_literals;
namespace data = boost::unit_test::data;

namespace {

struct Served {
  explicit Served(Act act = {}) : server({"127.0.0.1", 0}, hub, "A <match>", std::move(act)) {}

  httplib::Client client() const {
    httplib::Client one("127.0.0.1", server.port());
    one.set_read_timeout(20s);
    return one;
  }
  std::string token() const { return server.url().substr(server.url().find('=') + 1); }
  httplib::Result post(const std::string& body, const httplib::Headers& headers) const {
    return client().Post("/act", headers, body, "application/json");
  }

  Hub hub;
  Server server;
};

/// The parts that a reader is told until it has heard so many; each as `name=html`.
std::vector<std::string> heard_by(const Served& served, std::size_t wanted) {
  std::vector<std::string> parts;
  std::string text;
  served.client().Get("/events", [&](const char* bytes, std::size_t length) {
    text.append(bytes, length);
    for (std::size_t end = text.find("\n\n"); end != std::string::npos; end = text.find("\n\n")) {
      const std::string event = text.substr(0, end);
      text.erase(0, end + 2);
      if (!event.starts_with("data: ")) continue;
      const auto json = nlohmann::json::parse(event.substr(6));
      parts.push_back(json["part"].get<std::string>() + "=" + json["html"].get<std::string>());
    }
    return parts.size() < wanted;
  });
  return parts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(server)

BOOST_AUTO_TEST_CASE(gives_its_page_its_style_and_its_script) {
  const Served served;
  const auto page = served.client().Get("/");
  BOOST_REQUIRE(page);
  BOOST_TEST(page->status == 200);
  BOOST_TEST(contains(page->body, "<h1>A &lt;match&gt;</h1>"));
  BOOST_TEST(
      contains(page->get_header_value("Content-Security-Policy"), "default-src 'none'; script-src 'self';"));
  BOOST_TEST(page->get_header_value("X-Content-Type-Options") == "nosniff");
  BOOST_TEST(page->get_header_value("Cache-Control") == "no-store");
  BOOST_TEST(served.client().Get("/live.css")->status == 200);
  BOOST_TEST(contains(served.client().Get("/live.js")->get_header_value("Content-Type"), "text/javascript"));
}

BOOST_DATA_TEST_CASE(gives_nothing_else,
                     data::make(std::vector<std::string>{"/etc/passwd", "/../etc/passwd", "/%2e%2e/x",
                                                         "/live.js/", "/act", "/events/x", "//",
                                                         "/index.html"}),
                     path) {
  const Served served([](const std::string&, const std::string&) { return std::string(); });
  const auto answer = served.client().Get(path);
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status == 404);
}

BOOST_DATA_TEST_CASE(answers_nobody_who_came_by_another_name,
                     data::make(std::vector<std::string>{"evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "",
                                                         "localhost.evil:PORT", "192.168.0.1:PORT"}),
                     host) {
  const Served served;
  std::string name = host;
  if (const std::size_t at = name.find("PORT"); at != std::string::npos)
    name.replace(at, 4, std::to_string(served.server.port()));
  const auto answer = served.client().Get("/", {{"Host", name}});
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status == 403);
}

BOOST_AUTO_TEST_CASE(answers_no_page_of_another_site) {
  const Served served;
  const std::string own = "127.0.0.1:" + std::to_string(served.server.port());
  BOOST_TEST(served.client().Get("/", {{"Host", own}, {"Origin", "http://evil.example"}})->status == 403);
  BOOST_TEST(served.client().Get("/", {{"Host", own}, {"Origin", "http://" + own}})->status == 200);
  const std::string local = "localhost:" + std::to_string(served.server.port());
  BOOST_TEST(served.client().Get("/", {{"Host", local}})->status == 200);
}

BOOST_AUTO_TEST_CASE(tells_what_is_shown_and_then_what_changes) {
  Served served;
  served.hub.show("a", std::string("<b>\n\"1\" \xff"));
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    served.hub.show("b/1", std::string("2"));
  });
  const std::vector<std::string> heard = heard_by(served, 2);
  later.join();
  const std::vector<std::string> wanted = {"a=<b>\n\"1\" \xef\xbf\xbd", "b/1=2"};
  BOOST_TEST(heard == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ends_its_stories_with_what_was_shown_last) {
  Served served;
  std::thread later([&] {
    std::this_thread::sleep_for(50ms);
    served.hub.show("a", std::string("last"));
    served.hub.close();
  });
  const std::vector<std::string> heard = heard_by(served, 100);
  later.join();
  BOOST_TEST(heard == std::vector<std::string>{"a=last"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lets_only_so_many_look_on) {
  Served served;
  served.hub.show("a", std::string("1"));
  std::atomic<int> looking = 0;
  std::atomic<bool> enough = false;
  std::vector<std::thread> readers;
  readers.reserve(32);
  for (int i = 0; i < 32; ++i) {
    readers.emplace_back([&] {
      bool counted = false;
      served.client().Get("/events", [&](const char*, std::size_t) {
        if (!counted) ++looking;
        counted = true;
        return !enough;
      });
    });
  }
  while (looking < 32) std::this_thread::sleep_for(5ms);
  BOOST_TEST(served.client().Get("/events")->status == 503);
  BOOST_TEST(served.client().Get("/")->status == 200);
  enough = true;
  served.hub.show("a", std::string("2"));
  for (std::thread& one : readers) one.join();
  std::size_t heard = 0;
  for (int i = 0; i < 1000 && heard == 0; ++i) {  // those that went are noticed soon
    heard = heard_by(served, 1).size();
    if (heard == 0) std::this_thread::sleep_for(10ms);
  }
  BOOST_TEST(heard == 1U);
}

BOOST_AUTO_TEST_CASE(is_not_held_up_by_who_takes_nothing) {
  Served served;
  httplib::Client idle = served.client();
  std::atomic<bool> done = false;
  std::thread stuck([&] {
    idle.Get("/events", [&](const char*, std::size_t) {
      while (!done) std::this_thread::sleep_for(5ms);
      return false;
    });
  });
  const std::string large(1 << 20, 'x');
  for (int i = 0; i < 50; ++i) served.hub.show("a", large);  // far more than a socket holds
  BOOST_TEST(heard_by(served, 1).size() == 1U);
  done = true;
  stuck.join();
}

BOOST_AUTO_TEST_CASE(takes_acts_from_who_has_the_token_alone) {
  std::vector<std::string> acts;
  const Served served([&](const std::string& act, const std::string& text) {
    acts.push_back(act + " " + text);
    return text == "bad" ? std::string("That is no move.") : std::string();
  });
  const std::string body = R"({"act": "move", "text": "53e0"})";
  BOOST_TEST(served.token().size() == 32U);
  BOOST_TEST(served.post(body, {})->status == 403);
  BOOST_TEST(served.post(body, {{"X-Rig-Token", std::string(32, '0')}})->status == 403);
  BOOST_TEST(acts.empty());
  const httplib::Headers right = {{"X-Rig-Token", served.token()}};
  BOOST_TEST(served.post(body, right)->status == 204);
  const auto refused = served.post(R"({"act": "move", "text": "bad"})", right);
  BOOST_TEST(refused->status == 400);
  BOOST_TEST(refused->body == "That is no move.");
  for (const std::string wrong : {"", "{", "[]", R"({"act": 1, "text": "x"})", R"({"act": "move"})"})
    BOOST_TEST(served.post(wrong, right)->status == 400, wrong);
  BOOST_TEST(served.post(std::string(5000, 'x'), right)->status == 413);
  const std::vector<std::string> wanted = {"move 53e0", "move bad"};
  BOOST_TEST(acts == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_do_not_have_one_address) {
  const Served served;
  const Hub other;
  BOOST_CHECK_EXCEPTION(
      Server({"127.0.0.1", served.server.port()}, other, "x"), UsageError,
      [](const UsageError& error) { return contains(error.what(), "the address is taken"); });
}

BOOST_DATA_TEST_CASE(an_address_is_a_port_with_or_without_a_host,
                     data::make(std::vector<std::string>{"", "x", "70000", "-1", ":80", "a:b", "80 ",
                                                         "1.2.3.4:"}),
                     wrong) {
  BOOST_CHECK_EXCEPTION(address_from(wrong, "--live"), UsageError,
                        [](const UsageError& error) { return contains(error.what(), "--live: found"); });
  BOOST_TEST(address_from("8080", "--live").host == "127.0.0.1");
  BOOST_TEST(address_from("0.0.0.0:8080", "--live").host == "0.0.0.0");
  BOOST_TEST(address_from("0.0.0.0:8080", "--live").port == 8080);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::live
