#include "rig/game/statement.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"
#include "rig/game/headers_hash.hpp"
#include "rig/game/module.hpp"

namespace rig::game {

namespace {

/// A value at this place of a file; nothing where the file ends before.
template <typename Value>
std::optional<Value> value_at(std::string_view content, std::uint64_t at) {
  if (at > content.size() || content.size() - at < sizeof(Value)) return std::nullopt;
  Value value;
  std::memcpy(&value, content.data() + at, sizeof value);
  return value;
}

/// A part of a file; nothing where the file ends before.
std::optional<std::string_view> part_of(std::string_view content, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS || section.sh_offset > content.size()) return std::nullopt;
  if (content.size() - section.sh_offset < section.sh_size) return std::nullopt;
  return content.substr(section.sh_offset, section.sh_size);
}

/// Up to the first zero, or to the end.
std::string_view text_at(std::string_view content, std::uint64_t at) {
  if (at >= content.size()) return {};
  const std::string_view rest = content.substr(at);
  return rest.substr(0, rest.find('\0'));
}

bool is_shared_object(const Elf64_Ehdr& header) {
  constexpr std::array<unsigned char, 6> wanted = {ELFMAG0, ELFMAG1,    ELFMAG2,
                                                   ELFMAG3, ELFCLASS64, ELFDATA2LSB};
  return std::equal(wanted.begin(), wanted.end(), std::begin(header.e_ident)) && header.e_type == ET_DYN;
}

/// The section of this name; nothing where there is none, or the file ends before.
std::optional<std::string_view> find_section(std::string_view content, const Elf64_Ehdr& header,
                                             std::string_view name) {
  const auto section = [&](std::uint64_t number) -> std::optional<Elf64_Shdr> {
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > content.size()) return std::nullopt;
    return value_at<Elf64_Shdr>(content, header.e_shoff + number * sizeof(Elf64_Shdr));
  };
  const auto names_section = section(header.e_shstrndx);
  const auto names = names_section ? part_of(content, *names_section) : std::nullopt;
  if (!names) return std::nullopt;
  for (std::uint64_t number = 0; number < header.e_shnum; ++number) {
    const auto one = section(number);
    if (!one) return std::nullopt;
    if (text_at(*names, one->sh_name) == name) return part_of(content, *one);
  }
  return std::nullopt;
}

/// The fields of a statement, by their names.
std::array<std::pair<std::string_view, std::string*>, 4> fields_of(Statement& statement) {
  return {{{"version", &statement.version},
           {"compiler", &statement.compiler},
           {"headers", &statement.headers},
           {"sanitizer", &statement.sanitizer}}};
}

}  // namespace

Statement parse_statement(std::string_view text) {
  Statement statement;
  const auto fields = fields_of(statement);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view field = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    const std::size_t sign = field.find('=');
    const auto known = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& one) { return one.first == field.substr(0, sign); });
    if (sign == std::string_view::npos || known == fields.end() || !known->second->empty())
      throw UsageError(
          fmt::format("its statement has \"{}\"; allowed are version, compiler, headers and sanitizer, "
                      "once each",
                      visible(std::string(field))));
    *known->second = field.substr(sign + 1);
  }
  for (const auto& [name, value] : fields) {
    if (value->empty()) throw UsageError(fmt::format("its statement has no {}", name));
  }
  return statement;
}

Statement statement_in(std::string_view content, const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    return UsageError(fmt::format("{} is not a module of contest-rig: {}.", file, why));
  };
  const auto header = value_at<Elf64_Ehdr>(content, 0);
  if (!header || !is_shared_object(*header)) throw refuse("it is not a 64-bit ELF shared object");
  const auto section = find_section(content, *header, CONTEST_RIG_SECTION);
  if (!section) throw refuse("it has no section " CONTEST_RIG_SECTION ", or it was cut off");
  try {
    return parse_statement(text_at(*section, 0));
  } catch (const UsageError& error) {
    throw refuse(error.what());
  }
}

Statement own_statement() {
  Statement own = parse_statement(CONTEST_RIG_STATEMENT(CONTEST_RIG_VERSION, "these"));
  own.headers = headers_hash();
  return own;
}

void expect_fitting(const Statement& statement, const Statement& own, const std::string& file) {
  const auto refuse = [&](std::string_view what, const std::string& found, const std::string& wanted) {
    return UsageError(fmt::format(
        "{} was built {} \"{}\"; this program needs \"{}\". Build it again with the installed package.", file,
        what, visible(found), wanted));
  };
  const auto begin_of = [](const std::string& hash) {
    constexpr std::size_t told = 12;
    return hash.substr(0, told) + "…";
  };
  if (statement.version != own.version) throw refuse("for the version", statement.version, own.version);
  if (statement.compiler != own.compiler) throw refuse("by the compiler", statement.compiler, own.compiler);
  if (statement.sanitizer != own.sanitizer)
    throw refuse("with the sanitizer", statement.sanitizer, own.sanitizer);
  if (statement.headers != own.headers)
    throw refuse("against the headers", begin_of(statement.headers), begin_of(own.headers));
}

}  // namespace rig::game
