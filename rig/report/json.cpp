#include "rig/report/json.hpp"

#include <fmt/format.h>

#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/fields.hpp"

namespace rig::report {

namespace {

/// A line for the parent keeps every byte; a report shows what it cannot keep.
enum class Purpose { lossless, for_reading };

/// The archive that writes an object, field by field.
class Writer {
 public:
  static constexpr bool reads = false;

  explicit Writer(Purpose purpose) : purpose_(purpose) {}

  template <typename T>
  void operator()(const char* name, const T& value) {
    object_[name] = written(value);
  }

  template <typename T>
  void where_there(const char* name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }

  void null_if_empty(const char* name, const std::string& text) {
    object_[name] = text.empty() ? Json() : written(text);
  }

  void decimal(const char* name, std::uint64_t number) { object_[name] = std::to_string(number); }

  template <typename Fill>
  void part(const char* name, Fill&& fill) {
    Writer part(purpose_);
    fill(part);
    object_[name] = std::move(part.object_);
  }

  /// An object for each, with its key among its fields.
  template <typename Record>
  void by_key(const char* name, const char* key, const std::map<std::string, Record>& all) {
    Json& list = object_[name] = Json::array();
    for (const auto& [id, record] : all) {
      Writer one(purpose_);
      one(key, id);
      fields(one, record);
      list.push_back(std::move(one.object_));
    }
  }

  template <typename Record>
  void by_key_where_any(const char* name, const char* key, const std::map<std::string, Record>& all) {
    if (!all.empty()) by_key(name, key, all);
  }

  /// An object of key and value for each.
  template <typename T>
  void pairs(const char* name, const char* key, const char* value, const std::map<std::string, T>& all) {
    Json& list = object_[name] = Json::array();
    for (const auto& [id, content] : all) list.push_back({{key, written(id)}, {value, written(content)}});
  }

  /// What is written is right.
  void expect_cells(const char*, const std::vector<std::string>&, std::size_t, std::size_t,
                    const std::string&) const {}

  template <typename T>
  Json written(const T& value) const {
    if constexpr (std::is_arithmetic_v<T>)
      return value;
    else if constexpr (std::is_enum_v<T>)
      return to_string(value);
    else
      return written_record(value);
  }
  Json written(const std::string& text) const {
    if (purpose_ == Purpose::for_reading) return visible(text, Newlines::kept);
    if (is_utf8(text)) return text;
    return {{"bytes", written(to_bytes(text))}};
  }
  Json written(const Bytes& bytes) const {
    std::string digits;
    for (const std::uint8_t byte : bytes) digits += fmt::format("{:02x}", byte);
    return digits;
  }
  Json written(Duration time) const { return time.count(); }
  Json written(protocol::BoardPicture::Kind kind) const {
    return kind == protocol::BoardPicture::Kind::paths ? "paths" : "squares";
  }
  Json written(Unassessed unassessed) const { return unassessed == Unassessed::reservation; }
  template <typename T>
  Json written(const std::optional<T>& value) const {
    return value ? written(*value) : Json();
  }
  template <typename T>
  Json written(const std::vector<T>& values) const {
    Json list = Json::array();
    for (const T& value : values) list.push_back(written(value));
    return list;
  }

 private:
  template <typename Record>
  Json written_record(const Record& record) const {
    Writer one(purpose_);
    fields(one, record);
    return std::move(one.object_);
  }

  Purpose purpose_;
  Json object_ = Json::object();
};

/// Indented, but what fits on a line stands on one: a sample or a bucket is a row that a person can read.
void write_indented(const Json& value, std::size_t indent, std::string& out) {
  constexpr std::size_t width = 110;
  const std::string line = value.dump();
  if (!value.is_structured() || value.empty() || indent + line.size() <= width) {
    out += line;
    return;
  }
  const std::string inner(indent + 2, ' ');
  out += value.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out += inner;
    if (value.is_object()) out += Json(key).dump() + ": ";
    write_indented(item, indent + 2, out);
  }
  out += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string to_json(const CaseRecord& record) {
  return Writer(Purpose::lossless).written(record).dump();
}

std::string to_json(const RunRecord& run) {
  std::string out;
  write_indented(Writer(Purpose::for_reading).written(run), 0, out);
  return out + '\n';
}

}  // namespace rig::report
