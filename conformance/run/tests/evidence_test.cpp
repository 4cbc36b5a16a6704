/// The evidence of a run: who, what and when; how it is signed, and verified against what is asked.

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/run/tests/evidence_fixtures.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/report/signature.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> identity_in(const json& report) {
  std::map<std::string, std::string> facts;
  for (const json& one : report.at("identity")) facts[one.at("name")] = one.at("value");
  return facts;
}

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
  ended_saying(office.verify("run"), 0, "derived from \"abc\"");

  const Outcome both = office.certify("run", "builtin:blokus", {"--seed-from", "abc", "--seed", "1"});
  BOOST_TEST(both.status == 2, both.output);
  BOOST_TEST(office.certify("run", "builtin:blokus", {"--seed-from", ""}).status == 2);

  // Who claims a text has to have its seed.
  office.certify("claimed", "builtin:blokus", {"--filter", "Handshake.AnswersWithTeamCode", "--seed", "5"});
  json occasion = json::parse(content_of(office.transcript("claimed") + ".occasion"));
  occasion["facts"]["seed-from"] = "abc";
  write(office.transcript("claimed") + ".occasion", occasion.dump(2) + "\n");
  ended_saying(office.verify("claimed"), 1, "that of \"abc\" is ba7816bf8f01cfea");
}

BOOST_AUTO_TEST_CASE(a_signed_run_is_verified_with_its_key_and_with_no_other) {
  const Office office;
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.key("other")}).status == 0);
  const Words words = {"--filter", "Handshake.*,FirstMove.*", "--seed", "7"};
  office.certify("signed", "builtin:blokus", words, "organiser.key");
  office.certify("unsigned", "builtin:blokus", words);

  ended_saying(office.verify("signed", {"--key", office.key("organiser") + ".pub"}), 0,
               "verified: signed, and nothing was changed since");
  ended_saying(office.verify("signed", {"--key", office.key("other") + ".pub"}), 1,
               "none of the signatures is of it");
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
  ended_saying(office.verify("run"), 1, "signed by a key that you did not name");
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
  ended_saying(sign("run", "team", {"--password-file", office.file("wrong")}), 2,
               "has a password, and this is another one");
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
  ended_saying(office.verify("run", key), 1, "report.json was signed, and is not there");
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
    ended_saying(verified(wrong), 1, "NOT ASKED  " + wrong[0] + ": the run has ");
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
  ended_saying(verified("theirs.pub"), 0, "verified: signed, and nothing was changed since");
  BOOST_TEST(verified("organiser.pub").status == 1, "a key of another office");
}
