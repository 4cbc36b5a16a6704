#include "rig/tools/evidence/statement.hpp"

#include <fmt/format.h>

#include <optional>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/base64.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/visible.hpp"

namespace rig {

namespace {

using nlohmann::json;

constexpr const char* statement_type = "https://in-toto.io/Statement/v1";
constexpr const char* predicate_type = "urn:contest-rig:run:1";
constexpr const char* payload_type = "application/vnd.in-toto+json";

std::string to_text(const json& whole) {
  constexpr int indent = 2;
  return whole.dump(indent, ' ', false, json::error_handler_t::replace) + '\n';
}

json parsed(const std::string& text) {
  if (const std::string why = why_too_deep(text); !why.empty()) throw UsageError(why);
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("it is no JSON: {}", error.what()));
  }
}

/// DSSE's pre-authentication encoding: what is signed of a statement.
std::string signed_bytes(const std::string& statement) {
  const std::string type = payload_type;
  return fmt::format("DSSEv1 {} {} {} {}", type.size(), type, statement.size(), statement);
}

std::string envelope_text(const std::string& statement, const std::string& key,
                          const std::string& signature) {
  const json one = {{"keyid", key}, {"sig", to_base64(signature)}};
  return to_text(json{
      {"payloadType", payload_type}, {"payload", to_base64(statement)}, {"signatures", json::array({one})}});
}

}  // namespace

json predicate_of(const RunFacts& run, const std::string& head) {
  json predicate = json::object();
  const auto add = [](json& to, const char* name, const std::string& value) {
    if (!value.empty()) to[name] = value;
  };
  add(predicate, "team", run.team);
  add(predicate, "label", run.label);
  add(predicate, "contest", run.contest);
  json& device = predicate["device"] = json::object();
  add(device, "name", run.dut);
  add(device, "bitstream", run.bitstream);
  for (const auto& [what, hash] : run.device) device["hashes"][what] = hash;
  add(predicate, "seed", run.seed);
  add(predicate, "seedFrom", run.seed_from);
  add(predicate, "date", run.started);
  add(predicate, "verdict", run.verdict);
  add(predicate, "head", head);
  json& rig = predicate["rig"] = json::object();
  add(rig, "version", run.version);
  add(rig, "commit", run.commit);
  return predicate;
}

std::string to_text(const Statement& statement) {
  json subject = json::array();
  for (const auto& [name, sha256] : statement.subject)
    subject.push_back({{"name", name}, {"digest", {{"sha256", sha256}}}});
  return to_text(json{{"_type", statement_type},
                      {"subject", subject},
                      {"predicateType", predicate_type},
                      {"predicate", statement.predicate}});
}

Statement statement_from(const std::string& text) {
  const json whole = parsed(text);
  Statement statement;
  try {
    for (const json& file : whole.at("subject"))
      statement.subject[file.at("name").get<std::string>()] =
          file.at("digest").at("sha256").get<std::string>();
    statement.predicate = whole.at("predicate").get<json::object_t>();
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("it is no statement: {}", error.what()));
  }
  if (to_text(statement) != text) throw UsageError("it is not written as rig bundle writes it");
  return statement;
}

std::string envelope_of(const PrivateKey& key, const std::string& statement) {
  return envelope_text(statement, key.public_key().hex(),
                       to_text(ByteView(bytes_of_hex(key.sign(signed_bytes(statement))).value())));
}

std::string signer_in(const std::string& envelope, const std::string& statement) {
  const json whole = parsed(envelope);
  std::string key;
  std::optional<std::string> signature;
  try {
    const json& first = whole.at("signatures").at(0);
    key = first.at("keyid").get<std::string>();
    signature = from_base64(first.at("sig").get<std::string>());
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("it is no envelope: {}", error.what()));
  }
  if (!signature || envelope_text(statement, key, *signature) != envelope)
    throw UsageError("it is not the envelope of the statement in this bundle, as rig bundle writes it");
  if (!PublicKey::from_hex(key).verifies(signed_bytes(statement), hex_of(to_bytes(*signature))))
    throw UsageError(fmt::format("its signature is not that of the key {}", key));
  return key;
}

}  // namespace rig
