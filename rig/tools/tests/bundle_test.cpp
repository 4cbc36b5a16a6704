/// Bundles: the evidence of a run in one file, read again by rig verify and by ordinary programs; each
/// forgery is refused.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/crypto/base64.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/tar.hpp"
#include "rig/tools/evidence/statement.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;
namespace data = boost::unit_test::data;

namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// The files of an archive, in their order.
using Archive = std::vector<std::pair<std::string, std::string>>;

Archive read_archive(const std::string& path) {
  rig::TarReader reader(path);
  Archive files;
  while (const auto entry = reader.next()) {
    std::string content;
    reader.content([&](std::string_view piece) { content += piece; });
    files.emplace_back(entry->name, content);
  }
  return files;
}

std::string text_of(const Archive& files) {
  std::string text;
  for (const auto& [name, content] : files)
    text += rig::tar_header({name, content.size(), 0}) + content + rig::tar_padding(content.size());
  return text + rig::tar_end();
}

std::string& content(Archive& files, const std::string& name) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.first == name; });
  BOOST_TEST_REQUIRE((found != files.end()), name << " is not in the bundle");
  return found->second;
}

void remove(Archive& files, const std::string& name) {
  std::erase_if(files, [&](const auto& one) { return one.first == name; });
}

/// A run of the team Rook, and its bundle, signed by the organiser and not.
class Office {
 public:
  Office() {
    BOOST_TEST_REQUIRE(run(RIG, {"keygen", file("organiser")}).status == 0);
    const Outcome made = certify("run", {"--team-name", "Rook"});
    BOOST_TEST_REQUIRE(made.status == 0, made.output);
    for (const auto& [name, key] : {std::pair("signed", true), std::pair("unsigned", false)}) {
      const Outcome bundled = bundle("run", name, key ? Words{"--key", file("organiser.key")} : Words{});
      BOOST_TEST_REQUIRE(bundled.status == 0, bundled.output);
    }
  }

  std::string file(const std::string& name) const { return folder_.file(name); }

  Outcome certify(const std::string& place, Words more) const {
    fs::create_directories(file(place));
    more.insert(more.begin(),
                {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.*", "--seed",
                 "7", "--reports", "", "--quiet", "--json", file(place + "/report.json"), "--transcript",
                 file(place + "/transcript.jsonl")});
    return run(CERTIFY, more);
  }
  /// Makes NAME.tar.
  Outcome bundle(const std::string& place, const std::string& name, Words more = {}) const {
    more.insert(more.begin(), {"bundle", file(place), "--out", file(name + ".tar")});
    return run(RIG, more);
  }
  Outcome verify(const std::string& name, Words more = {}) const {
    more.insert(more.begin(), {"verify", file(name + ".tar")});
    return run(RIG, more);
  }
  Words by_organiser() const { return {"--key", file("organiser.pub")}; }

 private:
  TemporaryFolder folder_;
};

const Office& office() {
  static const Office one;
  return one;
}

/// Who can write the statement anew, and cannot sign it.
void state_anew(Archive& files, const std::function<void(rig::Statement&)>& change) {
  rig::Statement statement = rig::statement_from(content(files, "statement.json"));
  change(statement);
  content(files, "statement.json") = to_text(statement);
}

void sign_anew(Archive& files, const rig::PrivateKey& key) {
  content(files, "statement.dsse.json") = rig::envelope_of(key, content(files, "statement.json"));
}

/// A report that says more than was run, and the digest of that.
void change_report(Archive& files) {
  std::string& report = content(files, "report.json");
  report += " ";
  state_anew(files, [&](rig::Statement& statement) {
    statement.subject["report.json"] = rig::sha256_hex(rig::to_bytes(report));
  });
}

void change_envelope(Archive& files, const std::function<void(json&)>& change) {
  std::string& text = content(files, "statement.dsse.json");
  json envelope = json::parse(text);
  change(envelope);
  text = envelope.dump(2) + "\n";
}

struct Forgery {
  const char* name;
  const char* refused;  ///< in words
  std::function<void(Archive&)> forge;
};

std::ostream& operator<<(std::ostream& out, const Forgery& forgery) {
  return out << forgery.name;
}

/// Of a bundle that the organiser has signed.
const std::vector<Forgery> forgeries = {
    {"a changed report", "report.json: its SHA-256 is",
     [](Archive& all) { content(all, "report.json") += " "; }},
    {"a changed transcript", "transcript.jsonl: its SHA-256 is",
     [](Archive& all) { content(all, "transcript.jsonl")[100] = '~'; }},
    {"a file left out", "the statement names report.json, and it is not in the bundle",
     [](Archive& all) { remove(all, "report.json"); }},
    {"a file more", "certificate.html is in the bundle, and the statement does not name it",
     [](Archive& all) { all.emplace_back("certificate.html", "certified"); }},
    {"another name", "junit.xml is in the bundle, and the statement does not name it",
     [](Archive& all) {
       for (auto& [name, text] : all) {
         if (name == "report.json") name = "junit.xml";
       }
     }},
    {"no transcript", "there is no transcript.jsonl in it",
     [](Archive& all) { remove(all, "transcript.jsonl"); }},
    {"no statement", "there is no statement.json in it", [](Archive& all) { remove(all, "statement.json"); }},
    {"no signature", "and a key was asked for", [](Archive& all) { remove(all, "statement.dsse.json"); }},
    {"a file twice", "report.json comes twice", [](Archive& all) { all.emplace_back("report.json", "{}"); }},
    {"a second statement", "statement.json comes twice",
     [](Archive& all) { all.emplace_back("statement.json", content(all, "statement.json")); }},
    {"a file that is a folder", "report.json/a is a file in the archive, and a folder as well",
     [](Archive& all) { all.emplace_back("report.json/a", ""); }},
    {"a digest that fits", "it is not the envelope of the statement in this bundle", change_report},
    {"another verdict", "it is not the envelope of the statement in this bundle",
     [](Archive& all) {
       state_anew(all, [](rig::Statement& one) { one.predicate["verdict"] = "certified"; });
     }},
    {"a digest that fits, signed by a stranger", "none of the signatures is of it",
     [](Archive& all) {
       change_report(all);
       sign_anew(all, rig::PrivateKey::generate());
     }},
    {"a stranger's signature under the organiser's key", "its signature is not that of the key",
     [](Archive& all) {
       const std::string organiser =
           json::parse(content(all, "statement.dsse.json")).at("/signatures/0/keyid"_json_pointer);
       change_report(all);
       sign_anew(all, rig::PrivateKey::generate());
       change_envelope(all, [&](json& one) { one["/signatures/0/keyid"_json_pointer] = organiser; });
     }},
    {"another payload", "it is not the envelope of the statement in this bundle",
     [](Archive& all) { change_envelope(all, [](json& one) { one["payload"] = rig::to_base64("{}"); }); }},
    {"another type of payload", "it is not the envelope of the statement in this bundle",
     [](Archive& all) { change_envelope(all, [](json& one) { one["payloadType"] = "text/plain"; }); }},
    {"a signature that is none", "it is not the envelope of the statement in this bundle",
     [](Archive& all) {
       change_envelope(all, [](json& one) { one["/signatures/0/sig"_json_pointer] = "a"; });
     }},
    {"a short signature", "its signature is not that of the key",
     [](Archive& all) {
       change_envelope(all, [](json& one) { one["/signatures/0/sig"_json_pointer] = ""; });
     }},
    {"no signature in the envelope", "it is no envelope",
     [](Archive& all) { change_envelope(all, [](json& one) { one["signatures"] = json::array(); }); }},
    {"an envelope that is none", "statement.dsse.json: it is no JSON",
     [](Archive& all) { content(all, "statement.dsse.json") = "\x1b[2Jverified"; }},
    {"an envelope that is nested deeply", "statement.dsse.json: JSON is nested 33 deep",
     [](Archive& all) { content(all, "statement.dsse.json") = std::string(100'000, '['); }},
    {"another spelling", "statement.json: it is not written as rig bundle writes it",
     [](Archive& all) { content(all, "statement.json") += "\n"; }},
    {"another kind of statement", "statement.json: it is not written as rig bundle writes it",
     [](Archive& all) {
       std::string& text = content(all, "statement.json");
       text.replace(text.find("Statement/v1"), 12, "Statement/v0");
     }},
    {"a statement of nothing", "statement.json: it is no statement",
     [](Archive& all) { content(all, "statement.json") = "[]\n"; }},
    {"a predicate that is a list", "statement.json: it is no statement",
     [](Archive& all) { state_anew(all, [](rig::Statement& one) { one.predicate = json::array(); }); }},
};

/// Of a bundle that nobody has signed: what the statement says is held against the run.
const std::vector<Forgery> false_statements = {
    {"team", "the statement says that \"team\" is \"Knight\", and the run says \"Rook\"",
     [](Archive& all) { state_anew(all, [](rig::Statement& one) { one.predicate["team"] = "Knight"; }); }},
    {"verdict", "the statement says that \"verdict\" is \"certified\"",
     [](Archive& all) {
       state_anew(all, [](rig::Statement& one) { one.predicate["verdict"] = "certified"; });
     }},
    {"seed", "the statement says that \"seed\" is 8, and the run says \"7\"",
     [](Archive& all) { state_anew(all, [](rig::Statement& one) { one.predicate["seed"] = 8; }); }},
    {"head", "the statement says that \"head\" is null",
     [](Archive& all) { state_anew(all, [](rig::Statement& one) { one.predicate.erase("head"); }); }},
    {"more", "the statement says that \"remark\" is \"by far the best\", and the run says null",
     [](Archive& all) {
       state_anew(all, [](rig::Statement& one) { one.predicate["remark"] = "by far the best"; });
     }},
    {"a report that is nested deeply", "report.json: JSON is nested 33 deep",
     [](Archive& all) {
       content(all, "report.json") = std::string(100'000, '[') + std::string(100'000, ']');
       change_report(all);
     }},
    {"cases by name", "report.json, /cases",
     [](Archive& all) {
       json report = json::parse(content(all, "report.json"));
       report["cases"] = {{"Handshake.AnswersWithTeamCode", report["cases"]}};
       content(all, "report.json") = report.dump();
       change_report(all);
     }},
    {"report", "report.json, /headline",
     [](Archive& all) {
       json report = json::parse(content(all, "report.json"));
       report["headline"] = "certified: RTL in simulated time";
       content(all, "report.json") = report.dump();
       change_report(all);
     }},
};

/// The commands of a block of a page: those between ```sh and ``` that have this word.
std::string commands_with(const std::string& page, const std::string& word) {
  const std::string text = content_of(std::string(RIG_SOURCE_DIR) + "/docs/" + page);
  for (std::size_t at = text.find("```sh\n"); at != std::string::npos; at = text.find("```sh\n", at)) {
    at += 6;
    std::string block = text.substr(at, text.find("```", at) - at);
    if (contains(block, word)) return block;
  }
  BOOST_FAIL("no block of " << page << " has " << word);
  return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_bundle_is_verified_as_its_folder_is) {
  const Outcome good = office().verify("signed", office().by_organiser());
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(contains(good.output, "verified: signed, and nothing was changed since"), good.output);
  BOOST_TEST(!contains(good.output, "UNSIGNED"), good.output);
  const Outcome unnamed = office().verify("signed");
  BOOST_TEST(unnamed.status == 1, unnamed.output);
  BOOST_TEST(contains(unnamed.output, "signed by a key that you did not name"), unnamed.output);
  BOOST_TEST(office().verify("signed", {"--any-key"}).status == 0);
  const Outcome bare = office().verify("unsigned");
  BOOST_TEST(bare.status == 0, bare.output);
  BOOST_TEST(contains(bare.output, "consistent, and not signed"), bare.output);
  BOOST_TEST(office().verify("unsigned", office().by_organiser()).status == 1);
  BOOST_TEST(office().verify("signed", {"--any-key", "--team", "Knight"}).status == 1);
  BOOST_TEST(office().verify("nowhere").status == 2);
}

BOOST_AUTO_TEST_CASE(the_same_run_makes_the_same_bundle) {
  for (const std::string name : {"signed", "unsigned"}) {
    const Outcome again = office().bundle(
        "run", "again", name == "signed" ? Words{"--key", office().file("organiser.key")} : Words{});
    BOOST_TEST_REQUIRE(again.status == 0, again.output);
    BOOST_TEST((content_of(office().file("again.tar")) == content_of(office().file(name + ".tar"))), name);
  }
}

BOOST_AUTO_TEST_CASE(a_signature_in_the_folder_goes_with_it) {
  const std::string run_folder = office().file("both");
  fs::copy(office().file("run"), run_folder);
  BOOST_TEST_REQUIRE(run(RIG, {"sign", run_folder, "--key", office().file("organiser.key")}).status == 0);
  const Outcome made = office().bundle("both", "both");
  BOOST_TEST(made.status == 0, made.output);
  const Outcome verified = office().verify("both", office().by_organiser());
  BOOST_TEST(verified.status == 0, verified.output);
}

/// The commands of the page, as they stand there.
BOOST_AUTO_TEST_CASE(ordinary_programs_check_a_bundle) {
  const TemporaryFolder folder;
  fs::copy(office().file("organiser.pub"), folder.file("organiser.pub"));
  const std::string commands =
      "set -e; cd '" + folder.file("") + "'\n" + commands_with("evidence.md", "pkeyutl");
  const auto check = [&](const Archive& archive) {
    write(folder.file("rook.tar"), text_of(archive));
    return run("/bin/sh", {"-c", commands});
  };
  Archive archive = read_archive(office().file("signed.tar"));
  const Outcome good = check(archive);
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(contains(good.output, "transcript.jsonl: OK"), good.output);
  BOOST_TEST(contains(good.output, "Signature Verified Successfully"), good.output);
  Archive changed = archive;
  content(changed, "report.json") += " ";
  BOOST_TEST(check(changed).status != 0, "a file that was changed");
  change_report(archive);
  BOOST_TEST(check(archive).status != 0, "a statement that was changed");
}

BOOST_DATA_TEST_CASE(each_forgery_is_refused, data::make(forgeries), forgery) {
  Archive archive = read_archive(office().file("signed.tar"));
  forgery.forge(archive);
  write(office().file("forged.tar"), text_of(archive));
  const Outcome outcome = office().verify("forged", office().by_organiser());
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, forgery.refused), outcome.output);
  BOOST_TEST(!contains(outcome.output, "\x1b"), "an escape reaches the terminal");
}

BOOST_DATA_TEST_CASE(a_false_statement_is_refused, data::make(false_statements), forgery) {
  Archive archive = read_archive(office().file("unsigned.tar"));
  forgery.forge(archive);
  write(office().file("forged.tar"), text_of(archive));
  const Outcome outcome = office().verify("forged");
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, forgery.refused), outcome.output);
}

/// What an archive says of its size is not believed, and costs nothing.
BOOST_AUTO_TEST_CASE(a_bundle_is_no_larger_than_a_machine_can_take) {
  write(office().file("forged.tar"), rig::tar_header({"transcript.jsonl", 5ULL << 30U, 0}));
  const Outcome large = office().verify("forged");
  BOOST_TEST(large.status == 1, large.output);
  BOOST_TEST(contains(large.output, "the files have more than 4 GiB in all"), large.output);
  write(office().file("forged.tar"), rig::tar_header({"statement.json", 17U << 20U, 0}));
  BOOST_TEST(contains(office().verify("forged").output, "statement.json has more than 16 MiB"));
  std::string many;
  for (int i = 0; i <= 20'000; ++i) many += rig::tar_header({std::to_string(i), 0, 0});
  write(office().file("forged.tar"), many);
  BOOST_TEST(contains(office().verify("forged").output, "there are more than 20000 files"));
}

BOOST_AUTO_TEST_CASE(a_folder_in_which_something_is_wrong_is_not_bundled) {
  const auto refused = [](const std::string& place, int status, const std::string& told) {
    const Outcome outcome = office().bundle(place, "refused");
    BOOST_TEST(outcome.status == status, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
    BOOST_TEST(!fs::exists(office().file("refused.tar")));
  };
  const std::string place = office().file("wrong");
  const auto afresh = [&] {
    fs::remove_all(place);
    fs::copy(office().file("run"), place);
  };
  afresh();
  json report = json::parse(content_of(place + "/report.json"));
  report["headline"] = "certified: RTL in simulated time";
  write(place + "/report.json", report.dump());
  refused("wrong", 1, "not bundled");
  afresh();
  fs::create_symlink(office().file("organiser.key"), place + "/link");
  refused("wrong", 2, "link cannot be bundled: it is no ordinary file");
  afresh();
  write(place + "/a\nb", "");
  refused("wrong", 2, "has characters that cannot be shown");
  afresh();
  write(place + "/statement.json", "{}");
  refused("wrong", 2, "the bundle has a file of this name");
  refused("nowhere", 2, "is no folder of a run's reports");
  const Outcome inside = office().bundle("run", "run/self");
  BOOST_TEST(inside.status == 2, inside.output);
  BOOST_TEST(contains(inside.output, "lies in the folder that is bundled"), inside.output);
  const Outcome zip = run(RIG, {"bundle", office().file("run"), "--out", office().file("run.zip")});
  BOOST_TEST(zip.status == 2, zip.output);
}
