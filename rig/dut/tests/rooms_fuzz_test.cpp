/// Random bytes into everything that reads what others wrote. Nothing may crash, hang, or take more than it
/// was given; what is accepted must mean what it says. Seed and count come from the command line, as in
/// `rooms_fuzz_test -- 200000 7`; the seed is printed.

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "games/blokus/players/blokus_player.hpp"
#include "games/blokus/rules/code.hpp"
#include "games/trax/players/trax_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/asking.hpp"

namespace rig {
namespace {

using protocol::ParseState;

/// The n-th number after `--` on the command line.
std::uint64_t argument(int n, std::uint64_t otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  return n < suite.argc ? std::stoull(suite.argv[n]) : otherwise;
}
std::uint64_t rounds() {
  return argument(1, 200'000);
}
std::uint64_t seed() {
  return argument(2, 20140523);
}

struct PrintSeed {
  PrintSeed() { std::cout << rounds() << " rounds, seed " << seed() << std::endl; }
};
BOOST_TEST_GLOBAL_FIXTURE(PrintSeed);

/// Texts that lie near what a reader knows: pieces of its words, with any bytes among them.
class Scribbler {
 public:
  Scribbler(std::string_view purpose, std::vector<std::string> words)
      : random_(derive_seed(seed(), purpose)), words_(std::move(words)) {}

  std::string text(std::uint32_t most_pieces) {
    std::string made;
    for (std::uint32_t left = below(most_pieces + 1); left > 0; --left) {
      if (below(4) == 0) {
        made += static_cast<char>(below(256));
      } else {
        made += words_[below(static_cast<std::uint32_t>(words_.size()))];
      }
    }
    return made;
  }

  /// One of the words with a few of its bytes changed, taken out, doubled or cut off.
  std::string spoilt() {
    std::string made = words_[below(static_cast<std::uint32_t>(words_.size()))];
    for (std::uint32_t left = 1 + below(3); left > 0 && !made.empty(); --left) {
      const std::uint32_t at = below(static_cast<std::uint32_t>(made.size()));
      switch (below(4)) {
        case 0: made[at] = static_cast<char>(below(256)); break;
        case 1: made.erase(at, 1 + below(8)); break;
        case 2: made.insert(at, made.substr(at, 1 + below(8))); break;
        default: made.resize(at); break;
      }
    }
    return made;
  }

  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }

 private:
  Random random_;
  std::vector<std::string> words_;
};

std::string shown(const std::string& text) {
  return quoted(to_bytes(text)) + ", seed " + std::to_string(seed());
}

const protocol::Contest& page() {
  return protocol::find_contest("icfpt2014");
}

BOOST_AUTO_TEST_CASE(requests) {
  Scribbler scribbler("requests",
                      {"0", "9", "2", "3", "4", "5", "A", "25", "3A", "53e0", "a8e0", "0000", "\r\n"});
  std::uint64_t read = 0;
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::string text = scribbler.text(6);
    const Bytes bytes = to_bytes(text);
    const auto parsed = page().dialect->bytes()->parse_request(bytes);
    bool sound = true;
    switch (parsed.state) {
      case ParseState::complete:
        ++read;
        sound = parsed.length >= 1 && parsed.length <= bytes.size() &&
                page().dialect->encode(parsed.value) == to_bytes(text.substr(0, parsed.length));
        break;
      case ParseState::malformed: sound = parsed.length < bytes.size() && !parsed.why.empty(); break;
      case ParseState::more: sound = bytes.size() < 6; break;  // the longest request has six
    }
    if (!sound) BOOST_ERROR("request " << shown(text));
  }
  BOOST_TEST(read > rounds() / 1000);
}

BOOST_AUTO_TEST_CASE(replies) {
  Scribbler scribbler("replies", {"1", "1AA", "53e0", "0000", "\r", "\n", "e0", "z"});
  std::uint64_t read = 0;
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::string text = scribbler.text(6);
    const Bytes bytes = to_bytes(text);
    for (const auto kind :
         {protocol::ReplyKind::team_code, protocol::ReplyKind::move, protocol::ReplyKind::silence}) {
      const auto parsed = page().dialect->bytes()->parse_reply(protocol::asking(kind), bytes);
      bool sound = parsed.length <= bytes.size();
      if (parsed.state == ParseState::malformed) sound = parsed.length < bytes.size() && !parsed.why.empty();
      if (parsed.state == ParseState::complete && kind != protocol::ReplyKind::silence) {
        ++read;
        std::string kept = text.substr(0, parsed.length);
        std::erase_if(kept, [](char c) { return c == '\r' || c == '\n'; });
        sound = sound && to_text(page().dialect->bytes()->encode(parsed.value)) == kept;
      }
      if (!sound) BOOST_ERROR("reply " << shown(text));
    }
  }
  BOOST_TEST(read > rounds() / 1000);
}

BOOST_AUTO_TEST_CASE(codes) {
  Scribbler scribbler("codes", {"5", "3", "e", "0", "a", "u", "7", "8", "53e0", "A"});
  std::uint64_t read = 0;
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::string text = scribbler.text(5);
    const auto code = blokus::parse_code(text);
    if (!code) continue;
    ++read;
    if (blokus::to_string(*code) != text) BOOST_ERROR("code " << shown(text));
    const auto ruling = page().new_game(page().seats[0]);
    const protocol::Judgement judgement = ruling->judge({text});
    if (judgement.legal == judgement.explanation.empty()) continue;
    BOOST_ERROR("judgement of " << shown(text));
  }
  BOOST_TEST(read > rounds() / 1000);
}

BOOST_AUTO_TEST_CASE(names_of_duts) {
  Scribbler scribbler("names", {"rtl", "builtin", "exec", "transcript", ":", "?", "&", "=", "fault", "team",
                                "late", "blokus", "{}", "%s", "file.toml", " "});
  std::uint64_t read = 0;
  for (std::uint64_t round = 0; round < rounds(); ++round) {
    const std::string text = scribbler.text(8);
    try {
      const dut::DutName name = dut::parse_dut_name(text);
      ++read;
      const bool sound = text.starts_with(name.scheme + ":" + name.target) && !name.target.empty();
      if (!sound) BOOST_ERROR("name " << shown(text));
      dut::keeps_own_time(name);
    } catch (const UsageError& error) {
      if (std::string(error.what()).empty()) BOOST_ERROR("no word about " << shown(text));
    }
  }
  BOOST_TEST(read > rounds() / 1000);
}

/// The device that answers may be spoken to by any host.
BOOST_AUTO_TEST_CASE(requests_to_the_reference_device) {
  Scribbler scribbler("device", {"0", "9", "25", "2A", "35", "3A", "4", "53e0", "a8e0", "0000", "00a0",
                                 "0ej5", "eeu0", "21k7", "94j0", "61a0", "71b3", "zzzz"});
  std::vector<std::string> faults = {""};
  for (const auto& fault : player::blokus_device_faults("icfpt2014")) faults.push_back(fault.name);
  for (const std::string& fault : faults) {
    player::BlokusDeviceOptions options;
    options.fault = fault;
    const auto device = player::new_blokus_device(options);
    device->power_on();
    for (std::uint64_t round = 0; round < rounds() / 4000; ++round) {
      const std::string text = scribbler.text(12);
      std::size_t actions = 0;
      for (const std::uint8_t byte : to_bytes(text)) actions += device->receive(byte).size();
      if (actions > 8 * text.size()) BOOST_ERROR(fault << " says too much after " << shown(text));
    }
    device->power_on();
    std::size_t greeting = 0;
    for (const Action& action : device->receive('0'))
      greeting += std::holds_alternative<SendByte>(action.what) ? 1U : 0U;
    BOOST_TEST(greeting >= 2U, fault);
  }
}

/// The Trax device too: in the end a line tells that it listens, whatever came before power went.
BOOST_AUTO_TEST_CASE(lines_to_the_trax_device) {
  for (const std::string contest : {"heart-trax", "aut-trax"}) {
    Scribbler scribbler(
        contest, {"-W\n", "-B\n", "--\n", "?\n", "0\n", "8\n", "7\n", "@0+\n", "@0/\n", "B1+\n", "A2/\n",
                  "A2\\\n", "@1/\n", "A0\\\n", "B2/\n", "AA1+\n", "ZZZZZZZ1+\n", "A999999999999+\n", "\r\n"});
    std::vector<std::string> faults = {""};
    for (const auto& fault : player::trax_device_faults(contest)) faults.push_back(fault.name);
    for (const std::string& fault : faults) {
      player::TraxDeviceOptions options;
      options.contest = contest;
      options.fault = fault;
      const auto device = player::new_trax_device(options);
      device->power_on();
      for (std::uint64_t round = 0; round < rounds() / 4000; ++round) {
        const std::string text = scribbler.text(40);
        std::size_t actions = 0;
        for (const std::uint8_t byte : to_bytes(text)) actions += device->receive(byte).size();
        if (actions > 40 * text.size()) BOOST_ERROR(fault << " says too much after " << shown(text));
      }
      device->power_on();
      std::size_t opening = 0;
      for (const std::uint8_t byte : to_bytes("-W\n")) opening += device->receive(byte).size();
      BOOST_TEST(opening >= 3U, contest << ' ' << fault);
    }
  }
}

/// A file in a folder of its own, both gone at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::string folder = (std::filesystem::temp_directory_path() / "rooms_fuzz.XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string write(const std::vector<std::string>& lines) const {
    std::string path = (folder_ / "t.jsonl").string();
    std::filesystem::remove(path);  // truncating instead would have the disk written to each time
    std::ofstream file(path, std::ios::binary);
    file << chained_text(lines);
    return path;
  }

 private:
  std::filesystem::path folder_;
};

/// Does to a replayed link whatever it can be asked; how much of it was refused.
int use(Link& link) {
  int refused = 0;
  const Instant at = Instant::exactly(link.info().clock, std::chrono::seconds(1));
  const auto attempt = [&](auto operation) {
    try {
      operation();
    } catch (const RigError&) {
      ++refused;
    }
  };
  for (int time = 0; time < 2; ++time) {
    attempt([&] { link.receive(at); });
    attempt([&] { link.send(to_bytes("25"), at); });
    attempt([&] { link.reset(); });
    attempt([&] { link.note("n"); });
    if (link.wire() != nullptr) attempt([&] { link.wire()->glitch(Duration(1), Duration(2)); });
    if (link.wire() != nullptr) attempt([&] { link.wire()->take_edges(); });
  }
  return refused;
}

BOOST_AUTO_TEST_CASE(lines_of_transcripts) {
  TranscriptHeader header;
  header.contest = "icfpt2014";
  header.options = {{"games", "2"}};
  header.plan = {"Some.Case"};
  LinkInfo info;
  info.has_wire = true;
  info.facts = {{"flags", "-O2"}};
  const std::string segment = segment_line("Some.Case", header, info);
  std::string first = to_text({header, {{"Some.Case", {segment}}}});
  first = split_chained(first.substr(0, first.find('\n'))).value().line;
  const std::vector<std::string> lines = {
      first,
      segment,
      R"(["receive",[1000000000,1000000000],"byte",49,[5,5],[9,9]])",
      R"(["receive",[1000000000,1000000000],"timeout",[1000000000,1000000000]])",
      R"(["receive",[1000000000,1000000000],"hang-up",{"hex":"ff"},[5,5]])",
      R"(["receive",[1000000000,1000000000],"framing",65,[5,5]])",
      R"(["send","3235",[1000000000,1000000000],[5,5],[9,9]])",
      R"(["reset",true,[5,5],"note"])",
      R"(["note","n"])",
      R"(["wire","glitch",1,2,[5,5],[9,9]])",
      R"(["wire","edges",[[5,5,0],[9,9,1]]])",
      R"(["error","gone"])"};
  Scribbler scribbler("transcripts", lines);
  const TemporaryFile file;
  std::uint64_t read = 0;
  for (std::uint64_t round = 0; round < rounds() / 20; ++round) {
    const std::string line = scribbler.below(4) == 0 ? scribbler.text(3) : scribbler.spoilt();
    std::vector<std::string> file_lines = {first, segment, line};
    if (scribbler.below(8) == 0) file_lines = {line};
    try {
      const Transcript transcript = read_transcript(file.write(file_lines));
      ++read;
      for (const auto& [id, one] : transcript.segments) use(*replay(Medium::bytes, id, one)->bytes());
    } catch (const UsageError& error) {
      if (std::string(error.what()).find("t.jsonl") == std::string::npos)
        BOOST_ERROR("no place told: " << shown(line));
    } catch (const RigError&) {
      continue;  // a segment that does not say what link it was of
    }
    // The line alone, past the reader: replay must stand what a file would not have let through.
    BOOST_REQUIRE_MESSAGE(use(*replay(Medium::bytes, "Some.Case", {segment, line})->bytes()) >= 9,
                          shown(line));
  }
  BOOST_TEST(read > rounds() / 1000);
}

}  // namespace
}  // namespace rig
