#include "rig/tools/tournament/farm.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/interruption.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tools/tournament/one_game.hpp"

namespace rig::tournament {

namespace fs = std::filesystem;

using arbiter::tournament::Desk;
using arbiter::tournament::Ended;
using arbiter::tournament::Order;
using arbiter::tournament::Plan;
using arbiter::tournament::Tournament;
using Json = nlohmann::ordered_json;

namespace {

/// Writes down what is to be played.
class OrderBook final : public Desk {
 public:
  OrderBook(const Plan& plan, std::string folder, std::string sandbox)
      : plan_(plan), folder_(std::move(folder)), sandbox_(std::move(sandbox)) {}

  void begin(const Order& order) override {
    Json line = Json::parse(order_line(plan_, order, folder_, sandbox_));
    line["entrants"] = {order.fixture.first, order.fixture.second};
    write_whole(arbiter::tournament::order_file(folder_, order.started), line.dump() + "\n");
  }
  std::optional<Ended> wait(Duration) override { return std::nullopt; }
  bool interrupted() const override { return false; }

 private:
  const Plan& plan_;
  std::string folder_;
  std::string sandbox_;
};

std::vector<fs::path> orders_in(const std::string& folder) {
  std::vector<fs::path> orders;
  const fs::path all = fs::path(folder) / "orders";
  if (!fs::exists(all)) return orders;
  for (const auto& file : fs::directory_iterator(all)) {
    if (file.path().extension() == ".json") orders.push_back(file.path());
  }
  std::sort(orders.begin(), orders.end());
  return orders;
}

fs::path result_of(fs::path order) {
  return order.replace_extension(".result");
}

struct PartOf {
  std::size_t number = 1;
  std::size_t of = 1;
};

/// `2/8`.
PartOf part_from(const std::string& text) {
  const std::size_t slash = text.find('/');
  PartOf part;
  const auto read = [](std::string_view digits, std::size_t& number) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() && number > 0;
  };
  const bool is_right = slash != std::string::npos &&
                        read(std::string_view(text).substr(0, slash), part.number) &&
                        read(std::string_view(text).substr(slash + 1), part.of) && part.number <= part.of;
  if (is_right) return part;
  throw UsageError(fmt::format("--work: found \"{}\", allowed is a part of all, as 2/8.", text));
}

/// Plays an order, unless somebody else does, or has.
bool play_order(const fs::path& order, const std::string& folder) {
  const Descriptor held(::open(order.c_str(), O_RDONLY | O_CLOEXEC));
  if (!held.is_open() || ::flock(held.number(), LOCK_EX | LOCK_NB) != 0) return false;
  if (fs::exists(result_of(order)) || !fs::exists(order)) return false;
  const std::string line = content_of_ordinary_file(order);
  write_whole(result_of(order).string(), end_of_order(line, folder) + "\n");
  return true;
}

/// The number of the entry that began it: its name. UsageError for another file.
std::uint64_t number_of(const fs::path& order) {
  const std::string digits = order.stem().string();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size()) return number;
  throw UsageError(fmt::format("{} is no order of a game, as 000012.json is.", order.string()));
}

/// How an order ended, with the entrant at whom the rig failed.
Ended end_of(const fs::path& order, const Plan& plan) {
  const std::string result = result_of(order).string();
  try {
    const Json asked = Json::parse(content_of_ordinary_file(order));
    Ended ended = ended_from(content_of_ordinary_file(result));
    if (ended.at) ended.at = asked.at("entrants").at(*ended.at).get<std::size_t>();
    const bool is_it = asked.at("game").get<std::string>() == ended.game &&
                       asked.at("contest").get<std::string>() == plan.contest_name;
    if (is_it) return ended;
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{} or its order cannot be read: {}", result, error.what()));
  }
  throw UsageError(fmt::format("{} is the result of another game.", result));
}

}  // namespace

std::size_t give_games(Tournament& games, const Plan& plan, const std::string& folder,
                       const std::string& sandbox) {
  fs::create_directories(fs::path(folder) / "orders");
  OrderBook orders_to_play(plan, folder, sandbox);
  games.give(orders_to_play);
  const std::vector<fs::path> orders = orders_in(folder);
  return static_cast<std::size_t>(std::count_if(
      orders.begin(), orders.end(), [](const fs::path& order) { return !fs::exists(result_of(order)); }));
}

std::size_t work_off(const std::string& folder, const std::string& text) {
  const PartOf part = part_from(text);
  const Interruption interruption;
  std::size_t played = 0;
  std::size_t number = 0;
  for (const fs::path& order : orders_in(folder)) {
    const bool is_mine = number++ % part.of == part.number - 1;
    if (!is_mine || Interruption::noted()) continue;
    played += play_order(order, folder) ? 1 : 0;
  }
  return played;
}

void gather_games(Tournament& games, const Plan& plan, const std::string& folder) {
  for (const fs::path& order : orders_in(folder)) {
    if (!fs::exists(result_of(order))) continue;
    const std::uint64_t number = number_of(order);
    games.take(number, end_of(order, plan));
    // In this order: a result without its order is nobody's, an order without its result would be played
    // again.
    fs::remove(order);
    fs::remove(result_of(order));
  }
}

}  // namespace rig::tournament
