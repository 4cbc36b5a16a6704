/// The evidence of a run: who, what and when; that a change of it is found, and that a forger comes no
/// further.

#include <sys/stat.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "conformance/tests/programs.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/report/signature.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A folder with a pair of keys, in which runs are made and signed.
class Office {
 public:
  Office() { BOOST_TEST_REQUIRE(run(RIG, {"keygen", key("organiser")}).status == 0); }

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string key(const std::string& name) const { return folder_.file(name); }

  /// A run whose reports lie in a folder of this name; signed with the key of this name, if one is told.
  Outcome certify(const std::string& place, const std::string& dut, Words more,
                  const std::string& signer = {}) const {
    fs::create_directories(file(place));
    more.insert(more.begin(), {"--contest", "icfpt2014", "--dut", dut, "--reports", "", "--quiet", "--json",
                               file(place + "/report.json"), "--junit", file(place + "/junit.xml"), "--html",
                               file(place + "/report.html"), "--transcript", transcript(place)});
    if (signer.empty()) return run(CERTIFY, more);
    more.insert(more.begin(), {"RIG_SIGNING_KEY=" + key(signer), CERTIFY, "--sign"});
    return run("/usr/bin/env", more);
  }
  std::string transcript(const std::string& place) const { return file(place + "/transcript.jsonl"); }

  Outcome verify(const std::string& place, Words more = {}) const {
    more.insert(more.begin(), {"verify", file(place)});
    return run(RIG, more);
  }
  json report(const std::string& place) const {
    return json::parse(content_of(file(place + "/report.json")));
  }

  void copy(const std::string& from, const std::string& to) const {
    fs::remove_all(file(to));
    fs::copy(file(from), file(to), fs::copy_options::recursive);
  }

 private:
  TemporaryFolder folder_;
};

std::map<std::string, std::string> identity_in(const json& report) {
  std::map<std::string, std::string> facts;
  for (const json& one : report.at("identity")) facts[one.at("name")] = one.at("value");
  return facts;
}

/// The lines of a transcript without their links, and without the last one.
std::vector<std::string> unchained(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    if (const auto parts = rig::split_chained(line)) lines.push_back(parts->line);
  }
  return lines;
}

/// Moves replies that came later than a second into time, and all that follows with them. How many it moved.
int move_late_replies(std::vector<std::string>& lines) {
  constexpr std::int64_t deadline = 1'000'000'000;
  constexpr std::int64_t earlier = 500'000'000;
  const auto moved = [](json& instant, std::int64_t by) {
    for (json& bound : instant) bound = bound.get<std::int64_t>() - by;
  };
  int count = 0;
  std::int64_t shift = 0;
  std::int64_t shift_of_request = 0;
  std::int64_t asked = 0;
  for (std::string& line : lines) {
    json op = json::parse(line);
    if (op.is_object()) {
      shift = shift_of_request = 0;  // a case, with a time of its own
      continue;
    }
    const bool byte = op[0] == "receive" && op[2] == "byte";
    if (byte && op[4][0].get<std::int64_t>() > asked + deadline && shift == shift_of_request) {
      shift += earlier;
      ++count;
    }
    for (std::size_t i = 1; i < op.size(); ++i) {
      const bool is_instant = op[i].is_array() && op[i].size() == 2 && op[i][0].is_number();
      if (is_instant) moved(op[i], byte && i == 1 ? shift_of_request : shift);
    }
    if (op[0] == "send") {
      asked = op[4][1].get<std::int64_t>() + shift;
      shift_of_request = shift;
    }
    line = op.dump();
  }
  return count;
}

constexpr const char* late = "builtin:blokus?fault=late";

}  // namespace

BOOST_AUTO_TEST_CASE(a_key_is_its_owners_alone_and_is_never_written_over) {
  const Office office;
  struct stat key {};
  BOOST_TEST_REQUIRE(stat((office.key("organiser") + ".key").c_str(), &key) == 0);
  BOOST_TEST((key.st_mode & 0777U) == 0600U);
  const std::string before = content_of(office.key("organiser") + ".key");
  const Outcome again = run(RIG, {"keygen", office.key("organiser")});
  BOOST_TEST(again.status == 2, again.output);
  BOOST_TEST(content_of(office.key("organiser") + ".key") == before);
  const Outcome wrong = office.certify("run", "builtin:blokus", {}, "organiser.pub");
  BOOST_TEST(wrong.status == 3, wrong.output);  // told when it is opened, and all that was measured is kept
  BOOST_TEST(contains(wrong.output, "The run is not signed"), wrong.output);
  BOOST_TEST(fs::exists(office.transcript("run")));
  BOOST_TEST(office.certify("run", "builtin:blokus", {}, "nobody.key").status == 2);
  const Outcome matrix = run(CERTIFY, {"--contest", "icfpt2014", "--fault-matrix", "-", "--sign"});
  BOOST_TEST(matrix.status == 2, matrix.output);
}

BOOST_AUTO_TEST_CASE(reports_say_what_was_tested_by_what_and_when) {
  const Office office;
  const std::string player = std::string("exec:") + BLOKUS_PLAYER + " --stdio";
  write(office.file("board.bit"), "abc");
  const Outcome made =
      office.certify("run", player,
                     {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "3", "--team-name", "Rook",
                      "--label", "spring", "--bitstream", office.file("board.bit")});
  BOOST_TEST(made.status == 0, made.output);
  auto facts = identity_in(office.report("run"));
  BOOST_TEST(facts[std::string("program ") + BLOKUS_PLAYER] == rig::sha256_file(BLOKUS_PLAYER));
  BOOST_TEST(facts["bitstream"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(facts["team-name"] == "Rook");
  BOOST_TEST(facts["label"] == "spring");
  BOOST_TEST(facts["seed-chosen"] == "given");
  for (const char* name : {"rig", "clauses", "started", "ended", "host", "system"})
    BOOST_TEST(!facts[name].empty(), name);
  for (const char* file : {"run/junit.xml", "run/report.html"}) {
    for (const std::string& value : {facts["clauses"], facts["bitstream"], facts["ended"]})
      BOOST_TEST(contains(content_of(office.file(file)), value), file << " lacks " << value);
  }

  // A replay has it from the record, and cannot say otherwise.
  const std::string recorded = "transcript:" + office.transcript("run");
  const Outcome replay =
      run(CERTIFY, {"--dut", recorded, "--reports", "", "--json", office.file("replay.json")});
  BOOST_TEST(replay.status == 0, replay.output);
  const json replayed = json::parse(content_of(office.file("replay.json")));
  BOOST_TEST((identity_in(replayed) == facts));
  BOOST_TEST(replayed.at("team_name") == "Rook");
  BOOST_TEST(replayed.at("replay").at("dated") == true);
  for (const Words& words : {Words{"--team-name", "Knight"}, Words{"--label", "summer"},
                             Words{"--bitstream", office.file("board.bit")}, Words{"--sign"}}) {
    Words all = {"--dut", recorded, "--reports", ""};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome refused = run(CERTIFY, all);
    BOOST_TEST(refused.status == 2, words[0] << ": " << refused.output);
  }
  // An occasion of another run is none of this one.
  office.certify("other", "builtin:blokus", {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "4"});
  fs::copy(office.transcript("other") + ".occasion", office.transcript("run") + ".occasion",
           fs::copy_options::overwrite_existing);
  BOOST_TEST(run(CERTIFY, {"--dut", recorded, "--reports", ""}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_run_in_virtual_time_has_the_same_transcript_whoever_runs_it) {
  const Office office;
  const Words words = {"--filter", "Handshake.*,FirstMove.*", "--seed", "7"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  office.certify("one", "builtin:blokus", with({"--jobs", "2"}));
  office.certify("two", "builtin:blokus", with({"--jobs", "2", "--team-name", "Rook"}), "organiser.key");
  BOOST_TEST((content_of(office.transcript("one")) == content_of(office.transcript("two"))));
  BOOST_TEST((content_of(office.transcript("one") + ".occasion") !=
              content_of(office.transcript("two") + ".occasion")));
}

BOOST_AUTO_TEST_CASE(a_seed_from_a_text_is_what_anybody_computes_from_it) {
  const Office office;
  const Outcome made = office.certify("run", "builtin:blokus",
                                      {"--filter", "Handshake.AnswersWithTeamCode", "--seed-from", "abc"});
  BOOST_TEST(made.status == 0, made.output);
  BOOST_TEST(office.report("run").at("seed") == std::to_string(0xba7816bf8f01cfeaULL));
  auto facts = identity_in(office.report("run"));
  BOOST_TEST(facts["seed-chosen"] == "derived");
  BOOST_TEST(facts["seed-from"] == "abc");
  const Outcome verified = office.verify("run");
  BOOST_TEST(verified.status == 0, verified.output);
  BOOST_TEST(contains(verified.output, "derived from \"abc\""), verified.output);

  const Outcome both = office.certify("run", "builtin:blokus", {"--seed-from", "abc", "--seed", "1"});
  BOOST_TEST(both.status == 2, both.output);
  BOOST_TEST(office.certify("run", "builtin:blokus", {"--seed-from", ""}).status == 2);

  // Who claims a text has to have its seed.
  office.certify("claimed", "builtin:blokus", {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "5"});
  json occasion = json::parse(content_of(office.transcript("claimed") + ".occasion"));
  occasion["facts"]["seed-from"] = "abc";
  write(office.transcript("claimed") + ".occasion", occasion.dump(2) + "\n");
  const Outcome claimed = office.verify("claimed");
  BOOST_TEST(claimed.status == 1, claimed.output);
  BOOST_TEST(contains(claimed.output, "that of \"abc\" is ba7816bf8f01cfea"), claimed.output);
}

BOOST_AUTO_TEST_CASE(a_signed_run_is_verified_with_its_key_and_with_no_other) {
  const Office office;
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.key("other")}).status == 0);
  const Words words = {"--filter", "Handshake.*,FirstMove.*", "--seed", "7"};
  office.certify("signed", "builtin:blokus", words, "organiser.key");
  office.certify("unsigned", "builtin:blokus", words);

  const Outcome good = office.verify("signed", {"--key", office.key("organiser") + ".pub"});
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(contains(good.output, "verified: signed, and nothing was changed since"), good.output);
  const Outcome other = office.verify("signed", {"--key", office.key("other") + ".pub"});
  BOOST_TEST(other.status == 1, other.output);
  BOOST_TEST(contains(other.output, "none of the signatures is of it"), other.output);
  BOOST_TEST(office.verify("unsigned").status == 0);
  BOOST_TEST(contains(office.verify("unsigned").output, "not signed"));
  BOOST_TEST(office.verify("unsigned", {"--key", office.key("organiser") + ".pub"}).status == 1);
  BOOST_TEST(office.verify("nowhere").status == 2);
  BOOST_TEST(office.verify("signed", {"--key", office.file("signed/report.json")}).status == 2);

  // Its signature cannot be taken off, nor that of another run be put on.
  office.copy("signed", "bare");
  fs::remove(office.transcript("bare") + ".signature");
  BOOST_TEST(office.verify("bare").status == 1);
  office.copy("unsigned", "borrowed");
  fs::copy(office.transcript("signed") + ".signature", office.transcript("borrowed") + ".signature");
  BOOST_TEST(office.verify("borrowed", {"--key", office.key("organiser") + ".pub"}).status == 1);
  // A run into the same folder that nobody signs does not keep the signature of the one before.
  office.certify("bare", "builtin:blokus", words, "organiser.key");
  office.certify("bare", "builtin:blokus", words);
  BOOST_TEST(office.verify("bare").status == 0);
}

BOOST_AUTO_TEST_CASE(a_key_that_nobody_named_verifies_nothing) {
  const Office office;
  office.certify("run", "builtin:blokus", {"--filter", "Handshake.*"}, "organiser.key");
  const Outcome unnamed = office.verify("run");
  BOOST_TEST(unnamed.status == 1, unnamed.output);
  BOOST_TEST(contains(unnamed.output, "signed by a key that you did not name"), unnamed.output);
  BOOST_TEST(office.verify("run", {"--any-key"}).status == 0);
  BOOST_TEST(office.verify("run", {"--any-key", "--key", office.key("organiser") + ".pub"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_run_is_signed_afterwards_by_one_and_by_another) {
  const Office office;
  write(office.file("password"), "white bishop\n");
  BOOST_TEST_REQUIRE(
      run(RIG, {"keygen", office.key("team"), "--password-file", office.file("password")}).status == 0);
  BOOST_TEST(contains(content_of(office.key("team") + ".key"), "BEGIN ENCRYPTED PRIVATE KEY"));
  const auto sign = [&](const std::string& place, const std::string& name, Words more = {}) {
    more.insert(more.begin(), {"sign", office.file(place), "--key", office.key(name) + ".key"});
    return run(RIG, more);
  };
  const auto by = [&](const std::string& name) { return Words{"--key", office.key(name) + ".pub"}; };
  office.certify("run", "builtin:blokus", {"--filter", "Handshake.*", "--team-name", "Rook"});

  write(office.file("wrong"), "black bishop\n");
  const Outcome wrong = sign("run", "team", {"--password-file", office.file("wrong")});
  BOOST_TEST(wrong.status == 2, wrong.output);
  BOOST_TEST(contains(wrong.output, "has a password, and this is another one"), wrong.output);
  BOOST_TEST(!fs::exists(office.transcript("run") + ".signature"));
  const Outcome first = sign("run", "team", {"--password-file", office.file("password")});
  BOOST_TEST(first.status == 0, first.output);
  for (const char* told : {"team       Rook", "contest    icfpt2014", "device     builtin:blokus",
                           "verdict    all that was run passed"})
    BOOST_TEST(contains(first.output, told), first.output);
  BOOST_TEST(office.verify("run", by("team")).status == 0);
  BOOST_TEST(office.verify("run", by("organiser")).status == 1);
  const Outcome second = sign("run", "organiser");
  BOOST_TEST(second.status == 0, second.output);
  for (const char* name : {"team", "organiser"}) {
    const Outcome both = office.verify("run", by(name));
    BOOST_TEST(both.status == 0, both.output);
  }

  // One of two that was broken is told; nothing that was changed is signed.
  office.copy("run", "broken");
  write(office.transcript("broken") + ".signature",
        content_of(office.transcript("run") + ".signature-2").substr(1));
  BOOST_TEST(office.verify("broken", by("organiser")).status == 1);
  office.certify("changed", "builtin:blokus", {"--filter", "Handshake.*"});
  json report = office.report("changed");
  report["headline"] = "certified: RTL in simulated time";
  write(office.file("changed/report.json"), report.dump());
  const Outcome changed = sign("changed", "organiser");
  BOOST_TEST(changed.status == 1, changed.output);
  BOOST_TEST(!fs::exists(office.transcript("changed") + ".signature"));
}

BOOST_AUTO_TEST_CASE(what_is_missing_or_lies_beside_what_was_signed_is_told) {
  const Office office;
  const Words key = {"--key", office.key("organiser") + ".pub"};
  office.certify("run", "builtin:blokus", {"--filter", "Handshake.*"}, "organiser.key");
  write(office.file("run/certificate.html"), "certified");
  const Outcome beside = office.verify("run", key);
  BOOST_TEST(beside.status == 0, beside.output);
  BOOST_TEST(contains(beside.output, "UNSIGNED"), beside.output);
  BOOST_TEST(contains(beside.output, "certificate.html"), beside.output);
  fs::remove(office.file("run/report.json"));
  const Outcome missing = office.verify("run", key);
  BOOST_TEST(missing.status == 1, missing.output);
  BOOST_TEST(contains(missing.output, "report.json was signed, and is not there"), missing.output);
}

/// What a stranger's signature says is shown and not obeyed, and leads nowhere else.
BOOST_AUTO_TEST_CASE(names_in_a_strangers_signature_are_shown_as_they_are) {
  const Office office;
  office.certify("run", "builtin:blokus", {"--filter", "Handshake.*"});
  const std::string head = office.report("run").at("evidence").at("head");
  const rig::PrivateKey stranger = rig::PrivateKey::generate();
  write(office.file("secret"), "secret");
  for (const std::string& name : {std::string("../secret"), office.file("secret"),
                                  std::string("a\x1b[2Jverified: signed"), std::string("link")}) {
    fs::remove(office.file("run/link"));
    fs::create_symlink(office.file("secret"), office.file("run/link"));
    rig::report::Signature signature{stranger.public_key().hex(), head, {}, {}};
    signature.files.push_back({"file", name, rig::sha256_file(office.file("secret"))});
    const std::string text = rig::report::signed_text(signature);
    write(office.transcript("run") + ".signature", text + "signature " + stranger.sign(text) + "\n");
    const Outcome outcome = office.verify("run", {"--any-key"});
    BOOST_TEST(outcome.status == 1, name << "\n" << outcome.output);
    BOOST_TEST(!contains(outcome.output, "intact"), outcome.output);
    BOOST_TEST(!contains(outcome.output, "\x1b"), "an escape reaches the terminal");
  }
}

BOOST_AUTO_TEST_CASE(a_run_is_held_against_what_is_asked) {
  const Office office;
  write(office.file("board.bit"), "abc");
  write(office.file("other.bit"), "abd");
  office.certify("run", "builtin:blokus",
                 {"--team-name", "Rook", "--seed-from", "a lottery", "--bitstream", office.file("board.bit")},
                 "organiser.key");
  const auto verified = [&](Words asked) {
    asked.insert(asked.end(), {"--key", office.key("organiser") + ".pub"});
    return office.verify("run", asked);
  };
  const std::string today = office.report("run").at("started");
  const std::vector<std::pair<Words, Words>> right_and_wrong = {
      {{"--team", "Rook"}, {"--team", "Knight"}},
      {{"--contest", "icfpt2014"}, {"--contest", "icfpt2013"}},
      {{"--dut", "builtin:blokus"}, {"--dut", "rtl:blokus_duo"}},
      {{"--bitstream", office.file("board.bit")}, {"--bitstream", office.file("other.bit")}},
      {{"--seed-from", "a lottery"}, {"--seed-from", "another lottery"}},
      {{"--newer-than", "2026-01-01"}, {"--newer-than", today}},
      {{"--require", "certified"}, {"--commit", "0123456789abcdef"}}};
  for (const auto& [right, wrong] : right_and_wrong) {
    const Outcome good = verified(right);
    BOOST_TEST(good.status == 0, right[0] << "\n" << good.output);
    const Outcome bad = verified(wrong);
    BOOST_TEST(bad.status == 1, wrong[0] << "\n" << bad.output);
    BOOST_TEST(contains(bad.output, "NOT ASKED  " + wrong[0] + ": the run has "), bad.output);
  }
  BOOST_TEST(verified({"--newer-than", "yesterday"}).status == 2);
  BOOST_TEST(verified({"--require", "anything"}).status == 2);
  BOOST_TEST(verified({"--bitstream", office.file("none.bit")}).status == 2);
  office.certify("failed", late, {"--filter", "FirstMove.*"}, "organiser.key");
  const Words key = {"--key", office.key("organiser") + ".pub"};
  BOOST_TEST(office.verify("failed", key).status == 0, "it is what it says");
  BOOST_TEST(contains(office.verify("failed", key).output, "nothing was changed since. not conformant"));
  BOOST_TEST(office.verify("failed", {key[0], key[1], "--require", "certified"}).status == 1);
}

/// No program that the run starts, nor anything that it prints, knows where the key is.
BOOST_AUTO_TEST_CASE(the_key_is_on_no_command_line_and_in_no_environment_of_a_program) {
  const Office office;
  const std::string spy = office.file("spy.sh");
  write(spy,
        "#!/bin/sh\nfor p in /proc/[0-9]*; do tr '\\0' '\\n' <$p/cmdline; tr '\\0' '\\n' <$p/environ; done "
        ">>" +
            office.file("seen") + " 2>/dev/null\nexec " + BLOKUS_PLAYER + " --stdio\n");
  fs::permissions(spy, fs::perms::owner_all);
  office.certify("run", "exec:" + spy, {"--filter", "Handshake.AnswersWithTeamCode", "--sandbox", "off"},
                 "organiser.key");
  BOOST_TEST_REQUIRE(fs::exists(office.file("seen")));
  BOOST_TEST(contains(content_of(office.file("seen")), "certify"));
  BOOST_TEST(!contains(content_of(office.file("seen")), "organiser.key"));
  BOOST_TEST(fs::exists(office.transcript("run") + ".signature"));
}

BOOST_AUTO_TEST_CASE(a_signed_run_is_verified_by_a_copy_of_the_programs_elsewhere) {
  const Office elsewhere;
  const std::string programs = elsewhere.file("bin");
  fs::create_directories(programs);
  {
    const Office office;
    office.certify("signed", "builtin:blokus", {"--filter", "Handshake.*"}, "organiser.key");
    fs::copy(office.file("signed"), elsewhere.file("handed-in"), fs::copy_options::recursive);
    fs::copy(office.key("organiser") + ".pub", elsewhere.file("theirs.pub"));
    const fs::path built = fs::path(RIG).parent_path();
    for (const char* name : {"rig", "certify", "rig-supervisor"})
      fs::copy(built / name, fs::path(programs) / name);
  }  // neither the folder of the run nor its secret key is there any more
  const auto verified = [&](const std::string& key) {
    return run("/usr/bin/env", {"-C", elsewhere.file(""), "bin/rig", "verify", "handed-in", "--key", key});
  };
  const Outcome good = verified("theirs.pub");
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(contains(good.output, "verified: signed, and nothing was changed since"), good.output);
  BOOST_TEST(verified("organiser.pub").status == 1, "a key of another office");
}

BOOST_AUTO_TEST_CASE(each_of_300_changed_bytes_is_found) {
  const Office office;
  const Outcome made = office.certify(
      "run", "builtin:blokus", {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "7"}, "organiser.key");
  BOOST_TEST_REQUIRE(made.status == 0, made.output);
  const Words key = {"--key", office.key("organiser") + ".pub"};
  BOOST_TEST_REQUIRE(office.verify("run", key).status == 0);
  const std::vector<std::string> names = {"transcript.jsonl",
                                          "transcript.jsonl.occasion",
                                          "transcript.jsonl.signature",
                                          "report.json",
                                          "junit.xml",
                                          "report.html"};
  std::mt19937_64 random(300);  // the same positions in each run
  for (int i = 0; i < 300; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i) % names.size()];
    const std::string path = office.file("run/" + name);
    const std::string whole = content_of(path);
    std::string changed = whole;
    const std::size_t at = random() % whole.size();
    changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << random() % 8));
    write(path, changed);
    const Outcome outcome = office.verify("run", key);
    BOOST_TEST(outcome.status == 1, name << ", byte " << at << ": " << outcome.output);
    BOOST_TEST(contains(outcome.output, name), outcome.output);
    if (name == "transcript.jsonl") {
      const auto line = 1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      BOOST_TEST(contains(outcome.output, "line " + std::to_string(line) + ":"),
                 "byte " << at << ", line " << line << ": " << outcome.output);
    }
    write(path, whole);
  }
  BOOST_TEST(office.verify("run", key).status == 0);
}

/// Without a signature, what the transcript does not bear out is found all the same.
BOOST_AUTO_TEST_CASE(a_report_that_says_otherwise_than_its_transcript_is_found) {
  const Office office;
  office.certify("run", late, {"--filter", "FirstMove.WhenItBegins", "--seed", "3"});
  BOOST_TEST_REQUIRE(office.verify("run").status == 0);
  const json report = office.report("run");
  const auto refused = [&](const std::string& pointer, const json& value) {
    json changed = report;
    changed[json::json_pointer(pointer)] = value;
    write(office.file("run/report.json"), changed.dump());
    const Outcome outcome = office.verify("run");
    BOOST_TEST(outcome.status == 1, pointer << ": " << outcome.output);
    BOOST_TEST(contains(outcome.output, pointer), outcome.output);
  };
  refused("/headline", "certified: a player of the rig's own, in virtual time");
  refused("/exit_status", 0);
  refused("/cases/0/verdict", "pass");
  refused("/cases/0/findings", json::array());
  refused("/requirements/0/verdict", "fail");
  refused("/seed", "4");
  refused("/dut/name", "builtin:blokus");
  refused("/team_name", "Rook");
  refused("/identity/0/value", "9.9");
  refused("/started", "2031-05-04T09:30:00Z");
  refused("/evidence/sha256", "");
  refused("/evidence/head", "");
}

/// Runs that end otherwise than well are what they were, too.
BOOST_AUTO_TEST_CASE(runs_that_fail_or_stop_are_consistent_with_their_transcripts) {
  const Office office;
  for (const Words& words : {Words{"--filter", "Handshake.*,FirstMove.*,Pass.*"},
                             Words{"--filter", "Handshake.*,FirstMove.*,Pass.*", "--fail-fast"},
                             Words{"--filter", "FirstMove.*", "--timeout-scale", "2", "--strict"}}) {
    office.certify("run", late, words);
    const Outcome outcome = office.verify("run");
    BOOST_TEST(outcome.status == 0, words.back() << ": " << outcome.output);
  }
  office.certify("silent", std::string("exec:") + BLOKUS_PLAYER + " --stdio --fault hang-up",
                 {"--filter", "Handshake.*,FirstMove.WhenItBegins"});
  const Outcome silent = office.verify("silent");
  BOOST_TEST(silent.status == 0, silent.output);
}

BOOST_AUTO_TEST_CASE(a_run_made_anew_is_the_same_case_by_case) {
  const Office office;
  office.certify("run", "rtl:blokus_duo",
                 {"--filter", "Handshake.*,FirstMove.WhenItBegins", "--seed", "9", "--jobs", "3"});
  const Outcome same = office.verify("run", {"--again"});
  BOOST_TEST(same.status == 0, same.output);
  BOOST_TEST(contains(same.output, " cases are the same, byte for byte"), same.output);

  // A run that was stopped is compared as far as it came.
  office.certify("stopped", late,
                 {"--filter", "Handshake.*,FirstMove.*,Deadline.*", "--fail-fast", "--jobs", "2"});
  const Outcome stopped = office.verify("stopped", {"--again"});
  BOOST_TEST(stopped.status == 0, stopped.output);
  // Another design under the same name is found.
  const std::string text = content_of(office.transcript("run"));
  std::vector<std::string> lines = unchained(text);
  for (std::string& line : lines) {
    const std::size_t hash = line.find("\"source_hash\":\"");
    if (hash == std::string::npos) continue;
    char& digit = line[hash + 15];
    digit = digit == '0' ? '1' : '0';
  }
  fs::create_directories(office.file("design"));
  write(office.transcript("design"), rig::chained_text(lines));
  const Outcome design = office.verify("design", {"--again"});
  BOOST_TEST(design.status == 1, design.output);
  BOOST_TEST(contains(design.output, "link/facts/source_hash was"), design.output);

  office.certify("real", std::string("exec:") + BLOKUS_PLAYER + " --stdio",
                 {"--filter", "Handshake.AnswersWithTeamCode"});
  const Outcome real = office.verify("real", {"--again"});
  BOOST_TEST(real.status == 2, real.output);
  BOOST_TEST(contains(real.output, "lives in real time"), real.output);
}

/// What the project's first evidence could not withstand: late replies are moved into time, and the record is
/// made whole again in each way that a forger has.
BOOST_AUTO_TEST_CASE(late_replies_that_were_moved_into_time_do_not_pass) {
  const Office office;
  const Words key = {"--key", office.key("organiser") + ".pub"};
  const Outcome made =
      office.certify("run", late, {"--filter", "FirstMove.*", "--seed", "3"}, "organiser.key");
  BOOST_TEST_REQUIRE(made.status == 1, made.output);
  std::vector<std::string> lines = unchained(content_of(office.transcript("run")));
  BOOST_TEST_REQUIRE(move_late_replies(lines) >= 8);
  const std::string chained = rig::chained_text(lines);

  // The links left as they were.
  office.copy("run", "careless");
  std::istringstream before(content_of(office.transcript("run")));
  std::string careless;
  std::size_t i = 0;
  for (std::string line; std::getline(before, line); ++i) {
    const auto parts = rig::split_chained(line);
    careless += parts ? lines[i].substr(0, lines[i].size() - 1) + line.substr(parts->line.size() - 1) : line;
    careless += '\n';
  }
  write(office.transcript("careless"), careless);
  const Outcome refused =
      run(CERTIFY, {"--dut", "transcript:" + office.transcript("careless"), "--reports", ""});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(contains(refused.output, "the chain breaks"), refused.output);
  BOOST_TEST(office.verify("careless").status == 1);

  // The chain made anew, the occasion with it, and the report from the replay: it passes as a replay alone …
  office.copy("run", "careful");
  write(office.transcript("careful"), chained);
  json occasion = json::parse(content_of(office.transcript("careful") + ".occasion"));
  const std::string last = chained.substr(chained.rfind('\n', chained.size() - 2) + 1);
  occasion["head"] = json::parse(last).at("head");
  write(office.transcript("careful") + ".occasion", occasion.dump(2) + "\n");
  const Outcome replay = run(CERTIFY, {"--dut", "transcript:" + office.transcript("careful"), "--reports", "",
                                       "--json", office.file("careful/report.json")});
  BOOST_TEST(replay.status == 0, replay.output);
  BOOST_TEST(contains(replay.output, "(replay)"), replay.output);
  // … and neither with the signature of the run, nor without one, nor run again.
  const Outcome signed_run = office.verify("careful", key);
  BOOST_TEST(signed_run.status == 1, signed_run.output);
  BOOST_TEST(contains(signed_run.output, "transcript.jsonl: its SHA-256 is"), signed_run.output);
  fs::remove(office.transcript("careful") + ".signature");
  BOOST_TEST(office.verify("careful").status == 1);
  occasion["facts"].erase("signed-by");
  write(office.transcript("careful") + ".occasion", occasion.dump(2) + "\n");
  BOOST_TEST(office.verify("careful", key).status == 1);
  fs::remove(office.file("careful/report.json"));
  const Outcome again = office.verify("careful", {"--again"});
  BOOST_TEST(again.status == 1, again.output);
  BOOST_TEST(contains(again.output, "run again, FirstMove.WhenItBegins: operation "), again.output);

  // A key of the forger's own is not the organiser's.
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.key("forger")}).status == 0);
  office.certify("own", "builtin:blokus", {"--filter", "FirstMove.*"}, "forger.key");
  BOOST_TEST(office.verify("own", key).status == 1);

  // As of the time before there was a chain: it can be replayed, and says so.
  json header = json::parse(lines[0]);
  header["transcript"] = 2;
  header.erase("identity");
  lines[0] = header.dump();
  std::string old;
  for (const std::string& line : lines) old += line + '\n';
  fs::create_directories(office.file("old"));
  write(office.transcript("old"), old);
  const Outcome replayed = run(CERTIFY, {"--dut", "transcript:" + office.transcript("old"), "--reports", ""});
  BOOST_TEST(contains(replayed.output, "not chained: nothing shows whether it was changed"), replayed.output);
  const Outcome unsure = office.verify("old");
  BOOST_TEST(unsure.status == 3, unsure.output);
  BOOST_TEST(contains(unsure.output, "is not chained"), unsure.output);
}
