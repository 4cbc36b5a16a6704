#include "rig/tools/admission/admission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::admission {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::pair<Status, std::string_view> words[] = {{Status::admitted, "admitted"},
                                                         {Status::not_admitted, "not admitted"},
                                                         {Status::cannot_tell, "cannot tell"}};

Status status_from(const std::string& word) {
  std::vector<std::string> known;
  for (const auto& [status, name] : words) {
    if (name == word) return status;
    known.emplace_back(name);
  }
  throw UsageError(unknown_value("status", word, known));
}

// Each record is described once, for both archives. They are called with the name and the value of every
// field, in the order in which it is written.

template <typename Archive, typename Record>
using Of = std::conditional_t<Archive::reads, Record&, const Record&>;

template <typename Archive>
void fields(Archive& json, Of<Archive, Clause> one) {
  json("id", one.id);
  json("text", one.text);
  json("level", one.level);
  json("verdict", one.verdict);
  json("reason", one.reason);
  json("open", one.open);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, std::pair<std::string, std::string>> one) {
  json("name", one.first);
  json("value", one.second);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, CertifiedRun> one) {
  json("contest", one.contest);
  json("title", one.title);
  json("team", one.team);
  json("code", one.code);
  json("dut", one.dut);
  json("far_end", one.far_end);
  json("headline", one.headline);
  json("exit_status", one.exit_status);
  json("partial", one.partial);
  json("interrupted", one.interrupted);
  json("names", one.names);
  json("device", one.device);
  json("bitstream", one.bitstream);
  json("version", one.version);
  json("commit", one.commit);
  json("seed", one.seed);
  json("started", one.started);
  json("signed_by", one.signed_by);
  json("transcript_sha256", one.transcript_sha256);
  json("clauses", one.clauses);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, EntryGame> one) {
  json("number", one.number);
  json("seat", one.seat);
  json("result", one.result);
  json("ending", one.ending);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, EntryTest> one) {
  json("status", one.status);
  json("games", one.games);
}

template <typename Archive>
void fields(Archive& json, Of<Archive, Admission> one) {
  json("team", one.team);
  json("code", one.code);
  json("contest", one.contest);
  json("dut", one.dut);
  json("status", one.status);
  json("reasons", one.reasons);
  json("certificate", one.certificate);
  json("key", one.key);
  json("run", one.run);
  json("entry_test", one.entry_test);
  json("version", one.version);
  json("date", one.date);
  json("report_sha256", one.report_sha256);
}

/// Makes a JSON object of a record.
class Writer {
 public:
  static constexpr bool reads = false;

  template <typename T>
  void operator()(const char* name, const T& value) {
    json_[name] = written(value);
  }

  template <typename T>
  static Json written(const T& value) {
    Writer one;
    fields(one, value);
    return std::move(one.json_);
  }
  static Json written(const std::string& value) { return value; }
  static Json written(int value) { return value; }
  static Json written(bool value) { return value; }
  static Json written(Status value) { return to_string(value); }
  template <typename T>
  static Json written(const std::optional<T>& value) {
    return value ? written(*value) : Json();
  }
  template <typename T>
  static Json written(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(written(value));
    return list;
  }

 private:
  Json json_ = Json::object();
};

/// Fills a record. Throws what the JSON library throws for what is missing or of another type.
class Reader {
 public:
  static constexpr bool reads = true;

  explicit Reader(const Json& json) : json_(json) {}

  template <typename T>
  void operator()(const char* name, T& value) const {
    Reader(json_.at(name)).read(value);
  }

  template <typename T>
  void read(T& value) const {
    fields(*this, value);
  }
  void read(std::string& value) const { json_.get_to(value); }
  void read(int& value) const { json_.get_to(value); }
  void read(bool& value) const { json_.get_to(value); }
  void read(Status& value) const { value = status_from(json_.get<std::string>()); }
  template <typename T>
  void read(std::optional<T>& value) const {
    if (!json_.is_null()) read(value.emplace());
  }
  template <typename T>
  void read(std::vector<T>& values) const {
    for (const Json& one : json_.get_ref<const Json::array_t&>()) Reader(one).read(values.emplace_back());
  }

 private:
  const Json& json_;
};

}  // namespace

std::string_view to_string(Status status) {
  return std::find_if(std::begin(words), std::end(words),
                      [&](const auto& one) { return one.first == status; })
      ->second;
}

int exit_status(Status status) {
  switch (status) {
    case Status::admitted: return 0;
    case Status::not_admitted: return 1;
    case Status::cannot_tell: return 3;
  }
  return 3;
}

Status worse(Status one, Status other) {
  for (const Status status : {Status::not_admitted, Status::cannot_tell}) {
    if (one == status || other == status) return status;
  }
  return Status::admitted;
}

std::string folder_of_team(const std::string& team) {
  constexpr std::size_t longest = 60;
  constexpr std::size_t digits = 8;
  const auto is_plain = [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '-');
  };
  std::string name;
  bool is_gap = false;
  for (const char one : team.substr(0, longest)) {
    const bool fits = is_plain(static_cast<unsigned char>(one)) && (!name.empty() || one != '-');
    if (fits && is_gap && !name.empty()) name += '-';
    if (fits) name += one;
    is_gap = !fits;
  }
  if (name == team && !team.empty()) return name;
  return name + (name.empty() ? "" : "-") + sha256_hex(to_bytes(team)).substr(0, digits);
}

std::string to_json(const Admission& admission) {
  Json json{{"admission", 1}};
  json.update(Writer::written(admission));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Admission read_admission(const std::string& folder) {
  const std::string path = folder + "/" + admission_file;
  const std::string text = content_of_ordinary_file(path);
  if (const std::string why = why_too_deep(text); !why.empty())
    throw UsageError(fmt::format("{}: {}", path, why));
  try {
    const Json json = Json::parse(text);
    if (json.value("admission", 0) != 1)
      throw UsageError("it is no admission of this rig (\"admission\": 1).");
    Admission admission;
    Reader(json).read(admission);
    return admission;
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace rig::admission
