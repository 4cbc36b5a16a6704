#include "rig/doctor/rtl/line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace rig::doctor {

namespace {

constexpr int data_bits = 8;
constexpr double tolerance = 0.02;
constexpr double megahertz = 1e6;

std::uint8_t mirrored(std::uint8_t value) {
  std::uint8_t other = 0;
  for (int bit = 0; bit < data_bits; ++bit) {
    if ((value >> bit & 1) != 0) other = static_cast<std::uint8_t>(other | 1U << (data_bits - 1 - bit));
  }
  return other;
}

bool parity_of(std::uint8_t value, Parity parity) {
  const bool odd = std::popcount(value) % 2 != 0;
  return parity == Parity::odd ? !odd : odd;
}

/// Start, data, parity, stop.
std::vector<bool> frame(std::uint8_t value, const Speech& speech) {
  std::vector<bool> levels = {false};
  const std::uint8_t sent = speech.msb_first ? mirrored(value) : value;
  for (int bit = 0; bit < data_bits; ++bit) levels.push_back((sent >> bit & 1) != 0);
  if (speech.parity != Parity::none) levels.push_back(parity_of(value, speech.parity));
  levels.insert(levels.end(), static_cast<std::size_t>(speech.stop_bits), true);
  return levels;
}

bool level_at(const Trace& trace, double time) {
  const auto after =
      std::upper_bound(trace.edges.begin(), trace.edges.end(), time,
                       [](double at, const TxEdge& edge) { return at < static_cast<double>(edge.cycle); });
  return after == trace.edges.begin() ? trace.first : std::prev(after)->level;
}

/// Of the pulses that last at most `most` bits, where a bit is about as long as `guess`.
double mean_bit(const std::vector<double>& pulses, double guess, double most) {
  double sum = 0;
  double bits = 0;
  for (const double pulse : pulses) {
    if (pulse > most * guess) continue;
    sum += pulse;
    bits += std::round(pulse / guess);
  }
  return bits > 0 ? sum / bits : guess;
}

std::optional<std::uint32_t> nearest_of(const std::vector<std::uint32_t>& usual, double value) {
  const auto off = [value](std::uint32_t one) { return std::abs(value / one - 1); };
  const auto best = std::min_element(usual.begin(), usual.end(),
                                     [&](std::uint32_t a, std::uint32_t b) { return off(a) < off(b); });
  if (off(*best) > tolerance) return std::nullopt;
  return *best;
}

}  // namespace

int bits_of_frame(const Speech& speech) {
  return 1 + data_bits + (speech.parity == Parity::none ? 0 : 1) + speech.stop_bits;
}

std::vector<TxEdge> encode(ByteView bytes, const Speech& speech, std::uint64_t begin) {
  std::vector<TxEdge> edges;
  bool level = true;
  double bits = 0;
  for (const std::uint8_t byte : bytes) {
    for (const bool next : frame(byte, speech)) {
      if (next != level)
        edges.push_back({begin + static_cast<std::uint64_t>(bits * speech.bit), next != speech.inverted});
      level = next;
      ++bits;
    }
  }
  return edges;
}

Decoded decode(const Trace& trace, const Speech& speech) {
  Decoded found;
  constexpr std::size_t most_bytes = 64;
  const int first_after_data = 1 + data_bits;
  const int stop = first_after_data + (speech.parity == Parity::none ? 0 : 1);
  double free = 0;
  for (const TxEdge& edge : trace.edges) {
    const auto start = static_cast<double>(edge.cycle);
    if (edge.level != speech.inverted || start < free || found.bytes.size() == most_bytes) continue;
    const auto bit = [&](int number) {
      return level_at(trace, start + (number + 0.5) * speech.bit) != speech.inverted;
    };
    std::uint8_t value = 0;
    for (int number = 0; number < data_bits; ++number) {
      if (bit(1 + number)) value = static_cast<std::uint8_t>(value | 1U << number);
    }
    if (speech.msb_first) value = mirrored(value);
    found.bytes.push_back(value);
    const bool right_parity =
        speech.parity == Parity::none || bit(first_after_data) == parity_of(value, speech.parity);
    found.clean = found.clean && !bit(0) && bit(stop) && right_parity;
    free = start + (stop + 0.5) * speech.bit;
  }
  return found;
}

std::optional<double> shortest_pulse(const Trace& trace) {
  if (trace.edges.size() < 2) return std::nullopt;
  std::uint64_t shortest = trace.edges[1].cycle - trace.edges[0].cycle;
  for (std::size_t i = 1; i < trace.edges.size(); ++i)
    shortest = std::min(shortest, trace.edges[i].cycle - trace.edges[i - 1].cycle);
  return static_cast<double>(shortest);
}

std::optional<double> bit_length(const Trace& trace) {
  const std::optional<double> shortest = shortest_pulse(trace);
  if (!shortest) return std::nullopt;
  // A pulse away from rest is a whole number of bits; one at rest may be a gap between bytes.
  std::vector<double> pulses;
  for (std::size_t i = 1; i < trace.edges.size(); ++i) {
    if (trace.edges[i - 1].level != trace.first)
      pulses.push_back(static_cast<double>(trace.edges[i].cycle - trace.edges[i - 1].cycle));
  }
  // One bit, averaged; then longer pulses, which are more exact.
  constexpr double one_bit = 1.5;
  constexpr double most_bits = 10;
  return mean_bit(pulses, mean_bit(pulses, *shortest, one_bit), most_bits);
}

const std::vector<std::uint32_t>& usual_clocks() {
  static const std::vector<std::uint32_t> all = {
      50'000'000, 25'000'000, 100'000'000, 12'000'000, 27'000'000, 54'000'000,  24'000'000, 48'000'000,
      16'000'000, 20'000'000, 125'000'000, 40'000'000, 10'000'000, 200'000'000, 33'333'333, 66'666'667,
      8'000'000,  32'000'000, 80'000'000,  74'250'000, 30'000'000, 60'000'000};
  return all;
}

const std::vector<std::uint32_t>& usual_rates() {
  static const std::vector<std::uint32_t> all = {115'200, 9'600, 57'600, 38'400, 19'200, 230'400, 460'800,
                                                 921'600, 4'800, 2'400,  1'200,  14'400, 28'800};
  return all;
}

std::optional<std::uint32_t> usual_clock(double hz) {
  return nearest_of(usual_clocks(), hz);
}

std::optional<std::uint32_t> usual_rate(double rate) {
  return nearest_of(usual_rates(), rate);
}

std::string readable_clock(std::uint32_t hz) {
  return fmt::format("{:.5g} MHz", hz / megahertz);
}

}  // namespace rig::doctor
