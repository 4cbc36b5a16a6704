/// The record of a case, read back from the line that a worker sent.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/fields.hpp"
#include "rig/report/json.hpp"

namespace rig::report {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw RigError("The record of a case that a worker sent cannot be read: " + what + ".");
}

/// The archive that reads: a value of the line and the way to it, for messages: `samples[3].deadline_ns`.
class Reader {
 public:
  static constexpr bool reads = true;

  Reader(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

  template <typename T>
  void operator()(const char* name, T& value) const {
    field(name).read(value);
  }

  template <typename T>
  void where_there(const char* name, std::optional<T>& value) const {
    if (has(name)) field(name).read(value.emplace());
  }

  void null_if_empty(const char* name, std::string& text) const {
    if (const Reader one = field(name); !one.value_.is_null()) one.read(text);
  }

  /// A seed: all 64 bits as decimal text.
  void decimal(const char* name, std::uint64_t& number) const {
    const Reader one = field(name);
    const std::string digits = one.value_.is_string() ? one.value_.get<std::string>() : "";
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem != std::errc() || end != digits.data() + digits.size())
      refuse(one.here() + " is no decimal text");
  }

  template <typename Record>
  void by_key(const char* name, const char* key, std::map<std::string, Record>& all) const {
    for (const Reader& item : field(name).items()) fields(item, item.new_entry(key, all));
  }

  template <typename Record>
  void by_key_where_any(const char* name, const char* key, std::map<std::string, Record>& all) const {
    if (has(name)) by_key(name, key, all);
  }

  template <typename T>
  void pairs(const char* name, const char* key, const char* value, std::map<std::string, T>& all) const {
    for (const Reader& item : field(name).items()) item(value, item.new_entry(key, all));
  }

  /// Refuses what is no field of `rows` lines of `columns` of these letters.
  void expect_cells(const char* name, const std::vector<std::string>& lines, std::size_t rows,
                    std::size_t columns, const std::string& letters) const {
    const bool whole =
        lines.size() == rows && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
          return line.size() == columns && line.find_first_not_of(letters) == std::string::npos;
        });
    if (!whole) refuse(field(name).here() + " is no field of cells");
  }

  LatencyHistogram histogram_of(const WrittenHistogram& written, std::uint64_t count) const {
    const std::optional<LatencyHistogram> histogram = LatencyHistogram::from(written);
    if (!histogram || histogram->count() != count) refuse(here() + " is no histogram of latencies");
    return *histogram;
  }

  template <typename Record>
  void read(Record& record) const {
    fields(*this, record);
  }
  void read(std::string& text) const {
    if (value_.is_string()) {
      text = value_.get<std::string>();
    } else {
      Bytes bytes;
      (*this)("bytes", bytes);
      text = to_text(bytes);
    }
  }
  /// Written as hexadecimal digits.
  void read(Bytes& bytes) const {
    const std::string digits = value_.is_string() ? value_.get<std::string>() : "?";
    if (digits.size() % 2 != 0) refuse(here() + " is not hexadecimal");
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      std::uint8_t& byte = bytes.emplace_back();
      const auto [end, problem] = std::from_chars(&digits[i], &digits[i] + 2, byte, 16);
      if (problem != std::errc() || end != &digits[i] + 2) refuse(here() + " is not hexadecimal");
    }
  }
  void read(std::uint64_t& count) const {
    if (!value_.is_number_unsigned()) refuse(here() + " is no whole number of at least 0");
    count = value_.get<std::uint64_t>();
  }
  void read(int& number) const {
    std::uint64_t count = 0;
    read(count);
    number = static_cast<int>(std::min<std::uint64_t>(count, 1U << 30U));
  }
  void read(bool& value) const {
    if (!value_.is_boolean()) refuse(here() + " is neither true nor false");
    value = value_.get<bool>();
  }
  void read(Duration& time) const {
    const bool too_big = value_.is_number_unsigned() &&
                         value_.get<std::uint64_t>() > static_cast<std::uint64_t>(Duration::max().count());
    if (!value_.is_number_integer() || too_big) refuse(here() + " is no whole number of nanoseconds");
    time = Duration(value_.get<std::int64_t>());
    if (time < -longest_duration || time > longest_duration) refuse(here() + " is out of range");
  }
  void read(Verdict& verdict) const {
    const std::string word = this->word();
    const std::optional<Verdict> known = verdict_from(word);
    if (!known) refuse(fmt::format("{} is \"{}\", which is no verdict", here(), visible(word)));
    verdict = *known;
  }
  void read(protocol::BoardPicture::Kind& kind) const {
    const std::string word = this->word();
    const bool paths = word == "paths";
    if (!paths && word != "squares")
      refuse(fmt::format("{} is \"{}\", which is no kind of board", here(), visible(word)));
    kind = paths ? protocol::BoardPicture::Kind::paths : protocol::BoardPicture::Kind::squares;
  }
  void read(Unassessed& unassessed) const {
    bool reservation = false;
    read(reservation);
    unassessed = reservation ? Unassessed::reservation : Unassessed::ruled_out;
  }
  template <typename T>
  void read(std::optional<T>& value) const {
    if (!value_.is_null()) read(value.emplace());
  }
  template <typename T>
  void read(std::vector<T>& values) const {
    for (const Reader& item : items()) item.read(values.emplace_back());
  }

 private:
  bool has(const char* name) const { return value_.is_object() && value_.contains(name); }

  Reader field(const char* name) const {
    const std::string path = path_.empty() ? name : path_ + '.' + name;
    if (!value_.is_object()) refuse(here() + " is no object");
    const auto found = value_.find(name);
    if (found == value_.end()) refuse(path + " is missing");
    return {*found, path};
  }

  std::vector<Reader> items() const {
    if (!value_.is_array()) refuse(here() + " is no array");
    std::vector<Reader> all;
    for (std::size_t i = 0; i < value_.size(); ++i)
      all.emplace_back(value_[i], fmt::format("{}[{}]", path_, i));
    return all;
  }

  /// The entry of the map under the key that this object states.
  template <typename T>
  T& new_entry(const char* key, std::map<std::string, T>& all) const {
    std::string id;
    (*this)(key, id);
    const auto [entry, is_new] = all.try_emplace(id);
    if (!is_new) refuse(here() + " appears twice");
    return entry->second;
  }

  std::string word() const {
    std::string word;
    read(word);
    return word;
  }

  std::string here() const { return path_.empty() ? "the line" : path_; }

  const Json& value_;
  std::string path_;
};

}  // namespace

CaseRecord case_from_json(std::string_view line) {
  Json json;
  try {
    json = Json::parse(line);
  } catch (const Json::parse_error& problem) {
    refuse(fmt::format("it is cut short or no JSON at byte {} of {}", problem.byte, line.size()));
  } catch (const Json::out_of_range& problem) {  // a number such as 1e999
    refuse(problem.what());
  }
  CaseRecord record;
  Reader(json, "").read(record);
  return record;
}

}  // namespace rig::report
