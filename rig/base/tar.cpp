#include "rig/base/tar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <string_view>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"

namespace rig {

namespace {

constexpr std::size_t block = 512;
constexpr std::size_t longest_name = 100;
constexpr std::size_t longest_prefix = 155;
constexpr std::uint64_t largest = 077777777777;

/// A place in a header.
struct Field {
  std::size_t at;
  std::size_t length;
};
constexpr Field name_field{0, longest_name};
constexpr Field size_field{124, 11};
constexpr Field changed_field{136, 11};
constexpr Field sum_field{148, 8};
constexpr std::size_t type_at = 156;
constexpr Field magic_field{257, 8};
constexpr Field prefix_field{345, longest_prefix};
constexpr std::string_view magic{"ustar\00000", magic_field.length};

/// What kind of thing lies in an archive, by the letter that names it.
constexpr std::array<std::pair<char, const char*>, 7> kinds = {{{'1', "a hard link"},
                                                                {'2', "a symbolic link"},
                                                                {'3', "a device"},
                                                                {'4', "a device"},
                                                                {'5', "a folder"},
                                                                {'6', "a named pipe"},
                                                                {'x', "a header of another format"}}};

std::string text_in(const std::string& header, Field field) {
  const std::string text = header.substr(field.at, field.length);
  return text.substr(0, text.find('\0'));
}

std::optional<std::uint64_t> number_in(const std::string& header, Field field) {
  const std::string digits = header.substr(field.at, field.length);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 8);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// Where a name that is too long for its own place goes on there; 0: it is not. Nothing: nowhere.
std::optional<std::size_t> split_of(const std::string& name) {
  if (name.size() <= longest_name) return 0;
  const std::size_t slash = name.find('/', name.size() - longest_name - 1);
  if (slash == std::string::npos || slash > longest_prefix) return std::nullopt;
  return slash + 1;
}

bool stays_below(const std::string& name) {
  std::string_view rest = name;
  while (true) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == rest.size()) return true;
    rest.remove_prefix(part.size() + 1);
  }
}

std::string empty_block(std::size_t length = block) {
  return std::string(length, '\0');
}

}  // namespace

std::string why_not_in_tar(const std::string& name) {
  if (!stays_below(name)) return "is no path below a folder";
  if (visible(name) != name) return "has characters that cannot be shown";
  if (!split_of(name)) return "is too long";
  return {};
}

std::string tar_header(const TarEntry& entry) {
  if (const std::string why = why_not_in_tar(entry.name); !why.empty())
    throw UsageError(fmt::format("The name \"{}\" {}.", visible(entry.name), why));
  if (entry.size > largest) throw UsageError(fmt::format("{} has more than 8 GiB.", entry.name));
  const std::size_t split = *split_of(entry.name);
  std::string header = empty_block();
  const auto put = [&](std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), header.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(name_field.at, std::string_view(entry.name).substr(split));
  put(100, "0000644");  // mode, user, group
  put(108, "0000000");
  put(116, "0000000");
  put(size_field.at, fmt::format("{:011o}", entry.size));
  put(changed_field.at, fmt::format("{:011o}", entry.changed));
  put(sum_field.at, "        ");
  put(type_at, "0");
  put(magic_field.at, magic);
  if (split > 0) put(prefix_field.at, std::string_view(entry.name).substr(0, split - 1));
  const auto sum = std::accumulate(header.begin(), header.end(), 0U, [](unsigned all, char one) {
    return all + static_cast<unsigned char>(one);
  });
  put(sum_field.at, fmt::format("{:06o}", sum));
  put(sum_field.at + 6, std::string_view("\0 ", 2));
  return header;
}

std::string tar_padding(std::uint64_t size) {
  return empty_block((block - size % block) % block);
}

std::string tar_end() {
  return empty_block(2 * block);
}

TarReader::TarReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_) throw UsageError(fmt::format("The archive {} cannot be read.", path));
}

std::optional<TarEntry> TarReader::next() {
  const std::string header = take(block);
  const std::uint64_t after = std::exchange(at_, at_ - block);  // what is refused is named by its first byte
  if (header == empty_block()) {
    at_ = after;
    expect_end();
    return std::nullopt;
  }
  if (header.substr(magic_field.at, magic_field.length) != magic)
    refuse("there is no header of a file (ustar)");
  const char type = header[type_at];
  if (type != '0') {
    const auto* const kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.first == type; });
    refuse(fmt::format("found {}, allowed are ordinary files",
                       kind == kinds.end() ? "a thing of another kind" : kind->second));
  }
  const std::string prefix = text_in(header, prefix_field);
  entry_.name = (prefix.empty() ? "" : prefix + "/") + text_in(header, name_field);
  if (const std::string why = why_not_in_tar(entry_.name); !why.empty())
    refuse(fmt::format("the name \"{}\" {}", visible(entry_.name), why));
  const auto size = number_in(header, size_field);
  const auto changed = number_in(header, changed_field);
  if (!size || !changed) refuse(fmt::format("the size or the date of {} is no octal number", entry_.name));
  entry_.size = *size;
  entry_.changed = static_cast<std::int64_t>(*changed);
  if (header != tar_header(entry_))
    refuse(fmt::format("the header of {} is not as rig bundle writes it", entry_.name));
  at_ = after;
  return entry_;
}

void TarReader::content(const PutPiece& put) {
  constexpr std::uint64_t most = 1U << 16U;
  for (std::uint64_t left = entry_.size; left > 0;) {
    const std::string piece = take(static_cast<std::size_t>(std::min(left, most)));
    put(piece);
    left -= piece.size();
  }
  const std::string padding = tar_padding(entry_.size);
  if (take(padding.size()) != padding)
    refuse(fmt::format("there is something after the end of {}", entry_.name));
}

std::string TarReader::take(std::size_t count) {
  std::string bytes(count, '\0');
  file_.read(bytes.data(), static_cast<std::streamsize>(count));
  if (static_cast<std::size_t>(file_.gcount()) != count) refuse("the archive ends too early");
  at_ += count;
  return bytes;
}

void TarReader::expect_end() {
  if (take(block) != empty_block() || file_.peek() != std::ifstream::traits_type::eof())
    refuse("there is something after the end of the archive");
}

void TarReader::refuse(const std::string& why) const {
  throw UsageError(fmt::format("{}, byte {}: {}.", path_, at_, why));
}

}  // namespace rig
