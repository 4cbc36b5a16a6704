#pragma once
/// The description of a design (TOML) as the doctor changes it: in a copy, to try something, and in the file
/// itself, to mend it.

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rig::doctor {

/// One line of a description that is to be another.
struct Change {
  std::string table;  ///< `clock`
  std::string key;    ///< `hz`, without quotes
  std::string value;  ///< as TOML writes it; empty: the line goes away
};

/// `[clock] hz = 25_000_000`; for a line that goes away: `[ties] rst: delete this line`.
std::string text_of(const Change& change);
/// A text as a TOML string.
std::string toml_string(const std::string& text);

/// The text of a description after the changes; comments and order stay. UsageError where that cannot be done
/// line by line (an inline table).
std::string changed_text(const std::string& text, const std::string& file, std::span<const Change> changes);

/// A constant on inputs.
struct Tie {
  std::string pin;
  std::int64_t value = 0;
};

/// A description with all that it inherits.
class Description {
 public:
  /// UsageError for what is no description.
  explicit Description(std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  /// `table`: empty for what stands above all tables. Nothing where the key is missing or has no such value.
  std::optional<std::string> text(const char* table, const char* key) const;
  std::optional<std::int64_t> number(const char* table, const char* key) const;
  bool has(const char* table) const { return root_.contains(table); }
  /// Those with a number; a pin that is left open by "z" is none.
  std::vector<Tie> ties() const;
  /// Those of libraries, too.
  std::vector<std::filesystem::path> sources() const;
  /// Whether a source, or a parameter, has this number: `25000000`, `25_000_000`.
  bool mentions(std::uint32_t number) const;

  /// Writes it with these changes to a file of its own; the sources stay where they are.
  void write(const std::filesystem::path& file, std::span<const Change> changes) const;

 private:
  std::filesystem::path file_;
  toml::table root_;  ///< paths are absolute
};

}  // namespace rig::doctor
